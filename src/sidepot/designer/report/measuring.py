"""Measures a game by bots that play it, part by part; Ctrl-C keeps the parts that are done."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from sidepot import bots
from sidepot.designer.report import intervals, pace, sizes
from sidepot.designer.report.counting import Counted, count_hands, least_of
from sidepot.designer.report.figures import (
    Actions,
    ActionUse,
    Bin,
    Broke,
    Changed,
    Lead,
    Length,
    Pots,
    Report,
    Seats,
    Skill,
)
from sidepot.designer.report.intervals import Figure
from sidepot.designer.report.ruin import HANDS, Ruin, play_matches
from sidepot.designer.report.variants import MOST, Variant, variants
from sidepot.designer.report.watching import DEALS, Watched, watch
from sidepot.engine.game import Game
from sidepot.engine.setup import check_seed
from sidepot.errors import UnknownBot
from sidepot.lab.match import match
from sidepot.lab.tally import SIGMAS

_SIMPLEST_FIRST = ("random", "beginner", "regular")
"""The bots that are compared by default, as far as a game has them."""
_MOST_USUAL = 4
"""The players by default, as far as the game allows."""
_CHUNK = 8
"""Deals between two looks at the progress of a comparison."""
_TENTHS = (0.1, 0.5, 0.9, 0.99)
"""The quantiles of pots."""
_SHORT = 10
"""The part of a usual stack with which a match begins: with the whole hardly anybody goes broke."""
_SIGMAS = 2.0
"""The standard errors at which skill has shown."""


class Plan(NamedTuple):
    """The terms of a report. `strengths` begin with the simplest; the last plays what is counted.

    Everybody has `stack` before each hand, and `match_stack` before a match. `variants`: the most
    changes of options that are tried.
    """

    game: Game
    players: int
    stack: int
    match_stack: int
    strengths: tuple[str, ...]
    seed: int
    hands: int
    threads: int
    variants: int = MOST

    @property
    def stacks(self) -> list[int]:
        """Everybody's stack."""
        return [self.stack] * self.players

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The better and the simpler bot of each comparison."""
        return [(b, a) for a, b in zip(self.strengths, self.strengths[1:], strict=False)]


class Progress(NamedTuple):
    """The part that is measured, of so many, and the steps done of it."""

    part: str
    number: int
    parts: int
    done: int
    steps: int


Tell = Callable[[Progress], None]


def plan_of(
    game: Game,
    *,
    players: int | None = None,
    stack: int | None = None,
    strengths: Sequence[str] | None = None,
    seed: int = 0,
    hands: int,
    threads: int = 2,
) -> Plan:
    """The terms of a report, checked. Raises `BadSetup`, `UnknownBot`."""
    seats = max(game.least, min(_MOST_USUAL, game.most)) if players is None else players
    stacks = game.stacks(seats, stack)
    check_seed(seed)
    legal = [name for name in bots.strengths_of(game) if bots.has_policy(game, name)]
    chosen = strengths or [name for name in _SIMPLEST_FIRST if name in legal]
    for name in chosen:
        if name not in legal:
            raise UnknownBot("error.bot", bot=name, legal=legal)
    match_stack = stacks[0] if stack else max(stacks[0] // _SHORT, 1)
    named = tuple(dict.fromkeys(chosen))
    return Plan(game, seats, stacks[0], match_stack, named, seed, hands, threads)


def measure(
    plan: Plan, tell: Tell = lambda progress: None, only: Collection[str] | None = None
) -> Report:
    """Measure a game; Ctrl-C ends it and keeps what was measured (`Report.stopped`).

    The same plan gives the same report on every machine. `only`: the names of the parts (`PARTS`),
    by default all.
    """
    game = plan.game
    report = Report(
        game=game.name,
        title=game.said_title,
        options={name: str(value) for name, value in game.settings.items()},
        players=plan.players,
        stack=plan.stack,
        unit=game.unit,
        bots=list(plan.strengths),
        seed=plan.seed,
        hands=plan.hands,
        keeps=bool(game.keeps),
    )
    todo = {name: part for name, part in PARTS.items() if only is None or name in only}
    if not plan.pairs:
        todo.pop("skill", None)
    for number, (name, part) in enumerate(todo.items(), 1):
        work = _Work(plan, report, tell, name, number, len(todo))
        try:
            part(work)
        except KeyboardInterrupt:
            report.stopped = True
        if report.stopped:
            break
    return report


class _Work(NamedTuple):
    """One part's work: what it reads, what it writes to, and whom it tells."""

    plan: Plan
    report: Report
    tell: Tell
    name: str
    number: int
    parts: int

    def progress(self, steps: int, each: int = 1, before: int = 0) -> Callable[[int], None]:
        """The callback for so many steps; each one that it is given counts for `each`."""
        return lambda done: self.tell(
            Progress(self.name, self.number, self.parts, before + done * each, steps)
        )

    @property
    def policy(self) -> bots.Policy:
        """The bot that plays what is counted."""
        return bots.policy_of(self.plan.game, self.plan.strengths[-1])


