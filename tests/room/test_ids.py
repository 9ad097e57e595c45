"""The same id again gets the first answer; the loser of a race tries again."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidepot.room.live import ration
from sidepot.room.protocol import messages as m
from sidepot.room.service import Room
from sidepot.room.storage import append, store, writer
from sidepot.room.storage.answers import answer_key
from sidepot.words.wire import encode
from tests.cases import often
from tests.room.harness import RoomHarness, SeededRandomness, check_chips, reason, with_room

TABLE_KEY, KEY = -2751239156529105601, 6052032184190808987
"""The key of a command, as databases have it."""


@with_room
async def test_a_repeated_id_gets_the_first_answer(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    first = await harness.do(ana, table, m.BuyIn, id="buy", chips=10)
    again = await harness.do(ana, table, m.BuyIn, id="buy", chips=10)
    assert first == again and isinstance(first, m.Ack)
    assert (await harness.state(table)).chairs[0].stack == 110
    assert isinstance(await harness.do(bo, table, m.BuyIn, id="buy", chips=10), m.Ack)
    assert (await harness.state(table)).chairs[1].stack == 110


@with_room
async def test_a_repeated_id_gets_the_first_answer_after_a_restart(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    first = await harness.do(ana, table, m.BuyIn, id="buy", chips=10)
    await harness.wait(3)
    await harness.reopen()
    assert await harness.do(ana, table, m.BuyIn, id="buy", chips=10) == first
    assert (await harness.state(table)).chairs[0].stack == 110


@with_room
async def test_a_repeated_refusal_is_the_first_one(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    refused = await harness.do(ana, table, m.ComeBack, id="x")
    await harness.do(ana, table, m.SitOut)
    assert await harness.do(ana, table, m.ComeBack, id="x") == refused
    assert isinstance(await harness.do(ana, table, m.ComeBack, id="y"), m.Ack)


@with_room
async def test_the_same_id_at_the_same_time_is_done_once(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    command = m.BuyIn(id="buy", chips=10)
    answers = await asyncio.gather(*[harness.room.handle(ana, table, command) for _ in range(20)])
    assert len(set(map(str, answers))) == 1
    assert (await harness.state(table)).chairs[0].stack == 110


@with_room
async def test_an_act_answers_one_decision(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    state = await harness.state(table)
    assert state.clock and state.in_play
    guest = state.chairs[state.clock.chair].guest
    assert guest
    other = next(g for g in (ana, bo, cy) if g != guest)
    act = {"hand": 1, "decision": 0, "action": "fold"}
    assert reason(await harness.do(other, table, m.Act, **act)) == "turn"
    assert reason(await harness.do(guest, table, m.Act, **{**act, "hand": 2})) == "hand"
    assert reason(await harness.do(guest, table, m.Act, **{**act, "decision": 1})) == "decision"
    illegal = await harness.do(guest, table, m.Act, **{**act, "action": "buy 9"})
    assert isinstance(illegal, m.Refusal) and "choose" not in illegal.reason.key
    assert [choice.kind for choice in illegal.menu] == ["fold", "buy"]
    assert isinstance(await harness.do(guest, table, m.Act, **act), m.Ack)
    assert reason(await harness.do(guest, table, m.Act, **act)) == "decision"


def test_two_rooms_on_one_file_lose_races_and_no_command(tmp_path: Path) -> None:
    asyncio.run(_two_rooms(tmp_path))


async def _two_rooms(tmp_path: Path) -> None:
    harness = RoomHarness(tmp_path / "room.sqlite3")
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, most=1000)
    other = Room.open(harness.url, clock=harness.clock, randomness=SeededRandomness(2))
    try:
        looking = await other.subscribe(bo, table)
        works = [
            room.handle(guest, table, m.BuyIn(id=f"{guest}-{n}", chips=1))
            for n in range(25)
            for room, guest in ((harness.room, ana), (other, bo))
        ]
        answers = await asyncio.gather(*works)
        assert all(isinstance(answer, m.Ack) for answer in answers)
        versions = [answer.version for answer in answers if isinstance(answer, m.Ack)]
        assert len(set(versions)) == 50
        again = await other.handle(ana, table, m.BuyIn(id=f"{ana}-3", chips=1))
        assert again in answers
        state = await other._live(table).state()
        await harness.do(ana, table, m.BuyIn, chips=1)
        state = await harness.state(table)
        assert [chair.stack for _, chair in sorted(state.chairs.items())] == [126, 125]
        check_chips(state)
        assert harness.room.metrics()["races_total"] + other.metrics()["races_total"] > 0
        assert looking.waiting
    finally:
        await other.close()
        await harness.room.close()


MANY = 66
"""More commands than a room that forgets would remember for a guest."""
TAX = 10


async def check_once(harness: RoomHarness, others: int, *, restart: bool = False) -> None:
    """A buy-in that is repeated after many other commands is done once."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, most=100_000)
    first = await harness.room.handle(ana, table, m.BuyIn(id="buy", chips=TAX))
    for n in range(others):
        await harness.room.handle(ana, table, m.Mute(id=f"m{n}", guest=bo, is_muted=n % 2 == 0))
    if restart:
        await harness.reopen()
    again = await harness.room.handle(ana, table, m.BuyIn(id="buy", chips=TAX))
    assert again == first, "the repetition was answered as a new command"
    assert (await harness.state(table)).chairs[0].stack == 100 + TAX


