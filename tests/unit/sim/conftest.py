"""Assembles small programs for the simulator."""

import pytest

from sw.image import build

_PROLOGUE = """
.include "memory_map.inc"
.include "instructions.inc"
.section .text.start, "ax"
.globl _start
_start:
"""


@pytest.fixture
def assemble(tmp_path):
    """Return a function that makes an image of a program in assembly."""
    def make(text):
        source = tmp_path / "program.S"
        source.write_text(_PROLOGUE + text)
        return build(sources=[source])
    return make
