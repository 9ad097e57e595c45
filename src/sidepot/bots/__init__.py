"""Bots by game and strength.

A policy is a compiled function `(views, menu, rng) -> action`, an action as an integer code.
`views[0]` is a concealed record, all that the player may know; `views[1]` is scratch space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sidepot.bots import casino, expert, high_noon, holdem, judgement, poker_roulette, ricochet
from sidepot.bots.bot import Bot
from sidepot.bots.search import search
from sidepot.engine.game import Game
from sidepot.errors import UnknownBot
from sidepot.odds.sampling import Policy, at_random

__all__ = [
    "EXPERTS",
    "OWN",
    "QUICK",
    "STRENGTHS",
    "TRAINED",
    "Bot",
    "Policy",
    "find",
    "offer",
    "policy_of",
    "rollout_of",
    "strengths_of",
    "withdraw",
]

OWN: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    casino.Casino: casino.regular,
    high_noon.HighNoon: high_noon.regular,
    holdem.Holdem: holdem.regular,
    poker_roulette.PokerRoulette: poker_roulette.regular,
}
"""The regular bots of games that have their own, better than search; by the game's record."""
QUICK: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    high_noon.HighNoon: high_noon.play_on,
    holdem.Holdem: judgement.call_down,
    poker_roulette.PokerRoulette: poker_roulette.play_on,
}
"""Rollout policies that take microseconds a move and sample nothing; by the game's record."""
EXPERTS: Mapping[Any, type[expert.Expert]] = {ricochet.Ricochet: expert.Expert}
"""The bots that play by a solution, as far as there is one; by the game's record."""
STRENGTHS = ("regular", "random", "expert")
"""The strengths of bots that ship; `strengths_of` says which of them a game has."""
TRAINED = "trained"
"""The strength of bots that somebody has trained (`offer`)."""

_trained: dict[str, list[Callable[[Game], Bot | None]]] = {}
"""What makes trained bots, by the name of the game: the last that fits its options is taken."""


def offer(game: Game, maker: Callable[[Game], Bot | None]) -> None:
    """Offer a trained bot in this process: `maker` gets the game with a table's options.

    It returns None where the bot was trained for others.
    """
    _trained.setdefault(game.name, []).append(maker)


def withdraw() -> None:
    """Offer no trained bots any more."""
    _trained.clear()


def strengths_of(game: Game) -> tuple[str, ...]:
    """The strengths of bots that a game has."""
    shipped = STRENGTHS if game.record in EXPERTS else STRENGTHS[:-1]
    return (*shipped, TRAINED) if _trained_bot(game) else shipped


def _trained_bot(game: Game) -> Bot | None:
    found = (maker(game) for maker in reversed(_trained.get(game.name, [])))
    return next((bot for bot in found if bot is not None), None)


def find(game: Game, strength: str = "regular") -> Bot:
    """The bot of a strength for a game. Raises `UnknownBot`, which names the strengths."""
    trained = _trained_bot(game) if strength == TRAINED else None
    if trained is not None:
        return trained
    policy = policy_of(game, strength)
    return EXPERTS[game.record](game, policy) if strength == "expert" else Bot(game, policy)


def policy_of(game: Game, strength: str) -> Policy:
    """The compiled policy of a strength for a game. Raises `UnknownBot`.

    That of an expert is what it plays where nothing is solved. A trained bot has none.
    """
    if strength not in strengths_of(game) or strength == TRAINED:
        legal = list(strengths_of(game))
        raise UnknownBot("error.bot", bot=strength, legal=legal)
    if strength == "random":
        return at_random
    if strength == "expert":
        return EXPERTS[game.record].policy_for(game)
    return OWN.get(game.record) or search(game.verbs)


def rollout_of(game: Game) -> Policy:
    """The compiled policy of rollouts: the game's quick one, or uniform random play."""
    return QUICK.get(game.record, at_random)
