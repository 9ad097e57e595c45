"""Table talk: the sentences for events, the same in every front end and every history."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from decimal import Decimal

from sidepot import cards
from sidepot.engine.event import HandEvent
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

_IN_A_ROW = ("dealt", "shown", "board", "collected", "discarded", "passed", "received", "seen")
"""Kinds whose consecutive cards share a sentence, if they are one player's."""
_SHARES = ("split", "split_side", "shared")
"""Kinds whose consecutive equal shares of one pot share a sentence."""
HIDDEN = cards.text(cards.HIDDEN)
_RANKS = cards.RANKS


def tell(
    events: Sequence[HandEvent], names: Sequence[str], listener: int | None = None
) -> list[Message]:
    """The sentences for events; `listener` is the seat that is spoken to as "you".

    All antes make one sentence. So do equal shares of a split pot, the cards that one player gets,
    collects or shows in a row, the cards of the board, cards dealt face down to several players in
    a row, and the players who collect nothing. Cards and pots come with the hand's name where the
    events have it.
    """
    return [sentence(group, names, listener) for group in together(events)]


def together(events: Sequence[HandEvent]) -> list[list[HandEvent]]:
    """Groups events by the sentence that they share."""
    groups: list[list[HandEvent]] = []
    last: Hashable = None
    for number, event in enumerate(events):
        same = _sameness(number, event)
        if same != last:
            groups.append([])
            last = same
        groups[-1].append(event)
    return groups


def _sameness(number: int, event: HandEvent) -> Hashable:
    """A key: consecutive events with equal keys share a sentence."""
    if event.kind == "anted":
        return event.kind, event.amount
    if event.kind in _SHARES:
        return event.kind, event.count, event.amount
    if event.kind == "dealt" and event.card == HIDDEN:
        return event.kind, HIDDEN
    if event.kind == "missed":
        return event.kind
    return (event.kind, event.seat) if event.kind in _IN_A_ROW else number


def sentence(
    group: Sequence[HandEvent], names: Sequence[str], listener: int | None = None
) -> Message:
    """The sentence for events that belong together; only the first one's seat may be the "you"."""
    first = group[0]
    players: tuple[str, ...]
    dealt: tuple[str | None, ...]
    if len(group) == 1:
        players, dealt, hand = (names[first.seat],), (first.card,), first.hand
    else:
        players = tuple([names[seat] for seat in dict.fromkeys([event.seat for event in group])])
        dealt, hand = tuple([event.card for event in group]), _hand(group)
    said = first.said or first.kind
    if first.card == HIDDEN:
        said += "_down"
    if len(players) > 1:
        said += "_all"
    elif first.seat == listener != NOBODY:
        said += "_you"
    if hand:
        said += "_hand"
    make = _cached_message if type(first.amount) is int else _message
    return make(said, players, dealt, first.count, first.amount, hand)


def _hand(group: Sequence[HandEvent]) -> Message | None:
    """The hand that the sentence names: the one after its last card, or that of all who share."""
    last = group[-1].hand
    is_one = group[0].kind not in _SHARES or all(event.hand == last for event in group)
    return last if is_one else None


def _message(
    said: str,
    players: tuple[str, ...],
    cards: tuple[str | None, ...],
    count: int,
    amount: int | Decimal,
    hand: Message | None,
) -> Message:
    values = {
        "player": players[0],
        "players": list(players),
        "cards": list(cards),
        "count": count,
        "each": len(cards) // len(players),
        "amount": amount,
    }
    if hand:
        values["hand"] = hand
    if said == "keeps":
        values |= dict(zip(("rank", "suit"), str(cards[0]), strict=True))
    if said == "wild":
        values["rank"] = _RANKS[count]
    return Message(f"event.{said}", values)


_cached_message = functools.lru_cache(maxsize=1 << 13)(_message)
"""Equal sentences are the same message, so that its text is made once for all readers.

The cache is large enough for a few hands at a hundred tables. It takes chips in whole numbers only,
because 2.5 and 2.50 are equal but written differently.
"""
