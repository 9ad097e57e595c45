"""The first events of a new table."""

from __future__ import annotations

from sidepot.errors import Refused
from sidepot.protocol.messages import NewTable
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context
from sidepot.room.table.decide import bot_sat
from sidepot.room.table.names import is_visible
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import available_games, rules_of


def create(
    new_table: NewTable, host: str, name: str, now: int, randomness: Randomness
) -> list[e.AnyEvent]:
    """The events that set up a table, admit its host, and seat its bots.

    `host` is the host's public id and `name` their name; `now` is in milliseconds since 1970.
    Raises `Refused`.
    """
    rules = rules_of(new_table)
    title = " ".join(new_table.name.split()) or available_games(rules.games)[0].title
    if not is_visible(title):
        raise Refused("room.refused_title")
    events: list[e.AnyEvent] = [
        e.Created(at=now, name=title, host=host, rules=rules),
        e.Joined(at=now, guest=host, name=name),
    ]
    for bot in new_table.bots:
        context = Context("", apply(None, events), None, now, randomness)
        events.append(bot_sat(context, bot.chair, bot.strength))
    return events
