"""The first events of a new table."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from msgspec.structs import replace

from sidepot.errors import Refused
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.table_rules import TableRules
from sidepot.room.table import events as e
from sidepot.room.table import match
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context
from sidepot.room.table.decide import MAX_NAMED, bot_sat, person_sat
from sidepot.room.table.names import is_visible
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import (
    available_games,
    check_strength,
    checked_games,
    rules_of,
    stored_plans,
)
from sidepot.room.table.state import TableState


def create(
    new_table: NewTable, host: str, name: str, now: int, randomness: Randomness
) -> list[e.AnyEvent]:
    """The events that set up a table, admit its host, and seat its bots.

    `host` is the host's public id and `name` their name; `now` is in milliseconds since 1970.
    Raises `Refused`.
    """
    rules = rules_of(new_table)
    title = " ".join(new_table.name.split())
    if not is_visible(title):
        raise Refused("room.refused_title")
    events: list[e.AnyEvent] = [
        e.Created(at=now, name=title, host=host, rules=rules),
        e.Joined(at=now, guest=host, name=name),
    ]
    for bot in new_table.bots:
        context = Context("", apply(None, events), None, now, randomness)
        events.append(bot_sat(context, bot.chair, bot.strength))
    for person in new_table.people:
        context = Context("", apply(None, events), None, now, randomness)
        chips = person.chips or rules.most
        events.append(person_sat(context, person.chair, person.name, chips))
    return events


def create_again(
    old: TableState, host: str, name: str, now: int, randomness: Randomness
) -> list[e.AnyEvent]:
    """The events that set up a table like one that has ended, for the same people.

    Its players may come in without an invitation, and its bots are seated again as far as there are
    chairs. `host`, `name` and `now` as in `create`. Raises `Refused` for a game that is not here
    any more.
    """
    rules, players = match.first_rules(old), _players(old)
    events = create_for(rules, old.name, old.call, players, host, name, now)
    people = [guest for guest in players if guest != host]
    strengths = [account.bot for account in old.accounts.values() if account.bot]
    free = range(1 + len(people), old.rules.chairs)
    for chair, strength in zip(free, strengths, strict=False):
        with contextlib.suppress(Refused):  # its strength is not there any more
            check_strength(available_games(old.rules.games), strength)
            context = Context("", apply(None, events), None, now, randomness)
            events.append(bot_sat(context, chair, strength))
    names = [account.name for key, account in old.accounts.items() if key.startswith("person:")]
    for chair, person in zip(free, names, strict=False):
        context = Context("", apply(None, events), None, now, randomness)
        events.append(person_sat(context, chair, person, rules.least))
    return events


def create_for(
    rules: TableRules, title: str, call: str, people: Sequence[str], host: str, name: str, now: int
) -> list[e.AnyEvent]:
    """The events that set up a table to which some people may come without an invitation.

    `call`: the link of its call, or empty. `host`, `name` and `now` as in `create`. Raises
    `Refused` for a game that is not here any more.
    """
    played = checked_games(rules.games, rules.dealers_choice)
    rules = replace(rules, games=stored_plans(rules.games, played))
    others = [guest for guest in people if guest != host]
    return [
        e.Created(at=now, name=title, host=host, rules=rules),
        e.Joined(at=now, guest=host, name=name),
        *(e.Admitted(at=now, guest=guest) for guest in others[:MAX_NAMED]),
        *([e.CallSet(at=now, link=call)] if call else ()),
    ]


def _players(state: TableState) -> list[str]:
    """The guests who have played at a table and were not removed, its host among them."""
    guests = [account.guest for account in state.accounts.values() if account.guest]
    return [guest for guest in dict.fromkeys([state.host, *guests]) if guest in state.members]
