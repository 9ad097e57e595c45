"""The verbs of a game as a `Hand` calls them: without checking the types of arguments.

A hand passes records of one layout only. Numba looks at the layout of each record at every call
from Python, which takes three times as long as most verbs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine import completing
from sidepot.engine.out_of_range import located, rule_of
from sidepot.engine.verbs import Verbs
from sidepot.kernel import Array, Random, Records, Single, compiled
from sidepot.kernel.random import seed
from sidepot.rules import deck
from sidepot.rules.actions import Menu

MENU = kernel.record(Menu)
_RANDOM = kernel.record(Random)


_BLANK = bytes(MENU.itemsize)


class _Own(threading.local):
    """The menu, the generator and the concealed record of a thread."""

    def __init__(self, layout: np.dtype[Any]) -> None:
        self.menus, _, self.menu = kernel.single(kernel.batch(MENU))
        self.rngs = kernel.batch(_RANDOM)
        self.seen = kernel.single(kernel.batch(layout))


class Direct:
    """The verbs and the shuffle of a game, and the numbers that are read at every decision."""

    def __init__(self, verbs: Verbs, layout: np.dtype[Any]) -> None:
        """`verbs` as Python calls them (`engine.verbs.entry`), for records of one layout."""
        self.layout = layout
        self.begin = self._looking("begin", verbs.begin)
        self._menu = self._looking("_menu", verbs.menu)
        self.step = self._looking("step", verbs.step)
        self.conceal = self._looking("conceal", verbs.conceal)
        self._shuffle = self._looking("_shuffle", _shuffle)
        self._shuffle_by = self._looking("_shuffle_by", _shuffle_by)
        self.seats = kernel.reader(layout, "seats.n")
        self.stacks = kernel.reader(layout, "chips.stack")
        self.acted = kernel.reader(layout, "seats.acted")
        self.now = kernel.reader(layout, "seats.actor", "journal.n")
        """Reads the seat to act, and how many events the journal has counted."""
        self.completes = completing.reader(layout)
        """Whether a raise to a level completes a bet, in a record of a game that bets."""
        self.room = int(layout["journal"]["kind"].shape[0])
        """The events that the journal has room for."""
        self._own = _Own(layout)

    def shuffle(self, rows: Records, experiment: int, stream: int) -> None:
        """Shuffle the deck of a record by a stream of random numbers."""
        self._shuffle(rows, self._own.rngs, experiment, stream)

    def shuffle_by(self, rows: Records, bits: bytes) -> None:
        """Shuffle the deck of a record by random bits: 64 for each place of both orders."""
        self._shuffle_by(rows, kernel.readable(np.frombuffer(bits, np.int64)))

    def menu(self, rows: Records) -> bytes:
        """The menu of a record in which somebody is to act, as bytes."""
        own = self._own
        own.menu[:] = _BLANK
        self._menu(rows, own.menus)
        return bytes(own.menu)

    def concealed(self, record: bytes | memoryview, seat: int) -> Single:
        """A copy of a record as a seat or the rail may know it, which the next one overwrites."""
        seen = self._own.seen
        seen.raw[:] = record
        self.conceal(seen.rows, seat)
        return seen

    def _looking(self, name: str, verb: Callable[..., None]) -> Callable[..., None]:
        """The verb for its first call, which compiles it; then the machine code replaces it."""

        def first(*arguments: Any) -> None:
            verb(*arguments)
            rule = rule_of(verb)
            machine = kernel.direct(rule, *arguments)
            if machine is not rule or not kernel.is_postponed():
                setattr(self, name, located(rule, machine))

        return first


def direct_of(verbs: Verbs, layout: np.dtype[Any]) -> Direct:
    """`Direct` for some verbs and a layout, which is one object for all options of a game."""
    key = verbs, id(layout)  # the layout is kept by what is found
    if key not in _known:
        _known[key] = Direct(verbs, layout)
    return _known[key]


_known: dict[tuple[Verbs, int], Direct] = {}


@compiled
def _shuffle(rows: Records, rngs: Records, experiment: int, stream: int) -> None:
    """`rules.deck.shuffle` for the first record of a batch, by the start of a stream."""
    seed(rngs[0], experiment, stream)
    deck.shuffle(rows[0].deck, rngs[0])


@compiled
def _shuffle_by(rows: Records, bits: Array) -> None:
    """`rules.deck.shuffle_by` for the first record of a batch."""
    deck.shuffle_by(rows[0].deck, bits)
