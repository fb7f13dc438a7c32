"""The smallest coprocessor: half of the S-boxes, two cycles a round."""

from hdl.ascon.tiny.coprocessor import TinyCoprocessor

__all__ = ["TinyCoprocessor"]
