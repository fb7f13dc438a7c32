"""The firmware on the simulated hardware, shared by the tests of a file."""

import pytest

from sim.engine import Engine
from sw.driver import Driver
from sw.image import build


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
