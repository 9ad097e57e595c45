"""How long a bot thinks: milliseconds a move, at the smallest and the largest table."""

from __future__ import annotations

import time

import sidepot
from benchmarks.timing import Figure
from sidepot import bots, kernel
from sidepot.bots import Bot
from sidepot.games.game import Game

HANDS = 6
"""Hands of regular bots a table; the first is played once more beforehand, to compile."""


def figures() -> list[Figure]:
    """A line for every game and number of players, with a count of the moves made as signature."""
    found = []
    for name in sidepot.games.registry():
        game = sidepot.game(name)
        for players in (game.least, game.most):
            mean, slowest, moves = thinking(game, players)
            what = f"{name}, regular bot, {players} players"
            found.append(Figure(what, mean, "ms/move", moves, f"slowest {slowest:.1f} ms"))
    return found


def thinking(game: Game, players: int) -> tuple[float, float, str]:
    """Milliseconds a move, on average and at most, and how many moves there were."""
    bot = bots.find(game)
    play(game, bot, players, 0)
    times = [took for number in range(HANDS) for took in play(game, bot, players, number)]
    return 1e3 * sum(times) / len(times), 1e3 * max(times), str(len(times))


def play(game: Game, bot: Bot, players: int, number: int) -> list[float]:
    """Seconds that each move of a hand took."""
    rngs, times = kernel.generator(number), list[float]()
    hand = game.deal(players=players, seed=1, hand=number)
    while not hand.over:
        view = hand.view(hand.actor or 0)
        begun = time.perf_counter()
        action = bot.choose(view, rngs)
        times.append(time.perf_counter() - begun)
        hand.act(action)
    return times
