"""Every refusal, its code, and that nothing has changed; buffers that overlap."""

import random
import re

import pytest
from library_machine import HEADER, VALUES

from soc.memory_map import Status
from sw.model import family
from sw.request import MODES

LENGTHS = {"length", "output_length", "ad_length", "tag_length", "customization_length"}


def declarations():
    """Return the parameters' names by function, from the header."""
    return {name: [re.split(r"[ *]", parameter.strip())[-1].split("[")[0]
                   for parameter in parameters.split(",")]
            for name, parameters in re.findall(r"int ascon_xif_(\w+)\(([^)]*)\)", HEADER)}


DECLARATIONS = declarations()
SIZE = {"nonce": 16, "key": 32, "hash": 32, "context": 120}


class Scene:
    """All arguments of a function, right ones, placed."""

    def __init__(self, machine, name):
        self.machine, self.name = machine, name
        self.parameters = DECLARATIONS[name]
        machine.reset()
        self.buffers = {parameter: machine.memory(SIZE.get(parameter, 16))
                        for parameter in self.parameters if parameter not in LENGTHS}
        if "context" in self.buffers:
            begin(machine, self.buffers["context"], name)

    def check(self, status, **changes):
        """Call with some arguments changed: the code is as expected, all memory as before."""
        arguments = [changes.get(parameter, 16 if parameter in LENGTHS
                                 else self.buffers.get(parameter))
                     for parameter in self.parameters]
        before = {name: buffer.content for name, buffer in self.buffers.items()}
        found = self.machine.status(self.name, *arguments)
        assert found == VALUES[status], (self.name, changes, found)
        assert before == {name: buffer.content for name, buffer in self.buffers.items()}
        self.machine.check_guards()


def begin(machine, context, name):
    """Bring a context to where a function may be called."""
    if name.endswith("init"):
        return
    member = name.split("_")[0]
    key, text = machine.memory(32), machine.memory(bytes(16))
    match member:
        case "aead128":
            machine.do("aead128_init", context, text, key)
            if name in ("aead128_decrypt_update", "aead128_decrypt_final"):
                _, tag = family.aead128_decrypt, machine.memory(16)
                tag.content = family.aead128_encrypt(
                    key[:16], bytes(16), b"", plain_of(key[:16], bytes(16), bytes(16)))[1]
                machine.do("aead128_verify_update", context, text, 16)
                machine.do("aead128_verify_final", context, tag, 16)
        case "cxof128":
            machine.do("cxof128_init", context, text, 16)
        case "hash256" | "xof128":
            machine.do(f"{member}_init", context)
        case _:
            machine.do(f"{member}_init", context, key)


def plain_of(key, nonce, ciphertext):
    """Decrypt without a tag: the first block is a XOR with what zeros encrypt to."""
    stream, _ = family.aead128_encrypt(key, nonce, b"", bytes(len(ciphertext)))
    return bytes(a ^ b for a, b in zip(stream, ciphertext, strict=True))


def of(*parameters):
    """Return the functions that have parameters."""
    return [name for name, there in DECLARATIONS.items() if set(parameters) <= set(there)]


def test_header_is_understood():
    assert len(DECLARATIONS) == 46
    assert DECLARATIONS["aead128_masked_encrypt"] == [
        "ciphertext", "tag", "tag_length", "plaintext", "length", "ad", "ad_length", "nonce", "key"]
    assert DECLARATIONS["hash256_final"] == ["context", "hash"]


def test_codes_are_the_mailbox_s():
    """The codes of what is refused by both are the same."""
    for status in Status:
        if status.name not in ("UNKNOWN_COMMAND", "TRAP"):
            assert VALUES[status.name] == status
    assert not {Status.UNKNOWN_COMMAND, Status.TRAP} & {
        value for name, value in VALUES.items() if name in (
            "NULL_POINTER", "OVERLAP", "WRONG_ORDER", "NO_SUCH_VARIANT")}


@pytest.mark.parametrize("name", [name for name in DECLARATIONS if "select" not in name])
def test_null_pointers(iss, name):
    """Every pointer of every function: refused if bytes are expected there, fine if not."""
    iss.select("baseline")
    scene = Scene(iss, name)
    for parameter in scene.buffers:
        scene.check("NULL_POINTER", **{parameter: 0})


#: The length that goes with a pointer that may be null.
OPTIONAL = {"ad": "ad_length", "message": "length", "output": "output_length",
            "customization": "customization_length", "plaintext": "length", "ciphertext": "length"}


