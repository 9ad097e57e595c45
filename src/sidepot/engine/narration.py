"""Table talk: the sentences for events, the same in every front end and every history."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from decimal import Decimal

from sidepot import cards
from sidepot.engine.event import Event
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

_IN_A_ROW = ("dealt", "shown", "board", "collected")
"""Kinds whose consecutive cards share a sentence, if they are one player's."""
HIDDEN = cards.text(cards.HIDDEN)


def tell(
    events: Sequence[Event], names: Sequence[str], listener: int | None = None
) -> list[Message]:
    """The sentences for events; `listener` is the seat that is spoken to as "you".

    All antes make one sentence. So do the cards that one player gets, collects or shows in a row,
    the cards of the board, cards dealt face down to several players in a row, and the players who
    collect nothing.
    """
    return [sentence(group, names, listener) for group in together(events)]


def together(events: Sequence[Event]) -> list[list[Event]]:
    """Groups events by the sentence that they share."""
    groups: list[list[Event]] = []
    last: Hashable = None
    for number, event in enumerate(events):
        same = _sameness(number, event)
        if same != last:
            groups.append([])
            last = same
        groups[-1].append(event)
    return groups


def _sameness(number: int, event: Event) -> Hashable:
    """A key: consecutive events with equal keys share a sentence."""
    if event.kind == "anted":
        return event.kind, event.amount
    if event.kind == "dealt" and event.card == HIDDEN:
        return event.kind, HIDDEN
    if event.kind == "missed":
        return event.kind
    return (event.kind, event.seat) if event.kind in _IN_A_ROW else number


def sentence(group: Sequence[Event], names: Sequence[str], listener: int | None = None) -> Message:
    """The sentence for events that belong together; only the first one's seat may be the "you"."""
    first = group[0]
    seats = dict.fromkeys([event.seat for event in group])
    down = "_down" if first.card == HIDDEN else ""
    form = "_all" if len(seats) > 1 else _person(first, listener)
    return (_cached_message if type(first.amount) is int else _message)(
        first.kind + down + form,
        tuple([names[seat] for seat in seats]),
        tuple([event.card for event in group]),
        first.count,
        first.amount,
    )


def _person(event: Event, listener: int | None) -> str:
    return "_you" if event.seat == listener != NOBODY else ""


def _message(
    said: str,
    players: tuple[str, ...],
    cards: tuple[str | None, ...],
    count: int,
    amount: int | Decimal,
) -> Message:
    values = {
        "player": players[0],
        "players": list(players),
        "cards": list(cards),
        "count": count,
        "each": len(cards) // len(players),
        "amount": amount,
    }
    return Message(f"event.{said}", values)


_cached_message = functools.lru_cache(maxsize=1 << 13)(_message)
"""Equal sentences are the same message, so that its text is made once for all readers.

The cache is large enough for a few hands at a hundred tables. It takes chips in whole numbers only,
because 2.5 and 2.50 are equal but written differently.
"""
