"""The Python on the integration page runs, and does what the page says."""

import re
from pathlib import Path

import pytest

from hdl.flat import flat_verilog
from sw.model.family import hash256
from tests.unit.ascon.bench import seeded, simulate

PAGE = Path(__file__).parents[3] / "docs/integration.md"


def example(number):
    page, names = PAGE.read_text(encoding="utf-8"), {}
    exec(re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)[number], names)
    return names


@pytest.mark.usefixtures("unused")
def test_core_and_coprocessor():
    from amaranth.back import rtlil
    assert "ascon" in rtlil.convert(example(0)["m"], ports=[])


def test_hash_without_a_core():
    names = example(1)
    dut = names["HashOfEightBytes"]()
    rng = seeded()

    async def testbench(ctx):
        for _ in range(2):
            message = rng.randbytes(8)
            ctx.set(dut.message, int.from_bytes(message, "little"))
            ctx.set(dut.start, 1)
            await ctx.tick()
            ctx.set(dut.start, 0)
            await ctx.tick().until(dut.done)
            assert ctx.get(dut.digest).to_bytes(32, "little") == hash256(message)

    simulate(dut, testbench, deadline_cycles=500)
    assert "HashOfEightBytes" in flat_verilog(names["HashOfEightBytes"](), "HashOfEightBytes")
