"""Files of requests: one JSON object a line, and one a line for the answers."""

import json

from sw.driver import RequestTooLarge
from sw.request import Answer, FieldError, Request

__all__ = ["RequestFileError", "read_requests", "run_requests"]


class RequestFileError(ValueError):
    """A line of a request file is wrong; the message names it and the field."""


def read_requests(lines):
    """Parse a request file.

    Parameters
    ----------
    lines : iterable of :class:`str`
        Its lines; empty ones are skipped.

    Returns
    -------
    :class:`list` of :class:`sw.request.Request`
        In their order.

    Raises
    ------
    RequestFileError
        If a line is no JSON object or a field is wrong.
    """
    requests = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            requests.append(Request.from_json(json.loads(line, object_pairs_hook=_unique)))
        except FieldError as error:
            raise RequestFileError(f"line {number}: {error}") from None
        except (json.JSONDecodeError, RecursionError) as error:
            raise RequestFileError(f"line {number}: no JSON: {error}") from None
    if not requests:
        raise RequestFileError("the file has no request")
    return requests


def run_requests(requests, driver, mode, *, progress=None):
    """Run requests one after another.

    Parameters
    ----------
    requests : iterable of :class:`sw.request.Request`
        What to run.
    driver : :class:`sw.driver.Driver`
        Where, with an image loaded.
    mode : :class:`str`
        One of :data:`sw.request.MODES`.
    progress : callable, optional
        Called with the number of requests done so far after each.

    Returns
    -------
    :class:`list` of :class:`sw.request.Answer`
        In the order of the requests. A request that does not fit into data RAM is answered by an
        error too.
    """
    answers = []
    for request in requests:
        try:
            answers.append(driver.run(request, mode))
        except RequestTooLarge as error:
            answers.append(Answer(f"too large: {error}"))
        if progress is not None:
            progress(len(answers))
    return answers


def _unique(pairs):
    """Make a dictionary of an object's members, each of which may be there once."""
    made = {}
    for name, value in pairs:
        if name in made:
            raise FieldError(name, "is there twice")
        made[name] = value
    return made
