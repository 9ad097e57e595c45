"""The designer's path: a new game in one file, and its check."""
