"""The coach: the value of each choice of a turn, from the player's view of the hand.

`advise` is for players at a table, `look` for everybody else; both take a `Memory` and no more.
"""

from sidepot.analysis.advising import advise, analyze, look
from sidepot.engine.memory import Memory, only, remember

__all__ = ["Memory", "advise", "analyze", "look", "only", "remember"]
