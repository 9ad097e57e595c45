"""Sights: cards that lie face down and that some players have been let see, beside their owner."""

from typing import Annotated

from sidepot.cards import HIDDEN
from sidepot.kernel import Array, Part, compiled, sizes
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import SEEN, Journal, note_card_down


class Sights(Part):
    """Seats that know each card of the part `hole`; `most` as there."""

    usual = sizes(most=5)

    known: Annotated[Array, "i8", "seats", "most"]
    """The seats that know the card at a place of a hand, one bit each, beside its owner."""


@compiled
def clear(sights: Sights) -> None:
    """Nobody knows more than the own cards."""
    sights.known[:] = 0


@compiled
def let_see(sights: Sights, hole: HoleCards, journal: Journal, viewer: int, seat: int) -> None:
    """Let one player see all cards of another; the journal tells that player alone which."""
    for k in range(hole.size[seat]):
        if not sights.known[seat, k] >> viewer & 1:
            sights.known[seat, k] |= 1 << viewer
            note_card_down(journal, SEEN, viewer, hole.card[seat, k])


@compiled
def conceal(sights: Sights, hole: HoleCards, seat: int) -> None:
    """Erase others' cards but for those that a seat knows; instead of `holecards.conceal`.

    Seat -1, the rail, knows none.
    """
    for p in range(len(hole.size)):
        if p != seat and not hole.shown[p]:
            for k in range(hole.size[p]):
                if seat < 0 or not sights.known[p, k] >> seat & 1:
                    hole.card[p, k] = HIDDEN
