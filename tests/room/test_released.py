"""Databases as releases have made them: each is opened, has all that it had, and is played on."""

import asyncio
import contextlib
import json
import sqlite3
import typing
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from sidepot.errors import CannotWrite
from sidepot.history import History
from sidepot.room.protocol import messages as m
from sidepot.room.protocol import resources, table_rules, views
from sidepot.room.storage import database
from sidepot.room.storage.schema import REVISION
from sidepot.room.table import context, events, state
from tests.releases import released
from tests.room.harness import RoomHarness, check_chips
from tests.room.releasing import ANA, BO, CY, INVITATION, finish

pytestmark = pytest.mark.of_files

RELEASED = released("*.sql")
UNPLAYED = {"members_dropped"}
"""Kinds of events that the kept evenings do not have."""


def opened(file: Path, folder: Path, *renames: tuple[str, str]) -> RoomHarness:
    """A room on a released database, in which some texts may be others."""
    text = file.read_text("utf-8")
    for before, after in renames:
        assert before in text
        text = text.replace(before, after)
    path = folder / "room.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(text)
    harness = RoomHarness(path)
    harness.randomness._names, harness._ids = 1_000, 1_000
    harness.clock.time += 86_400_000
    return harness


def of_kept(harness: RoomHarness) -> tuple[str, str]:
    """The table whose evening has ended, and the one in the middle of a hand."""
    name = "json_extract(CAST(line AS TEXT), '$.name')"
    rows = harness.query(f"SELECT id FROM tables WHERE {name} = 'Friday' ORDER BY is_ended DESC")
    (ended,), (in_hand,) = rows
    return str(ended), str(in_hand)


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_a_released_database_has_all_that_it_had(file: Path, tmp_path: Path) -> None:
    async def run() -> None:
        harness = opened(file, tmp_path)
        try:
            await _look(harness)
        finally:
            await harness.room.close()

    asyncio.run(run())


async def _look(harness: RoomHarness) -> None:
    room, (friday, _) = harness.room, of_kept(harness)
    session = await room.session_of("token-1")
    assert session and (session.guest.id, session.guest.name) == (ANA, "Ana")
    (browser, *_) = (await room.sessions(ANA, session.id)).browsers
    assert (browser.name, browser.system, browser.is_own) == ("Firefox", "Linux", True)
    evening = await room.evening(ANA, friday)
    assert (evening.name, evening.hands, evening.is_ended) == ("Friday", 3, True)
    assert [game.name for game in evening.games] == ["ricochet-2", "guts", "holdem-no-limit"]
    accounts = (await room.ledger(BO, friday)).accounts
    assert sum(account.net for account in accounts) == 0
    assert {account.name for account in accounts} >= {"Ana", "Bob"}
    lines = await room.hands(ANA, friday)
    assert [(line.hand, line.is_void) for line in lines] == [(n, n == 4) for n in range(1, 5)]
    for line in lines[:3]:
        told = await room.history(ANA, friday, line.hand)
        assert tuple(History.parse(told).replay().hand.payoffs) == tuple(line.nets)
        assert "_fairness" in told
    chat = await room._services.store.chat(friday)
    assert [line.text for line in chat] == ["Good evening, señor!"]
    (season,) = await room.seasons(BO)
    assert season.name == "Winter"
    assert [one.table for one in (await room.season(BO, season.id)).evenings] == [friday]


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_a_released_database_is_played_on(file: Path, tmp_path: Path) -> None:
    async def run() -> None:
        harness = opened(file, tmp_path)
        try:
            await _play(harness)
        finally:
            await harness.room.close()

    asyncio.run(run())


