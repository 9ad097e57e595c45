"""Tables with real cards: what people tell of their deck, decided as events.

`sidepot.real` is the referee. Its work takes longer than the event loop has, so `worked_out` is
called in a thread before `decide`, whose context then has the result.
"""

from __future__ import annotations

import copy
from typing import TypeAlias

from msgspec.structs import replace

from sidepot.errors import BadEntry, Refused
from sidepot.real import RealHand
from sidepot.room.protocol import messages as m
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.deal import is_dealable, players
from sidepot.room.table.paying import paid_out
from sidepot.room.table.position import Position, Worked, log_of
from sidepot.room.table.rules import REAL, game_of, game_view
from sidepot.room.table.state import TableState
from sidepot.room.table.waiting_pots import share_dropped
from sidepot.room.table.waiting_values import kept_for

Telling: TypeAlias = m.Tell | m.TakeBack | m.Retell
"""The commands by which something is told of the hand in play."""
WORKED = (m.Tell, m.TakeBack, m.Retell, m.NextHand, m.Correct)
"""The commands whose work is done before they are decided."""


def worked_out(context: Context, command: m.AnyCommand) -> Worked | None:
    """The result of a command; None where it changes nothing of a hand with real cards.

    Raises `BadEntry`, `IllegalAction`, `Refused`, or what the game raises.
    """
    before, playing = context.real, context.state.in_play
    if context.state.rules.cards != REAL:
        return None
    if isinstance(command, m.NextHand):
        if playing and playing.hand == command.hand + 1:
            return None
        return Worked(before, _position(_begun(context, command)[1]), 0)
    if before is None or playing is None:
        return None
    if isinstance(command, m.Correct):
        return _with_chips(context, before, command)
    if not isinstance(command, Telling) or command.hand != playing.hand:
        return None
    if isinstance(command, m.Tell):
        return _told(before, command)
    return (
        _taken_back(before, command) if isinstance(command, m.TakeBack) else _anew(before, command)
    )


def _told(before: Position, command: m.Tell) -> Worked:
    """One more entry; the position before if another phone has told the same there."""
    entries = before.entries
    if before.real.has_told(command.entry, command.at):
        return Worked(before, before, len(entries))
    if command.at != len(entries) or command.at >= m.MAX_ENTRIES:
        raise BadEntry("real.late")
    real = before.real.copy()
    real.tell(command.entry)
    return Worked(before, Position(real, before), len(entries), (real.entries[-1],))


def _taken_back(before: Position, command: m.TakeBack) -> Worked | None:
    """The first entries alone; None if another phone has taken the others back."""
    if command.to == len(before.entries) < command.at:
        return None
    if not before.entries:
        raise BadEntry("real.nothing")
    if command.at != len(before.entries) or command.to >= command.at:
        raise BadEntry("real.late")
    return Worked(before, Position(before.real.undo(command.to)), command.to)


def _anew(before: Position, command: m.Retell) -> Worked | None:
    """Another entry in place of one; None if it stands there already."""
    if before.real.has_told(command.entry, command.number):
        return None
    if command.at != len(before.entries):
        raise BadEntry("real.late")
    real, cut = before.real.change(command.number, command.entry)
    keep = min(command.number, len(real.entries))
    return Worked(before, Position(real), keep, tuple(real.entries[keep:]), cut)


def _with_chips(context: Context, before: Position, command: m.Correct) -> Worked | None:
    """The same entries from other stacks; None if no player of the hand gets or gives chips."""
    playing = context.state.in_play
    assert playing is not None
    stacks = list(before.real.log.stacks)
    for chair, chips in ((command.chair, command.chips), (command.other, -command.chips)):
        if chair in playing.chairs:
            stacks[playing.chairs.index(chair)] += chips
    if tuple(stacks) == before.real.log.stacks or min(stacks) < 0:
        return None
    real, cut = before.real.with_stacks(stacks)
    return Worked(before, Position(real), len(real.entries), (), cut)


def _found(context: Context, command: m.AnyCommand) -> Worked | None:
    """The result of a command, by the work that was done before if it still holds."""
    worked = context.worked
    if worked is not None and worked.before is context.real:
        return worked
    return worked_out(context, command)


