"""The C library's files: what the archive holds, and needs (nothing); that the header compiles."""

import re
import struct
import subprocess
import sys

import pytest

from cli.pages.all import C_INTERFACE as PAGE
from hdl.isa import OPCODES
from sw.clang import BuildError, Toolchain
from sw.elf import read_elf
from sw.library import VARIANTS, build_library
from sw.program import EXAMPLE, build_program

FLAGS = ("-target", "riscv32-freestanding-none", "-mabi=ilp32", "-mcpu=generic_rv32")


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    return {variant: build_library(tmp_path_factory.mktemp(variant), variant=variant)
            for variant in VARIANTS}


def members(archive):
    """Yield the objects of an archive, by name."""
    data = archive.read_bytes()
    assert data[:8] == b"!<arch>\n"
    at, names = 8, b""
    while at < len(data):
        name, size = data[at:at + 16].decode().strip(), int(data[at + 48:at + 58])
        content = data[at + 60:at + 60 + size]
        if name == "//":
            names = content
        elif name not in ("/", "/SYM64/"):
            if name[0] == "/":
                name = names[int(name[1:]):].split(b"\n")[0].decode()
            yield name.rstrip("/"), content
        at += 60 + size + size % 2


def symbols(data):
    """Return the global symbols that an object defines, and those that it refers to."""
    table, = struct.unpack_from("<I", data, 32)
    count, = struct.unpack_from("<H", data, 48)
    headers = [struct.unpack_from("<10I", data, table + 40 * i) for i in range(count)]
    defined, used = set(), set()
    for _, kind, _, _, offset, size, link, *_ in headers:
        if kind != 2:
            continue
        for entry in struct.iter_unpack("<3IBBH", data[offset:offset + size]):
            name, _, _, info, _, section = entry
            if info >> 4:
                start = headers[link][4] + name
                (defined if section else used).add(data[start:data.index(b"\0", start)].decode())
    return defined, used


@pytest.mark.parametrize("variant", VARIANTS)
def test_symbols(libraries, variant):
    """The archive refers to nothing outside of itself, and all of its names are its own."""
    defined, used = set(), set()
    for name, data in members(libraries[variant].archive):
        here, there = symbols(data)
        assert not here & defined, name
        defined, used = defined | here, used | there
    assert used <= defined
    declared = set(re.findall(r"\b(ascon_xif_\w+)\(", libraries[variant].header.read_text()))
    assert declared <= defined
    assert all(name.startswith("ascon_") for name in defined)


@pytest.mark.parametrize("variant", VARIANTS)
def test_instructions(libraries, variant, tmp_path):
    """RV32I without compressed instructions and multiplication, and custom ones as it is said."""
    (tmp_path / "link.ld").write_text("SECTIONS { .text : { *(.text .text.*) } }")
    elf = Toolchain(tmp_path).link("all.elf", "link.ld", [
        "--entry=0", "--whole-archive", libraries[variant].archive]).read_bytes()
    text = next(section for section in read_elf(elf)[0] if section.name == ".text")
    words = [word for word, in struct.iter_unpack("<I", text.content)]
    assert all(word & 3 == 3 for word in words)
    opcodes = {word & 0x7f for word in words}
    assert (set(OPCODES.values()) & opcodes) == (set() if variant == "baseline" else {0x0b})
    assert opcodes <= {0x03, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6f, 0x0b}
    assert not any(word & 0x7f == 0x33 and word >> 25 == 1 for word in words)


def test_accelerated_has_no_permutation(libraries):
    names = {variant: {name for name, _ in members(library.archive)}
             for variant, library in libraries.items()}
    assert "permutation.o" not in names["accelerated"]
    assert "permutation.o" in names["baseline"]
    assert names["both"] == names["baseline"] | names["accelerated"]


def test_reproducible(libraries, tmp_path):
    again = build_library(tmp_path / "deep" / "er", variant="accelerated")
    assert again.archive.read_bytes() == libraries["accelerated"].archive.read_bytes()


@pytest.mark.parametrize("parameter", ["variant", "permutation"])
def test_unknown_choice(tmp_path, parameter):
    with pytest.raises(ValueError, match=f"{parameter} must be one of .*, not 'fast'"):
        build_library(tmp_path, **{parameter: "fast"})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("compiler", "options"), [
    ("cc", ["-std=c99", "-xc"]), ("cc", ["-std=c23", "-xc"]), ("c++", ["-std=c++11", "-xc++"])])
def test_header(libraries, compiler, options, tmp_path):
    """It needs nothing in front of it, and any warning is an error."""
    source = tmp_path / "program.c"
    source.write_text('#include "ascon_xif.h"\n#include "ascon_xif.h"\n'
                      "int f(void) { return ascon_xif_select(ASCON_XIF_BASELINE); }\n")
    subprocess.run([sys.executable, "-m", "ziglang", compiler, *FLAGS, *options, "-ffreestanding",
                    "-nostdlib", "-Wall", "-Wextra", "-pedantic", "-Werror", "-c", "-I",
                    libraries["both"].header.parent, source, "-o", tmp_path / "program.o"],
                   check=True)


def test_page(libraries, tmp_path):
    """What the page says of codes and contexts is so."""
    page = PAGE.read_text(encoding="utf-8")
    enumeration = re.search(r"What a function returns.*?\};", libraries["both"].header.read_text(),
                            re.DOTALL)[0]
    codes = re.findall(r"ASCON_XIF_(\w+)\s+= (\d+)", enumeration)
    assert len(codes) == 10
    assert re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", page, re.M) == codes
    sizes = [(name, size) for names, size in re.findall(r"^\| (`\w+_context.*) \| (\d+) \|", page,
                                                        re.M)
             for name in re.findall(r"`(\w+)`", names)]
    assert len(sizes) == 7
    source = tmp_path / "sizes.c"
    source.write_text('#include "ascon_xif.h"\nint main(void) { return 0; }\n' + "".join(
        f'_Static_assert(sizeof(ascon_xif_{name}) == {size}, "");\n' for name, size in sizes))
    build_program([source], variant="accelerated")


def test_ignored_result_is_an_error(libraries, tmp_path):
    """Who does not look whether a tag was right is warned, here with -Werror."""
    source = tmp_path / "careless.c"
    source.write_text('#include "ascon_xif.h"\nint main(void) {\n'
                      "  ascon_xif_mac_verify(0, 0, 0, 0, 0); return 0; }\n")
    with pytest.raises(BuildError, match=r"careless\.c:3.*unused"):
        build_program([source], variant="accelerated")


def test_only_what_is_used_is_linked():
    """A program has no code of members that it does not call."""
    image = build_program([EXAMPLE], variant="baseline")
    assert "ascon_xif_prf" in image.symbols
    assert not {"ascon_xif_cxof128", "ascon_xif_prfshort", "ascon_xif_xof128_init",
                "ascon_xif_prf_init"} & set(image.symbols)
