"""Code size and stack of routines whose paths are known."""

import pytest

from sw.footprint import Footprint, footprint
from sw.image import build

PROGRAM = """
.section .text.start, "ax"
.globl _start
_start:
  ret

.text
shared:
  nop
  ret

leaf:
  addi  a0, a0, 1
  ret

unreachable:
  nop

branches:
  beqz  a0, 1f
  nop
  j     2f
  nop
1:
  nop
2:
  ret

calls:
  addi  sp, sp, -32
  jal   deeper
  jal   t0, back
  addi  sp, sp, 32
  j     shared

deeper:
  addi  sp, sp, -48
  call  leaf
  addi  sp, sp, 48
  ret

back:
  jr    t0

returns_elsewhere:
  la    ra, 1f
  j     shared
  nop
1:
  nop
  ret

unknown:
  mv    sp, a0
  ret

unbalanced:
  beqz  a0, 1f
  addi  sp, sp, -16
1:
  ret
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    source = tmp_path_factory.mktemp("footprint") / "program.S"
    source.write_text(PROGRAM)
    return build(sources=[source])


@pytest.mark.parametrize(("routine", "code", "shared", "stack"), [
    ("leaf", 2, 0, 0),
    ("shared", 2, 2, 0),
    ("branches", 5, 0, 0),
    ("deeper", 4 + 2, 0, 48),
    ("calls", 5 + 4 + 2 + 1 + 2, 2, 80),
    ("returns_elsewhere", 3 + 2 + 2, 2, 0),
])
def test_known_routines(image, routine, code, shared, stack):
    found = footprint(image, routine, shared="shared")
    assert found.shared == 4 * shared
    assert found.stack == stack
    # A call may take two instructions.
    assert found.code - 4 * code in (0, 4 * (routine in ("deeper", "calls")))


@pytest.mark.parametrize(("routine", "message"), [
    ("nowhere", "no 'nowhere'"), ("unknown", "becomes unknown at 0x"),
    ("unbalanced", "two stack depths at 0x")])
def test_refused(image, routine, message):
    with pytest.raises(ValueError, match=message):
        footprint(image, routine, shared="shared")


def test_footprint_of_the_firmware():
    assert footprint(build(), "ascon_hash256_accelerated") == Footprint(276, 0, 0)
