"""Properties of the coprocessor."""
