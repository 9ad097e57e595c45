"""Pictures for link previews: the end of a hand as the rail saw it, and an evening."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sidepot.engine.view import SeatView, TableView
from sidepot.room.protocol.resources import EveningView
from sidepot.room.web.canvas import Box, Canvas, can_write, text_width
from sidepot.room.web.faces import face
from sidepot.rules.layout import LaidCard
from sidepot.words import say

WIDTH, HEIGHT = 1200, 630
"""The size that messengers ask for."""
_EDGE = 56
"""Pixels that are left free at each side."""
_LEAST_TITLE = 34
"""The size of letters below which a title is shortened."""
_ROOM, _PANEL, _INK, _MUTE = "#f3ebe2", "#fffcf7", "#2b1319", "#5e4044"
_HAIR, _LIT, _CARD, _BACK, _BRAND = "#dcc8b8", "#fff1b8", "#fffefb", "#6b1e35", "#6b1e35"
"""Colours of the page by day: frontend/src/app.css."""
_SUITS = {"c": "#0b6236", "d": "#0f55bd", "h": "#be1230", "s": "#1c1216"}
_SHAPES = {
    "c": "M50 4C63 4 73 14 73 27C73 33 71 38 67 43C80 40 96 48 96 65C96 78 86 88 74 88C66 88 58 84 "
    "54 77C55 86 58 92 64 97L36 97C42 92 45 86 46 77C42 84 34 88 26 88C14 88 4 78 4 65C4 48 20 40 "
    "33 43C29 38 27 33 27 27C27 14 37 4 50 4Z",
    "d": "M50 2L90 50L50 98L10 50Z",
    "h": "M50 96C20 70 4 52 4 30C4 12 16 4 28 4C38 4 46 10 50 20C54 10 62 4 72 4C84 4 96 12 96 30"
    "C96 52 80 70 50 96Z",
    "s": "M50 3C80 29 96 46 96 64C96 78 86 86 75 86C66 86 58 82 54 76C55 86 58 92 64 97L36 97"
    "C42 92 45 86 46 76C42 82 34 86 25 86C14 86 4 78 4 64C4 46 20 29 50 3Z",
}
"""Suits, drawn in a square of 100."""
_WAYS = ("#6b1e35", "#2d4a8f", "#0b6236", "#b5651d", "#0f7c85", "#8a2be2", "#5e4044", "#be1230")
"""Colours of the lines of a chart."""
_MOST_SEATS, _MOST_CARDS, _MOST_FACES = 8, 7, 12


def hand_picture(view: TableView, number: int) -> bytes:
    """The end of a hand as its rail's view shows it, as a PNG."""
    return _hand(view, number).png()


def hand_pixels(view: TableView) -> NDArray[np.uint8]:
    """A hand as a view shows it, also in play, as rows of pixels."""
    return _hand(view, view.hand).pixels()


def _hand(view: TableView, number: int) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, _ROOM)
    _head(canvas, view.title, say("web.preview_hand", hand=number))
    seats = [(i, seat) for i, seat in enumerate(view.seats) if seat.status != "absent"]
    won = {result.seat: result.net for result in view.result}
    seats.sort(key=lambda one: -won.get(one[0], 0))
    shown, top = seats[:_MOST_SEATS], 150.0
    rows = len(shown) + bool(view.board)
    height = min(104.0, (HEIGHT - top - 24) / max(rows, 1))
    if view.board:
        _cards(canvas, view.board, _EDGE, top, height - 14)
        top += height
    most = max(won.values(), default=0)
    for i, seat in shown:
        box = Box(_EDGE - 20, top, WIDTH - 2 * _EDGE + 40, height - 8)
        name = _name(seat.name, i)
        _seat(canvas, seat, name, box, won.get(i), is_winner=0 < most == won.get(i))
        top += height
    return canvas


def _name(name: str, number: int) -> str:
    """A name; of a player whose letters have no outlines the number."""
    return name if can_write(name) else say("web.preview_player", n=number + 1)


def _head(canvas: Canvas, title: str, text: str) -> None:
    """The title as large as it can be beside the room's name, and a line below it."""
    name = say("web.page_title")
    left = WIDTH - _EDGE - text_width(name, 34)
    most = left - _EDGE - 24
    size = min(56.0, max(_LEAST_TITLE, 56 * most / max(text_width(title, 56), 1)))
    canvas.text(title, (_EDGE, 84), size, _BRAND, most=most)
    canvas.text(text, (_EDGE, 124), 30, _MUTE, most=780)
    canvas.text(name, (left, 80), 34, _MUTE)


def _seat(
    canvas: Canvas, seat: SeatView, name: str, box: Box, net: int | None, *, is_winner: bool
) -> None:
    """A row: name and hand, cards, and what the seat won or lost."""
    canvas.rect(box, _LIT if is_winner else _PANEL, 14)
    size = min(34.0, box.height * 0.42)
    middle = box.y + box.height / 2
    text = seat.hand.text if seat.hand and box.height >= 70 else ""
    up = size * 0.62 if text else 0.0
    canvas.text(name, (_EDGE, middle + size * 0.34 - up), size, _INK, most=330)
    if text:
        canvas.text(text, (_EDGE, middle + size * 0.9), size * 0.66, _MUTE, most=330)
    _cards(canvas, seat.cards, _EDGE + 350, box.y + 6, box.height - 12)
    if net is not None:
        shown = f"{net:+d}" if net else "0"
        at = WIDTH - _EDGE - text_width(shown, size)
        canvas.text(shown, (at, middle + size * 0.34), size, _BRAND if net > 0 else _MUTE)


