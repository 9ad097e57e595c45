"""Simulations: the same hands on any number of threads, with a signature of the results."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.bots.trained.strategy import Learned
from sidepot.engine.game import Game, Verbs
from sidepot.engine.setup import check_seed
from sidepot.engine.turns import NO_ACTION, Chooser, loop_of
from sidepot.kernel import Random, Records, compiled
from sidepot.lab import tally as tallies
from sidepot.lab.arguments import check_counts, check_table, means
from sidepot.lab.between import Link, between
from sidepot.lab.bulk import (
    Space,
    Table,
    chooser_for,
    lay_out,
    numbers_of,
    rotations,
)
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.playing import Played, play, rate
from sidepot.lab.tally import Tally, add_hand
from sidepot.rules.actions import Menu, any_of

_AT_RANDOM, BY_POLICY = 65_536, 512
"""Hands in a chunk, at random and by a policy, which may take milliseconds a move."""
SESSION = 64
"""Hands in a row, in games that leave chips or keep anything; after the last nothing stays."""


Counter = Callable[[Any, Any, int], None]
"""Counts of a hand beside its payoffs, compiled: `(tally, s, decisions)`."""


class _SessionTally(Tally):
    """The results of hands in a row."""

    left: int
    """Chips that stayed in the pot, less those that came from the hand before."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation. Payoffs are net chips a hand, by seat, a bank's last.

    `left`: the chips that are still in the pot after the last hand. `stopped`: Ctrl-C came.
    `played` and `decided` are the hands and decisions of this run alone, without those that a
    record had, and `seconds` its time from the first hand on.
    """

    hands: int
    decisions: int
    seconds: float
    signature: str
    payoff_mean: tuple[float, ...]
    payoff_stderr: tuple[float, ...]
    left: int = 0
    stopped: bool = False
    played: int = 0
    decided: int = 0

    @property
    def hands_per_second(self) -> float:
        """Hands of this run over its seconds."""
        return rate(self.played, self.seconds)

    @property
    def decisions_per_second(self) -> float:
        """Decisions of this run over its seconds."""
        return rate(self.decided, self.seconds)


def simulate(
    game: Game,
    *,
    stacks: Sequence[int],
    hands: int,
    seed: int = 0,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    policy: Policy | Learned | None = None,
    chunk: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play hands 0 to `hands` - 1 of experiment `seed`, everybody by `policy`, or at random.

    Each hand starts with `stacks`, in chips, and in games that carry chips, or keep anything else,
    with what the hand before has left: `SESSION` hands in a row, whose last one leaves nothing. The
    result is the same by any `threads` or `pool`, and from a `record` (`lab.playing`). `progress`
    is called now and then with the number of hands done; Ctrl-C ends the work early and keeps what
    is done. Raises `BadSetup`, and what `playing.play` raises.
    """
    check_seed(seed)
    by, policies = means(threads, pool, record), [] if policy is None else [policy]
    size = (_AT_RANDOM if policy is None else BY_POLICY) if chunk is None else chunk
    check_counts(hands=hands, chunk=size)
    check_table(game, policies, stacks)
    loop = make_loop(game, policies, stacks, seed)
    return summary(play(__name__, loop, Cut(hands, size), by, progress), game, len(stacks))


def make_loop(
    game: Game, policies: Sequence[Policy | Learned], stacks: Sequence[int], experiment: int
) -> Loop:
    """The loop of a simulation by a policy, or at random if there is none."""
    counts = (_SessionTally, _count_left) if game.keeps_pot else (Tally, _count_nothing)
    return counting_loop(game, policies, stacks, experiment, *counts)


def counting_loop(
    game: Game,
    policies: Sequence[Policy | Learned],
    stacks: Sequence[int],
    experiment: int,
    kind: type[Tally],
    count: Counter,
) -> Loop:
    """The loop of a simulation that counts more than payoffs, in a tally of its own."""
    player = _player(
        game.verbs,
        chooser_for(policies) if policies else _random_chooser,
        between(game, len(stacks)),
        SESSION if game.keeps else 1,
        count,
    )
    chairs = rotations(numbers_of(policies) * (len(stacks) + game.banked)) if policies else None
    blank = tallies.blank(game.max_seats, kind)
    return Loop(game, player, policies, stacks, experiment, blank, chairs)


@functools.cache
def _player(
    verbs: Verbs, make_chooser: Callable[..., Chooser], link: Link, in_a_row: int, count: Counter
) -> Callable[..., None]:
    """The compiled loop of a game over hands `first` to `last` - 1.

    It plays from the beginning of the first hand's session on, so that a hand is the same however
    the hands are cut up. `link`: `lab.between`.
    """
    begin, play_on = verbs.begin, loop_of(verbs, make_chooser(verbs.conceal))

    @compiled
    def play_hands(table: Table, space: Space, first: int, last: int, tallies: Records) -> None:
        # Read once: each reading of an array from a tuple counts a reference to it.
        policies, chairs, stacks, experiment = table
        rows, menus, rngs = space
        s, views, m, rng, tally = rows[0], rows[1:], menus[0], rngs[0], tallies[0]
        players, n = (policies, chairs, 0), len(stacks)
        for hand in range(first - first % in_a_row, last):
            link(rows, hand % in_a_row > 0, (hand + 1) % in_a_row > 0)
            lay_out(s, rng, stacks, experiment, hand)
            begin(s)
            decisions = play_on(s, views, m, rng, players, NO_ACTION)
            if hand >= first:
                tally.decisions += decisions
                count(tally, s, decisions)
                add_hand(tally, s.chips.stack, stacks, n, hand)

    return play_hands


@compiled
def _count_left(tally: _SessionTally, s: Any, decisions: int) -> None:
    tally.left += s.carried.left - s.carried.pot


@compiled
def _count_nothing(tally: Tally, s: Any, decisions: int) -> None:
    """No more than payoffs."""


def _random_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """The chooser of uniform random actions, for everybody."""
    return _choose_at_random


@compiled
def _choose_at_random(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
    return any_of(m, rng)


def summary(done: Played, game: Game, players: int) -> Simulation:
    """The simulation of what was played."""
    tally, seats = kernel.fields(done.tally), players + game.banked
    return Simulation(
        hands=tally.samples,
        decisions=tally.decisions,
        stopped=done.stopped,
        played=done.samples,
        decided=done.decisions,
        seconds=done.seconds,
        signature=tallies.signature(tally),
        payoff_mean=tuple(tallies.mean(tally, p) for p in range(seats)),
        payoff_stderr=tuple(tallies.stderr(tally, p) for p in range(seats)),
        left=int(getattr(tally, "left", 0)),
    )
