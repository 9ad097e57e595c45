"""Follows a hand from the views of one seat: a hand of our own that looks the same to that seat.

Each view has the events of one verb. The action of whoever acted is the one that leads to them, and
cards that are seen are put where the rules deal them; the others stay as they happen to lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import HIDDEN, text
from sidepot.engine.action import Action, Legal
from sidepot.engine.event import Event
from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.engine.view import TableView
from sidepot.kernel import Fields

_FACE_DOWN = text(HIDDEN)
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
        size = len(game.cards_for(players))
        self._deck, self._second = list(range(size)), list(range(size))
        self._actions: list[Action] = []
        self._events: list[Sequence[Event]] = []
        if view.decision == 0:
            self._events.append(view.events)
            self.hand = self._played([])

    def see(self, view: TableView) -> None:
        """Follow to the next view; the same one again changes nothing."""
        if self.hand is None or view.decision == self.hand.decision:
            return
        if view.hand != self._number or view.decision != self.hand.decision + 1:
            self.hand = None
            return
        self._events.append(view.events)
        for action in _candidates(self.hand.legal, view.events):
            deck, second = list(self._deck), list(self._second)
            found = self._played([*self._actions, action])
            if found is not None:
                self._actions.append(action)
                self.hand = found
                return
            self._deck, self._second = deck, second
        self.hand = None

    def _played(self, actions: Sequence[Action]) -> Hand | None:
        """The hand after some actions, with cards so exchanged that the seat sees these events."""
        for _ in range(_PATIENCE * len(self._deck)):
            hand = self._game.deal(
                stacks=self._stacks,
                deck=self._deck,
                second=self._second if self._game.refills else None,
                hand=self._number,
            )
            top, wrong = 0, self._first_wrong(hand, 0)
            for verb, action in enumerate(actions, 1):
                if wrong is not None:
                    break
                if action not in hand.legal:
                    return None
                top = int(_record(hand).deck.top)
                hand.act(action)
                wrong = self._first_wrong(hand, verb)
            if wrong is None:
                return hand
            if not self._exchange(hand, wrong, self._events[len(hand.actions)], top):
                return None
        return None

    def _first_wrong(self, hand: Hand, verb: int) -> int | None:
        """The first event of the last verb that is not what was seen; None if all are."""
        mine, theirs = hand.news(self._seat), self._events[verb]
        for i in range(max(len(mine), len(theirs))):
            if mine[i : i + 1] != theirs[i : i + 1]:
                return i
        return None

    def _exchange(self, hand: Hand, i: int, theirs: Sequence[Event], top: int) -> bool:
        """Let the card that was seen in event i take the place of ours; is only the card wrong?

        `top`: how many cards had been dealt before the last verb.
        """
        mine = hand.news(self._seat)
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


def _is_alike(mine: Event, theirs: Event) -> bool:
    """Whether two events differ in nothing but a card that both show."""
    both = mine.card, theirs.card
    return replace(mine, card=None) == replace(theirs, card=None) and not {None, _FACE_DOWN} & {
        *both
    }


def _record(hand: Hand) -> Fields:
    """A copy of the record of a hand, which is ours."""
    return kernel.fields(kernel.from_bytes(hand.game.layout(), bytes(hand)))


def _candidates(legal: Legal, events: Sequence[Event]) -> Iterator[Action]:
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
