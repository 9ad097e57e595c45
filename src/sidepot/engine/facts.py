"""Checks the facts that a game declares, with messages that say what is legal."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from sidepot.engine.definition import Definition
from sidepot.errors import EngineError
from sidepot.rules import actions, journal

_FEWEST = 2
"""The fewest seats of a hand, the bank's among them."""
FREE_KEYS = "bcdefijklnoprsuvwxyz"
"""The keys that a kind of action may have: the other letters always do something at the table."""


def check_facts(game: Definition) -> None:
    """Raise `EngineError` for cards, names, keys or numbers of players that cannot be."""
    _check_deck(game.name, game.deck)
    _check_names(game)
    least, most = game.least + game.banked, game.most + game.banked
    if not _FEWEST <= least <= most:
        raise EngineError("law.players", game=game.name, least=game.least, most=game.most)
    if most > game.max_seats:
        raise EngineError("law.seats", game=game.name, n=game.max_seats, needed=most)


def _check_names(game: Definition) -> None:
    """Raise `EngineError` for a name or a key of what is no action and no event."""
    for kind in (*game.says, *game.keys):
        if kind not in actions.NAMES and (kind not in journal.NAMES or kind in game.keys):
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
