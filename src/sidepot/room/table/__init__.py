"""A table as data, without I/O: how commands and clocks change it.

`state` is what a table is and `events` what its log holds. `decide` turns a command into events and
`deadlines` does the same for what is due by the clock; both use `deal` between hands and `play`
within one, and read a `context`. `apply` makes the next state from events, `loaded` keeps it
together with the record of the hand, and `replay` restores both from the log. `rules` checks what a
host sets; `ledger`, `lines` and `phase` summarize a state.
"""
