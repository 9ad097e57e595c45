"""The deck of a hand by the rules of its game, if the client has the game too."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot import cards, games
from sidepot.engine import keeping
from sidepot.errors import UserError
from sidepot.room.protocol.messages import View


def deck_of(view: View) -> Sequence[str] | None:
    """The cards that the hand of a view is dealt from; None where only the room knows them.

    That is so for a game that is not on the client's list, and where cards are kept that the
    viewer has not seen.
    """
    hand, played = view.hand, view.room.game
    game = games.registry().get(hand.game) if hand else None
    if hand is None or game is None:
        return None
    try:
        if played and played.name == game.name:
            game = game.with_options(**played.options)
        physical = keeping.deck_for(game, len(hand.seats) - game.banked, hand.kept)
    except UserError:
        return None
    return list(map(cards.text, physical))
