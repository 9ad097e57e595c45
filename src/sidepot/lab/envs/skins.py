"""Environments for other libraries: each is made here, and imports its library only then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sidepot import games
from sidepot.engine.game import Game
from sidepot.lab.envs.extras import library
from sidepot.lab.envs.line import NO_LINE, History
from sidepot.lab.envs.opponents import Opponents, Player
from sidepot.lab.envs.position import Table

if TYPE_CHECKING:
    from sidepot.lab.envs.sb3_env import SB3Env
    from sidepot.lab.envs.seated import Seated
    from sidepot.lab.envs.seated_vector import SeatedVector
    from sidepot.lab.envs.together import Together
    from sidepot.lab.envs.turns import Turns

__all__ = ["aec", "gym", "made_vector", "parallel", "sb3", "vector"]

Stack = int | Sequence[int] | None
"""Everybody's stack, or a list with one each; None for the usual one."""


def aec(
    game: str | Game,
    players: int | None = None,
    *,
    full: bool = False,
    stack: Stack = None,
    history: History = NO_LINE,
    prospects: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> Turns:
    """A PettingZoo environment, in which the players act one after another.

    `players`, `full`, `stack`, `history`, `prospects`, `options`: as `batch` takes them.
    `render_mode`: `ansi`, `rgb_array` or `human`. Raises `MissingExtra`, `UnknownGame`,
    `BadOption`, `BadSetup`.
    """
    library("pettingzoo")
    rest: dict[str, Any] = {"full": full, "history": history, "prospects": prospects}
    table = Table(_found(game, options), players, stack, **rest)
    from sidepot.lab.envs.turns import Turns

    return Turns(table, render_mode)


def parallel(game: str | Game, players: int | None = None, **options: Any) -> Together:
    """`aec` by PettingZoo's parallel interface: all act, and who is not to act waits.

    Waiting has a slot of its own, the last one.
    """
    env = aec(game, players, **options)
    from sidepot.lab.envs.together import Together

    return Together(env)


def gym(
    game: str | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    opponents: Player | Opponents = "regular",
    forfeits: bool = False,
    full: bool = False,
    stack: Stack = None,
    history: History = NO_LINE,
    prospects: int = 0,
    render_mode: str | None = None,
    **options: Any,
) -> Seated:
    """A Gymnasium environment: one seat, against policies and bots.

    `opponents`: a strength (`regular`, `expert`), the path of a learned strategy, a policy, a
    function `(view, rng)` that returns an action, or `{seat: one of these}` for all seats but
    `seat`. `forfeits`: a slot that is not legal plays what is played for a bot that errs (it folds,
    or does the safest thing), instead of an error. Raises as `aec`, and `UnknownBot`.
    """
    library("gymnasium")
    table = _found(game, options)
    rest: dict[str, Any] = {
        "full": full,
        "stack": stack,
        "history": history,
        "prospects": prospects,
    }
    from sidepot.lab.envs.seated import Seated

    return Seated(
        table, players, seat, opponents, forfeits=forfeits, render_mode=render_mode, **rest
    )


def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    *,
    seat: int | Sequence[int] | None = None,
    opponents: Player | Opponents = "regular",
    forfeits: bool = False,
    seed: int | None = None,
    threads: int = 1,
    full: bool = False,
    stack: Stack = None,
    history: History = NO_LINE,
    prospects: int = 0,
    autoreset: str = "same_step",
    render_mode: str | None = None,
    **options: Any,
) -> SeatedVector:
    """N hands as a Gymnasium `VectorEnv`: in each, one seat against policies and bots.

    `seat`: one for all places or one for each; None: place i has seat i, and so on round the table.
    `opponents`, `forfeits`: see `gym`. `seed`: that of the first reset, if it names none; by
    default, the system's randomness. `autoreset`: a table resets itself in the step that ends a
    hand (`same_step`) or in the `next_step`. Raises as `gym`.
    """
    library("gymnasium")
    rest: dict[str, Any] = {"seed": seed, "threads": threads, "full": full, "stack": stack}
    rest.update(history=history, prospects=prospects, forfeits=forfeits)
    rest.update(autoreset=autoreset, render_mode=render_mode)
    table = _found(game, options)
    from sidepot.lab.envs.seated_vector import SeatedVector

    return SeatedVector(table, n, players, seat, opponents, **rest)


def made_vector(game: str | Game, num_envs: int = 1, **settings: Any) -> SeatedVector:
    """`vector` as `gymnasium.make_vec` calls it."""
    return vector(game, num_envs, **settings)


def sb3(game: str | Game, n: int = 64, players: int | None = None, **settings: Any) -> SB3Env:
    """The same as `vector`, as a `VecEnv` of Stable-Baselines3, with masks for MaskablePPO."""
    library("stable_baselines3")
    from sidepot.lab.envs.sb3_env import SB3Env

    return SB3Env(vector(game, n, players, **settings))


def _found(game: str | Game, options: Mapping[str, Any]) -> Game:
    """The game with its options. Raises `UnknownGame`, `BadOption`."""
    return game.with_options(**options) if isinstance(game, Game) else games.find(game, **options)
