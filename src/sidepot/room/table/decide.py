"""Commands checked and turned into entries. Every refusal has its reason; nothing changes here."""

from __future__ import annotations

import functools

from sidepot.bots.names import NAMES
from sidepot.errors import Refused
from sidepot.protocol import messages as m
from sidepot.room.table import events as e
from sidepot.room.table.clock import GRACE
from sidepot.room.table.context import Draft, Scene
from sidepot.room.table.deal import is_possible
from sidepot.room.table.names import distinct
from sidepot.room.table.play import act, show
from sidepot.room.table.rules import check_strength, checked_games


def decide(command: m.AnyCommand, scene: Scene, guest: str) -> Draft:
    """What a guest's command makes of a table. Raises `Refused`, `IllegalAction`."""
    if scene.state.is_ended:
        raise Refused("room.refused_ended")
    return _decide(command, scene, guest)


@functools.singledispatch
def _decide(command: m.AnyCommand, scene: Scene, guest: str) -> Draft:
    raise TypeError(f"no table knows {type(command).__name__}")


def _who(command: m.Command, guest: str) -> dict[str, str]:
    """Whose command an entry carries out."""
    return {"by": guest, "id": command.id}


def _own_chair(scene: Scene, guest: str) -> int:
    chair = scene.state.chair_of(guest)
    if chair is None:
        raise Refused("room.refused_seated")
    return chair


def _check_host(scene: Scene, guest: str) -> None:
    if scene.state.host != guest:
        raise Refused("room.refused_host", host=scene.state.members[scene.state.host])


def _check_free(scene: Scene, chair: int) -> None:
    """Raise `Refused` for a chair that is taken or that the table does not have."""
    chairs = scene.state.rules.chairs
    if chair >= chairs:
        raise Refused("room.refused_chair", chair=chair, highest=chairs - 1)
    if chair in scene.state.chairs:
        raise Refused("room.refused_taken", name=scene.state.chairs[chair].name)
    if len(scene.state.chairs) >= max((game.most for game in scene.games), default=0):
        raise Refused("room.refused_full", n=len(scene.state.chairs))


@_decide.register
def _(command: m.Sit, scene: Scene, guest: str) -> Draft:
    state, rules = scene.state, scene.state.rules
    if state.chair_of(guest) is not None:
        raise Refused("room.refused_twice")
    _check_free(scene, command.chair)
    if not rules.least <= command.chips <= rules.most:
        raise Refused("room.refused_buy_in", least=rules.least, most=rules.most)
    sat = e.Sat(
        at=scene.now,
        chair=command.chair,
        guest=guest,
        chips=command.chips,
        **_who(command, guest),
    )
    return Draft([sat])


@_decide.register
def _(command: m.BuyIn, scene: Scene, guest: str) -> Draft:
    number = _own_chair(scene, guest)
    chair, most = scene.state.chairs[number], scene.state.rules.most
    room = most - scene.stack(number) - chair.coming
    if chair.status == "leaving" or command.chips > room:
        raise Refused("room.refused_top_up", most=most, room=max(room, 0))
    bought = e.Bought(at=scene.now, chair=number, chips=command.chips, **_who(command, guest))
    return Draft([bought])


@_decide.register
def _(command: m.Act, scene: Scene, guest: str) -> Draft:
    number = check_turn(scene, guest, command)
    return act(scene, number, command.action, "self", **_who(command, guest))


def check_turn(scene: Scene, guest: str, command: m.Act | m.Advise) -> int:
    """The chair of a guest whose decision this is. Raises `Refused` where it is not."""
    state, number = scene.state, _own_chair(scene, guest)
    playing = state.in_play
    if playing is None or playing.hand != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    if command.decision != scene.live.decision or state.clock is None:
        raise Refused("room.refused_decision")
    if state.clock.chair != number:
        raise Refused("room.refused_turn", name=state.chairs[state.clock.chair].name)
    if state.paused_at is not None:
        raise Refused("room.refused_paused")
    return number


@_decide.register
def _(command: m.Ready, scene: Scene, guest: str) -> Draft:
    number = _own_chair(scene, guest)
    ready = e.MadeReady(
        at=scene.now, chair=number, is_ready=command.is_ready, **_who(command, guest)
    )
    return Draft([ready])


@_decide.register
def _(command: m.Choose, scene: Scene, guest: str) -> Draft:
    state, number = scene.state, _own_chair(scene, guest)
    clock = state.clock
    if clock is None or clock.kind != "choice" or clock.chair != number:
        raise Refused("room.refused_choice")
    plans = state.rules.games
    if command.game >= len(plans) or not is_possible(state, plans[command.game]):
        raise Refused("room.refused_game")
    chosen = e.GameChosen(
        at=scene.now, chair=number, game=command.game, how="self", **_who(command, guest)
    )
    return Draft([chosen])


@_decide.register
def _(command: m.Show, scene: Scene, guest: str) -> Draft:
    return _show(command, scene, guest, is_shown=True)


@_decide.register
def _(command: m.Muck, scene: Scene, guest: str) -> Draft:
    return _show(command, scene, guest, is_shown=False)


