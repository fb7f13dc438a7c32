"""Fixtures of unit tests."""

import gc
import warnings

import pytest
from amaranth.hdl import UnusedElaboratable


@pytest.fixture
def unused():
    """Let a test make components that are never elaborated."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnusedElaboratable)
        gc.collect()
