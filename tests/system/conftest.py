"""The firmware on the simulated hardware, shared by the tests of a file.

Makes this folder's helpers importable by its tests, too.
"""

import sys
from pathlib import Path

import pytest

from sim.engine import Engine
from sw.driver import Driver
from sw.image import build
from sw.request import SUFFIXES

sys.path.insert(0, str(Path(__file__).parent))

from observed import Observed


@pytest.fixture(scope="session")
def image():
    return build()


@pytest.fixture(scope="module")
def engine():
    with Engine() as engine:
        yield engine


@pytest.fixture(scope="module")
def driver(engine, image):
    driver = Driver(engine)
    driver.load(image)
    return driver


@pytest.fixture(scope="module")
def observers(image):
    return {variant: Observed(image, variant) for variant in SUFFIXES}


@pytest.fixture
def observed(observers, mode):
    """Watch the firmware's variant ``mode`` step by step."""
    return observers[mode]
