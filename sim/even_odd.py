"""The even/odd experiment: AEAD128 encryption with the bits of each lane split by their parity.

With a register for the even and one for the odd bits of a lane, a 64-bit rotation becomes two
rotations of a register, and one of the permutation's becomes cheaper. Standard bytes have to be
converted on the way in and out; data that are stored in that form already need not.
"""

import random
import struct
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from hdl.isa import IV, Algorithm
from soc.memory_map import MAILBOX, address
from sw.driver import Driver
from sw.image import SOURCES, build
from sw.model import family
from sw.model.permutation import permute
from sw.schedule import ISAS, PROGRAMS, program_source
from sw.schedule.form import ORDINARY, Layout, join, load, split, store
from sw.schedule.programs import LANE_1
from sw.schedule.registers import HOME

__all__ = ["ISAS", "LENGTHS", "PEER", "VARIANTS", "Calls", "Permutation", "Point", "build_image",
           "measure", "measure_permutations", "native", "standard", "to_json"]

_FOLDER = Path(__file__).parent.parent / "sw" / "experiments" / "even_odd"

#: Routines by variant: halves of lanes as the firmware has them, even and odd bits on standard
#: bytes, and the same on even and odd bits in memory.
VARIANTS = {
    "halves":            "ascon_aead128_encrypt_baseline",
    "even/odd":          "even_odd_encrypt_standard",
    "even/odd, native":  "even_odd_encrypt_native",
}

#: Programs of the permutation in even and odd bits by instruction set.
_PROGRAMS = {"rv32i": ("even_odd_12", "even_odd_8"), "rv32i_zbb_zbkb": ("zbb_even_odd",)}

#: Message and associated-data lengths in bytes.
LENGTHS = ((0, 0), (16, 0), (64, 0), (256, 0), (1024, 0), (1024, 1024))

#: What is published for RV32IMAC: cycles of eight rounds, and cycles per byte at 1024 bytes.
PEER = {"permutation": 950.32, "even/odd": (77.92, 78.18), "even/odd, native": (65.09,)}

_TIMEOUT = 10_000_000
_SEED = 0xe0
#: What lies between buffers.
_GAP = b"\xa5" * 4


@dataclass(frozen=True)
class Point:
    """A call of AEAD128 encryption: what it took, and whether its results are right."""

    isa:          str
    variant:      str
    message:      int
    ad:           int
    cycles:       int
    instructions: int
    correct:      bool


@dataclass(frozen=True)
class Permutation:
    """A call of eight rounds, with the jump to them and the return."""

    isa:          str
    form:         str
    cycles:       int
    instructions: int
    correct:      bool


def native(data):
    """Return bytes with each lane's even bits in one word and its odd bits in the next.

    The last lane is filled with zeros.
    """
    data += bytes(-len(data) % 8)
    return b"".join(struct.pack("<2I", *split(lane, Layout.EVEN_ODD))
                    for lane, in struct.iter_unpack("<Q", data))


def standard(data, length):
    """Return the reverse of :func:`native`, cut to a length."""
    lanes = (join(words, Layout.EVEN_ODD) for words in struct.iter_unpack("<2I", data))
    return b"".join(lane.to_bytes(8, "little") for lane in lanes)[:length]


def build_image(isa="rv32i"):
    """Build the image: the firmware's routines, the experiment's, and what calls them.

    Parameters
    ----------
    isa : :class:`str`
        One of :data:`sw.schedule.ISAS`.
    """
    even, odd = split(IV[Algorithm.AEAD128], Layout.EVEN_ODD)
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        folder = Path(folder)
        (folder / "even_odd.inc").write_text(f".equ IV_AEAD128_EVEN, 0x{even:08x}\n"
                                             f".equ IV_AEAD128_ODD,  0x{odd:08x}\n")
        permutations = []
        for name in _PROGRAMS[isa]:
            permutations.append(folder / f"{name}.S")
            permutations[-1].write_text(program_source(PROGRAMS[name]))
        firmware = [path for path in sorted(SOURCES.glob("*.S")) if path.stem != "dispatch"]
        return build(sources=[*firmware, *sorted(_FOLDER.glob("*.S")), *permutations],
                     includes=[folder, _FOLDER], isa=isa)


