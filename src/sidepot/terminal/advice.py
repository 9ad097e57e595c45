"""The coach's advice: sentences, and at a terminal a bar for each choice."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.odds.result import ActionValue, shown_error, shown_percent
from sidepot.terminal.screen import Screen
from sidepot.words import Message

_CHOICES = ("odds.choice", "odds.tried", "odds.tried_by_rule")
"""The keys of the sentences that the bars replace."""
HALF = 16
"""Characters of the longest bar to either side of 0."""
_FULL, _PLAIN = "█", "#"


def show(screen: Screen, sentences: Sequence[Message], choices: Sequence[ActionValue]) -> None:
    """Print the advice; at a terminal the values of `choices` are drawn as bars.

    Beside them stand errors, and how often a strategy does each, where there is one. Pipes and
    screen readers get sentences only.
    """
    is_drawn = screen.console.is_terminal and len(choices) > 0
    if is_drawn:
        sign = _PLAIN if screen.ascii_only else _FULL
        drawn = bars([choice.value for choice in choices], sign)
        rows = [
            [choice.action, choice.text, *_beside(choice), bar]
            for choice, bar in zip(choices, drawn, strict=True)
        ]
        screen.rows(rows, [""] * len(rows), [""] * len(rows))
    for message in sentences:
        if not is_drawn or message.key not in _CHOICES:
            screen.say(message)


def _beside(choice: ActionValue) -> list[str]:
    """The error of a value, and how often the strategy does it."""
    if choice.share is None:
        return []
    error = f"+-{shown_error(choice.error)}" if choice.error else ""
    return [error, shown_percent(choice.share)]


def bars(values: Sequence[float], sign: str) -> list[str]:
    """The bar of each value: losses to the left of the stroke, gains to the right."""
    longest = max(map(abs, values), default=0.0) or 1.0
    drawn = []
    for value in values:
        size = round(abs(value) / longest * HALF)
        left, right = (size, 0) if value < 0 else (0, size)
        drawn.append(" " * (HALF - left) + sign * left + "|" + sign * right)
    return drawn