async def check_refused(harness: RoomHarness, others: int, *, restart: bool = False) -> None:
    """A command that was refused is not done when repeated, even if it could be done by then."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, most=100_000)
    first = await harness.room.handle(ana, table, m.ComeBack(id="back"))
    said = await harness.room.handle(bo, table, m.PassHost(id="host", guest=ana))
    await harness.room.handle(ana, table, m.SitOut(id="out"))
    for n in range(others):
        await harness.room.handle(ana, table, m.Mute(id=f"m{n}", guest=bo, is_muted=n % 2 == 0))
    await harness.room.handle(ana, table, m.PassHost(id="pass", guest=bo))
    if restart:
        await harness.reopen()
    for guest, command, answer in (
        (ana, m.ComeBack(id="back"), first),
        (bo, m.PassHost(id="host", guest=ana), said),
    ):
        again = await harness.room.handle(guest, table, command)
        assert encode(again) == encode(answer), again
    state = await harness.state(table)
    assert state.chairs[0].status == "out" and state.host == bo


async def check_chat(harness: RoomHarness, others: int, *, restart: bool = False) -> None:
    """A line that a muted guest could not say is not said when it is repeated later."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    hello = await harness.room.handle(bo, table, m.Chat(id="hi", text="Hi"))
    await harness.room.handle(ana, table, m.Mute(id="mute", guest=bo))
    muted = await harness.room.handle(bo, table, m.Chat(id="rude", text="Bah"))
    assert reason(muted) == "muted"
    assert await harness.room.handle(bo, table, m.Chat(id="hi", text="Hi")) == hello
    await harness.room.handle(ana, table, m.Mute(id="more", guest=bo, is_muted=False))
    for n in range(others):
        await harness.room.handle(ana, table, m.Pause(id=f"p{n}", is_paused=n % 2 == 0))
    if restart:
        await harness.reopen()
    again = await harness.room.handle(bo, table, m.Chat(id="rude", text="Bah"))
    assert encode(again) == encode(muted)
    assert [line.text for line in await harness.room._services.store.chat(table)] == ["Hi"]


