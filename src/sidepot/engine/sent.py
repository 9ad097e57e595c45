"""A game in a form that can be sent to other processes."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sidepot.engine import modules
from sidepot.engine.game import Game
from sidepot.engine.game_files import versions_folder


@dataclass(frozen=True)
class Sent:
    """A game as it travels: the text of its file, or else the module that has it everywhere."""

    module: str
    name: str
    chosen: Mapping[str, Any]
    text: str | None = None
    file: str = ""

    @classmethod
    def of(cls, game: Game) -> Sent:
        """A game, to be sent. Raises `EngineError` for one that no other process can find."""
        module, name = game.home
        origin, text = modules.origin_of(module), modules.text_of(module)
        return cls(module, name, dict(game.chosen), text, origin.name if origin else "")

    @property
    def game(self) -> Game:
        """The game in this process: of a text, under a name made from it."""
        if self.text is None:
            module = importlib.import_module(self.module)
        else:
            module = modules.import_text(self.text, versions_folder(), self.file)
        found: Game = getattr(module, self.name)
        return found.with_facts(**self.chosen)
