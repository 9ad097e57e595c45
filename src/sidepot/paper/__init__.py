"""The rules of a game on one side of paper, for a table with real cards.

`sheet` makes one page of HTML from what the game says of itself: its rule page, its options with
their help, its deck. It has no rules of its own.
"""

from sidepot.paper.sheet import sheet
from sidepot.paper.sizes import PAPERS, paper_of

__all__ = ["PAPERS", "paper_of", "sheet"]
