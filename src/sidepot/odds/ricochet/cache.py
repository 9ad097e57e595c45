"""The solutions of Ricochet for two in the user's cache: each takes minutes to compute, once."""

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
"""The solver's compiled functions; with all that they call, they identify the solver."""


def load_or_solve(game: Game, progress: Callable[[float], None] = lambda part: None) -> Tree:
    """The tree of every deal with the best buy in each state; its values may be missing.

    The buys are read from the cache (some 230 MB); if they are not there, the game is solved and
    stored. `progress` is called with the part that is done, 0 to 1. Raises `NotSolved`, see
    `unsolved_tree`.
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
    """Is there a solution of the game in the cache?"""
    return _file(game).exists()


def _file(game: Game) -> Path:
    """The file of a game's solution; its name depends on the options, the rules and the solver."""
    code = [fingerprint(function) for function in (*SOLVER, game.verbs.step)]
    identity = repr((sorted(game.numbers.items()), code))
    return paths.cache() / _FOLDER / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.npy"


def _load(file: Path) -> Array | None:
    """The array in a file; None if there is none, or if it is not an array."""
    try:
        best: Array = np.load(file)
    except (OSError, EOFError, ValueError):
        return None
    return best


def save(found: Solution) -> None:
    """Store a solution's best buys, atomically.

    Does nothing where the file cannot be written: then the game is solved again next time.
    """
    file = _file(found.game)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with paths.atomic_write(file) as draft, draft.open("wb") as opened:
            np.save(opened, np.asarray(found.tree.best_buy))
