"""The firmware on the simulated hardware, shared by the tests of a file.

Makes this folder's helpers importable by its tests, too.
"""

import sys
from pathlib import Path

import pytest

from sim.engine import Engine
from sw.driver import Driver
from sw.image import build

sys.path.insert(0, str(Path(__file__).parent))


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
