"""Cells of FPGAs as Verilog."""
