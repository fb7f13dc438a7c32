"""Synthesis of a small design: what comes out is what was put in."""

import gc
import warnings

import pytest
from amaranth.hdl import Module, Signal, UnusedElaboratable
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from boards.recipes import script
from boards.synth import Synthesis, row, syntheses
from boards.units import CONFIGURATIONS, UNITS, label
from hdl import rvfi


class Accumulator(wiring.Component):
    """An adder with its register, a small memory and a large one."""

    i: In(16)
    o: Out(16)
    small: Out(16)
    large: Out(16)
    rvfi: Out(rvfi.Signature())

    def elaborate(self, platform):
        m = Module()
        m.submodules.sum = summed = Sum()
        m.d.comb += [summed.i.eq(self.i), self.o.eq(summed.o)]
        for name, depth, domain in (("small", 16, "comb"), ("large", 2048, "sync")):
            m.submodules[name] = memory = Memory(shape=16, depth=depth, init=[])
            write = memory.write_port()
            read = memory.read_port(domain=domain)
            m.d.comb += [write.en.eq(1), write.addr.eq(self.i), write.data.eq(self.o),
                         read.addr.eq(self.i[4:]), getattr(self, name).eq(read.data)]
        # Only the retirement port sees these.
        hidden = Signal(64)
        m.d.sync += hidden.eq(hidden + self.i)
        m.d.comb += self.rvfi.order.eq(hidden)
        return m


class Sum(wiring.Component):
    """A register to which a number is added."""

    i: In(16)
    o: Out(16)

    def elaborate(self, platform):
        m = Module()
        m.d.sync += self.o.eq(self.o + self.i)
        return m


@pytest.fixture
def synthesis():
    return Synthesis.of(Accumulator())


def test_cells_are_counted(synthesis):
    figures = synthesis.utilization()
    assert (figures.ff, figures.carry, figures.bram, figures.dsp) == (16, 4, 1, 0)
    # 16 tables at the carry chain; 16 x 16 bits take three cells of four tables, six bits each.
    assert (figures.lut, figures.lutram, figures.sites) == (16 + 12, 12, 16 + 12)


def test_modules_are_kept_apart(synthesis):
    modules = synthesis.modules()
    assert modules["all"] == synthesis.utilization()
    assert (modules["sum"].ff, modules["sum"].lut, modules["sum"].carry) == (16, 16, 4)
    assert modules.keys() == {"all", "sum"}


def test_row(synthesis):
    made = row("mine", synthesis)
    assert made["config"] == "mine"
    assert made["ff"] == 16
    assert made["modules"]["sum"]["ff"] == 16
    assert made["digest"] == synthesis.digest


def test_digest_depends_on_design_and_family(synthesis):
    digests = {synthesis.digest, Synthesis.of(Sum()).digest,
               Synthesis.of(Accumulator(), family="ecp5").digest}
    assert len(digests) == 3
    assert Synthesis.of(Accumulator()).digest == synthesis.digest


def test_ecp5():
    figures = Synthesis.of(Sum(), family="ecp5").utilization()
    assert (figures.ff, figures.carry, figures.lut, figures.sites) == (16, 8, 16, None)
    figures = Synthesis.of(Accumulator(), family="ecp5").utilization()
    assert (figures.bram, figures.lutram) == (2, 16)


def test_family_must_be_known():
    with pytest.raises(ValueError, match="xc7, ecp5, not 'ice40'"):
        script("ice40", "top")


def test_every_configuration_has_a_name_of_its_own():
    assert CONFIGURATIONS.keys() == UNITS.keys()
    for unit, configurations in CONFIGURATIONS.items():
        assert len({label(unit, parameters) for parameters in configurations}) == len(
            configurations)
    assert label("core", {"m": True, "zbb": True}) == "rv32im_zbb"
    assert label("core", {"c": True, "register_file": "flip-flops"}) == (
        "rv32ic register_file=flip-flops")
    assert label("soc", {}) == "compact"
    assert label("soc", {"preset": "fast", "clock_hz": 5}) == "fast clock_hz=5"
    assert label("coprocessor", {"rounds_per_cycle": 2}) == "rounds_per_cycle=2"
    assert label("coprocessor", {"queue_depth": 2}) == "compact queue_depth=2"


def test_parameters_must_be_supported():
    with pytest.raises(ValueError, match="id_width"):
        syntheses("core", ({"id_width": 1},))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnusedElaboratable)
        gc.collect()
