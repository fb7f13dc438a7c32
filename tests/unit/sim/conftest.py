"""Assembles small programs for the simulator."""

import pytest

from sim.iss import Iss
from soc.memory_map import address
from sw.image import build

_PROLOGUE = """
.include "memory_map.inc"
.include "instructions.inc"
.section .text.start, "ax"
.globl _start
_start:
"""


# A program leaves words at s0 and up and ends with `finish`. A trap notes cause and address there
# too and goes on behind the instruction, or at s1 if the address cannot be fetched.
FRAME = """
.macro note register
  sw \\register, 0(s0)
  addi s0, s0, 4
.endm
  la t0, handler
  csrw mtvec, t0
  csrwi mcountinhibit, 0
  li s0, 0x00101000
{body}
  li t0, MAILBOX_BASE
  sw zero, MAILBOX_COMMAND(t0)
1: j 1b
.balign 128
handler:
  csrr t5, mcause
  csrr t6, mepc
  note t5
  note t6
  addi t6, t6, 4
  li t4, 24
  bne t5, t4, 1f
  mv t6, s1
1:
  csrw mepc, t6
  mret
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


@pytest.fixture(scope="session")
def frame():
    """Return a function that puts a program into the frame."""
    return lambda body: FRAME.format(body=body)


@pytest.fixture
def run(assemble, frame):
    """Return a function that runs a program in the frame: it returns symbols and noted words."""
    def go(body, count, **options):
        image = assemble(frame(body))
        return image.symbols, _execute(image, count, **options)
    return go


def _execute(image, count, **options):
    """Run a program and return its words; with and without an observer they are the same."""
    command = address("mailbox", "COMMAND")
    answers = []
    for observer in (None, lambda step: None):
        iss = Iss(image, observer=observer, **options)
        iss.write(command, [1])
        iss.wait_zero(command, 10_000)
        answers.append(iss.read(0x0010_1000, count + 1))
    assert answers[0] == answers[1]
    assert answers[0][-1] == 0
    return answers[0][:-1]
