"""Trained bots registered in this process, beside the shipped ones."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.bots.bot import Bot
from sidepot.engine.game import Game

TRAINED = "trained"
"""The strength of bots that somebody has trained (`offer`)."""

_trained: dict[str, list[Callable[[Game], Bot | None]]] = {}
"""Factories of trained bots, by the game's name: the last that fits its options is used."""


def offer(game: Game, maker: Callable[[Game], Bot | None]) -> None:
    """Offer a trained bot in this process: `maker` gets the game with a table's options.

    It returns None where the bot was trained for others.
    """
    _trained.setdefault(game.name, []).append(maker)


def withdraw() -> None:
    """Offer no trained bots any more."""
    _trained.clear()


def trained_bot(game: Game) -> Bot | None:
    """The trained bot that fits a game with its options, or None."""
    found = (maker(game) for maker in reversed(_trained.get(game.name, [])))
    return next((bot for bot in found if bot is not None), None)
