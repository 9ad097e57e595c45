"""The protocol: every message is what its type says, and what is no message is refused."""

import json
from typing import get_args
from unittest.mock import patch

import msgspec
import pytest

from sidepot.engine.view import TableView
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.views import encode, table_view
from sidepot.words import wire
from sidepot.words.wire import decode_hook, schema_hook
from tests.room.harness import RoomHarness, last_view, with_room

FROM_CLIENT = msgspec.json.Decoder(m.FromClient)
FROM_SERVER = msgspec.json.Decoder(m.FromServer, dec_hook=decode_hook)


def test_commands_go_by_snake_case_names() -> None:
    assert FROM_CLIENT.decode(b'{"type":"sit_out","id":"1"}') == m.SitOut(id="1")
    raw = b'{"type":"act","id":"1","hand":2,"decision":3,"action":"buy 2"}'
    assert FROM_CLIENT.decode(raw) == m.Act(id="1", hand=2, decision=3, action="buy 2")
    assert len(get_args(m.AnyCommand)) == 37


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"{}",
        b'{"type":"win","id":"1"}',
        b'{"type":"sit_out"}',
        b'{"type":"sit_out","id":""}',
        b'{"type":"sit_out","id":"1","chips":5}',
        b'{"type":"sit","id":"1","chair":-1,"chips":5}',
        b'{"type":"sit","id":"1","chair":1,"chips":0}',
        b'{"type":"sit","id":"1","chair":1,"chips":1.5}',
        b'{"type":"buy_in","id":"1","chips":"5"}',
        b'{"type":"chat","id":"1","text":""}',
        b'{"type":"change_game","id":"1","games":[]}',
        b'{"type":"act","id":"1","hand":1,"decision":0,"action":"' + b"x" * 101 + b'"}',
    ],
)
def test_other_text_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError if raw else msgspec.DecodeError):
        FROM_CLIENT.decode(raw)


def test_a_schema_can_be_made_of_all() -> None:
    for kind in (m.FromClient, m.FromServer, m.NewTable):
        assert json.dumps(msgspec.json.schema(kind, schema_hook=schema_hook))


@with_room
async def test_all_that_is_sent_is_what_its_type_says(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people, public=True, bots=[m.BotPlan(chair=5, strength="random")])
    looking = [await harness.room.subscribe(guest, table) for guest in (*people, None)]
    await harness.do(people[0], table, m.Chat, text="hello")
    for _ in range(3):
        await harness.wait(3)
        while (await harness.state(table)).in_play:
            await harness.act(table)
    await harness.do(people[0], table, m.End)
    seen = set()
    for subscription in looking:
        while subscription.waiting:
            raw = await anext(subscription)
            message = FROM_SERVER.decode(raw)
            assert wire.encode(message) == raw  # nothing is left out, the order is kept
            seen.add(type(message))
            if isinstance(message, m.View) and message.hand:
                check_view(message, message.hand)
    assert seen == {m.Welcome, m.View, m.Presence, m.ChatLines, m.Goodbye}


def check_view(view: m.View, hand: TableView) -> None:
    """The hand and the room agree on who sits where."""
    chairs = {chair.seat: chair for chair in view.room.chairs if chair.seat is not None}
    for seat, chair in chairs.items():
        assert hand.seats[seat].name == chair.name
    mine = [chair.seat for chair in view.room.chairs if chair.chair == view.chair]
    assert mine == ([] if view.chair is None else [hand.seat])
    assert bool(hand.menu) == (hand.to_act is not None and hand.to_act == hand.seat)


@with_room
async def test_equal_views_are_encoded_once(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people)
    for guest in people * 3:
        await harness.room.subscribe(guest, table)
    await harness.wait(3)
    with patch.object(table_view, "shared_view", wraps=encode.shared_view) as made:
        await harness.act(table, "buy 1")
    assert made.call_count == 1  # all cards of Ricochet lie face up


@with_room
async def test_private_cards_are_encoded_only_for_their_viewer(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people, games=[GamePlan(name="high-noon-standoff")])
    looking = {guest: await harness.room.subscribe(guest, table) for guest in people}
    await harness.wait(3)
    with patch.object(table_view, "shared_view", wraps=encode.shared_view) as made:
        await harness.act(table)
    assert made.call_count == 1
    hand = await harness.hand(table)
    playing = (await harness.state(table)).playing
    assert playing
    for seat, guest in enumerate(playing.accounts):
        shown = (await last_view(looking[guest]))["hand"]["seats"]
        assert [card["card"] for card in shown[seat]["cards"]] == [
            card.card for card in hand.view(seat).seats[seat].cards
        ]
