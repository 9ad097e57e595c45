"""Checks what a game says of itself, for a message that says what is legal."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np

from sidepot.cards import CODES
from sidepot.errors import EngineError
from sidepot.kernel import Part
from sidepot.rules import actions, journal
from sidepot.rules.upcards import UpCards

if TYPE_CHECKING:
    from sidepot.engine.game import Game

_HIGHEST = 32767
"""The highest number of a card: 606 decks."""
_FEWEST = 2
"""The fewest seats of a hand, the bank's among them."""
FREE_KEYS = "bcdefijklnoprsuvwxyz"
"""The keys that a kind of action may have: the other letters always do something at the table."""


def check_facts(game: Game) -> None:
    """Raise `EngineError` for cards, names, keys or numbers of players that cannot be."""
    _check_deck(game.name, game.deck)
    _check_names(game)
    least, most = game.least + game.banked, game.most + game.banked
    if not _FEWEST <= least <= most:
        raise EngineError("law.players", game=game.name, least=game.least, most=game.most)
    if most > game.max_seats:
        raise EngineError("law.seats", game=game.name, n=game.max_seats, needed=most)


def _check_names(game: Game) -> None:
    """Raise `EngineError` for a name or a key of what is no action and no event."""
    for kind in (*game.says, *game.keys):
        if kind not in actions.KINDS and (kind not in journal.KINDS or kind in game.keys):
            legal = [*actions.KINDS, *(() if kind in game.keys else journal.KINDS)]
            raise EngineError("law.says", game=game.name, kind=kind, legal=legal)
    for kind, key in game.keys.items():
        if key not in [*FREE_KEYS]:
            legal = [*FREE_KEYS]
            raise EngineError("law.key", game=game.name, kind=kind, letter=key, legal=legal)


def _check_deck(name: str, deck: Sequence[int]) -> None:
    """Raise `EngineError` unless the cards are numbers from 0 up, in increasing order."""
    cards = list(deck)
    is_numbers = bool(cards) and all(type(card) is int for card in cards)
    if not is_numbers or cards[0] < 0 or any(b <= a for a, b in itertools.pairwise(cards)):
        raise EngineError("law.deck_numbers", game=name)


@functools.cache
def check_room(name: str, record: Any, highest: int) -> None:
    """Raise `EngineError` if a part cannot hold the highest number of a card."""
    found = (kind for kind in get_type_hints(record).values() if isinstance(kind, type))
    for part in (kind for kind in found if issubclass(kind, Part)):
        most = _highest_card(part)
        if most < highest:
            values = {"game": name, "part": part.__name__, "most": most, "highest": highest}
            raise EngineError("law.deck_room", **values)


def _highest_card(part: type[Part]) -> int:
    """The highest number of a card that a part has room for, by the type of its field `card`."""
    hint: Any = get_type_hints(part, include_extras=True).get("card")
    kind, *_ = getattr(hint, "__metadata__", ("i8",))
    return min(int(np.iinfo(kind).max), CODES - 1 if part is UpCards else _HIGHEST)
