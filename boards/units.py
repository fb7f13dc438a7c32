"""The units that are synthesized alone, their configurations, and what others take.

Everything that reports areas gets its rows from here.
"""

from dataclasses import dataclass

from hdl.ascon.coprocessor1 import Coprocessor1
from hdl.ascon.presets import DEFAULT, PRESETS, preset_coprocessor, preset_named
from hdl.ascon.round import ROUNDS_PER_CYCLE
from hdl.core import Core
from hdl.core.extensions import Extensions
from soc.coprocessor import features_of
from soc.memory_map import Preset
from soc.top import SoC

__all__ = ["ALONE", "CONFIGURATIONS", "DELAYS", "PEERS", "SCALE", "UNITS", "Peer", "component",
           "label"]

#: Parameters of what is around a coprocessor for CV-X-IF v1.0.
_AROUND = ("queue_depth", "split", "hartid", "hartid_width")

UNITS = {"coprocessor": preset_coprocessor, "core": Core, "soc": SoC}

#: The coprocessors that a system is measured with: presets, and what no preset is.
SCALE = (*({"preset": preset} for preset in PRESETS),
         *({"rounds_per_cycle": rounds} for rounds in ROUNDS_PER_CYCLE
           if features_of(DEFAULT, rounds).preset is Preset.NONE))

#: Parameters of each row of a report, by unit.
CONFIGURATIONS = {
    "coprocessor": (
        *(parameters | preset_named(parameters.get("preset", DEFAULT)).smallest_queue
          for parameters in SCALE),
        {"preset": DEFAULT, "queue_depth": 2},
        {"preset": DEFAULT, "queue_depth": 1, "big_endian": True},
        {"preset": DEFAULT, "queue_depth": 1, "last": False},
    ),
    "core": (
        {},
        {"m": True},
        {"m": True, "c": True},
        {"m": True, "c": True, "zba": True, "zbb": True, "zbs": True, "zbkb": True},
    ),
    "soc": ({"preset": DEFAULT},),
}

#: Parameters of those whose speed alone is reported, by unit.
ALONE = {
    "coprocessor": tuple({"preset": name} | preset.smallest_queue
                         for name, preset in PRESETS.items()),
    "core": CONFIGURATIONS["core"],
}

#: Picoseconds that a path of a unit may take when it is synthesized alone: the coprocessor's would
#: otherwise be made as short as possible, although they are not a system's longest.
DELAYS = {"coprocessor": 5000}

_EXTENSIONS = tuple(Extensions.__dataclass_fields__)


@dataclass(frozen=True)
class Peer:
    """A published or measured figure to compare with.

    Attributes
    ----------
    name : :class:`str`
        What it is.
    figures : dict of :class:`str` to :class:`int`
        By the names of :class:`boards.utilization.Utilization`, as far as they are known.
    how : :class:`str`
        Where the figures come from.
    """

    name: str
    figures: dict
    how: str


#: Peers by unit.
PEERS = {
    "coprocessor": (
        Peer("best published coprocessor", {"sites": 597, "ff": 368, "dsp": 0, "bram": 0},
             "an Ascon-p coprocessor on CV-X-IF at 60 MHz, as its author reports it"),
    ),
    "core": (
        Peer("CV32E40X",
             {"lut": 4169, "lutram": 0, "sites": 3325, "ff": 2371, "carry": 176, "dsp": 3,
              "bram": 0},
             "commit d952cd6 of the original with M_EXT=M, X_EXT=1, DEBUG=0 (so it is RV32IMC; its "
             "register file is of flip-flops, 992 of them), constant inputs but for buses, "
             "interrupts and CV-X-IF, read by read_slang, then the same script and the same count"),
        Peer("CV32E40X, plain script", {"lut": 4733, "ff": 2379, "carry": 176, "dsp": 3},
             "the same with `synth_xilinx -family xc7 -flatten`"),
    ),
    "soc": (),
}


def component(unit, **parameters):
    """Make a unit.

    Parameters
    ----------
    unit : :class:`str`
        A key of `UNITS`.
    **parameters
        Of its constructor. A coprocessor with ``xif="1.0"`` is inside of a
        :class:`~hdl.ascon.coprocessor1.Coprocessor1`, whose parameters are allowed as well.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """
    if parameters.pop("xif", "0.2") == "1.0":
        around = {name: parameters.pop(name) for name in _AROUND if name in parameters}
        return Coprocessor1(preset_coprocessor(
            **preset_named(parameters.get("preset", DEFAULT)).smallest_queue | parameters),
            **around)
    return UNITS[unit](**parameters)


def label(unit, parameters):
    """Return how a report calls a unit with these parameters."""
    parameters = dict(parameters)
    words = []
    if unit == "core":
        words.append(Extensions(**{name: parameters.pop(name) for name in _EXTENSIONS
                                   if name in parameters}).name)
    elif "preset" in parameters:
        words.append(parameters.pop("preset"))
    elif "rounds_per_cycle" not in parameters:
        words.append(DEFAULT)
    words += [f"{name}={value}" for name, value in parameters.items()]
    return " ".join(words)
