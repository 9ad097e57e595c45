"""Bounds on the stored data: options as the game reads them, and limits on everything."""

import asyncio
from pathlib import Path

import pytest

from sidepot.errors import CannotWrite
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.storage.store import Store
from sidepot.room.table import limits, rules
from sidepot.room.table.limits import HAND_INTERVAL, QUICK_HANDS, HandPace
from tests.room.harness import RICOCHET, RoomHarness, check_chips, drain, reason, with_room
from tests.work import work

PADDED = GamePlan(name="ricochet-2", options={"ante": "  " + "0" * 16 + "2" + " " * 30_000})


def stored(harness: RoomHarness) -> int:
    """Bytes of the longest event in any log."""
    with harness.room._services.store._reader.connect() as connection:
        return int(connection.exec_driver_sql("SELECT max(length(event)) FROM log").scalar() or 0)


@with_room
async def test_padded_options_are_stored_as_the_game_reads_them(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[PADDED])
    assert (await harness.state(table)).rules.games == [
        GamePlan(name="ricochet-2", options={"ante": 2})
    ]
    answer = await harness.do(ana, table, m.ChangeGame, games=[PADDED] * 40, dealers_choice=True)
    assert isinstance(answer, m.Ack)
    assert len((await harness.state(table)).rules.games) == 1
    assert stored(harness) < 1_000


def test_padding_that_is_stored_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: as it was sent."""
    monkeypatch.setattr(rules, "stored_plans", lambda plans, played: tuple(plans))
    with pytest.raises(AssertionError):
        test_padded_options_are_stored_as_the_game_reads_them(tmp_path)


@with_room
async def test_every_event_that_a_command_makes_is_small(harness: RoomHarness) -> None:
    """The longest fields that the protocol allows, and their size in the log."""
    ana, bo = await harness.guests("N" * 24, "M" * 24)
    table = await harness.table(ana, bo, name="T" * 60)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.clock
    actor = state.chairs[state.clock.chair].guest
    assert actor
    act = {"hand": 1, "decision": hand.decision, "id": "i" * 64}
    text = str(hand.legal.safe)
    await harness.do(actor, table, m.Act, action=text + " " * (100 - len(text)), **act)
    for command in (m.SitOut, m.ComeBack):
        await harness.do(bo, table, command, id=f"{command.__name__:_<64}")
    assert stored(harness) < 1_500


def full(monkeypatch: pytest.MonkeyPatch, part: float, size: int) -> None:
    """Treat a log as full to this part of its limit from now on."""
    monkeypatch.setattr(limits, "LOG_BYTES", int(size / part))


async def size(harness: RoomHarness, table: str) -> int:
    return (await harness.room._live(table).context()).log_bytes


async def notices(looking: Subscription) -> list[str]:
    found = [message for message in await drain(looking) if message["type"] == "notice"]
    return [str(message["said"]["key"]) for message in found]


def test_a_full_log_lets_the_hand_end_and_deals_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        ana, bo, cy, di = await harness.guests("Ana", "Bo", "Cy", "Di")
        table = await harness.table(ana, bo, cy, di, seats=3)
        looking = await harness.room.subscribe(ana, table)
        await harness.wait(3)
        await drain(looking)
        full(monkeypatch, 0.9, await size(harness, table) + 100)
        await harness.act(table, "buy 1")
        assert await notices(looking) == ["room.notice_log"]
        full(monkeypatch, 1, 10**9)
        await harness.play_out(table)
        await harness.wait(6)
        await drain(looking)
        full(monkeypatch, 1, await size(harness, table) + 100)
        await harness.act(table, "buy 1")
        assert await notices(looking) == ["room.notice_log_full"]
        assert (await harness.state(table)).in_play
        for command, fields in (
            (m.Sit, {"chair": 3, "chips": 100}),
            (m.ChangeGame, {"games": [RICOCHET]}),
            (m.Pause, {}),
            (m.SeatBot, {"chair": 4}),
            (m.Ready, {}),
        ):
            guest = di if command is m.Sit else ana
            assert reason(await harness.do(guest, table, command, **fields)) == "log_full"
        await harness.play_out(table)
        await harness.wait(120)
        state = await harness.state(table)
        assert state.hands == 2 and not state.in_play
        check_chips(state)
        assert isinstance(await harness.do(bo, table, m.Leave), m.Ack)
        assert isinstance(await harness.do(ana, table, m.End), m.Ack)
        assert [a.net for a in (await harness.room.ledger(ana, table)).accounts]
        await harness.room.close()

    asyncio.run(play())


@with_room
async def test_the_size_of_a_log_is_the_same_after_a_restart(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    before = await size(harness, table)
    await harness.reopen()
    assert await size(harness, table) == before > 500


def test_quick_hands_are_free_and_then_one_in_a_while() -> None:
    pace, now = HandPace(), 1_700_000_000_000
    for _ in range(QUICK_HANDS - 1):
        assert pace.dealt(now) == now
    for _ in range(3):
        later = pace.dealt(now)
        assert later - now == HAND_INTERVAL
        now = later
    assert pace.dealt(now + QUICK_HANDS * HAND_INTERVAL) == now + QUICK_HANDS * HAND_INTERVAL


def test_a_table_that_deals_too_fast_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUICK_HANDS", 3)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        (ana,) = await harness.guests("Ana")
        bots = [m.BotPlan(chair=chair, strength="random") for chair in range(2)]
        table = await harness.table(ana, seats=0, bots=bots, pause=0)
        await harness.room.subscribe(ana, table)
        await harness.wait(4 * HAND_INTERVAL / 1000)
        assert 4 <= (await harness.state(table)).hands <= 8
        await harness.room.close()

    asyncio.run(play())


def test_nobody_gets_more_quick_hands_by_leaving_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table without viewers is unloaded; its pace must survive that."""
    monkeypatch.setattr(limits, "QUICK_HANDS", 3)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        (ana,) = await harness.guests("Ana")
        bots = [m.BotPlan(chair=chair, strength="random") for chair in range(2)]
        table = await harness.table(ana, seats=0, bots=bots, pause=0)
        for _ in range(8):
            looking = await harness.room.subscribe(ana, table)
            await harness.wait(1)
            looking.leave()
            await harness.wait(2)
        assert (await harness.state(table)).hands <= 3 + 2 + 24_000 // HAND_INTERVAL
        await harness.wait(4 * HAND_INTERVAL / 1000)
        assert table not in harness.room._tables or (await harness.state(table)).in_play
        await harness.room.close()

    asyncio.run(play())


