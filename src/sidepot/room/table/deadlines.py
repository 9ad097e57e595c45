"""Deadlines of a table: the next one, its time, and the events that it results in.

Everything is judged from the context, and its events are appended like those of a command.
"""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.game import Hand
from sidepot.room.table import events as e
from sidepot.room.table.absence import host_due, next_host, turn_end
from sidepot.room.table.clock import GRACE, NOW
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.deal import choose_default, next_step, prepare
from sidepot.room.table.forfeits import NO_ANSWER, bot_action
from sidepot.room.table.play import act
from sidepot.room.table.state import RunningClock, TableState
from sidepot.room.table.together import act_together, answers_at, bot_acts_at


@dataclass(frozen=True)
class Due:
    """A deadline: its kind, and its time in milliseconds since 1970.

    `what`: bot (one has no answer in time, or has forfeited), away (it is the turn of a player who
    sits out or leaves), clock (a turn is over), together (all who were asked at the same time have
    decided, or it is over for the rest), choice (the dealer has not named a game in time), hand
    (the next step to a deal), host (the host is gone).
    """

    at: int
    what: str


def next_due(context: Context) -> Due | None:
    """The next deadline, now or later; None if there is none."""
    play, host = _play_due(context), _host_due(context)
    return host if host and (play is None or host.at < play.at) else play


def _host_due(context: Context) -> Due | None:
    """The host's role passes on from one who is gone, or does not act."""
    at = host_due(context)
    return None if at is None else Due(at, "host")


def _play_due(context: Context) -> Due | None:
    """The end of the running clock, or else the next deal."""
    state = context.state
    if state.is_ended or state.paused_at is not None:
        return None
    if state.clock:
        return _clock_due(context, state.clock)
    can_deal = context.is_watched and not context.is_log_full and not context.is_preparing
    at = next_step(context) if can_deal else None
    return None if at is None else Due(max(at, context.deal_from), "hand")


def _clock_due(context: Context, clock: RunningClock) -> Due:
    """When the running clock needs an answer for its chair, and from whom."""
    if clock.together:
        return Due(max(answers_at(context, clock).values()), "together")
    chair = context.state.chairs[clock.chair]
    if clock.kind == "choice":
        return Due(turn_end(context, clock, clock.chair) if chair.is_playing else NOW, "choice")
    if chair.bot:
        return Due(bot_acts_at(context, clock, clock.chair), "bot")
    if not chair.is_playing:
        return Due(NOW, "away")
    return Due(turn_end(context, clock, clock.chair), "clock")


def deadline(state: TableState, hand: Hand | None, context: Context) -> int | None:
    """When something is next due at a table, as if it were watched; milliseconds since 1970.

    It is stored with each append, so that a restart knows which tables to load.
    """
    watched = Context(context.table, state, hand, context.now, context.randomness, is_watched=True)
    due = next_due(watched)
    return due.at if due else None


def due_events(context: Context) -> PendingEvents | None:
    """The events of what is due now; None if nothing is. Raises whatever a game's code raises."""
    due = next_due(context)
    if due is None or due.at > context.now:
        return None
    if due.what == "host":
        guest = next_host(context) or context.state.host
        return PendingEvents([e.HostPassed(at=context.now, guest=guest)])
    if due.what == "hand":
        return prepare(context)
    clock = context.state.clock
    assert clock is not None
    if due.what == "choice":
        return choose_default(context, clock.chair)
    if due.what == "together":
        return act_together(context)
    if due.what == "bot":
        legal = context.hand_in_play.legal
        return act(context, clock.chair, *bot_action(context, clock.chair, legal, NO_ANSWER))
    return act(context, clock.chair, context.hand_in_play.legal.safe, due.what)


def grace(state: TableState, now: int, moved: int = 0) -> e.ClockMoved | None:
    """More time for a running clock because the room was away; None if it needs none.

    Afterwards the clock has at least `GRACE` left before it draws on a time bank. `moved`: by how
    many milliseconds the room's time was set forward since the last event; the times of the table
    follow it. They are moved back where the last event would lie in the future: then the wall clock
    was set back while the room was closed, and nobody's turn may become longer by that.
    """
    if state.is_ended:
        return None
    shift = moved + min(0, now - (state.at + moved))
    more = _missing_time(state, now - shift)
    return e.ClockMoved(at=now, more=more, shift=shift) if more or shift else None


def _missing_time(state: TableState, now: int) -> int:
    """Milliseconds to add to a running clock so that `GRACE` is left."""
    if state.clock is None or state.paused_at is not None:
        return 0
    return max(0, now + GRACE - state.clock.time_bank_from)
