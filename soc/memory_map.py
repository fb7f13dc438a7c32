"""The memory map: one table for hardware, linker script, assembler, C header, host driver and docs.

The core and the host see the same addresses. All registers are 32 bits wide.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum

__all__ = ["BLOCKS", "CLINT", "COMMANDS", "CONTROL", "IDENTITY", "MAILBOX", "OPTIONS", "PS7_BASE",
           "REGIONS", "UART", "Access", "Block", "Command", "Field", "Interrupt", "Member",
           "Region", "Register", "Status", "address"]


class Access(Enum):
    """What a register allows: read only, read and write, write only."""

    RO = "ro"
    RW = "rw"
    WO = "wo"


@dataclass(frozen=True)
class Field:
    """Bits ``low + width - 1 : low`` of a register."""

    name:        str
    low:         int
    width:       int
    description: str


@dataclass(frozen=True)
class Register:
    """A 32-bit register at ``offset`` bytes from its block's base."""

    name:        str
    offset:      int
    access:      Access
    description: str
    fields:      tuple[Field, ...] = ()


@dataclass(frozen=True)
class Block:
    """The registers of one region."""

    name:      str
    registers: tuple[Register, ...]

    def __getitem__(self, name):
        """Look a register up by name."""
        return next(register for register in self.registers if register.name == name)


@dataclass(frozen=True)
class Region:
    """``size`` bytes from ``base``, both powers of two and ``base`` a multiple of ``size``.

    ``fetch``, ``data`` and ``host`` say which of the core's instruction bus, the core's data bus
    and the host reach it. Everything that is not in a region answers with a bus error.
    """

    name:        str
    base:        int
    size:        int
    fetch:       bool
    data:        bool
    host:        bool
    description: str


REGIONS = {region.name: region for region in (
    Region("imem",    0x0000_0000, 0x1_0000, fetch=True,  data=False, host=True,
           description="Instruction RAM, zero wait states; the core starts at its first word."),
    Region("dmem",    0x0010_0000, 0x1_0000, fetch=False, data=True,  host=True,
           description="Data RAM, zero wait states: constants, stack, and the host's buffers."),
    Region("control", 0x0020_0000, 0x1000,   fetch=False, data=True,  host=True,
           description="Identity, features, accelerator enable, core reset."),
    Region("mailbox", 0x0020_1000, 0x1000,   fetch=False, data=True,  host=True,
           description="Request and answer between host and firmware."),
    Region("uart",    0x0020_2000, 0x1000,   fetch=False, data=True,  host=True,
           description="Serial port, 8N1."),
    Region("clint",   0x0021_0000, 0x1_0000, fetch=False, data=True,  host=True,
           description="Machine timer and software interrupt, laid out as in SiFive's CLINT."),
)}

#: Where the processing system of a Zynq sees address 0: its port M_AXI_GP0 (UG585, table 4-1).
PS7_BASE = 0x4000_0000

#: Value of ``CONTROL.IDENTITY``: ``ASXI`` in the order of its bytes.
IDENTITY = int.from_bytes(b"ASXI", "little")

CONTROL = Block("control", (
    Register("IDENTITY", 0x00, Access.RO, "Reads `ASXI` (0x49585341)."),
    Register("FEATURES", 0x04, Access.RO, "What this build has.", (
        Field("ROUNDS_PER_CYCLE", 0, 4, "Rounds of the permutation in a clock cycle; 0: half of "
                                        "one."),
        Field("BIG_ENDIAN",       4, 1, "The big-endian instructions exist."),
        Field("LAST",             5, 1, "The instructions for a partial last word exist."),
        Field("PRESET",           8, 4, "Which preset of the coprocessor it is."),
    )),
    Register("CLOCK_HZ", 0x08, Access.RO, "Clock frequency in hertz."),
    Register("CONTROL",  0x0c, Access.RW, "Switches.", (
        Field("ACCELERATOR_ENABLE", 0, 1, "0: the coprocessor refuses every instruction. "
                                          "Reset: 1."),
        Field("CORE_RESET",         1, 1, "1: the core is held in reset; only the host can write "
                                          "this bit. Reset: 0."),
    )),
))

#: Plain memory words; their meaning is an agreement between host and firmware. The host writes the
#: arguments, then COMMAND; the firmware writes the answer, then sets COMMAND to 0.
MAILBOX = Block("mailbox", (
    Register("COMMAND",              0x00, Access.RW, "Member and operation; 0: nothing to do."),
    Register("STATUS",               0x04, Access.RW, "How the last command ended."),
    Register("CYCLES",               0x08, Access.RW, "Cycles of the primitive, call and return "
                                                      "included."),
    Register("INSTRUCTIONS",         0x0c, Access.RW, "Instructions retired by the primitive."),
    Register("TRAP_CAUSE",           0x10, Access.RW, "mcause, if STATUS is TRAP."),
    Register("TRAP_PC",              0x14, Access.RW, "mepc, if STATUS is TRAP."),
    Register("KEY",                  0x20, Access.RW, "Address of the key."),
    Register("NONCE",                0x24, Access.RW, "Address of the nonce."),
    Register("AD",                   0x28, Access.RW, "Address of the associated data."),
    Register("AD_LENGTH",            0x2c, Access.RW, "Its length in bytes."),
    Register("MESSAGE",              0x30, Access.RW, "Address of plaintext, ciphertext or "
                                                      "message."),
    Register("MESSAGE_LENGTH",       0x34, Access.RW, "Its length in bytes."),
    Register("OUTPUT",               0x38, Access.RW, "Address for ciphertext, plaintext, hash or "
                                                      "tag."),
    Register("OUTPUT_LENGTH",        0x3c, Access.RW, "Bytes wanted, where the member lets one "
                                                      "choose."),
    Register("TAG",                  0x40, Access.RW, "Address of the tag: written by encryption, "
                                                      "checked by decryption."),
    Register("CUSTOMIZATION",        0x44, Access.RW, "Address of the customization string."),
    Register("CUSTOMIZATION_LENGTH", 0x48, Access.RW, "Its length in bytes."),
    Register("TAG_LENGTH",           0x4c, Access.RW, "Bytes of the tag, for commands with "
                                                      "options."),
    Register("NONCE_MASK",           0x50, Access.RW, "Address of the nonce's mask, or 0 for none, "
                                                      "for commands with options."),
))

