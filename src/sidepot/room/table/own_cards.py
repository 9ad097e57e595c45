"""One's own hidden cards in a hand with real cards, for the phone of their player alone.

Nothing of it is stored or shown to anybody else: it is worked out from what all have seen, and from
the cards that the player names.
"""

from __future__ import annotations

from sidepot.engine.game import Hand
from sidepot.errors import Refused
from sidepot.room.protocol.messages import Peek
from sidepot.room.table.context import Context


def own_hand(context: Context, guest: str, command: Peek) -> tuple[Hand, int]:
    """The hand with the cards that a guest holds, and their seat. Raises `Refused`.

    Show only that seat's view of it: all other hidden cards are made up. It takes too long for the
    event loop.
    """
    state, playing = context.state, context.state.in_play
    if playing is None or playing.hand != command.hand or context.real is None:
        raise Refused("room.refused_hand", hand=command.hand)
    seat = state.seat_of(guest)
    if seat is None:
        raise Refused("room.refused_seated")
    hand = context.real.real.with_own(seat, command.cards)
    if hand is None:
        raise Refused("room.refused_peek")
    return hand, seat
