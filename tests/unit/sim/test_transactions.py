"""The checker of the coprocessor's transactions: legal streams pass, every fault is found."""

import pytest

from hdl.isa import Operation, encode
from sim.events import Commit, Issue, Result
from sim.transactions import TransactionChecker, TransactionError
from sw.model.coprocessor import CoprocessorModel

INIT = encode(Operation.INIT, index=1, rounds=12, rs1=1, rs2=2)
READ = encode(Operation.READ, index=3, rd=5, rs1=1)
FOREIGN = 0x0000_200f


def issue(cycle, id_, instr, *, accept=True, writeback=None, rs1=7, rs2=9):
    if writeback is None:
        writeback = accept and instr == READ
    return Issue(cycle, id_, instr, rs1, rs2, accept, writeback)


@pytest.fixture
def value():
    """Return what READ gives after INIT."""
    model = CoprocessorModel()
    model.execute(INIT, 7, 9)
    return model.execute(READ, 7, 9)


def check(*events):
    checker = TransactionChecker()
    for event in events:
        checker.check(event)
    return checker


def test_legal_stream(value):
    checker = check(issue(1, 0, INIT), Commit(2, 0, False), issue(2, 1, READ), Commit(3, 1, False),
                    Result(3, 0, 0, 0, False), Result(4, 1, value, 5, True))
    assert checker.idle
    assert checker.executed == 2


def test_commit_in_the_cycle_of_the_issue_and_late_result(value):
    checker = check(issue(1, 0, INIT), Commit(1, 0, False), issue(1, 1, READ), Commit(9, 1, False))
    assert not checker.idle
    checker.check(Result(20, 0, 0, 31, False))
    checker.check(Result(21, 1, value, 5, True))
    assert checker.idle


def test_killed_and_refused_instructions_have_no_effect(value):
    checker = check(issue(1, 0, INIT), Commit(2, 0, False), issue(2, 1, INIT, rs1=1),
                    Commit(3, 1, True), issue(3, 2, FOREIGN, accept=False), Commit(4, 2, True),
                    issue(4, 3, READ), Result(4, 0, 0, 0, False), Commit(5, 3, False),
                    Result(6, 3, value, 5, True))
    assert checker.idle
    assert checker.executed == 2


def test_reused_id_forgets_the_old_instruction(value):
    check(issue(1, 0, INIT), Commit(2, 0, False), issue(2, 1, INIT, rs1=1), issue(5, 1, READ),
          Commit(6, 1, False), Result(6, 0, 0, 0, False), Result(7, 1, value, 5, True))


def test_kill_of_an_unknown_id_is_ignored():
    assert check(Commit(1, 3, True)).executed == 0


def test_reset_forgets():
    checker = check(issue(1, 0, INIT), Commit(2, 0, False))
    checker.reset()
    assert checker.idle
    assert checker.model.state == [0] * 5
    with pytest.raises(TransactionError, match="no instruction waits"):
        checker.check(Result(3, 0, 0, 0, False))


@pytest.mark.parametrize(("last", "message"), [
    (issue(9, 4, FOREIGN), "accept=False"),
    (issue(9, 4, READ, accept=False, writeback=False), "accept=True"),
    (issue(9, 4, READ, writeback=False), "writeback=True"),
    (issue(9, 4, INIT, writeback=True), "writeback=False"),
    (Commit(9, 4, False), "no accepted instruction has this id"),
    (Result(9, 2, 1, 5, True), "model    Result"),
    (Result(9, 0, None, 5, True), "model    Result"),
    (Result(9, 1, None, 6, True), "model    Result"),
    (Result(9, 1, None, 5, False), "model    Result"),
    (Result(3, 1, None, 5, True), "committed only in cycle 3"),
])
def test_faults(value, last, message):
    if isinstance(last, Result) and last.data is None:
        last = last._replace(data=value)
    checker = check(issue(1, 0, INIT), Commit(2, 0, False), issue(2, 1, READ),
                    Result(3, 0, 0, 0, False), Commit(3, 1, False))
    with pytest.raises(TransactionError, match=message):
        checker.check(last)


def test_result_of_a_killed_instruction():
    checker = check(issue(1, 0, READ), Commit(2, 0, True))
    with pytest.raises(TransactionError, match="no instruction waits"):
        checker.check(Result(3, 0, 0, 5, True))


def test_commit_of_a_refused_instruction():
    checker = check(issue(1, 0, FOREIGN, accept=False))
    with pytest.raises(TransactionError, match="no accepted instruction"):
        checker.check(Commit(2, 0, False))
