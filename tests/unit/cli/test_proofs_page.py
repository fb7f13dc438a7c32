"""The page about proofs is about the checks as they are."""

from dataclasses import replace

import pytest

from cli.pages.all import PROOFS
from cli.pages.proofs import faults_listed, page, rows_listed
from formal.checks import CHECKS
from formal.prover import Outcome, tasks


def outcomes(checks=CHECKS):
    return [Outcome(check, fault, fault is None, (), 7 if fault else None, 12.5)
            for check, fault in tasks(checks)]


def listed(text):
    return rows_listed(text), faults_listed(text)


def test_page_is_about_the_checks_as_they_are():
    assert listed(PROOFS.read_text(encoding="utf-8")) == listed(page(outcomes(), "tools"))


def test_page():
    text = page(outcomes(), "Yosys 1, Yices 2")
    rows, faults = listed(text)
    assert [(name, mode, depth) for name, mode, depth, _ in rows] == [
        (check.name, check.mode.value, check.depth) for check in CHECKS]
    assert len(faults) == sum(len(check.faults) for check in CHECKS)
    assert f"All of {len(rows)} checks hold; all of {len(faults)} faults are found." in text
    assert "Tools: Yosys 1, Yices 2, from PyPI." in text
    assert "| < 30 s |" in text


def test_page_is_not_made_of_failures():
    check = CHECKS[0]
    failed = Outcome(check, None, False, ("formal/x.py:1",), 4, 1.0)
    with pytest.raises(ValueError, match=f"{check.name}: fails in cycle 4"):
        page([failed], "tools")
    unseen = Outcome(check, replace(check.faults[0], what="a leak"), True, (), None, 1.0)
    with pytest.raises(ValueError, match="with the fault 'a leak': NOT FOUND"):
        page([unseen], "tools")
