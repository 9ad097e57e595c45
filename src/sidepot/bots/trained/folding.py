"""The part of all hands that fold in a situation, and which of them do: the weakest first."""

from __future__ import annotations

from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.table import NOWHERE, find, mass_of, meant_strategy
from sidepot.kernel import Array, compiled

_SCRATCH = 1
"""The row of shares for the other hands' actions."""
_LEAST = 1e-9
"""The least mass that others are measured by."""


@compiled
def part_folded(memory: Memory, situation: int, n: int, folds: int, buckets: int) -> float:
    """The part of the hands that fold in a situation, each by how often it comes up."""
    whole, folded = 0.0, 0.0
    for k in range(buckets):
        at = find(memory.keys, mix(situation, k))
        if at != NOWHERE:
            mass = mass_of(memory.total, at, n)
            meant_strategy(memory.total, at, n, memory.shares, _SCRATCH)
            whole += mass
            folded += mass * memory.shares[_SCRATCH, folds]
    return folded / max(whole, _LEAST)


@compiled
def fold_the_weakest(
    memory: Memory,
    situation: int,
    n: int,
    folds: int,
    calls: int,
    raised: float,
    center: Array,
    bucket: int,
    more: float,
) -> None:
    """Let so much more of all hands fold, or less: calls of the weakest first, of the best last.

    Of the raises only a part, `raised`, stay raises, as the bet is larger: those of the best hands.
    Others call at first.
    """
    shares = memory.shares
    whole, own, better, weaker = 0.0, 0.0, 0.0, 0.0
    all_raises, own_raises, better_raises = 0.0, 0.0, 0.0
    for k in range(len(center)):
        at = find(memory.keys, mix(situation, k))
        if at != NOWHERE:
            mass = mass_of(memory.total, at, n)
            meant_strategy(memory.total, at, n, shares, _SCRATCH)
            stays = 1.0 - shares[_SCRATCH, folds]
            raises = stays - shares[_SCRATCH, calls]
            whole += mass
            all_raises += mass * raises
            if k == bucket:
                own, own_raises = mass, mass * raises
            elif _is_weaker(center, k, bucket):
                weaker += mass * (stays - raised * raises)
            else:
                better += mass * shares[_SCRATCH, folds]
                better_raises += mass * raises
    left = max(raised * all_raises - better_raises, 0.0)
    kept = min(left / max(own_raises, _LEAST), 1.0)
    for k in range(n):
        if k not in (folds, calls):
            shares[0, calls] += (1.0 - kept) * shares[0, k]
            shares[0, k] *= kept
    if more > 0.0:
        given = (more * whole - weaker) / max(own, _LEAST)
        moved = min(max(given, 0.0), shares[0, calls])
    else:
        stayed = (-more * whole - better) / max(own, _LEAST)
        moved = -min(max(stayed, 0.0), shares[0, folds])
    shares[0, folds] += moved
    shares[0, calls] -= moved


@compiled
def fold_in_order(
    memory: Memory,
    situation: int,
    n: int,
    folds: int,
    calls: int,
    center: Array,
    bucket: int,
    part: float,
) -> None:
    """Let this part of all hands fold, the weakest first; others stay as they would, or call."""
    shares, whole, own, weaker = memory.shares, 0.0, 0.0, 0.0
    for k in range(len(center)):
        at = find(memory.keys, mix(situation, k))
        if at != NOWHERE:
            mass = mass_of(memory.total, at, n)
            whole += mass
            if k == bucket:
                own = mass
            elif _is_weaker(center, k, bucket):
                weaker += mass
    folded = min(max((part * whole - weaker) / max(own, _LEAST), 0.0), 1.0)
    before = shares[0, folds]
    for k in range(n):
        if k != folds and before < 1.0:
            shares[0, k] *= (1.0 - folded) / (1.0 - before)
    if before >= 1.0:
        shares[0, calls] = 1.0 - folded
    shares[0, folds] = folded


@compiled
def _is_weaker(center: Array, one: int, other: int) -> bool:
    """Whether the hands of a bucket are weaker than another's, by both prospects."""
    worth, others = center[one, 0] + center[one, 1], center[other, 0] + center[other, 1]
    return bool(worth < others or (worth == others and one < other))
