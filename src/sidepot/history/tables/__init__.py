"""Histories as tables: a row a hand, a row a seat of a hand, a row a decision.

`frames` makes them in memory, for pandas, polars and whatever else reads Arrow; `export` writes
files, of any length. `columns` declares every column: docs/analysis.md lists them.
"""
