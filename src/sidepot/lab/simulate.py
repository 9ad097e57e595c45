"""Simulations: the same hands on any number of threads, with a signature of the results."""

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
from sidepot.kernel import Array, Part, Random, Records, Row, compiled
from sidepot.kernel.random import MASK
from sidepot.lab.between import between
from sidepot.lab.bulk import Policies, hand_player, hash_hand, policy_chooser
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.playing import By, play
from sidepot.rules.actions import Menu, any_of

_AT_RANDOM, BY_POLICY = 65_536, 512
"""Hands in a chunk, at random and by a policy, which may take milliseconds a move."""
SESSION = 64
"""Hands in a row, in games that leave chips or keep anything; after the last nothing stays."""


class Tally(Part):
    """The results of hands; every number is a sum over hands, so their order does not matter."""

    hands: int
    decisions: int
    signature: int
    payoff: Row
    """Net chips of each seat."""
    square: Annotated[Array, "f8", "seats"]
    """Their squares, as floats because they could exceed 64 bits."""
    chair: Row
    """The number of the policy in each seat: always 0, the only one."""


class _SessionTally(Tally):
    """The results of hands in a row."""

    left: int
    """Chips that stayed in the pot, less those that came from the hand before."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation. Payoffs are net chips a hand, by seat, a bank's last.

    `left`: the chips that are still in the pot after the last hand.
    """

    hands: int
    decisions: int
    seconds: float
    signature: str
    payoff_mean: tuple[float, ...]
    payoff_stderr: tuple[float, ...]
    left: int = 0

    @property
    def hands_per_second(self) -> float:
        """Hands over seconds."""
        return self.hands / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Decisions over seconds."""
        return self.decisions / self.seconds


def simulate(
    game: Game,
    *,
    stacks: Sequence[int],
    hands: int,
    experiment: int = 0,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    policy: Policy | None = None,
    chunk: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play hands 0 to `hands` - 1 of an experiment, everybody by `policy`, or at random.

    Each hand starts with `stacks`, in chips, and in games that carry chips, or keep anything else,
    with what the hand before has left: `SESSION` hands in a row, whose last one leaves nothing. The
    result is the same by any `threads` or `pool`, and from a `record` (`lab.playing`). `progress`
    is called now and then with the number of hands done; Ctrl-C ends the work early and keeps what
    is done. Raises `BadSetup`, and what `playing.play` raises.
    """
    loop = make_loop(game, [] if policy is None else [policy], stacks, experiment)
    cut = Cut(hands, chunk or (_AT_RANDOM if policy is None else BY_POLICY))
    started = time.perf_counter()
    tallies = play(__name__, loop, cut, By(threads, pool, record), progress)
    seats = len(stacks) + game.banked
    return summary(kernel.fields(tallies), seats, time.perf_counter() - started)


def make_loop(
    game: Game, policies: Sequence[Policy], stacks: Sequence[int], experiment: int
) -> Loop:
    """The loop of a simulation by a policy, or at random if there is none."""
    is_session = game.carries or game.keeps
    tally = _SessionTally if is_session else Tally
    blank = kernel.batch(kernel.record(tally, seats=game.max_seats))
    players = len(stacks)
    player = (
        _session_player(game.verbs, not policies, between(game, players), _left_in(game.carries))
        if is_session
        else _player(game.verbs, not policies)
    )
    return Loop(game, player, policies, stacks, experiment, blank)


@functools.cache
def _player(verbs: Verbs, at_random: bool) -> Callable[..., None]:
    """The compiled loop of a game over hands `first` to `last` - 1, at random or by a policy."""
    choose = _choose_at_random if at_random else policy_chooser(verbs.conceal)
    play_hand = hand_player(verbs, choose)

    @compiled
    def play_hands(
        policies: Policies,
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        tallies: Records,
    ) -> None:
        m, rng, tally = menus[0], rngs[0], tallies[0]
        for hand in range(first, last):
            tally.decisions += play_hand(
                rows, m, rng, stacks, experiment, hand, policies, tally.chair
            )
            add_hand(tally, rows[0].chips.stack, stacks, hand)

    return play_hands


@functools.cache
def _session_player(
    verbs: Verbs, at_random: bool, link: Callable[..., None], left_in: Callable[[Any], int]
) -> Callable[..., None]:
    """The same loop for hands in a row: from the beginning of the first hand's session.

    So a hand is the same, however the hands are cut up. `link`: `lab.between`; `left_in`: the chips
    that a hand has left, less those that it began with.
    """
    choose = _choose_at_random if at_random else policy_chooser(verbs.conceal)
    play_hand = hand_player(verbs, choose)

    @compiled
    def play_hands(
        policies: Policies,
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        tallies: Records,
    ) -> None:
        m, rng, tally = menus[0], rngs[0], tallies[0]
        for hand in range(first - first % SESSION, last):
            link(rows, hand % SESSION > 0, (hand + 1) % SESSION > 0)
            decisions = play_hand(rows, m, rng, stacks, experiment, hand, policies, tally.chair)
            if hand >= first:
                tally.decisions += decisions
                tally.left += left_in(rows[0])
                add_hand(tally, rows[0].chips.stack, stacks, hand)

    return play_hands


def _left_in(carries: bool) -> Callable[[Any], int]:
    """The compiled function `left_in` of a session, for a game that carries chips or not."""
    return _more_left if carries else _none_left


@compiled
def _more_left(s: Any) -> int:
    return int(s.carried.left - s.carried.pot)


@compiled
def _none_left(s: Any) -> int:
    return 0


@compiled
def _choose_at_random(
    rows: Records, m: Menu, rng: Random, policies: Policies, chairs: Array
) -> int:
    """The chooser of a uniform random action; ignores the policies and the record."""
    return any_of(m, rng)


@compiled
def add_hand(tally: Tally, ended: Array, stacks: Array, hand: int) -> None:
    """Add a hand's payoffs, and a hash of its number and stacks, to a tally."""
    tally.hands += 1
    for p in range(len(stacks)):
        payoff = ended[p] - stacks[p]
        tally.payoff[p] += payoff
        tally.square[p] += float(payoff) * payoff
    tally.signature = (tally.signature + hash_hand(hand, ended, len(stacks))) & MASK


def summary(tally: Any, seats: int, seconds: float) -> Simulation:
    """The simulation of a tally."""
    hands, decisions = tally.hands, tally.decisions
    squares = [float(tally.square[p]) for p in range(seats)]
    signature = (tally.signature + decisions) & MASK
    n = max(hands, 1)
    means = tuple(int(tally.payoff[p]) / n for p in range(seats))
    spreads = [max(sq / n - mean * mean, 0.0) for sq, mean in zip(squares, means, strict=True)]
    return Simulation(
        hands=hands,
        decisions=decisions,
        seconds=seconds,
        signature=f"{signature:08x}",
        payoff_mean=means,
        payoff_stderr=tuple(math.sqrt(spread / n) for spread in spreads),
        left=int(getattr(tally, "left", 0)),
    )
