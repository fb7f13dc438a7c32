"""Long runs: random programs on several configurations, in lockstep, with coverage."""

import random
from collections import Counter
from dataclasses import dataclass, field, replace

from sim.core.bench import EXTENSIONS, Bench, Settings, core_library, core_verilog
from sim.core.coverage import Coverage
from sim.core.lockstep import Lockstep, LockstepError
from sim.core.programs import Program

__all__ = ["CONFIGURATIONS", "COUNTERS", "SETTINGS", "Soak", "soak"]

#: Cores that are run, by extensions. The first has all, the last none.
CONFIGURATIONS = (EXTENSIONS, ("m",), ("c",), ("m", "zba", "zbb", "zbs"), ())

#: What surrounds them: no wait states, and more and more of one kind and of all.
SETTINGS = (
    Settings(irq_gap=2000),
    Settings(irq_gap=60),
    Settings(ddelay=3, xdelay=2, irq_gap=200),
    Settings(dwait=4, ddelay=1, xwait=1, irq_gap=200),
    Settings(iwait=2, idelay=2, dwait=2, irq_gap=200),
    Settings(xwait=3, xdelay=6, irq_gap=200),
    Settings(dwait=4, xwait=2, xdelay=4, irq_gap=300),
    Settings(iwait=1, idelay=1, dwait=3, ddelay=2, xwait=2, xdelay=3, irq_gap=80),
)

#: Counters of events of the core that has all extensions.
COUNTERS = 2

#: Instructions of one program: some times through its loop.
_RUN = 4_000


@dataclass
class Soak:
    """Result of :func:`soak`.

    Attributes
    ----------
    seed : :class:`int`
        What it began with.
    instructions, cycles, programs : :class:`int`
        How much ran.
    coverage : :class:`sim.core.coverage.Coverage`
        What was covered.
    interrupts : :class:`collections.Counter`
        Interrupts taken, by ``mcause``.
    """

    seed:         int
    coverage:     Coverage
    instructions: int = 0
    cycles:       int = 0
    programs:     int = 0
    interrupts:   Counter = field(default_factory=Counter)


def soak(instructions, seed, *, configurations=CONFIGURATIONS, verilog=core_verilog, notify=None,
         progress=None):
    """Run random programs in lockstep with the model.

    Parameters
    ----------
    instructions : :class:`int`
        At least how many, over all configurations; the first gets three shares of them.
    seed : :class:`int`
        Of programs and surroundings.
    configurations : sequence of sequences of :class:`str`
        Extensions of the cores.
    verilog : callable
        Returns a core's Verilog, given parameters as keyword arguments.
    notify : callable, optional
        Called with a sentence before something is compiled.
    progress : callable, optional
        Called with the number of instructions after every program.

    Returns
    -------
    :class:`Soak`
        What ran.

    Raises
    ------
    ValueError
        If ``instructions`` is not positive.
    sim.core.lockstep.LockstepError
        If core and model differ; the message begins with what reproduces it.
    """
    if instructions < 1:
        raise ValueError(f"instructions must be at least 1, not {instructions}")
    result = Soak(seed, Coverage(()))
    # The first has the most to cover.
    share = -(-instructions // (len(configurations) + 2))
    for index, extensions in enumerate(configurations):
        counters = COUNTERS if extensions == EXTENSIONS else 0
        library = core_library(verilog(hpm_counters=counters, **dict.fromkeys(extensions, True)),
                               notify=notify)
        coverage = Coverage(extensions)
        generator = random.Random(f"{seed} {extensions}")
        left, number = share * 3 if index == 0 else share, 0
        while left > 0:
            program_seed = generator.getrandbits(32)
            done = _program(library, extensions, counters, program_seed, number, min(left, _RUN),
                            coverage, result)
            left -= max(done, 1)
            number += 1
            if progress is not None:
                progress(done)
        result.coverage.add(coverage)
    return result


def _program(library, extensions, counters, seed, number, count, coverage, result):
    """Run one program, and return how many instructions ran."""
    settings = replace(SETTINGS[number % len(SETTINGS)], seed=seed)
    turn = number // len(SETTINGS)
    program = Program(seed, extensions, vectored=turn % 4 != 3, errors=turn % 2 == 1)
    with Bench(library, settings, program.image, fetch_errors=program.fetch_errors,
               data_errors=program.data_errors) as bench:
        lockstep = Lockstep(bench, program, extensions, counters=counters, coverage=coverage)
        coverage.restart()
        before = coverage.total
        try:
            lockstep.run(count)
        except LockstepError as error:
            raise LockstepError(f"extensions {' '.join(extensions) or 'none'}, program {number} "
                                f"of seed {result.seed} ({settings}): {error}") from None
        done = coverage.total - before
        result.instructions += done
        result.cycles += bench.cycles
        result.programs += 1
        result.interrupts.update(lockstep.taken)
    return done
