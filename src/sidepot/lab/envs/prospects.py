"""Prospects in observations: what each choice wins in random deals, as a part of the pot.

The cards that a seat cannot see are dealt anew, and the hand is played to its end by the quick
policy of the game, as `odds` and trained tables do. All is asked of the verbs, so a game needs no
line for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.engine.game import Game
from sidepot.engine.turns import NO_PLAYERS, rollout_loop
from sidepot.errors import BadSetup
from sidepot.kernel import PLAIN, Array, Random, Records, compiled, index, readable, seed
from sidepot.lab.envs.offers import kinds_of
from sidepot.lab.envs.plan import Range
from sidepot.rules import actions
from sidepot.rules.actions import BUY, FOLD, PICKED, SETS, Menu

_MOST_DEALS = 10_000
_MOST_TURNS = 2000
"""Decisions after which a deal is given up; no legal hand is that long."""
_PRIME = (1 << 40) + 0x1B3
"""The multiplier of FNV-1a."""
_FINE = 1 << 16
_MASK = (1 << 61) - 1


class _Column(NamedTuple):
    """The numbers of one kind of action."""

    first: int
    size: int
    """0 for a kind that is not tried."""
    lowest: int
    """The amount of the first number."""


class Prospects:
    """The layout of prospects in an observation: a number for each choice that is tried.

    Cards to pick and to buy have one for each amount, other kinds one for their least amount. What
    is not legal now has 0, and picks of several cards. Folding wins nothing from now on, and has no
    number.
    """

    def __init__(self, game: Game, deals: int, first: int) -> None:
        """`deals`: for each choice; 0 for no prospects. Raises `BadSetup`."""
        if type(deals) is not int or not 0 <= deals <= _MOST_DEALS:
            most, what = _MOST_DEALS, "prospects"
            raise BadSetup("error.batch_number", what=what, value=str(deals), most=most)
        self.game, self.deals, self.first = game, deals, first
        self._columns = list(_columns(game, first))
        self.size = sum(column.size for column in self._columns) if deals else 0

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The part of an observation, none without deals."""
        return (Range("prospects", self.first, (self.size,), "prospects"),) if self.size else ()

    def slots(self, first: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Each number's place in an observation, with the slot of its action.

        `first`: the first slot of every kind of action.
        """
        for kind, column in enumerate(self._columns if self.deals else ()):
            for k in range(column.size):
                yield column.first + k, first[kind] + k

    def after(self, encode: Callable[..., int]) -> Callable[..., int]:
        """An encoder (`writers.Encode`) that writes the prospects after what another writes.

        The deals follow from what the other has written: equal observations have equal prospects.
        """
        return _encoder(self.game, encode, self.deals, self.first, self.size, self._columns)


def _columns(game: Game, first: int) -> Iterator[_Column]:
    """The numbers of every kind of action."""
    offered = kinds_of(game)
    for kind in range(len(actions.NAMES)):
        size, lowest = 1, 0
        if kind in PICKED:
            size = game.reach
        elif kind == BUY:
            size, lowest = game.reach, 1
        size *= kind in offered and kind != FOLD and kind not in SETS
        yield _Column(first, size, lowest)
        first += size


def _encoder(
    game: Game,
    encode: Callable[..., int],
    deals: int,
    first: int,
    size: int,
    columns: list[_Column],
) -> Callable[..., int]:
    """See `Prospects.after`."""
    menu, room = game.verbs.menu, _room(game)
    share = _sharer(game, deals)
    kinds = readable(np.array(columns, np.int64))

    @compiled
    def encode_all(rows: Records, w: int, me: int, out: Array, i: int) -> int:
        encode(rows, w, me, out, i)
        for k in range(size):
            out[i, index(first + k)] = 0.0
        if rows[w].seats.actor != me:
            return 0
        views, menus, rngs = room()
        views[0] = rows[w]
        number = _hash(out, i, first)
        menu(views[0], menus[0])
        for r in range(menus[0].n):
            kind, low, high = menus[0].kind[r], menus[0].lowest[r], menus[0].highest[r]
            at, count, lowest = kinds[kind, 0], kinds[kind, 1], kinds[kind, 2]
            if count == 1:
                high, lowest = low, low
            for amount in range(low, min(high, lowest + count - 1) + 1):
                seed(rngs[0], number, 0)  # the same deals for every choice
                won = share(views, menus[1], rngs[0], me, actions.encode(kind, amount))
                out[i, index(at + amount - lowest)] = won
        return 0

    return encode_all


@compiled
def _hash(out: Array, i: int, size: int) -> int:
    """A number that follows from the first numbers of a row."""
    folded = 0
    for k in range(size):
        x = out[i, index(k)]
        if x != 0:
            folded = ((folded ^ (k + int(x * _FINE) * 4096)) * _PRIME) & _MASK
    return folded


def _room(game: Game) -> Callable[[], tuple[Any, Any, Any]]:
    """The function that makes two records, two menus and a generator."""
    layout, menus, rngs = game.layout(journal=False), kernel.record(Menu), kernel.record(Random)
    if PLAIN:
        return lambda: (
            game.batch(2, journal=False),
            kernel.batch(menus, 2),
            kernel.batch(rngs),
        )

    @compiled
    def make() -> Any:
        return np.empty(2, layout), np.empty(2, menus), np.empty(1, rngs)

    return make


def _sharer(game: Game, deals: int) -> Callable[..., float]:
    """The function that plays an action and the rest of the hand, in several deals."""
    redeal = game.verbs.redeal
    play_on = rollout_loop(game.verbs, abstraction_of(game).play_on, _MOST_TURNS)

    @compiled
    def share(views: Records, m: Menu, rng: Random, me: int, action: int) -> float:
        won = 0.0
        for _ in range(deals):
            views[1] = views[0]
            redeal(views[1], rng)
            play_on(views[1], views[1:], m, rng, NO_PLAYERS, action)
            whole = 0
            for q in range(views[1].seats.n):
                whole += views[1].chips.won[q]
            gained = views[1].chips.stack[me] - views[0].chips.stack[me]
            won += gained / max(whole, 1)
        return won / deals

    return share
