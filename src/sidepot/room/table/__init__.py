"""TODO table."""
