"""The cards that a viewer has seen in a hand, which its proof must open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sidepot.protocol.messages import View
from sidepot.protocol.views import EventView

_DEALING = ("dealt", "board", "match")
"""Events by which a card leaves the deck."""
_SHOWN = "shown"
_HIDDEN = "??"
_HANDS = 2
"""The last hands that are remembered: cards may be shown while the next hand is prepared."""


class _Hand:
    """What the views of one hand have shown."""

    def __init__(self) -> None:
        self.verbs: dict[int, list[EventView]] = {}
        """The events by decision: a view tells those of the last action, and may come twice."""
        self.face_up: dict[int, Counter[str]] = {}
        """The cards that lie face up in the last view, by seat."""
        self.shown_after: dict[int, Counter[str]] = {}
        """The cards shown after the hand, by seat."""

    def events(self, *kinds: str) -> list[EventView]:
        """The events of some kinds whose card the viewer saw."""
        told = (event for verb in self.verbs.values() for event in verb)
        return [event for event in told if event.kind in kinds and _is_seen(event.card)]


class SeenCards:
    """The cards that the views of the last hands have shown."""

    def __init__(self) -> None:
        self._hands: dict[int, _Hand] = {}

    def note(self, view: View) -> None:
        """Remember what a view shows."""
        if view.hand is None:
            return
        hand = self._hands.setdefault(view.hand.hand, _Hand())
        hand.verbs[view.hand.decision] = view.hand.events
        hand.face_up = {
            seat: Counter(card.card for card in sent.cards if _is_seen(card.card))
            for seat, sent in enumerate(view.hand.seats)
        }
        seats = {str(chair.chair): chair.seat for chair in view.room.chairs}
        for chair, shown in view.room.shown.items():
            seat = seats.get(chair)
            if seat is not None and view.room.hand == view.hand.hand:
                hand.shown_after[seat] = Counter(shown)
        for old in sorted(self._hands)[:-_HANDS]:
            del self._hands[old]

    def missing(self, number: int, opened: Iterable[str]) -> list[str]:
        """The cards that were seen in a hand and are not among those that its proof opens."""
        hand = self._hands.get(number)
        return sorted((_seen(hand) - Counter(opened)).elements()) if hand else []


def _seen(hand: _Hand) -> Counter[str]:
    """The cards that a viewer saw leave the deck, and those that were turned up later.

    A card that lies face up and that no event turned up may be one that was dealt in sight
    elsewhere, and moved; so of those only the ones that nobody saw dealt count.
    """
    dealt = hand.events(*_DEALING)
    seen = in_sight = _cards(dealt)
    for seat, face_up in hand.face_up.items():
        own = _cards(event for event in dealt if event.seat == seat)
        shown = _cards(event for event in hand.events(_SHOWN) if event.seat == seat)
        after = hand.shown_after.get(seat, Counter())
        turned_up = (shown + after) - own if shown or after else face_up - in_sight
        seen = seen + turned_up
    return seen


def _cards(events: Iterable[EventView]) -> Counter[str]:
    return Counter(str(event.card) for event in events)


def _is_seen(card: str | None) -> bool:
    return card is not None and card != _HIDDEN
