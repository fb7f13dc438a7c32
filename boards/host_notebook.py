"""A notebook for the board: loads the bitstream, runs the vectors, draws the speedup.

Source: Jupyter, notebook format 4.5.
"""

import json
from pathlib import Path

from boards.host_wheel import PACKAGE

__all__ = ["NAME", "write_notebook"]

#: The file's name.
NAME = "ascon_xif.ipynb"

_CELLS = (
    ("markdown", """
# ascon-xif on the PYNQ-Z1

A RISC-V core with an Ascon coprocessor on its CV-X-IF port. One firmware image holds the whole
family twice: as hand-written RV32I assembly (*baseline*) and with the coprocessor's instructions
(*accelerated*). This notebook loads the bitstream that lies beside it, checks the official vectors
on the hardware and shows what the coprocessor gains. Cycles come from the core's own counter.
"""),
    ("install", """
import subprocess
import sys
from pathlib import Path

wheel = str(next(Path().glob("{package}-*.whl")))
subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
                "--force-reinstall", wheel], check=True)
"""),
    ("code", """
from {package}.sw.board import describe, open_driver

driver, transport = open_driver("ascon_xif.bit")
describe(transport)
"""),
    ("markdown", """
## One message

The same request in both modes: the answers are the same, the cycles are not.
"""),
    ("code", """
from {package}.sw.request import MODES, Request

request = Request("aead128", "encrypt", key=bytes(range(16)), nonce=bytes(range(16)),
                  ad=b"to be seen", message=b"to be hidden" * 20)
for mode in MODES:
    answer = driver.run(request, mode)
    print(f"{{mode:12}} {{answer.status}}  {{answer.cycles:6}} cycles  tag {{answer.tag.hex()}}")
"""),
    ("markdown", """
## The official vectors of Ascon-AEAD128

Encryption, decryption, and forgeries with one bit flipped, which have to be refused.
"""),
    ("code", """
from {package}.sim.kat import check
from {package}.sim.vectors import cases

todo = cases("aead128")
for mode in MODES:
    report = check(todo, driver, mode)
    print(f"{{mode:12}} {{report.passed.total()}} of {{report.total.total()}} passed")
    assert report.ok, report.failures[:3]
"""),
    ("markdown", """
## What the coprocessor gains

Speedup of a whole call over the length of the message, for every member.
"""),
    ("code", """
import matplotlib.pyplot as plt

from {package}.sim.bench import GRID, MEMBERS, measure, table

outputs = {{"xof128": 32, "cxof128": 32, "prf": 16, "prfshort": 16}}
grid = [shape for shape in GRID
        if shape.op != "decrypt" and not shape.ad and shape.output == outputs.get(shape.member, 0)]
points = measure(driver, grid=grid)
assert all(point.correct for point in points)

figure, axes = plt.subplots(figsize=(8, 4.5))
for member in MEMBERS:
    rows = [row for row in table(points) if row["member"] == member]
    rows.sort(key=lambda row: row["message"])
    axes.plot([row["message"] for row in rows], [row["speedup"] for row in rows], "o-",
              label=member)
axes.set_xscale("symlog", base=2)
axes.set_xlabel("message in bytes")
axes.set_ylabel("baseline / accelerated cycles")
axes.set_title("Speedup on the hardware")
axes.grid(alpha=0.3)
axes.legend()
figure.tight_layout()
"""),
)


def write_notebook(folder):
    """Write the notebook into a folder; returns its path."""
    path = Path(folder) / NAME
    path.write_text(json.dumps(_notebook(), indent=1) + "\n", encoding="utf-8")
    return path


def _notebook():
    """Return the notebook's object."""
    return {"cells": [_cell(number, *cell) for number, cell in enumerate(_CELLS)],
            "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python",
                                        "name": "python3"},
                         "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}


def _cell(number, kind, text):
    """Return a cell; the one that installs is tagged."""
    text = text.strip()
    if kind == "markdown":
        return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {},
                "source": text.splitlines(keepends=True)}
    return {"cell_type": "code", "id": f"cell-{number}", "execution_count": None, "outputs": [],
            "metadata": {"tags": ["install"]} if kind == "install" else {},
            "source": text.format(package=PACKAGE).splitlines(keepends=True)}
