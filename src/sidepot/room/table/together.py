"""Simultaneous decisions: each stays secret until all have been made.

Which seats are asked together the record says (`Hand.asked`), and the log (`AskedTogether`). What a
player decides is stored at once, but the record stays as it is, and with it everything that others
are shown; when all have decided, or their clock is over, it takes one action after the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.room.table import events as e
from sidepot.room.table.absence import turn_end
from sidepot.room.table.clock import NOW
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.forfeits import NO_ANSWER, bot_action, has_forfeited
from sidepot.room.table.play import act, staged
from sidepot.room.table.state import RunningClock, TableState


def asked_seats(state: TableState) -> tuple[int, ...]:
    """The seats that are asked together now, in the order of the record."""
    playing, clock = state.in_play, state.clock
    if playing is None or clock is None:
        return ()
    return tuple(map(playing.chairs.index, clock.together))


def turn_of(state: TableState, hand: Hand, seat: int | None) -> Hand | None:
    """The record in which a seat is to act, a copy if others decide too; None if it is not to act.

    Who has decided is not to act any more.
    """
    asked, playing = asked_seats(state), state.in_play
    if seat is None or playing is None:
        return None
    if seat not in asked:
        return hand if seat == hand.actor and not asked else None
    if playing.chairs[seat] in state.decided:
        return None
    return hand if seat == hand.actor else hand.asking(seat)


def decide_together(
    context: Context, number: int, action: Action | str, **origin: str
) -> PendingEvents:
    """The events of a chair's decision: it is kept, or, if it is the last one, all are carried out.

    An illegal one of a bot is kept as `NO_ANSWER`. Raises `IllegalAction` for a guest's, or
    whatever the game raises.
    """
    state, playing = context.state, context.state.in_play
    assert playing is not None and state.clock is not None
    turn = turn_of(state, context.hand_in_play, playing.chairs.index(number))
    assert turn is not None
    if state.chairs[number].bot:
        action = str(action) if action in turn.legal else NO_ANSWER
    else:
        action = str(turn.legal.check(action))
    with_own = replace(state, decided={**state.decided, number: action})
    then = replace(context, state=with_own)
    if max(answers_at(then, state.clock).values()) <= context.now:
        return act_together(then, number, **origin)
    decided = e.Decided(
        at=context.now,
        hand=playing.hand,
        decision=context.hand_in_play.decision,
        chair=number,
        action=action,
        **origin,
    )
    return PendingEvents([decided])


def answers_at(context: Context, clock: RunningClock) -> Mapping[int, int]:
    """When each chair that is asked together has its answer at the latest, in ms since 1970."""
    return {number: _answer_at(context, clock, number) for number in clock.together}


def _answer_at(context: Context, clock: RunningClock, number: int) -> int:
    chair = context.state.chairs[number]
    if number in context.state.decided:
        return NOW
    if chair.bot:
        return bot_acts_at(context, clock, number)
    return turn_end(context, clock, number) if chair.is_playing else NOW


def bot_acts_at(context: Context, clock: RunningClock, number: int) -> int:
    """When a bot acts that gives no answer: one that has forfeited does so without being asked."""
    is_asked = not has_forfeited(context, number)
    return clock.until if is_asked else clock.began + context.state.rules.bot_pace


def act_together(context: Context, last: int | None = None, **origin: str) -> PendingEvents:
    """The events of all who were asked together, in the order of the record, and it after them.

    `origin` belongs to the action of chair `last`.
    """
    playing, hand = context.state.in_play, context.hand_in_play
    assert playing is not None
    events, left = list[e.AnyEvent](), set(asked_seats(context.state))
    while hand.actor in left:
        left.remove(hand.actor)
        number = playing.chairs[hand.actor]
        action, how = _action_of(context, number, hand)
        own = origin if number == last else {}
        pending = act(replace(context, hand=hand), number, action, how, **own)
        hand = pending.hand or hand
        events = [event for event in events if not isinstance(event, e.AskedTogether)]
        events += pending.events
    verbs = sum(isinstance(event, e.Acted) for event in events)
    return PendingEvents([_staged(context, hand, verbs, event) for event in events], hand)


def _staged(context: Context, hand: Hand, verbs: int, event: e.AnyEvent) -> e.AnyEvent:
    """An event, the end of a hand with the time in which all that was decided is shown."""
    if not isinstance(event, e.HandEnded):
        return event
    return replace(event, staged=staged(context, hand, verbs))


def _action_of(context: Context, number: int, hand: Hand) -> tuple[Action | str, str]:
    """The action of the chair to act in a record, and its origin: self, clock or away."""
    chair, action = context.state.chairs[number], context.state.decided.get(number)
    if chair.bot:
        return bot_action(context, number, hand.legal, action or NO_ANSWER)
    if action is not None:
        return (action if action in hand.legal else hand.legal.safe), "self"
    return hand.legal.safe, "clock" if chair.is_playing else "away"
