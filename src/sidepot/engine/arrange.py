"""The order of the deck with which a game's verbs deal what was seen.

Only the rules know which card of the deck goes where. So the verbs are played from an order that is
at hand: where another card comes than the one wanted, the two change places in the deck, and the
verbs are played again. A card that is dealt a second time comes from the discards, in the second
order of the record (`rules.deck.Deck.second`): there it changes places in that order.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from sidepot import kernel
from sidepot.errors import IllegalAction
from sidepot.kernel import Array, Fields, Records
from sidepot.rules import journal

_PATIENCE = 4
"""Tries for each card of the deck."""

Verb = Callable[[Records], None]
"""Plays one verb on a record, `begin` or a step; raises `IllegalAction` where it cannot."""


class JournalRow(NamedTuple):
    """An event of a record: its kind by number, the seat, the physical card if it has one.

    `down`: whether the card lies face down, known to its owner alone.
    """

    kind: int
    seat: int
    card: int
    down: int = 0

    @property
    def deals(self) -> bool:
        """Whether a card leaves the deck."""
        return self.kind in journal.DEALING


def journal_rows(record: Fields) -> list[JournalRow]:
    """The events of the last verb, with nothing concealed."""
    log = record.journal
    n = min(log.n, kernel.width(log, "kind"))
    column = kernel.column
    return [
        _row(*values)
        for values in zip(
            column(log, "kind", n),
            column(log, "seat", n),
            column(log, "card", n),
            column(log, "down", n),
            strict=True,
        )
    ]


_row = functools.lru_cache(maxsize=1 << 14)(JournalRow)
"""Rows are shared: few differ, and making one takes three times as long as finding it."""


class Tried(NamedTuple):
    """A verb as it was tried."""

    number: int
    rows: Sequence[JournalRow]
    again: Collection[int]
    """The indexes of the events with a card that was dealt a second time, then or before."""


class Wanted(NamedTuple):
    """An event, by its index in the verb, and the physical cards of which one should come there."""

    row: int
    cards: Collection[int]


Compare = Callable[[Tried], Sequence[Wanted] | None]
"""Compares a verb with what was seen: the events that should have another card, in their order.

Nothing where the verb is right, and None where it is wrong in more than cards.
"""


def arrange(start: Records, verbs: Sequence[Verb], compare: Compare) -> Records | None:
    """Arrange the deck of a record so that the verbs deal what was seen.

    Returns the record after the verbs; None if no order was found. `start` is the record before
    them, and changes in nothing but the order of its cards.
    """
    search = _Search(start, verbs, compare)
    for _ in range(_PATIENCE * len(search.deck)):
        wrong = search.first_wrong()
        if wrong is None:
            return search.end
        if not search.mend(wrong):
            return None
    return None


class _Wrong(NamedTuple):
    """The first verb that is not as it was seen."""

    tried: Tried
    wanted: Sequence[Wanted] | None
    aside: Collection[int]
    """The cards that were laid aside in the verbs before."""

    def is_after(self, number: int, row: int) -> bool:
        """Whether all is right up to an event of a verb."""
        first = next((wanted.row for wanted in self.wanted or ()), -1)
        return first >= 0 and (self.tried.number, first) > (number, row)


class _Search:
    """An order of the deck that becomes right card by card."""

    def __init__(self, start: Records, verbs: Sequence[Verb], compare: Compare) -> None:
        self._start, self._verbs, self._compare = start, verbs, compare
        deck = kernel.fields(start).deck
        self.deck: Array = deck.card[: deck.size]
        self._second: Array = deck.second[: deck.size]
        self._top = int(deck.top)
        self.end: Records = None

    def first_wrong(self) -> _Wrong | None:
        """Play the verbs up to the first that is not as it was seen; None if all are."""
        rows, aside = kernel.copy(self._start), list[int]()
        dealt, again = set(self.deck[: self._top].tolist()), set[int]()
        for number, verb in enumerate(self._verbs):
            try:
                verb(rows)
            except IllegalAction:
                return _Wrong(Tried(number, (), ()), None, aside)
            found = journal_rows(kernel.fields(rows))
            tried = Tried(number, found, list(_returned(found, dealt, again)))
            wanted = self._compare(tried)
            if wanted is None or wanted:
                return _Wrong(tried, wanted, aside)
            aside += [row.card for row in found if row.kind == journal.DISCARDED]
        self.end = rows
        return None

    def mend(self, wrong: _Wrong) -> bool:
        """Put wanted cards of a verb where it deals them; False if none can be moved."""
        place = {card: at for at, card in enumerate(self.deck.tolist())}
        moved = False
        for wanted in wrong.wanted or ():
            if wanted.row in wrong.tried.again:  # the discards may still change
                return moved or self._mend_again(wrong, wanted)
            at = place[wrong.tried.rows[wanted.row].card]
            nearest = _nearest(self.deck, at, wanted.cards)
            if not nearest:
                return moved
            _swap(self.deck, int(self.deck[at]), nearest[0])
            moved = True
        return moved

    def _mend_again(self, wrong: _Wrong, wanted: Wanted) -> bool:
        """Let a wanted card come from the discards, if there is one that can; or change nothing.

        The rules alone know which cards are among the discards: so orders are tried.
        """
        deck, second = self.deck.copy(), self._second.copy()
        for _ in self._orders_again(wrong, wanted):
            found = self.first_wrong()
            if found is None or found.is_after(wrong.tried.number, wanted.row):
                return True
            self.deck[:], self._second[:] = deck, second
        return False

    def _orders_again(self, wrong: _Wrong, wanted: Wanted) -> Iterator[None]:
        """Put each wanted card where it may be dealt again.

        One that nobody was seen to lay aside changes places with a card that was laid aside.
        """
        came = wrong.tried.rows[wanted.row].card
        cards = _nearest(self._second, self._second.tolist().index(came), wanted.cards)
        for card in cards:
            _swap(self._second, came, card)
            yield
        for card, other in itertools.product(cards, wrong.aside):
            if other != card:
                _swap(self.deck, card, other)
                _swap(self._second, came, card)
                yield


def _returned(rows: Iterable[JournalRow], dealt: set[int], again: set[int]) -> Iterator[int]:
    """The indexes of events with a card that was dealt again by then; takes note of all deals."""
    for i, row in enumerate(rows):
        if row.deals and row.card in dealt:
            again.add(row.card)
        elif row.deals:
            dealt.add(row.card)
        if row.card in again:
            yield i


def _nearest(order: Array, at: int, cards: Collection[int]) -> list[int]:
    """Those of some cards that an order has: first what comes after a place, then what is before.

    Cards before it may have been dealt already.
    """
    listed = order.tolist()
    places = [place for place, card in enumerate(listed) if card in cards]
    return [listed[place] for place in sorted(places, key=lambda place: (place < at, place))]


def _swap(order: Array, one: int, other: int) -> None:
    """Let two cards change places."""
    listed = order.tolist()
    at, to = listed.index(one), listed.index(other)
    order[at], order[to] = other, one
