"""`_made_up`: the cards that were made up for `??`, by which a hand goes as it was recorded.

Nobody held them. In some games hands that nobody shows are compared: any hands do by which the same
players win, and whoever recorded the hand has found some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sidepot.errors import BadHistory
from sidepot.history.notation import HIDDEN, Line, short

FIELD = "_made_up"
_CARD = re.compile("[2-9TJQKA][cdhs]|Xx")


class Spot(NamedTuple):
    """An unknown card: the index of its line, and its index among the cards of that line."""

    line: int
    card: int


def spots(lines: Sequence[Line | None]) -> Iterator[Spot]:
    """The unknown cards of some lines, in order."""
    for number, line in enumerate(lines):
        for at, card in enumerate(line.cards if line else ()):
            if card == HIDDEN:
                yield Spot(number, at)


def text_of(lines: Sequence[Line], known: Sequence[Line]) -> str:
    """The value of the field: the cards of the `known` lines at the unknown ones of `lines`."""
    return "".join(known[spot.line].cards[spot.card] for spot in spots(lines))


def given(fields: Mapping[str, Any], lines: Sequence[Line | None]) -> list[Line | None]:
    """The lines with the cards of the field in place of the unknown ones; as they are without it.

    Raises `BadHistory` for a field that does not name a card for each.
    """
    if FIELD not in fields:
        return [*lines]
    places, value = [*spots(lines)], fields[FIELD]
    found = _CARD.findall(value) if isinstance(value, str) else []
    if "".join(found) != value or len(found) != len(places):
        raise BadHistory(
            "error.history_made_up", field=FIELD, value=short(str(value)), n=len(places)
        )
    texts = [list(line.cards) if line else [] for line in lines]
    for spot, card in zip(places, found, strict=True):
        texts[spot.line][spot.card] = card
    return [
        replace(line, cards=tuple(own)) if line else None
        for line, own in zip(lines, texts, strict=True)
    ]
