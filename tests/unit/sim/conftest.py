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


@pytest.fixture(scope="session")
def assemble(tmp_path_factory):
    """Return a function that makes an image of a program in assembly, once of each."""
    images = {}

    def make(text):
        if text not in images:
            source = tmp_path_factory.mktemp("program") / "program.S"
            source.write_text(_PROLOGUE + text)
            images[text] = build(sources=[source])
        return images[text]
    return make
