"""The fold: what each entry of the log makes of the state. It decides nothing and cannot fail."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from msgspec.structs import replace

from sidepot.room.table import events as e
from sidepot.room.table.clock import BOT_LIMIT
from sidepot.room.table.state import Account, Chair, Playing, RunningClock, TableState

REFILL = 10
"""With every hand a time bank gets one part in so many back."""


def begin(entry: e.Created) -> TableState:
    """The state after the first entry."""
    return TableState(
        version=1, name=entry.name, host=entry.host, rules=entry.rules, calm_from=entry.at
    )


def apply(state: TableState, entry: e.AnyEntry) -> None:
    """Make the state that follows."""
    state.version += 1
    _apply(entry, state)
    if entry.by is not None and entry.id is not None:
        state.remember(entry.by, entry.id)


def fold(state: TableState | None, log: Iterable[e.AnyEntry]) -> TableState:
    """The state after some entries; the first of all is `Created`."""
    for entry in log:
        if isinstance(entry, e.Created):
            state = begin(entry)
        elif state is not None:
            apply(state, entry)
    assert state is not None
    return state


@functools.singledispatch
def _apply(entry: e.AnyEntry, state: TableState) -> None:
    raise TypeError(f"the fold does not know {type(entry).__name__}")


@_apply.register
def _(entry: e.Joined, state: TableState) -> None:
    state.members[entry.guest] = entry.name


@_apply.register
def _(entry: e.Sat, state: TableState) -> None:
    name = state.members[entry.guest]
    _sit(state, entry.chair, name, entry.guest, None)
    _pay_in(state, entry.chair, entry.chips)
    _stir(state, entry.at)


@_apply.register
def _(entry: e.BotSat, state: TableState) -> None:
    _sit(state, entry.chair, entry.name, None, entry.strength)
    _pay_in(state, entry.chair, entry.chips)
    _stir(state, entry.at)


def _sit(state: TableState, chair: int, name: str, guest: str | None, bot: str | None) -> None:
    party = guest or f"bot:{name}"
    state.accounts.setdefault(party, Account(name, guest))
    state.chairs[chair] = Chair(name, party, guest, bot, 0, state.rules.bank)


def _pay_in(state: TableState, number: int, chips: int) -> None:
    """Chips are bought: for now, or for when the hand is over."""
    chair = state.chairs[number]
    state.accounts[chair.party].bought += chips
    if state.is_in_hand(number):
        chair.coming += chips
    else:
        chair.stack += chips


def _stir(state: TableState, at: int) -> None:
    """Somebody has come: the next hand waits a little."""
    if state.in_play is None:
        state.calm_from = at


@_apply.register
def _(entry: e.Bought, state: TableState) -> None:
    _pay_in(state, entry.chair, entry.chips)


@_apply.register
def _(entry: e.MadeReady, state: TableState) -> None:
    state.chairs[entry.chair].is_ready = entry.is_ready


@_apply.register
def _(entry: e.SatOut, state: TableState) -> None:
    chair = state.chairs[entry.chair]
    chair.status, chair.is_ready = "out", False
    _hurry(state, entry.chair, entry.at)


@_apply.register
def _(entry: e.CameBack, state: TableState) -> None:
    chair = state.chairs[entry.chair]
    chair.status, chair.late = "in", 0
    _stir(state, entry.at)


@_apply.register
def _(entry: e.Left, state: TableState) -> None:
    if state.is_in_hand(entry.chair):
        state.chairs[entry.chair].status = "leaving"
        _hurry(state, entry.chair, entry.at)
    else:
        _pay_out(state, entry.chair)


def _hurry(state: TableState, chair: int, at: int) -> None:
    """Nobody waits for who is not there any more."""
    if state.clock and state.clock.chair == chair:
        state.clock.until = at


def _pay_out(state: TableState, number: int) -> None:
    """The chair is free, and the chips are paid."""
    chair = state.chairs.pop(number)
    state.may_show = None if state.may_show == number else state.may_show
    state.accounts[chair.party].paid_out += chair.stack + chair.coming
    if state.clock and state.clock.chair == number:
        state.clock = None


@_apply.register
def _(entry: e.Removed, state: TableState) -> None:
    state.removed.append(entry.guest)


@_apply.register
def _(entry: e.Muted, state: TableState) -> None:
    state.muted = [guest for guest in state.muted if guest != entry.guest]
    state.muted += [entry.guest] * entry.is_muted


@_apply.register
def _(entry: e.Paused, state: TableState) -> None:
    clock, since = state.clock, state.paused_at
    state.paused_at = entry.at if entry.is_paused else None
    if entry.is_paused:
        return
    state.calm_from = max(state.calm_from, entry.at)
    if clock and since is not None:
        gone = entry.at - since
        more = gone + max(0, entry.grace - (clock.until + gone - entry.at))
        _move(clock, more)


@_apply.register
def _(entry: e.ClockMoved, state: TableState) -> None:
    if state.clock:
        _move(state.clock, entry.more)


def _move(clock: RunningClock, more: int) -> None:
    """Give a clock more time; the turn began when it did."""
    clock.bank_from += more
    clock.until += more


@_apply.register
def _(entry: e.GamesChanged, state: TableState) -> None:
    state.rules = replace(state.rules, games=entry.games, dealers_choice=entry.dealers_choice)
    state.chosen = None
    if state.clock and state.clock.kind == "choice":
        state.clock = None


@_apply.register
def _(entry: e.HostPassed, state: TableState) -> None:
    state.host = entry.guest


@_apply.register
def _(entry: e.ChoiceAsked, state: TableState) -> None:
    until = entry.at + state.rules.turn
    state.clock = RunningClock("choice", entry.chair, 0, entry.at, until, until)


@_apply.register
def _(entry: e.GameChosen, state: TableState) -> None:
    state.chosen = state.rules.games[entry.game]
    state.clock = None


@_apply.register
def _(entry: e.HandDealt, state: TableState) -> None:
    parties = tuple(state.chairs[number].party for number in entry.chairs)
    state.playing = Playing(entry.hand, entry.game, entry.chairs, parties)
    state.hands, state.game, state.chosen = entry.hand, entry.game, None
    state.button, state.may_show, state.shown = entry.chairs[-1], None, {}
    for chair in state.chairs.values():
        chair.is_ready = False
        chair.bank = min(state.rules.bank, chair.bank + state.rules.bank // REFILL)
    _next_turn(state, entry.turn, 0, entry.at)


@_apply.register
def _(entry: e.Acted, state: TableState) -> None:
    chair, clock = state.chairs[entry.chair], state.clock
    if clock and not chair.bot:
        chair.bank = max(0, chair.bank - max(0, entry.at - clock.bank_from))
    if entry.how == "clock":
        chair.late += 1
    elif entry.how == "self":
        chair.late = 0
    elif entry.how == "fault" and state.playing:
        state.playing.forfeits += (entry.chair,)
    _next_turn(state, entry.turn, entry.decision + 1, entry.at)


def _next_turn(state: TableState, number: int | None, decision: int, at: int) -> None:
    """Start the clock of who is to act; a bot's and that of who is away are short."""
    if number is None:
        state.clock = None
        return
    chair = state.chairs[number]
    bank_from = until = at
    if chair.bot:
        bank_from = until = at + BOT_LIMIT
    elif chair.is_playing:
        bank_from = at + state.rules.turn
        until = bank_from + chair.bank
    state.clock = RunningClock("turn", number, decision, at, bank_from, until)


@_apply.register
def _(entry: e.HandEnded, state: TableState) -> None:
    playing = state.playing
    assert playing is not None
    for number, stack in zip(playing.chairs, entry.stacks, strict=True):
        state.chairs[number].stack = stack
    state.bank += entry.bank
    state.may_show = entry.may_show
    _finish(state, entry.at)


@_apply.register
def _(entry: e.HandVoided, state: TableState) -> None:
    assert state.playing is not None
    state.playing.is_void = True
    _finish(state, entry.at)


def _finish(state: TableState, at: int) -> None:
    """The hand is over: chips that wait come, and who wanted to leave is paid out."""
    playing = state.playing
    assert playing is not None
    playing.is_over, state.clock, state.calm_from = True, None, at
    for number in playing.chairs:
        chair = state.chairs[number]
        chair.stack, chair.coming = chair.stack + chair.coming, 0
        if chair.status == "leaving":
            _pay_out(state, number)


@_apply.register
def _(entry: e.CardsShown, state: TableState) -> None:
    state.may_show = None
    state.shown[entry.chair] = entry.cards


@_apply.register
def _(entry: e.Ended, state: TableState) -> None:
    state.is_ended, state.clock = True, None
