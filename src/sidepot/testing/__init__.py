"""The conformance suite: checks your own game or bot against the laws that hold for all.

    from sidepot.testing import check_bot, check_game

    check_game(MY_GAME)
    check_bot("my_bot.py", game="ricochet-2")

They raise `LawBroken` and `BotBroken` for the first fault, and never warn.
"""

from sidepot.errors import BotBroken, LawBroken
from sidepot.testing.bots import BotReport, check_bot
from sidepot.testing.conformance import Report, check_game
from sidepot.testing.laws import LAWS

__all__ = [
    "LAWS",
    "BotBroken",
    "BotReport",
    "LawBroken",
    "Report",
    "check_bot",
    "check_game",
]
