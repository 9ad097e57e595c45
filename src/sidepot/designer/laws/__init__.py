"""The conformance suite: checks your own game or bot against the laws that hold for all.

    from sidepot.designer.laws import check_bot, check_game

    check_game(MY_GAME)
    check_bot("my_bot.py", game="ricochet-2")

They raise `LawBroken` and `BotBroken` for the first fault, and never warn.
"""

from typing import TYPE_CHECKING, Any

from sidepot.designer.laws.conformance import Report, check_game
from sidepot.designer.laws.laws import LAWS
from sidepot.errors import BotBroken, LawBroken

if TYPE_CHECKING:
    from sidepot.designer.laws.bots import BotReport, check_bot

__all__ = [
    "LAWS",
    "BotBroken",
    "BotReport",
    "LawBroken",
    "Report",
    "check_bot",
    "check_game",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "Any"})


def __getattr__(name: str) -> Any:
    """Import what checks bots, and all bots with it, only when it is used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sidepot.designer.laws import bots

    return getattr(bots, name)
