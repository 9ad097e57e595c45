"""Applies events to the state of a table. It decides nothing and cannot fail."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from msgspec.structs import replace

from sidepot.engine.play import RAIL
from sidepot.room.table import corrections, match, position, waiting_values
from sidepot.room.table import events as e
from sidepot.room.table.clock import BOT_TIMEOUT, RESULT, SECOND
from sidepot.room.table.state import (
    MAX_HOLDS,
    Account,
    Chair,
    MatchState,
    Playing,
    Removal,
    RunningClock,
    TableState,
)

_HANDS_PER_HOLD = 5
"""Every so many hands a player may hold one back once more."""
_REFILL = 10
"""Every hand gives back this fraction of a full time bank: one part in ten."""


def apply(state: TableState | None, events: Iterable[e.AnyEvent]) -> TableState:
    """The state after some events; `state` is None before the first event, `Created`.

    The state is changed in place: a caller that needs the one before copies it.
    """
    for event in events:
        if isinstance(event, e.Created):
            state = _created(event)
        elif state is not None:
            _apply_next(state, event)
    assert state is not None
    return state


def _created(event: e.Created) -> TableState:
    """The state after the first event."""
    return TableState(
        version=1,
        name=event.name,
        host=event.host,
        rules=event.rules,
        idle_since=event.at,
        match=MatchState(event.rules.games) if event.rules.match else None,
    )


def _apply_next(state: TableState, event: e.AnyEvent) -> None:
    """Apply one event, and count the version."""
    state.version += 1
    _rule(type(event))(event, state)
    state.at = event.at


@functools.singledispatch
def _apply(event: e.AnyEvent, state: TableState) -> None:
    raise TypeError(f"no rule for the event {type(event).__name__}")


_rule = functools.cache(_apply.dispatch)
"""The function for a type of event, looked up once."""


@_apply.register
def _(event: e.Joined, state: TableState) -> None:
    state.members[event.guest] = event.name
    if event.guest in state.named:
        state.named.remove(event.guest)


@_apply.register
def _(event: e.Renamed, state: TableState) -> None:
    state.members[event.guest] = event.name
    if event.guest in state.accounts:
        state.accounts[event.guest].name = event.name
    number = state.chair_of(event.guest)
    if number is not None:
        state.chairs[number].name = event.name


@_apply.register
def _(event: e.Sat, state: TableState) -> None:
    name = state.members[event.guest]
    _sit(state, event.chair, name, event.guest, None)
    _pay_in(state, event.chair, event.chips)
    _delay_next_hand(state, event.at)


@_apply.register
def _(event: e.BotSat, state: TableState) -> None:
    _sit(state, event.chair, event.name, None, event.strength)
    _pay_in(state, event.chair, event.chips)
    _delay_next_hand(state, event.at)


@_apply.register
def _(event: e.PersonSat, state: TableState) -> None:
    _sit(state, event.chair, event.name, None, None)
    _pay_in(state, event.chair, event.chips)


@_apply.register
def _(event: e.SeatTaken, state: TableState) -> None:
    """The person's account becomes the guest's, in the hand in play too."""
    chair = state.chairs[event.chair]
    before, chair.account, chair.guest = chair.account, event.guest, event.guest
    chair.name = state.members[event.guest]
    state.accounts = {
        event.guest if key == before else key: account for key, account in state.accounts.items()
    }
    state.accounts[event.guest].guest = event.guest
    state.accounts[event.guest].name = chair.name
    if state.playing:
        accounts = (event.guest if key == before else key for key in state.playing.accounts)
        state.playing.accounts = tuple(accounts)
    for waiting in state.kept:
        if before in waiting.players:
            waiting.players[event.guest] = waiting.players.pop(before)
    for one in state.corrections:
        one.account = event.guest if one.account == before else one.account
        one.other = event.guest if one.other == before else one.other


def _sit(state: TableState, chair: int, name: str, guest: str | None, bot: str | None) -> None:
    """Seat a guest, a bot, or somebody without a phone, without chips so far."""
    account = guest or (f"bot:{name}" if bot else f"person:{name}")
    state.accounts.setdefault(account, Account(name, guest)).bot = bot
    state.chairs[chair] = Chair(name, account, guest, bot, 0, state.rules.time_bank * SECOND)


def _pay_in(state: TableState, number: int, chips: int) -> None:
    """Add bought chips to the stack; in a hand they wait until it is over."""
    chair = state.chairs[number]
    state.accounts[chair.account].bought += chips
    if state.is_in_hand(number):
        chair.pending_chips += chips
    else:
        chair.stack += chips


def _delay_next_hand(state: TableState, at: int) -> None:
    """Restart the pause before the next deal: a player has come between hands."""
    if state.in_play is None:
        state.idle_since = at


@_apply.register
def _(event: e.Bought, state: TableState) -> None:
    match.note_rebuy(state, event)
    _pay_in(state, event.chair, event.chips)


@_apply.register
def _(event: e.MadeReady, state: TableState) -> None:
    state.chairs[event.chair].is_ready = event.is_ready


@_apply.register
def _(event: e.SatOut, state: TableState) -> None:
    chair = state.chairs[event.chair]
    chair.status, chair.is_ready = "out", False
    _expire_clock(state, event.chair, event.at)


@_apply.register
def _(event: e.CameBack, state: TableState) -> None:
    chair = state.chairs[event.chair]
    chair.status, chair.late = "in", 0
    _delay_next_hand(state, event.at)


@_apply.register
def _(event: e.Left, state: TableState) -> None:
    if state.is_in_hand(event.chair):
        state.chairs[event.chair].status = "leaving"
        _expire_clock(state, event.chair, event.at)
    else:
        _pay_out(state, event.chair, is_end=event.why == "ended")


def _expire_clock(state: TableState, chair: int, at: int) -> None:
    """End the clock of a chair now if it is running: its player does not play on.

    A clock that runs for several goes on for the others.
    """
    if state.clock and state.clock.chair == chair and not state.clock.together:
        state.clock.until = at


def _pay_out(state: TableState, number: int, *, is_end: bool = False) -> None:
    """Free a chair and pay its chips out to the account; `is_end`: because the table ends."""
    match.note_exit(state, state.chairs[number], is_end=is_end)
    chair = state.chairs.pop(number)
    state.may_show = None if state.may_show == number else state.may_show
    state.held.pop(number, None)
    state.accounts[chair.account].paid_out += chair.stack + chair.pending_chips
    if state.clock and state.clock.chair == number:
        state.clock = None
    waiting_values.drop_player(state, chair.account)


@_apply.register
def _(event: e.Removed, state: TableState) -> None:
    last = state.playing
    is_open = last is not None and last.is_over
    seat = state.seat_of(event.guest)
    state.removed[event.guest] = Removal(
        name=state.name_of(event.guest),
        version=state.version,
        hands=state.hands - (state.in_play is not None),
        open_seat=(RAIL if seat is None else seat) if is_open else None,
    )
    state.members.pop(event.guest, None)
    state.named = [guest for guest in state.named if guest != event.guest]


@_apply.register
def _(event: e.Admitted, state: TableState) -> None:
    state.removed.pop(event.guest, None)
    if event.name:
        state.members[event.guest] = event.name
    elif event.guest not in state.named:
        state.named.append(event.guest)


@_apply.register
def _(event: e.Closed, state: TableState) -> None:
    state.is_closed = event.is_closed


@_apply.register
def _(event: e.CallSet, state: TableState) -> None:
    state.call = event.link


@_apply.register
def _(event: e.Corrected, state: TableState) -> None:
    corrections.note(state, event)
    _delay_next_hand(state, event.at)


@_apply.register
def _(event: e.MembersDropped, state: TableState) -> None:
    for guest in event.guests:
        state.members.pop(guest, None)


@_apply.register
def _(event: e.Muted, state: TableState) -> None:
    state.muted = [guest for guest in state.muted if guest != event.guest]
    state.muted += [event.guest] * event.is_muted


@_apply.register
def _(event: e.Paused, state: TableState) -> None:
    clock, since = state.clock, state.paused_at
    state.paused_at = event.at if event.is_paused else None
    if event.is_paused:
        return
    if since is not None:
        match.shift(state, event.at - since)
    state.idle_since = max(state.idle_since, event.at)
    if clock and since is not None:
        paused = event.at - since
        _extend(clock, paused + max(0, event.grace - (clock.until + paused - event.at)))


@_apply.register
def _(event: e.HandHeld, state: TableState) -> None:
    state.held[event.chair] = event.until
    state.chairs[event.chair].holds -= 1


@_apply.register
def _(event: e.HandReleased, state: TableState) -> None:
    state.held[event.chair] = event.at


@_apply.register
def _(event: e.ClockMoved, state: TableState) -> None:
    if event.shift:
        _shift(state, event.shift)
    if state.clock:
        _extend(state.clock, event.more)


def _shift(state: TableState, by: int) -> None:
    """Move every time that is still to be judged by some milliseconds, as the room's time was."""
    state.idle_since += by
    state.result_until += by
    state.held = {chair: until + by for chair, until in state.held.items()}
    match.shift(state, by)
    if state.paused_at is not None:
        state.paused_at += by
    if state.clock:
        state.clock.began += by
        _extend(state.clock, by)
    if state.next_commitment:
        state.committed = replace(state.next_commitment, at=state.next_commitment.at + by)


