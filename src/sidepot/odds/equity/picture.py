"""An `Equity` as a picture: a row for each hand, its cards and a bar of what it wins and ties."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from html import escape

from sidepot.engine.drawing import card_at
from sidepot.odds.equity.sentences import chances, remarks, share
from sidepot.odds.result import Equity, HandEquity
from sidepot.rules.layout import LaidCard
from sidepot.words import say

_WIDE, _ROW, _EDGE = 640, 64, 16
"""Pixels of the picture: its width, the height of a row, the margin."""
_BAR, _LONG, _THICK = 250, 290, 22
"""The left edge of the bars, the length of one that always wins, and its height."""
_CARDS = 190
"""The width that the cards of a hand may take up to the left edge of the last one."""
_STEP = 39
_LINE, _LETTERS = 19, 88
"""The height of a line of the remarks, and its most letters."""
_MOST = 26
"""The most letters of a range that are shown."""
_HAND = re.compile(r"[\s,]*(?:\(?(?:[2-9TJQKA][cdhs]|Xx|\?\??)\)?[\s,]*)+", re.IGNORECASE)
_CARD = re.compile(r"(\()?([2-9TJQKA][cdhs]|Xx|\?\??)", re.IGNORECASE)
_PAPER, _INK, _MUTE, _TRACK, _WINS = "#FFFCF7", "#2B1319", "#5E4044", "#F1D9C4", "#6B1E35"
_TIES = ".5"
"""The opacity of the part of a bar that is tied."""


def picture(found: Equity) -> str:
    """The equities as SVG, with everything in it that the lines of the terminal say."""
    rows = [_hand(hand) for hand in found.hands]
    if found.board:
        rows.insert(0, _cards(found.board) + _label(say("picture.board"), _BAR))
    said = [line for text in remarks(found) for line in textwrap.wrap(text.text, _LETTERS)]
    top = _ROW * len(rows)
    height = top + _LINE * len(said) + _EDGE
    drawn = [f'<g transform="translate(0 {_ROW * n})">{row}</g>' for n, row in enumerate(rows)]
    drawn += [_text(_EDGE, top + _LINE * n + 14, line, 14, _MUTE) for n, line in enumerate(said)]
    title = "; ".join(f"{hand.hand}: {share(hand).text}" for hand in found.hands)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{_WIDE}" height="{height}" rx="12" fill="{_PAPER}"/>'
        + "".join(drawn)
        + "</svg>\n"
    )


def _hand(hand: HandEquity) -> str:
    """The row of a hand: what it is, its bar, and its chances below."""
    is_cards = _HAND.fullmatch(hand.hand)
    cards = [("(" if thrown else "") + _written(card) for thrown, card in _CARD.findall(hand.hand)]
    shown = _cards(cards) if is_cards else _label(textwrap.shorten(hand.hand, _MOST))
    return (
        shown
        + _bar(_LONG, _TRACK)
        + _bar(_LONG * min(hand.equity, 1.0), _WINS, _TIES if hand.equity > hand.win else "1")
        + (_bar(_LONG * min(hand.win, hand.equity), _WINS) if hand.equity > hand.win else "")
        + _text(_BAR + _LONG + 10, _ROW / 2 + 1, share(hand).text, 17, _INK, weight=700)
        + _text(_BAR, _ROW / 2 + 23, chances(hand).text, 13, _MUTE)
    )


def _written(card: str) -> str:
    """A card as it is printed: `as` is `As`, and one that nobody knows `??`."""
    return "??" if card.startswith("?") else card[0].upper() + card[1].lower()


def _cards(cards: Sequence[str]) -> str:
    """Cards beside each other, overlapping where they are many; one after a bracket is faded."""
    step = min(_STEP, _CARDS / max(len(cards) - 1, 1))
    return "".join(
        card_at(LaidCard(card.removeprefix("("), dead=card.startswith("(")), _EDGE + step * n)
        for n, card in enumerate(cards)
    )


def _label(text: str, x: float = _EDGE) -> str:
    """A text where the cards of a hand would be, or beside them."""
    return _text(x, _ROW / 2 + 6, text, 16, _INK, weight=700)


def _bar(length: float, color: str, opacity: str = "1") -> str:
    return (
        f'<rect x="{_BAR}" y="{(_ROW - _THICK) / 2 - 5:.0f}" width="{length:.1f}" '
        f'height="{_THICK}" rx="4" fill="{color}" opacity="{opacity}"/>'
    )


def _text(x: float, y: float, text: str, size: int, color: str, *, weight: int = 400) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" '
        f'fill="{color}">{escape(text)}</text>'
    )
