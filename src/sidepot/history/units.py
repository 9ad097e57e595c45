"""Amounts of a history: whole chips, or the money of a table that has smaller coins than one.

The rules count in whole chips (C1). So a hand in dollars and cents is played with a scale, the
smallest power of ten by which all of its amounts are whole, and told in dollars again.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from sidepot.words import Message

Amount = int | Decimal
_PLACES = 9
"""Digits that an amount may have behind the point,"""
_DIGITS = 18
"""and before it."""


class Exact(float):
    """A number of a file that has a point, with the text as which it came."""

    text: str

    def __new__(cls, text: str) -> Exact:
        """Raises `ValueError` for what is no number."""
        number = super().__new__(cls, text)
        number.text = text
        return number


def amount(value: object) -> Amount | None:
    """The amount that a value of a file is, exactly; None for anything else."""
    if type(value) is int:
        return value if abs(value) < 10**_DIGITS else None
    if not isinstance(value, (float, Decimal)):
        return None
    exact = Decimal(value.text if isinstance(value, Exact) else str(value))
    if not exact.is_finite() or (exact and exact.adjusted() >= _DIGITS) or _places(exact) > _PLACES:
        return None
    return exact


def _places(number: Amount) -> int:
    """The digits behind the point that say something."""
    if isinstance(number, int) or not number:
        return 0
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0:
        return 0
    zeros = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    return max(-exponent - zeros, 0)


def scale_of(amounts: Iterable[Amount]) -> int:
    """The smallest power of ten by which all of these are whole."""
    places = max(map(_places, amounts), default=0)
    return int(10**places)


def chips(number: Amount, scale: int, *, instead: int = 0) -> int:
    """An amount in whole chips; where it is not whole, what stands instead."""
    scaled = number * scale
    return int(scaled) if scaled == int(scaled) else instead


def from_chips(number: int, scale: int) -> Amount:
    """Chips as an amount again."""
    if number % scale == 0:
        return number // scale
    return Decimal(number) / scale


def rescaled(message: Message, scale: int) -> Message:
    """A message that speaks of chips, speaking of amounts."""
    if scale == 1:
        return message
    return Message(message.key, {n: _rescaled(value, scale) for n, value in message.values.items()})


def _rescaled(value: object, scale: int) -> object:
    if isinstance(value, Message):
        return rescaled(value, scale)
    if isinstance(value, list):
        return [_rescaled(inner, scale) for inner in value]
    return from_chips(value, scale) if type(value) is int else value


def text(number: Amount) -> str:
    """An amount in digits: `2.50`."""
    return f"{number:f}" if isinstance(number, Decimal) else str(number)


def listed(amounts: Iterable[Amount]) -> str:
    """Amounts as an error names them: `[20, 2.5]`."""
    return f"[{', '.join(map(text, amounts))}]"
