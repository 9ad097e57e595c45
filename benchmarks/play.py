"""Random hands: decisions a second; those of hold'em beside PokerKit's in the same run."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import sidepot
from benchmarks import peers
from benchmarks.peers import PLAYERS, STACK, pokerkit_hands
from benchmarks.timing import Figure, paired, rate, shown
from sidepot.engine.game import Game
from sidepot.kernel import compiled
from sidepot.lab.simulate import Simulation, simulate

HANDS = 1_000_000
PEER_HANDS = 150
SPINS = 60_000_000
AT_THEIR_BEST = {"poker-roulette": 5}
"""Players of games that change with their number: with six Roulette has two decks."""
WORDS = {2: "two", 5: "five", 6: "six"}
THREADED = "ricochet-2"
"""The game that is played on two threads too."""


def figures() -> list[Figure]:
    """PokerKit, every game, mostly at six players, and one on two threads."""
    theirs = {name: peer(name) for name in peers.GAMES}
    rates = {name: figure.value for name, figure in theirs.items()}
    ours = [alone(game, rates) for game in sidepot.games.registry().values()]
    return [*theirs.values(), *ours, threaded()]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature."""
    games = sidepot.games.registry().values()
    return {
        **{peer_name(name): functools.partial(peer_mark, name) for name in peers.GAMES},
        **{name_of(game): functools.partial(mark, game) for game in games},
        name_of(sidepot.game(THREADED), 2): functools.partial(mark, sidepot.game(THREADED), 2),
    }


def peer(name: str) -> Figure:
    """PokerKit at a game that it plays too."""
    speed = rate(lambda: pokerkit_hands(name, PEER_HANDS, 1)[0], runs=3)
    return Figure(peer_name(name), speed, "decisions/s", peer_mark(name))


def peer_name(name: str) -> str:
    """The name of PokerKit's line."""
    return f"PokerKit, {sidepot.game(name).title}, {WORDS[PLAYERS]} players"


def peer_mark(name: str) -> str:
    """The signature of what PokerKit plays."""
    return f"{pokerkit_hands(name, PEER_HANDS, 1)[1]:08x}"


def alone(game: Game, rates: Mapping[str, float]) -> Figure:
    """A game on one thread; one that PokerKit plays too, beside its decisions a second there."""
    speed = rate(playing(game), runs=3)
    done = played(game)
    hands = f"{shown(speed * done.hands / done.decisions)} hands/s"
    ratio = f"{speed / rates[game.name]:,.0f} x PokerKit; " if game.name in rates else ""
    return Figure(name_of(game), speed, "decisions/s", done.signature, ratio + hands)


def name_of(game: Game, threads: int = 1) -> str:
    """The name of a game's line."""
    on = "one thread" if threads == 1 else "two threads"
    return f"{game.title}, {WORDS[players_of(game)]} players, {on}"


def players_of(game: Game) -> int:
    """The number of players: six as in PokerKit's game, unless the game asks for another number."""
    return AT_THEIR_BEST.get(game.name, min(PLAYERS, game.most))


def threaded() -> Figure:
    """The gain from a second thread, beside that of a loop that shares nothing."""
    game = sidepot.game(THREADED)
    _, two, gain = paired(playing(game, 1), playing(game, 2))
    _, _, bare = paired(spinning(1), spinning(2))
    remark = f"{gain:.2f} x one thread; a bare loop {bare:.2f} x"
    return Figure(name_of(game, 2), two, "decisions/s", mark(game, 2), remark)


def mark(game: Game, threads: int = 1) -> str:
    """The signature of a game's hands."""
    return played(game, threads).signature


def played(game: Game, threads: int = 1) -> Simulation:
    """Random hands of a game."""
    return simulate(game, stacks=[STACK] * players_of(game), hands=HANDS, threads=threads)


def playing(game: Game, threads: int = 1) -> Callable[[], int]:
    """The work: random hands of a game; returns the number of decisions."""
    return lambda: played(game, threads).decisions


def spinning(threads: int) -> Callable[[], int]:
    """A loop that shares nothing, to measure the gain from a second thread on this machine."""

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
