"""TODO protocol."""
