"""The cards that a hand has dealt: from which place of which stream, and who has seen them.

A place counts from 0 from the top of the order that was dealt; burned cards are places that are
skipped. An event names a card by its text, and with several decks there are equal texts; so the
hand is played again, because the record's journal holds physical cards.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sidepot import cards, kernel
from sidepot.cards import NONE
from sidepot.engine import keeping, setup
from sidepot.engine.arrange import JournalRow, journal_rows
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.history.notation import HIDDEN
from sidepot.rules import journal

DECK, SECOND = "deck", "second"
"""The streams: the deck, and the order in which discards are dealt again."""
STREAMS = (DECK, SECOND)

Place = tuple[str, int]
"""A stream and a place in it."""
Shown = Mapping[int, Sequence[str]]
"""The cards shown after the hand, by seat; no cards: the player mucked."""


class DealtCard(NamedTuple):
    """A card that was dealt to a seat, or into the middle: its text, and where it came from."""

    seat: int
    card: str
    place: Place


class DealtCards:
    """The cards that a hand has dealt, in the order of the deal."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._rows = list(_rows(hand))
        self.all = list(self._dealt())
        self._texts = [card.card for card in self.all]

    def _dealt(self) -> Iterator[DealtCard]:
        deck = {card: place for place, card in enumerate(self._hand.deck)}
        second = {card: place for place, card in enumerate(self._hand.second)}
        used = set()
        for row in self._rows:
            if row.deals:
                is_again = row.card in used
                place = (SECOND, second[row.card]) if is_again else (DECK, deck[row.card])
                used.add(row.card)
                yield DealtCard(row.seat, cards.text(row.card), place)

    def seen(self, viewer: int, shown: Shown) -> list[bool]:
        """Flags, one a card: whether a seat, or the rail, has seen it by now.

        It was dealt face up to them or turned up later, in the hand or after it.
        """
        seen = self._seen_in_events(viewer)
        known = set(itertools.compress(self._texts, seen))
        for seat, face_up in enumerate(self._face_up):
            if not known.issuperset(face_up) or self._has_equal_cards:
                # some games turn cards up without an event
                counted = Counter(itertools.compress(self._texts, seen))
                self._mark(seen, seat, (Counter(face_up) - counted).elements())
            self._mark(seen, seat, shown.get(seat, ()))
        return seen

    @functools.cached_property
    def _has_equal_cards(self) -> bool:
        return len(set(self._texts)) < len(self._texts)

    @functools.cached_property
    def _face_up(self) -> list[list[str]]:
        """The cards that lie face up for everybody in the end, by seat; none that is kept."""
        kept = keeping.cards_in(self._hand.game, self._hand.kept)
        return [
            [card.card for card in view.cards if card.card not in (HIDDEN, *kept)]
            for view in self._hand.view(RAIL).seats
        ]

    def _seen_in_events(self, viewer: int) -> list[bool]:
        """Flags, one a card: whether an event has named it to the viewer."""
        seen = [False] * len(self.all)
        for number, event in zip(self._numbers, self._hand.events(viewer), strict=True):
            if number is not None and event.card is not None and event.card != HIDDEN:
                seen[number] = True
        return seen

    @functools.cached_property
    def _numbers(self) -> list[int | None]:
        """The card of each event of the hand, by its index in `all`."""
        numbers: dict[int, int] = {}  # by physical card: its last deal
        found = []
        dealt = itertools.count()
        for row in self._rows:
            if row.deals:
                numbers[row.card] = next(dealt)
            found.append(numbers.get(row.card))
        return found

    def _mark(self, seen: list[bool], seat: int, texts: Iterable[str]) -> None:
        """Mark a card of a seat for each text, where one is not yet seen."""
        for text in texts:
            for number, card in enumerate(self.all):
                if not seen[number] and (card.seat, card.card) == (seat, text):
                    seen[number] = True
                    break


def places(hand: Hand) -> list[Place]:
    """The place of each card that a hand has dealt, in the order of the deal."""
    return [card.place for card in DealtCards(hand).all]


def _rows(hand: Hand) -> Iterator[JournalRow]:
    """The events of a hand with physical cards."""
    by_text = {cards.text(card): card for card in hand.deck}
    if len(by_text) < len(hand.deck):  # equal cards, which only the record tells apart
        return itertools.chain.from_iterable(_journal(hand))
    numbers = {kind: n for n, kind in enumerate((*journal.KINDS, *hand.game.tells.names))}
    return (
        JournalRow(numbers[event.kind], event.seat, by_text.get(str(event.card), NONE))
        for event in hand.secrets()
    )


def _journal(hand: Hand) -> Iterator[list[JournalRow]]:
    """The journal of every verb of a hand, with physical cards."""
    stacks, kept = hand.starting_stacks, hand.kept
    rows = setup.before_deal(hand.game, stacks, hand.deck, hand.second, kept=kept)
    record = kernel.fields(rows)
    hand.game.entry.begin(rows)
    yield journal_rows(record)
    for _, action in hand.actions:
        hand.game.entry.step(rows, action.number)
        yield journal_rows(record)
