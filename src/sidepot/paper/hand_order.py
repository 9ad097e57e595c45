"""The order of hands of one to five cards (H1 to H4) as a picture: an example of each."""

from __future__ import annotations

from sidepot.cards import parse
from sidepot.engine.drawing import drawn_hands
from sidepot.hands import name

HANDS = (
    "9s 8s 7s 6s 5s",
    "8c 8d 8h 8s",
    "Qc Qd Qh 7c 7s",
    "Ah Jh 9h 5h 2h",
    "Tc 9d 8s 7h 6c",
    "5c 5d 5s",
    "Kd Kh 4c 4s",
    "Ac Ad",
    "Ad 8h",
    "As",
)
"""Hands of one to five cards, one of each category, from the highest to the lowest."""


def drawn_order() -> str:
    """The hands below each other as SVG, each with its name."""
    return drawn_hands([(hand.split(), name(parse(hand)).text) for hand in HANDS])
