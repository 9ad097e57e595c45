"""The conformance suite: laws that hold for every game, for anyone to run on their own.

    from sidepot.testing import check_game

    check_game(MY_GAME)

It raises `LawBroken` at the first law that does not hold, and never warns.
"""

from sidepot.errors import LawBroken
from sidepot.testing.conformance import Report, check_game
from sidepot.testing.laws import LAWS

__all__ = ["LAWS", "LawBroken", "Report", "check_game"]
