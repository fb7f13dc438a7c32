"""Audits of whole programs, a result for each routine."""

from bisect import bisect_right
from dataclasses import dataclass, field

from sim.audit.interpreter import VERDICT, Finding, Interpreter
from sim.audit.routines import SELECTED, firmware_routines, library_routines
from sim.disassembly import disassemble
from soc.memory_map import REGIONS
from sw.request import MODES, SUFFIXES

__all__ = ["Audited", "audit_firmware", "audit_library", "describe"]


@dataclass(frozen=True)
class Audited:
    """What came of following a routine.

    Attributes
    ----------
    routine : :class:`str`
        Its name, without the mode's.
    mode : :class:`str`
        One of :data:`sw.request.SUFFIXES`, or empty if it is the same code in all.
    reached : :class:`frozenset` of :class:`int`
        Addresses of its instructions, those of what it calls included.
    verdicts : :class:`tuple` of :class:`str`
        Declared verdicts that become public, without their prefix.
    findings : :class:`tuple` of :class:`sim.audit.interpreter.Finding`
        What depends on a secret, by address.
    """

    routine:  str
    mode:     str
    reached:  frozenset = field(repr=False)
    verdicts: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self):
        """Whether there was code, and nothing in it depends on a secret."""
        return bool(self.reached) and not self.findings

    def to_json(self, image):
        """Return an object for JSON."""
        return {"routine": self.routine, "mode": self.mode, "constant_time": self.ok,
                "instructions": len(self.reached), "verdicts": list(self.verdicts),
                "findings": [describe(image, finding) for finding in self.findings]}


def audit_firmware(image):
    """Follow all routines of the firmware.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.

    Returns
    -------
    :class:`list` of :class:`Audited`
        In the order of their declarations.
    """
    interpreter = Interpreter(image, REGIONS["dmem"].base)
    results = []
    for routine in firmware_routines():
        name, _, mode = routine.name.rpartition("_")
        if mode not in SUFFIXES:
            name, mode = routine.name, ""
        results.append(_audit(interpreter, image, routine, name, mode))
    return results


def audit_library(image, modes=MODES):
    """Follow all functions of the library.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        What :func:`sim.audit.routines.library_image` returns.
    modes : sequence of :class:`str`
        Variants that it has; with one, there is no variable to choose by.

    Returns
    -------
    :class:`list` of :class:`Audited`
        By mode, in the order of their declarations.
    """
    interpreter = Interpreter(image, REGIONS["dmem"].base)
    return [_audit(interpreter, image, routine, routine.name, mode)
            for mode in modes for routine in library_routines()]


def describe(image, finding):
    """Spell a finding: where it is, the instruction, and what is wrong with it."""
    labels = sorted((address, name) for name, address in image.symbols.items()
                    if name[0].islower() and not name.startswith(VERDICT))
    place = bisect_right(labels, (finding.address, "\x7f")) - 1
    where = f"0x{finding.address:08x}"
    if place >= 0:
        start, name = labels[place]
        where += f", {name}+0x{finding.address - start:x}"
    word = int.from_bytes(image.imem[finding.address:][:4], "little")
    return f"{where}: {disassemble(word, finding.address)}: {finding.reason}"


def _audit(interpreter, image, routine, name, mode):
    """Follow a routine, with a context in each of its phases."""
    findings, reached, verdicts = set(), set(), set()
    known = []
    if SELECTED in image.symbols:
        known.append(("image", image.symbols[SELECTED], MODES.index(mode)))
    phases = [known]
    for region, context in routine.contexts.items():
        phases = [[*before, (region, context.phase, phase)]
                  for before in phases for phase in range(context.phases)]
    for memory in phases:
        followed = interpreter.follow(
            image.symbols[routine.name], routine.arguments, memory=memory,
            fields={region: context.public for region, context in routine.contexts.items()},
            returns=routine.returns)
        findings |= followed.findings
        reached |= followed.reached
        verdicts |= followed.verdicts
    return Audited(name, mode, frozenset(reached),
                   tuple(sorted(verdict.removeprefix(VERDICT) for verdict in verdicts)),
                   tuple(sorted(findings)))
