"""The core alone: a fast bench, a model of the instruction set, random programs, coverage."""
