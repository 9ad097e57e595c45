"""Pictures of a report as inline SVG: columns, bars, means with intervals, a curve, strips.

Their colours and typefaces are those of `report.css`. They are 400 wide, so that their letters stay
legible on a phone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from sidepot.designer.report.intervals import Figure
from sidepot.words import spoken

_WIDE, _ROW, _FOOT = 400, 30, 22
_LABELS, _VALUES = 112, 84
"""The width of the labels at the left and of the values at the right."""
_TALL = 130
"""The height of columns and curves."""
_MOST_COLUMNS, _TICKS = 24, 8
_BROAD = 64
"""The widest that a column is."""
_LETTERS = 15
"""The most letters of a label."""


NOTHING = "-"
"""The sign for a figure that is not known."""


class Row(NamedTuple):
    """A row of a picture: its label, its figure, and the value that is written beside it."""

    label: str
    figure: Figure
    value: str


class Column(NamedTuple):
    """A column of a histogram: its label below, its height, and the text that a pointer shows."""

    label: str
    height: float
    told: str


class Use(NamedTuple):
    """An action's row: two shares, of which the second may be unknown."""

    label: str
    note: str
    taken: float
    right: float | None


class Strip(NamedTuple):
    """A scale with a dot for each of the house's games, and a mark for this one.

    `ends` are written below its ends; `told` has a name and a value for each dot.
    """

    label: str
    value: str
    here: float
    dots: Sequence[tuple[str, float]]
    ends: tuple[str, str]


def number(value: float, digits: int = 0, *, signed: bool = False) -> str:
    """A number as the reader's language writes it."""
    return spoken().number(f"{value:{'+' if signed else ''}.{digits}f}")


def percent(part: float) -> str:
    """A share in whole percent."""
    return f"{number(100 * part)}\N{NO-BREAK SPACE}%"


