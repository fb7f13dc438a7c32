"""The program of the self-test: what the host driver does, recorded."""

from boards.selftest import Op
from soc.memory_map import IDENTITY, Command, Status, address
from sw.driver import Driver
from sw.model import family
from sw.request import MODES, OK, TAG_MISMATCH, Answer, Request

__all__ = ["VECTORS", "program"]

_KEY, _NONCE = bytes(range(16)), bytes(range(0x10, 0x20))
_AD, _MESSAGE = bytes(range(0x30, 0x35)), bytes(range(0x20, 0x33))
_CIPHERTEXT, _TAG = family.aead128_encrypt(_KEY, _NONCE, _AD, _MESSAGE)
_LENGTH = 20


def _aead(op, message, **more):
    return Request("aead128", op, key=_KEY, nonce=_NONCE, ad=_AD, message=message, **more)


#: Requests and the models' answers: the last block of each is a partial one.
VECTORS = (
    (_aead("encrypt", _MESSAGE), Answer(OK, _CIPHERTEXT, _TAG)),
    (_aead("decrypt", _CIPHERTEXT, tag=_TAG), Answer(OK, _MESSAGE)),
    (_aead("decrypt", _CIPHERTEXT, tag=_TAG[::-1]), Answer(TAG_MISMATCH, bytes(len(_MESSAGE)))),
    (Request("hash256", "hash", message=_MESSAGE), Answer(OK, family.hash256(_MESSAGE))),
    (Request("xof128", "hash", message=_MESSAGE, output=_LENGTH),
     Answer(OK, family.xof128(_MESSAGE, _LENGTH))),
    (Request("cxof128", "hash", message=_MESSAGE, customization=_AD, output=_LENGTH),
     Answer(OK, family.cxof128(_MESSAGE, _LENGTH, _AD))),
    (Request("mac", "mac", key=_KEY, message=_MESSAGE), Answer(OK, family.mac(_KEY, _MESSAGE))),
    (Request("prf", "mac", key=_KEY, message=_MESSAGE, output=_LENGTH),
     Answer(OK, family.prf(_KEY, _MESSAGE, _LENGTH))),
    (Request("prfshort", "mac", key=_KEY, message=_AD, output=16),
     Answer(OK, family.prfshort(_KEY, _AD))),
)

_STATUS = {OK: Status.OK, TAG_MISMATCH: Status.TAG_MISMATCH}

#: Registers whose content is not known before.
_UNKNOWN = {address("mailbox", name)
            for name in ("CYCLES", "INSTRUCTIONS", "TRAP_CAUSE", "TRAP_PC")}


class _Recorder:
    """A transport to plain memory that writes down what is done, and answers as it is told."""

    def __init__(self):
        self.steps = []
        self.answer = None
        self._words = {address("control", "IDENTITY"): IDENTITY}
        self._next = None

    def read(self, where, count):
        for position in range(where, where + 4 * count, 4):
            if position in _UNKNOWN:
                self._step(Op.SKIP, position)
            else:
                self._step(Op.CHECK, position, self._words.get(position, 0))
        return [self._words.get(position, 0) for position in range(where, where + 4 * count, 4)]

    def write(self, where, words):
        for position, word in zip(range(where, where + 4 * len(words), 4), words, strict=True):
            self._step(Op.WRITE, position, word)
            self._words[position] = word
        if where == address("mailbox", "COMMAND") and words[0] != Command.IDLE:
            self._respond()

    def wait_zero(self, where, timeout_cycles):
        self._step(Op.WAIT, where)

    def _step(self, op, where, value=0):
        if where != self._next:
            self.steps.append((Op.ADDRESS, where))
        self.steps.append((op, int(value)))
        self._next = where + 4

    def _respond(self):
        """Do the firmware's work."""
        self._words[address("mailbox", "STATUS")] = _STATUS[self.answer.status]
        for register, content in (("OUTPUT", self.answer.output), ("TAG", self.answer.tag)):
            start = self._words[address("mailbox", register)]
            for position, byte in enumerate(content, start):
                word, shift = position & ~3, 8 * (position & 3)
                self._words[word] = self._words[word] & ~(0xff << shift) | byte << shift


def program(image, vectors=VECTORS, modes=MODES):
    """Return the program for a system that runs an image.

    Parameters
    ----------
    image : :class:`sw.image.Image`
        The firmware; it is not loaded, the memories have it.
    vectors : iterable of (:class:`sw.request.Request`, :class:`sw.request.Answer`)
        What to run; a refused decryption's output is zeros.
    modes : iterable of :class:`str`
        In which each is run.

    Returns
    -------
    tuple of (`Op`, :class:`int`)
        For `boards.selftest.SelfTest`.
    """
    recorder = _Recorder()
    driver = Driver(recorder)
    driver.load(image)
    del recorder.steps[:]
    for mode in modes:
        for request, answer in vectors:
            recorder.answer = answer
            driver.run(request, mode)
    return (*recorder.steps, (Op.END, 0))
