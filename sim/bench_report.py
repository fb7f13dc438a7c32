"""A benchmark as an object for programs: hardware, measurements, code size and stack."""

from dataclasses import asdict

from sim.bench import MEMBERS, slopes
from sw.footprint import footprint
from sw.request import MODES, SUFFIXES

__all__ = ["routines", "to_json"]


def routines(image, *, last=True):
    """Return code size and stack of every routine.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.
    last : :class:`bool`
        The coprocessor has the instructions for a partial last word.

    Returns
    -------
    :class:`list` of :class:`dict`
        ``member``, ``op``, ``mode`` and the attributes of :class:`sw.footprint.Footprint`.
    """
    suffixes = dict(zip(MODES, MODES if last else (SUFFIXES[0], SUFFIXES[-1]), strict=True))
    return [{"member": member, "op": op, "mode": mode} | asdict(footprint(
                image, f"ascon_{member}{f'_{op}' if len(ops) > 1 else ''}_{suffix}"))
            for member, ops in MEMBERS.items() for op in ops for mode, suffix in suffixes.items()]


def to_json(config, points, image):
    """Return an object for JSON.

    Parameters
    ----------
    config : :class:`dict`
        What to say of the hardware.
    points : iterable of :class:`sim.bench.Point`
        Of :func:`sim.bench.measure`.
    image : :class:`sw.contents.Image`
        The firmware.
    """
    return {"config": config, "points": [asdict(point) for point in points],
            "slopes": slopes(points), "routines": routines(image, last=config.get("last", True))}
