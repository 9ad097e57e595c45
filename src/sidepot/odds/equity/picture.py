"""An `Equity` as a picture: a row for each hand, its cards and a bar of what it wins and ties."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from sidepot.engine.drawing import card_at
from sidepot.odds import bars
from sidepot.odds.bars import EDGE, FILL, INK, MUTE, TRACK, label
from sidepot.odds.equity.sentences import chances, remarks, share
from sidepot.odds.result import Equity, HandEquity
from sidepot.rules.layout import LaidCard
from sidepot.words import say

_ROW = 64
"""The height of a row in pixels."""
_BAR, _LONG, _THICK = 250, 290, 22
"""The left edge of the bars, the length of one that always wins, and its height."""
_CARDS = 190
"""The width that the cards of a hand may take up to the left edge of the last one."""
_STEP = 39
_MOST = 26
"""The most letters of a range that are shown."""
_HAND = re.compile(r"[\s,]*(?:\(?(?:[2-9TJQKA][cdhs]|Xx|\?\??)\)?[\s,]*)+", re.IGNORECASE)
_CARD = re.compile(r"(\()?([2-9TJQKA][cdhs]|Xx|\?\??)", re.IGNORECASE)
_TIES = ".5"
"""The opacity of the part of a bar that is tied."""


def picture(found: Equity) -> str:
    """The equities as SVG, with everything in it that the lines of the terminal say."""
    rows = [_hand(hand) for hand in found.hands]
    if found.board:
        rows.insert(0, _cards(found.board) + _label(say("picture.board"), _BAR))
    said = bars.wrapped(text.text for text in remarks(found))
    top = _ROW * len(rows)
    drawn = [f'<g transform="translate(0 {_ROW * n})">{row}</g>' for n, row in enumerate(rows)]
    drawn += bars.notes(top, said)
    title = "; ".join(f"{hand.hand}: {share(hand).text}" for hand in found.hands)
    return bars.sheet(title, bars.below(top, said), drawn)


def _hand(hand: HandEquity) -> str:
    """The row of a hand: what it is, its bar, and its chances below."""
    is_cards = _HAND.fullmatch(hand.hand)
    cards = [("(" if thrown else "") + _written(card) for thrown, card in _CARD.findall(hand.hand)]
    shown = _cards(cards) if is_cards else _label(textwrap.shorten(hand.hand, _MOST))
    return (
        shown
        + _bar(_LONG, TRACK)
        + _bar(_LONG * min(hand.equity, 1.0), FILL, _TIES if hand.equity > hand.win else "1")
        + (_bar(_LONG * min(hand.win, hand.equity), FILL) if hand.equity > hand.win else "")
        + label(_BAR + _LONG + 10, _ROW / 2 + 1, share(hand).text, 17, INK, weight=700)
        + label(_BAR, _ROW / 2 + 23, chances(hand).text, 13, MUTE)
    )


def _written(card: str) -> str:
    """A card as it is printed: `as` is `As`, and one that nobody knows `??`."""
    return "??" if card.startswith("?") else card[0].upper() + card[1].lower()


def _cards(cards: Sequence[str]) -> str:
    """Cards beside each other, overlapping where they are many; one after a bracket is faded."""
    step = min(_STEP, _CARDS / max(len(cards) - 1, 1))
    return "".join(
        card_at(LaidCard(card.removeprefix("("), dead=card.startswith("(")), EDGE + step * n)
        for n, card in enumerate(cards)
    )


def _label(text: str, x: float = EDGE) -> str:
    """A text where the cards of a hand would be, or beside them."""
    return label(x, _ROW / 2 + 6, text, 16, INK, weight=700)


def _bar(length: float, colour: str, opacity: str = "1") -> str:
    return bars.bar(_BAR, (_ROW - _THICK) / 2 - 5, length, _THICK, colour, opacity)
