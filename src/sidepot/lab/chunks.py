"""Bulk play in chunks: each has a tally of its own, and sums are made in the chunks' order.

So a result has the same bits whoever plays which chunk, float sums too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.engine.out_of_range import naming
from sidepot.kernel import Array, Records, readable
from sidepot.lab.bulk import Policies, Space, Table, policy_pointers
from sidepot.lab.tally import merge
from sidepot.rules.actions import Menu

if TYPE_CHECKING:
    from sidepot.bots import Policy
    from sidepot.bots.trained.strategy import Learned


class Cut(NamedTuple):
    """The division of numbers 0 to `last` - 1 into chunks of `size`; the last may be shorter."""

    last: int
    size: int

    @property
    def chunks(self) -> range:
        """The numbers of the chunks."""
        return range(-(-self.last // self.size))

    def numbers(self, chunk: int) -> range:
        """The numbers of a chunk."""
        return range(chunk * self.size, min((chunk + 1) * self.size, self.last))


class Outcome(NamedTuple):
    """The tallies of chunks that follow each other, as bytes, and the seconds they took.

    `error` is what the loop raised instead: whatever a pool itself raises means that it lost them.
    """

    tallies: Sequence[bytes] = ()
    seconds: float = 0.0
    error: Exception | None = None


@dataclass(eq=False)
class Loop:
    """A compiled loop and its arguments.

    The loop is `play(table, space, first, last, tallies)`. `blank` is the tally with which every
    chunk begins.
    """

    game: Game
    play: Callable[..., None]
    policies: Sequence[Policy | Learned]
    stacks: Sequence[int]
    experiment: int
    blank: Records
    chairs: Array | None = None
    """The table's chairs; without any, all seats are of the first policy."""
    arguments: Callable[[Policies], Any] = lambda pointers: pointers
    """Makes the table's `policies` from pointers to the distinct ones."""
    _own: threading.local = field(default_factory=threading.local)
    """Each thread's table and space."""
    _compiling: threading.Lock = field(default_factory=threading.Lock)
    _is_compiled: bool = False
    _enter: Callable[..., None] = field(init=False)
    """The loop's machine code, entered without looking at types."""

    def play_chunks(self, cut: Cut, chunks: range) -> Outcome:
        """Play some chunks, one after the other."""
        try:
            self.compile()
            started = time.perf_counter()
            tallies = [self._play(cut.numbers(chunk)) for chunk in chunks]
        except Exception as error:
            return Outcome(error=error)
        return Outcome(tallies, time.perf_counter() - started)

    def check(self) -> None:
        """Raise `BadSetup` if the loop's table cannot be dealt."""
        setup.seat(self.game, kernel.fields(self.game.batch(journal=False)), self.stacks)

    def compile(self) -> None:
        """Compile the loop and its policies, by playing nothing."""
        with self._compiling:
            if not self._is_compiled:
                arguments = (*self._tools(), 0, 0, kernel.copy(self.blank))
                with kernel.by_pointers():
                    self.play(*arguments)
                self._enter = kernel.direct(self.play, *arguments)
                self._is_compiled = True

    def _play(self, numbers: range) -> bytes:
        tally = kernel.copy(self.blank)
        with naming(self.game.file):
            self._enter(*self._tools(), numbers.start, numbers.stop, tally)
        return kernel.to_bytes(tally)

    def _tools(self) -> tuple[Any, ...]:
        if not hasattr(self._own, "tools"):
            rows = self.game.batch(3, journal=False)
            setup.seat(self.game, kernel.fields(rows), self.stacks)
            stacks = np.array([*self.stacks, *[0] * self.game.banked], np.int64)
            chairs = np.zeros((1, len(stacks)), np.int64) if self.chairs is None else self.chairs
            pointers = policy_pointers(self.game, self.policies, len(self.stacks))
            self._own.tools = (
                Table(
                    self.arguments(pointers),
                    readable(chairs),
                    readable(stacks),
                    self.experiment,
                ),
                Space(
                    rows,
                    kernel.batch(kernel.record(Menu)),
                    kernel.generator(self.experiment),
                ),
            )
        tools: tuple[Any, ...] = self._own.tools
        return tools


class Sum:
    """The sum of tallies, added in the order of their chunks whenever they come."""

    def __init__(self, blank: Records) -> None:
        self.rows = kernel.copy(blank)
        self._next = 0
        self._early: dict[int, bytes] = {}

    def add(self, chunk: int, tally: bytes) -> None:
        """Add a chunk's tally, as soon as those before it have been added."""
        self._early[chunk] = tally
        while self._next in self._early:
            self._put(self._early.pop(self._next))
            self._next += 1

    def close(self) -> Records:
        """The sum of all tallies added so far, those after a gap too."""
        for chunk in sorted(self._early):
            self._put(self._early.pop(chunk))
        return self.rows

    def _put(self, tally: bytes) -> None:
        merge(self.rows, tally)
