"""The solution of every deal, kept in the cache: it takes minutes to work out, once."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sidepot import paths
from sidepot.engine.game import Game
from sidepot.kernel import Array
from sidepot.kernel.fingerprint import fingerprint
from sidepot.odds.ricochet.solution import Solution, solve_game, unsolved_tree
from sidepot.odds.ricochet.solver.backward import solve_layer
from sidepot.odds.ricochet.solver.building import assign_offsets
from sidepot.odds.ricochet.solver.complete_hands import count_winning_draws
from sidepot.odds.ricochet.solver.tree import Tree

_FOLDER = "solutions"
SOLVER = (assign_offsets, count_winning_draws, solve_layer)
"""All that is compiled of it: with what they reach."""


def load_or_solve(game: Game, progress: Callable[[float], None] = lambda part: None) -> Tree:
    """The tree of every deal with its best buys, but maybe without its values.

    They are read from the cache, some 230 MB; the first time the game is solved. Raises
    `NotSolved`.
    """
    file = _file(game)
    best = _load(file)
    if best is not None:
        tree = unsolved_tree(game)
        if best.shape == tree.best_buy.shape:
            return tree._replace(best_buy=best)
    found = solve_game(game, progress)
    save(found)
    return found.tree


def is_solved(game: Game) -> bool:
    """Has the game been solved here?"""
    return _file(game).exists()


def _file(game: Game) -> Path:
    """Where the solution of a game lies: it is another with other rules or another solver."""
    code = [fingerprint(function) for function in (*SOLVER, game.verbs.step)]
    made = repr((sorted(game.numbers.items()), code))
    return paths.cache() / _FOLDER / f"{hashlib.sha256(made.encode()).hexdigest()[:32]}.npy"


def _load(file: Path) -> Array | None:
    """What lies there; None for nothing, and for what is no array."""
    try:
        best: Array = np.load(file)
    except (OSError, EOFError, ValueError):
        return None
    return best


def save(found: Solution) -> None:
    """Write it whole, or not at all where that cannot be: then it is solved again next time."""
    file = _file(found.game)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with paths.atomic_write(file) as draft, draft.open("wb") as opened:
            np.save(opened, np.asarray(found.tree.best_buy))
