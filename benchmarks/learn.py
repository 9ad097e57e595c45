"""Learning by self-play on one thread, and the moves of the learned bot."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping

import sidepot
from benchmarks.timing import Figure
from sidepot import kernel
from sidepot.bots import Bot
from sidepot.engine.game import Game
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training

GAMES = ("high-noon-shootout", "holdem-no-limit")
STACK = 100
ROUNDS = 8
"""Rounds that are measured, after one that compiles."""
DEALS = 400
"""Deals that are looked at for it; before the first round is over."""
HANDS = 20
"""Hands that are played with what they have taught."""


def figures() -> list[Figure]:
    """Two lines a game: training, with what it has learned as signature, and moves."""
    return [line for name in GAMES for line in lines(sidepot.game(name))]


def signatures() -> Mapping[str, Callable[[], str]]:
    """The signature of each game's learned strategy."""
    return {name_of(name): functools.partial(learned, name) for name in GAMES}


def name_of(name: str) -> str:
    """The name of a game's training line."""
    return f"training {name}, 2 players, one thread"


def learned(name: str) -> str:
    """The signature of what is learned."""
    return trained(sidepot.game(name)).signature


def trained(game: Game) -> Training:
    """The training, after one round that compiles."""
    training = Training(game, 2, stacks=(STACK, STACK), lanes=1, most_deals=DEALS)
    training.run(rounds=1)
    training.run(rounds=ROUNDS)
    return training


def lines(game: Game) -> list[Figure]:
    """The speed of training, and of the learned bot."""
    training = Training(game, 2, stacks=(STACK, STACK), lanes=1, most_deals=DEALS)
    training.run(rounds=1)
    before, started = training.standing, time.process_time()
    training.run(rounds=ROUNDS)
    took, after = time.process_time() - started, training.standing
    rate = (after.traversals - before.traversals) / took
    nodes = (after.decisions - before.decisions) / took
    beside = f"{nodes:,.0f} nodes/s"
    moves = moving(game, strategy_of(training))
    return [
        Figure(name_of(game.name), rate, "traversals/s", after.signature, beside),
        Figure(f"learned bot, {game.name}", moves, "moves/s"),
    ]


def moving(game: Game, bot: Bot) -> float:
    """Moves a second, all seats by the same strategy."""
    count, took = 0, 0.0
    for number in range(HANDS + 1):
        hand = game.deal(players=2, stacks=STACK, seed=1, hand=number)
        rngs = kernel.generator(number)
        while hand.actor is not None:
            view = hand.record(hand.actor)
            started = time.process_time()
            action = bot.choose(view, rngs)
            if number:  # the first hand compiles
                took, count = took + time.process_time() - started, count + 1
            hand.act(action)
    return count / took
