"""Matches between bots, duplicate style: every deal is played with each bot in every seat."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Part, Records, Row, compiled
from sidepot.kernel.random import MASK
from sidepot.lab.bulk import (
    Chooser,
    Policies,
    Worker,
    hand_player,
    hash_hand,
    policy_chooser,
    policy_pointers,
    run_workers,
)
from sidepot.lab.expert_chooser import SolvedPolicy, expert_chooser

_BATCH = 16
"""Deals that a thread plays between two checks for a stop; bots take milliseconds a move."""
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
    batch: int = _BATCH,
    progress: Callable[[int], None] = lambda done: None,
    known: SolvedPolicy | None = None,
) -> Match:
    """Play deals 0 to `deals` - 1 of an experiment, each once for every rotation of the players.

    There is one player for each of `policies`, in which a policy may occur several times; each has
    `stack` chips before each hand. Cards and the bots' random numbers are the same in every
    rotation, so that equal policies win exactly 0. Results do not depend on threads and batches.
    `progress` is called now and then with the number of deals done; Ctrl-C ends the match early and
    keeps what is done. Players with the policy of `known` look up the solution first. Raises
    `BadSetup`.
    """
    stacks = game.stacks(len(policies), stack)
    different = list(dict.fromkeys(policies))
    score = kernel.record(Score, seats=game.max_seats)
    called = policy_pointers(game, different)
    play = _player(game.verbs, policy_chooser if known is None else expert_chooser)
    if known is not None:
        called = known.tree, different.index(known.policy), called
    workers = [
        Worker(game, play, called, stacks, experiment, kernel.batch(score)) for _ in range(threads)
    ]
    for worker in workers:
        worker.tally.player[: len(policies)] = [different.index(policy) for policy in policies]
    started = time.perf_counter()
    run_workers(workers, deals, batch, lambda: progress(sum(w.tally.deals for w in workers)))
    seconds = time.perf_counter() - started
    return summary([worker.tally for worker in workers], len(policies), seconds)


@functools.cache
def _player(verbs: Verbs, make_chooser: Callable[..., Chooser]) -> Callable[..., None]:
    """The compiled loop of a game over deals `first` to `last` - 1."""
    play_hand = hand_player(verbs, make_chooser(verbs.conceal))

    @compiled
    def play(
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

    return play


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


def summary(scores: Sequence[kernel.Fields], players: int, seconds: float) -> Match:
    """The match that the threads' scores add up to."""
    deals = sum(score.deals for score in scores)
    decisions = sum(score.decisions for score in scores)
    signature = (sum(score.signature for score in scores) + decisions) & MASK
    n = max(deals, 1)
    means = [sum(score.won[i] for score in scores) / n for i in range(players)]
    squares = [sum(score.square[i] for score in scores) / n for i in range(players)]
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
