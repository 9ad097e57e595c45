"""Bots from files: a `.py` with a function `act`, or the `.zip` of a trained agent."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.bots.from_file import Act
    from sidepot.engine.game import Game

_ENDINGS = (".py", ".zip")
_ACT = "act"
"""The name of the function in a file that is a bot."""


def is_file(bot: str) -> bool:
    """Whether a bot is named by a file, and not by its strength."""
    return bot.endswith(_ENDINGS)


def is_agent(bot: str | Path) -> bool:
    """Whether a file is that of a trained agent."""
    return Path(bot).suffix == ".zip"


def load_bot(bot: str | Path, game: Game | None = None, players: int | None = None) -> Act:
    """The strategy of a file. Raises `BadStrategy`, for an agent of another table too.

    `game`, `players`: the table at which it is to play, as far as that is known.
    """
    from sidepot.bots.from_file import load_act

    if not is_agent(bot):
        return load_act(Path(bot))
    from sidepot.lab.envs import agents

    agent = agents.load(bot, game)
    agent.check(agent.table.game, players)
    return agent


def is_strategy(path: Path) -> bool:
    """Does a file define `act`? It is parsed, not run."""
    try:
        body = ast.parse(path.read_text("utf-8")).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(_ACT in _names(node) for node in body)


def _names(node: ast.stmt) -> list[str]:
    """The names that a top-level statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]
