"""The value of each choice of a turn, from what the player may know: `analyze` gives an `Analysis`.

It takes a hand, or what a seat has seen of one. `sentences` puts the result into words;
`read_position` reads a position that was typed in.
"""

from sidepot.analysis.analyzing import analyze
from sidepot.analysis.positions import read_position
from sidepot.engine.memory import Memory, only, remember
from sidepot.odds.result import ActionValue, Analysis, Bank, Chance, Price
from sidepot.odds.sentences import sentences

__all__ = [
    "ActionValue",
    "Analysis",
    "Bank",
    "Chance",
    "Memory",
    "Price",
    "analyze",
    "only",
    "read_position",
    "remember",
    "sentences",
]