def _cards(
    canvas: Canvas, cards: Sequence[LaidCard], left: float, top: float, height: float
) -> None:
    """A row of cards; those that are too many for it are left out, which three dots say."""
    width = height * 0.72
    most = min(_MOST_CARDS, int(600 / (width + 6)))
    for card in cards[:most]:
        _card(canvas, card, Box(left, top, width, height))
        left += width + 6
    if len(cards) > most:
        canvas.text("\u2026", (left, top + height * 0.7), height * 0.5, _MUTE)


def _card(canvas: Canvas, card: LaidCard, box: Box) -> None:
    x, y, width, height = box
    canvas.rect(Box(x - 1, y - 1, width + 2, height + 2), _HAIR, width * 0.14)
    if card.card == "??":
        canvas.rect(box, _BACK, width * 0.13)
        return
    canvas.rect(box, _ROOM if card.dead else _CARD, width * 0.13)
    rank, suit = card.card[:-1], card.card[-1]
    if suit not in _SHAPES:
        canvas.text(card.card, (x + width * 0.15, y + height * 0.6), height * 0.3, _INK)
        return
    sign, size = {"T": "10"}.get(rank, rank), height * 0.46
    at = x + (width - text_width(sign, size)) / 2
    canvas.text(sign, (at, y + height * 0.46), size, _SUITS[suit])
    side = height * 0.36
    shape = Box(x + (width - side) / 2, y + height * 0.56, side, side)
    canvas.path(_SHAPES[suit], shape, _SUITS[suit])


def evening_picture(view: EveningView, link: str = "", east: int = 0) -> bytes:
    """An evening as a PNG: who won it, its players, its best hand and chart, and a link to it.

    `east`: the minutes by which the reader's clock is ahead of UTC.
    """
    canvas = Canvas(WIDTH, HEIGHT, _ROOM)
    title = view.headline.text if view.headline and all(map(can_write, view.winners)) else view.name
    games = ", ".join(game.title for game in view.games[:3])
    local = time.gmtime(view.began / 1000 + 60 * east) if view.began else None
    date = time.strftime("%Y-%m-%d", local) if local else ""
    _head(canvas, title, "  ".join([date, say("web.preview_hands", n=view.hands), games]).strip())
    _faces(canvas, view, 146)
    best = next((one for one in view.highlights if one.kind == "best_hand"), None)
    if best:
        cards = [LaidCard(card) for card in best.cards]
        _cards(canvas, cards, WIDTH - _EDGE - len(cards) * 63 + 6, 112, 79)
    texts = [one.said.text for one in view.highlights][:2]
    bottom = HEIGHT - 30 - 38 * len(texts) - 34 * bool(link)
    _chart(canvas, view, Box(_EDGE, 224, WIDTH - 2 * _EDGE - 250, bottom - 240))
    for n, text in enumerate(texts):
        canvas.text(text, (_EDGE, bottom + 30 + 38 * n), 26, _INK, most=WIDTH - 2 * _EDGE)
    canvas.text(link, (_EDGE, HEIGHT - 24), 22, _MUTE, most=WIDTH - 2 * _EDGE)
    return canvas.png()


def _faces(canvas: Canvas, view: EveningView, top: float) -> None:
    """The faces of those who played, the winner's first."""
    accounts = zip(view.ledger.accounts, view.hands_of, strict=True)
    players = [account for account, hands in accounts if hands and not account.is_bank]
    order = {place.name: place.place for place in view.places or ()}
    players.sort(key=lambda one: (one.name not in view.winners, order.get(one.name, 0), -one.net))
    for n, player in enumerate(players[:_MOST_FACES]):
        face(canvas, player.name, _EDGE + 58 * n, top, 50, is_bot=player.bot is not None)


def _chart(canvas: Canvas, view: EveningView, box: Box) -> None:
    """A line for each of those who played, the names at the ends of the lines."""
    canvas.rect(Box(box.x - 20, box.y - 14, WIDTH - 2 * _EDGE + 40, box.height + 28), _PANEL, 16)
    accounts = view.ledger.accounts
    played = [i for i, hands in enumerate(view.hands_of) if hands or accounts[i].is_bank]
    chosen = sorted(played, key=lambda i: -abs(accounts[i].net))[:_MOST_SEATS]
    chosen.sort(key=lambda i: -view.lines[i][-1])
    values = [value for i in chosen for value in view.lines[i]] or [0]
    low, high = min(*values, 0), max(*values, 0)
    scale = box.height / max(high - low, 1)
    zero = box.y + high * scale
    canvas.rect(Box(box.x, zero - 1, box.width, 2), _HAIR)
    last = max(len(view.chart) - 1, 1)
    step = min(box.height / max(len(chosen), 1), 40.0)
    free = box.y
    for n, i in enumerate(chosen):
        color = _WAYS[n % len(_WAYS)]
        points = [
            (box.x + at * box.width / last, zero - net * scale)
            for at, net in enumerate(view.lines[i])
        ]
        canvas.line(points, 5, color)
        left = box.y + box.height - (len(chosen) - n - 1) * step
        y = min(max(points[-1][1], free + step / 2), left)
        free = y + step / 2
        net = view.lines[i][-1]
        name = f"{_name(accounts[i].name, i)} {f'{net:+d}' if net else '0'}"
        canvas.text(name, (box.x + box.width + 16, y + 9), min(27, step * 0.8), color, most=240)
