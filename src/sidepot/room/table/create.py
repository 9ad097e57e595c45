"""A new table: its first events."""

from __future__ import annotations

from sidepot.errors import Refused
from sidepot.protocol.messages import NewTable
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context
from sidepot.room.table.decide import bot_sat
from sidepot.room.table.names import can_be_seen
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import known, rules_of


def create(
    wanted: NewTable, host: str, name: str, now: int, randomness: Randomness
) -> list[e.AnyEvent]:
    """The table is set up, the host comes in, the bots sit down. Raises `Refused`."""
    rules = rules_of(wanted)
    title = " ".join(wanted.name.split()) or known(rules.games)[0].title
    if not can_be_seen(title):
        raise Refused("room.refused_title")
    events: list[e.AnyEvent] = [
        e.Created(at=now, name=title, host=host, rules=rules),
        e.Joined(at=now, guest=host, name=name),
    ]
    for bot in wanted.bots:
        context = Context(apply(None, events), None, now, randomness)
        events.append(bot_sat(context, bot.chair, bot.strength))
    return events
