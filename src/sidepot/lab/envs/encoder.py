"""Observations: a seat's view as a row of numbers, made from its concealed record.

The plan of a table (`envs.plan`) becomes one compiled function (`envs.writers`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine.acts import Act
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadSeat, BadSetup
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.kernel.fingerprint import names_reached
from sidepot.lab.envs import line as lines
from sidepot.lab.envs.line import History, Log, line_of
from sidepot.lab.envs.plan import Plan, Range
from sidepot.lab.envs.prospects import Prospects
from sidepot.lab.envs.writers import encode_of


class Encoder:
    """Encodes a seat's concealed record as `size` float32.

    `stack`: the largest starting stack, by which chips are divided. Two records that look different
    to a seat have different observations, unless they differ by less than float32 can hold, or only
    in what is left out: the order in which cards came, who bet before and how often, and what
    follows from the rest (`envs.parts`). `history` adds the actions of the hand (`line.Line`),
    `prospects` what each choice wins in so many random deals (`Prospects`).
    """

    def __init__(
        self,
        game: Game,
        players: int,
        stack: int,
        history: History = lines.NO_LINE,
        prospects: int = 0,
    ) -> None:
        """Raises `BadSetup` for no `History`."""
        self.game = game
        self.players = players
        self._plan = Plan(game, players, stack)
        self.seats = self._plan.seats
        self.prospects = Prospects(game, prospects, self._plan.size)
        """The mean of each choice in random deals, if it is shown."""
        shown = self._plan.size + self.prospects.size
        self.log = Log(game, self.seats, stack, line_of(history), shown)
        """The layout of the hand's actions, and of their numbers, the last of an observation."""
        self.size = shown + self.log.size
        self.ranges: tuple[Range, ...] = (*self.of_moment, *self.log.ranges)

    @property
    def of_moment(self) -> tuple[Range, ...]:
        """The ranges without the actions of the hand."""
        return (*self._plan.ranges, *self.prospects.ranges)

    def encode(self, rows: Records, seat: int, out: Array, log: Array | None = None) -> None:
        """Fill `out` from a record that is concealed for `seat`, a batch of one.

        `log`: the actions of the hand, where they are shown (`log_of`). Raises `BadSeat`, and
        `BadSetup` for an array of another size or type, or if the log is missing.
        """
        if self.log.size and log is None:
            raise BadSetup("error.no_log", history=tuple(self.log.line))
        if not 0 <= seat < self.seats:
            raise BadSeat("error.seat", seat=seat, highest=self.seats - 1)
        if out.shape != (self.size,) or out.dtype != np.float32:
            form = f"{out.dtype}{list(out.shape)}"
            raise BadSetup("error.observation", size=self.size, form=form)
        row = out if out.flags.c_contiguous else np.empty(self.size, np.float32)
        self._encode_first(self.encode_at, self._bare(rows), seat, row.reshape(1, -1))
        if log is not None and self.log.size:
            lines.write(log, 0, *self.log.shown, seat, row.reshape(1, -1), 0)
        if row is not out:
            out[:] = row

    def log_of(self, hand: Hand) -> Array:
        """The actions of a hand so far, found by playing it again."""
        log = self.log.rows(1)
        if self.log.size:
            again, layout = hand.again(), self.game.layout()
            for _, action in hand.actions:
                rows = kernel.from_bytes(layout, bytes(again))
                lines.note_first(log, 0, self.log.form, rows, action.number)
                again.act(action)
            rows = kernel.from_bytes(layout, bytes(again))
            lines.follow_first(log, 0, self.log.form, rows)
        return log

    def log_seen(self, acts: Sequence[Act], rows: Records) -> Array:
        """The actions of a hand as a viewer knows them, by those in a view and its record."""
        log = self.log.rows(1)
        if self.log.size:
            table = readable(np.array(acts, np.int64).reshape(-1, len(Act._fields)))
            lines.note_known(log, 0, self.log.form, table)
            lines.follow_first(log, 0, self.log.form, rows)
        return log

    @functools.cached_property
    def encode_at(self) -> Any:
        """The encoder as loops call it: `(rows, w, me, out, i)`, see `envs.writers.Encode`.

        It reads records without a journal.
        """
        rows = self.game.batch(journal=False)
        encode = encode_of(self._plan)
        if self.prospects.size:
            encode = self.prospects.after(encode)
        return kernel.address(encode, rows, 0, 0, np.zeros((1, 1), np.float32), 0)

    @functools.cached_property
    def is_open(self) -> bool:
        """Whether concealing a record changes nothing that is shown, going by the rules' code.

        Then it may be read as it is. A field counts as concealed if the code of `conceal`, or
        whatever that calls, has the names of the field and of its part: maybe too often, never too
        rarely.
        """
        if self.prospects.size:
            return False  # the deck must be out of sight
        names = names_reached(self.game.verbs.conceal)
        paths = (p.field.path[:-1] if p.is_list else p.field.path for p in self._plan.pieces)
        return not any(names.issuperset(path) for path in paths)

    @functools.cached_property
    def _encode_first(self) -> Any:
        """`_encode_first`, entered at once."""
        rows, out = self.game.batch(journal=False), np.zeros((1, self.size), np.float32)
        with kernel.by_pointers():
            _encode_first(self.encode_at, rows, 0, out)
            return kernel.direct(_encode_first, self.encode_at, rows, 0, out)

    def _bare(self, rows: Records) -> Records:
        """A record without its journal: itself or its beginning, or a copy until the next."""
        layout = self._layout
        if rows.dtype is layout:
            return rows
        if self._spans == [(0, self._spans[0][1], 0)]:
            return kernel.beginning(rows, layout)
        bare, record = kernel.scratch(layout), kernel.raw(rows)
        for first, last, to in self._spans:
            bare.raw[to : to + last - first] = record[first:last]
        return bare.rows

    @functools.cached_property
    def _layout(self) -> Any:
        """The layout of a record without a journal."""
        return self.game.layout(journal=False)

    @functools.cached_property
    def _spans(self) -> list[tuple[int, int, int]]:
        """The bytes that a record with a journal and one without it share, and where they begin."""
        return kernel.common_spans(self.game.layout(), self._layout)


def encoder_of(
    game: Game,
    players: int | None = None,
    stack: int | Sequence[int] | None = None,
    *,
    history: History = lines.NO_LINE,
) -> Encoder:
    """The encoder of a table, with the defaults of `Game.deal`."""
    stacks = game.stacks(players, stack)
    return Encoder(game, len(stacks), max(stacks), history)


def words_of(rows: Records) -> Any:
    """A batch as 64-bit words, a row for each record."""
    return readable(np.ndarray((len(rows), rows.itemsize // 8), np.int64, kernel.raw(rows)))


@compiled
def _encode_first(encode: Any, rows: Records, me: int, out: Array) -> None:
    """Call an encoder by its address, for callers in Python."""
    encode(rows, 0, me, out, 0)
