"""Orders of the deck that are made up for a hand, near to what was told of it.

Nobody told the hidden cards, so any will do by which the hand went as it did. Orders are random;
these are laid so that more of them fit: with the cards that were told where they came, and beside
the cards that a seat turned up such as may prove a hand with them, whatever the game asks for.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sidepot import cards
from sidepot.cards import RANKS, SUITS
from sidepot.engine.arrange import JournalRow
from sidepot.real.journal import Place
from sidepot.rules import journal

Pins = Mapping[Place, str]
"""The cards that were told, by their places."""

_DECIDING = (*journal.WINNING, journal.PAID, journal.SEEN)
"""The events by which hidden hands show to be compared."""
_RUN = 5
"""The ranks of the longest run that proves a hand."""
_STRONG = 0.7
"""The share of trials in which hands of more than two that are best together are runs."""


class MadeUp:
    """Makes up orders of the deck for a hand that was played from another one."""

    def __init__(
        self, verbs: Sequence[Sequence[JournalRow]], order: Sequence[int], rng: random.Random
    ) -> None:
        """`verbs`: the hand's events; `order`: the deck before its deal."""
        self._verbs, self._order, self._rng = verbs, order, rng
        self._places = {card: at for at, card in enumerate(order)}
        self._found: list[int] = []
        """The order in the making."""

    def deck(self, pins: Pins, trial: int) -> list[int]:
        """An order for one of many trials, by another hint each time."""
        turned = self._turned(pins)
        self._found = [*self._order] if turned and trial % 4 == 3 else self._shuffled()
        if trial % 4 == 0:
            self._lay_face_down(pins)
            return self._found
        laid = self._lay_where_told(pins)
        if trial % 2:
            self._lay_alike(turned, laid)
        return self._found

    def deciding(self, pins: Pins, trial: int, best: Collection[int], decided: int) -> list[int]:
        """An order by which some seats may have the best of the hands that are compared.

        `decided`: the number of verbs up to the last comparison.
        """
        self._found = self._shuffled()
        self._lay_where_told(pins)
        if trial % 2:
            self._keep([row.card for dealt in self._verbs[:decided] for row in dealt if row.deals])
        if trial % 4 > 1:
            self._match_ranks(best)
        return self._found

    def in_another_order(self, pins: Pins) -> Pins:
        """The same cards, but that those which a seat turned up at once lie otherwise.

        Nobody saw which of them it was dealt first.
        """
        moved: dict[Place, Place] = {}
        for places in self._turned_up():
            moved.update(zip(places, self._rng.sample(places, len(places)), strict=True))
        return {moved.get(place, place): text for place, text in pins.items()}

    def _turned_up(self) -> Iterable[list[Place]]:
        """The places of cards that a seat turned up at once: of those laid aside by themselves."""
        found: dict[tuple[int, int, bool], list[Place]] = {}
        aside: set[int] = set()
        for verb, rows in enumerate(self._verbs):
            for number, row in enumerate(rows):
                if row.kind == journal.DISCARDED:
                    aside.add(row.card)
                elif row.kind == journal.SHOWN and row.card != cards.NONE:
                    key = verb, row.seat, row.card in aside
                    found.setdefault(key, []).append(Place(verb, number))
        return found.values()

    def _shuffled(self) -> list[int]:
        return self._rng.sample(self._order, len(self._order))

    def _bring(self, at: int, to: int) -> None:
        """Let the cards at two places of the deck change them."""
        order = self._found
        order[at], order[to] = order[to], order[at]

    def _keep(self, dealt: Iterable[int]) -> None:
        """Put cards where the hand's deck has them."""
        for card in dealt:
            self._bring(self._found.index(card), self._places[card])

    def _told(self, pins: Pins) -> Iterator[tuple[JournalRow, str]]:
        """The events with the cards that were told for them; a hand may have fewer events."""
        for (verb, number), text in pins.items():
            rows = self._verbs[verb]
            if number < len(rows) and rows[number].card != cards.NONE:
                yield rows[number], text

    def _one_of(self, wanted: Collection[str], fixed: Collection[int]) -> int | None:
        """The first place of the deck with one of some cards that is not fixed yet."""
        fitting = (n for n, card in enumerate(self._found) if cards.text(card) in wanted)
        return next((n for n in fitting if n not in fixed), None)

    def _lay_where_told(self, pins: Pins) -> set[int]:
        """Put the cards that were told where the hand's deck has them; their places."""
        laid = set[int]()
        for row, text in self._told(pins):
            to, at = self._places[row.card], self._one_of((text,), laid)
            if at is not None and to not in laid:
                self._bring(at, to)
                laid.add(to)
        return laid

    def _lay_face_down(self, pins: Pins) -> None:
        """Put cards that a seat turned up among those that were dealt to it face down."""
        free = {seat: [*places] for seat, places in self._dealt_down().items()}
        for row, text in self._told(pins):
            if row.deals or not free.get(row.seat):
                continue
            at = self._one_of((text,), ())
            to = free[row.seat].pop(self._rng.randrange(len(free[row.seat])))
            if at is not None:
                self._bring(at, to)

    def _compared(self) -> Iterator[Sequence[JournalRow]]:
        """The events before the last comparison, after which its verb may deal more cards."""
        *before, last = self._verbs
        yield from before
        yield [*itertools.takewhile(lambda row: row.kind not in _DECIDING, last)]

    def _dealt_down(
        self, verbs: Iterable[Sequence[JournalRow]] | None = None
    ) -> dict[int, list[int]]:
        """The places in the deck of the cards that each seat was dealt face down, in some verbs."""
        found: dict[int, list[int]] = {}
        for rows in self._verbs if verbs is None else verbs:
            for row in rows:
                if row.down and row.deals:
                    found.setdefault(row.seat, []).append(self._places[row.card])
        return found

    def _turned(self, pins: Pins) -> dict[int, list[str]]:
        """The cards that each seat has turned up, as it was told."""
        found: dict[int, list[str]] = {}
        for row, text in self._told(pins):
            if not row.deals:
                found.setdefault(row.seat, []).append(text)
        return found

    def _lay_alike(self, turned: Mapping[int, Sequence[str]], laid: set[int]) -> None:
        """Lay cards of a suit, of ranks or of a run face down beside those that a seat shows."""
        dealt, fixed = self._dealt_down(), {*laid}
        for seat, told in turned.items():
            free = [at for at in dealt.get(seat, ()) if at not in laid]
            some = self._rng.sample(free, self._rng.randint(0, len(free)))
            for to, wanted in zip(some, self._alike(told), strict=False):
                self._lay(wanted, to, fixed)

    def _lay(self, wanted: Collection[str], to: int, fixed: set[int]) -> None:
        """Put one of some cards at a place, if there is one, and fix the place."""
        at = self._one_of(wanted, fixed)
        if at is not None:
            self._bring(at, to)
        fixed.add(to)

    def _alike(self, told: Sequence[str]) -> Iterator[Collection[str]]:
        """Cards that may prove a hand beside some that were told: those that do for each place."""
        one = self._rng.choice(told)
        rank, suit = one[0], one[1]
        kind = self._rng.randrange(3)
        if kind == 0:
            return itertools.repeat([other + suit for other in RANKS])
        ranks: Iterable[str] = (self._rng.choice(told)[0] for _ in itertools.count())
        if kind == 1 and rank in RANKS:
            ranks = sorted(self._run(rank) - {card[0] for card in told})
        return map(_of_rank, ranks)

    def _run(self, rank: str) -> set[str]:
        """The ranks of a run that has a rank in it, ace low or high."""
        first = RANKS.index(rank) - self._rng.randrange(_RUN)
        return {RANKS[at % len(RANKS)] for at in range(first, first + _RUN)}

    def _match_ranks(self, best: Collection[int]) -> None:
        """Give seats that are best together the same ranks, in any order.

        More than two have no pair in them, as there are four cards of a rank; a run beats pairs.
        """
        first, *others = sorted(best)
        dealt = self._dealt_down(self._compared())
        own = dealt.get(first, [])
        fixed = set[int]()
        if len(others) > 1:
            ranks = self._rng.sample(RANKS, len(RANKS))
            if self._rng.random() < _STRONG:
                ranks = self._rng.sample(sorted(run := self._run(ranks[0])), _RUN)
                ranks += self._rng.sample(sorted({*RANKS} - run), len(RANKS) - _RUN)
            for rank, to in zip(ranks, own, strict=False):
                self._lay(_of_rank(rank), to, fixed)
        fixed.update(own)
        for seat in others:
            like = self._rng.sample(own, len(own))
            for at, to in zip(like, dealt.get(seat, ()), strict=False):
                rank = cards.text(self._found[at])[0]
                self._lay(_of_rank(rank), to, fixed)


def _of_rank(rank: str) -> list[str]:
    """The cards of a rank."""
    return [rank + suit for suit in SUITS]
