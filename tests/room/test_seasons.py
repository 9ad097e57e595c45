"""Seasons: creation, access, and the records they keep."""

from typing import Any

import pytest

from sidepot.errors import NoTable, NotAdmitted, Refused
from sidepot.room.live import seasons
from sidepot.room.live.seasons import league
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.resources import SeasonEvening, SeasonPlayer
from sidepot.words import Message
from tests.room.harness import RoomHarness, with_room


def an_evening(table: str, at: int, **nets: int) -> SeasonEvening:
    players = [SeasonPlayer(name, name.lower(), 10, net) for name, net in nets.items()]
    return SeasonEvening(table, "Friday", at, 10, players)


async def played(harness: RoomHarness, *guests: str) -> str:
    """A table that has ended after two hands."""
    table = await harness.table(*guests)
    watching = await harness.room.subscribe(guests[0], table)
    for _ in range(2):
        await harness.wait(3)
        await harness.play_out(table)
    watching.close("gone", Message("room.goodbye_ended"))
    await harness.do(guests[0], table, m.End)
    return table


def test_a_league_adds_up_and_its_leader_is_first() -> None:
    last = an_evening("2", 2, Ana=-5, Bo=2, Cy=3)
    first = an_evening("1", 1, Ana=9, Bo=-9)
    bot = SeasonPlayer("Robot", None, 10, 50)
    first = SeasonEvening("1", "Friday", 1, 10, [*first.players, bot])
    lines = league([last, first])
    assert [(line.name, line.net) for line in lines] == [("Ana", 4), ("Cy", 3), ("Bo", -7)]
    assert [line.won for line in lines] == [1, 1, 0]
    assert [line.evenings for line in lines] == [2, 1, 2] and lines[0].hands == 20


@with_room
async def test_a_season_of_two_evenings(harness: RoomHarness) -> None:
    ana, bo, cy, di = await harness.guests("Ana", "Bo", "Cy", "Di")
    first, second = await played(harness, ana, bo), await played(harness, ana, bo, cy)
    made = await harness.room.add_to_season(ana, first, None, " Winter  26 ")
    assert made.name == "Winter 26" and [one.table for one in made.evenings] == [first]
    with pytest.raises(NoTable):
        await harness.room.season(cy, made.id)
    await harness.room.add_to_season(ana, second, made.id, "")
    again = await harness.room.add_to_season(ana, second, made.id, "")
    assert {one.table for one in again.evenings} == {first, second}
    seen = await harness.room.season(cy, made.id)
    assert {line.name for line in seen.league} == {"Ana", "Bo", "Cy"}
    assert sum(line.net for line in seen.league) == 0
    assert [line.id for line in await harness.room.seasons(cy)] == [made.id]
    with pytest.raises(NoTable):
        await harness.room.season(di, made.id)
    with pytest.raises(Refused):
        await harness.room.add_to_season(bo, second, made.id, "")
    with pytest.raises(Refused):
        await harness.room.drop_from_season(bo, made.id, first)


