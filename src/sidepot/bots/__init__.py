"""Bots by game and strength.

A policy is a compiled function `(views, menu, rng) -> action`, an action as an integer code.
`views[0]` is a concealed record, all that the player may know; `views[1]` is scratch space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidepot.bots import expert, guts, kuhn, leduc, ricochet, standoff
from sidepot.bots.beginner import beginner
from sidepot.bots.bot import Bot, PolicyBot
from sidepot.bots.policies import OWN, QUICK, regular_of, rollout_of
from sidepot.bots.registered import TRAINED, offer, trained_bot, withdraw
from sidepot.engine.game import Game
from sidepot.errors import UnknownBot, expect
from sidepot.odds.sampling import Policy, at_random

__all__ = [
    "EXPERTS",
    "OWN",
    "QUICK",
    "SOLVER",
    "STRENGTHS",
    "TRAINED",
    "Bot",
    "Policy",
    "PolicyBot",
    "find",
    "has_policy",
    "learned_for",
    "names_of",
    "offer",
    "policy_of",
    "rollout_of",
    "solver_for",
    "stand_in",
    "strengths_of",
    "withdraw",
]

EXPERTS: Mapping[Any, type[expert.Solved]] = {
    ricochet.Ricochet: expert.RicochetExpert,
    kuhn.Kuhn: expert.KuhnExpert,
    leduc.Leduc: expert.LeducExpert,
    guts.Guts: expert.GutsExpert,
}
"""The bots that play by a solution, as far as there is one; by the game's record."""
STRENGTHS = ("beginner", "regular", "expert", "random")
"""The strengths of bots that ship; `strengths_of` says which of them a game has."""
SOLVER = "solver"
"""The strength that solves the end of a hand between two at the table. It takes up to a second a
move there, so lists leave it out: it is asked for by name (`names_of`)."""


def strengths_of(game: Game) -> tuple[str, ...]:
    """The strengths of bots that a game has. Raises `BadArgument`."""
    expect(game, Game, "argument.game")
    has_expert = game.record in EXPERTS or standoff.is_solved(game) or bool(learned_for(game))
    shipped = tuple(known for known in STRENGTHS if has_expert or known != "expert")
    return (*shipped, TRAINED) if trained_bot(game) else shipped


def names_of(game: Game) -> tuple[str, ...]:
    """All bots of a game by name: its strengths, and those that are asked for by name."""
    return (*strengths_of(game), *((SOLVER,) if solver_for(game) else ()))


def solver_for(game: Game) -> Bot | None:
    """The bot that solves the ends of a game's hands, if there is one."""
    from sidepot.bots.endgame import solver

    return solver.bot(game)


def learned_for(game: Game) -> tuple[int, ...]:
    """The numbers of players that a game's expert has learned; none if it knows them all.

    With another number it plays as with the nearest of these.
    """
    from sidepot.bots.trained import experts

    return () if game.record in EXPERTS else experts.learned_for(game)


def _learned_expert(game: Game) -> Bot | None:
    """The bot of what ships for a game and is no policy, or None."""
    from sidepot.bots.trained import experts

    return standoff.bot(game) or experts.bot(game)


def find(game: Game, strength: str = "regular") -> Bot:
    """The bot of a strength for a game. Raises `UnknownBot`, which names the strengths."""
    found = None
    strength = str(strength)
    if strength == TRAINED:
        found = trained_bot(game)
    elif strength == SOLVER:
        found = solver_for(game)
    elif strength == "expert" and game.record not in EXPERTS:
        found = _learned_expert(game)
    if found is not None:
        return found
    if strength not in (legal := names_of(game)):
        raise UnknownBot("error.bot", bot=strength, legal=list(legal))
    policy = policy_of(game, strength)
    return EXPERTS[game.record](game, policy) if strength == "expert" else PolicyBot(game, policy)


def stand_in(strength: str) -> str:
    """The strength that plays for another one until that is compiled (`kernel.postpone`).

    Solving, and looking up what was learned, takes seconds to a minute a move in the plain form.
    """
    return "regular" if strength in ("expert", TRAINED, SOLVER) else strength


def has_policy(game: Game, strength: str) -> bool:
    """Whether the bot of a strength is a compiled policy, and no learned strategy."""
    return strength not in (TRAINED, SOLVER) and (strength != "expert" or game.record in EXPERTS)


def policy_of(game: Game, strength: str) -> Policy:
    """The compiled policy of a strength for a game. Raises `UnknownBot`.

    That of an expert is what it plays where nothing is solved. A learned bot has none.
    """
    legal = [known for known in strengths_of(game) if has_policy(game, known)]
    strength = str(strength)
    if strength not in legal:
        raise UnknownBot("error.bot", bot=strength, legal=legal)
    if strength == "random":
        return at_random
    if strength == "beginner":
        return beginner(game.verbs, rollout_of(game))
    if strength == "expert":
        return EXPERTS[game.record].policy_for(game)
    return regular_of(game)
