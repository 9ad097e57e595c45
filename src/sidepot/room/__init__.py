"""The card room: tables that people and bots share, and that lose nothing. No HTTP in it.

`Room` (`room.service`) is the one door. Behind it, from the top down: `live` (tables in memory, who
looks at them, their clocks), `storage` (the database) and `views` (what is shown to whom), and
`table` (what a table is and how it changes: pure, no I/O). docs/house.md follows one action
through them; docs/decisions/0006-the-log-is-the-table.md says why a table is its log.
"""
