"""The time that bots take: milliseconds a move, at the smallest and the largest table."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping

import sidepot
from benchmarks.timing import Figure
from sidepot import bots, kernel
from sidepot.bots import Bot
from sidepot.engine.game import Game

HANDS = 6
"""Hands of equal bots at each table; the first is played once beforehand, to compile."""


def figures() -> list[Figure]:
    """A line for every game and number of players, with a count of the moves made as signature."""
    return [figure(*seats) for seats in tables().values()]


def signatures() -> Mapping[str, Callable[[], str]]:
    """The number of moves by the bots at each table, as a function that counts them."""
    return {name: functools.partial(moves, *seats) for name, seats in tables().items()}


def tables() -> Mapping[str, tuple[Game, str, int]]:
    """Each line's name, with its game, the bots' strength and the number of players."""
    return {
        f"{game.name}, {strength} bot, {players} players": (game, strength, players)
        for game in sidepot.games.registry().values()
        for players in (game.least, game.most)
        for strength in strengths(game)
    }


def strengths(game: Game) -> list[str]:
    """The game's bots, except the random one."""
    return [strength for strength in bots.strengths_of(game) if strength != "random"]


def figure(game: Game, strength: str, players: int) -> Figure:
    """A line of the report."""
    mean, slowest, count = thinking(game, strength, players)
    what = f"{game.name}, {strength} bot, {players} players"
    return Figure(what, mean, "ms/move", count, f"slowest {slowest:.1f} ms")


def thinking(game: Game, strength: str, players: int) -> tuple[float, float, str]:
    """Milliseconds a move, on average and at most, and the number of moves."""
    bot = bots.find(game, strength)
    play(game, bot, players, 0)
    times = [took for number in range(HANDS) for took in play(game, bot, players, number)]
    return 1e3 * sum(times) / len(times), 1e3 * max(times), str(len(times))


def moves(game: Game, strength: str, players: int) -> str:
    """The number of moves by the bots of a table, which is its signature."""
    return thinking(game, strength, players)[2]


def play(game: Game, bot: Bot, players: int, number: int) -> list[float]:
    """The seconds that each move of a hand took."""
    rngs, times = kernel.generator(number), list[float]()
    hand = game.deal(players=players, seed=1, hand=number)
    while not hand.over:
        view = hand.record(hand.actor or 0)
        started = time.perf_counter()
        action = bot.choose(view, rngs)
        times.append(time.perf_counter() - started)
        hand.act(action)
    return times
