"""Follows a hand from the views of one seat: a hand of ours that looks the same to it.

Each view has the events of one verb. The action of whoever acted is the one that leads to them, and
cards that are seen are put where the rules deal them; the others stay as they happen to lie.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import HIDDEN, text
from sidepot.engine import keeping
from sidepot.engine.action import Action, Legal
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.view import TableView
from sidepot.kernel import Fields
from sidepot.rules import actions, journal

_FACE_DOWN = text(HIDDEN)
_SECRET = tuple(Action(actions.KINDS[kind]) for kind in actions.SECRET)
"""The actions that others learn of later."""
_DECIDED = journal.KINDS[journal.DECIDED]
_PATIENCE = 4
"""Exchanges that are tried, for each card of the deck."""
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
        cards = keeping.deck_for(game, players, view.kept)
        self._deck, self._second = list(cards), list(cards)
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
                deck, second = list(self._deck), list(self._second)
                found = self._played([*before, *actions_taken])
                if found is not None and found.view(self._seat).facts == view.facts:
                    self._actions = [*before, *actions_taken]
                    self.hand = found
                    return
                self._deck, self._second = deck, second
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
        """The hand after some actions, with cards so exchanged that the seat sees these events."""
        for _ in range(_PATIENCE * len(self._deck)):
            hand = self._game.deal(
                stacks=self._stacks,
                deck=self._deck,
                second=self._second if self._game.deals_again else None,
                hand=self._number,
                kept=self._kept,
            )
            top, wrong = 0, self._first_wrong(hand, 0)
            for verb, action in enumerate(done, 1):
                if wrong is not None:
                    break
                if action not in hand.legal:
                    return None
                top = int(_record(hand).deck.top)
                hand.act(action)
                wrong = self._first_wrong(hand, verb)
            if wrong is None:
                return hand
            if not self._exchange(hand, wrong, top):
                return None
        return None

    def _first_wrong(self, hand: Hand, verb: int) -> int | None:
        """The first event of the last verb that is not what was seen; None if all are."""
        mine = hand.news(self._seat)
        theirs = self._seen_in(verb, mine)
        if theirs is None:
            return None
        for i in range(max(len(mine), len(theirs))):
            if mine[i : i + 1] != theirs[i : i + 1]:
                return i
        return None

    def _seen_in(self, verb: int, mine: Sequence[HandEvent]) -> Sequence[HandEvent] | None:
        """The events that were seen of a verb, of which `mine` are those in our hand.

        Where all have decided at once nobody is told that the last one has.
        """
        theirs = self._events[verb]
        if theirs is None or verb == 0 or self._events[verb - 1] is not None:
            return theirs
        return *(event for event in mine[:1] if event.kind == _DECIDED), *theirs

    def _exchange(self, hand: Hand, i: int, top: int) -> bool:
        """Let the card that was seen in event i take the place of ours; is only the card wrong?

        `top`: how many cards had been dealt before the last verb.
        """
        mine = hand.news(self._seat)
        theirs = self._seen_in(len(hand.actions), mine) or ()
        if not (i < len(mine) and i < len(theirs) and _is_alike(mine[i], theirs[i])):
            return False
        cards = _record(hand).journal.card[: i + 1].tolist()
        ours = cards[i]
        before = {*self._deck[:top], *(card for k, card in enumerate(cards[:i]) if mine[k].deals)}
        wanted = [card for card in self._deck if text(card) == theirs[i].card]
        order, place = self._deck, self._deck.index(ours)
        if mine[i].deals and ours in before:  # it comes from under the deck
            order, place = self._second, self._second.index(ours)
            wanted = [card for card in wanted if card in before] or wanted
        places = sorted(map(order.index, wanted), key=lambda p: (p < place, p))
        if not places:
            return False
        order[place], order[places[0]] = order[places[0]], order[place]
        return True


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


def _record(hand: Hand) -> Fields:
    """A copy of the record of a hand, which is ours."""
    return kernel.fields(kernel.from_bytes(hand.game.layout(), bytes(hand)))


def _candidates(legal: Legal, events: Sequence[HandEvent]) -> Iterator[Action]:
    """The actions that may have led to some events, the likely ones first."""
    named = {int(event.amount) for event in events} | {event.count for event in events}
    for choice in legal.ranges:
        low, high = choice.lowest, choice.highest
        if high - low < _MOST_AMOUNTS:
            amounts = sorted(range(low, high + 1), key=lambda amount: (amount not in named, amount))
        else:
            amounts = sorted({low, high} | {n for n in named if low <= n <= high})
        for amount in amounts:
            yield choice.at(amount)
