"""Random hands: decisions a second, beside PokerKit's in the same run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sidepot
from benchmarks.peers import PLAYERS, pokerkit_hands
from benchmarks.timing import Figure, paired, rate, shown
from sidepot.engine.game import Game
from sidepot.kernel import compiled
from sidepot.lab.simulate import simulate

HANDS = 1_000_000
PEER_HANDS = 150
SPINS = 60_000_000
STACK = 200
AT_THEIR_BEST = {"poker-roulette": 5}
"""Players of games that change with their number: with six Roulette has two decks."""
WORDS = {5: "five", 6: "six"}
THREADED = "ricochet-2"
"""The game that is played on two threads too."""


def figures() -> list[Figure]:
    """PokerKit, every game beside it, mostly at six players, and one on two threads."""
    signature = hex(pokerkit_hands(PEER_HANDS, 1)[1])[2:]
    peer = rate(lambda: pokerkit_hands(PEER_HANDS, 1)[0], runs=3)
    return [
        Figure(
            "PokerKit, six-player no-limit hold'em", peer, "decisions/s", signature, is_main=True
        ),
        *(beside(peer, game) for game in sidepot.games.registry().values()),
        threaded(),
    ]


def beside(peer: float, game: Game) -> Figure:
    """A game on one thread, beside PokerKit's decisions a second."""
    speed, players = rate(playing(game), runs=3), players_of(game)
    done = simulate(game, stacks=[STACK] * players, hands=HANDS)
    hands = shown(speed * done.hands / done.decisions)
    remark = f"{speed / peer:,.0f} x PokerKit; {hands} hands/s"
    name = f"{game.title}, {WORDS[players]} players, one thread"
    return Figure(name, speed, "decisions/s", done.signature, remark, is_main=True)


def players_of(game: Game) -> int:
    """How many play: six as in PokerKit's game, where the game does not ask for another number."""
    return AT_THEIR_BEST.get(game.name, PLAYERS)


def threaded() -> Figure:
    """What a second thread is worth, beside what it is worth to a loop that shares nothing."""
    game = sidepot.game(THREADED)
    _, two, gain = paired(playing(game, 1), playing(game, 2))
    _, _, bare = paired(spinning(1), spinning(2))
    mark = simulate(game, stacks=[STACK] * PLAYERS, hands=HANDS, threads=2).signature
    remark = f"{gain:.2f} x one thread; a bare loop {bare:.2f} x"
    return Figure(f"{game.title}, six players, two threads", two, "decisions/s", mark, remark)


def playing(game: Game, threads: int = 1) -> Callable[[], int]:
    """The work: random hands of a game; it says how many decisions."""

    def work() -> int:
        stacks = [STACK] * players_of(game)
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
