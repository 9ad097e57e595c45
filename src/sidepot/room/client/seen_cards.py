"""The cards that a viewer has seen in a hand, and the order in which its proof must open them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from sidepot.engine.event import HandEvent
from sidepot.engine.view import TableView
from sidepot.room.protocol.messages import View

_BOARD = "board"
_DEALT = "dealt"
_DEALING = (_DEALT, _BOARD, "match")
"""Events by which a card leaves the deck."""
_SHOWN = "shown"
_PASSED, _RECEIVED = "passed", "received"
_MOVING = ("collected", "laid", _RECEIVED)
"""Events by which a seat gets a card that no deck deals then."""
_HIDDEN = "??"
_DECK = "deck"
"""The stream whose cards come one after another; of another one places may be passed over."""
_MIDDLE = -1
"""The board, as a place where cards lie that are in front of no seat."""
_HANDS = 2
"""The last hands that are remembered: cards may be shown while the next hand is prepared."""

Place = tuple[str, int]
"""A stream and a place in it."""


class _Hand:
    """Cards and events shown by the views of one hand."""

    def __init__(self) -> None:
        self.verbs: dict[int, Sequence[HandEvent]] = {}
        """The events by decision: a view tells those of the last action, and may come twice."""
        self.face_up: dict[int, Counter[str]] = {}
        """The cards that lie face up in the last view, by seat."""
        self.board: Counter[str] = Counter()
        """The cards that lie on the board in the last view."""
        self.lay: dict[int, Counter[str]] = {}
        """The cards that have lain in front of each seat, and on the board, in any view."""
        self.kept: Counter[str] = Counter()
        """The cards that are kept from the hand before, which no deck has dealt."""
        self.shown_after: dict[int, Counter[str]] = {}
        """The cards shown after the hand, by seat."""
        self.rabbit: list[str] = []
        """The cards to come that were shown after the hand."""
        self.is_over = False
        self.together: range = range(0)
        """The decisions whose events come in one view, with the last of them: made at once."""

    def note(self, seen: TableView) -> None:
        """Remember the events of a view, which may be those of several decisions made at once."""
        if seen.decision in self.together:
            for number in range(self.together.start, seen.decision):
                self.verbs.setdefault(number, ())
        self.verbs[seen.decision] = seen.events
        self.kept = _kept_cards(seen)
        self.together = range(seen.decision + 1, seen.decision + len(seen.asked) + 1)
        for seat, sent in enumerate(seen.seats):
            self.note_lying(seat, (card.card for card in sent.cards))
            turned_up = (event for event in seen.events if event.kind == _SHOWN)
            self.note_lying(seat, (event.card for event in turned_up if event.seat == seat))
        self.note_lying(_MIDDLE, (card.card for card in seen.board))

    def note_lying(self, seat: int, told: Iterable[str | None]) -> None:
        """Remember cards that lie in front of a seat, or on the board (`_MIDDLE`)."""
        self.lay[seat] = self.lay.get(seat, Counter()) | Counter(filter(_is_seen, map(str, told)))

    @property
    def is_whole(self) -> bool:
        """Whether no decision is missing among those that were seen."""
        return self.verbs.keys() == set(range(len(self.verbs)))

    def dealing(self) -> list[list[HandEvent]]:
        """The events of each verb by which a card left the deck, hidden ones too."""
        return [
            [event for event in self.verbs[number] if event.kind in _DEALING]
            for number in sorted(self.verbs)
        ]

    def events(self, *kinds: str) -> list[HandEvent]:
        """The events of some kinds whose card the viewer saw."""
        told = (event for verb in self.verbs.values() for event in verb)
        return [event for event in told if event.kind in kinds and _is_seen(event.card)]

    def received_unseen(self) -> Counter[int]:
        """The number of cards passed to each seat that the viewer did not see."""
        told = chain.from_iterable(self.verbs.values())
        return Counter(
            event.seat for event in told if event.kind == _RECEIVED and not _is_seen(event.card)
        )


class SeenCards:
    """The cards that the views of the last hands have shown."""

    def __init__(self) -> None:
        self._hands: dict[int, _Hand] = {}

    def note(self, view: View) -> None:
        """Remember what a view shows."""
        if view.hand is None:
            return
        hand = self._hands.setdefault(view.hand.hand, _Hand())
        hand.note(view.hand)
        hand.is_over = bool(view.hand.result)
        hand.face_up = {
            seat: Counter(card.card for card in sent.cards if _is_seen(card.card))
            for seat, sent in enumerate(view.hand.seats)
        }
        hand.board = Counter(card.card for card in view.hand.board if _is_seen(card.card))
        seats = {str(chair.chair): chair.seat for chair in view.room.chairs}
        if view.room.hand == view.hand.hand:
            hand.rabbit = view.room.rabbit
            for chair, shown in view.room.shown.items():
                if (seat := seats.get(chair)) is not None:
                    hand.shown_after[seat] = Counter(shown)
                    hand.note_lying(seat, shown)
        for old in sorted(self._hands)[:-_HANDS]:
            del self._hands[old]

    def missing(self, number: int, opened: Iterable[str]) -> list[str]:
        """The cards that were seen in a hand and are not among those that its proof opens."""
        hand = self._hands.get(number)
        return sorted((_seen(hand) - Counter(opened)).elements()) if hand else []

    def rabbit(self, number: int) -> list[str]:
        """The cards to come that were shown after a hand."""
        hand = self._hands.get(number)
        return hand.rabbit if hand else []

    def is_watched(self, number: int) -> bool:
        """Whether every view of a hand was seen, from its deal to its end."""
        hand = self._hands.get(number)
        return hand is not None and hand.is_whole and hand.is_over

    def is_in_order(self, number: int, at: Sequence[Place], opened: Mapping[Place, str]) -> bool:
        """Whether the places `at` of all dealt cards fit what was seen, and the cards `opened`.

        Between two cards of the deck one may have been burned, but not more. In a hand that was
        seen from its deal on, each card was dealt at its own place.
        """
        hand = self._hands.get(number)
        deck = [-1, *(place for stream, place in at if stream == _DECK)]
        if not opened.keys() <= set(at) or not all(0 < b - a <= 2 for a, b in pairwise(deck)):
            return False
        return hand is None or not hand.is_whole or _fits(hand, at, opened)

    def lie_where_dealt(
        self, number: int, at: Sequence[Place], opened: Mapping[Place, str]
    ) -> bool:
        """Whether each card that lay at a seat or on the board was dealt or moved there in sight.

        Only of a hand that was seen from its deal on, and whose proof is in order.
        """
        hand = self._hands.get(number)
        return hand is None or not hand.is_whole or _lay_where_dealt(hand, at, opened)


def _fits(hand: _Hand, at: Sequence[Place], opened: Mapping[Place, str]) -> bool:
    """Whether each card that was seen being dealt is opened at its place, and few were burned."""
    verbs = hand.dealing()
    if sum(map(len, verbs)) != len(at):
        return False
    before, done = -1, 0
    for number, events in enumerate(verbs, 1):
        places = at[done : done + len(events)]
        deck = [place for stream, place in places if stream == _DECK]
        burned = deck[-1] - before - len(deck) if deck else 0
        if burned > _may_burn(events, is_last=hand.is_over and number == len(verbs)):
            return False
        for event, place in zip(events, places, strict=True):
            if _is_seen(event.card) and opened.get(place) != event.card:
                return False
        before, done = deck[-1] if deck else before, done + len(events)
    return True


def _lay_where_dealt(hand: _Hand, at: Sequence[Place], opened: Mapping[Place, str]) -> bool:
    """Whether each card that lay somewhere was dealt there, or got there in sight."""
    came: dict[int, Counter[str]] = defaultdict(Counter)
    for event, place in zip(chain.from_iterable(hand.dealing()), at, strict=True):
        came[event.seat if event.kind == _DEALT else _MIDDLE][opened.get(place, _HIDDEN)] += 1
    for event in hand.events(*_MOVING):
        came[event.seat][str(event.card)] += 1
    unseen = hand.received_unseen()
    return all(
        (lay - came[seat] - hand.kept).total() <= unseen[seat] for seat, lay in hand.lay.items()
    )


def _may_burn(events: Sequence[HandEvent], *, is_last: bool) -> int:
    """The most cards that a verb may burn: more than one if it deals several streets."""
    if not is_last:
        return 1
    board = sum(event.kind == _BOARD for event in events)
    rounds = Counter(event.seat for event in events if event.kind == _DEALT)
    return max(1, board + (min(rounds.values()) if len(rounds) > 1 else 0))


def _seen(hand: _Hand) -> Counter[str]:
    """The cards that a viewer saw leave the deck, and those that were turned up later.

    A card that lies face up and that no event turned up may be one that was dealt in sight
    elsewhere, and moved; so of those only the ones that nobody saw dealt count, and none that is
    kept from the hand before. A card that was dealt in sight and passed may be turned up anywhere.
    """
    dealt = hand.events(*_DEALING)
    seen = in_sight = _cards(dealt)
    passed = in_sight & _cards(hand.events(_PASSED))
    for seat, face_up in hand.face_up.items():
        own = _cards(event for event in dealt if event.seat == seat)
        shown = _cards(event for event in hand.events(_SHOWN) if event.seat == seat)
        after = hand.shown_after.get(seat, Counter())
        turned_up = shown + after - own - passed if shown or after else face_up - in_sight
        seen = seen + (turned_up - hand.kept)
    return seen + (hand.board - seen - hand.kept)


def _kept_cards(seen: TableView) -> Counter[str]:
    """The cards among what is kept from the hand before."""
    values = (seen.kept or {}).values()
    each = (value if isinstance(value, list) else [value] for value in values)
    return Counter(card for card in chain.from_iterable(each) if card and isinstance(card, str))


def _cards(events: Iterable[HandEvent]) -> Counter[str]:
    return Counter(str(event.card) for event in events)


def _is_seen(card: str | None) -> bool:
    return card is not None and card != _HIDDEN