def _show(command: m.Show | m.Muck, scene: Scene, guest: str, *, is_shown: bool) -> Draft:
    if scene.state.hands != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    return show(scene, _own_chair(scene, guest), is_shown=is_shown, **_who(command, guest))


@_decide.register
def _(command: m.SitOut, scene: Scene, guest: str) -> Draft:
    number = _own_chair(scene, guest)
    if scene.state.chairs[number].status != "in":
        raise Refused("room.refused_out")
    return Draft([e.SatOut(at=scene.now, chair=number, why="self", **_who(command, guest))])


@_decide.register
def _(command: m.ComeBack, scene: Scene, guest: str) -> Draft:
    number = _own_chair(scene, guest)
    if scene.state.chairs[number].status != "out":
        raise Refused("room.refused_back")
    return Draft([e.CameBack(at=scene.now, chair=number, **_who(command, guest))])


@_decide.register
def _(command: m.Leave, scene: Scene, guest: str) -> Draft:
    number = _own_chair(scene, guest)
    if scene.state.chairs[number].status == "leaving":
        raise Refused("room.refused_leaving")
    return Draft([e.Left(at=scene.now, chair=number, why="self", **_who(command, guest))])


@_decide.register
def _(command: m.Pause, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    if (scene.state.paused_at is not None) == command.is_paused:
        raise Refused("room.refused_pause")
    grace = 0 if command.is_paused else GRACE
    paused = e.Paused(
        at=scene.now, is_paused=command.is_paused, grace=grace, **_who(command, guest)
    )
    return Draft([paused])


@_decide.register
def _(command: m.Remove, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    number = command.chair if command.guest is None else scene.state.chair_of(command.guest)
    chair = None if number is None else scene.state.chairs.get(number)
    gone = chair.guest if chair else command.guest
    if gone == guest or (chair is None and gone not in scene.state.members):
        raise Refused("room.refused_remove")
    who = _who(command, guest)
    found: list[e.AnyEntry] = []
    if number is not None and chair and chair.status != "leaving":
        found.append(e.Left(at=scene.now, chair=number, why="removed", **who))
    if gone is not None and gone not in scene.state.removed:
        found.append(e.Removed(at=scene.now, guest=gone, **({} if found else who)))
    if not found:
        raise Refused("room.refused_remove")
    return Draft(found)


@_decide.register
def _(command: m.Mute, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    if command.guest not in scene.state.members or command.guest == guest:
        raise Refused("room.refused_guest")
    muted = e.Muted(
        at=scene.now, guest=command.guest, is_muted=command.is_muted, **_who(command, guest)
    )
    return Draft([muted])


@_decide.register
def _(command: m.SeatBot, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    _check_free(scene, command.chair)
    check_strength(scene.games, command.strength)
    return Draft([bot_sat(scene, command.chair, command.strength, **_who(command, guest))])


def bot_sat(scene: Scene, chair: int, strength: str, **who: str) -> e.BotSat:
    """A bot that sits down, under a name that nobody has here."""
    state = scene.state
    taken = {*state.members.values(), *(account.name for account in state.accounts.values())}
    free = [name for name in NAMES if distinct(name, taken) == name]
    return e.BotSat(
        at=scene.now,
        chair=chair,
        name=free[0] if free else distinct(NAMES[0], taken),
        strength=strength,
        chips=state.rules.most,
        **who,
    )


@_decide.register
def _(command: m.ChangeGame, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    games = checked_games(command.games, command.dealers_choice)
    rules, n = scene.state.rules, len(scene.state.chairs)
    if max(game.most for game in games) < n:
        raise Refused("room.refused_seated_many", n=n)
    if max(game.unit for game in games) > rules.least:
        raise Refused("room.refused_unit", least=rules.least)
    for chair in scene.state.chairs.values():
        if chair.bot:
            check_strength(games, chair.bot)
    changed = e.GamesChanged(
        at=scene.now,
        games=tuple(command.games),
        dealers_choice=command.dealers_choice,
        **_who(command, guest),
    )
    return Draft([changed])


@_decide.register
def _(command: m.VoidHand, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    playing = scene.state.in_play
    if playing is None or playing.hand != command.hand:
        raise Refused("room.refused_hand", hand=command.hand)
    voided = e.HandVoided(at=scene.now, hand=playing.hand, why="host", **_who(command, guest))
    return Draft([voided])


@_decide.register
def _(command: m.PassHost, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    known = command.guest in scene.state.members and command.guest not in scene.state.removed
    if not known or command.guest == guest:
        raise Refused("room.refused_guest")
    return Draft([e.HostPassed(at=scene.now, guest=command.guest, **_who(command, guest))])


@_decide.register
def _(command: m.End, scene: Scene, guest: str) -> Draft:
    _check_host(scene, guest)
    playing, found = scene.state.in_play, list[e.AnyEntry]()
    if playing:
        found.append(e.HandVoided(at=scene.now, hand=playing.hand, why="ended"))
    leaving = {n for n, chair in scene.state.chairs.items() if chair.status == "leaving"}
    for number in sorted(scene.state.chairs.keys() - leaving):
        found.append(e.Left(at=scene.now, chair=number, why="ended"))
    return Draft([*found, e.Ended(at=scene.now, **_who(command, guest))])
