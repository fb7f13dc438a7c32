"""``ascon-xif trace``: everything that happens in one call."""

import json as json_format
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.console import EXIT_FAILED, console, errors, reject
from cli.options import (
    DEFAULT_PRESET,
    KernelsChoice,
    KernelsOption,
    Mode,
    OneMode,
    PresetOption,
    RoundsPerCycle,
)
from cli.system import config_of, firmware, notify
from sim.bench import MEMBERS
from sim.engine import Engine
from sim.trace import write_instructions, write_transactions
from sw.driver import Driver
from sw.request import OK, TAG_MISMATCH, FieldError, Request

__all__ = ["trace"]

#: What is traced if no request is given, as far as the member takes it.
EXAMPLE = {"key": bytes(range(16)).hex(), "nonce": bytes(range(16, 32)).hex(),
           "ad": b"ascon-xif".hex(), "message": b"Sixteen bytes and some more.".hex(),
           "customization": b"trace".hex(), "output": 32}

#: What PrfShort takes of it.
_SHORT = {"message": b"Sixteen bytes...".hex(), "output": 16}

Member = StrEnum("Member", {member.upper(): member for member in MEMBERS})
Member.__doc__ = "Members of the family."

INSTRUCTIONS, TRANSACTIONS, WAVEFORM = "instructions.txt", "transactions.txt", "waveform.vcd"

Hex = str | None


def _fields(given):
    """Return the fields of a request: those given, and examples where there is a choice."""
    member = given.get("member", "aead128")
    fields = {"member": member, "op": MEMBERS[member][0]} | given
    if fields["op"] == "decrypt":
        return fields
    taken = Request.takes(member, MEMBERS[member][0])
    example = EXAMPLE | (_SHORT if member == "prfshort" else {})
    return {name: value for name, value in example.items() if name in taken} | fields


def _request(given, text):
    """Make the request from the options, or from one JSON object in ``text`` or in a file."""
    if text is None:
        fields = _fields(given)
    elif given:
        reject("can't be combined with a request as JSON", "--" + next(iter(given)))
    else:
        if not text.lstrip().startswith("{"):
            path = Path(text)
            if not path.is_file():
                reject(f"{text!r} is neither a JSON object nor a file", "REQUEST")
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
            if len(lines) != 1:
                reject(f"{text}: must have one request, not {len(lines)}", "REQUEST")
            text = lines[0]
        try:
            fields = json_format.loads(text)
        except json_format.JSONDecodeError as error:
            reject(f"no JSON: {error}", "REQUEST")
    try:
        return Request.from_json(fields)
    except FieldError as error:
        reject(str(error), f"--{error.field}" if text is None else "REQUEST")


def _folder(path: Path):
    if path.exists() and not path.is_dir():
        raise typer.BadParameter(f"{str(path)!r} is a file; a folder is wanted")
    if not path.absolute().parent.is_dir():
        raise typer.BadParameter(f"the folder {str(path.parent)!r} does not exist")
    return path


def trace(
    out: Annotated[Path, typer.Option(
        metavar="FOLDER", callback=_folder, help="Where the files go; made if it is not there.")],
    request: Annotated[str | None, typer.Argument(
        metavar="REQUEST", help="A request as for `run`: a JSON object, or a file with one. "
                                  "Instead, the options below.")] = None,
    mode: OneMode = Mode.ACCELERATED,
    member: Annotated[Member | None, typer.Option(
        metavar="MEMBER", help=f"Member of the family: {', '.join(MEMBERS)}. Default: aead128.",
        show_default=False)] = None,
    op: Annotated[str | None, typer.Option(
        metavar="OP", help="encrypt or decrypt, of aead128.")] = None,
    key: Annotated[Hex, typer.Option(
        metavar="HEX", help="16 bytes, of aead128, mac, prf and prfshort.")] = None,
    nonce: Annotated[Hex, typer.Option(metavar="HEX", help="16 bytes, of aead128.")] = None,
    ad: Annotated[Hex, typer.Option(
        metavar="HEX", help="Associated data, of aead128.")] = None,
    message: Annotated[Hex, typer.Option(
        metavar="HEX", help="Message, or ciphertext without tag.")] = None,
    tag: Annotated[Hex, typer.Option(
        metavar="HEX", help="To decrypt: 16 bytes, or from 4 on if it was truncated.")] = None,
    customization: Annotated[Hex, typer.Option(
        metavar="HEX", help="At most 256 bytes, of cxof128.")] = None,
    output: Annotated[int | None, typer.Option(
        metavar="N", min=0, help="Bytes wanted, of xof128, cxof128, prf and prfshort.")] = None,
    preset: PresetOption = DEFAULT_PRESET,
    rounds_per_cycle: RoundsPerCycle = None,
    kernels: KernelsOption = KernelsChoice.FAST,
):
    """Write down every instruction and coprocessor transaction of one call of any member.

    Three files of the same run, with the same cycle numbers:
    instructions.txt, each retired instruction with its cycle, address, word,
    disassembly, and what it wrote to a register or read and wrote in memory;
    transactions.txt, each issue, commit and result on CV-X-IF;
    waveform.vcd, every signal, for GTKWave or Surfer.

    For example:
    $ ascon-xif trace --out trace
    $ ascon-xif trace --out trace --mode baseline --ad "" --message 00112233
    $ ascon-xif trace --out trace --preset fast --member xof128 --output 100
    $ ascon-xif trace --out trace request.jsonl --kernels small
    """
    given = {name: value for name, value in {
        "member": None if member is None else member.value, "op": op, "key": key, "nonce": nonce,
        "ad": ad, "message": message, "tag": tag, "customization": customization,
        "output": output,
    }.items() if value is not None}
    todo = _request(given, request)

    image = firmware(kernels=kernels.value)
    config = config_of(preset, rounds_per_cycle, trace=True, waveform=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=f".{out.name}.") as folder:
        answer, counts = _traced(todo, mode.value, image, config, Path(folder))
        out.mkdir(exist_ok=True)
        for path in sorted(Path(folder).iterdir()):
            path.replace(out / path.name)

    style = "green" if answer.status == OK else "red"
    console.print(f"{todo.member} {todo.op}, {mode.value}: [{style}]{answer.status}[/]")
    if answer.output or answer.tag:
        console.print(f"output {answer.output.hex() or '-'}, tag {answer.tag.hex() or '-'}",
                      soft_wrap=True)
    console.print(f"{answer.cycles:,} cycles, {answer.instructions:,} instructions")
    for name, count in counts.items():
        console.print(f"{out / name}: {count}", soft_wrap=True)
    raise typer.Exit(0 if answer.status in (OK, TAG_MISMATCH) else EXIT_FAILED)


def _traced(request, mode, image, config, folder):
    """Run a request, write the three files, return the answer and what is in the files."""
    with errors.status("Preparing the simulation"):
        engine = Engine(config, notify=notify)
    with engine, errors.status("Tracing"):
        driver = Driver(engine)
        driver.load(image)
        engine.open_waveform(folder / WAVEFORM)
        engine.capture()
        answer = driver.run(request, mode)
        engine.capture(False)
        engine.close_waveform()
        retired, transactions = engine.take_records()
        write_instructions(folder / INSTRUCTIONS, retired)
        write_transactions(folder / TRANSACTIONS, transactions)
    return answer, {INSTRUCTIONS: f"{len(retired):,} instructions",
                    TRANSACTIONS: f"{len(transactions):,} transactions on CV-X-IF",
                    WAVEFORM: f"{(folder / WAVEFORM).stat().st_size / 1e6:.1f} MB"}
