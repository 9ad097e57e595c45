"""Sentences about the deal: who cut, who was missing, and what was wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator

from sidepot.room.client.fairness import DealChecker, DealStatus
from sidepot.terminal.screen import Screen
from sidepot.words import Message

ALARM = "bold red"
"""The style of a breach."""
DOUBT = "bold yellow"
"""The style of what could not be checked."""


def mark(deals: DealChecker, hand: int) -> list[Message]:
    """A few words for the heading of a hand: how it is dealt, and whether any is in doubt."""
    status, unchecked = deals.status(hand), deals.counts()["unchecked"]
    if deals.breaches:
        return [Message("fair.mark_breach")]
    found = [Message("fair.mark_unchecked", {"n": unchecked})] if unchecked else []
    if status is None or status.cut_by is None:
        return found
    if not status.cut_by:
        return [Message("fair.mark_uncut"), *found]
    return [Message("fair.mark_cut", {"players": status.cut_by}), *found]


def show(screen: Screen, deals: DealChecker) -> None:
    """Print the state of the last deal, every breach so far, and how many hands stand how."""
    status = deals.status()
    screen.say(*(_sentences(status) if status else [Message("fair.unknown")]))
    for breach in deals.breaches:
        screen.say(breach, style=ALARM)
    count(screen, deals)


def count(screen: Screen, deals: DealChecker) -> None:
    """Print the number of hands by the state of their proof, if there were any."""
    counts = deals.counts()
    if any(counts.values()):
        screen.say(Message("fair.counts", counts))


def _sentences(status: DealStatus) -> Iterator[Message]:
    """The story of a deal: the commitment, the cut, who was missing in each turn, the proof."""
    at = time.strftime("%H:%M:%S", time.localtime(status.fixed_at))
    yield Message("fair.fixed", {"hand": status.hand, "time": at, "hash": status.commitment})
    for turn, players in enumerate(status.missing, 1):
        values = {"turn": turn, "players": players}
        yield (
            Message("fair.turn_missing", values)
            if players
            else Message("fair.turn_changed", values)
        )
    if status.cut_by is None:
        yield Message("fair.awaited")
    elif status.cut_by:
        yield Message("fair.cut", {"players": status.cut_by})
        yield Message("fair.cut_you") if status.is_ours else Message("fair.cut_others")
    else:
        yield Message("fair.uncut")
    if status.is_elsewhere:  # this device lacks the values that another one received
        yield Message("fair.elsewhere")
    else:
        yield Message(f"fair.standing_{status.standing}")
    if status.is_by_word:
        yield Message("fair.word")
