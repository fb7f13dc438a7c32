"""A benchmark as an object for programs: hardware, measurements, code size and stack."""

from dataclasses import asdict

from sim.bench import MEMBERS, slopes
from sw.footprint import footprint
from sw.request import MODES

__all__ = ["routines", "to_json"]


def routines(image):
    """Return code size and stack of every routine.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.

    Returns
    -------
    :class:`list` of :class:`dict`
        ``member``, ``op``, ``mode`` and the attributes of :class:`sw.footprint.Footprint`.
    """
    return [{"member": member, "op": op, "mode": mode}
            | asdict(footprint(image, f"ascon_{member}{f'_{op}' if len(ops) > 1 else ''}_{mode}"))
            for member, ops in MEMBERS.items() for op in ops for mode in MODES]


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
            "slopes": slopes(points), "routines": routines(image)}