def test_a_table_keeps_its_last_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHAT_LINES", 5)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        (ana,) = await harness.guests("Ana")
        table = await harness.table(ana)
        for n in range(12):
            await harness.do(ana, table, m.Chat, text=f"line {n}")
        lines = await harness.room._services.store.chat(table)
        assert [line.text for line in lines] == [f"line {n}" for n in range(7, 12)]
        assert [line.number for line in lines] == [8, 9, 10, 11, 12]
        again = await harness.do(ana, table, m.Chat, text="again", id="twice")
        assert await harness.do(ana, table, m.Chat, text="again", id="twice") == again
        await harness.room.close()

    asyncio.run(play())


def test_play_continues_on_a_disk_that_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        ana, bo = await harness.guests("Ana", "Bo")
        table = await harness.table(ana, bo)
        await harness.room.subscribe(ana, table)
        before = await harness.do(ana, table, m.Chat, id="before", text="hello")
        assert isinstance(before, m.Ack)
        monkeypatch.setattr(Store, "free_bytes", lambda self: limits.FREE_BYTES - 1)
        assert await harness.do(ana, table, m.Chat, id="before", text="hello") == before
        with pytest.raises(CannotWrite, match="disk"):
            await harness.room.register("Cy")
        with pytest.raises(CannotWrite, match="disk"):
            await harness.room.create(ana, m.NewTable(games=[RICOCHET]))
        chat = await harness.do(ana, table, m.Chat, text="hello")
        assert reason(chat) == "room.no_space"
        await harness.wait(3)
        await harness.play_out(table)
        assert (await harness.state(table)).hands == 1 and harness.room.can_write
        monkeypatch.undo()
        assert isinstance(await harness.do(ana, table, m.Chat, text="hello"), m.Ack)
        await harness.room.close()

    asyncio.run(play())


def test_a_table_of_many_games_and_bots_is_made_in_a_few_milliseconds() -> None:
    """A game's declaration is read once, and its bots' strengths are looked up once."""
    wanted = m.NewTable(
        games=[GamePlan(name="guts", options={"ante": 1 + n}) for n in range(64)],
        dealers_choice=True,
        bots=[m.BotPlan(chair=chair) for chair in range(10)],
    )
    rules.rules_of(wanted)
    assert work(lambda: rules.rules_of(wanted)) < 50_000