async def _play(harness: RoomHarness) -> None:
    room, (_, table) = harness.room, of_kept(harness)
    begun = await harness.state(table)
    assert begun.in_play
    assert [chair.name for _, chair in begun.seated()] == ["Ana 2", "Bob", "Ana"]
    await harness.start()
    version, id = last_command(harness, table)
    again = await room.handle(ANA, table, m.SitOut(id=id))
    assert again == m.Ack(id=id, version=version)
    await room.join(CY, table, INVITATION)
    made = await room.recover("token-5")
    assert made and made.guest.id == ANA and await room.recover("token-5") is None
    for guest in (ANA, BO):
        await room.subscribe(guest, table)
    for hand in (1, 2):
        await finish(harness, table)
        ended = await harness.state(table)
        assert ended.playing and (ended.playing.hand, ended.playing.is_void) == (hand, False)
        check_chips(ended)
        await harness.wait(10)
    await room.write_histories()
    told = await room.histories(ANA, table)
    assert told.startswith("[1]\n") and "[2]\n" in told and '"void"' not in told


def last_command(harness: RoomHarness, table: str) -> tuple[int, str]:
    """The version and the id of the last event that was a command of Ana."""
    rows = harness.query(f"SELECT version, event FROM log WHERE table_id = '{table}' ORDER BY 1")
    known = [(version, json.loads(raw)) for version, raw in rows]
    return [(version, event["id"]) for version, event in known if event["by"] == ANA][-1]


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
@pytest.mark.parametrize(
    "rename", [("checksum", "told"), ("idle_since", "calm_from"), ("hand_dealt", "dealt")]
)
def test_another_name_on_disk_is_noticed(
    file: Path, rename: tuple[str, str], tmp_path: Path
) -> None:
    """The broken example: a field or a kind of event that was renamed reads no released log."""

    async def run() -> None:
        harness = opened(file, tmp_path, (f'"{rename[0]}"', f'"{rename[1]}"'))
        friday, table = of_kept(harness)
        try:
            with pytest.raises(CannotWrite, match="damaged"):
                for one in (friday, table):
                    await harness.state(one)
        finally:
            await harness.room.close()

    asyncio.run(run())


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_the_log_and_the_snapshot_lead_to_the_same_state(file: Path, tmp_path: Path) -> None:
    async def run() -> None:
        harness = opened(file, tmp_path)
        friday, _ = of_kept(harness)
        try:
            assert harness.query(f"SELECT 1 FROM snapshots WHERE table_id = '{friday}'")
            whole = await harness.state(friday)
            store = harness.room._services.store
            assert await store.state_at(friday, whole.version) == whole
        finally:
            await harness.room.close()

    asyncio.run(run())


def test_the_kept_evenings_have_all_kinds_of_events() -> None:
    text = RELEASED[-1].read_text("utf-8")
    kinds = {str(kind.__struct_config__.tag) for kind in typing.get_args(events.AnyEvent)}
    assert {kind for kind in kinds if f'"type":"{kind}"' not in text} == UNPLAYED


@pytest.mark.parametrize("module", [context, events, resources, state, table_rules, views])
def test_names_on_disk_are_the_names_in_the_code(module: ModuleType) -> None:
    found = [kind for kind in vars(module).values() if isinstance(kind, type)]
    kinds = [kind for kind in found if issubclass(kind, msgspec.Struct)]
    assert kinds
    for kind in kinds:
        names = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
        assert all(name == stored for name, stored in names.items()), kind


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_the_schema_of_a_released_database_stays_as_it_is(file: Path, tmp_path: Path) -> None:
    """While its migration is the newest, the code makes the same tables."""
    found = sqlite3.connect(":memory:")
    found.executescript(file.read_text("utf-8"))
    assert found.execute("SELECT * FROM alembic_version").fetchall() == [(file.stem,)]
    if file.stem == REVISION:
        for engine in database.open_database(f"sqlite:///{tmp_path}/x.sqlite3"):
            engine.dispose()
        with contextlib.closing(sqlite3.connect(tmp_path / "x.sqlite3")) as made:
            query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1"
            assert found.execute(query).fetchall() == made.execute(query).fetchall()
    found.close()