def _count(work: _Work) -> None:
    """Length, seats and pots."""
    plan, report = work.plan, work.report
    found = count_hands(
        plan.game,
        work.policy,
        stacks=plan.stacks,
        hands=plan.hands,
        seed=plan.seed,
        threads=plan.threads,
        progress=work.progress(sizes.whole(plan.hands)),
    )
    report.stopped, report.hands = found.stopped, found.hands
    if not found.hands:
        return
    report.signature, report.deviation = found.signature, found.deviation
    report.length = Length(found.decisions, found.decisions.mapped(pace.minutes), list(found.asked))
    report.seats = Seats(list(found.seats.ahead), found.seats.chance)
    report.pots = _pots(found)


def _pots(found: Counted) -> Pots:
    bins = [Bin(least_of(i), n) for i, n in enumerate(found.pots) if n]
    return Pots(
        found.pot, {f"{part:g}": _quantile(bins, part * found.hands) for part in _TENTHS}, bins
    )


def _quantile(bins: Sequence[Bin], rank: float) -> float:
    """The chips that so many hands do not exceed, to within a bin."""
    seen = 0
    for one in bins:
        seen += one.hands
        if seen >= rank:
            return one.least
    return bins[-1].least if bins else 0.0


def _compare(work: _Work) -> None:
    """Skill: each bot alone among the next simpler ones."""
    plan, report = work.plan, work.report
    deals = sizes.deals(plan.hands, plan.players)
    steps = deals * plan.players * len(plan.pairs)
    for place, (better, simpler) in enumerate(plan.pairs):
        before = place * deals * plan.players
        found = compare(plan, better, simpler, deals, work.progress(steps, plan.players, before))
        if found is None:
            report.stopped = True
            return
        report.skill.append(found)


def compare(
    plan: Plan, better: str, simpler: str, deals: int, progress: Callable[[int], None]
) -> Skill | None:
    """Chips that a better bot wins among simpler ones; None if Ctrl-C came first."""
    one, other = (bots.policy_of(plan.game, name) for name in (better, simpler))
    done = match(
        plan.game,
        [one, *[other] * (plan.players - 1)],
        deals=deals,
        stack=plan.stack,
        seed=plan.seed,
        threads=plan.threads,
        chunk=_CHUNK,
        progress=progress,
    )
    if done.stopped:
        return None
    won = intervals.mean(done.mean[0], done.stderr[0], done.deals)
    deviation = done.deviation[0]
    shows = won.low > 0
    return Skill(
        better=better,
        simpler=simpler,
        won=won,
        deviation=deviation,
        hands=shown_after(won.value, deviation) if shows else None,
        low=shown_after(won.high, deviation) if shows else None,
        high=shown_after(won.low, deviation) if shows else None,
    )


def shown_after(won: float, deviation: float) -> float:
    """The hands after which a mean is two standard errors, with a deviation of single hands."""
    return math.ceil(max((_SIGMAS * deviation / won) ** 2, 1.0))


def _watch(work: _Work) -> None:
    """Actions and the lead, on a sample of hands."""
    plan, report = work.plan, work.report
    hands, found = sizes.watched(plan.hands), Watched()
    try:
        watch(
            plan.game,
            work.policy,
            stacks=plan.stacks,
            hands=hands,
            share=1 / max(report.length.decisions.value, 1) if report.length else 1,
            seed=plan.seed,
            found=found,
            progress=work.progress(hands),
        )
    finally:
        report.actions, report.lead = _actions(found), _lead(found)


def _actions(found: Watched) -> Actions | None:
    uses = [
        ActionUse(name, offered, taken, intervals.share(found.right[name], found.open[name]))
        for name, n in found.offered.most_common()
        if (offered := intervals.share(n, found.decisions))
        and (taken := intervals.share(found.taken[name], n))
    ]
    agreed = intervals.share(found.agreed, found.judged)
    hands = len(found.courses)
    return Actions(hands, found.decisions, found.judged, DEALS, agreed, uses) if hands else None


