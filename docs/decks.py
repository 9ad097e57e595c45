"""The table of the games' decks by which the page holds a room to the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sidepot import cards
from sidepot.engine.game import Game

FILE = Path(__file__).parent.parent / "frontend" / "src" / "fairness" / "decks.json"


def text(games: Iterable[Game]) -> str:
    """The file: each game's deck, the players for each copy of it, and whether one is the bank.

    No option changes a deck, so none is a key. A game that keeps cards from hand to hand is left
    out: which of them are not in the deck, a viewer may not know.
    """
    known = [game for game in games if not game.keeps_cards]
    decks = list(dict.fromkeys(map(_deck, known)))
    table: dict[str, Any] = {
        "decks": decks,
        "games": {
            game.name: [decks.index(_deck(game)), game.players_a_deck, int(game.banked)]
            for game in known
        },
        "codes": {game.code: game.name for game in known if game.code},
    }
    return json.dumps(table) + "\n"


def _deck(game: Game) -> str:
    """The cards of one copy, without spaces."""
    return "".join(map(cards.text, game.deck))
