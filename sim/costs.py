"""What a coprocessor costs in cycles, in a few figures: to be seen together with its area."""

from dataclasses import asdict, dataclass

from sim.bench import Shape, measure, slopes
from sim.engine import Engine, EngineConfig
from sw.driver import Driver

__all__ = ["Costs", "costs"]

_GRID = tuple(Shape(member, op, message) for member, op in (("aead128", "encrypt"),
                                                            ("hash256", "hash"))
              for message in (16, 1024, 1536))


@dataclass(frozen=True)
class Costs:
    """Cycles of accelerated code.

    Attributes
    ----------
    aead128, hash256 : :class:`float`
        For a byte more of a long message.
    aead128_short, hash256_short : :class:`int`
        For a message of 16 bytes.
    """

    aead128:       float
    hash256:       float
    aead128_short: int
    hash256_short: int

    def to_json(self):
        """Return an object for JSON."""
        return asdict(self)


def costs(image, *, notify=None, **hardware):
    """Measure on the simulated hardware.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.
    notify : callable, optional
        Of :class:`sim.engine.Engine`.
    **hardware
        Of :class:`sim.engine.EngineConfig`.

    Raises
    ------
    ValueError
        If a result is wrong.
    """
    with Engine(EngineConfig(**hardware), notify=notify) as engine:
        driver = Driver(engine)
        driver.load(image)
        points = measure(driver, grid=_GRID, modes=("accelerated",))
    if not all(point.correct for point in points):
        raise ValueError(f"a result is wrong with {hardware}")
    rates = {row["member"]: row["accelerated"] for row in slopes(points)}
    calls = {point.member: point.cycles for point in points if point.message == 16}
    return Costs(rates["aead128"], rates["hash256"], calls["aead128"], calls["hash256"])
