"""Ranking hands in bulk, compared with phevaluator and eval7 on the same hands."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import numpy as np

from benchmarks.timing import Figure, rate
from sidepot import cards, hands

COUNT = 1 << 16
ROUNDS = 200
PEER_COUNT = 20_000
CHECKED, BARE = "hands.rank, 1 to 5 cards, one thread", "hands.rank_into, unchecked"
"""What the lines are called."""


def figures() -> list[Figure]:
    """Figures for random hands of one to five cards; the peers rank those of five."""
    dealt = random_hands()
    marks = {name: work() for name, work in signatures().items()}
    checked, bare = rate(checked_rank(dealt)), rate(bare_rank(dealt))
    five = [hand for hand in dealt.T.tolist() if min(hand) >= 0][:PEER_COUNT]
    works = {"phevaluator": phevaluator_rank(five), "eval7": eval7_rank(five)}
    peers = {name: rate(work, runs=3) for name, work in works.items() if work}
    ratios = ", ".join(f"{bare / speed:,.0f} x {name}" for name, speed in peers.items())
    ratios += ", a call a hand" if ratios else ""
    return [
        Figure(CHECKED, checked, "hands/s", marks[CHECKED]),
        Figure(BARE, bare, "hands/s", marks[BARE], ratios),
        *(
            Figure(f"{name}, 5 cards, a call each", speed, "hands/s")
            for name, speed in peers.items()
        ),
    ]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A hash of the strengths, for both forms."""
    return {
        CHECKED: lambda: mark(hands.rank(random_hands())),
        BARE: lambda: mark(ranked_bare(random_hands(), 1)),
    }


def mark(strengths: np.ndarray[tuple[int], np.dtype[np.int32]]) -> str:
    """A hash of strengths."""
    return f"{zlib.crc32(strengths.tobytes()):08x}"


def random_hands() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Codes of shape (5, COUNT); a hand has one to five cards, padded with -1."""
    chance = np.random.default_rng(1)
    decks = np.argsort(chance.random((COUNT, 52)), axis=1)[:, :5].T.astype(np.int8)
    size = chance.integers(1, 6, COUNT)
    return np.where(np.arange(5)[:, None] < size, decks, -1).astype(np.int8)


def checked_rank(dealt: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> Callable[[], int]:
    """The work: `hands.rank`."""

    def work() -> int:
        for _ in range(ROUNDS):
            hands.rank(dealt)
        return ROUNDS * COUNT

    return work


def bare_rank(dealt: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> Callable[[], int]:
    """The work: `hands.rank_into`."""

    def work() -> int:
        ranked_bare(dealt, ROUNDS)
        return ROUNDS * COUNT

    return work


def ranked_bare(
    dealt: np.ndarray[tuple[int, int], np.dtype[np.int8]], rounds: int
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The strengths of the hands, by `hands.rank_into`, so many times."""
    a, b, c, d, e = (np.ascontiguousarray(row) for row in dealt)
    strengths = np.empty(COUNT, np.int32)
    for _ in range(rounds):
        hands.rank_into(a, b, c, d, e, strengths)
    return strengths


def phevaluator_rank(five: list[list[int]]) -> Callable[[], int]:
    """The work: phevaluator, which numbers cards as we do."""
    import phevaluator

    def work() -> int:
        for hand in five:
            phevaluator.evaluate_cards(*hand)
        return len(five)

    return work


def eval7_rank(five: list[list[int]]) -> Callable[[], int] | None:
    """The work: eval7; None where it is not installed, for lack of a wheel."""
    try:
        import eval7
    except ImportError:
        return None
    held = [[eval7.Card(cards.text(code)) for code in hand] for hand in five]

    def work() -> int:
        for hand in held:
            eval7.evaluate(hand)
        return len(held)

    return work
