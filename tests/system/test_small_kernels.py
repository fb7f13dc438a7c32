"""The accelerated routines for small memories: the same answers, in less code."""

import random

import pytest
from test_firmware_iss import alignments, check, decryption, encryption, flipped

from sim.audit.report import audit_firmware
from sim.bench import MEMBERS as MEASURED
from sim.bench_report import routines
from sim.expect import expected_answer
from sim.iss import Iss
from sim.kat_engine import run_kat
from sim.program import run_on_iss
from sim.vectors import MEMBERS, cases
from soc.features import Features
from sw.driver import Driver
from sw.image import KERNELS, build
from sw.library import build_library
from sw.program import EXAMPLE, build_program
from sw.request import TAG_MISMATCH, Request

MODE = "accelerated"


@pytest.fixture(scope="module")
def small():
    return build(kernels="small")


@pytest.fixture(scope="module")
def driver(small):
    driver = Driver(Iss(small))
    driver.load(small)
    return driver


@pytest.mark.parametrize("length", range(0, 49, 4))
def test_lengths(driver, length):
    """Every length of a message to 51 and a spread of lengths of associated data, anywhere."""
    rng = random.Random(length)
    for message in range(length, length + 4):
        for ad in {*range(message % 5, 37, 5), 0, 16, 32}:
            encrypt = encryption(rng, message, ad)
            decrypt = decryption(encrypt)
            options = {"alignment": alignments(rng), "in_place": rng.random() < 0.5}
            check(driver, encrypt, MODE, **options)
            check(driver, decrypt, MODE, **options)
            # A wrong tag leaves no plaintext; the driver sees to it.
            forged = check(driver, flipped(decrypt, "tag", rng), MODE, **options)
            assert forged.status == TAG_MISMATCH


def test_coprocessor_for_whole_words_only(small):
    driver = Driver(Iss(small, features=Features(last=False, big_endian=False)))
    driver.load(small)
    rng = random.Random(3)
    for length in range(18):
        encrypt = encryption(rng, length, (7 * length + 3) % 37)
        check(driver, encrypt, MODE)
        check(driver, decryption(encrypt), MODE)


@pytest.mark.parametrize("length", [112, 127, 128, 129, 133, 256, 300, 2001])
def test_forgeries_of_long_messages(driver, length):
    """What is wiped begins where the output begins, however far the loop has run on."""
    rng = random.Random(length)
    decrypt = decryption(encryption(rng, length, length % 40))
    check(driver, decrypt, MODE)
    assert check(driver, flipped(decrypt, "message", rng), MODE).status == TAG_MISMATCH


@pytest.mark.parametrize("member", ["hash256", "xof128", "cxof128", "mac", "prf", "prfshort"])
def test_other_members(driver, member):
    rng = random.Random(member)
    for length in range(17) if member == "prfshort" else (*range(72), 1000):
        inputs = {"message": rng.randbytes(length)}
        if member in ("mac", "prf", "prfshort"):
            inputs["key"] = rng.randbytes(16)
        if member in ("xof128", "cxof128", "prf"):
            inputs["output"] = 1 + length % 67
        if member == "prfshort":
            inputs["output"] = length % 17
        if member == "cxof128":
            inputs["customization"] = rng.randbytes(length % 41)
        request = Request(member, *MEASURED[member], **inputs)
        found, expected = driver.run(request, MODE, alignment=alignments(rng)), expected_answer(
            request)
        assert (found.status, found.output) == (expected.status, expected.output), request


def test_vectors(small):
    """Of every member, on the hardware; 97 is prime."""
    some = [case for member in MEMBERS for case in cases(member)[::97]]
    report = run_kat(some, [MODE], small, jobs=1)
    assert report.ok, report.failures[0].to_json()


@pytest.mark.full
def test_all_vectors(small):
    for member in MEMBERS:
        report = run_kat(cases(member), [MODE], small)
        assert report.ok, report.failures[0].to_json()


def test_small_code(small):
    fast = {(row["member"], row["op"]): row for row in routines(build()) if row["mode"] == MODE}
    for row in routines(small):
        if row["mode"] == MODE:
            assert row["code"] <= fast[row["member"], row["op"]]["code"]
            assert row["stack"] == 0
            if row["member"] == "aead128":
                assert row["code"] < 900


def test_constant_time_and_nothing_left(small):
    results = audit_firmware(small)
    assert results
    assert all(result.ok for result in results), [result for result in results if not result.ok]


def test_library(tmp_path):
    sizes = [build_library(tmp_path / kind, variant=MODE, kernels=kind).archive.stat().st_size
             for kind in KERNELS]
    assert sizes[1] < sizes[0]
    image = build_program([EXAMPLE], variant=MODE, kernels="small")
    text, outcome = run_on_iss(Iss(), image, accelerated=True)
    assert outcome.status == 0, text


@pytest.mark.parametrize("make", [build, lambda **options: build_library("never", **options)])
def test_kernels_must_be_known(make):
    with pytest.raises(ValueError, match=r"kernels must be one of \('fast', 'small'\), not 'tiny'"):
        make(kernels="tiny")
