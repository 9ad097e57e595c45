"""Solving Ricochet for two: single positions, and the whole game on one core."""

from __future__ import annotations

import functools
import time
import zlib
from collections.abc import Callable, Mapping, Sequence

import sidepot
from benchmarks.timing import Figure
from sidepot.cards import parse
from sidepot.odds.ricochet.heads_up import solved
from sidepot.odds.ricochet.opening import Bounds, Spot
from sidepot.odds.ricochet.solution import solve_game

POSITIONS = ("4c 7d 9h / Kd Qc Jh", "4c 7d / Kd Qc", "4c / Kd Qc Js", "4c / Kd Qc")
GIGABYTE = 1e9


def figures() -> list[Figure]:
    """Positions of six cards down to three, then the whole game; signatures are of the bounds."""
    return [*(position(hands) for hands in POSITIONS), whole()]


def signatures() -> Mapping[str, Callable[[], str]]:
    """Signatures of the single positions; the whole game takes too long for a routine check."""
    return {name_of(hands): functools.partial(mark, hands) for hands in POSITIONS}


def position(hands: str) -> Figure:
    """One position, solved by itself."""
    solved(spot(hands))
    solved.cache_clear()
    started = time.perf_counter()
    bounds = solved(spot(hands))
    took = 1e3 * (time.perf_counter() - started)
    return Figure(name_of(hands), took, "ms", signature(bounds))


def name_of(hands: str) -> str:
    """The name of a position's line."""
    return f"ricochet-2 for two, {hands}"


def mark(hands: str) -> str:
    """The signature of a position."""
    return signature(solved(spot(hands)))


def spot(hands: str) -> Spot:
    """Two hands with 8 chips in the pot, where a card costs one."""
    low, high = (tuple(parse(cards)) for cards in hands.split("/"))
    return Spot(low, high, (), 8, 1, any_tie=False)


def whole() -> Figure:
    """The whole game: every position from every deal."""
    started = time.process_time()
    found = solve_game(sidepot.game("ricochet-2"))
    took = time.process_time() - started
    held = (found.tree.value.nbytes + found.tree.best_buy.nbytes) / GIGABYTE
    mark = f"{zlib.crc32(found.text.encode()):08x}"
    remark = f"{found.value_count / 1e6:.0f} M values, {held:.1f} GB"
    return Figure("ricochet-2 for two, the whole game", took, "s", mark, remark)


def signature(bounds: Sequence[Bounds]) -> str:
    """A hash of bounds, to a millionth."""
    text = " ".join(f"{least:.6f} {most:.6f}" for least, most in bounds)
    return f"{zlib.crc32(text.encode()):08x}"
