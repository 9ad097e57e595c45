"""Table talk: events told in sentences, the same words in every face and in every history."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from sidepot import cards
from sidepot.games.event import Event
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

IN_A_ROW = ("dealt", "shown", "board", "collected")
"""Kinds whose cards one sentence tells, as long as they are one player's."""
HIDDEN = cards.text(cards.HIDDEN)


def tell(
    events: Sequence[Event], names: Sequence[str], listener: int | None = None
) -> list[Message]:
    """The sentences for events; `listener` is the seat that is spoken to as "you".

    All antes make one sentence, and so do the cards that one player gets, collects or shows in a
    row, the cards of the board, cards that come face down to several players in a row, and those
    who collect nothing.
    """
    return [_sentence(group, names, listener) for group in _together(events)]


def _together(events: Sequence[Event]) -> Iterator[list[Event]]:
    numbered = enumerate(events)
    for _, group in groupby(numbered, lambda pair: _sameness(*pair)):
        yield [event for _, event in group]


def _sameness(number: int, event: Event) -> Hashable:
    """Neighbours for which this is equal are told in one sentence."""
    if event.kind == "anted":
        return event.kind, event.amount
    if event.kind == "dealt" and event.card == HIDDEN:
        return event.kind, HIDDEN
    if event.kind == "missed":
        return event.kind
    return (event.kind, event.seat) if event.kind in IN_A_ROW else number


def _sentence(group: Sequence[Event], names: Sequence[str], listener: int | None) -> Message:
    first = group[0]
    players = [names[seat] for seat in dict.fromkeys(event.seat for event in group)]
    values = {
        "player": players[0],
        "players": players,
        "cards": [event.card for event in group],
        "count": first.count,
        "each": len(group) // len(players),
        "amount": first.amount,
    }
    down = "_down" if first.card == HIDDEN else ""
    form = "_all" if len(players) > 1 else ""
    return Message(f"event.{first.kind}{down}{form or _person(first, listener)}", values)


def _person(event: Event, listener: int | None) -> str:
    return "_you" if event.seat == listener != NOBODY else ""
