"""Bots at the table: late, lost or wrong, it forfeits the hand, and there is a report."""

import asyncio
import logging
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sidepot.room.live import bots
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from tests.room.harness import RoomHarness, check_chips, drain, texts, with_room

BOT = m.BotPlan(chair=1, strength="random")
FORFEITED = "Theo, a bot, has no answer and forfeits the hand."


async def until_it_acts(harness: RoomHarness, table: str) -> None:
    """Play until the bot has acted once more."""
    await harness.wait(3)
    while (await harness.state(table)).in_play:
        state = await harness.state(table)
        assert state.clock
        if state.chairs[state.clock.chair].bot:
            return
        await harness.act(table, "buy 1")


async def with_bot(harness: RoomHarness, **wanted: Any) -> tuple[str, Any]:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, bots=[BOT], **wanted)
    return table, await harness.room.subscribe(ana, table)


def raises(*_: object) -> str:
    raise ZeroDivisionError


def says_nonsense(*_: object) -> str:
    return "sing"


def buys_too_much(*_: object) -> str:
    return "buy 99"


@pytest.mark.parametrize("broken", [raises, says_nonsense, buys_too_much])
def test_a_bot_without_an_answer_folds(
    broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "_choose", broken)
    with tempfile.TemporaryDirectory() as folder, caplog.at_level(logging.WARNING):
        asyncio.run(_folds(RoomHarness(Path(folder) / "room.sqlite3")))
    assert "bot_fault" in caplog.text


async def _folds(harness: RoomHarness) -> None:
    try:
        table, looking = await with_bot(harness)
        for _ in range(4):
            await until_it_acts(harness, table)
            await harness.wait(1)
        assert FORFEITED in texts(await drain(looking))
        check_chips(await harness.state(table))
    finally:
        await harness.room.close()


@with_room
async def test_a_bot_that_fails_is_not_asked_again_in_this_hand(harness: RoomHarness) -> None:
    """It does what is safe where it cannot fold, at once; the next hand it plays."""
    asked = []

    def choose(*arguments: Any) -> str:
        asked.append(1)
        return "sing"

    real, bots._choose = bots._choose, choose  # type: ignore[assignment]
    try:
        (ana,) = await harness.guests("Ana")
        standoff = [GamePlan(name="high-noon-standoff")]
        table = await harness.table(ana, games=standoff, bots=[BOT])
        looking = await harness.room.subscribe(ana, table)
        for hand in (1, 2):
            await harness.wait(5 if hand == 1 else 15)  # the end of a hand is shown first
            assert (await harness.state(table)).hands == hand
            while (await harness.state(table)).in_play:
                state = await harness.state(table)
                assert state.clock
                if state.chairs[state.clock.chair].bot:
                    await harness.wait(1)
                else:
                    await harness.act(table, "keep")
            assert len(asked) == hand
        assert texts(await drain(looking)).count(FORFEITED) == 2
    finally:
        bots._choose = real


@with_room
async def test_a_bot_that_thinks_too_long_forfeits_the_hand(harness: RoomHarness) -> None:
    free = threading.Event()
    real, bots._choose = bots._choose, lambda *_: str(free.wait())
    table, _ = await with_bot(harness)
    live = harness.room._live(table)
    settle, harness.room.settle = harness.room.settle, _a_moment  # type: ignore[method-assign]
    try:
        for _ in range(40):
            state = await harness.state(table)
            if state.clock and state.chairs[state.clock.chair].bot:
                break
            if state.in_play:
                await harness.act(table, "fold")
            await harness.wait(1)
        decision = (await harness.hand(table)).decision
        await harness.wait(9)
        assert (await harness.hand(table)).decision == decision
        await harness.wait(1)
        assert (await harness.hand(table)).decision == decision + 1
        assert live.services.counters.hands
    finally:
        bots._choose = real
        free.set()
        harness.room.settle = settle  # type: ignore[method-assign]


