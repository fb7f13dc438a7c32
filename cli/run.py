"""``ascon-xif run``: any requests on the simulated hardware."""

import json as json_format
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from cli.console import EXIT_FAILED, console, progress, reject
from cli.files import JsonFile, write_text
from cli.options import (
    DEFAULT_PRESET,
    KernelsChoice,
    KernelsOption,
    Mode,
    OneMode,
    PresetOption,
    RoundsPerCycle,
)
from cli.system import config_of, firmware, simulated
from cli.tables import answers_table
from cli.target import BitstreamOption, Target, TargetOption, check_target, on_board
from sim.run import RequestFileError, read_requests, run_requests
from sw.request import OK, TAG_MISMATCH

__all__ = ["read_request_file", "run"]


def read_request_file(path, parameter):
    """Read requests from a file, or stop with exit status 2."""
    try:
        return read_requests(path.read_text(encoding="utf-8").splitlines())
    except RequestFileError as error:
        reject(f"{path}: {error}", parameter)
    except UnicodeDecodeError as error:
        reject(f"{path}: must be UTF-8 text: {error}", parameter)


def run(
    requests: Annotated[Path, typer.Argument(
        metavar="REQUESTS.jsonl", exists=True, dir_okay=False, readable=True,
        help="Requests, a JSON object a line.")],
    mode: OneMode = Mode.ACCELERATED,
    preset: PresetOption = DEFAULT_PRESET,
    rounds_per_cycle: RoundsPerCycle = None,
    kernels: KernelsOption = KernelsChoice.FAST,
    target: TargetOption = Target.SIMULATOR,
    bitstream: BitstreamOption = None,
    json: JsonFile = None,
):
    """Run requests of your own through the simulated system.

    A request is one line with the fields `member` and `op`: aead128 with encrypt
    or decrypt; hash256, xof128, cxof128 with hash; mac, prf, prfshort with mac.
    Hexadecimal strings are `key`, `nonce`, `ad`, `message`, to decrypt `tag`, and
    `customization`, as far as the member takes them. `output` is the bytes wanted
    of xof128, cxof128, prf, and up to 16 of prfshort. Options of aead128:
    `tag_length`, 4 to 16, and `nonce_mask`, 16 bytes. Answers come in the same
    order, in FILE one a line: `status` ("ok", "tag mismatch" or an error),
    `output`, `tag` (of encryption), `cycles`, `instructions`. The exit status is 1
    if there was an error; a wrong tag is an answer.

    For example:
    $ cat requests.jsonl
    {"member": "aead128", "op": "encrypt", "message": "68656c6c6f", "ad": "",
     "key": "000102030405060708090a0b0c0d0e0f",
     "nonce": "000102030405060708090a0b0c0d0e0f"}          (on one line)
    {"member": "hash256", "op": "hash", "message": "68656c6c6f"}
    $ ascon-xif run requests.jsonl --json answers.jsonl
    $ ascon-xif run requests.jsonl --mode baseline
    $ ascon-xif run requests.jsonl --preset fast --kernels small
    """
    todo = read_request_file(requests, "REQUESTS.jsonl")
    check_target(target, bitstream, preset=preset is not DEFAULT_PRESET,
                 rounds_per_cycle=rounds_per_cycle is not None)
    with ExitStack() as stack:
        if target is Target.PYNQ:
            driver, _ = stack.enter_context(on_board(bitstream, firmware(kernels=kernels.value)))
        else:
            driver = stack.enter_context(simulated(config_of(preset, rounds_per_cycle),
                                                   kernels=kernels.value))
        bar = stack.enter_context(progress())
        task = bar.add_task("Requests", total=len(todo))
        answers = run_requests(todo, driver, mode.value,
                               progress=lambda done: bar.update(task, completed=done))
    if json is not None:
        write_text(json, "".join(json_format.dumps(answer.to_json()) + "\n"
                                 for answer in answers))
    console.print(answers_table(todo, answers))
    errors = [answer for answer in answers if answer.status not in (OK, TAG_MISMATCH)]
    raise typer.Exit(EXIT_FAILED if errors else 0)
