"""How far long work is: a line on standard error, at a terminal only."""

from __future__ import annotations

import sys
import time
from typing import Self

from sidepot.words import say

EVERY = 0.2
"""Seconds that a text is left to be read."""


class Line:
    """A line that is written over; who goes on below it uses it by `with`."""

    def __init__(self) -> None:
        self._shown = time.monotonic()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Go on below it."""
        if self._is_open:
            print(file=sys.stderr, flush=True)
        self._is_open = False

    def show(self, text: str) -> None:
        """Write over what was there, if it has been there for a while."""
        if sys.stderr.isatty() and time.monotonic() - self._shown > EVERY:
            self._shown = time.monotonic()
            self._is_open = True
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


class Progress(Line):
    """How many hands have been played."""

    def __init__(self, hands: int, *, each: int = 1) -> None:
        """`each`: how many hands one step of the work has."""
        super().__init__()
        self.hands = hands
        self.each = each

    def __call__(self, done: int) -> None:
        """So many steps are done."""
        self.show(say("simulate.progress", done=f"{done * self.each:,}", hands=f"{self.hands:,}"))


class Solving(Line):
    """What part of a game is solved."""

    def __call__(self, part: float) -> None:
        """This part is done."""
        self.show(say("solve.progress", part=f"{part:.0%}"))
