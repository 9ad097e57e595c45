"""Follows a hand from the views of one seat: a hand of ours that looks the same to it.

Each view has the events of one verb. The action of whoever acted is the one that leads to them, and
the deck is arranged to deal the cards that were seen; the others stay as they happen to lie.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sidepot.cards import HIDDEN, text
from sidepot.engine import keeping, setup
from sidepot.engine.action import Action, Choice, Legal, set_of
from sidepot.engine.arrange import Tried, Verb, Wanted, arrange
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.view import TableView
from sidepot.kernel import Records
from sidepot.rules import journal

_FACE_DOWN = text(HIDDEN)
_DECIDED, _DISCARDED = journal.KINDS[journal.DECIDED], journal.KINDS[journal.DISCARDED]
_MOST_AMOUNTS = 64
"""Amounts of a choice that are all tried; of more, only those that an event names."""
_MOST_GUESSES = 64
"""The most combinations that are tried of choices that several seats have made in secret."""
_FEWEST, _ROUNDING = 2, 1e-9
"""The fewest actions of a seat that are tried; what a root of a whole number may lack."""
_Offer = tuple[int, Legal]
"""A seat that was asked, and what it could do."""


class Follower:
    """One hand as a seat has seen it so far; `hand` is None once it could not follow."""

    def __init__(self, game: Game, view: TableView) -> None:
        """Begin with the first view of a hand, after the deal."""
        self.hand: Hand | None = None
        self._game = game
        self._seat = -1 if view.seat is None else view.seat
        self._number = view.hand
        players = len(view.seats) - game.banked
        self._stacks = [seat.stack + seat.paid for seat in view.seats[:players]]
        self._kept = view.kept
        self._cards = keeping.deck_for(game, players, view.kept)
        self._actions: list[Action] = []
        self._sealed: list[_Offer] = []
        """The offers of the last actions, of which only is known that they were done."""
        self._events: list[Sequence[HandEvent] | None] = []
        """The events of each verb; None before the last of several that came in one view."""
        if view.decision == 0:
            self._events.append(view.events)
            self.hand = self._played([])

    def see(self, view: TableView) -> None:
        """Follow to the next view; the same one again changes nothing."""
        if self.hand is None or view.decision == self.hand.decision:
            return
        steps = view.decision - self.hand.decision
        if view.hand != self._number or steps not in (1, len(self.hand.asked)):
            self.hand = None
            return
        self._events += [*[None] * (steps - 1), view.events]
        hand, known = self.hand, self._actions[: len(self._actions) - len(self._sealed)]
        offers = [(hand.actor or 0, hand.legal)]
        if steps > 1:
            offers = [(seat, hand.asking(seat).legal) for seat in hand.asked]
        is_told = any(event.kind != _DECIDED for event in view.events)
        if is_told:
            guesses = _guesses([*self._sealed, *offers], view.events)
        else:
            known, guesses = self._actions, _guesses(offers, view.events)
        for guess in guesses:
            found = self._played([*known, *guess])
            if found is not None and found.view(self._seat).facts == view.facts:
                self._actions = [*known, *guess]
                self._sealed = [] if is_told else [*self._sealed, *offers]
                self.hand = found
                return
        self.hand = None

    def _played(self, done: Sequence[Action]) -> Hand | None:
        """The hand after some actions, its deck so arranged that the seat sees these events."""
        game, hand = self._game, self.hand
        deck, second = (hand.deck, hand.second) if hand else (self._cards, self._cards)
        start = setup.before_deal(game, self._stacks, deck, second, kept=self._kept)
        trial = _Trial(game, self._number)
        verbs: list[Verb] = [
            trial.begin,
            *(functools.partial(trial.act, action) for action in done),
        ]
        found = arrange(start, verbs, lambda tried: self._wrong(trial.hand, tried))
        return None if found is None else trial.hand

    def _wrong(self, hand: Hand, tried: Tried) -> Sequence[Wanted] | None:
        """The first event of a verb whose card is not the one that was seen.

        None if it is another event; see `engine.arrange.Compare`.
        """
        mine = hand.events(self._seat, -1)
        theirs = self._seen_in(tried.number, mine)
        if theirs is None:
            return ()
        for i, (ours, seen) in enumerate(itertools.zip_longest(mine, theirs)):
            if ours != seen:
                if not (ours and seen and _is_alike(ours, seen)):
                    return None
                return (Wanted(i, [card for card in self._cards if text(card) == seen.card]),)
        return ()

    def _seen_in(self, verb: int, mine: Sequence[HandEvent]) -> Sequence[HandEvent] | None:
        """The events that were seen of a verb, of which `mine` are those in our hand.

        Where all have decided at once nobody is told that the last one has.
        """
        theirs = self._events[verb]
        if theirs is None or verb == 0 or self._events[verb - 1] is not None:
            return theirs
        return *(event for event in mine[:1] if event.kind == _DECIDED), *theirs


class _Trial:
    """A hand that is played again from other orders of the deck."""

    def __init__(self, game: Game, number: int) -> None:
        self._game, self._number = game, number
        self.hand: Hand

    def begin(self, rows: Records) -> None:
        """Deal a hand on a record."""
        self.hand = Hand(self._game, rows, number=self._number)

    def act(self, action: Action, _: Records) -> None:
        """Play on, on the record of `begin`. Raises `IllegalAction`."""
        self.hand.act(action)


def _guesses(offers: Sequence[_Offer], events: Sequence[HandEvent]) -> Iterator[tuple[Action, ...]]:
    """The actions that may have been done by some seats, by the events that they led to.

    Of simultaneous decisions those are tried that the events of a seat name, and the first others.
    """
    seen = {event.card for event in events}
    if len(offers) == 1:
        yield from ((action,) for action in _candidates(offers[0][1], events, seen))
        return
    most = math.floor(_MOST_GUESSES ** (1 / len(offers)) + _ROUNDING)
    yield from itertools.product(
        *(
            list(itertools.islice(_candidates(legal, _of(seat, events), seen), max(most, _FEWEST)))
            for seat, legal in offers
        )
    )


def _of(seat: int, events: Sequence[HandEvent]) -> list[HandEvent]:
    """The events of a seat."""
    return [event for event in events if event.seat == seat]


def _is_alike(mine: HandEvent, theirs: HandEvent) -> bool:
    """Whether two events differ in nothing but a card that both show."""
    both = mine.card, theirs.card
    return replace(mine, card=None) == replace(theirs, card=None) and not {None, _FACE_DOWN} & {
        *both
    }


def _candidates(
    legal: Legal, events: Sequence[HandEvent], seen: set[str | None]
) -> Iterator[Action]:
    """The actions that may have led to some events, the likely ones first; `seen`: cards of all."""
    amounts_told = {int(event.amount) for event in events}
    counts_told = {event.count for event in events}
    laid = sum(event.kind == _DISCARDED for event in events)

    def place(amount: int) -> tuple[bool, bool, int]:
        return amount not in amounts_told, amount not in counts_told, amount

    for choice in legal.ranges:
        low, high = choice.lowest, choice.highest
        if choice.is_set:
            amounts = sorted(
                range(low, high + 1), key=functools.partial(_unlike, choice, laid, seen)
            )
        elif high - low < _MOST_AMOUNTS:
            amounts = sorted(range(low, high + 1), key=place)
        else:
            named = {n for n in amounts_told | counts_told if low <= n <= high}
            amounts = sorted({low, high} | named, key=place)
        for amount in amounts:
            yield choice.at(amount)


def _unlike(choice: Choice, laid: int, seen: set[str | None], amount: int) -> tuple[bool, int]:
    """A key that is least for the set of as many cards as were laid away, and of those seen."""
    places = set_of(len(choice.cards), amount)
    return len(places) != laid, -sum(choice.cards[k] in seen for k in places)
