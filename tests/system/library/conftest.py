"""The C library in a program that calls what the host asks for, on simulator and hardware."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from library_machine import Machine, program

from sim.engine import Engine
from sim.iss import Iss
from soc.coprocessor import features_of


@pytest.fixture(scope="session")
def library_image(tmp_path_factory):
    return program(tmp_path_factory.mktemp("library"), variant="both")


@pytest.fixture(scope="module")
def iss(library_image):
    return Machine(Iss(library_image), library_image)


@pytest.fixture(scope="module")
def whole_words(tmp_path_factory):
    """With a coprocessor that has no instructions for a partial last word."""
    image = program(tmp_path_factory.mktemp("whole"), variant="accelerated", last=False)
    machine = Machine(Iss(image, features=features_of("tiny")), image)
    machine.enable()
    return machine


@pytest.fixture(scope="module")
def hardware(library_image):
    with Engine() as engine:
        yield Machine(engine, library_image)
