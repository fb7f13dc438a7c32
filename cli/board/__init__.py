"""What runs on a board's own Linux, and how it gets there."""