def _lead(found: Watched) -> Lead | None:
    changes = [course.changes for course in found.courses]
    mean = intervals.mean_of(changes)
    if mean is None:
        return None
    lasts = [course.last for course in found.courses if course.last is not None]
    counts = [changes.count(n) for n in range(max(changes) + 1)]
    return Lead(mean, counts, intervals.share(sum(lasts), len(lasts)))


def _match(work: _Work) -> None:
    """Matches to the end: the better and the simpler bots side by side, and which go broke."""
    plan, report = work.plan, work.report
    names = [plan.strengths[-1 - seat % 2 % len(plan.strengths)] for seat in range(plan.players)]
    policies = [bots.policy_of(plan.game, name) for name in names]
    simpler = {seat for seat, name in enumerate(names) if name != plan.strengths[-1]}
    matches, found = sizes.matches(plan.hands), list[Ruin | None]()
    try:
        play_matches(
            plan.game,
            policies,
            stack=plan.match_stack,
            matches=matches,
            seed=plan.seed,
            found=found,
            progress=work.progress(matches),
        )
    finally:
        report.broke = _broke(found, plan, simpler)


def _broke(found: Sequence[Ruin | None], plan: Plan, simpler: set[int]) -> Broke | None:
    ends = sorted(ruin.hands for ruin in found if ruin)
    share = intervals.share(len(ends), len(found))
    if share is None:
        return None
    weaker = sum(ruin.player in simpler for ruin in found if ruin)
    return Broke(
        matches=len(found),
        hands=HANDS,
        stack=plan.match_stack,
        share=share,
        median=_median(ends, len(found)),
        curve=[sum(end <= n for end in ends) / len(found) for n in range(HANDS + 1)],
        simpler=intervals.share(weaker, len(ends)) if simpler else None,
        simpler_seats=len(simpler) / plan.players,
    )


def _median(ends: Sequence[int], n: int) -> Figure | None:
    """The median length of n matches, of which some did not end; its interval by order statistics.

    An end of the interval that no match has reached is `HANDS`.
    """
    middle, wide = (n + 1) // 2, SIGMAS * math.sqrt(n) / 2
    if len(ends) < middle:
        return None
    low, high = max(math.floor(n / 2 - wide), 1), math.ceil(n / 2 + wide) + 1
    most = ends[high - 1] if high <= len(ends) else HANDS
    return Figure(ends[middle - 1], ends[low - 1], most, n)


def _vary(work: _Work) -> None:
    """Each option alone, on fewer hands."""
    plan, report = work.plan, work.report
    todo = variants(plan.game, plan.variants)
    hands, deals = sizes.of_variant(plan.hands), sizes.deals_of_variant(plan.hands, plan.players)
    each = hands + (deals * plan.players if plan.pairs else 0)
    report.variants, report.untried = [], len(variants(plan.game)) - len(todo)
    for place, variant in enumerate(todo):
        progress = work.progress(len(todo) * each, 1, place * each)
        changed = _changed(plan._replace(game=variant.game), variant, progress)
        if changed is None:
            report.stopped = True
            return
        report.variants.append(changed)


def _changed(plan: Plan, variant: Variant, progress: Callable[[int], None]) -> Changed | None:
    """A variant measured; None if Ctrl-C came first."""
    hands, deals = sizes.of_variant(plan.hands), sizes.deals_of_variant(plan.hands, plan.players)
    counted = count_hands(
        plan.game,
        bots.policy_of(plan.game, plan.strengths[-1]),
        stacks=plan.stacks,
        hands=hands,
        seed=plan.seed,
        threads=plan.threads,
        progress=progress,
    )
    if counted.stopped:
        return None
    skill = None
    if plan.pairs:
        told = _after(hands, plan.players, progress)
        skill = compare(plan, *plan.pairs[-1], deals, told)
        if skill is None:
            return None
    return Changed(
        option=variant.option,
        value=variant.value,
        hands=counted.hands,
        decisions=counted.decisions,
        minutes=counted.decisions.mapped(pace.minutes),
        pot=counted.pot,
        seats=Seats(list(counted.seats.ahead), counted.seats.chance),
        skill=None if skill is None else skill.won,
    )


def _after(hands: int, each: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """The progress of what comes after so many hands, in steps of `each`."""
    return lambda done: progress(hands + done * each)


PARTS: Mapping[str, Callable[[_Work], None]] = {
    "count": _count,
    "skill": _compare,
    "watch": _watch,
    "broke": _match,
    "options": _vary,
}
"""The parts of a report by their names, in their order."""