class Calls:
    """Calls routines of the experiment's image, which it builds and loads, by their names.

    Parameters
    ----------
    transport : :class:`sw.transport.Transport`
        Where to run them.
    isa : :class:`str`
        Instructions that its core has and the routines use.
    """

    def __init__(self, transport, isa="rv32i"):
        self.isa = isa
        self._transport = transport
        self._image = build_image(isa)
        driver = Driver(transport)
        driver.load(self._image)
        self._heap = driver.heap

    def call(self, routine, buffers, lengths=None, *, shift=0):
        """Call a routine.

        Parameters
        ----------
        routine : :class:`str`
            Its label.
        buffers : mapping of :class:`str` to :class:`bytes`
            Initial content of the buffer whose address goes into a register of the mailbox.
        lengths : mapping of :class:`str` to :class:`int`, optional
            Values for other registers of the mailbox.
        shift : :class:`int`
            Offset of every buffer from a word boundary.

        Returns
        -------
        buffers : :class:`dict`
            Their content on return.
        cycles, instructions : :class:`int`
            Of the call.

        Raises
        ------
        RuntimeError
            If the routine trapped or wrote between the buffers.
        """
        start, content, spans = self._heap.start, bytearray(), {}
        for name, data in buffers.items():
            content += _GAP + bytes(shift)
            spans[name] = slice(len(content), len(content) + len(data))
            content += data + bytes(-len(data) - shift & 3)
        content += _GAP
        registers = (lengths or {}) | {name: start + span.start for name, span in spans.items()}
        for name, value in registers.items():
            self._transport.write(address("mailbox", name), [value])
        self._transport.write(start, struct.unpack(f"<{len(content) // 4}I", content))
        self._transport.write(address("mailbox", "COMMAND"), [self._image.symbols[routine]])
        self._transport.wait_zero(address("mailbox", "COMMAND"), _TIMEOUT)
        first = MAILBOX["STATUS"].offset
        status, cycles, instructions = (
            self._transport.read(address("mailbox", "STATUS"), 3)[(MAILBOX[name].offset - first)
                                                                  // 4]
            for name in ("STATUS", "CYCLES", "INSTRUCTIONS"))
        words = self._transport.read(start, len(content) // 4)
        after = bytearray(struct.pack(f"<{len(words)}I", *words))
        results = {name: bytes(after[span]) for name, span in spans.items()}
        for span in spans.values():
            after[span] = content[span]
        if status or after != content:
            raise RuntimeError(f"{routine} ended with status {status}"
                               + (" and wrote outside of its buffers" if after != content else ""))
        return results, cycles, instructions

    def encrypt(self, variant, key, nonce, ad, message):
        """Encrypt with a variant; return ciphertext, tag, cycles and instructions."""
        convert = native if variant == "even/odd, native" else bytes
        buffers = {"KEY": convert(key), "NONCE": convert(nonce), "AD": convert(ad),
                   "MESSAGE": convert(message), "TAG": bytes(16),
                   "OUTPUT": bytes(len(convert(message)))}
        results, cycles, instructions = self.call(
            VARIANTS[variant], buffers, {"MESSAGE_LENGTH": len(message), "AD_LENGTH": len(ad)})
        ciphertext, tag = results["OUTPUT"], results["TAG"]
        if convert is native:
            ciphertext, tag = standard(ciphertext, len(message)), standard(tag, 16)
        return ciphertext, tag, cycles, instructions


def _content(length, seed):
    """Return fixed, arbitrary bytes."""
    return random.Random(f"{_SEED} {seed}").randbytes(length)


def measure(calls, *, lengths=LENGTHS, variants=tuple(VARIANTS)):
    """Measure encryption.

    Parameters
    ----------
    calls : :class:`Calls`
        Where.
    lengths : iterable of pairs of :class:`int`
        Of message and associated data.
    variants : iterable of :class:`str`
        Some of :data:`VARIANTS`.

    Returns
    -------
    :class:`list` of :class:`Point`
        By variant and lengths.
    """
    points = []
    for variant in variants:
        for length, ad_length in lengths:
            inputs = [_content(count, name) for name, count in
                      (("key", 16), ("nonce", 16), ("ad", ad_length), ("message", length))]
            ciphertext, tag, cycles, instructions = calls.encrypt(variant, *inputs)
            correct = (ciphertext, tag) == family.aead128_encrypt(*inputs)
            points.append(Point(calls.isa, variant, length, ad_length, cycles, instructions,
                                correct))
    return points


def measure_permutations(calls):
    """Measure a call of eight rounds in either form, as the difference of two calls and one.

    Returns
    -------
    :class:`list` of :class:`Permutation`
        One a form.
    """
    state = [int.from_bytes(_content(8, lane), "little") for lane in range(5)]
    results = []
    for form, prefix, layout, complements in (
            ("halves", "permute8", Layout.HALVES, LANE_1),
            ("even/odd", "permute8_even_odd", Layout.EVEN_ODD, ORDINARY)):
        costs, correct = [], True
        for count, name in ((1, "once"), (2, "twice")):
            registers = load(state, layout, HOME, complements)
            buffers, cycles, instructions = calls.call(
                f"{prefix}_{name}", {"OUTPUT": struct.pack("<10I", *registers.values())})
            words = struct.unpack("<10I", buffers["OUTPUT"])
            expected = state
            for _ in range(count):
                expected = permute(expected, 8)
            correct &= store(dict(zip(registers, words, strict=True)), layout, HOME,
                             complements) == expected
            costs.append((cycles, instructions))
        once, twice = costs
        results.append(Permutation(calls.isa, form, twice[0] - once[0], twice[1] - once[1],
                                   correct))
    return results


def to_json(permutations, points):
    """Return an object for JSON."""
    return {"permutations": [asdict(row) for row in permutations],
            "points": [asdict(row) for row in points],
            "peer": PEER}
