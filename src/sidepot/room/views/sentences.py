"""The sentence for each event of the room; those for a hand's own events are `engine.narration`."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from sidepot.room.table import events as e
from sidepot.room.table.match import factor
from sidepot.room.table.rules import game_view
from sidepot.words import Message


class Names:
    """The names of people, by chair and by guest."""

    def __init__(self, chairs: Mapping[int, str], members: Mapping[str, str]) -> None:
        self.chairs = chairs
        self.members = members


def sentence(event: e.AnyEvent, names: Names) -> Message | None:
    """The sentence for an event; None if there is none, or the hand's own events have it."""
    return _sentence(type(event))(event, names)


@functools.singledispatch
def _say(event: e.AnyEvent, names: Names) -> Message | None:
    return None


_sentence = functools.cache(_say.dispatch)
"""The function for a type of event, looked up once."""


@_say.register
def _(event: e.Joined, names: Names) -> Message:
    return Message("room.joined", {"player": event.name})


@_say.register
def _(event: e.Renamed, names: Names) -> Message:
    return Message("room.renamed", {"player": event.before, "name": event.name})


@_say.register
def _(event: e.Sat, names: Names) -> Message:
    return Message("room.sat", {"player": names.members[event.guest], "n": event.chips})


@_say.register
def _(event: e.BotSat, names: Names) -> Message:
    return Message("room.bot_sat", {"player": event.name, "n": event.chips})


@_say.register
def _(event: e.Bought, names: Names) -> Message:
    return Message("room.bought", {"player": names.chairs[event.chair], "n": event.chips})


@_say.register
def _(event: e.SatOut, names: Names) -> Message:
    return Message(f"room.sat_out_{event.why}", {"player": names.chairs[event.chair]})


@_say.register
def _(event: e.CameBack, names: Names) -> Message:
    return Message("room.came_back", {"player": names.chairs[event.chair]})


@_say.register
def _(event: e.Left, names: Names) -> Message:
    return Message(f"room.left_{event.why}", {"player": names.chairs[event.chair]})


@_say.register
def _(event: e.Admitted, names: Names) -> Message | None:
    return Message("room.admitted", {"player": event.name}) if event.name else None


@_say.register
def _(event: e.Closed, names: Names) -> Message:
    return Message("room.closes") if event.is_closed else Message("room.opens")


@_say.register
def _(event: e.CallSet, names: Names) -> Message:
    return Message("room.call_set") if event.link else Message("room.call_removed")


@_say.register
def _(event: e.Corrected, names: Names) -> Message:
    values: dict[str, object] = {"n": abs(event.chips), "reason": event.reason}
    player = names.chairs[event.chair]
    if event.other is None:
        values["player"] = player
        if event.chips > 0:
            return Message("room.chips_given", values)
        return Message("room.chips_taken", values)
    pair = (names.chairs[event.other], player)
    giver, taker = pair if event.chips > 0 else pair[::-1]
    return Message("room.chips_moved", {**values, "player": giver, "other": taker})


@_say.register
def _(event: e.RecordSet, names: Names) -> Message | None:
    if not event.is_told:
        return None
    players = [names.chairs[chair] for chair in event.chairs]
    if event.kind == "pot":
        return Message("room.record_pot", {"players": players, "n": event.amount})
    values = {"player": players[0], "n": event.count, "amount": event.amount}
    return Message(f"room.record_{event.kind}", values)


@_say.register
def _(event: e.Muted, names: Names) -> Message:
    player = {"player": names.members[event.guest]}
    return Message("room.muted", player) if event.is_muted else Message("room.unmuted", player)


@_say.register
def _(event: e.Paused, names: Names) -> Message:
    if not event.is_paused:
        return Message("room.unpaused")
    return Message("room.paused") if event.by else Message("room.paused_rules")


@_say.register
def _(event: e.HandHeld, names: Names) -> Message:
    seconds = (event.until - event.at) // 1000
    return Message("room.held", {"player": names.chairs[event.chair], "seconds": seconds})


