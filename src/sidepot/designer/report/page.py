"""A report as one page of HTML: answers, pictures, and how it was measured."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from sidepot.designer.report import drawing, pace
from sidepot.designer.report.drawing import (
    NOTHING,
    Column,
    Row,
    Strip,
    Use,
    number,
    percent,
    scaled,
)
from sidepot.designer.report.figures import Actions, Bin, Broke, Changed, Pots, Report, Skill
from sidepot.designer.report.house import Measures, measures, table
from sidepot.designer.report.intervals import Figure
from sidepot.designer.report.remarks import remarks
from sidepot.words import language, say

_BARS = 20
"""The most columns of pots."""
_SPANNING = ("pot", "seat", "shows")
"""The measures that differ by magnitudes from game to game."""


def page(report: Report, command: str) -> str:
    """The page; `command` makes it again."""
    body = "".join(_body(report, command))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(say('report.title', game=report.title))}</title>\n"
        f"<style>{_style()}</style>\n<body>\n<main>{body}</main>\n"
    )


@functools.cache
def _style() -> str:
    return Path(__file__).with_name("report.css").read_text("utf-8")


def _body(report: Report, command: str) -> Iterator[str]:
    yield from _header(report)
    yield _remarks(report)
    yield '<div class="parts">'
    yield from _house(report)
    yield from _length(report)
    yield from _seats(report)
    yield from _skill(report)
    yield from _actions(report)
    yield from _lead(report)
    yield from _pots(report)
    yield from _broke(report)
    yield from _options(report)
    yield "</div>"
    yield _method(report, command)


def _header(report: Report) -> Iterator[str]:
    yield f"<header><h1>{escape(report.title)}</h1>"
    terms = say(
        "report.terms",
        players=report.players,
        stack=report.stack,
        bot=report.bots[-1],
        hands=report.hands,
    )
    yield f"<p>{escape(terms)}</p>"
    if report.options:
        chosen = ", ".join(f"{name}={value}" for name, value in report.options.items())
        yield f"<p><code>{escape(chosen)}</code></p>"
    if report.stopped:
        yield f"<p><b>{escape(say('report.stopped'))}</b></p>"
    yield "</header>"


def _remarks(report: Report) -> str:
    """The remarks on the game, each with an advice to its designer."""
    found = [f"<li>{escape(remark.text)}</li>" for remark in remarks(report)]
    if report.stopped and not found:  # nothing can be said of what was not measured
        return ""
    found = found or [f'<li class="good">{escape(say("report.nothing"))}</li>']
    return (
        f'<section><h2>{escape(say("report.remarks"))}</h2><ul class="flags">'
        f"{''.join(found)}</ul></section>"
    )


def _section(title: str, answer: str, inside: str, method: str = "", kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    below = f'<p class="method">{escape(method)}</p>' if method else ""
    return (
        f"<section{of}><h2>{escape(title)}</h2>"
        f'<p class="answer">{escape(answer)}</p>{inside}{below}</section>'
    )


def _between(figure: Figure, digits: int = 2, *, signed: bool = False) -> str:
    """The interval of a figure."""
    low, high = (number(end, digits, signed=signed) for end in (figure.low, figure.high))
    return say("report.between", low=low, high=high)


def _share(figure: Figure) -> str:
    """A share with its interval."""
    low, high = percent(figure.low), percent(figure.high)
    return f"{percent(figure.value)} ({say('report.between', low=low, high=high)})"


def _house(report: Report) -> Iterator[str]:
    """The game beside those of the house."""
    here, others = measures(report), [row for row in table() if row.game != report.game]
    if here is None or not others:
        return
    rows = list(_strips(here, others))
    yield _section(
        say("report.house"),
        say("report.house_answer", n=len(others)),
        drawing.strips(say("report.house"), rows),
        say("report.house_method"),
    )


def _strips(here: Measures, others: Sequence[Measures]) -> Iterator[Strip]:
    yield _strip(say("report.minutes"), "minutes", here, others, 1)
    yield _strip(say("report.pot_units"), "pot", here, others, 1)
    yield _strip(say("report.seat_units"), "seat", here, others, 2)
    if here.shows is not None:
        yield _strip(say("report.shows"), "shows", here, others, 0)
    yield _strip(say("report.changes"), "changes", here, others, 1)
    if here.last is not None:
        yield _strip(say("report.last"), "last", here, others, 2)


def _strip(label: str, name: str, here: Measures, others: Sequence[Measures], digits: int) -> Strip:
    """The strip of one measure, where it spans magnitudes on a scale of them."""
    place = scaled if name in _SPANNING else float
    known = [(row.game, getattr(row, name)) for row in others if getattr(row, name) is not None]
    known.sort(key=lambda one: one[1])

    def said(value: float) -> str:
        return percent(value) if name == "last" else number(value, digits)

    ends = [f"{game}: {said(value)}" for game, value in (known[:1] + known[-1:])]
    return Strip(
        label=label,
        value=said(getattr(here, name)),
        here=place(getattr(here, name)),
        dots=[(f"{game}: {said(value)}", place(value)) for game, value in known],
        ends=(ends[0], ends[-1]) if ends else ("", ""),
    )


def _length(report: Report) -> Iterator[str]:
    length = report.length
    if length is None:
        return
    answer = say(
        "report.length_answer",
        minutes=number(length.minutes.value, 1),
        decisions=number(length.decisions.value, 1),
    )
    whole = sum(length.counts)
    first = next((i for i, n in enumerate(length.counts) if n), 0)
    shown = [
        Column(str(i), n, say("report.length_bar", n=i, share=percent(n / whole)))
        for i, n in enumerate(length.counts)
        if i >= first
    ]
    method = say(
        "report.length_method",
        seconds=pace.SECONDS,
        dealing=pace.DEALING,
        between=_between(length.decisions),
    )
    title = say("report.length")
    yield _section(title, answer, drawing.columns(title, _gathered(shown)), method)


def _gathered(found: Sequence[Column]) -> list[Column]:
    """The columns in at most `_BARS` groups of as many neighbours."""
    each = -(-len(found) // _BARS)
    groups = [found[i : i + each] for i in range(0, len(found), each)]
    return [
        Column(group[0].label, sum(one.height for one in group), group[0].told) for group in groups
    ]


def _seats(report: Report) -> Iterator[str]:
    seats = report.seats
    if seats is None:
        return
    far = seats.ahead[seats.farthest]
    values = {
        "seat": seats.farthest + 1,
        "chips": number(abs(far.value), 3),
        "chance": _chance(seats.chance),
    }
    if seats.are_unequal and far.value > 0:
        answer = say("report.seats_better", **values)
    elif seats.are_unequal:
        answer = say("report.seats_worse", **values)
    else:
        most = max(max(abs(seat.low), abs(seat.high)) for seat in seats.ahead)
        answer = say("report.seats_equal", most=number(most, 2), chance=values["chance"])
    rows = [
        Row(say("report.seat", n=i + 1), seat, number(seat.value, 3, signed=True))
        for i, seat in enumerate(seats.ahead)
    ]
    title = say("report.seats")
    method = say("report.seats_method", n=seats.ahead[0].n)
    yield _section(title, answer, drawing.intervals(title, rows), method)


def _chance(chance: float) -> str:
    return number(chance, 2) if chance >= 0.01 else f"<{number(0.01, 2)}"


def _skill(report: Report) -> Iterator[str]:
    if not report.skill:
        return
    best = report.skill[-1]
    rows = [
        Row(f"{one.better}", one.won, number(one.won.value, 3, signed=True)) for one in report.skill
    ]
    said = [_against(one) for one in report.skill]
    title = say("report.skill")
    inside = drawing.intervals(title, rows)
    inside += "".join(f"<p>{escape(line)}</p>" for line in said)
    method = say("report.skill_method", deals=best.won.n, players=report.players)
    yield _section(title, _shows(best), inside + _by_itself(report), method)


def _by_itself(report: Report) -> str:
    """The limit of matches in games that keep something."""
    return f"<p>{escape(say('report.by_itself'))}</p>" if report.keeps else ""


def _shows(skill: Skill) -> str:
    values = {"better": skill.better, "simpler": skill.simpler}
    if skill.hands is None or skill.low is None or skill.high is None:
        return say("report.skill_none", **values)
    return say("report.skill_answer", **values, hands=number(skill.hands))


def _against(skill: Skill) -> str:
    values = {
        "better": skill.better,
        "simpler": skill.simpler,
        "won": number(skill.won.value, 3, signed=True),
        "between": _between(skill.won, 3, signed=True),
    }
    if skill.low is None or skill.high is None or skill.hands is None:
        return say("report.skill_line", **values)
    hands = {"hands": number(skill.hands), "low": number(skill.low), "high": number(skill.high)}
    return say("report.skill_shown", **values, **hands)


def _actions(report: Report) -> Iterator[str]:
    found = report.actions
    if found is None:
        return
    rows = [
        Use(
            one.action.replace("_", " "),
            say("report.offered", share=percent(one.offered.value)),
            one.taken.value,
            one.right.value if one.right else None,
        )
        for one in found.uses
    ]
    title = say("report.actions")
    names = say("report.taken"), say("report.right")
    method = say(
        "report.actions_method",
        hands=found.hands,
        decisions=found.decisions,
        judged=found.judged,
        deals=found.deals,
    )
    yield _section(title, _agreed(found), drawing.uses(title, rows, names), method)


def _agreed(found: Actions) -> str:
    if found.agreed is None:
        return say("report.actions_none")
    return say("report.actions_answer", share=_share(found.agreed))


def _lead(report: Report) -> Iterator[str]:
    lead = report.lead
    if lead is None:
        return
    last = lead.last
    if last is None:
        answer = say("report.lead_alone", changes=number(lead.changes.value, 1))
    else:
        answer = say(
            "report.lead_answer", changes=number(lead.changes.value, 1), share=_share(last)
        )
    whole = sum(lead.counts)
    shown = [
        Column(str(i), n, say("report.lead_bar", n=i, share=percent(n / whole)))
        for i, n in enumerate(lead.counts)
    ]
    title = say("report.lead")
    method = say("report.lead_method", hands=whole, between=_between(lead.changes))
    yield _section(title, answer, drawing.columns(title, _gathered(shown)), method)


def _pots(report: Report) -> Iterator[str]:
    pots = report.pots
    if pots is None:
        return
    of = pots.quantiles
    answer = say(
        "report.pots_answer",
        middle=number(of["0.5"]),
        least=number(of["0.1"]),
        most=number(of["0.9"]),
        top=number(of["0.99"]),
    )
    title = say("report.pots")
    shown = _grouped(pots)
    method = say(
        "report.pots_method",
        mean=number(pots.chips.value, 1),
        between=_between(pots.chips, 1),
        unit=report.unit,
    )
    yield _section(title, answer, drawing.columns(title, shown), method)


def _grouped(pots: Pots) -> list[Column]:
    """The pots in at most `_BARS` bins; wide ranges in bins that double or nearly so."""
    whole, bins = sum(one.hands for one in pots.bins), list(pots.bins)
    step = 1.0
    while len(bins) > _BARS:
        step *= 1.25
        bins = list(_merged(pots.bins, step))
    return [
        Column(
            number(one.least),
            one.hands,
            say("report.pots_bar", n=number(one.least), share=percent(one.hands / whole)),
        )
        for one in bins
    ]


def _merged(bins: Sequence[Bin], step: float) -> Iterator[Bin]:
    """Bins put together so that each is at least `step` times, and 1 chip, above the one before."""
    start, hands = bins[0].least, 0
    for one in bins:
        if one.least >= max(start * step, start + step):
            yield Bin(start, hands)
            start, hands = one.least, 0
        hands += one.hands
    yield Bin(start, hands)


def _broke(report: Report) -> Iterator[str]:
    found = report.broke
    if found is None:
        return
    ends = say("report.broke_first"), say("report.broke_last", n=found.hands)
    title = say("report.broke")
    inside = drawing.curve(title, found.curve, ends)
    if found.simpler is not None:
        line = say(
            "report.broke_simpler",
            share=_share(found.simpler),
            seats=percent(found.simpler_seats),
            bot=report.bots[-2],
        )
        inside += f"<p>{escape(line)}</p>"
    method = say("report.broke_method", matches=found.matches, stack=found.stack)
    yield _section(title, _how_soon(found), inside + _by_itself(report), method)


def _how_soon(found: Broke) -> str:
    values = {"share": _share(found.share), "n": found.hands}
    if found.median is None:
        return say("report.broke_answer", **values)
    median = found.median
    between = _between(median, 0)
    return say("report.broke_median", **values, median=int(median.value), between=between)


def _options(report: Report) -> Iterator[str]:
    if report.variants is None or report.length is None:
        return
    title = say("report.options")
    if not report.variants:
        said = "" if report.untried else say("report.options_none")
        yield _section(title, said, _untried(report), kind="wide")
        return
    heads = [
        say("report.option"),
        say("report.minutes"),
        say("report.pot_chips"),
        say("report.seat_chips"),
        say("report.skill_chips"),
    ]
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    rows = [_present(report), *(_variant(one, report) for one in report.variants)]
    inside = (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    hands = report.variants[0].hands
    yield _section(
        title,
        say("report.options_answer"),
        inside + _untried(report),
        say("report.options_method", hands=hands),
        kind="wide",
    )


def _untried(report: Report) -> str:
    """The sentence for changes of options that were left out, or nothing."""
    if not report.untried:
        return ""
    return f"<p>{escape(say('report.options_untried', n=report.untried))}</p>"


def _present(report: Report) -> str:
    """The row of the game as it is."""
    length, pots, seats = report.length, report.pots, report.seats
    if length is None or pots is None or seats is None:
        return ""
    cells = [
        say("report.as_is"),
        number(length.minutes.value, 2),
        number(pots.chips.value, 1),
        number(seats.ahead[seats.farthest].value, 2, signed=True),
        number(report.skill[-1].won.value, 2, signed=True) if report.skill else NOTHING,
    ]
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _variant(one: Changed, report: Report) -> str:
    """The row of a variant; what differs from the game as it is stands out."""
    length, pots, seats = report.length, report.pots, report.seats
    if length is None or pots is None or seats is None:
        return ""
    far = one.seats.ahead[one.seats.farthest]
    skill = report.skill[-1].won if report.skill else None
    cells = [
        f"<td><code>{escape(f'{one.option}={one.value}')}</code></td>",
        _cell(one.minutes, length.minutes, 2),
        _cell(one.pot, pots.chips, 1),
        _cell(far, seats.ahead[one.seats.farthest], 2, signed=True),
        _cell(one.skill, skill, 2, signed=True),
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _cell(figure: Figure | None, now: Figure | None, digits: int, *, signed: bool = False) -> str:
    """A figure, bold with an arrow where its interval and that of the game as it is are apart."""
    if figure is None or now is None:
        return f"<td>{NOTHING}</td>"
    said = number(figure.value, digits, signed=signed)
    if figure.low > now.high:
        return f"<td><b>▲ {said}</b></td>"
    if figure.high < now.low:
        return f"<td><b>▼ {said}</b></td>"
    return f"<td>{said}</td>"


def _method(report: Report, command: str) -> str:
    """The method, and the command that makes the page again."""
    lines = [say("report.method"), say("report.again", seed=report.seed, sum=report.signature)]
    said = "".join(f'<p class="method">{escape(line)}</p>' for line in lines)
    code = f"<p><code>{escape(command)}</code></p>"
    return f"<section><h2>{escape(say('report.measured'))}</h2>{said}{code}</section>"
