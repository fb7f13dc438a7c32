"""The static proof of constant time: of everything, and that it finds faults put into routines."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import sw
from sim.audit.report import audit_firmware, audit_library, describe
from sim.audit.routines import CONTEXTS, firmware_routines, library_image, library_routines
from sw.clang import Toolchain
from sw.image import SOURCES, build
from sw.request import MODES, SUFFIXES

C = Path(sw.__file__).with_name("c")


def spelled(image, results):
    return [describe(image, finding) for result in results for finding in result.findings]


def verdicts(results):
    return Counter(verdict for result in results for verdict in result.verdicts)


@pytest.fixture(scope="module")
def firmware_audit(image):
    return audit_firmware(image)


def test_firmware(image, firmware_audit):
    assert spelled(image, firmware_audit) == []
    assert all(result.ok for result in firmware_audit)
    assert {result.routine for result in firmware_audit if result.mode} == {
        f"ascon_{name}" for name in (
            "aead128_encrypt", "aead128_decrypt", "aead128_encrypt_options",
            "aead128_decrypt_options", "hash256", "xof128", "cxof128", "mac", "prf", "prfshort")}


def test_every_instruction_of_the_firmware_was_followed(image, firmware_audit):
    """What serves the host, the files start.S and dispatch.S, is none of it: it has no secrets."""
    labels = {name: at for name, at in image.symbols.items() if re.match("_start$|ascon_", name)}
    host = {labels.pop(name) for name in ("_start", "ascon_serve", "ascon_abort")}
    starts = sorted({*labels.values(), *host})
    reached = set().union(*(result.reached for result in firmware_audit))
    left = [at for at in range(0, len(image.imem), 4)
            if at not in reached and max(start for start in starts if start <= at) not in host]
    assert [hex(at) for at in left] == []


def test_verdicts_of_the_firmware(image, firmware_audit):
    """Each decryption has one place where something becomes public, other routines have none."""
    found = {(result.routine, result.mode): result.verdicts for result in firmware_audit
             if result.verdicts}
    assert found == {
        ("ascon_aead128_decrypt", "baseline"): ("decrypt_baseline",),
        ("ascon_aead128_decrypt", "accelerated"): ("decrypt_accelerated",),
        ("ascon_aead128_decrypt", "whole"): ("decrypt_whole",),
        ("ascon_aead128_decrypt_options", "baseline"): ("options_baseline",),
        ("ascon_aead128_decrypt_options", "accelerated"): ("options_accelerated",),
        ("ascon_aead128_decrypt_options", "whole"): ("options_whole",)}


def check_library(image, modes):
    results = audit_library(image, modes)
    assert spelled(image, results) == []
    assert all(result.ok for result in results)
    assert len(results) == len(modes) * len(library_routines())
    # Verdicts are of what opens and verifies.
    for result in results:
        opens = re.search("decrypt$|verify|_final_unverified|decrypt_final", result.routine)
        assert bool(result.verdicts) == (bool(opens) and "update" not in result.routine), result
    return results


def test_library():
    image = library_image()
    results = check_library(image, MODES)
    assert verdicts(results)["compare"] == 10
    only = {mode: {at for result in results if result.mode == mode for at in result.reached}
            for mode in MODES}
    assert len(only["baseline"] - only["accelerated"]) > 1344
    assert len(only["accelerated"] - only["baseline"]) > 500


@pytest.mark.full
@pytest.mark.parametrize(("mode", "permutation"), [
    ("baseline", "unrolled"), ("baseline", "rolled"), ("accelerated", "unrolled")])
def test_library_of_one_variant(mode, permutation):
    check_library(library_image(mode, permutation=permutation), (mode,))


def test_firmware_with_the_rolled_permutation(firmware_audit):
    image = build(permutation="rolled")
    results = audit_firmware(image)
    assert spelled(image, results) == []
    assert all(result.ok for result in results)
    # Another permutation it was.
    assert sum(len(result.reached) for result in results if result.mode == "baseline") < sum(
        len(result.reached) for result in firmware_audit if result.mode == "baseline") / 2


def test_context_layouts(tmp_path):
    """The public bytes of contexts are where the compiler puts these fields."""
    fields = {"ascon_xif_prfshort_context": ("length", "phase"),
              "ascon_xif_aead128_context": ("sponge.position", "sponge.phase", "verified")}
    lines = ['#include "ascon_xif.h"']
    for name, context in CONTEXTS.items():
        places = []
        for field in fields.get(name, ("sponge.position", "sponge.phase")):
            places.append(f"__builtin_offsetof({name}, {field})")
            lines.append(f"_Static_assert(sizeof((({name} *)0)->{field}) == "
                         f'{4 if field == "verified" else 1}, "size");')
        public = [at for at in context.public if at - 1 not in context.public or at == 41
                  or at == 33]
        lines += [f'_Static_assert({place} == {at}, "{name}");'
                  for place, at in zip(places, public, strict=True)]
        lines.append(f'_Static_assert({places[1]} == {context.phase}, "{name}");')
    source = tmp_path / "layout.c"
    source.write_text("\n".join(lines) + "\n")
    Toolchain(tmp_path, includes=[C]).compile([source])


def test_phases_are_all_that_there_are():
    """Contexts are followed in each phase that the sources know."""
    aead, = re.findall(r"enum \{ (START = 1.*?) \}", (C / "aead128_context.c").read_text())
    assert CONTEXTS["ascon_xif_aead128_context"].phases == len(aead.split(",")) + 1
    assert "ABSORBING = 1, SQUEEZING = 2 }" in (C / "sponge.h").read_text()
    assert "COLLECTING = 1 }" in (C / "prfshort.c").read_text()


#: Faults: file, what is replaced, by what, routine, what is found there.
FAULTS = (
    # No permutation behind a block that makes the first word of the state 0.
    ("hash_baseline.S", "  xor   s0, s0, t0\n  xor   s1, s1, t1\n",
     "  xor   s0, s0, t0\n  xor   s1, s1, t1\n  beqz  s0, absorb_next\n",
     "ascon_hash256", "baseline", "branch"),
    # A table lookup by a byte of the key.
    ("prfshort_baseline.S", "  lw    s2, 0(a7)\n",
     "  lbu   t1, 0(a7)\n  add   t1, t1, a7\n  lbu   s2, 0(t1)\n",
     "ascon_prfshort", "baseline", "address"),
    # The tag's first word is compared in front of the others.
    ("aead128_accelerated.S", "  or    t3, t3, t4\n",
     "  bnez  t3, forged\n  or    t3, t3, t4\n",
     "ascon_aead128_decrypt", "accelerated", "branch"),
    # A result that tells more than a verdict.
    ("mac_accelerated.S", "  li    a0, 0\n", "  ascon.read a0, 8, x0\n",
     "ascon_mac", "accelerated", "result"),
    # A message whose last bytes are 0 takes fewer instructions.
    ("bytes.S", "  lbu   t5, 1(t2)\n", "  lbu   t5, 1(t2)\n  beqz  t5, 1f\n",
     "ascon_aead128_encrypt", "baseline", "branch"),
    # A branch by the last word of the hash in front of the return, in one variant only.
    ("hash256_whole.S", "#include", "#define ret beqz t1, 1f; 1: ret\n#include",
     "ascon_hash256", "whole", "branch"),
)


def test_faults_are_found(tmp_path, firmware_audit):
    """Faults in some of the routines: found in these, and nowhere else."""
    for name, before, after, *_ in FAULTS:
        text = (SOURCES / name).read_text()
        assert before in text, (name, before)
        (tmp_path / name).write_text(text.replace(before, after))
    sources = [tmp_path / source.name if (tmp_path / source.name).exists() else source
               for source in SOURCES.glob("*.S")]
    image = build(sources=sources)
    results = {(result.routine, result.mode): result for result in audit_firmware(image)}
    for *_, routine, mode, reason in FAULTS:
        result = results[routine, mode]
        assert not result.ok
        assert any(reason in finding.reason for finding in result.findings), spelled(image,
                                                                                   [result])
    for routine, mode in (("ascon_hash256", "accelerated"), ("ascon_prfshort", "accelerated"),
                          ("ascon_aead128_encrypt", "accelerated"), ("ascon_prf", "accelerated")):
        assert results[routine, mode].ok


def test_a_declared_verdict_is_needed(image):
    """Without the labels, decryption is not constant time: its status is made of a secret."""
    others = {name: at for name, at in image.symbols.items() if "verdict" not in name}
    wrong = {(result.routine, result.mode)
             for result in audit_firmware(replace(image, symbols=others)) if not result.ok}
    assert wrong == {(f"ascon_aead128_decrypt{options}", suffix)
                     for options in ("", "_options") for suffix in SUFFIXES}


def test_every_routine_of_the_header_is_in_the_image(image):
    assert len(firmware_routines()) == 31
    assert all(routine.name in image.symbols for routine in firmware_routines())
