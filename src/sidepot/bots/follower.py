"""Follows a hand from the views of one seat: a hand of ours that looks the same to it.

Each view has the events of one verb. The action of whoever acted is the one that leads to them, and
the deck is arranged to deal the cards that were seen; the others stay as they happen to lie.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from sidepot.cards import HIDDEN, text
from sidepot.engine import keeping, setup
from sidepot.engine.action import Action, Legal, set_of
from sidepot.engine.arrange import Tried, Verb, Wanted, arrange
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.view import TableView
from sidepot.kernel import Records
from sidepot.rules import actions, journal

_FACE_DOWN = text(HIDDEN)
_SECRET = tuple(Action(actions.KINDS[kind]) for kind in (actions.IN, actions.OUT))
"""The actions that others learn of later."""
_DECIDED, _DISCARDED = journal.KINDS[journal.DECIDED], journal.KINDS[journal.DISCARDED]
_MOST_AMOUNTS = 64
"""Amounts of a choice that are all tried; of more, only those that an event names."""


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
        candidates = list(_next_actions(self.hand, view.events, steps))
        for before in self._pasts(self.hand):
            for actions_taken in candidates:
                found = self._played([*before, *actions_taken])
                if found is not None and found.view(self._seat).facts == view.facts:
                    self._actions = [*before, *actions_taken]
                    self.hand = found
                    return
        self.hand = None

    def _pasts(self, hand: Hand) -> Iterator[list[Action]]:
        """The actions so far; then, with others' choices that were made in secret, every other."""
        yield self._actions
        known = [
            _SECRET if seat != self._seat and action in _SECRET else (action,)
            for seat, action in hand.actions
        ]
        for past in itertools.product(*known):
            if list(past) != self._actions:
                yield list(past)

    def _played(self, done: Sequence[Action]) -> Hand | None:
        """The hand after some actions, its deck so arranged that the seat sees these events."""
        game, hand = self._game, self.hand
        deck, second = (hand.deck, hand.second) if hand else (self._cards, self._cards)
        start = setup.before_deal(game, self._stacks, deck, second, kept=self._kept)
        trial = _Trial(game, self._number)
        verbs: list[Verb] = [trial.begin, *(partial(trial.act, action) for action in done)]
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


def _next_actions(
    hand: Hand, events: Sequence[HandEvent], steps: int
) -> Iterator[tuple[Action, ...]]:
    """The actions that may have come next, by the events that they led to.

    The events of simultaneous decisions (`steps`) come later, or never: then all possible choices,
    unless these are too many.
    """
    if steps == 1:
        yield from ((action,) for action in _candidates(hand.legal, events))
        return
    legal = [hand.asking(seat).legal for seat in hand.asked]
    if math.prod(one.count for one in legal) <= _MOST_AMOUNTS:
        yield from itertools.product(*legal)


def _is_alike(mine: HandEvent, theirs: HandEvent) -> bool:
    """Whether two events differ in nothing but a card that both show."""
    both = mine.card, theirs.card
    return replace(mine, card=None) == replace(theirs, card=None) and not {None, _FACE_DOWN} & {
        *both
    }


def _candidates(legal: Legal, events: Sequence[HandEvent]) -> Iterator[Action]:
    """The actions that may have led to some events, the likely ones first."""
    named = {int(event.amount) for event in events} | {event.count for event in events}
    laid = sum(event.kind == _DISCARDED for event in events)
    for choice in legal.ranges:
        low, high = choice.lowest, choice.highest
        if choice.is_set:
            size = len(choice.cards)
            amounts = sorted(range(low, high + 1), key=lambda n: len(set_of(size, n)) != laid)
        elif high - low < _MOST_AMOUNTS:
            amounts = sorted(range(low, high + 1), key=lambda amount: (amount not in named, amount))
        else:
            amounts = sorted({low, high} | {n for n in named if low <= n <= high})
        for amount in amounts:
            yield choice.at(amount)
