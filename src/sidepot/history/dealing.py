"""Puts the cards that a history names where the rules deal them, verb by verb.

Burned cards have no lines in a history.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence

from sidepot import cards, kernel
from sidepot.engine.arrange import JournalRow, Tried, Verb, Wanted, arrange, journal_rows
from sidepot.engine.game import Game
from sidepot.history.notation import HIDDEN, grouped
from sidepot.history.unknown_cards import CardAssignment
from sidepot.kernel import Records
from sidepot.rules import journal

Groups = list[list[JournalRow]]
"""The events of a verb: each group is one line of a history."""
_DEALING = frozenset(journal.DEALING)
_TRIES = 4
"""Burned cards of one verb that are found by moving the deck on."""


class Dealer:
    """Arranges the deck of a record for each verb before it is played."""

    def __init__(self, game: Game, assignment: CardAssignment) -> None:
        self._game = game
        self._deck = list(assignment.deck)
        self._free = set(assignment.unknown)
        self._named = {seat: deque(cards) for seat, cards in assignment.named.items()}
        self._again = deque(assignment.again)
        self._tried = Tried(0, (), ())
        self._top = 0
        self._placed: list[int] = []
        self._places: dict[int, int] = {}
        """The places of the cards in the deck `_placed`."""

    def lay(self, rows: Records, verb: Verb) -> list[JournalRow]:
        """Arrange the deck for the cards that a verb is about to deal; changes nothing else.

        Returns the events of the verb.
        """
        found = None if self._again else self._moved_on(rows, verb)
        if found is None:
            arrange(rows, [verb], self._wrong)
            deck = kernel.fields(rows).deck
            self._deck = deck.card[: deck.size].tolist()
            for i, row in enumerate(self._tried.rows):
                due = self._again if i in self._tried.again else self._named.get(row.seat)
                if row.deals and due:
                    due.popleft()
            found = list(self._tried.rows)
        return found

    def groups(self, events: Sequence[JournalRow]) -> Groups:
        """The cards that the last verb dealt, by lines of a history."""
        if not any(event.kind in _DEALING for event in events):
            return []
        if self._deck != self._placed:
            self._placed = list(self._deck)
            self._places = {card: place for place, card in enumerate(self._deck)}
        places = self._places
        found, self._top = grouped(
            events, lambda event, _: places.get(event.card, -1), self._top, singly=self._game.singly
        )
        return [group for group in found if group[0].deals]

    def _moved_on(self, rows: Records, verb: Verb) -> list[JournalRow] | None:
        """The events of a verb, after cards that nobody names were put in for those it burns.

        None if that does not help: the rules deal in another order than the lines.
        """
        trial = kernel.scratch(rows.dtype, "trial")
        start = kernel.raw(rows)
        for _ in range(_TRIES):
            trial.raw[:] = start
            verb(trial.rows)
            events = journal_rows(trial.fields)
            wrong = self._first_wrong(events)
            if wrong is None:
                return events
            deck = kernel.fields(rows).deck
            if not self._burn(*wrong, deck.top):
                return None
            deck.card[: len(self._deck)] = self._deck
        return None

    def _first_wrong(self, events: Sequence[JournalRow]) -> tuple[int, int] | None:
        """The first card that is not the one named, and the one named; None if all are right.

        Then they count as dealt.
        """
        dealt = [event for event in events if event.kind in _DEALING]
        if not dealt:
            return None
        taken = dict.fromkeys((event.seat for event in dealt), 0)
        for event in dealt:
            due, n = self._named.get(event.seat, ()), taken[event.seat]
            if n < len(due) and due[n] != event.card:
                return event.card, due[n]
            taken[event.seat] += 1
        for seat, n in taken.items():
            named = self._named.get(seat, deque())
            for _ in range(min(n, len(named))):
                named.popleft()
        return None

    def _burn(self, card: int, named: int, top: int) -> bool:
        """Put cards that nobody names before a named one, so that it comes where `card` does."""
        place, wanted = self._deck.index(card), self._deck.index(named)
        n = place - wanted
        burned = self._deck[-n:]
        if n <= 0 or wanted < top or not self._free.issuperset(burned):
            return False
        del self._deck[-n:]
        self._deck[wanted:wanted] = burned
        return True

    def _wrong(self, tried: Tried) -> list[Wanted]:
        """The deals of other cards than the next ones of their seats."""
        self._tried = tried
        named = {seat: iter([[card] for card in due]) for seat, due in self._named.items()}
        again = self._named_again()
        found = []
        for i, row in enumerate(tried.rows):
            if row.deals:
                due = again if i in tried.again else named.get(row.seat, iter(()))
                fits = next(due, None)
                if fits and row.card not in fits:
                    found.append(Wanted(i, fits))
        return found

    def _named_again(self) -> Iterator[list[int]]:
        """The physical cards that each card dealt again may be; for an unknown one, all unnamed."""
        for number, wanted in enumerate(self._again, 1):
            later = set(itertools.islice(self._again, number, None))
            texts = {wanted} if wanted != HIDDEN else {*map(cards.text, self._deck)} - later
            yield [card for card in self._deck if cards.text(card) in texts]