@with_room
async def test_an_evening_is_taken_out_and_an_empty_season_goes(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    first, second = await played(harness, ana, bo), await played(harness, ana, cy)
    made = await harness.room.add_to_season(ana, first, None, "Winter")
    await harness.room.add_to_season(ana, second, made.id, "")
    await harness.room.drop_from_season(ana, made.id, second)
    with pytest.raises(NoTable):
        await harness.room.season(cy, made.id)
    assert len((await harness.room.season(bo, made.id)).evenings) == 1
    with pytest.raises(Refused):
        await harness.room.drop_from_season(ana, made.id, second)
    await harness.room.drop_from_season(ana, made.id, first)
    assert await harness.room.seasons(ana) == []


@with_room
async def test_a_removed_guest_does_not_see_the_season(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    await harness.do(ana, table, m.Remove, guest=cy)
    with pytest.raises(Refused):
        await harness.room.add_to_season(ana, table, None, "Winter")  # the evening is not over
    await harness.do(ana, table, m.End)
    made = await harness.room.add_to_season(ana, table, None, "Winter")
    with pytest.raises(NoTable):
        await harness.room.season(cy, made.id)
    with pytest.raises(NotAdmitted):
        await harness.room.add_to_season(cy, table, None, "Mine")


@with_room
async def test_a_season_outlives_its_tables(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await played(harness, ana, bo)
    made = await harness.room.add_to_season(ana, table, None, "Winter")
    harness.clock.time += 40 * 24 * 3600 * 1000
    done = await harness.room.tidy(30)
    assert done.tables == 1
    with pytest.raises(NoTable):
        await harness.room.evening(ana, table)
    # Both are at no table any more and have not come back: they are forgotten, and it goes too.
    assert done.guests == 2 and await harness.room._services.store.season(made.id) is None


@with_room
async def test_a_season_stays_for_those_who_come_back(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await played(harness, ana, bo)
    made = await harness.room.add_to_season(ana, table, None, "Winter")
    harness.clock.time += 40 * 24 * 3600 * 1000
    await harness.table(ana)
    done = await harness.room.tidy(30)
    assert (done.tables, done.guests) == (1, 1)
    assert (await harness.room.season(ana, made.id)).evenings[0].table == table
    with pytest.raises(NoTable):
        await harness.room.season(bo, made.id)


@with_room
async def test_a_guests_storage_is_limited(harness: RoomHarness) -> None:
    (ana, bo) = await harness.guests("Ana", "Bo")
    table = await played(harness, ana, bo)
    for n in range(seasons.MAX_SEASONS):
        made = await harness.room.add_to_season(ana, table, None, f"Season {n}")
    with pytest.raises(Refused, match="20 seasons"):
        await harness.room.add_to_season(ana, table, None, "One more")
    await harness.room.drop_from_season(ana, made.id, table)
    await harness.room.add_to_season(ana, table, None, "One more")
    for name in ("", " ", "x" * 61, "a\u202eb"):
        with pytest.raises(Refused):
            await harness.room.add_to_season(bo, table, None, name)
    store = harness.room._services.store
    (line,) = [line for line in await harness.room.seasons(ana) if line.name == "One more"]
    row, _, _ = await store.season(line.id) or (None, [], [])
    assert row is not None
    for n in range(seasons.MAX_EVENINGS - 1):
        await store.put_season(row, an_evening(f"t{n}", n, Ana=1), [])
    await harness.room.add_to_season(ana, table, line.id, "")  # it is there already
    other = await played(harness, ana, bo)
    with pytest.raises(Refused, match="100 evenings"):
        await harness.room.add_to_season(ana, other, line.id, "")


@with_room
async def test_a_season_opens_a_table_every_week(harness: RoomHarness) -> None:
    ana, bo, cy, di = await harness.guests("Ana", "Bo", "Cy", "Di")
    first = await played(harness, ana, bo, cy)
    season = (await harness.room.add_to_season(ana, first, None, "Thursdays")).id
    with pytest.raises(Refused, match="no weekly evening"):
        await harness.room.open_season(bo, season)
    for guest in (bo, di):
        with pytest.raises((Refused, NoTable)):
            await harness.room.plan_season(guest, season, 1_800_000_000_000)
    planned = await harness.room.plan_season(ana, season, 1_800_000_000_000)
    assert (planned.next_at, planned.table) == (1_800_000_000_000, None)
    made = await harness.room.open_season(bo, season)
    state = await harness.state(made.table)
    assert (state.host, state.name) == (bo, "Thursdays")
    assert state.rules == (await harness.state(first)).rules
    await harness.reopen()
    for guest in (ana, cy, bo):
        assert (await harness.room.open_season(guest, season)).table == made.table
        assert guest in (await harness.state(made.table)).members
    with pytest.raises(NoTable):
        await harness.room.open_season(di, season)
    await harness.do(bo, made.table, m.End)
    again = await harness.room.open_season(ana, season)
    assert again.table != made.table
    moved = await harness.room.plan_season(ana, season, 1_900_000_000_000)
    assert (moved.next_at, moved.table) == (1_900_000_000_000, again.table)
    ended = await harness.room.plan_season(ana, season, None)
    assert (ended.next_at, ended.table) == (None, None)


@with_room
async def test_two_who_open_an_evening_at_once_in_two_processes_meet_at_one_table(
    harness: RoomHarness,
) -> None:
    """The other process has read the season before its table was opened."""
    ana, bo = await harness.guests("Ana", "Bo")
    first = await played(harness, ana, bo)
    season = (await harness.room.add_to_season(ana, first, None, "Thursdays")).id
    await harness.room.plan_season(ana, season, 1)
    before = await harness.room._seasons.people(bo, season)
    made = await harness.room.open_season(ana, season)

    async def read() -> Any:
        return before

    assert (await harness.room._doors.weekly(bo, read)).table == made.table
    await harness.do(ana, made.table, m.End)
    third = await harness.room._doors.weekly(bo, read)
    assert third.table != made.table
    assert (await harness.room.open_season(ana, season)).table == third.table


@with_room
async def test_a_plan_outlives_the_table_that_it_was_made_from(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    first = await played(harness, ana, bo)
    season = (await harness.room.add_to_season(ana, first, None, "Thursdays")).id
    await harness.room.plan_season(ana, season, 1)
    await harness.room.write_histories()
    await harness.room._live(first).delete()
    made = await harness.room.open_season(ana, season)
    await harness.do(ana, made.table, m.End)
    await harness.room._live(made.table).delete()
    assert (await harness.room.open_season(bo, season)).table != made.table
    await harness.room.plan_season(ana, season, None)
    with pytest.raises(NoTable):
        await harness.room.plan_season(ana, season, 1)
