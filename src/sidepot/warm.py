"""Compile what games need before anybody waits for it."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.context import SpawnProcess

from sidepot import bots, games, kernel, progress
from sidepot.bots import Bot
from sidepot.bots.coach import advise
from sidepot.engine.game import Game

_MOMENT = 0.1
"""Seconds for the coach to think: what takes long is to compile him."""


def warm(game: Game, chairs: Iterable[Bot] | None = None, *, coach: bool = False) -> None:
    """Play a hand of bots, every bot once, so that all is compiled and lies in the cache.

    `chairs` are all of the game's bots if none are given; `coach`: ask him too.
    """
    chairs = list(chairs or [bots.find(game, strength) for strength in bots.strengths_of(game)])
    hand = game.deal(seed=0)
    view = hand.view(hand.actor or 0)
    for bot in chairs:
        bot.warm(view)
    if coach:
        advise(game, view, seconds=_MOMENT)
    while not hand.over:
        hand.table(hand.actor or 0)
        hand.act(hand.legal.safe)


@contextlib.contextmanager
def helped(todo: Sequence[Game], *, coach: bool = False) -> Iterator[None]:
    """Warm games meanwhile: as soon as one has to be compiled, other processes compile as well.

    They begin with the last of the games, and what they have done lies in the cache; without one
    nobody can help.
    """
    others = (os.cpu_count() or 1) - 1 if kernel.is_caching() else 0
    waiting, helpers = shares(todo, others), list[SpawnProcess]()

    def call(_: str) -> None:
        while waiting:
            helpers.append(_helper(waiting.pop(), coach))

    try:
        with progress.listening(call):
            yield
    finally:
        for helper in helpers:
            helper.terminate()
            helper.join()


def shares(todo: Sequence[Game], helpers: int) -> list[list[str]]:
    """What each of so many helpers warms: of games with the same rules one, the last ones first.

    What one begins with oneself is no helper's.
    """
    own = todo[0].verbs if todo else None
    others = list({game.verbs: game.name for game in reversed(todo) if game.verbs != own}.values())
    return [others[i::helpers] for i in range(min(helpers, len(others)))]


def _helper(names: list[str], coach: bool) -> SpawnProcess:
    """A process that compiles, and ends with this one. Ctrl-C is for this one alone."""
    helper = multiprocessing.get_context("spawn").Process(
        target=_help, args=(names, coach), daemon=True
    )
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        helper.start()
    finally:
        signal.signal(signal.SIGINT, before)
    return helper


def _help(names: list[str], coach: bool) -> None:
    """Warm games of the house; one of a user's is known to the process alone that has read it."""
    for name in names:
        if name in games.registry():
            warm(games.find(name), coach=coach)
