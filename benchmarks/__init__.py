"""Benchmarks: `make bench`. Every figure has a signature of what was computed next to it."""
