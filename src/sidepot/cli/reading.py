"""Flags that several commands share, and readers for their values."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path

from sidepot.errors import BadCommand, BadOption, BadSetup
from sidepot.words import say

_MOST, _LEAST = 10**12, 1e-9
"""The largest count, and the least of numbers above 0."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
)
"""Numbers in digits, as a command line takes them."""
_SHOWN = 40
"""The most characters of a wrong value that are shown."""
Flags = argparse._ActionsContainer
"""A parser, or a group of its flags."""


def declare_game(parser: Flags, *, nargs: str | None = None) -> None:
    """Add the game and its options; `nargs="?"` if the game may be left out."""
    parser.add_argument("game", nargs=nargs, help=say("cli.game"))
    declare_options(parser, say("cli.options"))


def declare_options(parser: Flags, help: str) -> None:
    """Add `--options`, those of a game."""
    parser.add_argument("--options", nargs="+", default=[], metavar="NAME=VALUE", help=help)


def declare_files(parser: Flags) -> None:
    """Add `--game`: the user's game files that a history may need."""
    parser.add_argument(
        "--game",
        type=Path,
        action="append",
        default=[],
        dest="game_files",
        metavar="FILE.py",
        help=say("cli.replay_game"),
    )


def add_files(files: Sequence[Path]) -> None:
    """Register the games of files. Raises `BadGameFile`."""
    from sidepot import games

    for file in files:
        games.add_file(file)


def read_histories(files: Sequence[str]) -> list[str]:
    """The files of histories, those in a folder instead of it. Raises `BadCommand` for none."""
    from sidepot.history.tables.reading import listed

    found = listed(files)
    if not found:
        raise BadCommand("cli.no_histories", files=list(files))
    return found


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """`["ante=2"]` as `{"ante": "2"}`. Raises `BadOption`."""
    options = dict[str, str]()
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption("error.option_form", text=pair)
        if name in options:
            raise BadOption("error.option_twice", name=name, one=options[name], other=value)
        options[name] = value
    return options


def read_stacks(text: str | None) -> int | list[int] | None:
    """Stacks in chips: `200` for all, or `200,150,90` for each player. Raises `BadSetup`."""
    if text is None:
        return None
    stacks = [_stack(number) for number in text.split(",")]
    return stacks[0] if len(stacks) == 1 else stacks


def _stack(text: str) -> int:
    number = in_digits(text)
    if number is None:
        raise BadSetup("error.stack_whole", stack=text)
    return number


def in_digits(text: str) -> int | None:
    """The whole number that a text has in digits, alone but for a sign; None for another text."""
    return int(text) if _WHOLE.fullmatch(text) else None


def whole(text: str) -> int:
    """A whole number, for argparse. Raises `ArgumentTypeError`."""
    number = in_digits(text)
    if number is None:
        raise _refused(text, say("cli.whole", value=text[:_SHOWN]))
    return number


def count(text: str) -> int:
    """A whole number from 1 to a million millions, for argparse. Raises `ArgumentTypeError`."""
    return _counted(text, 1, _MOST)


def days(text: str) -> int:
    """A number of days, up to a thousand years, for argparse. Raises `ArgumentTypeError`."""
    return _counted(text, 1, 365_000)


def port(text: str) -> int:
    """A port, for argparse; 0 is any free one. Raises `ArgumentTypeError`."""
    return _counted(text, 0, 65_535)


def _counted(text: str, lowest: int, highest: int) -> int:
    """A whole number between two others. Raises `ArgumentTypeError`."""
    number = in_digits(text)
    if number is None or not lowest <= number <= highest:
        values = {"value": text[:_SHOWN], "lowest": lowest, "highest": highest}
        raise _refused(text, say("cli.count", **values))
    return number


def seconds(text: str) -> float:
    """A time from 0 to 60 seconds, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, 0, 60)


MOVE = 10
"""The default limit, in seconds, on a decision of a bot from a file."""


def limit(text: str) -> float:
    """A time above 0 seconds, up to an hour, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, _LEAST, 3600)


def minutes(text: str) -> float:
    """A time above 0 minutes, up to a month, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, _LEAST, 43_200)


def precision(text: str) -> float:
    """A number above 0, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, _LEAST, _MOST)


def _between(text: str, lowest: float, highest: float) -> float:
    """A number between two others. Raises `ArgumentTypeError`."""
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not lowest <= number <= highest:
        values = {"value": text[:_SHOWN], "lowest": f"{lowest:.15g}", "highest": f"{highest:.15g}"}
        raise argparse.ArgumentTypeError(say("cli.number", **values))
    return number


def _refused(text: str, said: str) -> argparse.ArgumentTypeError:
    """The error for a text that is no whole number; one that means it is shown in digits."""
    if (meant := _meant(text)) is not None:
        said = say("cli.meant", said=said, number=meant)
    return argparse.ArgumentTypeError(said)


def _meant(text: str) -> int | None:
    """The whole number that `1e6`, `1,000,000` or `1_000_000` means; None for another text."""
    bare = re.sub("(?<=[0-9])[,_ ']", "", text)
    if in_digits(text) is not None or not _NUMBER.fullmatch(bare):
        return None
    number = float(bare)
    return int(number) if number.is_integer() and abs(number) <= _MOST else None
