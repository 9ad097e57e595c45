"""The value of a position of two hands, by trying every buy and every order of the cards.

Everything is done by the verbs; nothing is lumped, and suits decide ties by the rules.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.games.ricochet import find_actor
from sidepot.kernel import Records
from sidepot.rules import chips, upcards
from sidepot.rules.actions import BUY, encode


def seat_two(game: Game, one: Sequence[int], two: Sequence[int], pot: int) -> Records:
    """A record of two hands, the pot, and whose turn it is."""
    rows = game.batch()
    s: Any = kernel.fields(rows)
    setup.seat(game, s, [10_000, 10_000])
    upcards.clear(s.up)
    for p, held in enumerate((one, two)):
        s.seats.live[p] = 1
        for card in held:
            upcards.take(s.up, p, card)
    s.chips.dead = pot
    find_actor(s)
    return rows


class Brute:
    """The value of a turn to the player to act, in chips, net from now on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[tuple[object, ...], float] = {}

    def value(self, rows: Records, left: frozenset[int]) -> float:
        """The best of folding and every buy."""
        s: Any = kernel.fields(rows)
        hands = tuple(frozenset(s.up.card[p, : s.up.size[p]].tolist()) for p in range(2))
        key = (hands, s.seats.actor, chips.pot(s.chips, s.seats))
        if key not in self.known:
            self.known[key] = max([0.0, *self.buys(rows, left)])
        return self.known[key]

    def buys(self, rows: Records, left: frozenset[int]) -> list[float]:
        """The values of buying 1, 2, ... cards."""
        s: Any = kernel.fields(rows)
        room = 5 - s.up.size[s.seats.actor]
        return [self.buy(rows, k, left) for k in range(1, room + 1)]

    def buy(self, rows: Records, k: int, left: frozenset[int]) -> float:
        """The mean over every order in which k of the cards that are left may come."""
        orders = list(itertools.permutations(sorted(left), k))
        return sum(self.after(rows, k, order, left) for order in orders) / len(orders)

    def after(self, rows: Records, k: int, order: Sequence[int], left: frozenset[int]) -> float:
        """The value of a buy, given the order of the cards."""
        copy = kernel.copy(rows)
        s: Any = kernel.fields(copy)
        actor, stack = s.seats.actor, s.chips.stack[s.seats.actor]
        s.deck.top = 0
        s.deck.card[:k] = order
        self.game.entry.step(copy, encode(BUY, k))
        if s.seats.actor < 0 or s.seats.actor == actor:
            return float(s.chips.stack[actor] - stack)
        dealt = order[: s.deck.top]
        lost = self.value(copy, left - set(dealt))
        return float(s.chips.stack[actor] - stack + chips.pot(s.chips, s.seats) - lost)


class Response(Brute):
    """The same when one seat plays by a strategy, and the other does its best against it."""

    def __init__(
        self, game: Game, seat: int, strategy: Callable[[Records, frozenset[int]], int]
    ) -> None:
        super().__init__(game)
        self.seat = seat
        self.strategy = strategy

    def value(self, rows: Records, left: frozenset[int]) -> float:
        """The value of the turn to the player to act."""
        s: Any = kernel.fields(rows)
        if s.seats.actor != self.seat:
            return super().value(rows, left)
        k = self.strategy(rows, left)
        return self.buy(rows, k, left) if k else 0.0
