"""Traces of random hands, with the record after every verb: the material of the laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine import event, setup
from sidepot.engine.event import Event
from sidepot.engine.game import Game
from sidepot.errors import LawBroken
from sidepot.kernel import Records, compiled
from sidepot.rules import actions
from sidepot.rules.actions import Menu
from sidepot.words import Message

_MOST_DECISIONS = 2000
"""A hand with more decisions counts as endless."""


@dataclass(frozen=True, slots=True)
class Case:
    """A table at which a game is tried: game and options, stacks in chips, the deck's order.

    `second`: the order in which discards come again, in a game that refills.
    """

    game: Game
    stacks: tuple[int, ...]
    deck: tuple[int, ...]
    number: int
    second: tuple[int, ...] = ()

    @property
    def cards(self) -> Sequence[int]:
        """The physical cards of the table."""
        return self.game.cards_for(len(self.stacks))

    def seated(self, rows: Records | None = None, *, journal: bool = True) -> Records:
        """A record set up for `begin`: a new one, or one used before."""
        rows = self.game.batch(journal=journal) if rows is None else rows
        s = kernel.fields(rows)
        setup.seat(self.game, s, self.stacks)
        setup.lay(s, self.deck)
        setup.lay_second(s, self.second)
        return rows

    def broken(self, what: str, **values: object) -> LawBroken:
        """The error that says which law does not hold here."""
        return LawBroken(
            "law.broken",
            game=self.game.name,
            what=Message(f"law.{what}", values),
            hand=self.number,
            stacks=list(self.stacks),
            options=self.game.pairs or "-",
        )


@dataclass(frozen=True, slots=True)
class Trace:
    """A case played to its end: `records[0]` after `begin`, `records[i]` after `actions[i - 1]`."""

    case: Case
    actions: tuple[int, ...]
    records: tuple[bytes, ...] = field(repr=False)

    def rows(self, i: int, *, journal: bool = True) -> Records:
        """A copy of the record after i actions."""
        return load(self.case.game, self.records[i], journal=journal)

    def states(self) -> Iterator[tuple[int, Records]]:
        """Every record of the hand with its index, each an independent copy."""
        for i in range(len(self.records)):
            yield i, self.rows(i)


def load(game: Game, data: bytes, *, journal: bool = True) -> Records:
    """A record from its bytes."""
    return kernel.from_bytes(game.layout(journal=journal), data)


def play(case: Case, *, journal: bool = True) -> Trace:
    """Play a case at random. Raises `LawBroken` for a hand that never ends."""
    entry = case.game.entry
    rows, rngs, menus = case.seated(journal=journal), kernel.generator(1, case.number), menu_batch()
    entry.begin(rows)
    records, chosen = [kernel.to_bytes(rows)], list[int]()
    while kernel.fields(rows).seats.actor >= 0:
        if len(chosen) == _MOST_DECISIONS:
            raise case.broken("endless", n=_MOST_DECISIONS)
        entry.menu(rows, menus)
        n = kernel.fields(menus).n
        if not 1 <= n <= actions.ROWS:
            raise case.broken("menu_rows", n=n, most=actions.ROWS)
        chosen.append(int(choose_first(menus, rngs)))
        entry.step(rows, chosen[-1])
        records.append(kernel.to_bytes(rows))
    return Trace(case, tuple(chosen), tuple(records))


def replay(
    case: Case, chosen: Sequence[int], rows: Records | None = None, *, journal: bool = True
) -> list[bytes]:
    """The record after every verb when the same actions are played again on a given record."""
    rows = case.seated(rows, journal=journal)
    case.game.entry.begin(rows)
    records = [kernel.to_bytes(rows)]
    for action in chosen:
        case.game.entry.step(rows, action)
        records.append(kernel.to_bytes(rows))
    return records


def menu_batch() -> Records:
    """An empty menu."""
    return kernel.batch(kernel.record(Menu))


def menu_of(game: Game, rows: Records, *, used: bytes | None = None) -> bytes:
    """The bytes of a record's menu, written into an empty menu or over a used one."""
    menus = menu_batch() if used is None else kernel.from_bytes(kernel.record(Menu), used)
    game.entry.menu(rows, menus)
    return kernel.to_bytes(menus)


def offered(game: Game, rows: Records) -> list[tuple[int, int, int]]:
    """The rows of the menu: kind, lowest, highest."""
    menus = menu_batch()
    game.entry.menu(rows, menus)
    menu = kernel.fields(menus)
    n = min(menu.n, actions.ROWS)
    return [(menu.kind[i], menu.lowest[i], menu.highest[i]) for i in range(n)]


def concealed(game: Game, rows: Records, seat: int) -> Records:
    """A copy of a record, concealed for a seat."""
    clone = kernel.copy(rows)
    game.entry.conceal(clone, seat)
    return clone


def news(game: Game, rows: Records, seat: int) -> tuple[Event, ...]:
    """The events of the last verb as a seat may know them."""
    return event.read(kernel.fields(concealed(game, rows, seat)))


def difference(game: Game, one: bytes, other: bytes, *, journal: bool = True) -> str:
    """The first field in which two records differ, for messages: `chips.stack`."""
    dtype = game.layout(journal=journal)
    a, b = (np.frombuffer(data, dtype)[0] for data in (one, other))
    return _first_difference(a, b, "") or "padding"


def _first_difference(a: Any, b: Any, path: str) -> str | None:
    for name in a.dtype.names or ():
        x, y = a[name], b[name]
        if isinstance(x, np.void):
            found = _first_difference(x, y, f"{path}{name}.")
            if found:
                return found
        elif not np.array_equal(x, y):
            return f"{path}{name}: {np.asarray(x).tolist()}, {np.asarray(y).tolist()}"
    return None


@compiled
def choose_first(menus: Records, rngs: Records) -> int:
    """A random action from the first menu of a batch."""
    return actions.any_of(menus[0], rngs[0])