async def _a_moment() -> None:
    await asyncio.sleep(0.02)


@with_room
async def test_the_others_get_time_to_read_a_bots_move(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    bots = [m.BotPlan(chair=n, strength="random") for n in (1, 2, 3, 4, 5)]
    table = await harness.table(ana, bots=bots, bot_pace=2000)
    await harness.room.subscribe(ana, table)
    await harness.do(ana, table, m.Leave)
    await harness.wait(3)
    moves = []
    for _ in range(8):
        moves.append((await harness.hand(table)).decision)
        await harness.wait(1)
    assert moves[:5] == [0, 0, 1, 1, 2] or moves[-1] <= 4


@with_room
async def test_a_bot_acts_at_once_after_a_restart(harness: RoomHarness) -> None:
    real, bots._choose = bots._choose, raises  # type: ignore[assignment]
    table, _ = await with_bot(harness, bot_pace=5000)
    try:
        await until_it_acts(harness, table)
        decision = (await harness.hand(table)).decision
    finally:
        bots._choose = real
    harness.clock.time += 60_000
    await harness.reopen()
    assert (await harness.hand(table)).decision > decision
    check_chips(await harness.state(table))


@with_room
async def test_a_bot_acts_by_a_command_of_its_account(harness: RoomHarness) -> None:
    table, _ = await with_bot(harness)
    for _ in range(3):
        await until_it_acts(harness, table)
        await harness.wait(1)
    state = await harness.state(table)
    log = harness.query(f"SELECT event FROM log WHERE table_id = '{table}' ORDER BY version")
    events = [e.decode(raw) for (raw,) in log]
    acted = [event for event in events if isinstance(event, e.Acted) and event.chair == 1]
    assert acted and {event.by for event in acted} == {state.chairs[1].account}
    assert [event.id for event in acted] == [f"{ev.hand}.{ev.decision}" for ev in acted]


@with_room
async def test_a_bot_holds_its_answer_while_the_table_is_paused(harness: RoomHarness) -> None:
    asked = []
    real = bots._choose

    def choose(*arguments: Any) -> str:
        asked.append(1)
        return real(*arguments)

    with mock.patch.object(bots, "_choose", choose):
        table, _ = await with_bot(harness, bot_pace=3000)
        (host,) = (await harness.state(table)).members
        await until_it_acts(harness, table)
        hand, decision = await harness.hand(table), (await harness.hand(table)).decision
        assert asked
        await harness.do(host, table, m.Pause)
        await harness.wait(60)
        assert (await harness.hand(table)).decision == decision
        thought = len(asked)
        await harness.do(host, table, m.Pause, is_paused=False)
        await harness.wait(1)
        log = harness.query(f"SELECT event FROM log WHERE table_id = '{table}' ORDER BY version")
        acted = [event for (raw,) in log if isinstance(event := e.decode(raw), e.Acted)]
        assert (acted[-1].hand, acted[-1].decision) == (hand.number, decision)
        assert acted[-1].how == "bot" and len(asked) == thought
        fields = {"hand": hand.number, "decision": decision}
        late = m.Act(id="late", action="fold", **fields)
        answer = await harness.room.handle("bot:Theo", table, late)
        assert isinstance(answer, m.Refusal)
    assert FORFEITED not in str(harness.query(f"SELECT event FROM log WHERE table_id = '{table}'"))


@with_room
async def test_a_bot_sees_a_concealed_record_only(harness: RoomHarness) -> None:
    seen = []
    real = bots._choose

    def choose(game: Any, strength: str, memory: Any, seed: int) -> str:
        seen.append(memory.view["deck"]["card"][0])
        return real(game, strength, memory, seed)

    bots._choose = choose
    try:
        table, _ = await with_bot(harness)
        for _ in range(3):
            await until_it_acts(harness, table)
            await harness.wait(1)
    finally:
        bots._choose = real
    assert seen and all((deck < 0).all() for deck in seen)
