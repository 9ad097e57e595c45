"""Matches between bots, duplicate style: every deal is played with each bot in every seat."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine.game import Game, Verbs
from sidepot.errors import BadSetup
from sidepot.kernel import Array, Part, Records, Row, compiled
from sidepot.kernel.random import MASK
from sidepot.lab.bulk import Chooser, Policies, hand_player, hash_hand, policy_chooser
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.expert_chooser import SolvedPolicy, expert_chooser
from sidepot.lab.playing import By, play

_CHUNK = 64
"""Deals in a chunk; bots take milliseconds a move."""
SIGMAS = 1.96
"""Standard errors to each side of a mean in a 95 % interval."""


class Score(Part):
    """The results of deals; every number is a sum over deals, so their order does not matter."""

    deals: int
    decisions: int
    signature: int
    won: Row
    """Net chips of each player, over all seats."""
    square: Annotated[Array, "f8", "seats"]
    """Squares of a player's net chips in one deal, over all seats."""
    player: Row
    """The number of each player's policy."""
    chair: Row
    """Scratch space of the hand in play: the number of the policy in each seat."""
    deal: Row
    """Scratch space of the deal in play: net chips of each player so far."""


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match, with one number for each player in the order of `policies`.

    `mean` is net chips a hand, `stderr` its standard error. A deal is one hand for each player; the
    error counts deals, because the hands of a deal are not independent.
    """

    deals: int
    hands: int
    decisions: int
    seconds: float
    signature: str
    mean: tuple[float, ...]
    stderr: tuple[float, ...]

    @property
    def hands_per_second(self) -> float:
        """Hands over seconds."""
        return self.hands / self.seconds

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % interval of each player's mean, in chips a hand."""
        ends = [(mean, SIGMAS * error) for mean, error in zip(self.mean, self.stderr, strict=True)]
        return tuple((mean - wide, mean + wide) for mean, wide in ends)


def match(
    game: Game,
    policies: Sequence[Policy],
    *,
    deals: int,
    stack: int | None = None,
    experiment: int = 0,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    chunk: int = _CHUNK,
    progress: Callable[[int], None] = lambda done: None,
    known: SolvedPolicy | None = None,
) -> Match:
    """Play deals 0 to `deals` - 1 of an experiment, each once for every rotation of the players.

    There is one player for each of `policies`, in which a policy may occur several times; each has
    `stack` chips before each hand. Cards and the bots' random numbers are the same in every
    rotation, so that equal policies win exactly 0. The result is the same by any `threads` or
    `pool`, and from a `record` (`lab.playing`). `progress` is called now and then with the number
    of deals done; Ctrl-C ends the match early and keeps what is done. Players with the policy of
    `known` look up the solution first, in this process only. Raises `BadSetup`, and what
    `playing.play` raises.
    """
    if known is not None and (pool or record):
        raise BadSetup("lab.solved_here")
    loop = make_loop(game, policies, game.stacks(len(policies), stack), experiment, known)
    started = time.perf_counter()
    scores = play(__name__, loop, Cut(deals, chunk), By(threads, pool, record), progress)
    return summary(kernel.fields(scores), len(policies), time.perf_counter() - started)


def make_loop(
    game: Game,
    policies: Sequence[Policy],
    stacks: Sequence[int],
    experiment: int,
    known: SolvedPolicy | None = None,
) -> Loop:
    """The loop of a match of these policies; see `match`."""
    different = list(dict.fromkeys(policies))
    blank = kernel.batch(kernel.record(Score, seats=game.max_seats))
    score: Any = kernel.fields(blank)
    score.player[: len(policies)] = [different.index(policy) for policy in policies]
    loop = Loop(
        game,
        _player(game.verbs, policy_chooser if known is None else expert_chooser),
        policies,
        stacks,
        experiment,
        blank,
    )
    if known is not None:
        solved = known.tree, different.index(known.policy)
        loop.arguments = lambda pointers: (*solved, pointers)
    return loop


@functools.cache
def _player(verbs: Verbs, make_chooser: Callable[..., Chooser]) -> Callable[..., None]:
    """The compiled loop of a game over deals `first` to `last` - 1."""
    play_hand = hand_player(verbs, make_chooser(verbs.conceal))

    @compiled
    def play_deals(
        policies: Policies,
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        scores: Records,
    ) -> None:
        m, rng, score = menus[0], rngs[0], scores[0]
        n = len(stacks) - rows[0].seats.banked
        for deal in range(first, last):
            score.deal[:] = 0
            for shift in range(n):
                _assign_seats(score, n, shift)
                score.decisions += play_hand(
                    rows, m, rng, stacks, experiment, deal, policies, score.chair
                )
                add_hand(score, rows[0].chips.stack, stacks, n, deal, shift)
            add_deal(score, n)

    return play_deals


@compiled
def _assign_seats(score: Score, n: int, shift: int) -> None:
    """Seat the players, moved on by `shift` seats."""
    for i in range(n):
        score.chair[(i + shift) % n] = score.player[i]


@compiled
def add_hand(score: Score, ended: Array, stacks: Array, n: int, deal: int, shift: int) -> None:
    """Add the payoffs of a hand of n players to its deal."""
    for i in range(n):
        p = (i + shift) % n
        score.deal[i] += ended[p] - stacks[p]
    score.signature = (score.signature + hash_hand(deal * n + shift, ended, n)) & MASK


@compiled
def add_deal(score: Score, n: int) -> None:
    """Add a deal to the score."""
    score.deals += 1
    for i in range(n):
        score.won[i] += score.deal[i]
        score.square[i] += float(score.deal[i]) * score.deal[i]


def summary(score: Any, players: int, seconds: float) -> Match:
    """The match of a score."""
    deals, decisions = score.deals, score.decisions
    signature = (score.signature + decisions) & MASK
    n = max(deals, 1)
    means = [int(score.won[i]) / n for i in range(players)]
    squares = [float(score.square[i]) / n for i in range(players)]
    spreads = [max(sq - mean * mean, 0.0) for sq, mean in zip(squares, means, strict=True)]
    return Match(
        deals=deals,
        hands=deals * players,
        decisions=decisions,
        seconds=seconds,
        signature=f"{signature:08x}",
        mean=tuple(mean / players for mean in means),
        stderr=tuple(math.sqrt(spread / n) / players for spread in spreads),
    )
