"""`Position`: one hand of a table for programs, by slots and observations; it has no events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.action import Legal
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import legal_in
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.envs import line
from sidepot.lab.envs.encoder import Encoder, words_of
from sidepot.lab.envs.line import NO_LINE, History, Line
from sidepot.lab.envs.slots import ILLEGAL, Slots, number_of
from sidepot.rules.actions import Menu
from sidepot.rules.seats import NOBODY


class Table:
    """A game with its stacks, and how its hands are shown and played as numbers."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        stack: int | Sequence[int] | None = None,
        *,
        full: bool = False,
        history: History = NO_LINE,
        prospects: int = 0,
    ) -> None:
        """See `Batch`. Raises `BadSetup`."""
        self.game = game
        self.stacks = game.stacks(players, stack)
        self.players = len(self.stacks)
        self.seats = self.players + game.banked
        self.full = full
        self.encoder = Encoder(game, self.players, max(self.stacks), history, prospects)
        self.slots = Slots(game, self.players, max(self.stacks), full)
        self.unit = game.ante or max([1, *setup.prices(game)])
        """Chips for a reward of 1, as in `Batch`."""
        rows = game.batch()
        s = kernel.fields(rows)
        setup.seat(game, s, self.stacks)
        orders = game.cards_for(self.players)
        setup.lay(s, orders)
        setup.lay_second(s, orders if game.deals_again else ())
        self.seated = kernel.to_bytes(rows)
        """The record before a deal, its cards in the order of their numbers."""
        self.size = len(self.seated)
        """The bytes of a record."""
        self.desk: Position | None = None
        """A scratch position, for users of this table without their own."""

    def __deepcopy__(self, _: object) -> Table:
        """Itself: it does not change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        shown = self.encoder.log.line, self.encoder.prospects.deals
        return _table, (self.game, self.stacks, self.full, *shown)


def _table(game: Game, stacks: Sequence[int], full: bool, line: Line, prospects: int) -> Table:
    """The table for a pickle."""
    rest: dict[str, Any] = {"full": full, "history": line, "prospects": prospects}
    return Table(game, len(stacks), stacks, **rest)


class Position:
    """A hand in play: a record, and what each seat sees of it."""

    def __init__(self, table: Table) -> None:
        """Nothing is dealt yet: see `deal` and `put`."""
        game = table.game
        self.table = table
        self.game = game
        self._own = kernel.single(game.batch())
        self._seen = kernel.single(game.batch())
        self.log = table.encoder.log.rows(1)
        """The actions of the hand, as the encoder takes them."""
        self._menus = kernel.batch(kernel.record(Menu))
        self._words = words_of(self._own.rows)
        self._where = table.slots.places(self._own.rows.dtype)
        self._allowed = table.slots.bits(1)
        self._mask = np.zeros((1, table.slots.n), np.bool_)

    def deal(self, seed: int | None, hand: int = 0) -> None:
        """Deal a hand of an experiment, the same as `Game.deal`, up to its first decision."""
        self._own.raw[:] = self.table.seated
        setup.lay_deck(self.game, self._own.rows, seed, hand, None)
        self.begin()

    def put(self, position: bytes) -> None:
        """Go to a position, by its bytes; a record without a log has no actions before it."""
        size = len(self._own.raw)
        self._own.raw[:] = position[:size]
        self.log[:] = 0
        if len(position) > size:
            self.log[:] = np.frombuffer(position, np.int64, offset=size)

    def begin(self) -> None:
        """Play the beginning of the hand, with the deck as it lies."""
        self.log[:] = 0
        self.game.entry.begin(self._own.rows)

    def step(self, number: int) -> None:
        """Do an action, by its number for the verbs; it is not checked."""
        log = self.table.encoder.log
        if log.size:
            line.note_first(self.log, 0, log.form, self._own.rows, number)
        self.game.entry.step(self._own.rows, number)
        if log.size:
            line.follow_first(self.log, 0, log.form, self._own.rows)

    @property
    def rows(self) -> Records:
        """The record, a batch of one, with every secret in it."""
        return self._own.rows

    @property
    def fields(self) -> kernel.Fields:
        """The record by its fields."""
        return self._own.fields

    @property
    def actor(self) -> int:
        """The seat to act, or `NOBODY`."""
        return int(self._own.fields.seats.actor)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.actor == NOBODY

    @property
    def legal(self) -> Legal:
        """The legal actions, in the form that people use."""
        return legal_in(self.game, self._own.rows, self._own.fields)

    @property
    def mask(self) -> Array:
        """bool[slots]: what the player to act may do, until the next call; nothing at the end."""
        self._mask[:] = False
        if not self.over:
            slots = self.table.slots
            self.game.entry.menu(self._own.rows, self._menus)
            slots.write(self._where, self._menus, self._words, self._mask, self._allowed)
        mask: Array = self._mask[0]
        return mask

    def number(self, given: object) -> int:
        """The number for the verbs of a slot's action, the slot as a learner gives it.

        Raises `IllegalAction`, and `BadSetup` for what is not the number of a slot.
        """
        slots, found = self.table.slots, ILLEGAL
        slot = slots.slot(given)
        if not self.over:
            self.game.entry.menu(self._own.rows, self._menus)
            rows, kinds = slots.rows, slots.kind_of
            found = int(_number(rows, kinds, self._where, self._menus, self._words, slot))
        if found == ILLEGAL:
            raise slots.refused(slot, self.legal)
        return found

    def concealed(self, seat: int) -> kernel.Single:
        """The record as a seat, or the rail, sees it, until the next call."""
        self._seen.raw[:] = self._own.raw
        self.game.entry.conceal(self._seen.rows, seat)
        return self._seen

    def observe(self, seat: int, out: Array) -> None:
        """Fill a row of float32 with what a seat sees."""
        self.table.encoder.encode(self.concealed(seat).rows, seat, out, self.log)

    @property
    def rewards(self) -> list[float]:
        """The net result of each seat so far, in units."""
        stacks = kernel.column(self._own.fields.chips, "stack", self.table.seats)
        begun = [*self.table.stacks, *[0] * self.game.banked]
        return [(now - then) / self.table.unit for now, then in zip(stacks, begun, strict=True)]

    def hand(self, number: int = 0) -> Hand:
        """The hand, by its record alone, to look at."""
        record = bytes(self._own.raw)
        return Hand.at(self.game, record, self.table.stacks, number=number)

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.table, bytes(self))

    def __bytes__(self) -> bytes:
        """The record, with every secret in it, and the log, if there is one."""
        return bytes(self._own.raw) + self.log.tobytes()


def _position(table: Table, position: bytes) -> Position:
    """The position for a pickle."""
    again = Position(table)
    again.put(position)
    return again


@compiled
def _number(
    rows: Array, kinds: Array, where: Array, menus: Records, words: Array, slot: int
) -> int:
    number: int = number_of(rows, kinds, where, menus[0], words, 0, slot)
    return number
