"""Traces of random hands, with the record after every verb: the material of the laws."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine import event, keeping, setup
from sidepot.engine.action import Action
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.keeping import Values
from sidepot.engine.kept import POT
from sidepot.errors import LawBroken
from sidepot.kernel import Fields, Records, compiled
from sidepot.rules import actions, journal
from sidepot.rules.actions import Menu
from sidepot.words import Message

_MOST_DECISIONS = 2000
"""A hand with more decisions counts as endless."""
_MENU = kernel.record(Menu)
_BLANK = bytes(_MENU.itemsize)
_ROW = ("kind", "lowest", "highest")
_CACHED = 1 << 10
"""Journals and menus that are kept as they were read."""
_CUTS = 2
"""The number of moments of a hand, beside its end, at which its secrets are changed."""
_EYES = 6
"""The most viewers tried at a table; at larger tables, a random choice of this many."""


@dataclass(frozen=True, slots=True)
class Case:
    """A table at which a game is tried: game and options, stacks in chips, the deck's order.

    `second`: the order in which discards come again, in a game that refills; `kept`: what the
    hand before has kept.
    """

    game: Game
    stacks: tuple[int, ...]
    deck: tuple[int, ...]
    number: int
    second: tuple[int, ...] = ()
    kept: Values | None = field(default=None, hash=False)

    @property
    def cards(self) -> Sequence[int]:
        """The physical cards that are dealt from: all but those that are kept."""
        return keeping.deck_for(self.game, len(self.stacks), self.kept)

    def seated(self, rows: Records | None = None, *, journal: bool = True) -> Records:
        """A record set up for `begin`: a new one, or one used before."""
        announce(self, (), 0)
        kept = self.kept or {}
        if rows is None and {*kept} <= {POT}:
            known = _sitting(self.game, self.stacks, kept.get(POT), journal)
            rows = load(self.game, known, journal=journal)
        else:
            rows = self.game.batch(journal=journal) if rows is None else rows
            setup.seat(self.game, kernel.fields(rows), self.stacks, kept=kept)
        s = kernel.fields(rows)
        setup.lay(s, self.deck)
        setup.lay_second(s, self.second)
        return rows

    def name_of(self, happened: HandEvent) -> str:
        """The name of an event: the game's own, or that which it declares."""
        declared = zip(journal.NAMES[len(journal.KINDS) :], self.game.tells.names, strict=False)
        return happened.said or dict(declared).get(happened.kind, happened.kind)

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


See = Callable[[Case, Sequence[int], int], None]
"""Gets a case, and a hand's actions of which the first so many are done, or just being done."""
_watching: list[See] = []


@contextmanager
def watching(see: See) -> Iterator[None]:
    """Call `see` before everything that is done with a hand inside the `with` block."""
    _watching.append(see)
    try:
        yield
    finally:
        _watching.remove(see)


def announce(case: Case, actions: Sequence[int], n: int) -> None:
    """Call the watchers before a verb, which may hang."""
    for see in _watching:
        see(case, actions, n)


@functools.lru_cache
def _sitting(game: Game, stacks: tuple[int, ...], pot: Any, journal: bool) -> bytes:
    """The bytes of a new record with all but its deck; laws ask for it with many decks.

    `pot`: what the hand before has left in it, None for a hand by itself.
    """
    rows = game.batch(journal=journal)
    setup.seat(game, kernel.fields(rows), stacks, kept=None if pot is None else {POT: pot})
    return kernel.to_bytes(rows)


@dataclass(frozen=True, slots=True)
class Trace:
    """A case played to its end: `records[0]` after `begin`, `records[i]` after `actions[i - 1]`."""

    case: Case
    actions: tuple[int, ...]
    records: tuple[bytes, ...] = field(repr=False)

    def rows(self, i: int, *, journal: bool = True) -> Records:
        """A copy of the record after i actions."""
        announce(self.case, self.actions, i)
        return load(self.case.game, self.records[i], journal=journal)

    def hand(self) -> Hand:
        """The hand at its end, with all that was said on the way."""
        hand = Hand(self.case.game, self.case.seated())
        for number in self.actions:
            hand.act(Action.decode(number))
        return hand

    def states(self) -> Iterator[tuple[int, Records]]:
        """Every record of the hand with its index, each an independent copy."""
        for i in range(len(self.records)):
            yield i, self.rows(i)


def load(game: Game, data: bytes, *, journal: bool = True) -> Records:
    """A record from its bytes."""
    return kernel.filled(game.layout(journal=journal), data)


def play(case: Case, *, journal: bool = True, first: Sequence[int] = ()) -> Trace:
    """Play a case at random, or by the actions in `first` as long as they are legal.

    Raises `LawBroken` for a hand that never ends. An error gets a `table`: the case, and the
    actions up to the one that failed.
    """
    chosen: list[int] = []
    try:
        return _play(case, journal, first, chosen)
    except Exception as error:
        vars(error)["table"] = case, tuple(chosen)
        raise


def _play(case: Case, journal: bool, first: Sequence[int], chosen: list[int]) -> Trace:
    entry = case.game.entry
    rows, rngs, menus = case.seated(journal=journal), kernel.generator(1, case.number), menu_batch()
    entry.begin(rows)
    records = [kernel.to_bytes(rows)]
    while kernel.fields(rows).seats.actor >= 0:
        if len(chosen) == _MOST_DECISIONS:
            raise case.broken("endless", n=_MOST_DECISIONS)
        entry.menu(rows, menus)
        _check_menu(case, kernel.fields(menus))
        action = int(choose_first(menus, rngs))
        if len(chosen) < len(first) and is_offered(case.game, rows, first[len(chosen)]):
            action = first[len(chosen)]
        chosen.append(action)
        announce(case, chosen, len(chosen))
        entry.step(rows, action)
        records.append(kernel.to_bytes(rows))
        if journal and len(chosen) == 1:
            _check_cleared(case, records)
    return Trace(case, tuple(chosen), tuple(records))


