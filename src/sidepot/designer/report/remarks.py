"""Remarks of a report: what stands out in a game, and what its designer may change about it."""

from __future__ import annotations

from collections.abc import Iterator

from sidepot.designer.report.drawing import number, percent
from sidepot.designer.report.figures import ActionUse, Report, Skill
from sidepot.designer.report.house import measures, table
from sidepot.designer.report.measuring import shown_after
from sidepot.words import Message

_NEVER, _ALWAYS, _MOSTLY = 0.01, 0.97, 0.9
"""Shares of the decisions in which an action is hardly ever taken, nearly always right, and taken
by bots that have no choice: where they take it less often, the quick rule may be wrong."""
_ENOUGH = 20
"""Decisions of which an action must have been in, before anything is said of it."""
_SLOW = 20_000
"""Hands after which skill shows so late that few players live to see it."""
_RARE = 1000
"""Hands after which skill that may be there shows at the earliest, where a game is called luck."""
_LATE = 0.4
"""The share of hands from which on the last card decides too often."""
_EARLY = 30
"""The hands within which that is soon."""


def remarks(report: Report) -> Iterator[Message]:
    """The remarks, the gravest first."""
    yield from _on_seats(report)
    yield from _on_skill(report)
    yield from _on_actions(report)
    yield from _on_lead(report)
    yield from _on_ruin(report)
    yield from _beside_house(report)
    yield from _on_options(report)


def _on_seats(report: Report) -> Iterator[Message]:
    seats = report.seats
    if seats is None or not seats.are_unequal:
        return
    far = seats.ahead[seats.farthest]
    values = {"seat": seats.farthest + 1, "chips": number(abs(far.value), 3)}
    if far.value > 0:
        yield Message("report.remark_better", values)
    else:
        yield Message("report.remark_worse", values)


def _on_skill(report: Report) -> Iterator[Message]:
    if not report.skill:
        return
    best = report.skill[-1]
    values = {"better": best.better, "simpler": best.simpler}
    if best.won.high < 0:
        yield Message("report.remark_upside_down", values)
    elif best.hands is None and _is_luck(best):
        yield Message("report.remark_luck", values)
    elif best.hands is None:
        yield Message("report.remark_unclear", values)
    elif best.hands > _SLOW:
        yield Message("report.remark_slow", {**values, "hands": number(best.hands)})


def _is_luck(skill: Skill) -> bool:
    """Whether all that either bot may win would show late at best."""
    most = max(skill.won.high, -skill.won.low)
    return most <= 0 or shown_after(most, skill.deviation) > _RARE


def _on_actions(report: Report) -> Iterator[Message]:
    found = report.actions
    for use in found.uses if found else ():
        values = {"action": use.action.replace("_", " "), "taken": percent(use.taken.value)}
        if use.taken.n >= _ENOUGH and use.taken.value < _NEVER:
            yield Message("report.remark_never", values)
        if _is_always_right(use, report):
            yield Message("report.remark_always", values)


def _is_always_right(use: ActionUse, report: Report) -> bool:
    """Whether a choice among several actions is none, because one of them is always right."""
    alone = report.actions is not None and len(report.actions.uses) < 2
    if use.right is None or alone or use.right.n < _ENOUGH:
        return False
    return use.right.value >= _ALWAYS and use.taken.value >= _MOSTLY


def _on_lead(report: Report) -> Iterator[Message]:
    lead = report.lead
    if lead is None:
        return
    if lead.last is not None and lead.last.low > _LATE:
        yield Message("report.remark_late", {"share": percent(lead.last.value)})


def _on_ruin(report: Report) -> Iterator[Message]:
    found = report.broke
    if found is not None and found.median is not None and found.median.high <= _EARLY:
        values = {"n": int(found.median.value), "stack": found.stack}
        yield Message("report.remark_ruin", values)


def _beside_house(report: Report) -> Iterator[Message]:
    """Measures outside all that the house's games have."""
    here = measures(report)
    others = [row for row in table() if row.game != report.game]
    if here is None or not others:
        return
    longest = max(row.minutes for row in others)
    if report.length and report.length.minutes.low > longest:
        yield Message("report.remark_long", {"minutes": number(here.minutes, 1)})
    if report.lead and report.lead.changes.high < min(row.changes for row in others):
        yield Message("report.remark_still", {"changes": number(here.changes, 2)})
    if report.pots and report.pots.chips.low / report.unit > max(row.pot for row in others):
        yield Message("report.remark_pots", {"units": number(here.pot)})


def _on_options(report: Report) -> Iterator[Message]:
    """Options none of whose values changes anything that was measured."""
    if not report.variants or report.length is None or report.pots is None:
        return
    moved = {one.option: False for one in report.variants}
    for one in report.variants:
        now = [(one.decisions, report.length.decisions), (one.pot, report.pots.chips)]
        if one.skill is not None and report.skill:
            now.append((one.skill, report.skill[-1].won))
        now += list(zip(one.seats.ahead, report.seats.ahead if report.seats else (), strict=False))
        is_apart = any(a.low > b.high or a.high < b.low for a, b in now)
        moved[one.option] = moved[one.option] or is_apart
    still = [name for name, is_moved in moved.items() if not is_moved]
    if still:
        yield Message("report.remark_options", {"options": still})
