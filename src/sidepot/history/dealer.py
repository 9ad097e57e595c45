"""Cards of a history and places of the deck: where each lay, and laying them there again.

Burned cards have no lines. Where they lie only the rules know; so nothing here does, and the deck
is laid while the hand is played: before each verb a copy tries it and shows which places it deals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from sidepot import cards, kernel
from sidepot.cards import text
from sidepot.engine.event import Event
from sidepot.engine.hand import Hand
from sidepot.kernel import Array, Fields, Records
from sidepot.rules import journal

_SHOWN = journal.KINDS[journal.SHOWN]


class EventGroups:
    """The events of a hand, verb by verb, in batches: what one line of a history tells.

    The cards of one deal to one player, or to the board, lie together in the deck; a burned card
    lies between two deals. Cards that one player shows in a row belong together too.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._verb = 0
        self._top = 0

    def next(self) -> list[list[Event]]:
        """The batches of the next verb that has been done."""
        events = self._hand.opened_in(self._verb)
        is_dealt = any(event.deals for event in events)
        deck = [cards.text(card) for card in self._hand.deck] if is_dealt else []
        found: list[list[Event]] = []
        for event in events:
            place = _place(deck, event, self._top)
            if found and self._is_more(found[-1][-1], event, place):
                found[-1].append(event)
            else:
                found.append([event])
            self._top = place + event.deals
        self._verb += 1
        return found

    def _is_more(self, last: Event, event: Event, place: int) -> bool:
        """Does an event belong to the batch of the one before?"""
        if (last.kind, last.seat) != (event.kind, event.seat):
            return False
        if event.deals:
            return place == self._top and not self._hand.game.singly
        return event.kind == _SHOWN


def _place(deck: Sequence[str], event: Event, top: int) -> int:
    """The place of the deck from which a card came, or where the next comes from."""
    if event.deals and event.card in deck[top:]:
        return deck.index(event.card, top)
    return top


class Dealer:
    """Lays the cards that a history names for each seat, and for the board, as they fall due."""

    def __init__(self, named: Mapping[int, Iterable[int]], again: Iterable[str] = ()) -> None:
        """`named`: physical cards for each seat, in the order in which it gets them.

        `again`: the cards that come from the discards, when the deck is exhausted.
        """
        self._named = {seat: deque(physical) for seat, physical in named.items()}
        self._again = list(again)

    def lay(self, rows: Records, verb: Callable[[Records], None]) -> None:
        """Lay the cards that a verb is about to deal; the record is otherwise left as it is.

        What a verb deals may hang on the cards that it has dealt before, so it is tried until
        nothing has to be moved: each time at least one card more is right.
        """
        deck = kernel.fields(rows).deck
        left = deck.size - deck.top
        dealt = _trial_deal(rows, verb)
        while self._move(deck.card, dealt[:left]):
            dealt = _trial_deal(rows, verb)
        for i, wanted in enumerate(self._again[: max(len(dealt) - left, 0)]):
            self._lay_again(rows, verb, left + i, wanted)
        for seat, _ in dealt[:left]:
            if self._named.get(seat):
                self._named[seat].popleft()

    def _lay_again(
        self, rows: Records, verb: Callable[[Records], None], i: int, wanted: str
    ) -> None:
        """Have the i-th card of a verb, which comes from the discards, be the one that is named.

        Equal cards of several decks are tried one by one: only the rules know which is discarded.
        """
        deck = kernel.fields(rows).deck
        order = deck.second[: deck.size]
        place = int(np.argmax(order == _trial_deal(rows, verb)[i][1]))
        before = order.copy()
        for at in [k for k in range(place, len(order)) if text(order[k]) == wanted]:
            order[place : at + 1] = [before[at], *before[place:at]]
            if _trial_deal(rows, verb)[i][1] == before[at]:
                return
            order[:] = before

    def _move(self, order: Array, dealt: Sequence[tuple[int, int]]) -> bool:
        """Move named cards to the places that deal them; was there one to move?"""
        waiting = {seat: iter(physical) for seat, physical in self._named.items()}
        places = [int(np.argmax(order == card)) for _, card in dealt]
        moved = False
        for place, (seat, _) in zip(places, dealt, strict=True):
            wanted = next(waiting.get(seat, iter(())), None)
            if wanted is not None and order[place] != wanted:
                order[order == wanted] = order[place]
                order[place] = wanted
                moved = True
        return moved


def _trial_deal(rows: Records, verb: Callable[[Records], None]) -> list[tuple[int, int]]:
    """Who a verb would deal which physical card to."""
    trial = kernel.copy(rows)
    verb(trial)
    return _dealt(kernel.fields(trial))


def _dealt(record: Fields) -> list[tuple[int, int]]:
    """Who was dealt which physical card by the last verb."""
    log = record.journal
    columns = (row[: log.n].tolist() for row in (log.kind, log.seat, log.card))
    return [(s, card) for kind, s, card in zip(*columns, strict=True) if kind in journal.DEALING]