@pytest.mark.parametrize("name", [name for name in of("length") if "select" not in name])
def test_null_pointers_without_length(iss, name):
    """A null pointer is fine where nothing is expected."""
    iss.select("baseline")
    scene = Scene(iss, name)
    arguments = {}
    for parameter in scene.parameters:
        if parameter in OPTIONAL:
            length = OPTIONAL[parameter]
            arguments |= {parameter: 0, length if length in scene.parameters else "length": 0}
    values = [arguments.get(parameter, 16 if parameter in LENGTHS
                            else scene.buffers.get(parameter)) for parameter in scene.parameters]
    if "decrypt" in name and "update" not in name:
        key, nonce = scene.buffers["key"].content, scene.buffers["nonce"].content
        mask = key[16:] if "masked" in name else None
        scene.buffers["tag"].content = family.aead128_encrypt(key[:16], nonce, b"", b"",
                                                              nonce_mask=mask)[1]
    if name == "mac_verify":
        scene.buffers["tag"].content = family.mac(scene.buffers["key"][:16], b"")
    assert iss.status(name, *values) == 0


@pytest.mark.parametrize("name", of("tag_length"))
def test_tag_length(iss, name):
    """Anything but 4 to 16; no tag at all is none of these."""
    iss.select("baseline")
    scene = Scene(iss, name)
    for length in (0, 1, 2, 3, 17, 32, 256 + 8, 0x8000_0004, 0xffff_ffff):
        scene.check("INVALID_TAG_LENGTH", tag_length=length)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "parameter", "status"), [
    ("cxof128", "customization_length", "INVALID_CUSTOMIZATION_LENGTH"),
    ("cxof128_init", "length", "INVALID_CUSTOMIZATION_LENGTH"),
    ("prfshort", "length", "INVALID_MESSAGE_LENGTH"),
    ("prfshort", "output_length", "INVALID_OUTPUT_LENGTH"),
    ("prfshort_update", "length", "INVALID_MESSAGE_LENGTH"),
    ("prfshort_final", "output_length", "INVALID_OUTPUT_LENGTH"),
])
def test_lengths(iss, name, parameter, status, mode):
    iss.select(mode)
    scene = Scene(iss, name)
    for length in (257 if "CUSTOM" in status else 17, 0x1000, 0xffff_ffff):
        scene.check(status, **{parameter: length})


def test_prfshort_in_pieces(iss):
    """The limit is for all of the message's pieces, and what was refused is as if never called."""
    iss.select("baseline")
    scene = Scene(iss, "prfshort_update")
    context, message = scene.buffers["context"], scene.buffers["message"]
    iss.do("prfshort_update", context, message, 10)
    scene.check("INVALID_MESSAGE_LENGTH", length=7)
    iss.do("prfshort_update", context, message, 6)
    scene.check("INVALID_MESSAGE_LENGTH", length=1)
    iss.do("prfshort_update", context, message, 0)


ENDED = [name for name in of("context") if not name.endswith("init")]


@pytest.mark.parametrize("name", ENDED)
def test_ended_context(iss, name):
    """A context that is all zeros, as after its end, takes nothing but init, whatever else."""
    iss.select("baseline")
    scene = Scene(iss, name)
    scene.buffers["context"].content = bytes(120)
    scene.check("WRONG_ORDER")
    scene.check("WRONG_ORDER", **dict.fromkeys(LENGTHS, 0x7fff_ffff))


#: Functions by where they leave a context, and what may not follow.
ORDER = {
    "xof128_squeeze":                      ["xof128_update"],
    "cxof128_squeeze":                     ["cxof128_update"],
    "prf_squeeze":                         ["prf_update"],
    "aead128_encrypt_update":              ["ad_update", "verify", "decrypt", "unverified"],
    "aead128_verify_update":               ["ad_update", "encrypt", "decrypt", "unverified"],
    "aead128_decrypt_update_unverified":   ["ad_update", "encrypt", "decrypt", "verify"],
    "aead128_decrypt_update":              ["ad_update", "encrypt", "verify", "unverified"],
    "aead128_ad_update":                   ["decrypt"],
}
KINDS = {
    "ad_update":  ["aead128_ad_update"],
    "encrypt":    ["aead128_encrypt_update", "aead128_encrypt_final"],
    "verify":     ["aead128_verify_update", "aead128_verify_final"],
    "decrypt":    ["aead128_decrypt_update", "aead128_decrypt_final"],
    "unverified": ["aead128_decrypt_update_unverified", "aead128_decrypt_final_unverified"],
}


