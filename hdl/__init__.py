"""Gateware that anybody can instantiate."""
