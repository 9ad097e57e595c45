"""Bots by game and strength.

A policy is a compiled function `(views, menu, rng) -> action`, an action as an integer code.
`views[0]` is a concealed record, all that the player may know; `views[1]` is scratch space.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    "Bot",
    "Policy",
    "find",
    "policy_of",
    "rollout_of",
    "strengths_of",
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
"""All strengths; `strengths_of` says which of them a game has."""


def strengths_of(game: Game) -> tuple[str, ...]:
    """The strengths of bots that a game has."""
    return STRENGTHS if game.record in EXPERTS else STRENGTHS[:-1]


def find(game: Game, strength: str = "regular") -> Bot:
    """The bot of a strength for a game. Raises `UnknownBot`, which names the strengths."""
    policy = policy_of(game, strength)
    return EXPERTS[game.record](game, policy) if strength == "expert" else Bot(game, policy)


def policy_of(game: Game, strength: str) -> Policy:
    """The compiled policy of a strength for a game. Raises `UnknownBot`.

    That of an expert is what it plays where nothing is solved.
    """
    if strength not in strengths_of(game):
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
