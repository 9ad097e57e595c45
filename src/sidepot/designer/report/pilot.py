"""The hands that a report can count in its time, found by a pilot of a few hands.

Games differ a thousandfold in what a hand costs, and neither decisions nor random numbers tell it:
per number drawn, bots of the house differ by a factor of a hundred. So the pilot is timed, and its
answer is one of a few sizes, which the page names: a report of so many hands is the same anywhere.
It compiles all that the report plays, so that what is left of the time is for hands.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import NamedTuple

from sidepot import bots
from sidepot.designer.report import sizes
from sidepot.designer.report.counting import count_hands
from sidepot.designer.report.measuring import PARTS, Plan, Progress, Tell, compare
from sidepot.designer.report.ruin import HANDS
from sidepot.designer.report.variants import variants
from sidepot.designer.report.watching import Watched, watch
from sidepot.lab.simulate import SESSION

SECONDS = 105.0
"""Seconds for a report and its compiling: two minutes with what the estimate leaves out."""
_INTERPRETED = 0.0005
"""Seconds by which a decision of a match takes longer than one of bulk play."""
_TILL_BROKE = HANDS // 2
"""Hands of a match: most end early."""
_WATCHED = 2
"""Watched hands of the pilot; the first one compiles, and is not timed."""


class Pace(NamedTuple):
    """The seconds of one hand: counted on the plan's threads, in a match, and watched."""

    counted: float
    matched: float
    watched: float


def fitted(
    plan: Plan, tell: Tell, only: Collection[str] = tuple(PARTS), most: float = SECONDS
) -> Plan:
    """The plan cut until its parts (`only`) take so many seconds at most, with this pilot.

    Ctrl-C ends it.
    """
    began = time.perf_counter()
    pace = _pace(plan, tell, only)
    return fitting(plan, pace, only, most - (time.perf_counter() - began))


def fitting(
    plan: Plan, pace: Pace, only: Collection[str] = tuple(PARTS), most: float = SECONDS
) -> Plan:
    """The plan, its hands halved until they fit; of a session, with so many variants as fit."""
    hands, few = plan.hands, plan.variants
    while hands > SESSION and seconds(plan, pace, only) > most:
        hands = max(hands // 2, SESSION)
        plan = plan._replace(hands=hands)
    while few > 0 and seconds(plan, pace, only) > most:
        few = min(few, len(variants(plan.game))) - 1
        plan = plan._replace(variants=max(few, 0))
    return plan


def seconds(plan: Plan, pace: Pace, only: Collection[str] = tuple(PARTS)) -> float:
    """The seconds that the parts of a report take."""
    hands = plan.hands
    compared = sizes.deals(hands, plan.players) * plan.players * len(plan.pairs)
    changes = len(variants(plan.game, plan.variants))
    varied = sizes.of_variant(hands) * changes * (2 if plan.pairs else 1)
    each = {
        "count": hands * pace.counted,
        "skill": compared * pace.counted,
        "watch": sizes.watched(hands) * pace.watched,
        "broke": sizes.matches(hands) * _TILL_BROKE * pace.matched,
        "options": varied * pace.counted,
    }
    return sum(each[name] for name in only)


def _pace(plan: Plan, tell: Tell, only: Collection[str]) -> Pace:
    """The pace of a plan's bots, by a session of hands and a watched hand."""
    policy = bots.policy_of(plan.game, plan.strengths[-1])
    pairs = plan.pairs if "skill" in only else []
    steps = SESSION + _WATCHED + len(pairs)
    found = count_hands(
        plan.game,
        policy,
        stacks=plan.stacks,
        hands=SESSION,
        seed=plan.seed,
        threads=plan.threads,
        progress=lambda done: tell(Progress("pilot", 0, len(PARTS), done, steps)),
    )
    if found.stopped:
        raise KeyboardInterrupt
    counted = found.seconds / found.hands
    ends = list[float]()

    def watched(done: int) -> None:
        ends.append(time.perf_counter())
        tell(Progress("pilot", 0, len(PARTS), SESSION + done, steps))

    watch(
        plan.game,
        policy,
        stacks=plan.stacks,
        hands=_WATCHED,
        share=1 / max(found.decisions.value, 1),
        seed=plan.seed,
        found=Watched(),
        progress=watched,
    )
    for number, pair in enumerate(pairs, 1):
        compare(plan, *pair, 1, lambda done: None)
        tell(Progress("pilot", 0, len(PARTS), SESSION + _WATCHED + number, steps))
    matched = counted * plan.threads + found.decisions.value * _INTERPRETED
    return Pace(counted, matched, ends[-1] - ends[0])
