"""The coach's advice: sentences, and at a terminal a bar for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from sidepot.terminal.screen import Screen
from sidepot.words import Message

_CHOICES = ("odds.choice", "odds.tried", "odds.tried_by_rule")
"""The keys of the sentences that the bars replace."""
HALF = 16
"""Characters of the longest bar to either side of 0."""
_FULL, _PLAIN = "█", "#"
_NONE: Mapping[str, float] = MappingProxyType({})


def show(
    screen: Screen,
    sentences: Sequence[Message],
    values: Mapping[str, float],
    errors: Mapping[str, float] = _NONE,
    shares: Mapping[str, float] = _NONE,
) -> None:
    """Print the advice; at a terminal `values` (chips by action) are drawn as bars.

    Beside them stand `errors`, and how often a strategy does each, where there is one. Pipes and
    screen readers get sentences only.
    """
    is_drawn = screen.console.is_terminal and len(values) > 0
    if is_drawn:
        sign = _PLAIN if screen.ascii_only else _FULL
        rows = [
            [text, f"{value:+.2f}", *_beside(errors, shares, text), bar]
            for (text, value), bar in bars(values, sign)
        ]
        screen.rows(rows, [""] * len(rows), [""] * len(rows))
    for message in sentences:
        if not is_drawn or message.key not in _CHOICES:
            screen.say(message)


def _beside(errors: Mapping[str, float], shares: Mapping[str, float], text: str) -> list[str]:
    """The error of a value, and how often the strategy does it."""
    return [f"+-{errors[text]:.2g}", f"{shares[text]:.0%}"] if shares else []


def bars(values: Mapping[str, float], sign: str) -> list[tuple[tuple[str, float], str]]:
    """Each item of `values` with its bar: losses to the left of the stroke, gains to the right."""
    longest = max(map(abs, values.values()), default=0.0) or 1.0
    drawn = []
    for item in values.items():
        size = round(abs(item[1]) / longest * HALF)
        left, right = (size, 0) if item[1] < 0 else (0, size)
        drawn.append((item, " " * (HALF - left) + sign * left + "|" + sign * right))
    return drawn
