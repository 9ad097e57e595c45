"""Presence is sent at once, and batched when many come and go."""

import asyncio
from typing import Any

import pytest

from sidepot.room.live import presence, subscribers
from sidepot.room.live.presence import BURST, PER_SECOND, PresenceTeller
from tests.room.harness import RoomHarness, drain, with_room

COMINGS = 200


class Immediate(PresenceTeller):
    """The broken example: every change is sent to everybody."""

    def changed(self) -> None:
        self._tell()


async def told(kind: type[PresenceTeller], seconds: float) -> list[int]:
    """The number present in each presence message, while many arrive in this time."""
    heard: list[int] = []
    here = 0
    teller = kind(lambda: heard.append(here))
    for _ in range(COMINGS):
        here += 1
        teller.changed()
        await asyncio.sleep(seconds / COMINGS)
    await asyncio.sleep(2 / PER_SECOND)
    return heard


def test_many_arrivals_at_once_are_sent_together() -> None:
    heard = asyncio.run(told(PresenceTeller, 0.2))
    assert heard[:BURST] == list(range(1, BURST + 1))
    assert len(heard) <= BURST + 6 and heard[-1] == COMINGS
    assert len(asyncio.run(told(Immediate, 0.2))) == COMINGS


def test_changes_are_sent_at_once_again_after_a_quiet_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "PER_SECOND", 200.0)

    async def run() -> None:
        heard: list[int] = []
        teller = PresenceTeller(lambda: heard.append(1))
        for _ in range(BURST + 5):
            teller.changed()
        assert len(heard) == BURST
        await asyncio.sleep(0.1)
        assert len(heard) == BURST + 1
        teller.changed()
        assert len(heard) == BURST + 2

    asyncio.run(run())


async def sent_for(harness: RoomHarness, newcomers: int) -> tuple[int, Any]:
    """Messages to somebody at a public table to which many come; and the last presence."""
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, public=True)
    looking = await harness.room.subscribe(ana, table)
    await drain(looking)
    for _ in range(newcomers):
        subscription = await harness.room.subscribe(None, table)
        first = await drain(subscription)
        assert [message["type"] for message in first][:3] == ["welcome", "view", "presence"]
        assert first[2]["onlookers"]
    await asyncio.sleep(2 / PER_SECOND)
    found = [message for message in await drain(looking) if message["type"] == "presence"]
    return len(found), found[-1]


@with_room
async def test_newcomers_cost_a_table_little_and_learn_at_once_who_is_there(
    harness: RoomHarness,
) -> None:
    count, last = await sent_for(harness, COMINGS)
    assert count < COMINGS / 2 and last["onlookers"] == COMINGS


@with_room
async def test_a_table_that_tells_every_change_is_caught(harness: RoomHarness) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(subscribers, "PresenceTeller", Immediate)
        count, _ = await sent_for(harness, COMINGS)
    assert count == COMINGS


@with_room
async def test_presence_is_not_sent_at_an_empty_table(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, public=True)
    for _ in range(BURST + 5):
        (await harness.room.subscribe(ana, table)).leave()
    assert harness.room._live(table).subscribers._presence._timer is None
