"""Which inputs an output of the coprocessor depends on, in its netlist, bit by bit.

In the same cycle: what CV-X-IF forbids, and what the pages promise. Over any number of cycles: no
operand and no bit of the state decides when something happens.
"""

import json
from functools import cache

import pytest

from boards.yosys import run_yosys
from hdl.ascon import Coprocessor
from hdl.ascon.coprocessor1 import Coprocessor1
from hdl.ascon.presets import preset_coprocessor
from hdl.flat import flat_rtlil
from soc.coprocessor import soc_coprocessor

SCRIPT = """\
read_rtlil design.il
hierarchy -top top
proc
flatten
memory
opt_clean
techmap
simplemap
opt_clean
write_json netlist.json
"""


class Delayed(Coprocessor):
    """Its answer waits for a bit of the state, and shows one of an operand."""

    def elaborate(self, platform):
        m = super().elaborate(platform)
        m.d.comb += [
            self.x.issue.ready.eq(self.lanes[3][60]),
            self.x.issue.resp.exc.eq(self.x.issue.req.rs[40]),
        ]
        return m


DESIGNS = {
    "compact":   lambda: preset_coprocessor(preset="compact"),
    "compact-1": lambda: preset_coprocessor(preset="compact", queue_depth=1),
    "soc":       lambda: soc_coprocessor(id_width=4),
    "fast":      lambda: preset_coprocessor(preset="fast"),
    "tiny":      lambda: preset_coprocessor(preset="tiny"),
    "xif1":      lambda: Coprocessor1(preset_coprocessor(preset="compact", queue_depth=1)),
    "xif1-split": lambda: Coprocessor1(preset_coprocessor(preset="compact", queue_depth=1),
                                       split=True),
    "delayed":   Delayed,
}

#: What `issue_ready` depends on in the same cycle, besides registers.
REGISTERED = {"x_issue_req_instr", "x_issue_req_rs_valid"}
READY = {
    "compact": REGISTERED,
    "fast":    REGISTERED,
    "compact-1": REGISTERED | {"x_issue_valid", "x_issue_req_id", "x_commit_valid", "x_commit_id",
                               "x_commit_commit_kill", "x_result_ready"},
    "soc":     REGISTERED | {"x_commit_valid", "x_commit_id", "x_result_ready"},
    "tiny":    REGISTERED | {"x_result_ready"},
    "xif1":    {"x_issue_req_instr", "x_issue_req_hartid", "x_register_valid",
                "x_register_rs_valid"},
    "xif1-split": {"x_issue_req_instr", "x_issue_req_hartid"},
}

#: What a core sees but for values.
TIMES = ("x_issue_ready", "x_issue_resp_", "x_register_ready", "x_result_valid", "x_result_id",
         "x_result_rd")


@cache
def netlist(name):
    """Return ports, and for each bit what drives it: ``(whether it is a register, inputs)``."""
    top = json.loads(run_yosys(SCRIPT, flat_rtlil(DESIGNS[name](), "top")))["modules"]["top"]
    drivers = {}
    for cell in top["cells"].values():
        inputs = [bit for port, bits in cell["connections"].items()
                  if cell["port_directions"][port] == "input" and port != "C" for bit in bits]
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "output":
                drivers |= dict.fromkeys(bits, ("DFF" in cell["type"], inputs))
    return top["ports"], drivers


def sources(name, outputs, *, through_registers=False):
    """Return the inputs that outputs, whose names begin so, depend on."""
    ports, drivers = netlist(name)
    origin = {bit: port for port, about in ports.items() if about["direction"] == "input"
              for bit in about["bits"]}
    left = [bit for port, about in ports.items()
            if about["direction"] == "output" and port.startswith(outputs)
            for bit in about["bits"]]
    assert left
    seen, found = set(), set()
    while left:
        bit = left.pop()
        if bit in seen or isinstance(bit, str):
            continue
        seen.add(bit)
        if bit in origin:
            found.add(origin[bit])
        elif bit in drivers:
            is_register, inputs = drivers[bit]
            if through_registers or not is_register:
                left += inputs
    return found - {"clk", "rst"}


@pytest.mark.parametrize("name", READY)
def test_in_the_same_cycle(name):
    assert sources(name, "x_issue_ready") == READY[name]
    assert sources(name, "x_result_") == set()
    assert sources(name, "x_issue_resp_") <= {"x_issue_req_instr", "x_issue_req_hartid"}
    if name.startswith("xif1"):
        assert sources(name, "x_register_ready") == (set() if "split" in name else READY[name])


@pytest.mark.parametrize("name", READY)
def test_no_operand_decides_when(name):
    found = sources(name, TIMES, through_registers=True)
    assert not found & {"x_issue_req_rs", "x_register_rs"}
    assert found >= {"x_issue_req_instr", "x_commit_valid", "x_result_ready"}
    assert "rs" in str(sources(name, "x_result_data", through_registers=True))


def test_faults_are_seen():
    assert "x_issue_req_rs" in sources("delayed", TIMES, through_registers=True)
    assert "x_issue_req_rs" not in sources("delayed", "x_issue_ready")
    assert "x_issue_req_rs" in sources("delayed", "x_issue_resp_")
