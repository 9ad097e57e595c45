"""Matches in which not all players are compiled: the deals of `match`, played through `Hand`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from sidepot import kernel
from sidepot.bots import Bot
from sidepot.bots.guarded import Guarded
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.kernel import Array, Records, readable
from sidepot.lab.match import Match, add_deal, blank, summary
from sidepot.lab.playing import Played
from sidepot.rules.deck import shuffle


class Generators(NamedTuple):
    """The random generators of a hand.

    `shared`: the generator of the deal after the shuffle, for all compiled bots together; `own`:
    one for each seat, for strategies.
    """

    shared: Records
    own: Sequence[random.Random]


class Player(Protocol):
    """A player of a match, in any seat."""

    def act(self, hand: Hand, generators: Generators) -> Action | str:
        """The action of the player to act."""


class CompiledPlayer:
    """A bot of a strength: it sees the concealed record."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def act(self, hand: Hand, generators: Generators) -> Action:
        """See `Player`."""
        return self._bot.answer(hand, generators.shared)


class StrategyPlayer:
    """A strategy of a file: it sees the table from its seat."""

    def __init__(self, strategy: Guarded) -> None:
        self._strategy = strategy

    def act(self, hand: Hand, generators: Generators) -> str:
        """See `Player`."""
        seat = hand.actor or 0
        return self._strategy.choose(hand.view(seat), generators.own[seat])


def match_interpreted(
    game: Game,
    players: Sequence[Player],
    *,
    deals: int,
    stack: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Match:
    """As `match`, on the same deals: compiled bots among themselves get exactly the same result.

    Except for experts, which solve each position here, as at a table. Far slower, and on one
    thread. `progress` is called after each deal with the number of deals done; Ctrl-C ends the
    match early. Raises `BadSetup`.
    """
    stacks = game.stacks(len(players), stack)
    setup.check_seed(seed)
    done = blank(len(players))
    started, stopped = time.perf_counter(), False
    try:
        for deal in range(deals):
            done = _with_deal(done, Deal(game, stacks, seed, deal), players)
            progress(deal + 1)
    except KeyboardInterrupt:
        stopped = True
    tally = kernel.fields(done)
    seconds = time.perf_counter() - started
    played = Played(done, tally.samples, tally.decisions, seconds, stopped=stopped)
    return summary(played, len(players))


class Deal:
    """A deal at its first decision, to be played with the players in every rotation."""

    def __init__(
        self,
        game: Game,
        stacks: Sequence[int],
        experiment: int,
        number: int,
        names: Sequence[str] | None = None,
    ) -> None:
        """`names` of the players, by seat."""
        rows = game.batch()
        s = kernel.fields(rows)
        setup.seat(game, s, stacks)
        self.number = number
        self.stacks = readable(np.array(stacks, np.int64))
        self._rngs = kernel.generator(experiment, number)
        rng: Any = kernel.fields(self._rngs)
        shuffle(s.deck, rng)
        self._hand = Hand(game, rows, names, number=number)
        self._experiment = experiment

    def play(self, players: Sequence[Player], shift: int) -> Hand:
        """The finished hand, with every player moved on by `shift` seats."""
        hand, n = self._hand.copy(), len(players)
        own = [random.Random(f"{self._experiment} {self.number} {seat}") for seat in range(n)]
        generators = Generators(kernel.copy(self._rngs), own)
        while hand.actor is not None:
            hand.act(players[(hand.actor - shift) % n].act(hand, generators))
        return hand


def _with_deal(done: Records, deal: Deal, players: Sequence[Player]) -> Records:
    """A tally with a deal added, as a copy: an interrupted deal leaves the old one whole."""
    after = kernel.copy(done)
    tally: Any = kernel.fields(after)

    def play_hand(shift: int) -> Array:
        hand = deal.play(players, shift)
        tally.decisions += hand.decision
        return readable(np.array(hand.stacks, np.int64))

    add_deal(tally, deal.number, deal.stacks, len(players), play_hand)
    return after
