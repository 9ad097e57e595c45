"""Counts of many hands that one bot plays in every seat: decisions, pots, and each seat's chips.

Hands of games that keep something depend on those before: there a sample is a session of them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.designer.report import sizes
from sidepot.designer.report.intervals import Figure, chance_of, mean
from sidepot.engine.game import Game
from sidepot.kernel import Array, compiled
from sidepot.lab.arguments import check_table
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.playing import By, Played, play
from sidepot.lab.simulate import SESSION, Counter, counting_loop
from sidepot.lab.tally import SIGMAS, Tally, signature
from sidepot.rules.seats import is_bank

_CHUNK = 16
"""Hands in a chunk, where they do not depend on each other; otherwise a session of them."""
_ASKED = 256
"""The length of the histogram of decisions; its last bin holds all above it too."""
_EXACT, _OCTAVE, _BINS = 64, 16, 640
"""Pots below `_EXACT` chips have bins of their own, above it there are so many to each doubling."""


class _Counts(Tally):
    """The results of hands, and more counts of them."""

    asked: Annotated[Array, "i8", _ASKED]
    """Hands by number of decisions."""
    pots: Annotated[Array, "i8", _BINS]
    """Hands by their pot: the chips won from it, or where nobody won it those that stay."""
    blocks: int
    """Independent samples: hands, or sessions of them."""
    ahead: Annotated[Array, "f8", "seats"]
    """Chips of each seat beyond those of the table's mean, in the block that is being played."""
    ahead_total: Annotated[Array, "f8", "seats"]
    ahead_square: Annotated[Array, "f8", "seats"]
    sums: Annotated[Array, "f8", 2]
    """Decisions and pots, in the block that is being played."""
    sums_total: Annotated[Array, "f8", 2]
    sums_square: Annotated[Array, "f8", 2]


class Seats(NamedTuple):
    """Chips a hand of each seat beyond the table's mean; `chance`: `intervals.chance_of`."""

    ahead: tuple[Figure, ...]
    chance: float


class Counted(NamedTuple):
    """Counts of hands: see `_Counts`. `deviation`: of one seat's chips in one hand.

    `seconds`: from the first hand on, without compiling.
    """

    hands: int
    decisions: Figure
    asked: tuple[int, ...]
    pot: Figure
    pots: tuple[int, ...]
    seats: Seats
    deviation: float
    signature: str
    stopped: bool
    seconds: float


def count_hands(
    game: Game,
    policy: Policy,
    *,
    stacks: Sequence[int],
    hands: int,
    seed: int,
    threads: int,
    progress: Callable[[int], None],
) -> Counted:
    """Play hands 0 to `hands` - 1 of experiment `seed` by a policy, and count.

    Rounded up to whole sessions. The result is the same by any `threads`; Ctrl-C keeps what is
    done. Raises `BadSetup`.
    """
    check_table(game, [policy], stacks)
    loop = _make_loop(game, [policy], stacks, seed)
    chunk = SESSION if game.keeps else _CHUNK
    done = play(__name__, loop, Cut(sizes.whole(hands), chunk), By(threads), progress)
    return _summary(done, len(stacks))


def _make_loop(
    game: Game, policies: Sequence[Policy], stacks: Sequence[int], experiment: int
) -> Loop:
    """The loop of the counts."""
    count = _counter(SESSION if game.keeps else 1, _left_in if game.keeps_pot else _nothing_left)
    return counting_loop(game, policies, stacks, experiment, _Counts, count)


@compiled
def _left_in(s: Any) -> int:
    """The chips that stay in the pot for the next hand."""
    left: int = s.carried.left
    return left


@compiled
def _nothing_left(s: Any) -> int:
    """No chips, in games that keep none."""
    return 0


@functools.cache
def _counter(block: int, left: Callable[[Any], int]) -> Counter:
    """The counter whose samples are so many hands in a row."""

    @compiled
    def count(tally: _Counts, s: Any, decisions: int) -> None:
        n = s.seats.n - s.seats.banked
        pot, held = 0, 0
        for p in range(s.seats.n):
            pot += s.chips.won[p]
            held += 0 if is_bank(s.seats, p) else s.chips.stack[p]
        pot = pot if pot > 0 else left(s)
        for p in range(n):
            tally.ahead[p] += s.chips.stack[p] - held / n
        tally.sums[0] += decisions
        tally.sums[1] += pot
        tally.asked[min(decisions, _ASKED - 1)] += 1
        tally.pots[_bin(pot)] += 1
        if (tally.samples + 1) % block == 0:
            _end_block(tally, n)

    return count


@compiled
def _end_block(tally: _Counts, n: int) -> None:
    """Add what was summed up as a sample."""
    tally.blocks += 1
    for p in range(n):
        tally.ahead_total[p] += tally.ahead[p]
        tally.ahead_square[p] += tally.ahead[p] * tally.ahead[p]
        tally.ahead[p] = 0.0
    for i in range(2):
        tally.sums_total[i] += tally.sums[i]
        tally.sums_square[i] += tally.sums[i] * tally.sums[i]
        tally.sums[i] = 0.0


@compiled
def _bin(chips: int) -> int:
    """The bin of a pot."""
    if chips < _EXACT:
        return max(chips, 0)
    return min(_EXACT + int(_OCTAVE * math.log2(chips / _EXACT)), _BINS - 1)


def least_of(place: int) -> float:
    """The fewest chips of a bin of pots."""
    return place if place < _EXACT else _EXACT * 2.0 ** ((place - _EXACT) / _OCTAVE)


def _summary(done: Played, players: int) -> Counted:
    tally: Any = kernel.fields(done.tally)
    blocks, hands = int(tally.blocks), int(tally.samples)
    each = hands / max(blocks, 1)
    ahead = [
        _mean(tally.ahead_total[p], tally.ahead_square[p], blocks, each) for p in range(players)
    ]
    sums = [_mean(tally.sums_total[i], tally.sums_square[i], blocks, each) for i in range(2)]
    errors = [(figure.high - figure.value) / SIGMAS for figure in ahead]
    square = math.fsum(float(tally.square[p]) for p in range(players))
    return Counted(
        hands=hands,
        decisions=sums[0],
        asked=_trimmed(tally.asked),
        pot=sums[1],
        pots=_trimmed(tally.pots),
        seats=Seats(tuple(ahead), chance_of([figure.value for figure in ahead], errors)),
        deviation=math.sqrt(square / max(hands * players, 1)),
        signature=signature(tally),
        stopped=done.stopped,
        seconds=done.seconds,
    )


def _mean(total: float, square: float, blocks: int, each: float) -> Figure:
    """The mean of a hand, from sums over blocks of so many."""
    n = max(blocks, 1)
    middle = float(total) / n
    spread = max(float(square) / n - middle * middle, 0.0)
    return mean(middle / each if each else 0.0, math.sqrt(spread / n) / (each or 1), blocks)


def _trimmed(counts: Sequence[int]) -> tuple[int, ...]:
    """The counts up to the last that is not 0."""
    found = [int(n) for n in counts]
    size = max((i + 1 for i, n in enumerate(found) if n), default=0)
    return tuple(found[:size])
