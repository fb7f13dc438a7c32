"""Pairs are legal, keep the function, and there are as many as there can be."""

import itertools
import json

import pytest
from netlists import Builder, random_netlist

from boards.netlist import Netlist
from boards.pairing import pair


def assignments(nets):
    for bits in itertools.product((0, 1), repeat=len(nets)):
        yield dict(zip(nets, bits, strict=True)) | {"0": 0, "1": 1}


def at_o6_only(netlist):
    """Return the tables that need O6 and the pins to which a net is passed on, by hand."""
    outputs = {lut.output: name for name, lut in netlist.luts.items()}
    direct, passed = set(), {}
    for cell, pin, net in netlist.o6_loads():
        name = outputs.get(net)
        if name is not None and name not in direct:
            direct.add(name)
        elif isinstance(net, int):
            passed[f"{cell}.{pin}"] = net
    return direct, passed


def check_legal(netlist, pairing):
    direct, passed = at_o6_only(netlist)
    names = [name for site in pairing.sites for name in (site.o6, site.o5) if name is not None]
    assert sorted(names) == sorted([*netlist.luts, *passed])
    for site in pairing.sites:
        assert len(set(site.inputs)) == len(site.inputs) <= (6 if site.o5 is None else 5)
        assert site.o5 not in direct | passed.keys()


def check_function(netlist, pairing):
    """Look each output up in the site's 64 bits, as the device does."""
    _, passed = at_o6_only(netlist)
    for site in pairing.sites:
        for values in assignments(site.inputs):
            row = sum(values[net] << k for k, net in enumerate(site.inputs))
            o5 = site.init >> row & 1
            o6 = site.init >> (row | 32 * (site.o5 is not None)) & 1
            expected = (values[passed[site.o6]] if site.o6 in passed
                        else netlist.luts[site.o6].value(values))
            assert o6 == expected
            if site.o5 is not None:
                assert o5 == netlist.luts[site.o5].value(values)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("carries", [0, 3])
def test_pairs_are_legal_and_keep_the_function(seed, carries):
    netlist = Netlist(random_netlist(seed, tables=40, inputs=8, carries=carries), "top")
    pairing = pair(netlist)
    check_legal(netlist, pairing)
    check_function(netlist, pairing)
    assert len(pairing.pairs) >= 5


def most_pairs(netlist):
    """Try all ways to pair up."""
    direct, passed = at_o6_only(netlist)
    tables = [({*lut.inputs}, name in direct) for name, lut in netlist.luts.items()]
    tables += [({net}, True) for net in passed.values()]

    def of(left):
        if not left:
            return 0
        (inputs, only_o6), *rest = left
        best = of(rest)
        for k, (others, other_only_o6) in enumerate(rest):
            if len(inputs | others) <= 5 and not (only_o6 and other_only_o6):
                best = max(best, 1 + of(rest[:k] + rest[k + 1:]))
        return best

    return of([(inputs, only_o6) for inputs, only_o6 in tables if len(inputs) < 6])


@pytest.mark.parametrize("seed", range(60))
def test_there_are_as_many_pairs_as_there_can_be(seed):
    netlist = Netlist(random_netlist(seed, tables=8, inputs=10, carries=seed % 2), "top")
    pairing = pair(netlist)
    assert len(pairing.pairs) == most_pairs(netlist)
    assert pairing.count == len(netlist.luts) + len(at_o6_only(netlist)[1]) - len(pairing.pairs)


def netlist_of(*tables):
    builder = Builder()
    for k, inputs in enumerate(tables):
        # Parity: every input matters.
        table = sum((row.bit_count() & 1) << row for row in range(1 << len(inputs)))
        builder.lut(inputs, table, name=f"t{k}")
    return builder


@pytest.mark.parametrize(("tables", "sites"), [
    ([[2, 3, 4, 5, 6], [2, 3, 4, 5, 6]], 1),
    ([[2, 3, 4, 5, 6], [2, 3, 4, 5, 7]], 2),
    ([[2, 3, 4, 5, 6, 7], [2]], 2),
    ([[2, 3], [4, 5, 6]], 1),
    ([[2, 3, 4], [5, 6, 7]], 2),
    # A chain: the greedy pair in the middle would cost one.
    ([[2, 3, 4, 5, 6], [2, 3, 4, 5], [2, 3, 4, 8], [2, 3, 4, 8, 9]], 2),
])
def test_sites_by_hand(tables, sites):
    builder = netlist_of(*tables)
    builder.nets = 100
    assert pair(Netlist(builder.text(), "top")).count == sites


def test_unused_inputs_are_no_obstacle():
    builder = Builder()
    builder.nets = 100
    builder.lut([2, 3, 4, 5, 6], 0x0000ffff, name="one")  # ~6
    builder.lut([7, 8, 9, 10, 11], 0x0000ffff, name="two")  # ~11
    (site,) = pair(Netlist(builder.text(), "top")).sites
    assert set(site.inputs) == {6, 11}


def test_carry_chains_take_o6():
    builder = Builder()
    nets = [builder.lut([2 + k], 0b01, name=f"t{k}") for k in range(3)]
    builder.lut([2], 0b01, name="free")
    builder.carry([*nets, "0"], name="chain")
    netlist = Netlist(builder.text(), "top")
    # Three at O6, one of them with the free one.
    assert pair(netlist).count == 3
    assert {site.o5 for site in pair(netlist).pairs} == {"free"}
    assert pair(netlist, carry=False).pairs == ()


def test_a_net_from_elsewhere_is_passed_on_to_a_carry_chain():
    builder = Builder()
    register = builder.net()
    shared = builder.lut([register], 0b01, name="inverter")
    builder.carry([register, shared, shared, "0"], name="chain")
    pairing = pair(Netlist(builder.text(), "top"))
    assert sorted(site.o6 for site in pairing.sites) == ["chain.S[0]", "chain.S[2]", "inverter"]


def test_tables_of_wide_multiplexers_do_not_share():
    builder = Builder()
    one, other = (builder.lut([2, 3], 0b0110, name=name) for name in ("one", "other"))
    builder.lut([2, 3], 0b1000, name="free")
    builder.cell("MUXF7", {"I0": [one], "I1": [other], "S": [2]}, {"O": [builder.net()]})
    assert pair(Netlist(builder.text(), "top")).count == 3


def test_memories_take_their_sites():
    builder = netlist_of([2, 3], [2, 3])
    builder.cell("RAM32M", {"WCLK": [9]})
    builder.cell("SRL16E", {"CLK": [9]})
    pairing = pair(Netlist(builder.text(), "top"))
    assert (pairing.memory, pairing.count) == (5, 6)


def test_a_part_of_the_design():
    builder = Builder()
    for k, scope in enumerate((None, "core", "core alu", "core alu", "corer")):
        builder.lut([2], 0b01, name=f"t{k}", scope=scope)
    netlist = Netlist(builder.text(), "top")
    counts = [pair(netlist, scope=scope).count for scope in ((), ("core",), ("core", "alu"))]
    assert counts == [3, 2, 1]


def test_pairs_as_constraints():
    pairing = pair(Netlist(netlist_of([2, 3], [3, 4], [2, 3, 4, 5, 6, 7]).text(), "top"))
    data = json.loads(pairing.to_json())
    assert data["sites"] == 2
    (entry,) = data["pairs"]
    assert {entry["o6"], entry["o5"]} == {"t0", "t1"}
    assert int(entry["init"], 16) == pairing.pairs[0].init


def test_the_same_pairs_every_time():
    text = random_netlist(7, tables=60, inputs=10)
    assert pair(Netlist(text, "top")) == pair(Netlist(text, "top"))
