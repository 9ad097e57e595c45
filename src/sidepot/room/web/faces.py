"""The faces of players in a picture: the coat buttons of the page (`lib/avatar.ts`)."""

from __future__ import annotations

import math
import unicodedata

from sidepot.room.web.canvas import Canvas

_LIGHT, _DARK, _GREY = "#fff8ea", "#2b1319", "#b9b2ac"
_GROUNDS = (_LIGHT, "#f0ae2e", "#b0332c", "#2d4a8f", "#6b1e35", "#0b6236")
_LIGHT_GROUNDS = 2
"""The first grounds have dark marks."""
_RINGS = 4
_HOLES = (
    ((12.0, 12.0),),
    ((9.6, 12.0), (14.4, 12.0)),
    ((12.0, 9.4), (9.7, 13.4), (14.3, 13.4)),
    ((9.8, 9.8), (14.2, 9.8), (9.8, 14.2), (14.2, 14.2)),
)
_TURNS = (0, 30, 45, 90)
_CORNERS = 48
"""Corners of a circle as it is painted."""
_SIDE = 24.0
"""The side of the square in which a button is drawn."""


def face(canvas: Canvas, name: str, left: float, top: float, size: float, *, is_bot: bool) -> None:
    """Draw the button of a name; a bot's is grey."""
    rest = _hash(unicodedata.normalize("NFKC", name))
    rest, ground = divmod(rest, len(_GROUNDS))
    rest, _ = divmod(rest, _RINGS)
    rest, holes = divmod(rest, len(_HOLES))
    turn = math.radians(_TURNS[rest % len(_TURNS)])
    scale = size / _SIDE
    mark = _DARK if ground < _LIGHT_GROUNDS or is_bot else _LIGHT

    def disc(x: float, y: float, radius: float, color: str) -> None:
        corners = (2 * math.pi * n / _CORNERS for n in range(_CORNERS))
        edge = [(x + radius * math.cos(at), y + radius * math.sin(at)) for at in corners]
        canvas.fill([[(left + across * scale, top + down * scale) for across, down in edge]], color)

    middle = _SIDE / 2
    disc(middle, middle, 11.7, _DARK)
    disc(middle, middle, 10.4, _GREY if is_bot else _GROUNDS[ground])
    for x, y in _HOLES[holes]:
        across, down = x - middle, y - middle
        turned_x = middle + across * math.cos(turn) - down * math.sin(turn)
        turned_y = middle + across * math.sin(turn) + down * math.cos(turn)
        disc(turned_x, turned_y, 1.7, mark)


def _hash(text: str) -> int:
    """FNV-1a over the characters, and a last mixing, in 32 bits."""
    found = 0x811C9DC5
    for character in text:
        found = (found ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    found = (found ^ found >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return found ^ found >> 13
