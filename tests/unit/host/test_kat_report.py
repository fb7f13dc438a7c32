"""Checking cases and counting them, without hardware."""

import json
from dataclasses import replace

import pytest

from sim.kat import Report, check
from sim.vectors import cases
from soc.memory_map import Command


@pytest.fixture(scope="module")
def sample():
    return cases("aead128")[200:260]


def test_right_answers_pass(sample, model_driver):
    seen = []
    report = check(sample, model_driver, "baseline", progress=seen.append)
    assert report.ok
    assert sum(seen) == report.total.total() == 60
    assert report.failures == []
    assert set(report.total) == {("aead128", case.kind, "baseline") for case in sample}


def test_wrong_answers_are_kept_in_full(sample, model_driver, system):
    right = system.serve

    def flip_tag(system):
        right(system)
        system.memory[system.served[-1]["TAG"]] ^= (system.served[-1]["COMMAND"]
                                                    == Command.AEAD128_ENCRYPT)
    system.serve = flip_tag
    report = check(sample, model_driver, "accelerated")
    assert not report.ok
    encryptions = [case for case in sample if case.kind == "encrypt"]
    assert report.passed["aead128", "encrypt", "accelerated"] == 0
    assert report.passed.total() == len(sample) - len(encryptions)
    failure = report.failures[0]
    assert failure.case == encryptions[0]
    data = json.loads(json.dumps(report.to_json()))
    assert data["passed"] is False
    assert data["failures"][0]["request"] == encryptions[0].request.to_json()
    assert data["failures"][0]["expected"]["tag"] == encryptions[0].expected.tag.hex()
    assert data["failures"][0]["answer"]["tag"] != encryptions[0].expected.tag.hex()
    assert {"member": "aead128", "kind": "encrypt", "mode": "accelerated",
            "total": len(encryptions), "passed": 0} in data["counts"]


def test_merged_reports_add_up(sample, model_driver):
    wrong = [replace(case, expected=replace(case.expected, status="other")) for case in sample]
    report = check(sample, model_driver, "baseline")
    report.merge(check(wrong, model_driver, "baseline"))
    report.merge(check(sample, model_driver, "accelerated"))
    assert report.total.total() == 180
    assert report.passed.total() == 120
    assert len(report.failures) == 60


def test_no_case_is_no_success():
    assert not Report().ok
