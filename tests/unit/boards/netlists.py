"""Small netlists as Yosys writes them."""

import json
import random

__all__ = ["Builder", "random_netlist"]


class Builder:
    """Makes a module ``top`` cell by cell; a net is a number."""

    def __init__(self):
        self.cells = {}
        self.nets = 1

    def net(self):
        self.nets += 1
        return self.nets

    def cell(self, kind, inputs, outputs=(), parameters=(), name=None, scope=None):
        """Add a cell; ``inputs`` and ``outputs`` are lists of nets by port."""
        name = name or f"{kind}_{len(self.cells)}"
        self.cells[name] = {
            "type": kind, "parameters": dict(parameters),
            "attributes": {} if scope is None else {"scopename": scope},
            "port_directions": dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output"),
            "connections": {**inputs, **dict(outputs)},
        }
        return name

    def lut(self, inputs, table, name=None, scope=None):
        """Add a table and return the net at its output."""
        output = self.net()
        self.cell(f"LUT{len(inputs)}", {f"I{k}": [net] for k, net in enumerate(inputs)},
                  {"O": [output]}, {"INIT": f"{table:0{1 << len(inputs)}b}"}, name, scope)
        return output

    def carry(self, propagate, name=None):
        """Add four bits of a carry chain."""
        self.cell("CARRY4", {"S": propagate, "DI": ["0"] * 4, "CI": ["0"], "CYINIT": ["0"]},
                  {"O": [self.net() for _ in range(4)], "CO": [self.net() for _ in range(4)]},
                  name=name)

    def text(self):
        return json.dumps({"modules": {"top": {"cells": self.cells}}})


def random_netlist(seed, *, tables, inputs, carries=0):
    """Return a netlist of tables with inputs that are partly shared, constant or without effect."""
    rng = random.Random(seed)
    builder = Builder()
    nets = [builder.net() for _ in range(inputs)]
    for _ in range(tables):
        width = rng.randint(1, 6)
        pins = [rng.choice([*nets, *nets, "0", "1"]) for _ in range(width)]
        table = rng.getrandbits(1 << width)
        if rng.random() < 0.3:
            half = 1 << width - 1
            table = (table & (1 << half) - 1) * (1 << half | 1)  # the last input has no effect
        nets.append(builder.lut(pins, table))
    for _ in range(carries):
        builder.carry([rng.choice([*nets, "0"]) for _ in range(4)])
    return builder.text()
