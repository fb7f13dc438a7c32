"""The Ascon coprocessor."""

from hdl.ascon.coprocessor import Coprocessor

__all__ = ["Coprocessor"]
