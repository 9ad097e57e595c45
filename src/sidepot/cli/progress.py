"""Progress of long work: one line on standard error, at a terminal only."""

from __future__ import annotations

import sys
import time
from typing import Self

from sidepot.words import say

EVERY = 0.2
"""Seconds between two texts."""


class Line:
    """A line that is overwritten in place; after its `with` block, output continues below it."""

    def __init__(self) -> None:
        self._shown = time.monotonic()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the line, if anything was shown."""
        if self._is_open:
            print(file=sys.stderr, flush=True)
        self._is_open = False

    @property
    def is_due(self) -> bool:
        """Whether a text would be shown: at a terminal, and `EVERY` seconds after the last."""
        return sys.stderr.isatty() and time.monotonic() - self._shown > EVERY

    def show(self, text: str) -> None:
        """Show a text, unless the last one is more recent than `EVERY` seconds."""
        if self.is_due:
            self._shown = time.monotonic()
            self._is_open = True
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


class Progress(Line):
    """Shows how many of `hands` have been played."""

    def __init__(self, hands: int, *, each: int = 1) -> None:
        """`each`: the number of hands in one step of the work."""
        super().__init__()
        self.hands = hands
        self.each = each

    def __call__(self, done: int) -> None:
        """Show that `done` steps are done."""
        self.show(say("simulate.progress", done=f"{done * self.each:,}", hands=f"{self.hands:,}"))


class Solving(Line):
    """Shows what part of a game is solved."""

    def __call__(self, part: float) -> None:
        """Show that this part, from 0 to 1, is done."""
        self.show(say("solve.progress", part=f"{part:.0%}"))
