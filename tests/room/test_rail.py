"""A member who looks on as the rail, for a screen that others see too."""

import pytest

from sidepot.errors import NotAdmitted
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.harness import RoomHarness, drain, last_view, with_room
from tests.room.test_deadlines import begun


@with_room
async def test_the_rail_sees_no_cards_of_the_member_behind_it(harness: RoomHarness) -> None:
    table, people = await begun(harness, games=[GamePlan(name="badugi")])
    own = await last_view(await harness.room.subscribe(people[0], table))
    television = await harness.room.subscribe(people[0], table, is_rail=True)
    messages = await drain(television)
    welcome = next(message for message in messages if message["type"] == "welcome")
    seen = next(message for message in messages if message["type"] == "view")
    assert own["hand"]["seat"] is not None and own["chair"] is not None
    assert (welcome["guest"], seen["chair"], seen["hand"]["seat"]) == (None, None, None)
    assert seen["hand"]["menu"] == []
    stranger = await last_view(await harness.room.subscribe(people[1], table, is_rail=True))
    assert stranger["hand"] == seen["hand"]
    hidden = [card for seat in seen["hand"]["seats"] for card in seat["cards"]]
    shown = [card for seat in own["hand"]["seats"] for card in seat["cards"]]
    assert len(hidden) == len(shown) and hidden != shown


@with_room
async def test_only_a_member_looks_on_at_a_table_by_invitation(harness: RoomHarness) -> None:
    table, _ = await begun(harness)
    (zoe,) = await harness.guests("Zoe")
    for guest in (zoe, None):
        with pytest.raises(NotAdmitted):
            await harness.room.subscribe(guest, table, is_rail=True)


@with_room
async def test_the_rail_of_a_removed_member_goes_with_them(harness: RoomHarness) -> None:
    table, people = await begun(harness)
    television = await harness.room.subscribe(people[1], table, is_rail=True)
    await harness.do(people[0], table, m.Close)
    assert not television.is_closed
    await harness.do(people[0], table, m.Remove, guest=people[1])
    assert television.is_closed
    assert (await drain(television))[-1]["reason"] == "removed"


@with_room
async def test_a_television_holds_no_chair(harness: RoomHarness) -> None:
    """A player whose phone is gone is absent, though the screen that shows the table is on."""
    table, people = await begun(harness)
    live = harness.room._live(table)
    for subscription in list(live.subscribers._subscriptions):
        if subscription.guest == people[1]:
            subscription.leave()
    await harness.room.subscribe(people[1], table, is_rail=True)
    assert people[1] not in live.subscribers.connected()
