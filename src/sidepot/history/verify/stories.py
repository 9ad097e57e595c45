"""Compares the histories of one hand, as two of its viewers know it."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.history import History
from sidepot.history.notation import HIDDEN, NOTE, VOID, Line


def is_one_hand(one: History, other: History) -> bool:
    """Whether two histories tell of the same hand: its table, stacks, actions, and cards.

    A card that one of the viewers has not seen may be any. A hand that was called off may end
    earlier for one of them, before a choice that was still secret.
    """
    if _table(one) != _table(other):
        return False
    lines, others = _lines(one), _lines(other)
    n = min(len(lines), len(others))
    is_cut = VOID in (lines[n - 1].word, others[n - 1].word) if n else False
    if len(lines) != len(others) and not is_cut:
        return False
    told = zip(lines[: n - is_cut], others[: n - is_cut], strict=True)
    return all(_is_one_line(line, another) for line, another in told)


def _table(told: History) -> tuple[object, ...]:
    """The facts of a hand beside its lines, which are the same in every viewer's history."""
    return (
        *(told.variant, told.antes, told.starting_stacks, told.finishing_stacks),
        *(told.stakes, told.options, told.players, told.kept),
    )


def _lines(told: History) -> Sequence[Line]:
    """The lines that are not commentary."""
    lines = map(Line.parse, filter(str.strip, told.actions))
    return [line for line in lines if line.word != NOTE]


def _is_one_line(line: Line, other: Line) -> bool:
    if (line.seat, line.word, line.amount) != (other.seat, other.word, other.amount):
        return False
    cards = zip(line.cards, other.cards, strict=False)
    is_alike = all(a == b or HIDDEN in (a, b) for a, b in cards)
    return is_alike and len(line.cards) == len(other.cards)
