"""The firmware under a magnifying glass: every step of a routine, on the simulator."""

import re

from sim.expect import expected_answer
from sim.iss import Iss
from soc.coprocessor import features_of
from soc.memory_map import REGIONS
from sw.driver import Driver
from sw.request import MODES, SUFFIXES

__all__ = ["KEPT", "Observed", "VariantDriver", "hidden_words", "mode_of", "simulator", "trace",
           "words"]

#: Registers that a routine has to preserve.
KEPT = (2, 3, 4, 8, 9, *range(18, 28))

#: Registers that it may change.
CHANGED = (5, 6, 7, *range(10, 18), *range(28, 32))


def simulator(image, variant, **options):
    """Return a simulator of the system on which a variant of the routines runs."""
    return Iss(image, features=features_of("compact" if variant in MODES else "tiny"), **options)


def mode_of(variant):
    """Return the mode of a request for a variant."""
    return variant if variant in MODES else "accelerated"


class VariantDriver:
    """A driver whose requests run on simulators that need one of the variants of the routines."""

    def __init__(self, image):
        self._drivers = {variant: Driver(simulator(image, variant)) for variant in SUFFIXES}
        for driver in self._drivers.values():
            driver.load(image)

    def run(self, request, variant, **options):
        """Run a request; return the answer."""
        return self._drivers[variant].run(request, mode_of(variant), **options)


class Observed:
    """The firmware on a simulator that is watched between a routine's entry and its return."""

    def __init__(self, image, variant="accelerated"):
        self._symbols = {name: value for name, value in image.symbols.items()
                         if re.match(f"ascon_.*_({'|'.join(SUFFIXES)})$", name)}
        self._iss = simulator(image, variant, observer=self._observe)
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

    def run(self, request, variant, **options):
        """Run a request; return the steps of its routine."""
        self.steps = []
        expected = expected_answer(request)
        found = self.driver.run(request, mode_of(variant), **options)
        assert (found.status, found.output, found.tag) == (
            expected.status, expected.output, expected.tag), (request, variant, options)
        assert self.steps, "no routine was called"
        return self.steps

    def check_accesses(self, inputs, outputs):
        """Check that the last run read words of ``inputs`` only, and wrote bytes of ``outputs``.

        The stack may be accessed, too.
        """
        stack = range(self.driver.heap.stop, REGIONS["dmem"].base + REGIONS["dmem"].size)
        for step in self.steps:
            bytes_at = [step.mem_addr + i for i in range(4)
                        if (step.mem_rmask | step.mem_wmask) >> i & 1]
            if step.mem_rmask:
                assert all(at in stack or at & ~3 in inputs for at in bytes_at), step
            if step.mem_wmask:
                assert all(at in stack or at in outputs for at in bytes_at), step


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
