"""Generated pages: they are what their tables say, and the committed ones are not stale."""

import re
from dataclasses import replace

import pytest

from cli.pages import isa, memory_map, results, targets
from cli.pages.all import README, tables
from cli.pages.markdown import table
from hdl.isa import INSTRUCTIONS, IV
from sim.bench import Point
from sim.targets import TARGETS, Target
from soc.memory_map import BLOCKS, REGIONS


@pytest.mark.parametrize("path", tables(), ids=lambda path: path.name)
def test_committed_page_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == tables()[path], "run `ascon-xif docs`"


def test_table_escapes_bars():
    assert table(("a", "b"), [(1, "x | y")], align="right").splitlines() == [
        "| a | b |", "|---:|---:|", r"| 1 | x \| y |"]


def test_isa_has_every_instruction_and_iv():
    page = isa.page()
    assert re.findall(r"^### ascon\.(\w+)$", page, re.M) == [row.mnemonic for row in INSTRUCTIONS]
    for value in IV.values():
        assert f"{value:#018x}" in page


def test_isa_bits_cover_the_word_once():
    for section in isa.page().split("### ascon.")[1:]:
        spans = re.findall(r"^\| (\d+)(?::(\d+))? \| ", section, re.M)
        covered = [bit for high, low in spans for bit in range(int(low or high), int(high) + 1)]
        assert sorted(covered) == list(range(32)), section.splitlines()[0]


def test_isa_example_word_by_hand():
    # rounds 2 (twelve), index 1, rs1 = a1, funct3 2, rd = a0, custom-0.
    word = 2 << 30 | 1 << 25 | 11 << 15 | 2 << 12 | 10 << 7 | 0x0b
    assert f"| `ascon.encrypt a0, 1, a1, rounds=12` | `{word:#010x}` |" in isa.page()


def test_memory_map_has_every_region_and_register():
    page = memory_map.page()
    for region in REGIONS.values():
        assert f"| {region.name} | `{region.base:#010x}` |" in page
    for block in BLOCKS.values():
        for register in block.registers:
            address = REGIONS[block.name].base + register.offset
            assert f"| `{address:#010x}` | `{register.name}` |" in page


LENGTHS = ((0, 0), (16, 0), (64, 0), (64, 1), (1024, 0))


def points(correct=True):
    return [Point(member, op, length, ad, output, mode=mode, cycles=cycles, instructions=7,
                  correct=correct)
            for member, op, output in (("aead128", "encrypt", 0), ("aead128", "decrypt", 0),
                                       ("xof128", "hash", 32))
            for length, ad in LENGTHS if member == "aead128" or not ad
            for mode, cycles in (("baseline", 4096 + length + ad), ("accelerated", 256))]


ROUTINES = [{"member": "prf", "op": "mac", "mode": "baseline", "code": 6100, "shared": 5380,
             "stack": 48}]


def test_results_in_the_readme():
    text = results.region(points())
    assert ("| Ascon-AEAD128, encrypt | 4,112 | 256 | **16.1** | 5.00 | 0.25 | **20.0** |"
            in text)
    assert "| Ascon-XOF128 | 4,112 | 256 |" in text
    assert text.count("\n| Ascon-") == 3
    assert "16 to 20" in text


def presets(**changed):
    """Return points of both presets, the second three times as fast; TARGETS need more shapes."""
    fast = [replace(point, cycles=point.cycles // 3) if point.mode == "accelerated" else point
            for point in points()]
    return {"compact": points(), "fast": fast} | changed


@pytest.fixture
def target(monkeypatch):
    """Put one target into the place of all, which the made-up points have something for."""
    monkeypatch.setattr(targets, "TARGETS", [Target(
        "AEAD128, 64 bytes", lambda points: max(
            point.cycles for point in points
            if (point.mode, point.message, point.ad) == ("accelerated", 64, 0)),
        {"compact": 300, "fast": 84}, peer="a peer")])


@pytest.mark.usefixtures("target")
def test_results_page():
    text = results.page(presets(), ROUTINES)
    assert "* **fast**: " in text
    assert "| AEAD128, 64 bytes | ≤ 300 | 256 | ≤ 84 | 85, missed | a peer |" in text
    assert "| Ascon-Prf | mac | baseline | 6,100 | 5,380 | 48 |" in text
    encrypt, decrypt = text.split("## Ascon-AEAD128, ")[1:]
    assert ("| 64 | 1 | 4,161 | 7 | 64.02 | 7 | 256 | 3.94 | **16.3** | 85 | 1.31 | **49.0** |"
            in encrypt)
    assert encrypt.count("**") == 20
    decrypt, xof = decrypt.split("## Ascon-XOF128")
    assert decrypt.count("**") == 20
    assert ("| 0 | 32 | 4,096 | 7 | 128.00 | 7 | 256 | 8.00 | **16.0** | 85 | 2.66 | **48.2** |"
            in xof)


@pytest.mark.usefixtures("target")
def test_slopes_of_presets():
    long = [Point("mac", "mac", length, mode=mode, cycles=cycles, instructions=1, correct=True)
            for length, mode, cycles in ((1024, "baseline", 9000), (1024, "accelerated", 512),
                                         (1536, "baseline", 14120), (1536, "accelerated", 768))]
    text = results.page({preset: points() + long for preset in ("compact", "fast")}, ROUTINES)
    assert ("| Ascon-Mac | mac | message | 10.000 | 0.500 | **20.0** | 0.500 | **20.0** |"
            in text)


@pytest.mark.usefixtures("target")
def test_the_baseline_is_the_same_with_each_preset():
    other = [replace(point, cycles=point.cycles + 1) for point in points()]
    with pytest.raises(ValueError, match="the baseline is another with preset fast"):
        results.page(presets(fast=other), ROUTINES)


@pytest.mark.parametrize("render", [
    results.region, lambda points: results.page({"compact": points}, ROUTINES)])
def test_wrong_results_are_not_published(render):
    with pytest.raises(ValueError, match="14 measurements gave a wrong output"):
        render(points(correct=False))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_targets_and_budgets(target):
    assert target.limits.keys() >= target.budgets.keys()
    for preset, limit in target.limits.items():
        assert target.met(preset, limit)
        assert target.held(preset, limit)
        worse = limit - 0.01 if target.least else limit + 0.01
        assert not target.met(preset, worse)
        # A budget is there because the target is missed.
        if preset in target.budgets:
            assert target.held(preset, target.budgets[preset])
            assert not target.met(preset, target.budgets[preset])
        else:
            assert not target.held(preset, worse)


def test_insert_replaces_what_is_between_the_markers():
    document = f"a\n{results.BEGIN}\nold\n{results.END}\nz\n"
    new = results.insert(document, "new\n")
    assert new == f"a\n{results.BEGIN}\nnew\n{results.END}\nz\n"
    assert results.insert(new, "new\n") == new


@pytest.mark.parametrize("document", [
    "no markers", results.BEGIN, f"{results.END}{results.BEGIN}", 2 * results.BEGIN + results.END])
def test_insert_refuses_other_documents(document):
    with pytest.raises(ValueError, match="results:"):
        results.insert(document, "")


def test_readme_has_the_two_commands_and_markers():
    text = README.read_text(encoding="utf-8")
    assert "\n./ascon-xif demo\n./ascon-xif test\n" in text
    assert results.insert(text, "x")
