"""The simulated system as the commands use it: built with progress shown, and loaded."""

from contextlib import contextmanager

from cli.console import errors, rejecting
from cli.options import DEFAULT_PRESET
from hdl.ascon.presets import PRESETS
from sim.engine import Engine, EngineConfig
from sim.slots import MEMBERS, turn_of
from sw.driver import Driver
from sw.image import KERNELS, build

__all__ = ["config_of", "firmware", "notify", "simulated", "traced_presets"]


def notify(sentence):
    """Say what takes a moment."""
    errors.print(f"[dim]{sentence[0].upper()}{sentence[1:]}[/]")


def firmware(isa="rv32i", kernels=KERNELS[0]):
    """Assemble the firmware."""
    with errors.status("Assembling the firmware"):
        return build(isa=isa, kernels=kernels)


def config_of(preset=DEFAULT_PRESET, rounds_per_cycle=None, **features):
    """Return the engine's configuration, or stop if a preset has no such rounds."""
    with rejecting("--rounds-per-cycle"):
        return EngineConfig(preset=preset.value, rounds_per_cycle=rounds_per_cycle, **features)


def traced_presets(image, presets=tuple(PRESETS)):
    """Return turns of inner loops, of :mod:`sim.slots`, in a list for each preset."""
    with errors.status("Tracing blocks"):
        return {preset: [turn_of(member, preset, image, notify=notify) for member in MEMBERS]
                for preset in presets}


@contextmanager
def simulated(config, **options):
    """Give a driver of a simulated system that runs the firmware built with these options."""
    image = firmware(**options)
    with errors.status("Preparing the simulation"):
        engine = Engine(config, notify=notify)
    with engine:
        driver = Driver(engine)
        driver.load(image)
        yield driver
