"""Turns a command into events, or refuses it with a reason. Nothing is changed here.

Commands come from guests; bots act by the same ones, under the keys of their accounts.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from urllib.parse import urlsplit

from sidepot.bots.names import NAMES
from sidepot.errors import NotAdmitted, Refused
from sidepot.room.protocol import messages as m
from sidepot.room.table import corrections, match, real_cards
from sidepot.room.table import events as e
from sidepot.room.table.clock import GRACE
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.deal import is_dealable
from sidepot.room.table.ending import end_table
from sidepot.room.table.forfeits import bot_action
from sidepot.room.table.holds import hold, release
from sidepot.room.table.limits import FINISHING
from sidepot.room.table.names import checked_name, unique_name
from sidepot.room.table.play import act, show, show_one, voided
from sidepot.room.table.rabbit import show_rabbit
from sidepot.room.table.rules import (
    REAL,
    available_games,
    check_strength,
    checked_games,
    stored_plans,
)
from sidepot.room.table.state import TableState
from sidepot.room.table.together import decide_together
from sidepot.room.table.waiting_pots import share_with_the_last

MAX_MEMBERS = 500
"""Members that a table has at most."""
FOR_INVITED = 100
"""Places among those that only the invited can take, so that strangers cannot take them all."""
_DROPPED = 50
"""Members who are dropped at most when a place is needed."""
MAX_NAMED = 50
"""Guests at most whom a host can name before they join."""


def decide(context: Context, guest: str, command: m.AnyCommand) -> PendingEvents:
    """The events that carry out the command of a guest, or of a bot by its account.

    Raises `NotAdmitted`, `Refused`, `IllegalAction`, and whatever a game's own code raises.
    """
    if not _is_bot(context.state, guest):
        check_admitted(context.state, guest)
    if context.state.is_ended:
        raise Refused("room.refused_ended")
    if context.is_log_full and not isinstance(command, FINISHING):
        raise Refused("room.refused_log_full")
    return _decision(type(command))(command, context, guest)


def join(
    context: Context, guest: str, name: str, *, is_invited: bool = True
) -> PendingEvents | None:
    """The events that make a guest a member; None for one who is a member already.

    Raises `NotAdmitted` for a guest who was removed, who is neither invited nor named where that
    is needed, at a table that is closed, and where no place can be made free.
    """
    state = context.state
    if guest in state.members:
        return None
    is_named = guest in state.named
    if guest in state.removed:
        raise NotAdmitted("room.sent_away")
    if state.is_closed and not is_named:
        raise NotAdmitted("room.closed", host=state.name_of(state.host))
    if not (is_invited or is_named or state.rules.public):
        raise NotAdmitted("room.not_admitted")
    most = MAX_MEMBERS - (0 if is_invited or is_named else FOR_INVITED)
    events: list[e.AnyEvent] = []
    if len(state.members) >= most:
        events.append(_dropped(context, len(state.members) - most + 1))
    name = _free_name(state, guest, name)
    return PendingEvents([*events, e.Joined(at=context.now, guest=guest, name=name)])


def rename(context: Context, guest: str, name: str) -> PendingEvents | None:
    """The events that give a member another name; None if it is theirs already.

    Names stay apart: a number is added to one that is taken. Nothing changes at a table that has
    ended, or whose log is full.
    """
    state = context.state
    before = state.members.get(guest)
    if before is None or state.is_ended or context.is_log_full:
        return None
    others = [other for id, other in state.members.items() if id != guest]
    others += [account.name for id, account in state.accounts.items() if id != guest]
    name = unique_name(name, others)
    if name == before:
        return None
    return PendingEvents([e.Renamed(at=context.now, guest=guest, name=name, before=before)])


def _dropped(context: Context, needed: int) -> e.MembersDropped:
    """The event that frees places: of those who never had chips and are not here, the latest.

    Raises `NotAdmitted` if there are not as many as are needed.
    """
    state, kept = context.state, {*context.connected, context.state.host}
    idle = [guest for guest in state.members if guest not in state.accounts and guest not in kept]
    if len(idle) < needed:
        raise NotAdmitted("room.crowded", most=len(state.members))
    return e.MembersDropped(at=context.now, guests=tuple(idle[-max(needed, _DROPPED) :]))


def _free_name(state: TableState, guest: str, name: str) -> str:
    """The name of a guest who comes in: that of their account, else one that is not taken."""
    if guest in state.accounts:
        return state.accounts[guest].name
    taken = [*state.members.values(), *(a.name for a in state.accounts.values())]
    return unique_name(name, taken)


def check_admitted(state: TableState, guest: str | None) -> None:
    """Raise `NotAdmitted` for a guest who is not a member of the table, or was removed."""
    if guest in state.members:
        return
    if guest in state.removed:
        raise NotAdmitted("room.sent_away")
    if state.is_closed:
        raise NotAdmitted("room.closed_here")
    raise NotAdmitted("room.not_admitted")


def _is_bot(state: TableState, account: str) -> bool:
    """Is it the account of a bot that has a chair?"""
    number = state.chair_of_account(account)
    return number is not None and state.chairs[number].bot is not None


def check_host(state: TableState, guest: str) -> None:
    """Raise `NotAdmitted` or `Refused` for a guest who is not the host."""
    check_admitted(state, guest)
    if state.host != guest:
        raise Refused("room.refused_host", host=state.name_of(state.host))


@functools.singledispatch
def _decide(command: m.AnyCommand, context: Context, guest: str) -> PendingEvents:
    raise TypeError(f"no table knows {type(command).__name__}")


_decision = functools.cache(_decide.dispatch)
"""The function for a type of command, looked up once."""


def _origin(command: m.Command, guest: str) -> dict[str, str]:
    """The fields of an event that name the guest and the command behind it."""
    return {"by": guest, "id": command.id}


def _own_chair(context: Context, guest: str) -> int:
    """The chair of a guest or a bot. Raises `Refused` if they have none."""
    chair = context.state.chair_of_account(guest)
    if chair is None:
        raise Refused("room.refused_seated")
    return chair


def _chair_for(context: Context, guest: str, chair: int | None) -> int:
    """A guest's own chair, or one of somebody without a phone, for whom whoever sits may speak.

    Raises `Refused`.
    """
    if chair is None:
        return _own_chair(context, guest)
    real_cards.check_may_tell(context.state, guest)
    taken = context.state.chairs.get(chair)
    if taken is None or taken.guest or taken.bot:
        raise Refused("room.refused_person")
    return chair


def _check_host(context: Context, guest: str) -> None:
    check_host(context.state, guest)


def _check_free(context: Context, chair: int) -> None:
    """Raise `Refused` for a chair that does not exist or is taken, or if nobody new may sit."""
    chairs = context.state.rules.chairs
    if chair >= chairs:
        raise Refused("room.refused_chair", chair=chair, highest=chairs - 1)
    if chair in context.state.chairs:
        raise Refused("room.refused_taken", name=context.state.chairs[chair].name)
    if refusal := _seat_refusal(context.state):
        raise refusal


def is_full(state: TableState) -> bool:
    """Can nobody new sit down: is each chair taken, no game for more, or a match under way?"""
    return len(state.chairs) >= state.rules.chairs or _seat_refusal(state) is not None


def _seat_refusal(state: TableState) -> Refused | None:
    """Why no free chair can be taken."""
    if match.running(state):
        return Refused("room.refused_match_begun")
    games = available_games(state.rules.games)
    if len(state.chairs) >= max((game.most for game in games), default=0):
        return Refused("room.refused_full", n=len(state.chairs))
    return None


@_decide.register
def _(command: m.Sit, context: Context, guest: str) -> PendingEvents:
    state, rules = context.state, context.state.rules
    if state.chair_of(guest) is not None:
        raise Refused("room.refused_twice")
    _check_free(context, command.chair)
    if not rules.least <= command.chips <= rules.most:
        raise Refused("room.refused_buy_in", least=rules.least, most=rules.most)
    sat = e.Sat(
        at=context.now,
        chair=command.chair,
        guest=guest,
        chips=command.chips,
        **_origin(command, guest),
    )
    return PendingEvents([sat])


@_decide.register
def _(command: m.BuyIn, context: Context, guest: str) -> PendingEvents:
    number = _chair_for(context, guest, command.chair)
    chair, most = context.state.chairs[number], context.state.rules.most
    room = most - context.stack(number) - chair.pending_chips
    if match.running(context.state):
        _check_rebuy(context.state, number, command.chips)
    elif chair.status == "leaving" or command.chips > room:
        raise Refused("room.refused_top_up", most=most, room=max(room, 0))
    bought = e.Bought(at=context.now, chair=number, chips=command.chips, **_origin(command, guest))
    return PendingEvents([bought, *_back_with_chips(context, number)])


def _check_rebuy(state: TableState, number: int, chips: int) -> None:
    """Raise `Refused` for a buy-in that the rules of the match do not allow."""
    if not match.may_rebuy(state, number):
        raise Refused("room.refused_match_rebuy")
    if chips != state.rules.least:
        raise Refused("room.refused_match_chips", n=state.rules.least)


def _has_run_out(context: Context, number: int) -> bool:
    """Does a player sit out because their chips pay no ante?

    Who could have paid one sits out by choice or because they were late, and stays out.
    """
    chips = context.stack(number) + context.state.chairs[number].pending_chips
    return chips < min((game.least_stack for game in context.games), default=1)


@_decide.register
def _(command: m.Act, context: Context, guest: str) -> PendingEvents:
    number = check_turn(context, guest, command)
    action, origin = command.action, _origin(command, guest)
    if context.state.clock and context.state.clock.together:
        return decide_together(context, number, action, **origin)
    if context.state.chairs[number].bot:
        legal = context.hand_in_play.legal
        return act(context, number, *bot_action(context, number, legal, action), **origin)
    return act(context, number, action, "self", **origin)


def check_turn(context: Context, guest: str, command: m.Act | m.Advise) -> int:
    """The chair of the guest or bot, whose decision it must be. Raises `Refused` if it is not."""
    state, number = context.state, _own_chair(context, guest)
    playing = state.in_play
    if state.real is not None:
        raise Refused("room.refused_told")
    if playing is None or playing.hand != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    if command.decision != context.hand_in_play.decision or state.clock is None:
        raise Refused("room.refused_decision")
    if number in state.decided:
        raise Refused("room.refused_decided")
    if number not in (state.clock.together or (state.clock.chair,)):
        raise Refused("room.refused_turn", name=state.chairs[state.clock.chair].name)
    if state.paused_at is not None:
        raise Refused("room.refused_paused")
    return number


@_decide.register
def _(command: m.Ready, context: Context, guest: str) -> PendingEvents:
    number = _own_chair(context, guest)
    ready = e.MadeReady(
        at=context.now, chair=number, is_ready=command.is_ready, **_origin(command, guest)
    )
    return PendingEvents([ready])


@_decide.register
def _(command: m.Choose, context: Context, guest: str) -> PendingEvents:
    state, number = context.state, _own_chair(context, guest)
    clock = state.clock
    if clock is None or clock.kind != "choice" or clock.chair != number:
        raise Refused("room.refused_choice")
    plans = state.rules.games
    if command.game >= len(plans) or not is_dealable(state, plans[command.game]):
        raise Refused("room.refused_game")
    chosen = e.GameChosen(
        at=context.now, chair=number, game=command.game, how="self", **_origin(command, guest)
    )
    return PendingEvents([chosen])


@_decide.register
def _(command: m.Hold, context: Context, guest: str) -> PendingEvents:
    number, origin = _own_chair(context, guest), _origin(command, guest)
    answer = hold if command.is_held else release
    return PendingEvents([answer(context, number, **origin)])


@_decide.register
def _(command: m.Show, context: Context, guest: str) -> PendingEvents:
    number, origin = _chair_after(context, guest, command), _origin(command, guest)
    if command.card is not None:
        return show_one(context, number, command.card, **origin)
    return show(context, number, is_shown=True, **origin)


@_decide.register
def _(command: m.Muck, context: Context, guest: str) -> PendingEvents:
    number = _chair_after(context, guest, command)
    return show(context, number, is_shown=False, **_origin(command, guest))


def _chair_after(context: Context, guest: str, command: m.Show | m.Muck) -> int:
    """The chair of a guest after the hand that a command names. Raises `Refused`."""
    if context.state.hands != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    return _own_chair(context, guest)


@_decide.register
def _(command: m.Rabbit, context: Context, guest: str) -> PendingEvents:
    if context.state.hands != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    return show_rabbit(context, guest, **_origin(command, guest))


@_decide.register
def _(command: m.SitOut, context: Context, guest: str) -> PendingEvents:
    number = _chair_for(context, guest, command.chair)
    if context.state.chairs[number].status != "in":
        raise Refused("room.refused_out")
    return PendingEvents(
        [e.SatOut(at=context.now, chair=number, why="self", **_origin(command, guest))]
    )


@_decide.register
def _(command: m.ComeBack, context: Context, guest: str) -> PendingEvents:
    number = _chair_for(context, guest, command.chair)
    chair = context.state.chairs[number]
    if chair.status != "out":
        raise Refused("room.refused_back")
    if match.is_out(context.state, chair):
        raise Refused("room.refused_match_out")
    return PendingEvents([e.CameBack(at=context.now, chair=number, **_origin(command, guest))])


@_decide.register
def _(command: m.Leave, context: Context, guest: str) -> PendingEvents:
    number = _chair_for(context, guest, command.chair)
    if context.state.chairs[number].status == "leaving":
        raise Refused("room.refused_leaving")
    left = e.Left(at=context.now, chair=number, why="self", **_origin(command, guest))
    return PendingEvents([*share_with_the_last(context.state, number, context.now), left])


@_decide.register
def _(command: m.Pause, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    if (context.state.paused_at is not None) == command.is_paused:
        raise Refused("room.refused_pause")
    grace = 0 if command.is_paused else GRACE
    paused = e.Paused(
        at=context.now, is_paused=command.is_paused, grace=grace, **_origin(command, guest)
    )
    return PendingEvents([paused])


@_decide.register
def _(command: m.Remove, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    number = command.chair if command.guest is None else context.state.chair_of(command.guest)
    chair = None if number is None else context.state.chairs.get(number)
    removed = chair.guest if chair else command.guest
    if removed == guest or (chair is None and removed not in context.state.members):
        raise Refused("room.refused_remove")
    origin = _origin(command, guest)
    events: list[e.AnyEvent] = []
    if number is not None and chair and chair.status != "leaving":
        events += share_with_the_last(context.state, number, context.now)
        events.append(e.Left(at=context.now, chair=number, why="removed", **origin))
    if removed is not None and removed not in context.state.removed:
        events.append(e.Removed(at=context.now, guest=removed, **({} if events else origin)))
    if not events:
        raise Refused("room.refused_remove")
    return PendingEvents(events)


@_decide.register
def _(command: m.Admit, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    state, name = context.state, ""
    if command.guest in state.members or command.guest in state.named:
        raise Refused("room.refused_admit")
    if command.guest in state.removed:
        name = _free_name(state, command.guest, state.removed[command.guest].name)
    elif len(state.named) >= MAX_NAMED:
        raise Refused("room.refused_named", most=MAX_NAMED)
    admitted = e.Admitted(at=context.now, guest=command.guest, name=name, **_origin(command, guest))
    return PendingEvents([admitted])


@_decide.register
def _(command: m.Close, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    if context.state.is_closed == command.is_closed:
        raise Refused("room.refused_closed")
    closed = e.Closed(at=context.now, is_closed=command.is_closed, **_origin(command, guest))
    return PendingEvents([closed])


@_decide.register
def _(command: m.SetCall, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    link = _checked_call(command.link)
    if link == context.state.call:
        raise Refused("room.refused_same_call")
    return PendingEvents([e.CallSet(at=context.now, link=link, **_origin(command, guest))])


def _checked_call(link: str) -> str:
    """The link of a call as it is shown to everybody. Raises `Refused` unless it is one of HTTPS.

    A name and a password in it would hide its host from readers.
    """
    link = link.strip()
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    is_web = parts.scheme == "https" and parts.hostname and "@" not in parts.netloc
    if link and not (is_web and link.isascii() and link.isprintable() and " " not in link):
        raise Refused("room.refused_call")
    return link


@_decide.register
def _(command: m.Correct, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    corrected = e.Corrected(
        at=context.now,
        reason=corrections.checked(context.state, command),
        chair=command.chair,
        chips=command.chips,
        other=command.other,
        **_origin(command, guest),
    )
    gains = command.chair if command.chips > 0 else command.other
    anew = real_cards.restacked(context, command)
    return PendingEvents(
        [corrected, *anew.events, *_back_with_chips(context, gains)], real=anew.real
    )


@_decide.register
def _(command: m.SeatPerson, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    _check_free(context, command.chair)
    return PendingEvents(
        [person_sat(context, command.chair, command.name, command.chips, **_origin(command, guest))]
    )


def person_sat(context: Context, chair: int, name: str, chips: int, **origin: str) -> e.PersonSat:
    """The event that seats somebody without a phone. Raises `Refused`."""
    state, rules = context.state, context.state.rules
    if rules.cards != REAL:
        raise Refused("room.refused_dealt")
    if not rules.least <= chips <= rules.most:
        raise Refused("room.refused_buy_in", least=rules.least, most=rules.most)
    seated = {taken.account for taken in state.chairs.values()}
    accounts = state.accounts.items()
    free = f"person:{name}"
    taken = [one.name for key, one in accounts if key != free or key in seated]
    name = unique_name(checked_name(name), [*state.members.values(), *taken])
    return e.PersonSat(at=context.now, chair=chair, name=name, chips=chips, **origin)


@_decide.register
def _(command: m.TakeSeat, context: Context, guest: str) -> PendingEvents:
    state, chair = context.state, context.state.chairs.get(command.chair)
    if state.chair_of(guest) is not None:
        raise Refused("room.refused_twice")
    if chair is None or chair.guest or chair.bot or guest in state.accounts:
        raise Refused("room.refused_take_seat")
    origin = _origin(command, guest)
    taken = e.SeatTaken(at=context.now, chair=command.chair, guest=guest, **origin)
    return PendingEvents([taken])


@_decide.register
def _(command: m.PayOut, context: Context, guest: str) -> PendingEvents:
    real_cards.check_may_tell(context.state, guest)
    return real_cards.pay_out(context, command, **_origin(command, guest))


@_decide.register
def _(command: m.NextHand, context: Context, guest: str) -> PendingEvents:
    real_cards.check_may_tell(context.state, guest)
    return real_cards.next_hand(context, command, **_origin(command, guest))


@_decide.register(m.Tell)
@_decide.register(m.TakeBack)
@_decide.register(m.Retell)
def _(command: real_cards.Telling, context: Context, guest: str) -> PendingEvents:
    real_cards.check_may_tell(context.state, guest)
    return real_cards.telling(context, command, **_origin(command, guest))


def _back_with_chips(context: Context, number: int | None) -> Iterator[e.CameBack]:
    """The event by which a player who had run out of chips, and gets some, is dealt in again."""
    is_out = number is not None and context.state.chairs[number].status == "out"
    if number is not None and is_out and _has_run_out(context, number):
        yield e.CameBack(at=context.now, chair=number)


@_decide.register
def _(command: m.Mute, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    if command.guest not in context.state.members or command.guest == guest:
        raise Refused("room.refused_guest")
    muted = e.Muted(
        at=context.now, guest=command.guest, is_muted=command.is_muted, **_origin(command, guest)
    )
    return PendingEvents([muted])


@_decide.register
def _(command: m.SeatBot, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    _check_free(context, command.chair)
    if context.state.rules.cards == REAL:
        raise Refused("room.refused_real")
    check_strength(context.games, command.strength)
    return PendingEvents(
        [bot_sat(context, command.chair, command.strength, **_origin(command, guest))]
    )


def bot_sat(context: Context, chair: int, strength: str, **origin: str) -> e.BotSat:
    """The event that seats a bot, under a name that is free at this table."""
    state = context.state
    taken = {*state.members.values(), *(account.name for account in state.accounts.values())}
    free = [name for name in NAMES if unique_name(name, taken) == name]
    return e.BotSat(
        at=context.now,
        chair=chair,
        name=free[0] if free else unique_name(NAMES[0], taken),
        strength=strength,
        chips=state.rules.most,
        **origin,
    )


@_decide.register
def _(command: m.ChangeGame, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    if context.state.rules.match:
        raise Refused("room.refused_match_games")
    games = checked_games(command.games, command.dealers_choice)
    rules, n = context.state.rules, len(context.state.chairs)
    if max(game.most for game in games) < n:
        raise Refused("room.refused_seated_many", n=n)
    if max(game.unit for game in games) > rules.least:
        raise Refused("room.refused_unit", least=rules.least)
    for strength in {chair.bot for chair in context.state.chairs.values() if chair.bot}:
        check_strength(games, strength)
    changed = e.GamesChanged(
        at=context.now,
        games=stored_plans(command.games, games),
        dealers_choice=command.dealers_choice,
        **_origin(command, guest),
    )
    return PendingEvents([changed])


@_decide.register
def _(command: m.VoidHand, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    playing = context.state.in_play
    if playing is None or playing.hand != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    return PendingEvents([*voided(context, "host", **_origin(command, guest))])


@_decide.register
def _(command: m.PassHost, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    state = context.state
    if command.guest not in state.members or command.guest == guest:
        raise Refused("room.refused_guest")
    return PendingEvents(
        [e.HostPassed(at=context.now, guest=command.guest, **_origin(command, guest))]
    )


@_decide.register
def _(command: m.End, context: Context, guest: str) -> PendingEvents:
    _check_host(context, guest)
    return end_table(context, **_origin(command, guest))
