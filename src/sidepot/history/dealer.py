"""Arranges the deck so that the rules deal the cards that a history names.

Burned cards have no lines in a history, and only the rules know where they are. So the deck is
arranged while the hand is played: each verb is tried on a copy first, which shows the positions of
the deck that it deals.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidepot import cards, kernel
from sidepot.cards import HIDDEN as UNKNOWN
from sidepot.cards import text
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.kernel import Array, Fields, Records
from sidepot.rules import journal

_HIDDEN = text(UNKNOWN)
_REFILLED, _SHOWN = journal.KINDS[journal.REFILLED], journal.KINDS[journal.SHOWN]


class EventGroups:
    """The events of a hand, verb by verb, in groups: each group is one line of a history.

    The cards of one deal to one player, or to the board, are adjacent in the deck, and a burned
    card separates two deals. Cards that one player shows in a row are a group too.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._verb = 0
        self._top = 0

    def next(self) -> list[list[HandEvent]]:
        """The groups of the next verb of the hand."""
        events = self._hand.opened_in(self._verb)
        is_dealt = any(event.deals for event in events)
        deck = [cards.text(card) for card in self._hand.deck] if is_dealt else []
        found: list[list[HandEvent]] = []
        for event in events:
            if event.kind == _REFILLED:
                continue  # the cards of one deal may come from both sides of it
            position = _deck_position(deck, event, self._top)
            if found and self._continues(found[-1][-1], event, position):
                found[-1].append(event)
            else:
                found.append([event])
            self._top = position + event.deals
        self._verb += 1
        return found

    def _continues(self, last: HandEvent, event: HandEvent, position: int) -> bool:
        """Does an event belong to the group of the one before?"""
        if (last.kind, last.seat) != (event.kind, event.seat):
            return False
        if event.deals:
            return position == self._top and not self._hand.game.singly
        return event.kind == _SHOWN


def _deck_position(deck: Sequence[str], event: HandEvent, top: int) -> int:
    """The position in the deck of a dealt card; `top`, the next one, for other events."""
    if event.deals and event.card in deck[top:]:
        return deck.index(event.card, top)
    return top


class Dealer:
    """Puts the cards that a history names for each seat and the board where the rules deal them."""

    def __init__(self, named: Mapping[int, Iterable[int]], again: Iterable[str] = ()) -> None:
        """`named`: physical cards for each seat, in the order in which it gets them.

        `again`: the texts of the cards that are dealt from the discards once the deck is exhausted.
        """
        self._named = {seat: deque(physical) for seat, physical in named.items()}
        self._again = list(again)
        self._dealt = set[int]()

    def lay(self, rows: Records, verb: Callable[[Records], None]) -> None:
        """Arrange the deck for the cards that a verb is about to deal; changes nothing else.

        What a verb deals may depend on the cards that it dealt before, so it is tried until nothing
        has to be moved: each time at least one more card is right.
        """
        deck = kernel.fields(rows).deck
        dealt = _trial_deal(rows, verb)
        while self._move(deck.card, dealt[: self._first(dealt)]):
            dealt = _trial_deal(rows, verb)
        first = self._first(dealt)
        for i in range(first, len(dealt)):
            if self._again:
                wanted = self._again.pop(0)
                self._lay_again(rows, verb, i, wanted)
        for seat, card in dealt[:first]:
            self._dealt.add(card)
            if self._named.get(seat):
                self._named[seat].popleft()

    def _first(self, dealt: Sequence[tuple[int, int]]) -> int:
        """The number of cards that come from the deck; they are dealt before any comes again."""
        out = set(self._dealt)
        for number, (_, card) in enumerate(dealt):
            if card in out:
                return number
            out.add(card)
        return len(dealt)

    def _lay_again(
        self, rows: Records, verb: Callable[[Records], None], i: int, wanted: str
    ) -> None:
        """Make the i-th card of a verb, which comes from the discards, the one that is named.

        Equal cards of several decks are tried one by one: only the rules know which is discarded.
        For an unknown one any card will do that is not named later.
        """
        deck = kernel.fields(rows).deck
        order = deck.second[: deck.size]
        position = int(np.argmax(order == _trial_deal(rows, verb)[i][1]))
        before = order.copy()
        unnamed = {text(card) for card in order} - {*self._again}
        fitting = unnamed if wanted == _HIDDEN else {wanted}
        for at in [k for k in range(position, len(order)) if text(order[k]) in fitting]:
            order[position : at + 1] = [before[at], *before[position:at]]
            if _trial_deal(rows, verb)[i][1] == before[at]:
                return
            order[:] = before

    def _move(self, order: Array, dealt: Sequence[tuple[int, int]]) -> bool:
        """Swap named cards to the positions that deal them; was there one to move?"""
        waiting = {seat: iter(physical) for seat, physical in self._named.items()}
        positions = [int(np.argmax(order == card)) for _, card in dealt]
        moved = False
        for position, (seat, _) in zip(positions, dealt, strict=True):
            wanted = next(waiting.get(seat, iter(())), None)
            if wanted is not None and order[position] != wanted:
                order[order == wanted] = order[position]
                order[position] = wanted
                moved = True
        return moved


def _trial_deal(rows: Records, verb: Callable[[Records], None]) -> list[tuple[int, int]]:
    """The seats and physical cards that a verb would deal, tried on a copy."""
    trial = kernel.copy(rows)
    verb(trial)
    return [(row.seat, row.card) for row in journal_rows(kernel.fields(trial)) if row.deals]


class JournalRow(NamedTuple):
    """An event of a record: its kind by number, the seat, the physical card."""

    kind: int
    seat: int
    card: int

    @property
    def deals(self) -> bool:
        """Whether a card leaves the deck."""
        return self.kind in journal.DEALING


def journal_rows(record: Fields) -> list[JournalRow]:
    """The events of the last verb, with nothing concealed."""
    log = record.journal
    columns = (row[: log.n].tolist() for row in (log.kind, log.seat, log.card))
    return list(itertools.starmap(JournalRow, zip(*columns, strict=True)))