def _extend(clock: RunningClock, more: int) -> None:
    """Give a clock more milliseconds; when the turn began does not change."""
    clock.time_bank_from += more
    clock.until += more


@_apply.register
def _(event: e.GamesChanged, state: TableState) -> None:
    state.rules = replace(state.rules, games=event.games, dealers_choice=event.dealers_choice)
    state.chosen = None
    waiting_values.drop_games(state)
    if state.clock and state.clock.kind == "choice":
        state.clock = None


@_apply.register
def _(event: e.HostPassed, state: TableState) -> None:
    state.host = event.guest


@_apply.register
def _(event: e.ChoiceAsked, state: TableState) -> None:
    until = event.at + state.rules.turn * SECOND
    state.clock = RunningClock("choice", event.chair, 0, event.at, until, until)


@_apply.register
def _(event: e.GameChosen, state: TableState) -> None:
    state.chosen = state.rules.games[event.game]
    state.clock = None


@_apply.register
def _(event: e.Committed, state: TableState) -> None:
    state.committed = event


@_apply.register
def _(event: e.HandDealt, state: TableState) -> None:
    accounts = tuple(state.chairs[number].account for number in event.chairs)
    state.playing = Playing(event.hand, event.game, event.chairs, accounts)
    match.note_deal(state, event)
    waiting_values.put_back_cards(state, event.game, accounts)
    state.hands, state.game, state.chosen = event.hand, event.game, None
    state.button, state.may_show, state.shown = event.chairs[-1], None, {}
    state.rabbit, state.rabbit_places, state.cut = (), (), event.cut
    state.held = {}
    for chair in state.chairs.values():
        chair.is_ready = False
        chair.holds = min(MAX_HOLDS, chair.holds + (event.hand % _HANDS_PER_HOLD == 0))
        bank = state.rules.time_bank * SECOND
        chair.time_bank = min(bank, chair.time_bank + bank // _REFILL)
    _next_turn(state, event.turn, 0, event.at)


@_apply.register
def _(event: e.RealBegun, state: TableState) -> None:
    accounts = tuple(state.chairs[number].account for number in event.chairs)
    state.playing = Playing(event.hand, event.game, event.chairs, accounts)
    waiting_values.put_back_cards(state, event.game, accounts)
    state.hands, state.game, state.chosen = event.hand, event.game, None
    state.button_before, state.button = state.button, event.chairs[-1]
    state.real, state.real_cut, state.clock = position.log_of(event), "", None


@_apply.register(e.Told)
@_apply.register(e.Retold)
@_apply.register(e.Restacked)
def _(event: e.Told | e.Retold | e.Restacked, state: TableState) -> None:
    assert state.real is not None
    state.real = position.log_after(state.real, event)
    state.real_cut = "" if isinstance(event, e.Told) else event.cut


@_apply.register
def _(event: e.ToldAgain, state: TableState) -> None:
    """Nothing changes: another phone was faster."""


@_apply.register
def _(event: e.Acted, state: TableState) -> None:
    chair, clock = state.chairs[event.chair], state.clock
    state.decided = {}
    if clock and not chair.bot and not clock.together:
        chair.time_bank = max(0, chair.time_bank - max(0, event.at - clock.time_bank_from))
    if event.how == "clock":
        chair.late += 1
    elif event.how == "self":
        chair.late = 0
    elif event.how == "fault" and state.playing:
        state.playing.forfeits += (event.chair,)
    _next_turn(state, event.turn, event.decision + 1, event.at)


def _next_turn(state: TableState, number: int | None, decision: int, at: int) -> None:
    """Start the clock of the chair to act, None if the hand is over.

    A bot gets `BOT_TIMEOUT` and a player who is sitting out or leaving no time; neither uses a
    time bank.
    """
    if number is None:
        state.clock = None
        return
    chair = state.chairs[number]
    time_bank_from = until = at
    if chair.bot:
        time_bank_from = until = at + BOT_TIMEOUT
    elif chair.is_playing:
        time_bank_from = at + state.rules.turn * SECOND
        until = time_bank_from + chair.time_bank
    state.clock = RunningClock("turn", number, decision, at, time_bank_from, until)


@_apply.register
def _(event: e.AskedTogether, state: TableState) -> None:
    """One clock for all, without time banks: nobody sees by it who is still to decide."""
    until = event.at + state.rules.turn * SECOND
    state.decided = {}
    state.clock = RunningClock(
        "turn", event.chairs[0], event.decision, event.at, until, until, event.chairs
    )


@_apply.register
def _(event: e.Decided, state: TableState) -> None:
    state.decided[event.chair] = event.action


@_apply.register
def _(event: e.HandEnded, state: TableState) -> None:
    playing = state.playing
    assert playing is not None
    if not state.rules.real_chips:
        for number, stack in zip(playing.chairs, event.stacks, strict=True):
            state.chairs[number].stack = stack
        state.bank += event.bank
    if state.match:
        state.match.hands += 1
    waiting_values.keep(state, event)
    state.may_show = event.may_show
    _finish_hand(state, event.at)
    if event.staged:
        shown = max(state.rules.pause * SECOND, RESULT)
        state.result_until = event.at + event.staged + shown


@_apply.register
def _(event: e.RecordSet, state: TableState) -> None:
    state.records[event.kind] = event.count, event.amount


@_apply.register
def _(event: e.PotShared, state: TableState) -> None:
    waiting_values.drop_pot(state, event.game)
    if state.rules.real_chips:  # the pot lies on their table
        return
    for number, chips in zip(event.chairs, event.chips, strict=True):
        chair = state.chairs[number]
        if state.is_in_hand(number):
            chair.pending_chips += chips
        else:
            chair.stack += chips


@_apply.register
def _(event: e.HandVoided, state: TableState) -> None:
    assert state.playing is not None
    state.playing.is_void = True
    if event.why == "misdeal":  # the same dealer deals again
        state.button = state.button_before
    _finish_hand(state, event.at)


def _finish_hand(state: TableState, at: int) -> None:
    """End the hand: pending chips join the stacks, and players who are leaving are paid out."""
    playing = state.playing
    assert playing is not None
    playing.is_over, state.clock, state.idle_since = True, None, at
    state.decided = {}
    for number in playing.chairs:
        chair = state.chairs[number]
        chair.stack, chair.pending_chips = chair.stack + chair.pending_chips, 0
        if chair.status == "leaving":
            _pay_out(state, number)


@_apply.register
def _(event: e.CardsShown, state: TableState) -> None:
    state.may_show = None if state.may_show == event.chair else state.may_show
    state.shown[event.chair] = event.cards


@_apply.register
def _(event: e.RabbitShown, state: TableState) -> None:
    state.rabbit, state.rabbit_places = event.cards, event.places


@_apply.register
def _(event: e.LevelRaised, state: TableState) -> None:
    match.note_level(state, event)


@_apply.register
def _(event: e.KnockedOut, state: TableState) -> None:
    for number in event.chairs:
        match.note_exit(state, state.chairs[number])
        state.chairs[number].status = "out"


@_apply.register
def _(event: e.Ended, state: TableState) -> None:
    state.is_ended, state.clock = True, None


@_apply.register
def _(event: e.Continued, state: TableState) -> None:
    state.next_table = event.table
