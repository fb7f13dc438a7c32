"""Properties of the gateware, proven by an SMT solver with tools from PyPI only."""
