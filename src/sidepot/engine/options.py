"""Options of games: each is declared once, with the field of the record that holds it."""

import functools
import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_type_hints

from sidepot.engine.shape import bare, place
from sidepot.errors import BadOption, EngineError
from sidepot.kernel import Part
from sidepot.rules import paytables
from sidepot.words import say


def whole(value: object) -> int | None:
    """The whole number for an integral value or a text of digits; None for anything else."""
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"[+-]?[0-9]{1,18}", value.strip()) else None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several numbers
        return None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `lowest` to `highest`."""

    lowest: int
    highest: int
    default: int

    def number(self, name: str, value: object) -> int:
        """The number in the record for a value, which may be text. Raises `BadOption`."""
        number = whole(value)
        if number is None:
            raise BadOption("error.option_whole", option=name, value=str(value), legal=self.legal)
        if not self.lowest <= number <= self.highest:
            raise BadOption("error.option_range", option=name, value=number, legal=self.legal)
        return number

    def value(self, number: int) -> int:
        """The value for a number in the record."""
        return number

    @property
    def legal(self) -> str:
        """The legal values, in a few characters."""
        return say("legal.range", lowest=self.lowest, highest=self.highest)

    @property
    def extremes(self) -> tuple[int, ...]:
        """The values that tests have to try."""
        return (self.lowest, self.highest)


@dataclass(frozen=True, slots=True)
class Chips(Whole):
    """An amount of chips."""


@dataclass(frozen=True, slots=True)
class Bet(Chips):
    """An amount of chips whose default is counted in units (C1).

    `least`: an option whose value is the lower limit; the default then follows that option.
    """

    least: str | None = None

    @property
    def extremes(self) -> tuple[int, ...]:
        """The values that tests have to try, whatever the other options are."""
        return (self.highest,) if self.least else (self.lowest, self.highest)


@dataclass(frozen=True, slots=True)
class EachSeat:
    """Chips for each seat, from the dealer's left: `1/2` is 1, then 2, then nothing.

    One number alone applies to every seat. The record holds a row of numbers.
    """

    lowest: int
    highest: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers for a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = tuple(whole(part) for part in _parts(value))
        legal = [n for n in numbers if n is not None and self.lowest <= n <= self.highest]
        if len(legal) < len(numbers) or not 1 <= len(numbers) <= _MOST_SEATS:
            raise BadOption("error.option_seats", option=name, value=str(value), legal=self.legal)
        return _without_nothing(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text for the numbers in a record."""
        return "/".join(map(str, numbers))

    @property
    def legal(self) -> str:
        """The legal values, in a few characters."""
        return say("legal.range", lowest=self.lowest, highest=self.highest)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that tests have to try."""
        return (self.default, "0", "3", "1/2/4")


_MOST_SEATS = 20


def _without_nothing(row: Sequence[int]) -> tuple[int, ...]:
    """A row without zeros at its end, which histories write: one number alone is everybody's."""
    end = max((i for i, n in enumerate(row, 1) if n), default=1)
    return tuple(row[: max(end, 2)]) if any(row) and len(row) > 1 else tuple(row[:1])