async def check_judged(harness: RoomHarness, others: int, *, restart: bool = False) -> None:
    """A command that was done is not refused when repeated, even if it would be by then."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    done = await harness.room.handle(bo, table, m.SitOut(id="out"))
    for n in range(others):
        await harness.room.handle(ana, table, m.Mute(id=f"m{n}", guest=bo, is_muted=n % 2 == 0))
    if restart:
        await harness.reopen()
    assert await harness.room.handle(bo, table, m.SitOut(id="out")) == done


Check = Callable[..., Awaitable[None]]
CHECKS: list[Check] = [check_once, check_refused, check_chat, check_judged]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("others", often((0, MANY, 200), always=(MANY,)))
def test_the_first_answer_is_given_for_as_long_as_the_table_lives(
    check: Check, others: int, restart: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_INTERVAL", 0.0)
    with_room(lambda harness: check(harness, others, restart=restart))(tmp_path)


@pytest.mark.soak
def test_a_buy_in_repeated_after_five_thousand_commands_is_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_INTERVAL", 0.0)
    with_room(lambda harness: check_once(harness, 5000, restart=True))(tmp_path)


def forgets_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room keeps its answers in memory alone."""
    real = append.rows_of
    monkeypatch.setattr(store, "rows_of", lambda given: real(replace(given, command=None)))


def forgets_what_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room stores no refusals."""

    async def nothing(*_: Any) -> None: ...

    monkeypatch.setattr(store.Store, "add_refusal", nothing)


def finds_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room stores its answers and does not look for them."""

    async def nothing(*_: Any) -> None: ...

    monkeypatch.setattr(store.Store, "answer", nothing)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("forget", "check"),
    [
        (forgets_what_was_done, check_once),
        (forgets_what_was_refused, check_refused),
        (forgets_what_was_refused, check_chat),
        (finds_no_answer, check_judged),
    ],
)
def test_a_room_that_forgets_is_caught(
    forget: Callable[[pytest.MonkeyPatch], None],
    check: Check,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget(monkeypatch)
    with pytest.raises(AssertionError):
        with_room(lambda harness: check(harness, MANY, restart=True))(tmp_path)


@with_room
async def test_refusals_that_are_stored_are_rationed(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    for n in range(ration.BURST):
        assert reason(await harness.do(bo, table, m.ComeBack, id=f"no{n}")) == "back"
    often = await harness.do(bo, table, m.ComeBack, id="again")
    assert reason(often) == "often" and "10 s" in often.reason.text  # type: ignore[union-attr]
    assert reason(await harness.do(bo, table, m.ComeBack, id="no0")) == "back"
    assert reason(await harness.do(ana, table, m.ComeBack)) == "back"
    assert isinstance(await harness.do(bo, table, m.SitOut), m.Ack)
    await harness.wait(10)
    assert isinstance(await harness.do(bo, table, m.ComeBack, id="again"), m.Ack)
    assert stored(harness) == ration.BURST + 5


@pytest.mark.of_files
@with_room
async def test_an_answer_is_small_and_found_by_its_key(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    with contextlib.closing(sqlite3.connect(harness.path)) as connection:
        rows = [answer_key(table, ana, f"c-{n}") for n in range(20_000)]
        before = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.executemany(
            "INSERT INTO answers VALUES (:table_key, :command_key, 1000, NULL)", rows
        )
        connection.commit()
        pages = connection.execute("PRAGMA page_count").fetchone()[0] - before
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        assert pages * size < 45 * len(rows)
        query = "EXPLAIN QUERY PLAN SELECT version FROM answers WHERE table_key=1 AND command_key=2"
        (plan,) = [row[-1] for row in connection.execute(query)]
        assert "SEARCH" in plan and "PRIMARY KEY" in plan
    assert await harness.room.handle(ana, table, m.SitOut(id="c-17777")) == m.Ack(
        id="c-17777", version=1000
    )


def test_keys_tell_all_fields_apart() -> None:
    found = [("t", "ab", "c"), ("t", "a", "bc"), ("ta", "b", "c"), ("t", "", "abc"), ("", "t", "x")]
    keys = {tuple(answer_key(*given).values()) for given in found}
    assert len(keys) == len(found)


def test_a_key_is_the_same_for_ever() -> None:
    assert answer_key("table", "guest", "id") == {"table_key": TABLE_KEY, "command_key": KEY}


def stored(harness: RoomHarness) -> int:
    return int(harness.query("SELECT count(*) FROM answers")[0][0])
