"""Properties of the core."""
