"""The CV32E40X-style core."""

from hdl.core.core import Core

__all__ = ["Core"]
