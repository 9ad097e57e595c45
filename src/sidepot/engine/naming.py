"""Names of hands for sentences, when a card is dealt or a pot is won.

Every name is read off the layout of a concealed record (`Layout.seats`), so a game that ranks
hands has it said, and nobody hears of a hand that they do not see.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sidepot.cards import HIDDEN, text
from sidepot.engine.definition import Definition
from sidepot.engine.direct import Direct
from sidepot.engine.event import HandEvent
from sidepot.kernel import Single
from sidepot.rules import journal
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

GAINS = ("dealt", "collected", "laid")
"""Kinds of events by which a seat gets a card that may count."""
WINS = tuple(journal.KINDS[number] for number in journal.WINNING)
_BOARD = journal.KINDS[journal.BOARD]
_FACE_DOWN = text(HIDDEN)
_LEAST = 2
"""The fewest cards that are called by a name: one card says itself."""


class Laid:
    """The cards on the table by a record, for the rail and for the players who own some of them."""

    def __init__(self, game: Definition, direct: Direct, record: bytes) -> None:
        self.game, self.record = game, record
        self._direct = direct

    def seen(self, seat: int) -> Single:
        """The record as a seat or the rail may know it, in memory that the next call overwrites."""
        return self._direct.concealed(self.record, seat)

    @functools.cached_property
    def public(self) -> tuple[bytes, Layout]:
        """The record as the rail sees it, and what lies on the table by it."""
        seen = self.seen(NOBODY)
        return bytes(seen.raw), self.game.show(seen.fields)

    def seats(self) -> Sequence[LaidHand]:
        """The cards in front of every seat, as the rail sees them."""
        return self.public[1].seats

    def own(self, seat: int) -> LaidHand:
        """The cards in front of a seat, as its own player sees them."""
        known, public = self.public[0], self.seats()
        game, seen = self.game, self.seen(seat)
        if bytes(seen.raw) == known:
            return public[seat]
        return game.own(seen.fields, seat) if game.own else game.show(seen.fields).seats[seat]


def name_hands(told: list[tuple[HandEvent, ...]], laid: Laid) -> None:
    """Give hands to the events of a verb, as every seat and, last, the rail know them.

    A seat hears the names that the rail hears, and what its own cards make.
    """
    all_know = told[NOBODY]
    getting = {event.seat for event in all_know if event.kind in GAINS}
    winning = {event.seat for event in all_know if event.kind in WINS}
    if not getting and not winning:
        return
    hands = laid.seats()
    known: dict[int, Message] = {}
    for seat in (getting | winning) - {NOBODY}:
        known |= _won(all_know, seat, hands[seat]) | _gained(all_know, seat, hands[seat])
    heard = _with(all_know, known)
    gained = {seat: _gained(told[seat], seat, laid.own(seat)) for seat in getting}
    for seat, events in enumerate(told):
        more = gained.get(seat)
        is_public = events is all_know and (not more or more.items() <= known.items())
        told[seat] = heard if is_public else _with(events, {**known, **(more or {})})


def _won(events: Sequence[HandEvent], seat: int, hand: LaidHand) -> dict[int, Message]:
    """The hand that wins, at the first pot that the seat takes."""
    wins = [n for n, event in enumerate(events) if event.seat == seat and event.kind in WINS]
    return {wins[0]: hand.hand} if wins and hand.hand else {}


def _gained(events: Sequence[HandEvent], seat: int, hand: LaidHand) -> dict[int, Message]:
    """The hand that a seat's cards make, at the last one, if it still lies there unchanged."""
    if not hand.hand or len(hand.cards) < _LEAST:
        return {}
    for last in range(len(events) - 1, -1, -1):
        event = events[last]
        if event.kind == _BOARD:
            return {}
        if event.seat == seat and event.card:
            is_seen = event.card != _FACE_DOWN and event.card in [laid.card for laid in hand.cards]
            return {last: hand.hand} if event.kind in GAINS and is_seen else {}
    return {}


def _with(events: tuple[HandEvent, ...], hands: Mapping[int, Message]) -> tuple[HandEvent, ...]:
    """The events, some of them with hands."""
    if not hands:
        return events
    named = list(events)
    for n, hand in hands.items():
        named[n] = replace(named[n], hand=hand)
    return tuple(named)
