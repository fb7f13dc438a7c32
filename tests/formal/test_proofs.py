"""Every check holds, and fails with each fault that it must find."""

import pytest

from formal.checks import CHECKS
from formal.prover import prove


def tasks():
    for check in CHECKS:
        marks = () if check.quick else (pytest.mark.full,)
        yield pytest.param(check, None, id=check.name, marks=marks)
        for fault in check.faults:
            yield pytest.param(check, fault, id=f"{check.name}: {fault.what}", marks=marks)


@pytest.mark.parametrize(("check", "fault"), [*tasks()])
def test_check(check, fault):
    outcome = prove(check, fault)
    assert outcome.right, f"{outcome.verdict}: {', '.join(outcome.failed)}"
