"""Options: declared once, beside the field of the record that holds them."""

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from sidepot.errors import BadOption, EngineError
from sidepot.kernel import Part
from sidepot.rules import paytables


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
class Bet(Chips):
    """An amount of chips whose default is counted in units (C1).

    `least`: the option that it may not fall below; its own default then follows that.
    """

    least: str | None = None

    @property
    def extremes(self) -> tuple[int, ...]:
        """The values that a test has to try, whatever the other options are."""
        return (self.highest,) if self.least else (self.lowest, self.highest)


@dataclass(frozen=True, slots=True)
class EachSeat:
    """Chips for each seat, from the dealer's left: `1/2` is 1, then 2, then nothing.

    One number alone is for everybody. The record holds a row of them.
    """

    lowest: int
    highest: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers behind a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = tuple(whole(part) for part in _parts(value))
        legal = [n for n in numbers if n is not None and self.lowest <= n <= self.highest]
        if len(legal) < len(numbers) or not 1 <= len(numbers) <= _MOST_SEATS:
            raise BadOption("error.option_seats", option=name, value=str(value), legal=self.legal)
        return tuple(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text behind the numbers of a record."""
        return "/".join(map(str, numbers))

    @property
    def legal(self) -> str:
        """What is legal, in a few characters."""
        return f"{self.lowest:,} to {self.highest:,}"

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that a test has to try."""
        return (self.default, "0", "3", "1/2/4")


_MOST_SEATS = 20


@dataclass(frozen=True, slots=True)
class PayTable:
    """What each row of a pay table pays, with strokes between: `2/5/10`; the record has a row."""

    rows: tuple[str, ...]
    """What they are for, of `rules.paytables.ROWS`."""
    highest: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers behind a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = [whole(part) for part in _parts(value)]
        legal = [n for n in numbers if n is not None and 0 <= n <= self.highest]
        if len(legal) < len(numbers) or len(numbers) != len(self.rows):
            raise BadOption("error.option_table", option=name, value=str(value), legal=self.legal)
        return tuple(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text behind the numbers of a record."""
        return "/".join(map(str, numbers))

    @property
    def legal(self) -> str:
        """What is legal, in a few characters."""
        return f"{len(self.rows)} times 0 to {self.highest:,}"

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that a test has to try."""
        return tuple("/".join([str(n)] * len(self.rows)) for n in (0, self.highest))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """So many hands from which something happens, written as ranks: `KKQ/AAQ/A2345`.

    `none` stands for never, `s` behind five ranks for one suit. The record has a row of them
    (`rules.paytables`).
    """

    count: int
    default: str

    def number(self, name: str, value: object) -> tuple[int, ...]:
        """The numbers behind a value, which may be text or a sequence. Raises `BadOption`."""
        numbers = [paytables.packed(str(part)) for part in _parts(value)]
        legal = [n for n in numbers if n is not None]
        if len(legal) < len(numbers) or len(numbers) != self.count:
            raise BadOption("error.option_hands", option=name, value=str(value), legal=self.legal)
        return tuple(legal)

    def value(self, numbers: tuple[int, ...]) -> str:
        """The text behind the numbers of a record."""
        return "/".join(map(paytables.unpacked, numbers))

    @property
    def legal(self) -> str:
        """What is legal, in a few characters."""
        return f"{self.count} hands"

    @property
    def extremes(self) -> tuple[str, ...]:
        """The values that a test has to try."""
        return tuple("/".join([hand] * self.count) for hand in (paytables.NEVER, "2", "AKQJTs"))


def _parts(value: object) -> list[object]:
    """What stands between strokes, or in a sequence; anything else is one part."""
    given = value.split("/") if isinstance(value, str) else value
    return list(given) if isinstance(given, (list, tuple)) else [given]


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


Kind = Whole | EachSeat | OneOf | PayTable | Thresholds
Number = int | tuple[int, ...]
"""What a record holds of an option."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its name, what it may be, and one line of help."""

    name: str
    kind: Kind
    help: str


def declared(options: type[Part]) -> dict[str, Option]:
    """The options that a part declares: `ante: Annotated[int, Whole(1, 100, 1), "help"]`.

    Raises `EngineError` for one that does not say what it may be, or has no line of help.
    """
    found = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        match getattr(hint, "__metadata__", ()):
            case (*_, kind, str(text)) if isinstance(kind, Kind):
                found[name] = Option(name, kind, text)
            case _:
                raise EngineError("law.option_form", option=name)
    return found


def numbers(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """What the record holds of every option: a `Number` each.

    Raises `BadOption` for a name or a value that is none.
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
    """What everybody pays in full before the deal (C2); 0 where nobody does."""
    return int(numbers.get("ante", 0))


def unit(numbers: Mapping[str, Any]) -> int:
    """The ante, or one chip where there is none (C1)."""
    return max(ante(numbers), 1)
