"""A hand that is over, replayed from its part of the log, for its history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidepot.engine.hand import RAIL, Hand
from sidepot.errors import Refused
from sidepot.room.table import events as e
from sidepot.room.table.context import Secret
from sidepot.room.table.replay import replay_event

Shown = dict[int, tuple[str, ...]]
"""The cards shown after the hand, by seat; no cards: the player mucked."""


@dataclass(frozen=True)
class PendingHistory:
    """A hand that is over and whose history is still to be written.

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


def replayed(events: Sequence[e.AnyEvent], secret: Secret) -> tuple[Hand, Shown]:
    """The record of a hand after its events, the first of which is the deal, and the cards shown.

    Raises `Refused`, or what the game raises, if present rules play the hand differently.
    """
    hand: Hand | None = None
    chairs: tuple[int, ...] = ()
    shown = Shown()
    for event in events:
        hand = replay_event(hand, event, lambda _: secret)
        if isinstance(event, e.HandDealt):
            chairs = event.chairs
        elif isinstance(event, e.HandEnded):
            _check_end(hand, event)
        elif isinstance(event, e.CardsShown):
            shown[chairs.index(event.chair)] = event.cards
    assert hand is not None
    return hand, shown


def _check_end(hand: Hand | None, event: e.HandEnded) -> None:
    """Raise `Refused` if the replayed hand does not end with the stacks of the log."""
    if hand is None or not hand.over or hand.stacks != event.stacks:
        raise Refused("room.refused_rules")
