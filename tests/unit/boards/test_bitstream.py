"""Bitstreams for Linux's FPGA manager."""

import struct

import pytest

from boards.bitstream import configuration, main, swapped

WORDS = (0xffff_ffff, 0x0000_00bb, 0x1122_0044, 0xaa99_5566, 0x2000_0000, 0x3002_2001)


def field(letter, text):
    content = text.encode() + b"\0"
    return letter.encode() + struct.pack(">H", len(content)) + content


def bit(words=WORDS):
    """Make a file as Vivado and xc7frames2bit do."""
    content = struct.pack(f">{len(words)}I", *words)
    return (bytes.fromhex("0009" "0ff00ff00ff00ff000" "0001")
            + field("a", "top;UserID=0XFFFFFFFF") + field("b", "7z020clg400")
            + field("c", "2026/01/02") + field("d", "03:04:05")
            + b"e" + struct.pack(">I", len(content)) + content)


def test_bytes_are_swapped(tmp_path):
    (tmp_path / "a.bit").write_bytes(bit())
    main([tmp_path / "a.bit", tmp_path / "a.bin"])
    made = (tmp_path / "a.bin").read_bytes()
    assert struct.unpack(f"<{len(WORDS)}I", made) == WORDS
    assert made[12:16] == bytes.fromhex("665599aa")
    assert configuration(bit()) == struct.pack(f">{len(WORDS)}I", *WORDS)


@pytest.mark.parametrize("content", [
    b"", b"\x00\x09text", bit()[:-1], bit() + b"\0", bit(WORDS[:3]),
    bit().replace(b"e\0", b"f\0"),
])
def test_other_files_are_refused(content):
    with pytest.raises(ValueError, match=r"not a \.bit file"):
        swapped(content)
