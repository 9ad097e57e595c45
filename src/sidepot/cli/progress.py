"""How far long work is."""

from __future__ import annotations

import sys
import time

from sidepot.words import say


class Progress:
    """A line on standard error, at a terminal only, a few times a second."""

    def __init__(self, hands: int, *, each: int = 1) -> None:
        """`each`: how many hands one step of the work has."""
        self.hands = hands
        self.each = each
        self.shown = time.monotonic()

    def __call__(self, done: int) -> None:
        """So many steps are done."""
        if sys.stderr.isatty() and time.monotonic() - self.shown > 0.2:
            self.shown = time.monotonic()
            done *= self.each
            end = "\n" if done >= self.hands else ""
            text = say("simulate.progress", done=f"{done:,}", hands=f"{self.hands:,}")
            print(f"\r{text}", end=end, file=sys.stderr, flush=True)