UART = Block("uart", (
    Register("TX_DATA", 0x00, Access.WO, "Byte to send; ignored while STATUS.TX_READY is 0."),
    Register("RX_DATA", 0x04, Access.RO, "Byte received; reading it makes place for the next.", (
        Field("DATA",  0, 8, "The byte."),
        Field("EMPTY", 31, 1, "There is none."),
    )),
    Register("STATUS",  0x08, Access.RO, "State of both directions.", (
        Field("TX_READY",   0, 1, "TX_DATA takes a byte."),
        Field("RX_VALID",   1, 1, "RX_DATA holds a byte."),
        Field("RX_OVERRUN", 2, 1, "A byte was lost since the last read of STATUS."),
        Field("RX_FRAMING", 3, 1, "A stop bit was missing since the last read of STATUS."),
    )),
    Register("DIVISOR", 0x0c, Access.RW, "Clock cycles per bit, 4 to 1048575. Reset: 115200 "
                                             "baud."),
))

CLINT = Block("clint", (
    Register("MSIP",      0x0000, Access.RW, "Software interrupt.", (
        Field("PENDING", 0, 1, "1: it is pending. Reset: 0."),
    )),
    Register("MTIMECMP",  0x4000, Access.RW, "The timer interrupt is pending while MTIME is not "
                                             "less: lower half. Reset: all ones."),
    Register("MTIMECMPH", 0x4004, Access.RW, "Upper half. Reset: all ones."),
    Register("MTIME",     0xbff8, Access.RW, "Clock cycles since reset: lower half. The CSR `time` "
                                             "is the same."),
    Register("MTIMEH",    0xbffc, Access.RW, "Upper half."),
))

BLOCKS = {block.name: block for block in (CONTROL, MAILBOX, UART, CLINT)}


class Interrupt(IntEnum):
    """Interrupt lines of the core: bits in ``mie`` and ``mip``. All are levels."""

    SOFTWARE = 3
    TIMER    = 7
    EXTERNAL = 11
    MAILBOX  = 16
    UART     = 17


class Preset(IntEnum):
    """Values of ``CONTROL.FEATURES.PRESET``: presets of the coprocessor.

    ``NONE``: a coprocessor with other parameters than any preset's.
    """

    NONE    = 0
    COMPACT = 1
    FAST    = 2
    TINY    = 3


class Member(IntEnum):
    """Members of the family, by the algorithm number in their IV."""

    AEAD128  = 1
    HASH256  = 2
    XOF128   = 3
    CXOF128  = 4
    MAC      = 5
    PRF      = 6
    PRFSHORT = 7


class Command(IntEnum):
    """Values of ``MAILBOX.COMMAND``: ``member << 4 | operation``.

    ``*_OPTIONS`` also takes a tag of 4 to 16 bytes and a mask of the nonce.
    """

    IDLE                    = 0x00
    AEAD128_ENCRYPT         = 0x10
    AEAD128_DECRYPT         = 0x11
    AEAD128_ENCRYPT_OPTIONS = 0x12
    AEAD128_DECRYPT_OPTIONS = 0x13
    HASH256_HASH            = 0x20
    XOF128_HASH             = 0x30
    CXOF128_HASH            = 0x40
    MAC_MAC                 = 0x50
    PRF_MAC                 = 0x60
    PRFSHORT_MAC            = 0x70


#: Command by member's and operation's name as the command line spells them.
COMMANDS = {
    ("aead128",  "encrypt"): Command.AEAD128_ENCRYPT,
    ("aead128",  "decrypt"): Command.AEAD128_DECRYPT,
    ("hash256",  "hash"):    Command.HASH256_HASH,
    ("xof128",   "hash"):    Command.XOF128_HASH,
    ("cxof128",  "hash"):    Command.CXOF128_HASH,
    ("mac",      "mac"):     Command.MAC_MAC,
    ("prf",      "mac"):     Command.PRF_MAC,
    ("prfshort", "mac"):     Command.PRFSHORT_MAC,
}

#: Command for a request with options, in the place of the one without.
OPTIONS = {
    Command.AEAD128_ENCRYPT: Command.AEAD128_ENCRYPT_OPTIONS,
    Command.AEAD128_DECRYPT: Command.AEAD128_DECRYPT_OPTIONS,
}


class Status(IntEnum):
    """Values of ``MAILBOX.STATUS``. What is invalid is refused before anything is accessed."""

    OK                           = 0
    TAG_MISMATCH                 = 1
    UNKNOWN_COMMAND              = 2
    TRAP                         = 3
    INVALID_TAG_LENGTH           = 4
    INVALID_CUSTOMIZATION_LENGTH = 5
    INVALID_MESSAGE_LENGTH       = 6
    INVALID_OUTPUT_LENGTH        = 7


def address(block, register):
    """Return the absolute address of a register, by the names of its block and its own."""
    return REGIONS[block].base + BLOCKS[block][register].offset
