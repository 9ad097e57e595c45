"""Snapshots: stored now and then; reading one gives the same as applying all events."""

import pytest

from sidepot.room.protocol import messages as m
from sidepot.room.storage import reading
from sidepot.room.table import apply, events, loaded, replay
from sidepot.room.table.context import Secret
from tests.room.harness import RoomHarness, with_room


def stored(harness: RoomHarness) -> int:
    """The version of the only snapshot, 0 for none."""
    rows = harness.query("SELECT version FROM snapshots")
    return int(rows[0][0]) if rows else 0


@with_room
async def test_a_deal_stores_a_snapshot_when_there_is_much_to_replay(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, most=10_000)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    found = [stored(harness)]
    while len(set(found)) < 3:
        await harness.play_out(table)
        for n in range(9):
            await harness.do(ana, table, m.BuyIn, chips=1 + n)
        before = await harness.state(table)
        await harness.wait(3)
        version = stored(harness)
        is_due = before.version - found[-1] >= loaded.SNAPSHOT_EVERY
        assert version == (before.version if is_due else found[-1])
        found.append(version)
        if len(found) % 4 == 0:
            await check_reading(harness, table)
            await harness.room.subscribe(ana, table)
    assert len(found) > 15


async def check_reading(harness: RoomHarness, table: str) -> None:
    """From the snapshot, from the first event, and in memory: the same, in the hand too."""
    state, hand = await harness.state(table), await harness.hand(table)
    await harness.reopen()
    assert await harness.state(table) == state
    read = await harness.hand(table)
    assert bytes(read) == bytes(hand) and read.actions == hand.actions
    assert read.events(0) == hand.events(0)
    with harness.room._services.store._reader.connect() as connection:
        query = "SELECT event FROM log ORDER BY version"
        log = [events.decode(raw) for raw in connection.exec_driver_sql(query).scalars()]
        whole = replay.replay(
            None, log, lambda number: reading.read_secret(connection, table, number)
        )
    assert whole.state == apply.apply(None, log) == state
    assert whole.hand and bytes(whole.hand) == bytes(hand)


@with_room
async def test_a_finished_hand_needs_no_secret_and_no_rules(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    for _ in range(3):
        await harness.wait(3)
        await harness.play_out(table)
    asked = []
    real = reading.read_secret

    def secret(connection: object, id: str, hand: int) -> Secret:
        asked.append(hand)
        return real(connection, id, hand)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(reading, "read_secret", secret)
        await harness.reopen()
        assert (await harness.state(table)).hands == 3
    assert asked == [3]
