"""A game in a form that can be sent to other processes."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sidepot import paths
from sidepot.engine import modules
from sidepot.engine.game import Game

_GAMES = "games"
"""The folder in the cache for the text of game files that came with a task."""


@dataclass(frozen=True)
class Sent:
    """A game as it travels: the text of its file, or else the module that has it everywhere."""

    module: str
    name: str
    chosen: Mapping[str, Any]
    text: str | None = None

    @classmethod
    def of(cls, game: Game) -> Sent:
        """A game, to be sent. Raises `EngineError` for one that no other process can find."""
        module, name = game.home
        return cls(module, name, dict(game.chosen), modules.text_of(module))

    @property
    def game(self) -> Game:
        """The game in this process: of a text, under a name made from it."""
        if self.text is None:
            module = importlib.import_module(self.module)
        else:
            module = modules.import_text(self.text, paths.cache() / _GAMES)
        found: Game = getattr(module, self.name)
        return found.with_facts(**self.chosen)
