"""TODO casino_."""
