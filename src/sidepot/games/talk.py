"""Table talk: events told in sentences, the same words in every face and in every history."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from sidepot.games.event import Event
from sidepot.words import Message


def tell(
    events: Sequence[Event], names: Sequence[str], listener: int | None = None
) -> list[Message]:
    """The sentences for events; `listener` is the seat that is spoken to as "you".

    All antes make one sentence, and so do the cards that one player gets or shows in a row.
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
    return (event.kind, event.seat) if event.kind in ("dealt", "shown") else number


def _sentence(group: Sequence[Event], names: Sequence[str], listener: int | None) -> Message:
    first = group[0]
    values = {
        "player": names[first.seat],
        "players": [names[event.seat] for event in group],
        "cards": [event.card for event in group],
        "count": first.count,
        "amount": first.amount,
    }
    form = "_all" if len({event.seat for event in group}) > 1 else ""
    return Message(f"event.{first.kind}{form or _person(first, listener)}", values)


def _person(event: Event, listener: int | None) -> str:
    return "_you" if event.seat == listener else ""