def _svg(title: str, height: float, drawn: Iterable[str]) -> str:
    """A picture with its title for those who do not see it."""
    return (
        f'<svg viewBox="0 0 {_WIDE} {height:.0f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def columns(title: str, found: Sequence[Column]) -> str:
    """A histogram."""
    shown = found[:_MOST_COLUMNS]
    top = max((column.height for column in shown), default=0) or 1
    step = min(_WIDE / max(len(shown), 1), _BROAD)
    every = -(-len(shown) // _TICKS)
    drawn = []
    for i, column in enumerate(shown):
        tall = _TALL * column.height / top
        drawn.append(
            f'<rect class="bar" x="{i * step + 1:.1f}" y="{_TALL - tall + 2:.1f}" '
            f'width="{step - 2:.1f}" height="{tall:.1f}" rx="2">'
            f"<title>{escape(column.told)}</title></rect>"
        )
        if i % every == 0:
            drawn.append(_text(i * step + step / 2, _TALL + 19, column.label, anchor="middle"))
    drawn.append(f'<path class="axis" d="M0 {_TALL + 2}H{_WIDE}"/>')
    return _svg(title, _TALL + 2 + _FOOT, drawn)


def intervals(title: str, rows: Sequence[Row]) -> str:
    """Means with their intervals, beside the line of 0."""
    ends = [end for row in rows for end in (row.figure.low, row.figure.high)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    room = (_WIDE - _LABELS - _VALUES - 16) / ((high - low) or 1)

    def at(value: float) -> float:
        return _LABELS + 8 + (value - low) * room

    drawn = [f'<path class="axis" d="M{at(0):.1f} 2V{len(rows) * _ROW}"/>']
    for i, (label, figure, value) in enumerate(rows):
        y = i * _ROW + _ROW / 2
        drawn += [
            _text(_LABELS, y + 5, _clipped(label), anchor="end"),
            f'<path class="span" d="M{at(figure.low):.1f} {y}H{at(figure.high):.1f}"/>',
            f'<circle class="dot" cx="{at(figure.value):.1f}" cy="{y}" r="5"/>',
            _text(_WIDE - 2, y + 5, value, anchor="end", kind="strong"),
        ]
    return _svg(title, len(rows) * _ROW, drawn)


def uses(title: str, rows: Sequence[Use], names: tuple[str, str]) -> str:
    """Two bars for each action: how often it is taken, and how often it is right."""
    drawn, tall = list[str](), 64
    wide = _WIDE - 170
    for i, row in enumerate(rows):
        y = i * tall
        drawn.append(_text(0, y + 15, row.label, kind="strong"))
        drawn.append(_text(_WIDE, y + 15, row.note, anchor="end", kind="mute"))
        for k, part in enumerate((row.taken, row.right)):
            top = y + 22 + 17 * k
            drawn.append(_text(110, top + 11, names[k], anchor="end", kind="mute"))
            drawn.append(_track(118, top, wide, part, "bar" if k == 0 else "second"))
            said = NOTHING if part is None else percent(part)
            drawn.append(_text(_WIDE, top + 11, said, anchor="end"))
    return _svg(title, tall * len(rows), drawn)


def _track(x: float, y: float, wide: float, part: float | None, kind: str) -> str:
    track = f'<rect class="track" x="{x}" y="{y}" width="{wide}" height="13" rx="3"/>'
    if part is None:
        return track
    return track + (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{wide * part:.1f}" height="13" rx="3"/>'
    )


def curve(title: str, shares: Sequence[float], ends: tuple[str, str]) -> str:
    """A share that grows, from 0 to 1 of the height."""
    step = (_WIDE - 44) / max(len(shares) - 1, 1)
    points = [f"{i * step:.1f} {_TALL * (1 - share) + 8:.1f}" for i, share in enumerate(shares)]
    right = _WIDE - 44
    grid = "".join(
        f'<path class="grid" d="M0 {_TALL * (1 - part) + 8}H{right}"/>'
        + _text(_WIDE, _TALL * (1 - part) + 13, percent(part), anchor="end", kind="mute")
        for part in (0.0, 0.5, 1.0)
    )
    line = f'<path class="line" d="M{"L".join(points)}"/>'
    labels = _text(0, _TALL + 27, ends[0], kind="mute")
    labels += _text(right, _TALL + 27, ends[1], anchor="end", kind="mute")
    return _svg(title, _TALL + 34, [grid, line, labels])


def strips(title: str, rows: Sequence[Strip]) -> str:
    """A scale for each measure."""
    tall, drawn = 66, list[str]()
    for i, row in enumerate(rows):
        top = i * tall
        values = [row.here, *(value for _, value in row.dots)]
        low, high = min(values), max(values)
        room = (_WIDE - 24) / ((high - low) or 1)
        y = top + 34
        drawn.append(_text(0, top + 15, row.label, kind="strong"))
        drawn.append(_text(_WIDE, top + 15, row.value, anchor="end", kind="here"))
        drawn.append(f'<path class="axis" d="M0 {y}H{_WIDE}"/>')
        for name, value in row.dots:
            x = 12 + (value - low) * room
            drawn.append(
                f'<circle class="other" cx="{x:.1f}" cy="{y}" r="5"><title>{escape(name)}</title>'
                "</circle>"
            )
        x = 12 + (row.here - low) * room
        drawn.append(f'<path class="mark" d="M{x:.1f} {y - 10}l8 10l-8 10l-8 -10z"/>')
        drawn.append(_text(0, top + 57, row.ends[0], kind="mute"))
        drawn.append(_text(_WIDE, top + 57, row.ends[1], anchor="end", kind="mute"))
    return _svg(title, tall * len(rows), drawn)


def _text(x: float, y: float, said: str, *, anchor: str = "start", kind: str = "") -> str:
    """A text of a picture."""
    of = f' class="{kind}"' if kind else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{place}{of}>{escape(said)}</text>'


def _clipped(label: str) -> str:
    """A label that has room at the left of a picture."""
    return label if len(label) <= _LETTERS else f"{label[: _LETTERS - 1]}…"


def scaled(value: float) -> float:
    """A place on a scale of many magnitudes."""
    return math.log10(max(value, 1e-3))