@pytest.mark.parametrize("length", [0, 5])
@pytest.mark.parametrize("first", ORDER)
def test_order(iss, first, length):
    """Also a piece of no bytes decides, but for one of associated data."""
    iss.select("baseline")
    for kind in ORDER[first]:
        for second in KINDS.get(kind, [kind]):
            scene = Scene(iss, second)
            context = scene.buffers["context"]
            begin(iss, context, first)
            buffers = [iss.memory(16) for parameter in DECLARATIONS[first]
                       if parameter not in ("context", *LENGTHS)]
            iss.do(first, context, *buffers, length)
            scene.check("WRONG_ORDER")


@pytest.mark.parametrize("variant", [2, -1, 0x100])
def test_select(iss, variant):
    iss.select("accelerated")
    assert iss.status("select", variant & 0xffff_ffff) == VALUES["NO_SUCH_VARIANT"]
    assert iss.status("selected") == VALUES["ACCELERATED"]
    iss.select("baseline")
    assert iss.status("selected") == VALUES["BASELINE"]


CRYPT = ["aead128_encrypt", "aead128_decrypt", "aead128_masked_encrypt", "aead128_masked_decrypt",
         "aead128_encrypt_update", "aead128_decrypt_update", "aead128_decrypt_update_unverified"]


@pytest.mark.parametrize("name", CRYPT)
def test_output_over_input(iss, name):
    """An output that starts within the input would overwrite what has not been read."""
    iss.select("baseline")
    scene = Scene(iss, name)
    output, source = [parameter for parameter in scene.parameters
                      if parameter in ("plaintext", "ciphertext")]
    start = scene.buffers[source].address
    for offset in (1, 2, 4, 15):
        scene.check("OVERLAP", **{output: start + offset})


@pytest.mark.parametrize("name", CRYPT[:4])
@pytest.mark.parametrize("other", ["ad", "nonce", "key", "tag"])
def test_output_over_others(iss, name, other):
    iss.select("baseline")
    scene = Scene(iss, name)
    output = next(parameter for parameter in scene.parameters
                  if parameter in ("plaintext", "ciphertext"))
    place = scene.buffers[other]
    for offset in (-15, -1, 0, 3, (31 if "masked" in name else 15) if other == "key" else 15):
        scene.check("OVERLAP", **{output: place.address + offset})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("tag_length", [7, 16])
@pytest.mark.parametrize("distance", [0, 1, 3, 4, 16, 31])
def test_output_in_front_of_input(iss, mode, tag_length, distance):
    """An output may start in front of its input, and overlap it."""
    rng = random.Random(f"{mode} {distance}")
    iss.select(mode)
    for length in (1, 5, 16, 19, 48, 61, 140, 300):
        for name in ("aead128_encrypt", "aead128_decrypt"):
            iss.reset()
            key, nonce, ad, plain = (rng.randbytes(n) for n in (16, 16, 9, length))
            ciphertext, tag = family.aead128_encrypt(key, nonce, ad, plain, tag_length=tag_length)
            source, result = (plain, ciphertext) if name.endswith("encrypt") else (ciphertext,
                                                                                   plain)
            room = iss.memory(bytes(distance) + source, offset=rng.randrange(4))
            k, n, a = iss.memory(key), iss.memory(nonce), iss.memory(ad)
            t = iss.memory(tag if name.endswith("decrypt") else tag_length)
            iss.do(name, room, t, tag_length, room.address + distance, length, a, 9, n, k)
            assert room[:length] == result
            assert room[max(length, distance):] == source[max(length - distance, 0):]
            iss.check_guards()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("distance", [-9, -1, 0, 1, 6, 40])
def test_hash_over_message(iss, mode, distance):
    """Where the output comes after the whole message they may overlap in any way, key too."""
    rng = random.Random(f"{mode} {distance}")
    iss.select(mode)
    for member in ("hash256", "xof128", "cxof128", "mac", "prf", "prfshort"):
        length, count = (13, 16) if member == "prfshort" else (50, 16 if member == "mac" else 32)
        key, message = rng.randbytes(16), rng.randbytes(length)
        iss.reset()
        room = iss.memory(rng.randbytes(16) + message + key + rng.randbytes(60))
        output, start = room.address + 16 + distance, room.address + 16
        match member:
            case "hash256":
                expected = family.hash256(message)
                arguments = [output, start, length]
            case "xof128" | "cxof128":
                expected = getattr(family, member)(message, count)
                arguments = [output, count, start, length, 0, 0]
            case "mac":
                expected = family.mac(key, message)
                arguments = [output, count, start, length, start + length]
            case _:
                expected = getattr(family, member)(key, message, count)
                arguments = [output, count, start, length, start + length]
        iss.do(member, *arguments)
        assert room[16 + distance:][:len(expected)] == expected, member
