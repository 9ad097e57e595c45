"""Sidepot: the card room for the poker games nobody else deals.

>>> import sidepot
>>> hand = sidepot.game("ricochet-2", ante=2).deal(players=3, seed=7)
>>> while not hand.over:
...     happened = hand.act(next(iter(hand.legal)))
>>> hand.payoffs
(4, -2, -2)

`Game` deals, `Hand` is a hand in play, `TableView` the table as one seat sees it: a bot's input.
`sidepot.cards`, `hands`, `errors`, `history`, `bots` and `analysis` are imported at first use.
"""

from typing import TYPE_CHECKING, Any

from sidepot.engine import accessors

if TYPE_CHECKING:
    from sidepot import analysis, bots, cards, errors, hands, history
    from sidepot.engine.game import Game, Hand
    from sidepot.engine.view import TableView
    from sidepot.history import read

__all__ = [
    "Game",
    "Hand",
    "TableView",
    "__version__",
    "analysis",
    "bots",
    "cards",
    "errors",
    "game",
    "hands",
    "history",
    "read",
]
__version__ = "1.0.0.dev0"

_HOMES = {
    "Game": "sidepot.engine.game",
    "Hand": "sidepot.engine.game",
    "TableView": "sidepot.engine.view",
    "read": "sidepot.history",
}
accessors.register("bot", "sidepot.bots:find")
accessors.register("policy", "sidepot.bots:policy_of")
accessors.register("simulate", "sidepot.lab.simulate:simulate")
accessors.register("analyze", "sidepot.analysis:analyze")
accessors.register("equity", "sidepot.analysis.equities:equity")
accessors.register("history", "sidepot.history:History.from_hand")
accessors.register("picture", "sidepot.room.web.drawings:hand_pixels")
_MODULES = ("analysis", "bots", "cards", "errors", "hands", "history")


def game(name: str, **options: Any) -> "Game":
    """The game of that name, with options: `game("ricochet-2", ante=2)`.

    Raises `UnknownGame`, `BadOption`.
    """
    from sidepot.games import find

    return find(name, **options)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "Any", "accessors"})


def __getattr__(name: str) -> Any:
    """Import classes and modules, most of which need numba, only when they are used."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'sidepot' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
