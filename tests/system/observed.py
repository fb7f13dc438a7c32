"""The firmware under a magnifying glass: every step of a routine, on the simulator."""

from sim.expect import expected_answer
from sim.iss import Iss
from soc.memory_map import REGIONS
from sw.driver import Driver
from sw.request import MODES

__all__ = ["KEPT", "Observed", "hidden_words", "trace", "words"]

#: Registers that a routine has to preserve.
KEPT = (2, 3, 4, 8, 9, *range(18, 28))

#: Registers that it may change.
CHANGED = (5, 6, 7, *range(10, 18), *range(28, 32))


class Observed:
    """The firmware on a simulator that is watched between a routine's entry and its return."""

    def __init__(self, image):
        self._symbols = {name: value for name, value in image.symbols.items()
                         if name.endswith(MODES)}
        self._iss = Iss(image, observer=self._observe)
        self._returns = None
        self.steps = []
        self.at_entry = lambda iss: None
        self.at_return = lambda iss: None
        self.driver = Driver(self._iss)
        self.driver.load(image)
        self.steps.clear()

    def _observe(self, step):
        if self._returns is not None:
            self.steps.append(step)
            if step.pc_wdata == self._returns:
                self._returns = None
                self.at_return(self._iss)
        elif step.pc_wdata in self._symbols.values():
            self._returns = step.pc_rdata + 4
            self.at_entry(self._iss)

    @property
    def iss(self):
        return self._iss

    def run(self, request, mode, **options):
        """Run a request; return the steps of its routine."""
        self.steps = []
        expected, found = expected_answer(request), self.driver.run(request, mode, **options)
        assert (found.status, found.output, found.tag) == (expected.status, expected.output,
                                                           expected.tag), (request, mode, options)
        assert self.steps, "no routine was called"
        return self.steps


def words(start, length):
    """Return the word addresses of a buffer."""
    return set(range(start & ~3, start + length, 4))


def trace(steps):
    """Return what an attacker may see of a run: program counters, addresses, no data."""
    return [(step.pc_rdata, step.mem_addr, step.mem_rmask, step.mem_wmask) for step in steps]


def hidden_words(iss, *public):
    """Return what registers that a routine may change hold and an attacker must not see, by number.

    Lengths and addresses are public, so are the words of ``public``, in any alignment, and what is
    left of them by shifting bytes out.
    """
    known = {0}
    for string in public:
        padded = bytes(3) + string + bytes(3)
        for i in range(len(padded) - 3):
            word = int.from_bytes(padded[i:i + 4], "little")
            known |= {word, word & 0xff_ffff, word & 0xffff, word & 0xff}
    regions = [REGIONS[name] for name in ("imem", "dmem")]
    held = {number: iss.register(number) for number in CHANGED}
    return [f"x{number} = {word:#010x}" for number, word in held.items()
            if word not in known and not -4096 <= (word ^ 1 << 31) - (1 << 31) < 4096
            and not any(region.base <= word <= region.base + region.size for region in regions)]
