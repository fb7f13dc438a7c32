"""How hardware and software run together."""
