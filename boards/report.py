"""What a build reports: resources, timing, parts of the design; the same for every toolchain."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

__all__ = ["RESOURCES", "Clock", "Report", "read_report"]

#: Resources in the order of tables, and what heads their columns.
RESOURCES = {"lut": "LUT", "lutram": "of them memory", "sites": "sites", "ff": "FF",
             "carry": "carry", "dsp": "DSP", "bram": "block RAM"}

#: Of the file's form; another one can't be read.
_FORM = 1


@dataclass(frozen=True)
class Clock:
    """Timing of a clock.

    Attributes
    ----------
    name : :class:`str`
        Of its net.
    target_mhz, fmax_mhz : :class:`float`
        What was wanted, what is reached.
    """

    name:       str
    target_mhz: float
    fmax_mhz:   float

    @property
    def slack_ns(self):
        """What is left of a period; negative if it is too short."""
        return 1e3 / self.target_mhz - 1e3 / self.fmax_mhz

    @property
    def met(self):
        """Whether the target is reached."""
        return self.fmax_mhz >= self.target_mhz


@dataclass(frozen=True)
class Report:
    """Figures of a build.

    Attributes
    ----------
    board, device, toolchain, preset : :class:`str`
        What was built, with what.
    clock_hz : :class:`int`
        The SoC's clock.
    utilization : dict of :class:`str` to :class:`float`
        Resources in use, keys of `RESOURCES`.
    capacity : dict of :class:`str` to :class:`int`
        What the device has of some of them.
    clocks : tuple of `Clock`
        Timing.
    modules : dict of :class:`str` to :class:`dict`
        Resources by part of the design.
    seconds : dict of :class:`str` to :class:`float`
        Time of each step.
    versions : dict of :class:`str` to :class:`str`
        Of the tools.
    power : dict or None
        Estimate in watts by kind, with ``"how"``.
    """

    board:       str
    device:      str
    toolchain:   str
    preset:      str
    clock_hz:    int
    utilization: dict
    capacity:    dict
    clocks:      tuple
    modules:     dict = field(default_factory=dict)
    seconds:     dict = field(default_factory=dict)
    versions:    dict = field(default_factory=dict)
    power:       dict | None = None

    @classmethod
    def of(cls, job, toolchain, measured, seconds):
        """Make the report of a finished job from what the toolchain has measured."""
        return cls(job.board.name, job.board.device, toolchain.name, job.settings.preset,
                   job.settings.clock_hz, dict(measured.utilization), dict(job.board.capacity),
                   tuple(measured.clocks), dict(measured.modules), dict(seconds),
                   dict(measured.versions), measured.power)

    @property
    def timing_met(self):
        """Whether every clock reaches its target."""
        return all(clock.met for clock in self.clocks)

    @property
    def title(self):
        """What it is about, in a few words."""
        return f"{self.board}, {self.preset}, {self.toolchain}"

    def to_json(self):
        """Return the text of the file."""
        clocks = [asdict(clock) | {"slack_ns": round(clock.slack_ns, 3)} for clock in self.clocks]
        return json.dumps({"form": _FORM, **asdict(self), "clocks": clocks,
                           "timing_met": self.timing_met}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text):
        """Read the text of a file.

        Raises
        ------
        ValueError
            If it is no report.
        """
        try:
            data = json.loads(text)
            form = data.pop("form")
            del data["timing_met"]
            clocks = tuple(Clock(clock["name"], float(clock["target_mhz"]),
                                 float(clock["fmax_mhz"])) for clock in data.pop("clocks"))
            made = cls(clocks=clocks, **data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a report of a build: {error!r}") from None
        if form != _FORM:
            raise ValueError(f"the report's form must be {_FORM}, not {form!r}")
        return made


def read_report(path):
    """Read the report of a build.

    Parameters
    ----------
    path : :class:`pathlib.Path`
        The file, or the folder of the build.

    Raises
    ------
    ValueError
        If there is none.
    """
    path = Path(path)
    file = path / "report.json" if path.is_dir() else path
    try:
        return Report.from_json(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(file)!r} can't be read: {error}") from None
    except ValueError as error:
        raise ValueError(f"{str(file)!r} is {error}") from None
