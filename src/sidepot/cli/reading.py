"""Flags that several commands share, and readers for their values."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from sidepot.errors import BadOption, BadSetup
from sidepot.words import say

_MOST, _LEAST = 10**12, 1e-9
"""The largest count, and the least of numbers above 0."""
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
    stacks = [_whole(number) for number in text.split(",")]
    return stacks[0] if len(stacks) == 1 else stacks


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSetup("error.stack_whole", stack=text) from None


def whole(text: str) -> int:
    """A whole number, for argparse. Raises `ArgumentTypeError`."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("cli.whole", value=text[:_SHOWN])) from None


def count(text: str) -> int:
    """A whole number from 1 to a million millions, for argparse. Raises `ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= _MOST:
        values = {"value": text[:_SHOWN], "lowest": 1, "highest": _MOST}
        raise argparse.ArgumentTypeError(say("cli.count", **values))
    return number


def seconds(text: str) -> float:
    """A time from 0 to 60 seconds, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, 0, 60)


MOVE = 10
"""The default limit, in seconds, on a decision of a bot from a file."""


def limit(text: str) -> float:
    """A time above 0 seconds, up to an hour, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, _LEAST, 3600)


def precision(text: str) -> float:
    """A number above 0, for argparse. Raises `ArgumentTypeError`."""
    return _between(text, _LEAST, _MOST)


def _between(text: str, lowest: float, highest: float) -> float:
    """A number between two others. Raises `ArgumentTypeError`."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not lowest <= number <= highest:
        values = {"value": text[:_SHOWN], "lowest": f"{lowest:.15g}", "highest": highest}
        raise argparse.ArgumentTypeError(say("cli.number", **values))
    return number
