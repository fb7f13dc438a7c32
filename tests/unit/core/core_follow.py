"""Compares a run of the core with the model, record by record, interrupts included."""

#: Lines in the order of their priority.
LINES = (*range(31, 15, -1), 11, 3, 7)

#: A record in which an interrupt is due, and not taken in front of it, may be followed by two more:
#: what is in EX and WB when the line rises, and what waits for a response.
_LATE = 3


def first(lines):
    """Return the ``mcause`` of the first of the interrupts that are set."""
    return next((0x8000_0000 | line for line in LINES if lines >> line & 1), None)


def read_cause(record):
    """Return what an instruction reads from ``mcause``, None if it does not."""
    return record["rd_wdata"] if record["insn"] & ~0xf80 == 0x3420_2073 else None


def follow(result, model, *, where=""):
    """Let the model do what the core did; return the causes of all interrupts.

    The model is told when an interrupt is taken; that it may be, and that none is forgotten, is
    checked. One of the first four instructions of a handler must read ``mcause``; where the run
    ends before, the comparison does too.
    """
    causes = []
    previous = -1  # cycle of the record in front
    waited = due = 0
    for i, seen in enumerate(result.records):
        where_now = f"{where} record {i}, cycle {seen['cycle']}, pc {seen['pc_rdata']:#x}, " \
                    f"insn {seen['insn']:#010x}"
        # What was pending whenever it may have been taken; the handler needs four cycles.
        lines = result.irq[max(previous, 0):seen["cycle"] - 4]
        if seen["intr"] and not (model.in_handler and seen["pc_rdata"] == model.pc):
            read = [read_cause(record) for record in result.records[i:i + 4]]
            cause = next((value for value in read if value is not None), None)
            if cause is None:
                break
            if model.error:
                assert cause == model.error, where_now
            else:
                assert model.csrs.mie_bit, f"interrupt is not enabled: {where_now}"
                allowed = {first(now & model.csrs.values[0x304]) for now in lines}
                assert cause in allowed, f"{cause:#x} is not {allowed}: {where_now}"
            causes.append(cause)
            model.take(cause)
            waited = due = 0
        # What is in EX when a bus error arrives may still retire.
        waited += model.error is not None
        assert waited <= _LATE, f"interrupt for a bus error is late: {where_now}"
        always = model.csrs.enabled
        for now in result.irq[max(previous, 0):seen["cycle"]]:
            always &= now
        due = due + 1 if first(always) else 0
        assert due <= _LATE, f"interrupt is late: {where_now}"
        expected = model.step(seen)
        differences = {name: (hex(seen[name]), hex(value)) for name, value in expected.items()
                       if seen[name] != value}
        assert not differences, f"(core, model) {differences}: {where_now}"
        previous = seen["cycle"]
    return causes
