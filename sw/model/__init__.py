"""Reference models: the permutation, the family, the coprocessor, the known-answer files.

They share nothing with gateware and firmware but the table of instructions, so that agreement
means something.
"""
