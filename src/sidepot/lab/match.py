"""Matches between bots, duplicate style: every deal is played with each bot in every seat."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.bots.trained.strategy import Learned
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION, Chooser, loop_of
from sidepot.errors import BadSetup
from sidepot.kernel import Array, Records, compiled
from sidepot.kernel.random import MASK
from sidepot.lab import tally as tallies
from sidepot.lab.arguments import check_counts, check_table, means
from sidepot.lab.bulk import Space, Table, chooser_for, lay_out, numbers_of, rotations
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.expert_chooser import SolvedPolicy, expert_chooser
from sidepot.lab.playing import Played, play, rate
from sidepot.lab.tally import SIGMAS, Tally, add_number, hash_hand

_CHUNK = 64
"""Deals in a chunk; bots take milliseconds a move."""


class _MatchTally(Tally):
    """The results of deals, and the squares of single hands."""

    hand_square: Annotated[Array, "f8", "seats"]
    """Squares of the net chips of a player's hands, each hand by itself."""


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match, with one number for each player in the order of `policies`.

    `mean` is net chips a hand, `stderr` its standard error. A deal is one hand for each player; the
    error counts deals, because the hands of a deal are not independent. `deviation` is the standard
    deviation of one hand by itself, as at a table where no deal is played twice. `stopped`: Ctrl-C
    came. `played` are the hands of this run alone, without those that a record had, and `seconds`
    its time from the first hand on.
    """

    deals: int
    hands: int
    decisions: int
    seconds: float
    signature: str
    mean: tuple[float, ...]
    stderr: tuple[float, ...]
    stopped: bool = False
    played: int = 0
    deviation: tuple[float, ...] = ()

    @property
    def hands_per_second(self) -> float:
        """Hands of this run over its seconds."""
        return rate(self.played, self.seconds)

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % interval of each player's mean, in chips a hand."""
        ends = [(mean, SIGMAS * error) for mean, error in zip(self.mean, self.stderr, strict=True)]
        return tuple((mean - wide, mean + wide) for mean, wide in ends)


def match(
    game: Game,
    policies: Sequence[Policy | Learned],
    *,
    deals: int,
    stack: int | None = None,
    seed: int = 0,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    chunk: int = _CHUNK,
    progress: Callable[[int], None] = lambda done: None,
    known: SolvedPolicy | None = None,
) -> Match:
    """Play deals 0 to `deals` - 1 of experiment `seed`, once for every rotation of the players.

    There is one player for each of `policies`, in which a policy may occur several times, and
    learned bots too, which play in this process only; each has
    `stack` chips before each hand. Cards and the bots' random numbers are the same in every
    rotation, so that equal policies win exactly 0. The result is the same by any `threads` or
    `pool`, and from a `record` (`lab.playing`). `progress` is called now and then with the number
    of deals done; Ctrl-C ends the match early and keeps what is done. Players with the policy of
    `known` look up the solution first, in this process only. Raises `BadSetup`, and what
    `playing.play` raises.
    """
    if known is not None and (pool or record):
        raise BadSetup("lab.solved_here")
    by = means(threads, pool, record)
    setup.check_seed(seed)
    check_counts(deals=deals, chunk=chunk)
    check_table(game, policies, ())
    loop = make_loop(game, policies, game.stacks(len(policies), stack), seed, known)
    return summary(play(__name__, loop, Cut(deals, chunk), by, progress), len(policies))


def make_loop(
    game: Game,
    policies: Sequence[Policy | Learned],
    stacks: Sequence[int],
    experiment: int,
    known: SolvedPolicy | None = None,
) -> Loop:
    """The loop of a match of these policies; see `match`."""
    loop = Loop(
        game,
        _player(game.verbs, chooser_for(policies) if known is None else expert_chooser),
        policies,
        stacks,
        experiment,
        blank(game.max_seats),
        rotations(numbers_of(policies)),
    )
    if known is not None:
        solved = known.tree, numbers_of(policies)[policies.index(known.policy)]
        loop.arguments = lambda pointers: (*solved, pointers)
    return loop


def blank(players: int) -> Records:
    """The empty tally of a match, for `add_deal`."""
    return tallies.blank(players, _MatchTally)


@functools.cache
def _player(verbs: Verbs, make_chooser: Callable[..., Chooser]) -> Callable[..., None]:
    """The compiled loop of a game over deals `first` to `last` - 1."""
    begin, play_on = verbs.begin, loop_of(verbs, make_chooser(verbs.conceal))

    @compiled
    def play_deals(table: Table, space: Space, first: int, last: int, tallies: Records) -> None:
        policies, chairs, stacks, experiment = table
        rows, menus, rngs = space
        s, views, m, rng, tally = rows[0], rows[1:], menus[0], rngs[0], tallies[0]
        n = len(chairs)
        won = np.zeros(n, np.float64)
        for deal in range(first, last):
            for shift in range(n):
                players = policies, chairs, shift
                lay_out(s, rng, stacks, experiment, deal)
                begin(s)
                tally.decisions += play_on(s, views, m, rng, players, NO_ACTION)
                _add_hand(tally, won, s.chips.stack, stacks, deal, shift)
            _end_deal(tally, won)

    return play_deals


@compiled
def _add_hand(
    tally: _MatchTally, won: Array, ended: Array, stacks: Array, deal: int, shift: int
) -> None:
    """Add the payoffs of a hand to what each player has won in its deal."""
    n = len(won)
    for i in range(n):
        p = (i + shift) % n
        net = float(ended[p] - stacks[p])
        won[i] += net
        tally.hand_square[i] += net * net
    tally.signature = (tally.signature + hash_hand(deal * n + shift, ended, n)) & MASK


@compiled
def _end_deal(tally: Tally, won: Array) -> None:
    """Add a deal as a sample."""
    tally.samples += 1
    for i in range(len(won)):
        add_number(tally, i, won[i])
        won[i] = 0.0


def add_deal(
    tally: _MatchTally, deal: int, stacks: Array, n: int, play_hand: Callable[[int], Array]
) -> None:
    """Add a deal to a tally, as the compiled loop does.

    `play_hand` plays it with the n players so many seats on, and returns the stacks at the end.
    """
    won = np.zeros(n, np.float64)
    for shift in range(n):
        _add_hand(tally, won, play_hand(shift), stacks, deal, shift)
    _end_deal(tally, won)


def summary(done: Played, players: int) -> Match:
    """The match of the deals that were played."""
    tally = kernel.fields(done.tally)
    return Match(
        stopped=done.stopped,
        played=done.samples * players,
        deals=tally.samples,
        hands=tally.samples * players,
        decisions=tally.decisions,
        seconds=done.seconds,
        signature=tallies.signature(tally),
        mean=tuple(tallies.mean(tally, i) / players for i in range(players)),
        stderr=tuple(tallies.stderr(tally, i) / players for i in range(players)),
        deviation=tuple(_deviation(tally, i, players) for i in range(players)),
    )


def _deviation(tally: Any, i: int, players: int) -> float:
    """The standard deviation of a player's net chips in one hand."""
    middle = tallies.mean(tally, i) / players
    square = float(tally.hand_square[i]) / max(int(tally.samples) * players, 1)
    return math.sqrt(max(square - middle * middle, 0.0))
