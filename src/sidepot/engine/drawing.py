"""A table as SVG: on rule pages and in notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from sidepot.cards import HIDDEN, text
from sidepot.engine.table import SeatView, Table
from sidepot.rules.layout import LaidCard
from sidepot.words import say

_FACE_DOWN = text(HIDDEN)

_WIDTH, _ROW, _CARD_WIDTH, _CARD_HEIGHT, _GAP = 420, 60, 34, 48, 5
_SCALE, _LOW_ROW, _EDGE, _MOST = 0.75, 42, 6, 5
"""A list of hands: the scale of its cards, the height of a row, its edge, and the most cards."""
_LEFT = 96
"""The left edge of a seat's cards."""
_SUITS = {
    "c": ("♣", "#0B6236"),
    "d": ("♦", "#0F55BD"),
    "h": ("♥", "#BE1230"),
    "s": ("♠", "#1C1216"),
}


def drawing(view: Table) -> str:
    """A table as SVG: the board, and every seat with its cards and its hand in words."""
    rows = [_seat(view, seat, n) for n, seat in enumerate(view.seats)]
    if view.board:
        match = view.board[0].zone == "match"
        label = say("picture.match") if match else say("picture.board")
        rows.insert(0, _row(label, view.board, "", is_lit=False))
    height = _ROW * len(rows)
    drawn = "".join(
        f'<g transform="translate(0 {_ROW * n})">{row}</g>' for n, row in enumerate(rows)
    )
    label = escape("; ".join(_spoken(view)), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{label}" font-family="inherit, sans-serif">{drawn}</svg>'
    )


def drawn_hands(hands: Sequence[tuple[Sequence[str], str]]) -> str:
    """Hands below each other as SVG, each with its name, from the highest to the lowest."""
    rows = "".join(
        f'<g transform="translate(0 {_LOW_ROW * n}) scale({_SCALE})">{_named_row(cards, name)}</g>'
        for n, (cards, name) in enumerate(hands)
    )
    label = escape("; ".join(f"{' '.join(cards)}: {name}" for cards, name in hands), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_LOW_ROW * len(hands)}" '
        f'role="img" aria-label="{label}" font-family="inherit, sans-serif">{rows}</svg>'
    )


def _named_row(cards: Sequence[str], name: str) -> str:
    """The cards of a hand, and its name in the place that five cards leave."""
    drawn = "".join(
        card_at(LaidCard(card), _EDGE + (_CARD_WIDTH + _GAP) * n) for n, card in enumerate(cards)
    )
    return (
        f'{drawn}<text x="{_EDGE + (_CARD_WIDTH + _GAP) * _MOST + 8}" y="{_ROW / 2 + 6:.0f}" '
        f'font-size="19" fill="var(--ink, #2B1319)">{escape(name)}</text>'
    )


def _spoken(view: Table) -> Iterator[str]:
    """The table in words."""
    if view.board:
        yield say("picture.board_is", cards=[card.card for card in view.board])
    for seat in view.seats:
        cards = " ".join(card.card for card in seat.cards if card.card != _FACE_DOWN)
        yield ": ".join(part for part in (f"{seat.name} {cards}".strip(), _note(seat)) if part)


def _note(seat: SeatView) -> str:
    if seat.status != "live":
        return say(f"status.{seat.status}")
    return seat.hand.text if seat.hand else ""


def _seat(view: Table, seat: SeatView, number: int) -> str:
    return _row(seat.name, seat.cards, _note(seat), is_lit=number == view.to_act)


def _row(label: str, cards: tuple[LaidCard, ...], note: str, *, is_lit: bool) -> str:
    lit = (
        f'<rect x="1" y="2" width="{_WIDTH - 2}" height="{_ROW - 4}" rx="12" '
        'fill="var(--lit, #FFF1B8)"/>'
        if is_lit
        else ""
    )
    ink = "var(--lit-ink, #2B1319)" if is_lit else "var(--ink, #2B1319)"
    step = min(_CARD_WIDTH + _GAP, (_WIDTH - _LEFT - 150) / max(len(cards) - 1, 1))
    drawn = "".join(card_at(card, _LEFT + step * n) for n, card in enumerate(cards))
    beside = _LEFT + step * max(len(cards) - 1, 0) + _CARD_WIDTH + 12
    middle = _ROW / 2 + 5
    return (
        f'{lit}<text x="12" y="{middle}" font-size="15" font-weight="700" fill="{ink}">'
        f"{escape(label)}</text>{drawn}"
        f'<text x="{beside:.0f}" y="{middle}" font-size="14" fill="{ink}">{escape(note)}</text>'
    )


def card_at(card: LaidCard, x: float) -> str:
    """A card at the height of a row, its left edge at x."""
    top = (_ROW - _CARD_HEIGHT) / 2
    faded = ' opacity=".45"' if card.dead else ""
    box = f'x="{x:.0f}" y="{top:.0f}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="4"'
    if card.card == _FACE_DOWN:
        return f'<rect {box} fill="var(--back, #6B1E35)" stroke="#FFF6EC" stroke-width="2"{faded}/>'
    suit, colour = _SUITS.get(card.card[1], ("★", "#6B1E35"))
    rank = "10" if card.card[0] == "T" else card.card[0].replace("X", "")
    centre = x + _CARD_WIDTH / 2
    return (
        f'<g{faded}><rect {box} fill="#FFFEFB" stroke="#8A665F"/>'
        f'<g text-anchor="middle" font-weight="700" fill="{colour}">'
        f'<text x="{centre:.0f}" y="{top + 20:.0f}" font-size="18">{rank}</text>'
        f'<text x="{centre:.0f}" y="{top + 41:.0f}" font-size="19">{suit}</text></g></g>'
    )
