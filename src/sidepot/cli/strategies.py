"""Bots from files: a `.py` with a function `act`, or the `.zip` of a trained agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.bots.strategy import Act
    from sidepot.engine.game import Game

_ENDINGS = (".py", ".zip")


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
    from sidepot.bots.strategy import load_strategy

    if not is_agent(bot):
        return load_strategy(Path(bot))
    from sidepot.envs import agents

    agent = agents.load(bot, game)
    agent.check(agent.table.game, players)
    return agent
