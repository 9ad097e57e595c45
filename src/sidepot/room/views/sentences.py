"""What happened in the room, in table talk; what happened in a hand is told by `games.talk`."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from sidepot.room.table import events as e
from sidepot.room.table.rules import seen
from sidepot.words import Message


class Names:
    """What people are called: by chair and by guest."""

    def __init__(self, chairs: Mapping[int, str], members: Mapping[str, str]) -> None:
        self.chairs = chairs
        self.members = members


@functools.singledispatch
def sentence(entry: e.AnyEntry, names: Names) -> Message | None:
    """The sentence for an entry; None where there is nothing to say, or the hand says it."""
    return None


@sentence.register
def _(entry: e.Joined, names: Names) -> Message:
    return Message("room.joined", {"player": entry.name})


@sentence.register
def _(entry: e.Sat, names: Names) -> Message:
    return Message("room.sat", {"player": names.members[entry.guest], "n": entry.chips})


@sentence.register
def _(entry: e.BotSat, names: Names) -> Message:
    return Message("room.bot_sat", {"player": entry.name, "n": entry.chips})


@sentence.register
def _(entry: e.Bought, names: Names) -> Message:
    return Message("room.bought", {"player": names.chairs[entry.chair], "n": entry.chips})


@sentence.register
def _(entry: e.SatOut, names: Names) -> Message:
    return Message(f"room.sat_out_{entry.why}", {"player": names.chairs[entry.chair]})


@sentence.register
def _(entry: e.CameBack, names: Names) -> Message:
    return Message("room.came_back", {"player": names.chairs[entry.chair]})


@sentence.register
def _(entry: e.Left, names: Names) -> Message:
    return Message(f"room.left_{entry.why}", {"player": names.chairs[entry.chair]})


@sentence.register
def _(entry: e.Muted, names: Names) -> Message:
    player = {"player": names.members[entry.guest]}
    return Message("room.muted", player) if entry.is_muted else Message("room.unmuted", player)


@sentence.register
def _(entry: e.Paused, names: Names) -> Message:
    return Message("room.paused") if entry.is_paused else Message("room.unpaused")


@sentence.register
def _(entry: e.GamesChanged, names: Names) -> Message:
    return Message("room.games_changed", {"games": [seen(plan).title for plan in entry.games]})


@sentence.register
def _(entry: e.HostPassed, names: Names) -> Message:
    return Message("room.host_passed", {"player": names.members[entry.guest]})


@sentence.register
def _(entry: e.ChoiceAsked, names: Names) -> Message:
    return Message("room.choice_asked", {"player": names.chairs[entry.chair]})


@sentence.register
def _(entry: e.HandDealt, names: Names) -> Message:
    return Message("room.hand_dealt", {"hand": entry.hand, "title": seen(entry.game).title})


@sentence.register
def _(entry: e.Acted, names: Names) -> Message | None:
    if entry.how not in ("clock", "fault"):
        return None
    player = {"player": names.chairs[entry.chair]}
    return Message("room.late", player) if entry.how == "clock" else Message("room.fault", player)


@sentence.register
def _(entry: e.HandVoided, names: Names) -> Message:
    return Message(f"room.voided_{entry.why}", {"hand": entry.hand})


@sentence.register
def _(entry: e.CardsShown, names: Names) -> Message:
    player = names.chairs[entry.chair]
    if not entry.cards:
        return Message("room.mucked", {"player": player})
    return Message("event.shown", {"player": player, "cards": list(entry.cards)})


@sentence.register
def _(entry: e.ClockMoved, names: Names) -> Message:
    return Message("room.clock_moved")


@sentence.register
def _(entry: e.Ended, names: Names) -> Message:
    return Message("room.ended")
