"""What the coach says: sentences, and at a terminal a bar for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidepot.terminal.screen import Screen
from sidepot.words import Message

CHOICE = "odds.choice"
"""The sentence that a bar stands for."""
HALF = 16
"""Signs of the longest bar to either side of nothing."""
FULL, PLAIN = "█", "#"


def show(screen: Screen, told: Sequence[Message], values: Mapping[str, float]) -> None:
    """Say it; `values`, in chips by the action, are drawn instead where that is no noise."""
    is_drawn = screen.console.is_terminal and len(values) > 0
    if is_drawn:
        sign = PLAIN if screen.ascii_only else FULL
        rows = [[text, f"{value:+.2f}", bar] for (text, value), bar in bars(values, sign)]
        screen.rows(rows, [""] * len(rows), [""] * len(rows))
    for message in told:
        if not is_drawn or message.key != CHOICE:
            screen.say(message)


def bars(values: Mapping[str, float], sign: str) -> list[tuple[tuple[str, float], str]]:
    """Each choice with its bar: losses to the left of the stroke, gains to the right."""
    longest = max(map(abs, values.values()), default=0.0) or 1.0
    drawn = []
    for item in values.items():
        size = round(abs(item[1]) / longest * HALF)
        left, right = (size, 0) if item[1] < 0 else (0, size)
        drawn.append((item, " " * (HALF - left) + sign * left + "|" + sign * right))
    return drawn
