"""The order of hands as a picture: an example of each kind, by the game's own ranking."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator

from sidepot.cards import parse, text
from sidepot.engine.drawing import drawn_hands
from sidepot.engine.game import Game
from sidepot.hands import name
from sidepot.rules.rankings import Ranked
from sidepot.words import Message

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


_ALL = 10
"""A game of so many different hands has all of them shown."""


def drawn_order(game: Game) -> str:
    """The hands of a game below each other as SVG, each with its name.

    All hands if they are few, else the highest and the lowest of each kind; in games without a
    ranking of their own hands of one to five cards (H1 to H4).
    """
    if game.order is None:
        return drawn_hands([(hand.split(), name(parse(hand)).text) for hand in HANDS])
    by_strength = {one.strength: one for one in game.order(game.settings)}
    found = [by_strength[strength] for strength in sorted(by_strength, reverse=True)]
    shown = found if len(found) <= _ALL else _ends(found)
    return drawn_hands([([text(code) for code in one.cards], one.hand.text) for one in shown])


def _ends(found: list[Ranked]) -> Iterator[Ranked]:
    """The highest and the lowest hand of each kind."""
    for _, group in itertools.groupby(found, key=_kind):
        highest, *others = group
        yield highest
        yield from others[-1:]


def _kind(one: Ranked) -> Hashable:
    """The kind of a hand: what it is called without its kickers, and the number of its cards."""
    hand = one.hand
    while isinstance(inner := hand.values.get("hand"), Message):
        hand = inner
    return hand.key, len(one.cards)
