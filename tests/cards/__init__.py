"""Cards as numbers and as text."""
