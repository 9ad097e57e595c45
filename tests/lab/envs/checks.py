"""Invariants of every batch: checks that raise `AssertionError`, tried on broken batches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.engine.game import Hand
from sidepot.lab.envs.batches import Batch
from sidepot.lab.envs.loop import LOOK, Step
from sidepot.lab.envs.slots import Slots
from sidepot.rules import actions

LOOSE = ("journal", "pad")
"""What a batch's record does not have in common with a hand's."""


def choices(batch: Batch, now: Step, chance: np.random.Generator) -> Any:
    """A random legal slot in every place."""
    return np.argmax(chance.random(now.action_mask.shape) * now.action_mask, axis=1)


def steps(batch: Batch, count: int, seed: int = 0) -> Iterator[tuple[Any, Step]]:
    """Random steps, each with the slots that were chosen; the first has none."""
    chance = np.random.default_rng(seed)
    now = batch.reset()
    yield None, now
    for _ in range(count):
        chosen = choices(batch, now, chance)
        now = batch.step(chosen)
        yield chosen, now


def as_single_hands(batch: Batch, count: int) -> int:
    """A batch is so many single hands, byte for byte; returns the number of decisions compared."""
    hands: list[Hand] = []
    compared = 0
    for chosen, now in steps(batch, count):
        if chosen is None:
            hands = [_dealt(batch, i) for i in range(batch.n)]
        for i in range(batch.n):
            hand = hands[i]
            if chosen is not None:
                hand.act(batch.slots.action_of(hand, int(chosen[i])))
            ended = hand.over and not _passed(batch, i, hand, chosen is None)
            assert bool(now.terminated[i]) == ended, "terminated"
            _check_rewards(now.rewards[i], hand, batch, ended)
            while hand.over:
                hand = hands[i] = _dealt(batch, i, hand.number + batch.n)
            _check_place(batch, now, i, hand)
            compared += 1
    return compared


def _dealt(batch: Batch, i: int, number: int | None = None) -> Hand:
    """The hand of a place."""
    number = i if number is None else number
    return batch.game.deal(stacks=batch.stacks, seed=batch.seed, hand=number)


def _passed(batch: Batch, i: int, hand: Hand, is_first: bool) -> bool:
    """Whether a hand that is over was over before anybody acted."""
    return is_first and hand.over


def _check_rewards(rewards: Any, hand: Hand, batch: Batch, ended: bool) -> None:
    payoffs = [*hand.payoffs, hand.bank][: batch.seats] if ended else [0] * batch.seats
    assert np.array_equal(rewards, np.array(payoffs, np.float32) / np.float32(batch.unit)), (
        "rewards"
    )


def _check_place(batch: Batch, now: Step, i: int, hand: Hand) -> None:
    """A place of a batch is a single hand: record, player, observation, mask."""
    seat = hand.actor
    assert seat is not None
    assert batch.hand[i] == hand.number, "number"
    assert now.current_player[i] == seat, "player"
    ours = batch._rows.view(np.ndarray)[i]
    theirs = np.frombuffer(bytes(hand), batch.game.layout())[0]
    for name in ours.dtype.names:
        assert name in LOOSE or ours[name].tobytes() == theirs[name].tobytes(), f"record.{name}"
    seen = np.full(batch.encoder.size, np.nan, np.float32)
    log = batch.encoder.log_of(hand)
    batch.encoder.encode(hand.record(seat), seat, seen, log)
    assert seen.tobytes() == now.observation[i].tobytes(), "observation"
    check_mask(batch.slots, now.action_mask[i], hand)


def check_mask(slots: Slots, mask: Any, hand: Hand) -> None:
    """A mask allows what is legal: every kind, its lowest and highest amount, and nothing else."""
    allowed: dict[str, list[int]] = defaultdict(list)
    for slot in np.flatnonzero(mask).tolist():
        number = slots._number(hand, slot)
        assert number >= 0, f"{slots.names[slot]} is allowed"
        allowed[actions.KINDS[actions.kind(number)]].append(actions.amount(number))
    offered = {choice.kind: choice for choice in hand.legal.ranges}
    assert allowed.keys() == offered.keys(), f"{sorted(allowed)} instead of {hand.legal}"
    for kind, amounts in allowed.items():
        low, high = offered[kind].lowest, offered[kind].highest
        whole = list(range(low, high + 1))
        is_binned = kind in BINNED and not slots.full
        assert len(amounts) == len(set(amounts)), "two slots with one amount"
        assert {low, high} <= set(amounts) <= set(whole), f"{kind} {amounts}"
        assert is_binned or amounts == whole, f"{kind} {amounts}"


def check_masks(slots: Slots, hands: Iterable[Hand]) -> int:
    """`check_mask` at every decision of some hands; returns how many were compared.

    What has been compared is not compared again, unless amounts depend on the pot.
    """
    known, compared = set(), 0
    for hand in hands:
        mask, ranges = slots.mask(hand), hand.legal.ranges
        key = mask.tobytes(), ranges
        if key not in known or any(choice.kind in BINNED for choice in ranges):
            check_mask(slots, mask, hand)
            known.add(key)
        compared += 1
    return compared


BINNED = ("raise_to", "bet", "quickdraw", "cover")


def zero_sum(batch: Batch, count: int) -> int:
    """The rewards of a hand sum to zero, a bank's included; returns the number of hands."""
    hands = 0
    for _, now in steps(batch, count):
        assert np.abs(now.rewards.sum(1)).max() < 1e-3, "rewards do not sum to zero"
        hands += int(now.terminated.sum())
        assert not now.rewards[~now.terminated].any(), "rewards before the end"
        if not now.terminated.any():
            continue
        assert np.abs(now.rewards[now.terminated]).any(), "nobody won"
    return hands


def blind(batch: Batch, count: int) -> int:
    """Hidden cards change neither observation nor mask; returns the number of hands changed."""
    entry, rngs, tried = batch.game.entry, kernel.generator(5), 0
    for _, now in steps(batch, count):
        before = [array.copy() for array in now[:3]]
        record = kernel.to_bytes(batch._rows)
        for i, seat in enumerate(now.current_player.tolist()):
            seen = batch.peek(i, seat)
            entry.redeal(seen.rows, rngs)
            batch._rows[i] = seen.rows[0]
        tried += kernel.to_bytes(batch._rows) != record
        after = batch._play(LOOK)
        for one, other, name in zip(before, after, ("player", "observation", "mask"), strict=False):
            assert np.array_equal(one, other), f"{name} tells a secret"
        kernel.raw(batch._rows)[:] = record
        batch._play(LOOK)
    return tried


def digest(batch: Batch, count: int) -> list[bytes]:
    """Everything that a batch returns, step by step."""
    return [b"".join(array.tobytes() for array in now) for _, now in steps(batch, count)]
