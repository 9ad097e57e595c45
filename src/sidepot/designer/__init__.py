"""Tools for designers: a new game in one file, and checking it."""
