"""Completes a command line for a shell: names of games, bots and options, words, and files.

The shell's script calls the program with the line in its environment, and the program prints what
may follow (`complete`). Words and flags are the parser's own; the values of each flag are found by
its name and its metavar.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.engine.game import Game
    from sidepot.room.protocol.resources import GameOffer

_PATIENCE = 1.0
"""The most seconds that a room may take to answer at a Tab."""
Completer = Callable[..., Iterable[str]]
"""Takes `prefix`, what is typed of a word, and `parsed_args`, what stands before it."""


def is_asked() -> bool:
    """Does a shell ask for completions?"""
    return "_ARGCOMPLETE" in os.environ


def complete(parser: argparse.ArgumentParser) -> None:
    """Print what may follow the line that a shell has passed on, and end the process."""
    from argcomplete.finders import CompletionFinder

    os.environ["NUMBA_DISABLE_JIT"] = "1"  # names are wanted, and nothing is played
    for action in actions(parser):
        action.completer = completer(action)  # type: ignore[attr-defined]
    finder = CompletionFinder(always_complete_options=False, default_completer=nothing)
    finder(parser, always_complete_options=False, default_completer=nothing)


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The flags and arguments of a parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from actions(command)
        elif action.choices is None:
            yield action


def completer(action: argparse.Action) -> Completer:
    """The completer of a flag's or an argument's values, by its metavar and its name."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if metavar.startswith(("FILE", "FOLDER")) or metavar == "FAILURE":
        return _python if metavar == "FILE.py" else _files
    return _BY_METAVAR.get(metavar) or _BY_NAME.get(action.dest, nothing)


def nothing(**_: object) -> Iterable[str]:
    """No completion: the value is a number, a card, an address or a new name."""
    return ()


def _games(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """The games by name, of the line's room if it answers, and Python files, which may be games."""
    from sidepot import games

    of_room = [offer.name for offer in _offers(parsed_args)]
    return [*(of_room or games.registry()), *_python(prefix)]


def _offers(parsed_args: argparse.Namespace) -> list[GameOffer]:
    """The games of the room that stands before on the line; none where no room answers at once."""
    from sidepot.errors import SidepotError
    from sidepot.room.client.http import RoomClient
    from sidepot.room.client.links import read_room

    link = getattr(parsed_args, "link", None)
    try:
        return RoomClient(read_room(link), timeout=_PATIENCE).games() if link else []
    except SidepotError:
        return []


def _game(parsed_args: argparse.Namespace) -> Game | None:
    """The game that stands before on the line, if it is one."""
    from sidepot import games
    from sidepot.errors import SidepotError

    named = getattr(parsed_args, "game", None) or getattr(parsed_args, "create", None)
    try:
        return games.registered(named) if isinstance(named, str) else None
    except SidepotError:  # a file, which completing does not run
        return None


def _strengths(prefix: str, parsed_args: argparse.Namespace) -> Iterable[str]:
    """The bots of the line's game; behind a comma, another one."""
    from sidepot import bots

    game = _game(parsed_args)
    before = prefix[: prefix.rfind(",") + 1]
    return [before + name for name in (bots.names_of(game) if game else bots.STRENGTHS)]


def _bots(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """The bots of the line's game, and files of bots."""
    return [*_strengths(prefix, parsed_args), *_files(prefix)]


def _bot_names(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    return _strengths(prefix, parsed_args)


def _options(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """The options of the line's game, as `ante=`; then the words that an option takes."""
    game = _game(parsed_args)
    if game is None:
        return ()
    name, sign, _value = prefix.partition("=")
    if not sign:
        return [f"{option}=" for option in game.declared]
    option = game.declared.get(name)
    return [f"{name}={word}" for word in getattr(option and option.kind, "values", ())]


def _rules(**_: object) -> Iterable[str]:
    """The rules of a match."""
    from sidepot.room.protocol.table_rules import MatchRules

    return [f"{rule}=" for rule in MatchRules.__struct_fields__]


def _templates(**_: object) -> Iterable[str]:
    from sidepot.designer import new

    return list(new.TEMPLATES)


def _files(prefix: str, **_: object) -> list[str]:
    """Files and folders that begin as typed; a folder ends in a stroke, to go on in it."""
    return list(_paths(prefix, ""))


def _python(prefix: str, **_: object) -> list[str]:
    """Python files and folders that begin as typed."""
    return list(_paths(prefix, ".py"))


def _paths(prefix: str, ending: str) -> Iterator[str]:
    folder, _, start = prefix.rpartition("/")
    base = f"{folder}/" if "/" in prefix else ""
    try:
        found = sorted(Path(base or ".").expanduser().iterdir())
    except OSError:
        return
    for path in found:
        if path.name.startswith(start) and (start or not path.name.startswith(".")):
            if path.is_dir():
                yield f"{base}{path.name}/"
            elif path.name.endswith(ending):
                yield base + path.name


_BY_METAVAR: dict[str, Completer] = {
    "GAME": _games,
    "BOT": _bots,
    "STRENGTH": _bot_names,
    "TEMPLATE": _templates,
    "NAME=VALUE": _options,
    "RULE=NUMBER": _rules,
}
_BY_NAME: dict[str, Completer] = {"game": _games}
