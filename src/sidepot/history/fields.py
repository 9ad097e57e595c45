"""Takes typed fields out of a history's TOML table; fields that remain are kept as they are.

Every function returns None for a field that is missing, and raises `BadHistory` for a wrong type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sidepot.errors import BadHistory
from sidepot.history.notation import short
from sidepot.history.units import Amount, amount, stack

T = TypeVar("T")
Fields = dict[str, Any]


def required(value: T | None, name: str) -> T:
    """The value of a required field. Raises `BadHistory` if it is None."""
    if value is None:
        raise BadHistory("error.history_missing", field=name)
    return value


def text(fields: Fields, name: str) -> str | None:
    """Take a string field."""
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, str):
        raise BadHistory("error.history_text", field=name, value=short(str(value)))
    return value


def texts(fields: Fields, name: str) -> tuple[str, ...] | None:
    """Take a field that is a list of strings."""
    value = fields.pop(name, None)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadHistory("error.history_texts", field=name, value=short(str(value)))
    return tuple(value)


def table(fields: Fields, name: str) -> Fields | None:
    """Take a field that is a TOML table."""
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, dict):
        raise BadHistory("error.history_table", field=name, value=short(str(value)))
    return value


def boolean(fields: Fields, name: str) -> bool | None:
    """Take a field that is true or false."""
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, bool):
        raise BadHistory("error.history_truth", field=name, value=short(str(value)))
    return value


def numbers(fields: Fields, name: str) -> tuple[int, ...] | None:
    """Take a field that is a list of integers."""
    value = fields.pop(name, None)
    if value is None:
        return None
    if not isinstance(value, list) or any(type(amount(number)) is not int for number in value):
        raise BadHistory("error.history_numbers", field=name, value=short(str(value)))
    return tuple(value)


def amounts(
    fields: Fields, name: str, read: Callable[[object], Amount | None] = amount
) -> tuple[Amount, ...] | None:
    """Take a field that is a list of amounts, each read by `units.amount` or `units.stack`."""
    value = fields.pop(name, None)
    if value is None:
        return None
    found = [read(number) for number in value] if isinstance(value, list) else [None]
    exact = tuple(number for number in found if number is not None)
    if len(exact) < len(found):
        raise BadHistory("error.history_amounts", field=name, value=short(str(value)))
    return exact


def stacks(fields: Fields, name: str) -> tuple[Amount, ...] | None:
    """Take a field that is a list of amounts, of which some may be unknown."""
    return amounts(fields, name, stack)


def price(fields: Fields, name: str) -> Amount | None:
    """Take a field that is an amount above 0."""
    value = fields.pop(name, None)
    found = amount(value)
    if value is not None and (found is None or found <= 0):
        raise BadHistory("error.history_amount", field=name, value=short(str(value)))
    return found
