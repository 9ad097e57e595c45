"""Environments for other libraries: each is made here, and imports its library only then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sidepot import games
from sidepot.engine.game import Game
from sidepot.lab.envs.batches import Opponents, Player
from sidepot.lab.envs.extras import library
from sidepot.lab.envs.line import NO_LINE, History
from sidepot.lab.envs.position import Table


def aec(
    game: str | Game,
    players: int | None = None,
    *,
    full: bool = False,
    stack: int | Sequence[int] | None = None,
    history: History = NO_LINE,
    **options: Any,
) -> Any:
    """A PettingZoo environment, in which the players act one after another.

    `players`, `full`, `stack`, `history`, `options`: as `batch` takes them. For the parallel
    interface: `pettingzoo.utils.conversions.turn_based_aec_to_parallel`, or `parallel` here. Raises
    `MissingExtra`, `UnknownGame`, `BadOption`, `BadSetup`.
    """
    library("pettingzoo")
    table = Table(_found(game, options), players, stack, full=full, history=history)
    from sidepot.lab.envs.turns import Turns

    return Turns(table)


def parallel(game: str | Game, players: int | None = None, **options: Any) -> Any:
    """`aec` by PettingZoo's parallel interface: all act, and who is not to act has no choice."""
    env = aec(game, players, **options)
    env.metadata["is_parallelizable"] = True
    return library("pettingzoo.utils.conversions").turn_based_aec_to_parallel(env)


def gym(
    game: str | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    opponents: Player | Opponents = "regular",
    forfeits: bool = False,
    full: bool = False,
    stack: int | Sequence[int] | None = None,
    history: History = NO_LINE,
    **options: Any,
) -> Any:
    """A Gymnasium environment: one seat, against policies and bots.

    `opponents`: a strength (`regular`, `expert`), the path of a learned strategy, a policy, or
    `{seat: either}` for all seats but `seat`. `forfeits`: a slot that is not legal plays what is
    played for a bot that errs (it folds, or does the safest thing), instead of an error. Raises as
    `aec`, and `UnknownBot`.
    """
    library("gymnasium")
    table = _found(game, options)
    rest: dict[str, Any] = {"forfeits": forfeits, "full": full, "stack": stack, "history": history}
    from sidepot.lab.envs.seated import Seated

    return Seated(table, players, seat, opponents, **rest)


def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    *,
    seat: int | Sequence[int] | None = None,
    opponents: Player | Opponents = "regular",
    seed: int | None = None,
    threads: int = 1,
    full: bool = False,
    stack: int | Sequence[int] | None = None,
    history: History = NO_LINE,
    **options: Any,
) -> Any:
    """N hands as a Gymnasium `VectorEnv`: in each, one seat against compiled policies.

    `seat`: one for all places or one for each; None: place i has seat i, and so on round the table.
    `seed`: that of the first reset, if it names none; by default, the system's randomness. A table
    resets itself in the step that ends a hand (SAME_STEP). Raises as `gym`.
    """
    library("gymnasium")
    rest: dict[str, Any] = {"seed": seed, "threads": threads, "full": full, "stack": stack}
    rest["history"] = history
    table = _found(game, options)
    from sidepot.lab.envs.seated_vector import SeatedVector

    return SeatedVector(table, n, players, seat, opponents, **rest)


def sb3(game: str | Game, n: int = 64, players: int | None = None, **settings: Any) -> Any:
    """The same as `vector`, as a `VecEnv` of Stable-Baselines3, with masks for MaskablePPO."""
    library("stable_baselines3")
    from sidepot.lab.envs.sb3_env import SB3Env

    return SB3Env(vector(game, n, players, **settings))


def _found(game: str | Game, options: Mapping[str, Any]) -> Game:
    """The game with its options. Raises `UnknownGame`, `BadOption`."""
    return game.with_options(**options) if isinstance(game, Game) else games.find(game, **options)
