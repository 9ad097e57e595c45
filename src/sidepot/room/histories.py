"""The history of a hand as one viewer knows it: what he was not told stands there as `??`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.games.event import Event
from sidepot.games.hand import RAIL, Hand
from sidepot.history import HandHistory, dumps
from sidepot.history.notation import DEALT, SHOW, VOID, Line, of_action, of_events

HIDDEN = "??"


def text(hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]) -> str:
    """A `.phh`. `shown`: by seats, what was shown after the hand; no cards: they were mucked."""
    lines = tuple(map(str, _lines(hand, viewer, shown)))
    return dumps(replace(HandHistory.from_hand(hand), actions=lines))


def texts(hand: Hand, shown: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """The history as every seat and the rail know it, written once for all who know the same."""
    written: dict[object, str] = {}
    found = {}
    for viewer in range(RAIL, hand.players):
        known = (hand.events(viewer), kernel.to_bytes(hand.view(viewer)))
        if known not in written:
            written[known] = text(hand, viewer, shown)
        found[viewer] = written[known]
    return found


def night(texts: Mapping[int, str]) -> str:
    """A `.phhs` of histories by their hands' numbers."""
    return "\n".join(f"[{number}]\n{text}" for number, text in sorted(texts.items()))


def _lines(hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]) -> Iterator[Line]:
    first, *later = _told(hand, viewer, shown)
    yield from of_events(first)
    for (seat, action), events in zip(hand.actions, later, strict=True):
        yield of_action(seat, action)
        yield from of_events(events)
    if not hand.over:
        yield Line(VOID)
    for seat, cards in sorted(shown.items()):
        yield Line(SHOW, seat, tuple(cards))


def _told(
    hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]
) -> Iterator[tuple[Event, ...]]:
    """What the viewer was told of each verb, with the cards that he came to see later.

    Which of the hidden cards of a player was which, nobody was told. So cards that were turned up
    take the places of his hidden ones in their order, and that gives nothing away.
    """
    verbs = _by_verb(hand, viewer)
    found = _turned_up(hand, viewer, verbs, shown)
    for events in verbs:
        yield tuple(
            replace(event, card=found[event.seat].pop(0))
            if event.kind == DEALT and event.card == HIDDEN and found.get(event.seat)
            else event
            for event in events
        )


def _by_verb(hand: Hand, viewer: int) -> list[tuple[Event, ...]]:
    """The viewer's events, verb by verb."""
    told, verbs = iter(hand.events(viewer)), []
    for verb in hand.opened:
        verbs.append(tuple(next(told) for _ in verb))
    return verbs


def _turned_up(
    hand: Hand,
    viewer: int,
    verbs: Sequence[Sequence[Event]],
    shown: Mapping[int, Sequence[str]],
) -> dict[int, list[str]]:
    """By seats: the cards that the viewer sees in the end and did not see dealt.

    A card that somebody took from the board was dealt before his eyes, so whatever was is left out.
    """
    dealt = Counter(e.card for verb in verbs for e in verb if e.kind == DEALT and e.card)
    view, found = hand.table(viewer), {}
    for seat, laid in enumerate(view.seats):
        seen = [card.card for card in laid.cards if card.card != HIDDEN]
        left = Counter([*seen, *shown.get(seat, ())]) - dealt
        found[seat] = list(left.elements())
    return found
