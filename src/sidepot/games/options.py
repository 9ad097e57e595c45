"""Options: declared once, beside the field of the record that holds them."""

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from sidepot.errors import BadOption
from sidepot.kernel import Part


def whole(value: object) -> int | None:
    """The whole number that a value is, or a text in digits says; None for anything else."""
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"[+-]?[0-9]{1,18}", value.strip()) else None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return operator.index(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `lowest` to `highest`."""

    lowest: int
    highest: int
    default: int

    def number(self, name: str, value: object) -> int:
        """The number that the record holds for a value, which may be text. Raises `BadOption`."""
        number = whole(value)
        if number is None:
            raise BadOption("error.option_whole", option=name, value=str(value), legal=self.legal)
        if not self.lowest <= number <= self.highest:
            raise BadOption("error.option_range", option=name, value=number, legal=self.legal)
        return number

    def value(self, number: int) -> int:
        """The value behind a number of the record."""
        return number

    @property
    def legal(self) -> str:
        """What is legal, in a few characters."""
        return f"{self.lowest:,} to {self.highest:,}"

    @property
    def extremes(self) -> tuple[int, ...]:
        """The values that a test has to try."""
        return (self.lowest, self.highest)


@dataclass(frozen=True, slots=True)
class Chips(Whole):
    """An amount of chips."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words; the record holds its place among them."""

    values: tuple[str, ...]
    default: str

    def number(self, name: str, value: object) -> int:
        """The number that the record holds for a word. Raises `BadOption`."""
        if value not in self.values:
            raise BadOption("error.option_word", option=name, value=str(value), legal=self.legal)
        return self.values.index(str(value))

    def value(self, number: int) -> str:
        """The word behind a number of the record."""
        return self.values[number]

    @property
    def legal(self) -> str:
        """What is legal, in a few characters."""
        few = self.values if len(self.values) <= 6 else (*self.values[:3], "...", self.values[-1])
        return ", ".join(few)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that a test has to try."""
        return self.values


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its name, what it may be, and one line of help."""

    name: str
    kind: Whole | OneOf
    help: str


def declared(options: type[Part]) -> dict[str, Option]:
    """The options that a part declares: `ante: Annotated[int, Whole(1, 100, 1), "help"]`."""
    found = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        kind, text = hint.__metadata__
        found[name] = Option(name, kind, text)
    return found


def numbers(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, int]:
    """Every option's number for the record. Raises `BadOption` for a name or value that is none."""
    for name in values:
        if name not in options:
            raise BadOption("error.option_unknown", option=name, legal=list(options))
    return {
        name: option.kind.number(name, values.get(name, option.kind.default))
        for name, option in options.items()
    }
