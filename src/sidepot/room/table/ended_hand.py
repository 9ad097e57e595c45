"""A hand that is over, replayed from its part of the log, for its history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import Refused
from sidepot.fairness import DealRecord
from sidepot.real import record_of
from sidepot.room.table import commitment
from sidepot.room.table import events as e
from sidepot.room.table.context import SealedDecks, Secret
from sidepot.room.table.position import told_hand
from sidepot.room.table.replay import replay_event

Shown = dict[int, tuple[str, ...]]
"""The cards shown after the hand, by seat; no cards: the player mucked."""


@dataclass(frozen=True)
class PendingHistory:
    """A finished hand whose history is still to be written.

    `version` and `at`: the version and time of the last event that belongs to it. `guests`: the
    guests in its seats, None for a bot.
    """

    id: int
    table: str
    hand: int
    version: int
    at: int
    guests: tuple[str | None, ...]

    def seat_of(self, guest: str) -> int:
        """The seat that a guest had in the hand; the rail for a guest who was not in it."""
        return self.guests.index(guest) if guest in self.guests else RAIL


@dataclass(frozen=True)
class HandLog:
    """The stored data of a hand: its events from the last commitment on, and its secrets.

    `sealed`: the decks of the commitment; None if they are lost. `secret`: None with real cards.
    """

    table: str
    events: Sequence[e.AnyEvent]
    secret: Secret | None
    sealed: SealedDecks | None


@dataclass(frozen=True)
class EndedHand:
    """The record of a hand, the cards shown after it, and its deal, unless its decks are lost."""

    hand: Hand
    shown: Shown
    deal: DealRecord | None


def replayed(log: HandLog) -> EndedHand:
    """A hand from what is stored of it.

    Raises `Refused`, or what the game raises, if present rules play the hand differently.
    """
    hand, secret = None, log.secret
    assert secret is not None
    chairs: tuple[int, ...] = ()
    shown = Shown()
    for event in log.events:
        hand = replay_event(hand, event, lambda _: secret)
        if isinstance(event, e.HandDealt):
            chairs = event.chairs
        elif isinstance(event, e.HandEnded):
            _check_end(hand, event)
        elif isinstance(event, e.CardsShown):
            shown[chairs.index(event.chair)] = event.cards
    assert hand is not None
    return EndedHand(hand, shown, _deal_record(log))


def real_text(log: HandLog) -> str | None:
    """The history of a hand with real cards, the same for everybody; None for any other.

    Raises `Refused` if present rules play it differently.
    """
    real = told_hand(log.events)
    if real is None:
        return None
    for event in log.events:
        if isinstance(event, e.HandEnded):
            _check_end(real.hand, event)
    return record_of(real).text()


def _deal_record(log: HandLog) -> DealRecord | None:
    """The deal of a hand; None if its decks are lost."""
    committed = next((event for event in log.events if isinstance(event, e.Committed)), None)
    cut = next(event.cut for event in log.events if isinstance(event, e.HandDealt))
    if committed is None or log.sealed is None:
        return None
    places = [event.places for event in log.events if isinstance(event, e.RabbitShown)]
    return DealRecord(
        commitment.deal(log.table, committed, log.sealed, cut),
        missing=committed.missing,
        rabbit=[(commitment.DECK, place) for place in chain.from_iterable(places)],
    )


def _check_end(hand: Hand | None, event: e.HandEnded) -> None:
    """Raise `Refused` if the replayed hand does not end with the stacks of the log."""
    if hand is None or not hand.over or hand.stacks != event.stacks:
        raise Refused("room.refused_rules")
