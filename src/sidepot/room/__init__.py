"""The card room: tables that people and bots share, and that lose nothing. No HTTP in it.

`Room` (`room.service`) is the door. A table's life is a log of numbered entries in a database, and
its state the fold of that log: see docs/decisions/0006-the-log-is-the-table.md.
"""
