"""Compiles games, bots and the coach ahead of their first use."""

import contextlib
import multiprocessing
import os
import random
import signal
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from sidepot import bots, games, kernel, paths, progress
from sidepot.analysis import analyze
from sidepot.bots import Bot
from sidepot.engine.game import Game
from sidepot.odds.equity.endings import moments

CHANCES = "chances"
"""The `bot` of a job for the chances at the end of hands."""
_BOLD_HANDS = 12
"""Hands that are played to find out whether a game has such chances."""
_STACK = 10
"""The stacks in them, as a multiple of the least one."""
_MOMENT = 0.1
"""Seconds that the coach gets: only compiling it takes long."""


class Job(NamedTuple):
    """A part of a game to be compiled: its hands (`bot` is ""), a bot by strength, or `CHANCES`.

    `digest`: the version of a folder's game, else empty.
    """

    game: str
    bot: str = ""
    digest: str = ""

    @classmethod
    def of(cls, game: Game, bot: str = "") -> "Job":
        """The job for a part of a game."""
        return cls(game.name, bot, games.version_of(game))

    def do(self) -> None:
        """Compile the part of the registered game, or load it from the cache."""
        with kernel.compiling():
            self._use()

    def load(self) -> bool:
        """Load the part from the cache; False if it is to be compiled, which this does not do."""
        return kernel.load(self._use)

    def _use(self) -> None:
        """Call everything of the part once."""
        named = self.game, self.digest
        game = games.version(*named) if self.digest else games.registry()[self.game]
        if self.bot == CHANCES:
            _warm_chances(game)
            return
        warm(game, [bots.find(game, self.bot)] if self.bot else [])


def warm(game: Game, players: Iterable[Bot] | None = None, *, coach: bool = False) -> None:
    """Ask each bot once and play a hand, so that everything is compiled and cached.

    `players` are all of the game's bots if it is None; `coach`: ask the coach too. Rules in
    plain Python have nothing to compile.
    """
    if kernel.PLAIN:
        return
    if players is None:
        players = [bots.find(game, strength) for strength in bots.strengths_of(game)]
    hand = game.deal(seed=0)
    view = hand.record(hand.actor or 0)
    for bot in players:
        bot.warm(view)
    if coach:
        analyze(hand, seconds=_MOMENT, outlook=True)
    while not hand.over:
        hand.view(hand.actor or 0)
        hand.act(hand.legal.safe)


def _warm_chances(game: Game) -> None:
    """Find the chances at the end of bold hands, both counted and sampled, where a game has any."""
    if kernel.PLAIN:
        return
    stacks = [_STACK * game.least_stack] * min(max(3, game.least), game.most)
    done, chance = set[bool](), random.Random(0)
    for number in range(_BOLD_HANDS):
        hand = game.deal(stacks=stacks, seed=0, hand=number)
        while not hand.over:
            bold = [row for row in hand.legal.ranges if row.kind != "fold"]
            row = chance.choice(bold or list(hand.legal.ranges))
            hand.act(row.at(row.highest))
        done |= {moment.is_exact for moment in moments(hand)}
        if len(done) > 1:
            return


def play_meanwhile(is_on: bool) -> None:
    """Play in the plain form what no job has compiled yet, or stop that."""
    if is_on:
        kernel.postpone()
    else:
        kernel.resume()


def is_shared() -> bool:
    """Whether what one process compiles is there for the others: it is cached.

    Rules in plain Python are not compiled, so that no process has to help.
    """
    return kernel.is_caching() and not kernel.PLAIN


def has_compiler() -> bool:
    """Whether rules can be compiled here at all."""
    return kernel.HAS_NUMBA


def is_first_start() -> bool:
    """Whether nothing was compiled on this machine yet, and something will be."""
    return is_shared() and not any((paths.cache() / "compiled").glob("*"))


@contextlib.contextmanager
def warming_in_background(todo: Sequence[Game], *, coach: bool = False) -> Iterator[None]:
    """Inside the `with` block, let other processes compile games too, once one is not cached.

    They begin with the last of the games; their results are in the cache, which all share. Without
    a cache nobody can help.
    """
    others = (os.cpu_count() or 1) - 1 if kernel.is_caching() else 0
    waiting, helpers = split_work(todo, others), list[SpawnProcess]()

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


def split_work(todo: Sequence[Game], helpers: int) -> list[list[str]]:
    """The names of the games that each of `helpers` processes warms, the last games first.

    Of games with the same rules there is one; those of the first game are left to the caller.
    """
    own = todo[0].verbs if todo else None
    others = list({game.verbs: game.name for game in reversed(todo) if game.verbs != own}.values())
    return [others[i::helpers] for i in range(min(helpers, len(others)))]


def _helper(names: list[str], coach: bool) -> SpawnProcess:
    """A process that compiles, and ends with this one; it ignores Ctrl-C."""
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
    """Warm registered games; a user's own game is registered only where its file was loaded."""
    for name in names:
        if name in games.registry():
            warm(games.find(name), coach=coach)
