"""A game of the house, or of a file, as a file of one's own, with this game alone in it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sidepot import games
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game, source_of

_OWN = ("name", "title", "author")
"""The attributes by which a game names itself."""
_VARIED = "from dataclasses import replace\n"
"""The import by which a file makes several games of one."""
_MAKERS = ("Game", "street_game", "replace")
"""The functions that make a game."""


def house() -> list[str]:
    """The names of the games of the house, without those of installed packages."""
    return [name for name, game in games.registry().items() if _is_of_house(game)]


def _is_of_house(game: Game) -> bool:
    return game.record.__module__.startswith(f"{games.__name__}.")


def copied(name: str, like: str) -> tuple[str, str]:
    """The file of a new game like another one, and its rule page in Markdown, "" for none.

    `name`: the new one's, `my-game`; `like`: the name of a game of the house, or the path of a
    file. Raises `BadGameFile`.
    """
    game = load_game(Path(like)) if like.endswith(".py") else games.registry()[like]
    source = source_of(game)
    text, page = source.read_text("utf-8"), source.with_suffix(".md")
    rules = page.read_text("utf-8") if page.exists() else ""
    rules = rules.replace(f"```position {game.name}\n", f"```position {name}\n")
    return _file(text, game, name), rules


def _file(text: str, game: Game, name: str) -> str:
    """The text of a game's file with this game alone in it, under its new name."""
    made, variable = _games_in(text), _variable(game)
    facts = _facts(text, made, variable) | {
        "name": f'"{name}"',
        "title": f'"{_title(name)}"',
        "author": '"YOUR NAME"',
    }
    ordered = [*_OWN, *(key for key in facts if key not in _OWN)]
    rules = _without(text, [*made.values(), *_exported(text)]).rstrip()
    if "replace(" not in rules:
        rules = rules.replace(_VARIED, "", 1)
    declared = "".join(f"    {key}={facts[key]},\n" for key in ordered)
    made_by = f"{_constant(name)} = {_maker(made, variable)}(\n{declared})\n"
    return f"{_renamed(rules, game, name)}\n\n\n{made_by}"


def _assigned(text: str) -> Iterator[tuple[str, ast.Assign]]:
    """The assignments at the top level of a file, with the names that they define."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node


def _games_in(text: str) -> dict[str, ast.Assign]:
    """The statements of a file that make a game, by the name of its variable."""
    return {
        name: node
        for name, node in _assigned(text)
        if isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id in _MAKERS
    }


def _exported(text: str) -> list[ast.Assign]:
    return [node for name, node in _assigned(text) if name == "__all__"]


def _without(text: str, statements: Sequence[ast.Assign]) -> str:
    """A file without some of its statements, and the empty line after each."""
    lines = text.splitlines(keepends=True)
    for node in sorted(statements, key=lambda node: node.lineno, reverse=True):
        end = node.end_lineno or node.lineno
        del lines[node.lineno - 1 : end + (lines[end : end + 1] == ["\n"])]
    return "".join(lines)


def _variable(game: Game) -> str:
    """The name of the variable of a game in its own file."""
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    module = sys.modules[begin.__module__]
    return next(name for name, value in vars(module).items() if value is game)


def _maker(made: dict[str, ast.Assign], variable: str) -> str:
    """The function that makes a game, or the one that it replaces facts of."""
    call = made[variable].value
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    if call.args and isinstance(call.args[0], ast.Name):
        return _maker(made, call.args[0].id)
    return call.func.id


def _facts(text: str, made: dict[str, ast.Assign], variable: str) -> dict[str, str]:
    """The facts of a game as they are written: another game's, and those it replaces."""
    call = made[variable].value
    assert isinstance(call, ast.Call)
    facts = {}
    if call.args and isinstance(call.args[0], ast.Name):
        facts = _facts(text, made, call.args[0].id)
    for keyword in call.keywords:
        written = ast.get_source_segment(text, keyword.value)
        if keyword.arg and written:
            facts[keyword.arg] = written
    return facts


def _renamed(rules: str, game: Game, name: str) -> str:
    """A file that begins with its new title, and refers to its own rule page."""
    first = f'"""{_title(name)}: {game.title}, to be changed. By YOUR NAME.\n\n'
    page = f"`{name.replace('-', '_')}.md`"
    return re.sub(r"`sidepot rules\s[a-z0-9-]+`", page, first + rules.removeprefix('"""'), count=1)


def _constant(name: str) -> str:
    return name.replace("-", "_").upper()


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))
