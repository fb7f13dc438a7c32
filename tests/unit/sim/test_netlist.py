"""Netlists as Verilog do what the design does, cell by cell; what is not described is refused."""

import ctypes
import json
import random
from pathlib import Path

import pytest
from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out
from amaranth.sim import Simulator

from boards.collisions import allow_collisions
from boards.recipes import script
from boards.yosys import run_yosys
from hdl.flat import flat_rtlil
from sim.build import compile_library
from sim.netlist import netlist_verilog
from soc.ram import Ram

HARNESS = Path(__file__).with_name("netlist_bench.cpp")
CYCLES = 3000


class Mixture(wiring.Component):
    """Tables, carries, registers with reset, set and enable, and memories of each kind."""

    i: In(32)
    o: Out(32)

    def elaborate(self, platform):
        m = Module()
        i, content = self.i, random.Random(1)
        total, counter = Signal(20, init=0x1_2345), Signal(7, init=5)
        m.d.sync += total.eq(total + i[:16] - counter)
        with m.If(i[30]):
            m.d.sync += counter.eq(counter + 1)
        with m.If(i[28:31] == 7):
            m.d.sync += [total.eq(0xf_0f0f), counter.eq(0)]

        small = Memory(shape=8, depth=16, init=[content.getrandbits(8) for _ in range(16)])
        m.submodules.small = small
        write, read = small.write_port(), small.read_port(domain="comb")
        m.d.comb += [write.en.eq(i[31]), write.addr.eq(i[:4]), write.data.eq(i[8:16]),
                     read.addr.eq(i[4:8])]

        m.submodules.large = large = Ram(size=4096, init=content.randbytes(4096))
        for port, address, enable in ((large.a, i[:10], i[20]), (large.b, i[10:20] ^ 1, i[24])):
            m.d.comb += [port.addr.eq(address << 2), port.req.eq(enable), port.we.eq(i[21]),
                         port.be.eq(i[4:8]), port.wdata.eq(i ^ (total << 8))]
        # What is read while it is written is anything.
        told = Signal(2)
        m.d.sync += told.eq(Mux(i[21], 0, i[20] | i[24] << 1))
        m.d.comb += self.o.eq(
            total ^ counter ^ read.data << 8
            ^ Mux(told[0], large.a.rdata, 0) ^ Mux(told[1], large.b.rdata, 0))
        return m


def expected(inputs):
    dut, outputs = Mixture(), []

    async def bench(ctx):
        for value in inputs:
            ctx.set(dut.i, value)
            outputs.append(ctx.get(dut.o))
            await ctx.tick()

    simulator = Simulator(dut)
    simulator.add_clock(1e-8)
    simulator.add_testbench(bench)
    simulator.run()
    return outputs


def netlist(family):
    return run_yosys(script(family, "top"),
                     allow_collisions(flat_rtlil(Mixture(), "top")))


@pytest.mark.parametrize("family", ["xc7", "ecp5"])
def test_same_as_the_design(family):
    print("seed 7")
    rng = random.Random(7)
    inputs = [rng.getrandbits(32) for _ in range(CYCLES)]
    text = netlist(family)
    kinds = {cell["type"] for cell in json.loads(text)["modules"]["top"]["cells"].values()}
    assert kinds >= {
        "xc7": {"LUT6", "CARRY4", "FDRE", "RAMB36E1"},
        "ecp5": {"LUT4", "PFUMX", "CCU2C", "TRELLIS_FF", "TRELLIS_DPR16X4", "DP16KD"},
    }[family]
    path = compile_library(netlist_verilog(text, "top", "netlist", family), "netlist", HARNESS)
    outputs = (ctypes.c_uint32 * CYCLES)()
    ctypes.CDLL(str(path)).run((ctypes.c_uint32 * CYCLES)(*inputs), outputs, CYCLES)
    assert list(outputs) == expected(inputs)


def described(kind, family="xc7", **parameters):
    cells = {"a": {"type": kind, "parameters": parameters,
                   "connections": {"C": [2], "R": ["0"], "D": [3], "Q": [4]}}}
    ports = {"clk": {"direction": "input", "bits": [2]}}
    return netlist_verilog(json.dumps({"modules": {"t": {"ports": ports, "cells": cells}}}), "t",
                           "t", family)


def test_unknown_cells_are_refused():
    assert "always @(posedge clk)" in described("FDRE", INIT="1")
    with pytest.raises(ValueError, match="a is of the kind 'FDXE'"):
        described("FDXE")
    with pytest.raises(ValueError, match="family must be one of xc7, ecp5"):
        described("FDRE", family="ice40")
    with pytest.raises(ValueError, match="IS_C_INVERTED of a FDRE must be 0, not 1"):
        described("FDRE", IS_C_INVERTED="1")


def test_other_clocks_are_refused():
    cell = {"type": "FDRE", "parameters": {}, "connections": {"C": [9], "R": ["0"], "D": [3],
                                                              "Q": [4]}}
    ports = {"clk": {"direction": "input", "bits": [2]}}
    with pytest.raises(ValueError, match="n9"):
        netlist_verilog(json.dumps({"modules": {"t": {"ports": ports, "cells": {"a": cell}}}}),
                        "t", "t", "xc7")
