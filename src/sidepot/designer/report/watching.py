"""A sample of hands, looked at decision by decision: what is offered, taken and right; the lead.

The hands are those of bulk play (`lab.single`). An action is right where it is worth the most by
random deals that all play on by the quick rule of the game's rollouts, as the coach tries choices.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sidepot import kernel
from sidepot.bots import Policy, rollout_of
from sidepot.designer.report.lead import Course, Spectator
from sidepot.engine.game import Game, Hand
from sidepot.kernel import PLAIN, Records
from sidepot.lab.single import simulated
from sidepot.odds import sampling

DEALS = 8 if PLAIN else 200
"""Random deals by which each choice of a judged decision is tried."""


@dataclass
class Watched:
    """Counts of decisions by the name of the action, and the course of each hand.

    `judged`: decisions whose choices were tried; `open` counts those among them that offered an
    action, `right` those in which it was worth the most, `agreed` those in which that was taken.
    """

    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    judged: int = 0
    agreed: int = 0
    courses: list[Course] = field(default_factory=list)


class _Seen(NamedTuple):
    """A decision: the hand before it, the names of the actions that are offered, the one taken."""

    hand: Hand
    offered: tuple[str, ...]
    taken: str


def watch(
    game: Game,
    policy: Policy,
    *,
    stacks: Sequence[int],
    hands: int,
    share: float,
    seed: int,
    found: Watched,
    progress: Callable[[int], None],
) -> None:
    """Watch hands 0 to `hands` - 1 of an experiment; each decision is judged by the chance `share`.

    Decisions of long hands are as likely as those of short ones to be judged, so that what is taken
    and what is right compare. `found` grows hand by hand: Ctrl-C leaves in it what was seen of
    whole hands.
    """
    spectator = Spectator(game, seed)
    played = simulated(game, stacks=stacks, hands=range(hands), seed=seed, policy=policy)
    for number, hand in enumerate(played):
        course, seen = spectator.course(hand), list(_decisions(hand))
        rngs, chance = kernel.generator(seed, number), random.Random(f"{seed} {number}")
        judged = [(one, _best(game, one.hand, rngs)) for one in seen if chance.random() < share]
        found.courses.append(course)
        for one in seen:
            found.offered.update(one.offered)
            found.taken[one.taken] += 1
        found.decisions += len(seen)
        for one, best in judged:
            found.judged += 1
            found.open.update(one.offered)
            found.right[best] += 1
            found.agreed += best == one.taken
        progress(number + 1)


def _decisions(hand: Hand) -> Iterator[_Seen]:
    """The decisions of a hand that is over."""
    again = hand.again()
    for _, action in hand.actions:
        before = again.copy()
        offered = dict.fromkeys(row.kind for row in before.legal.ranges)
        yield _Seen(before, tuple(offered), action.kind)
        again.act(action)


def _best(game: Game, hand: Hand, rngs: Records) -> str:
    """The name of the action that is worth the most, by no more than the seat to act knows."""
    tried = sampling.values(
        game,
        hand.record(hand.actor or 0),
        rngs,
        rollout=rollout_of(game),
        samples=DEALS,
    )
    return max(tried, key=lambda value: value.mean).action.kind
