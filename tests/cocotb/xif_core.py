"""What cores on CV-X-IF have in common, of whatever version."""

from collections import Counter

__all__ = ["CoreSide"]


class CoreSide:
    """The core's pins, and whether it takes results.

    Parameters
    ----------
    dut : cocotb handle
        Has the flat names of CV-X-IF, ``x_issue_valid`` and so on.
    rng : :class:`random.Random`
        Where randomness comes from.
    stimulus : :class:`~tests.cocotb.xif_stimulus.Stimulus`
        Where instructions come from; its mood is also the core's.
    pins : iterable of :class:`str`
        Names of the pins to drive, without ``x_``.

    Attributes
    ----------
    issued : :class:`int`
        Issue transactions so far, with foreign harts' ones left out.
    events : :class:`collections.Counter`
        What the core did.
    stopped : :class:`bool`
        It begins nothing more.
    """

    def __init__(self, dut, rng, stimulus, pins):
        self._rng, self._stimulus = rng, stimulus
        self._offer = None
        self._rs_valid = 0
        self._hold = 0
        self.issued = 0
        self.events = Counter()
        self.stopped = False
        self._pins = {name: getattr(dut, f"x_{name}") for name in pins}
        self._driven = {}

    def _drive_result(self):
        rng, mood = self._rng, self._stimulus.mood
        if self._hold:
            self._hold -= 1
        elif rng.random() < mood.stall:
            self._hold = rng.randint(1, mood.hold)
        self._set(result_ready=not self._hold)

    def _set(self, **values):
        """Drive pins that change."""
        for name, value in values.items():
            if self._driven.get(name) != value:
                self._driven[name] = value
                self._pins[name].value = int(value)