def _check_menu(case: Case, menu: Fields) -> None:
    """Raise `LawBroken` for a menu from which nothing can be chosen."""
    if menu.n < 1:
        raise case.broken("menu_empty")
    if menu.n > actions.ROWS:
        raise case.broken("menu_rows", n=menu.n, most=actions.ROWS)
    for kind in menu.kind[: menu.n].tolist():
        if not 0 <= kind < len(actions.KINDS) and kind not in case.game.acts.kinds:
            legal = [name.upper() for name in (*actions.KINDS, *case.game.acts.names)]
            raise case.broken("menu_kinds", kind=kind, legal=legal)


def _check_cleared(case: Case, records: Sequence[bytes]) -> None:
    """Raise `LawBroken` if the first step has kept the events of the deal."""
    before, after = (_noted(kernel.fields(load(case.game, record)).journal) for record in records)
    if before and after[: len(before)] == before:
        raise case.broken("journal_kept")


def _noted(log: Fields) -> list[tuple[int, ...]]:
    """The events of a journal, one row each."""
    n = min(log.n, len(log.kind))
    return list(zip(*(kernel.column(log, name, n) for name in _NOTED), strict=True))


_NOTED = ("kind", "seat", "card", "amount")


def is_offered(game: Game, rows: Records, action: int) -> bool:
    """Whether somebody is to act, and their menu offers an action."""
    kind, amount = actions.kind(action), actions.amount(action)
    return kernel.fields(rows).seats.actor >= 0 and any(
        kind == offers and lowest <= amount <= highest
        for offers, lowest, highest in offered(game, rows)
    )


def replay(
    case: Case, chosen: Sequence[int], rows: Records | None = None, *, journal: bool = True
) -> list[bytes]:
    """The record after every verb when the same actions are played again on a given record."""
    rows = case.seated(rows, journal=journal)
    case.game.entry.begin(rows)
    records = [kernel.to_bytes(rows)]
    for i, action in enumerate(chosen, 1):
        announce(case, chosen, i)
        case.game.entry.step(rows, action)
        records.append(kernel.to_bytes(rows))
    return records


def menu_batch() -> Records:
    """An empty menu."""
    return kernel.filled(_MENU, _BLANK)


def menu_of(game: Game, rows: Records, *, used: bytes | None = None) -> bytes:
    """The bytes of a record's menu, written into an empty menu or over a used one."""
    menus = menu_batch() if used is None else kernel.from_bytes(kernel.record(Menu), used)
    game.entry.menu(rows, menus)
    return kernel.to_bytes(menus)


def offered(game: Game, rows: Records) -> tuple[tuple[int, int, int], ...]:
    """The rows of the menu: kind, lowest, highest."""
    return _rows_of(game.direct_for(rows.dtype).menu(rows))


@functools.lru_cache(_CACHED)
def _rows_of(menu: bytes) -> tuple[tuple[int, int, int], ...]:
    """The rows of a menu, from its bytes."""
    read = kernel.fields(kernel.filled(_MENU, menu))
    n = min(read.n, actions.ROWS)
    kinds, lowest, highest = (kernel.column(read, name, n) for name in _ROW)
    return tuple(zip(kinds, lowest, highest, strict=True))


def concealed(game: Game, rows: Records, seat: int) -> Records:
    """A copy of a record, concealed for a seat."""
    clone = kernel.filled(rows.dtype, kernel.raw(rows))
    game.direct_for(rows.dtype).conceal(clone, seat)
    return clone


def seen(game: Game, record: bytes | memoryview, seat: int) -> tuple[bytes, tuple[HandEvent, ...]]:
    """A record with a journal as a seat may know it, and the events of the last verb by it."""
    found = game.direct.concealed(record, seat)
    return bytes(found.raw), events_of(found.fields)


def events_of(s: Fields) -> tuple[HandEvent, ...]:
    """The events in a record's journal. Laws read the same journals again and again."""
    log = bytes(s.journal)
    found = _events.get(log)
    if found is None:
        if len(_events) >= _CACHED:
            _events.clear()
        found = _events[log] = event.read(s)
    return found


_events: dict[bytes, tuple[HandEvent, ...]] = {}
"""The events of some journals, by their bytes."""


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
            return f"{path}{name}{_unequal(np.asarray(x), np.asarray(y))}"
    return None


def _unequal(x: Any, y: Any) -> str:
    """The first place in which two arrays, or two numbers, differ, and what is there."""
    place = tuple(map(int, np.argwhere(x != y)[0]))
    where = f"[{', '.join(map(str, place))}]" if place else ""
    return f"{where}: {x[place]}, {y[place]}"


@compiled
def choose_first(menus: Records, rngs: Records) -> int:
    """A random action from the first menu of a batch."""
    return actions.any_of(menus[0], rngs[0])


def seats(case: Case, chance: random.Random) -> list[int]:
    """The viewers that a law tries: the rail and the seats, or at large tables some of them."""
    players = range(len(case.stacks))
    return [-1, *(players if len(players) <= _EYES else sorted(chance.sample(players, _EYES)))]


def cuts(trace: Trace, chance: random.Random) -> list[int]:
    """Moments of a hand, and its end."""
    last = len(trace.records) - 1
    return [*chance.sample(range(last), min(_CUTS, last)), last]
