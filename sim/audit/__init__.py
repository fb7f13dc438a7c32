"""Constant time, proven on the machine code: which branches and addresses depend on secrets."""
