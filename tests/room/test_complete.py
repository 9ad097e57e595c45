"""Completeness: a command, event or table rule added in one place is required in the others."""

from typing import Any, get_args

import msgspec
import pytest

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import ChipWorth, GamePlan, MatchRules, TableRules
from sidepot.room.table import apply, decide
from sidepot.room.table import events as e
from sidepot.room.table.rules import rules_of
from sidepot.room.views import sentences
from tests.room.harness import RoomHarness, last_view, with_room

ELSEWHERE = {m.Advise, m.Peek, m.Chat, m.React, m.Pledge, m.Reveal}
"""Commands that make no events: `Room.handle` has them answered by coach, chat and live table."""
UNSAID = {e.Created, e.MadeReady, e.Removed, e.MembersDropped, e.GameChosen, e.HandEnded}
UNSAID |= {e.AskedTogether, e.Decided, e.Told, e.ToldAgain, e.Restacked}
"""Events without a sentence of the room: the hand, the view or another event says it."""


def fields(kind: Any) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


def registered(function: Any) -> set[Any]:
    return {*function.registry} - {object}


def missing(kinds: Any, function: Any, *others: Any) -> set[Any]:
    """Kinds of a union that a function does not treat."""
    return {*get_args(kinds)} - registered(function) - {*others}


def test_every_command_is_decided() -> None:
    assert missing(m.AnyCommand, decide._decide, *ELSEWHERE) == set()
    assert registered(decide._decide).isdisjoint(ELSEWHERE)


def test_every_event_is_applied() -> None:
    assert missing(e.AnyEvent, apply._apply, e.Created) == set()


def test_every_event_is_said_or_known_to_be_unsaid() -> None:
    assert missing(e.AnyEvent, sentences._say) == UNSAID


@pytest.mark.parametrize("function", [decide._decide, apply._apply, sentences._say])
def test_an_untreated_kind_is_noticed(function: Any) -> None:
    class Nod(m.Command, frozen=True): ...

    assert Nod in missing(m.Sit | Nod, function)


PLAIN = m.NewTable(games=[GamePlan(name="ricochet-2")])
ANOTHER: dict[str, Any] = {
    "games": [GamePlan(name="ricochet")],
    "dealers_choice": True,
    "chairs": 4,
    "least": 50,
    "most": 300,
    "turn": 20,
    "time_bank": 90,
    "pause": 3,
    "automatic": False,
    "public": True,
    "bot_pace": 100,
    "coach": False,
    "rabbit": False,
    "match": MatchRules(hands=7),
    "worth": ChipWorth(name="biscuits", chips=3),
    "cards": "real",
    "real_chips": True,
}
"""Of everything that a host may set a value that is not the usual one."""


def test_every_setting_of_a_host_has_another_value_here() -> None:
    assert {*ANOTHER} == fields(TableRules)


@pytest.mark.parametrize("name", ANOTHER)
def test_every_setting_of_a_host_reaches_the_rules(name: str) -> None:
    plain = msgspec.structs.replace(PLAIN, cards="real") if name == "real_chips" else PLAIN
    changed = rules_of(msgspec.structs.replace(plain, **{name: ANOTHER[name]}))
    assert getattr(changed, name) != getattr(rules_of(plain), name)


@with_room
async def test_rules_are_stored_and_shown_as_the_host_set_them(harness: RoomHarness) -> None:
    [ana] = await harness.guests("Ana")
    # with real cards there is no match, and real chips set the stacks
    settings = {**ANOTHER, "match": None, "real_chips": False}
    made = await harness.room.create(ana, m.NewTable(**settings))
    view = await last_view(await harness.room.subscribe(ana, made.table))
    wanted = TableRules(**settings)
    assert (await harness.state(made.table)).rules == wanted
    assert msgspec.convert(view["room"]["rules"], TableRules) == wanted
