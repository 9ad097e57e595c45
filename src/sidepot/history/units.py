"""Amounts of a history: whole chips, or money with decimals.

The rules count in whole chips (C1). So a hand in dollars and cents is played with a scale, the
smallest power of ten that makes all of its amounts whole, and shown in dollars again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal

from sidepot.words import Message

Amount = int | Decimal
UNKNOWN = Decimal("Infinity")
"""The stack of a player whose chips the history does not tell: `inf` in a file."""
_PLACES = 9
"""The most digits of an amount after the decimal point."""
_DIGITS = 18
"""The most digits of an amount before the decimal point."""


class Exact(float):
    """A float of a file, together with its text, so that no digit is lost."""

    text: str

    def __new__(cls, text: str) -> Exact:
        """Raises `ValueError` for a text that is not a number."""
        number = super().__new__(cls, text)
        number.text = text
        return number


def amount(value: object) -> Amount | None:
    """A value of a file as an exact amount; None if it is not one, or has too many digits."""
    if type(value) is int:
        return value if abs(value) < 10**_DIGITS else None
    if not isinstance(value, (float, Decimal)):
        return None
    exact = Decimal(value.text if isinstance(value, Exact) else str(value))
    if not exact.is_finite() or (exact and exact.adjusted() >= _DIGITS) or _places(exact) > _PLACES:
        return None
    return exact


def stack(value: object) -> Amount | None:
    """A value of a file as an exact stack, which may be `UNKNOWN`; None if it is not one."""
    exact = value.text if isinstance(value, Exact) else value
    return UNKNOWN if exact in ("inf", "+inf", math.inf) else amount(value)


def _places(number: Amount) -> int:
    """The number of significant digits after the decimal point."""
    if isinstance(number, int) or not number:
        return 0
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0:
        return 0
    zeros = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    return max(-exponent - zeros, 0)


def scale_of(amounts: Iterable[Amount]) -> int:
    """The smallest power of ten that makes all of these amounts whole."""
    places = max(map(_places, amounts), default=0)
    return int(10**places)


def chips(number: Amount, scale: int, *, instead: int = 0) -> int:
    """An amount in whole chips; `instead` if it is not a whole number of chips."""
    scaled = number * scale
    return int(scaled) if scaled == int(scaled) else instead


def from_chips(number: int, scale: int) -> Amount:
    """Chips as an amount: the inverse of `chips`."""
    if number % scale == 0:
        return number // scale
    return Decimal(number) / scale


def rescaled(message: Message, scale: int) -> Message:
    """A message with the chips in it converted to amounts."""
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
    if number == UNKNOWN:
        return "inf"
    return f"{number:f}" if isinstance(number, Decimal) else str(number)


def listed(amounts: Iterable[Amount]) -> str:
    """Amounts as an error lists them: `[20, 2.5]`."""
    return f"[{', '.join(map(text, amounts))}]"
