"""Odds for Ricochet: exact chances to escape, and the game for two solved exactly.

`escape` counts the chance to escape, with any number of players. `heads_up` values the buys of a
position of two, from the table that ships (`opening`) or by `solver`; `solution` solves the whole
game for two, and `cache` stores it. `position` is what `sidepot.analysis` calls.
"""
