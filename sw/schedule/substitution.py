"""Emits the substitution layer: a circuit, once for each half, in registers."""

from sw.schedule.code import Instruction

__all__ = ["substitution_layer"]

_NAMES = {"^": "xor", "&": "and", "|": "or", "&~": "andn", "|~": "orn", "^~": "xnor"}


def substitution_layer(circuit, places, pool):
    """Return one half of the substitution layer.

    Parameters
    ----------
    circuit : :class:`sw.schedule.circuits.Circuit`
        What to compute.
    places : sequence of five :class:`str`
        Registers of the half of each lane; they are overwritten.
    pool : :class:`sw.schedule.registers.Pool`
        Free registers; on return those that are free then.

    Returns
    -------
    code : :class:`list` of :class:`sw.schedule.code.Instruction`
        The instructions.
    places : :class:`tuple` of five :class:`str`
        Where they leave the half of each lane: some of ``places``, some of the pool.
    """
    where = {f"x{lane}": register for lane, register in enumerate(places)}
    operations = circuit.operations
    last = {name: number for number, operation in enumerate(operations)
            for name in operation.operands}
    code = []
    for number, operation in enumerate(operations):
        sources = [where[name] for name in operation.operands]
        dead = [name for name in operation.operands if last[name] == number]
        target = where[dead[0]] if dead else pool.take()
        for name in dead[1:]:
            pool.give(where[name])
        for name in dead:
            del where[name]
        where[operation.result] = target
        if operation.operator == "~":
            code.append(Instruction("xori", target, *sources, -1))
        else:
            code.append(Instruction(_NAMES[operation.operator], target, *sources))
    for name in set(where) - {f"y{lane}" for lane in range(5)}:
        pool.give(where[name])
    return code, tuple(where[f"y{lane}"] for lane in range(5))
