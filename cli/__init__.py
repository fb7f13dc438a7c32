"""Command line: one file a command, each a thin layer over what `sim`, `sw` and `hdl` do."""
