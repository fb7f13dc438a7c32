"""The CV32E40X-style core."""
