"""A table as data: its events, its state, what commands and clocks make of it. Pure, no I/O."""
