"""Random hands: decisions a second, beside PokerKit's in the same run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sidepot
from benchmarks.peers import PLAYERS, pokerkit_hands
from benchmarks.timing import Figure, paired, rate
from sidepot.kernel import compiled
from sidepot.lab.simulate import simulate

HANDS = 1_500_000
PEER_HANDS = 150
SPINS = 60_000_000


def figures() -> list[Figure]:
    """Six-player random Ricochet on one and two threads, PokerKit, and a bare loop on both."""
    signature = hex(pokerkit_hands(PEER_HANDS, 1)[1])[2:]
    peer = rate(lambda: pokerkit_hands(PEER_HANDS, 1)[0], runs=3)
    one, two, gain = paired(ricochet(1), ricochet(2))
    mark = simulate(sidepot.game("ricochet-2"), stacks=[200] * PLAYERS, hands=HANDS).signature
    _, _, bare = paired(spinning(1), spinning(2))
    per = "decisions/s"
    return [
        Figure("PokerKit, six-player no-limit hold'em", peer, per, signature),
        Figure(
            "Ricochet, six players, one thread", one, per, mark, f"{one / peer:,.0f} x PokerKit"
        ),
        Figure(
            "Ricochet, six players, two threads",
            two,
            per,
            mark,
            f"{gain:.2f} x one thread; a bare loop {bare:.2f} x",
        ),
    ]


def ricochet(threads: int) -> Callable[[], int]:
    """The work: hands of Ricochet; it says how many decisions."""
    game = sidepot.game("ricochet-2")

    def work() -> int:
        stacks = [200] * PLAYERS
        return simulate(game, stacks=stacks, hands=HANDS, threads=threads).decisions

    return work


def spinning(threads: int) -> Callable[[], int]:
    """A loop that shares nothing, to see what a second thread is worth on this machine."""

    def work() -> int:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(spin, [SPINS] * threads))
        return SPINS * threads

    return work


@compiled
def spin(n: int) -> int:
    """Arithmetic that no compiler folds away."""
    x = 1
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return x