@dataclass(frozen=True, slots=True)
class PayTable:
    """The payouts of a pay table, row by row: `2/5/10`; the record holds a row of numbers."""

    rows: tuple[str, ...]
    """The names of the rows that are paid, from `rules.paytables.ROWS`."""
    highest: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers for a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = [whole(part) for part in _parts(value)]
        legal = [n for n in numbers if n is not None and 0 <= n <= self.highest]
        if len(legal) < len(numbers) or len(numbers) != len(self.rows):
            raise BadOption("error.option_table", option=name, value=str(value), legal=self.legal)
        return tuple(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text for the numbers in a record."""
        return "/".join(map(str, numbers))

    @property
    def legal(self) -> str:
        """The legal values, in a few characters."""
        return say("legal.times", n=len(self.rows), highest=self.highest)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that tests have to try."""
        return tuple("/".join([str(n)] * len(self.rows)) for n in (0, self.highest))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A list of threshold hands, written as ranks: `KKQ/AAQ/A2345`.

    `none` means never, `s` after five ranks one suit. The record holds a row of numbers
    (`rules.paytables`).
    """

    count: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers for a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = [paytables.packed(str(part)) for part in _parts(value)]
        legal = [n for n in numbers if n is not None]
        if len(legal) < len(numbers) or len(numbers) != self.count:
            raise BadOption("error.option_hands", option=name, value=str(value), legal=self.legal)
        return tuple(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text for the numbers in a record."""
        return "/".join(map(paytables.unpacked, numbers))

    @property
    def legal(self) -> str:
        """The legal values, in a few characters."""
        return say("legal.hands", n=self.count)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that tests have to try."""
        return tuple("/".join([hand] * self.count) for hand in (paytables.NEVER, "2", "AKQJTs"))


def _parts(value: object) -> list[object]:
    """The parts of a text between slashes, or of a sequence; anything else is a single part."""
    given = value.split("/") if isinstance(value, str) else value
    return list(given) if isinstance(given, (list, tuple)) else [given]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words; the record holds its index among them."""

    values: tuple[str, ...]
    default: str

    def number(self, name: str, value: object) -> int:
        """The index in the record for a word. Raises `BadOption`."""
        if not isinstance(value, str) or value not in self.values:
            raise BadOption("error.option_word", option=name, value=str(value), legal=self.legal)
        return self.values.index(str(value))

    def value(self, number: int) -> str:
        """The word for an index in the record."""
        return self.values[number]

    @property
    def legal(self) -> str:
        """The legal values, in a few characters."""
        few = self.values if len(self.values) <= 6 else (*self.values[:3], "...", self.values[-1])
        return ", ".join(few)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that tests have to try."""
        return self.values


Kind = Whole | EachSeat | OneOf | PayTable | Thresholds
Number = int | tuple[int, ...]
"""The form of an option's value in a record."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its name, its kind of values, and one line of help."""

    name: str
    kind: Kind
    help: str


def declared(options: type[Part]) -> Mapping[str, Option]:
    """The options that a part declares: `ante: Annotated[int, Whole(1, 100, 1), "help"]`.

    Raises `EngineError` for an option without a kind of values or a line of help.
    """
    part: Any = options
    return _declared(part)


@functools.lru_cache(256)
def _declared(options: Any) -> Mapping[str, Option]:
    """The same, read once for each part: a table may name 64 games."""
    found = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        match getattr(hint, "__metadata__", ()):
            case (*_, kind, str(text)) if isinstance(kind, Kind):
                found[name] = Option(name, kind, text)
            case _:
                raise EngineError("law.option_form", option=name, where=place(options, name))
    for name in bare(options):
        raise EngineError("law.option_form", option=name, where=place(options, name))
    return MappingProxyType(found)


def numbers(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """The record's form of every option: a `Number` each.

    Raises `BadOption` for an unknown name or an invalid value.
    """
    for name in values:
        if name not in options:
            raise BadOption("error.option_unknown", option=name, legal=list(options))
    found: dict[str, Any] = {
        name: option.kind.number(name, values.get(name, option.kind.default))
        for name, option in options.items()
    }
    for name, option in options.items():
        if isinstance(option.kind, Bet):
            least = found[option.kind.least] if option.kind.least else 0
            if name not in values:
                found[name] = max(found[name] * unit(found), least)
            elif found[name] < least:
                raise BadOption(
                    "error.option_bet",
                    option=name,
                    value=found[name],
                    least=option.kind.least,
                    lowest=least,
                )
    return found


def ante(numbers: Mapping[str, Any]) -> int:
    """The ante that everybody pays in full before the deal (C2), in chips; 0 if there is none."""
    return int(numbers.get("ante", 0))


def unit(numbers: Mapping[str, Any]) -> int:
    """The unit in chips: the ante, or one chip where there is none (C1)."""
    return max(ante(numbers), 1)
