"""Odd hands: a few that a game's designer should read, since no law knows who has to win them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sidepot import kernel
from sidepot.designer.laws.names import SPLITS, shown_hands
from sidepot.designer.laws.trace import Trace, events_of
from sidepot.engine import examples
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.words import Message

_SIDE = ("won_side", "split_side")
_LONGEST = 30
"""Decisions of a hand that is still read, and can be typed."""


class Odd(NamedTuple):
    """A hand to read: what is odd about it, its end in sentences, and the example that it makes.

    `example`: "" for a hand that no example can name: it follows another, or discards come again.
    """

    title: str
    told: list[str]
    example: str


class _End(NamedTuple):
    """The end of a hand: the kinds of the last verb's events, and seats by what became of them."""

    kinds: Sequence[str]
    shown: int
    """The number of seats that showed cards."""
    is_short: bool
    """Whether somebody wins who has begun with less than all others that showed."""


def odd_hands(traces: Sequence[Trace]) -> Iterator[Odd]:
    """The shortest hand of each odd kind, as far as there are any, each hand once."""
    readable = [trace for trace in traces if 0 < len(trace.actions) <= _LONGEST]
    ends = [(_end(trace), trace) for trace in sorted(readable, key=lambda t: len(t.actions))]
    taken = set[int]()
    for title, fits in (
        (Message("check.odd_side"), [trace for end, trace in ends if {*_SIDE} & {*end.kinds}]),
        (Message("check.odd_split"), [trace for end, trace in ends if "split" in end.kinds]),
        (Message("check.odd_alike"), [t for end, t in ends if _is_alone_of_equals(end, t)]),
        (Message("check.odd_short"), [trace for end, trace in ends if end.is_short]),
        (Message("check.odd_many"), _widest(ends)),
        (Message("check.odd_alone"), [trace for end, trace in ends if not end.shown]),
    ):
        left = [trace for trace in fits if trace.case.number not in taken]
        if left:
            taken.add(left[0].case.number)
            yield _read(title.text, left[0])


def _widest(ends: Sequence[tuple[_End, Trace]]) -> list[Trace]:
    """The hands in which most seats show their cards, if more than two."""
    most = max((end.shown for end, _ in ends), default=0)
    return [trace for end, trace in ends if end.shown == most > 2]


def _is_alone_of_equals(end: _End, trace: Trace) -> bool:
    """Whether a hand wins nothing beside an equal one that wins, and no pot is split."""
    if end.shown < 2 or {*SPLITS} & {*end.kinds}:
        return False
    pairs = itertools.permutations(shown_hands(trace), 2)
    return any(
        a.won > 0 == b.won and (a.name, a.high) == (b.name, b.high) and b.reaches(a)
        for a, b in pairs
    )


def _end(trace: Trace) -> _End:
    s: Any = kernel.fields(trace.rows(-1))
    events, stacks = events_of(s), trace.case.stacks
    shown = {event.seat for event in events if event.kind == "shown"}
    won = [p for p in shown if p < len(stacks) and s.chips.won[p]]
    others = [stacks[p] for p in shown if p < len(stacks) and p not in won]
    is_short = bool(won and others) and min(stacks[p] for p in won) < min(others)
    return _End([event.kind for event in events], len(shown), is_short)


def _read(title: str, trace: Trace) -> Odd:
    case = trace.case
    hand = trace.hand()
    told = [message.text for message in tell(hand.events(RAIL, -1), hand.names)]
    is_whole = case.kept is None and not case.game.deals_again
    actions = [str(action) for _, action in hand.actions]
    return Odd(title, told, str(examples.of(hand, actions)) if is_whole else "")
