"""TODO live_."""
