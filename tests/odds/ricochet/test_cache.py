"""The solution in the cache: solved once, read after that, solved again where it is not whole."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot.kernel.fingerprint import fingerprint
from sidepot.odds.ricochet import cache
from sidepot.odds.ricochet.solution import Solution
from sidepot.odds.ricochet.solver.building import build_tree
from sidepot.odds.ricochet.solver.tree import Tree

GAME = sidepot.game("ricochet-2")


def small(game: Any) -> Tree:
    """A tree of one position, in the place of that of every deal."""
    return build_tree(((0, 5, 10, 15), (48, 45, 42, 35)), pot=2, price=1, any_tie=False)


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which games have been solved, in a cache of the test's own."""
    done: list[str] = []

    def solution(game: Any, progress: Any) -> Solution:
        done.append(game.name)
        tree = small(game)
        tree.best_buy[:] = np.arange(len(tree.best_buy)) % 5
        return Solution(game, {}, 0, tree)

    monkeypatch.setattr("sidepot.paths.cache", lambda: tmp_path)
    monkeypatch.setattr(cache, "solve_game", solution)
    monkeypatch.setattr(cache, "unsolved_tree", small)
    return done


def test_it_is_solved_once_and_then_read(solved: list[str]) -> None:
    assert not cache.is_solved(GAME)
    first, again = cache.load_or_solve(GAME), cache.load_or_solve(GAME)
    assert solved == ["ricochet-2"] and cache.is_solved(GAME)
    assert first.best_buy.any() and np.array_equal(first.best_buy, again.best_buy)
    assert not cache.is_solved(sidepot.game("ricochet-2", card_price=2))


@pytest.mark.parametrize("cut", ["nothing", "half", "no array", "another"])
def test_a_file_that_is_not_whole_is_solved_again(
    cut: str, solved: list[str], tmp_path: Path
) -> None:
    best = cache.load_or_solve(GAME).best_buy
    (file,) = tmp_path.rglob("*.npy")
    whole = file.read_bytes()
    file.write_bytes({"nothing": b"", "half": whole[: len(whole) // 2]}.get(cut, b"no array"))
    if cut == "another":
        with file.open("wb") as opened:
            np.save(opened, np.zeros(len(best) - 1, np.int8))
    assert np.array_equal(cache.load_or_solve(GAME).best_buy, best)
    assert len(solved) == 2 and file.read_bytes() == whole


@pytest.mark.parametrize("changed", cache.SOLVER)
def test_another_solver_has_another_file(
    changed: Any, solved: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only what Python calls first is another, as the counting against five cards."""
    cache.load_or_solve(GAME)
    monkeypatch.setattr(cache, "fingerprint", lambda f: fingerprint(f) + "+" * (f is changed))
    assert not cache.is_solved(GAME)