@_say.register
def _(event: e.HandReleased, names: Names) -> Message:
    return Message("room.released", {"player": names.chairs[event.chair]})


@_say.register
def _(event: e.GamesChanged, names: Names) -> Message:
    return Message("room.games_changed", {"games": [game_view(plan).title for plan in event.games]})


@_say.register
def _(event: e.HostPassed, names: Names) -> Message:
    return Message("room.host_passed", {"player": names.members[event.guest]})


@_say.register
def _(event: e.ChoiceAsked, names: Names) -> Message:
    return Message("room.choice_asked", {"player": names.chairs[event.chair]})


@_say.register
def _(event: e.Committed, names: Names) -> Message | None:
    if event.turn == 1:
        return None
    if silent := event.missing[-1]:
        return Message("room.recut", {"hand": event.hand, "silent": list(silent)})
    return Message("room.recommitted", {"hand": event.hand})


@_say.register
def _(event: e.PersonSat, names: Names) -> Message:
    return Message("room.sat", {"player": event.name, "n": event.chips})


@_say.register
def _(event: e.SeatTaken, names: Names) -> Message:
    return Message("room.seat_taken", {"player": names.members[event.guest]})


@_say.register
def _(event: e.Retold, names: Names) -> Message:
    return Message("room.retold") if event.entries else Message("room.taken_back")


@_say.register(e.HandDealt)
@_say.register(e.RealBegun)
def _(event: e.HandDealt | e.RealBegun, names: Names) -> Message:
    return Message("room.hand_dealt", {"hand": event.hand, "title": game_view(event.game).title})


@_say.register
def _(event: e.Acted, names: Names) -> Message | None:
    if event.how not in ("clock", "fault"):
        return None
    player = {"player": names.chairs[event.chair]}
    return Message("room.late", player) if event.how == "clock" else Message("room.fault", player)


@_say.register
def _(event: e.HandVoided, names: Names) -> Message:
    return Message(f"room.voided_{event.why}", {"hand": event.hand})


@_say.register
def _(event: e.PotShared, names: Names) -> Message:
    players = [names.chairs[chair] for chair in event.chairs]
    values = {"title": game_view(event.game).title, "amount": sum(event.chips)}
    if len(players) == 1:
        return Message("room.pot_given", {**values, "player": players[0]})
    return Message("room.pot_shared", {**values, "players": players})


@_say.register
def _(event: e.CardsShown, names: Names) -> Message:
    player = names.chairs[event.chair]
    if not event.cards:
        return Message("room.mucked", {"player": player})
    return Message("event.shown", {"player": player, "cards": list(event.cards)})


@_say.register
def _(event: e.RabbitShown, names: Names) -> Message:
    return Message("room.rabbit", {"player": event.player, "cards": list(event.cards)})


@_say.register
def _(event: e.ClockMoved, names: Names) -> Message | None:
    return Message("room.clock_moved") if event.more else None


@_say.register
def _(event: e.LevelRaised, names: Names) -> Message:
    return Message("room.level_raised", {"times": factor(event.level)})


@_say.register
def _(event: e.KnockedOut, names: Names) -> Message:
    those = [names.chairs[chair] for chair in event.chairs]
    if len(those) > 1 and len(set(event.places)) == 1:
        values = {"players": those, "place": event.places[0]}
        return Message("room.knocked_out_shared", values)
    if len(those) > 1:
        return Message("room.knocked_out_together", {"players": those, "places": event.places})
    return Message("room.knocked_out", {"player": those[0], "place": event.places[0]})


@_say.register
def _(event: e.Ended, names: Names) -> Message:
    if event.winner:
        return Message("room.match_won", {"player": event.winner})
    if event.sharing:
        return Message("room.match_shared", {"players": event.sharing})
    return Message("room.ended")


@_say.register
def _(event: e.Continued, names: Names) -> Message:
    return Message("room.continued")
