"""What is due at a table, and when: judged by the state alone, done like any command."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.hand import Hand
from sidepot.room.table import events as e
from sidepot.room.table.clock import GRACE, HOST_GONE
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.deal import choose_again, next_hand, prepare
from sidepot.room.table.play import act
from sidepot.room.table.state import RunningClock, TableState

NOW = 0
"""Due since long ago."""


@dataclass(frozen=True)
class Due:
    """Something, and the time at which it is to be done: bot, away, clock, choice, hand, host."""

    at: int
    what: str


def due(context: Context) -> Due | None:
    """What is due next."""
    both = [found for found in (_play_due(context), _host_due(context)) if found]
    return min(both, key=lambda found: found.at, default=None)


def _host_due(context: Context) -> Due | None:
    """Hosting passes on when the host is gone and somebody else is there."""
    if context.state.is_ended or context.host_gone is None or _heir(context) is None:
        return None
    return Due(context.host_gone + HOST_GONE, "host")


def _heir(context: Context) -> str | None:
    """Who becomes host: of those who are there who sits, then who came first."""
    state = context.state
    there = [guest for guest in context.here if guest != state.host and guest in state.members]
    seated = [guest for guest in there if state.chair_of(guest) is not None]
    return next(iter([*seated, *there]), None)


def _play_due(context: Context) -> Due | None:
    state = context.state
    if state.is_ended or state.paused_at is not None:
        return None
    if state.clock:
        return _clock_due(context, state.clock)
    at = next_hand(state) if context.is_watched else None
    return None if at is None else Due(at, "hand")


def _clock_due(context: Context, clock: RunningClock) -> Due:
    chair = context.state.chairs[clock.chair]
    if clock.kind == "choice":
        return Due(clock.until if chair.is_playing else NOW, "choice")
    if chair.bot:
        ready = clock.began + context.state.rules.bot_pace
        known = _has_choice(context) or _has_forfeited(context)
        return Due(ready if known else clock.until, "bot")
    if not chair.is_playing:
        return Due(NOW, "away")
    return Due(clock.until, "clock")


def _has_choice(context: Context) -> bool:
    """Has the bot made up its mind about the decision that is due?"""
    choice, playing = context.bot_choice, context.state.in_play
    return (
        choice is not None
        and playing is not None
        and (choice.hand, choice.decision) == (playing.hand, context.live.decision)
    )


def _has_forfeited(context: Context) -> bool:
    """Has the bot that is to act failed in this hand?"""
    playing, clock = context.state.in_play, context.state.clock
    return playing is not None and clock is not None and clock.chair in playing.forfeits


def deadline(state: TableState, hand: Hand | None, context: Context) -> int | None:
    """When a table must be looked at again, whoever watches it by then; milliseconds since 1970.

    It is stored with each append, so that a restart knows which tables to take up.
    """
    found = due(Context(state, hand, context.now, context.randomness, is_watched=True))
    return found.at if found else None


def do(context: Context) -> PendingEvents | None:
    """What is due now, as something to append."""
    next_due = due(context)
    if next_due is None or next_due.at > context.now:
        return None
    if next_due.what == "host":
        return PendingEvents(
            [e.HostPassed(at=context.now, guest=_heir(context) or context.state.host)]
        )
    if next_due.what == "hand":
        return prepare(context)
    clock = context.state.clock
    assert clock is not None
    if next_due.what == "choice":
        return choose_again(context, clock.chair)
    if next_due.what == "bot":
        return _bot(context, clock.chair)
    return act(context, clock.chair, context.live.legal.safe, next_due.what)


def _bot(context: Context, chair: int) -> PendingEvents:
    """A bot does what it has thought of; without a legal answer in time it forfeits the hand."""
    legal = context.live.legal
    if _has_forfeited(context):
        return act(context, chair, legal.forfeit, "bot")
    choice = context.bot_choice if _has_choice(context) else None
    action = choice.action if choice else None
    if action is None or action not in legal:
        return act(context, chair, legal.forfeit, "fault")
    return act(context, chair, action, "bot")


def grace(state: TableState, now: int) -> e.ClockMoved | None:
    """The time that a running clock must get because the room was away, at no time bank's cost."""
    clock = state.clock
    if clock is None or state.paused_at is not None or clock.time_bank_from - now >= GRACE:
        return None
    return e.ClockMoved(at=now, more=now + GRACE - clock.time_bank_from)