def check_may_tell(state: TableState, guest: str) -> None:
    """Raise `Refused` at a table without real cards, or for who neither sits there nor is host."""
    if state.rules.cards != REAL:
        raise Refused("room.refused_dealt")
    if state.chair_of(guest) is None and state.host != guest:
        raise Refused("room.refused_teller")
    if state.paused_at is not None:
        raise Refused("room.refused_paused")


def telling(context: Context, command: Telling, **origin: str) -> PendingEvents:
    """The events by which something is told, taken back or told anew. Raises `Refused`."""
    playing, now = context.state.in_play, context.now
    if playing is None or playing.hand != command.hand or context.real is None:
        raise Refused("room.refused_hand", hand=command.hand)
    worked = _found(context, command)
    if worked is None or worked.after is worked.before:
        return PendingEvents([e.ToldAgain(at=now, hand=playing.hand, **origin)])
    if isinstance(command, m.Tell):
        told = e.Told(at=now, hand=playing.hand, entry=worked.added[-1], **origin)
        return PendingEvents([told], real=worked.after)
    cut = worked.cut.text if worked.cut else ""
    hand, keep, added = playing.hand, worked.keep, worked.added
    retold = e.Retold(at=now, hand=hand, keep=keep, entries=added, cut=cut, **origin)
    return PendingEvents([retold], real=worked.after)


def pay_out(context: Context, command: m.PayOut, **origin: str) -> PendingEvents:
    """The events that pay out a hand which is over. Raises `Refused`."""
    state, playing = context.state, context.state.in_play
    if playing is None or playing.hand != command.hand or context.real is None:
        if command.hand <= state.hands and (playing is None or command.hand < playing.hand):
            return PendingEvents([e.ToldAgain(at=context.now, hand=command.hand, **origin)])
        raise Refused("room.refused_hand", hand=command.hand)
    if not context.real.over:
        raise Refused("room.refused_not_over")
    return PendingEvents([*paid_out(context, **origin)])


def next_hand(context: Context, command: m.NextHand, **origin: str) -> PendingEvents:
    """The events that begin the next hand. Raises `Refused`."""
    state, now = context.state, context.now
    if state.in_play and state.in_play.hand == command.hand + 1:  # another phone was faster
        return PendingEvents([e.ToldAgain(at=now, hand=state.in_play.hand, **origin)])
    shared, begun = _begun(context, command)
    worked = context.worked
    same = worked is not None and worked.after.real.log == log_of(begun)
    real = worked.after if worked and same else _position(begun)
    return PendingEvents([*shared, replace(begun, **origin)], real=real)


def _begun(context: Context, command: m.NextHand) -> tuple[list[e.PotShared], e.RealBegun]:
    """The pots that are shared before the next hand, and its beginning. Raises `Refused`."""
    state = context.state
    if state.hands != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    if state.in_play:
        raise Refused("room.refused_not_over")
    shared = [*share_dropped(state, context.now)]
    state = apply(copy.deepcopy(state), shared) if shared else state
    plans = state.rules.games
    plan = plans[command.game] if command.game < len(plans) else plans[0]
    if not is_dealable(state, plan):
        raise Refused("room.refused_next_hand", title=game_view(plan).title)
    chairs = players(state, game_of(plan))
    begun = e.RealBegun(
        at=context.now,
        hand=state.hands + 1,
        game=plan,
        chairs=tuple(chairs),
        names=tuple(state.chairs[number].name for number in chairs),
        stacks=tuple(state.chairs[number].stack for number in chairs),
        kept=kept_for(state, plan, chairs),
    )
    return shared, begun


def _position(begun: e.RealBegun) -> Position:
    """The position of a hand of which nothing is told yet."""
    return Position(RealHand(log_of(begun), game_of(begun.game)))


def restacked(context: Context, command: m.Correct) -> PendingEvents:
    """The event by which the hand in play began with other stacks, if it is one with real cards."""
    playing = context.state.in_play
    worked = _found(context, command) if playing else None
    if playing is None or worked is None:
        return PendingEvents([])
    event = e.Restacked(
        at=context.now,
        hand=playing.hand,
        stacks=worked.after.real.log.stacks,
        keep=worked.keep,
        cut=worked.cut.text if worked.cut else "",
    )
    return PendingEvents([event], real=worked.after)
