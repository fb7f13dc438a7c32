"""Runs C programs in simulation and collects what they print."""

from soc.memory_map import address
from sw.program import outcome, start

__all__ = ["run_on_engine", "run_on_iss"]

#: Clock cycles per bit of the serial port: faster than any real one, to save time.
DIVISOR = 64

#: Cycles between two looks at the line; well below a bit's half.
_STEP = DIVISOR // 8

#: Cycles of silence after which nothing is being sent.
_SILENCE = 16 * DIVISOR


def run_on_iss(iss, image, *, accelerated=True, timeout_instructions=50_000_000):
    """Run a program on the instruction-set simulator.

    Parameters
    ----------
    iss : :class:`sim.iss.Iss`
        The simulator.
    image : :class:`sw.contents.Image`
        The program, see :func:`sw.program.build_program`.
    accelerated : :class:`bool`
        The coprocessor accepts instructions.
    timeout_instructions : :class:`int`
        How many it may take.

    Returns
    -------
    text : :class:`bytes`
        What the program has printed.
    outcome : :class:`sw.program.Outcome`
        How it has ended.

    Raises
    ------
    TimeoutError
        If it has not.
    """
    start(iss, image, accelerated=accelerated)
    before = len(iss.uart.sent)
    iss.wait_zero(address("mailbox", "COMMAND"), timeout_instructions)
    return bytes(iss.uart.sent[before:]), outcome(iss)


def run_on_engine(engine, image, *, accelerated=True, timeout_cycles=50_000_000, show=None):
    """Run a program on the simulated hardware, and read its serial port's pin.

    Parameters
    ----------
    engine : :class:`sim.engine.Engine`
        The hardware.
    image, accelerated
        As of :func:`run_on_iss`.
    timeout_cycles : :class:`int`
        How many it may take.
    show : callable, optional
        Called with every byte, an :class:`int`, when it comes.

    Returns
    -------
    text : :class:`bytes`
        What the program has printed.
    outcome : :class:`sw.program.Outcome`
        How it has ended.

    Raises
    ------
    TimeoutError
        If it has not.
    """
    engine.write(address("uart", "DIVISOR"), [DIVISOR])
    start(engine, image, accelerated=accelerated)
    end = engine.cycles + timeout_cycles
    text = bytearray()
    silent_since = engine.cycles
    while engine.cycles < end:
        engine.step(_STEP)
        if not engine.uart_tx:
            text.append(_receive(engine))
            if show is not None:
                show(text[-1])
            silent_since = engine.cycles
        elif engine.cycles - silent_since > _SILENCE:
            if engine.read(address("mailbox", "COMMAND"), 1) == [0]:
                return bytes(text), outcome(engine)
            silent_since = engine.cycles
    raise TimeoutError(f"the program has not ended after {timeout_cycles} cycles")


def _receive(engine):
    """Return the byte whose start bit has begun at most ``_STEP`` cycles ago."""
    engine.step(DIVISOR // 2 - _STEP // 2)
    byte = 0
    for bit in range(8):
        engine.step(DIVISOR)
        byte |= engine.uart_tx << bit
    engine.step(DIVISOR)
    return byte
