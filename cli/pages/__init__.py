"""Generated pages: each module renders one from a table or from measurements."""
