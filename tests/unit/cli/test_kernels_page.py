"""The page about small kernels: what it says, and that the committed one is of now."""

from dataclasses import replace

import pytest

from cli.bench import measured_kernels
from cli.pages import kernels
from cli.pages.all import KERNELS_PAGE
from sim.bench import Point

POINTS = [Point("mac", "mac", length, mode="accelerated", cycles=cycles, instructions=1,
                correct=True) for length, cycles in ((16, 60), (1024, 1000), (1536, 1512))]
ROUTINES = [{"member": "mac", "op": "mac", "mode": mode, "code": 1680, "shared": 0, "stack": 0}
            for mode in ("baseline", "accelerated")]


def test_page():
    small = [replace(point, cycles=2 * point.cycles) for point in POINTS]
    text = kernels.page({"fast": (POINTS, ROUTINES, 20_000), "small": (small, ROUTINES, 15_000)})
    assert "| Ascon-Mac | mac | 1,680 | 1,680 | 60 | 120 | 1.000 | 2.000 |" in text
    assert "20,000 (fast) or 15,000 (small) bytes" in text


@pytest.mark.parametrize(("points", "routines", "message"), [
    ([replace(POINTS[0], correct=False)], ROUTINES, "wrong output"),
    (POINTS, [ROUTINES[1] | {"stack": 16}], "mac needs 16 bytes of stack"),
])
def test_refuses(points, routines, message):
    with pytest.raises(ValueError, match=message):
        kernels.page(dict.fromkeys(("fast", "small"), (points, routines, 1)))


def test_committed_page_is_of_now():
    assert KERNELS_PAGE.read_text(encoding="utf-8") == kernels.page(measured_kernels()), (
        "run `ascon-xif docs`")
