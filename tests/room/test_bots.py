"""Bots at the table: late, lost or wrong, it forfeits the hand, and there is a report."""

import asyncio
import logging
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidepot.protocol import messages as m
from sidepot.room.live import bots
from tests.room.night import Night, at_night, check_chips, drain, texts

BOT = m.BotPlan(chair=1, strength="random")
FORFEITED = "Theo, a bot, has no answer and forfeits the hand."


async def until_it_acts(night: Night, table: str) -> None:
    """Play until the bot has acted once more."""
    await night.wait(3)
    while (await night.state(table)).in_play:
        state = await night.state(table)
        assert state.clock
        if state.chairs[state.clock.chair].bot:
            return
        await night.act(table, "buy 1")


async def with_bot(night: Night, **wanted: Any) -> tuple[str, Any]:
    (ana,) = await night.guests("Ana")
    table = await night.table(ana, bots=[BOT], **wanted)
    return table, await night.room.subscribe(ana, table)


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
        asyncio.run(_folds(Night(Path(folder) / "room.sqlite3")))
    assert "bot_fault" in caplog.text


async def _folds(night: Night) -> None:
    try:
        table, looking = await with_bot(night)
        for _ in range(4):
            await until_it_acts(night, table)
            await night.wait(1)
        assert FORFEITED in texts(await drain(looking))
        check_chips(await night.state(table))
    finally:
        await night.room.close()


@at_night
async def test_a_bot_that_fails_is_not_asked_again_in_this_hand(night: Night) -> None:
    """It does what is safe where it cannot fold, at once; the next hand it plays."""
    asked = []

    def choose(*arguments: Any) -> str:
        asked.append(1)
        return "sing"

    real, bots._choose = bots._choose, choose  # type: ignore[assignment]
    try:
        (ana,) = await night.guests("Ana")
        standoff = [m.GamePlan(name="high-noon-standoff")]
        table = await night.table(ana, games=standoff, bots=[BOT])
        looking = await night.room.subscribe(ana, table)
        for hand in (1, 2):
            await night.wait(5)
            assert (await night.state(table)).hands == hand
            while (await night.state(table)).in_play:
                state = await night.state(table)
                assert state.clock
                if state.chairs[state.clock.chair].bot:
                    await night.wait(1)
                else:
                    await night.act(table, "keep")
            assert len(asked) == hand
        assert texts(await drain(looking)).count(FORFEITED) == 2
    finally:
        bots._choose = real


@at_night
async def test_a_bot_that_thinks_too_long_forfeits_the_hand(night: Night) -> None:
    free = threading.Event()
    real, bots._choose = bots._choose, lambda *_: str(free.wait())
    table, _ = await with_bot(night)
    live = night.room._live(table)
    settle, night.room.settle = night.room.settle, _a_moment  # type: ignore[method-assign]
    try:
        for _ in range(40):
            state = await night.state(table)
            if state.clock and state.chairs[state.clock.chair].bot:
                break
            if state.in_play:
                await night.act(table, "fold")
            await night.wait(1)
        decision = (await night.hand(table)).decision
        await night.wait(9)
        assert (await night.hand(table)).decision == decision
        await night.wait(1)
        assert (await night.hand(table)).decision == decision + 1
        assert live.services.counters.hands
    finally:
        bots._choose = real
        free.set()
        night.room.settle = settle  # type: ignore[method-assign]


async def _a_moment() -> None:
    await asyncio.sleep(0.02)


@at_night
async def test_the_others_get_time_to_read_a_bots_move(night: Night) -> None:
    (ana,) = await night.guests("Ana")
    bots = [m.BotPlan(chair=n, strength="random") for n in (1, 2, 3, 4, 5)]
    table = await night.table(ana, bots=bots, bot_pace=2000)
    await night.room.subscribe(ana, table)
    await night.do(ana, table, m.SitOut)
    await night.wait(3)
    moves = []
    for _ in range(8):
        moves.append((await night.hand(table)).decision)
        await night.wait(1)
    assert moves[:5] == [0, 0, 1, 1, 2] or moves[-1] <= 4


@at_night
async def test_a_bot_acts_at_once_after_a_restart(night: Night) -> None:
    real, bots._choose = bots._choose, raises  # type: ignore[assignment]
    table, _ = await with_bot(night, bot_pace=5000)
    try:
        await until_it_acts(night, table)
        decision = (await night.hand(table)).decision
    finally:
        bots._choose = real
    night.clock.time += 60_000
    await night.reopen()
    assert (await night.hand(table)).decision > decision
    check_chips(await night.state(table))


@at_night
async def test_a_bot_sees_a_concealed_record_only(night: Night) -> None:
    seen = []
    real = bots._choose

    def choose(game: Any, strength: str, view: Any, seed: int) -> str:
        seen.append(view["deck"]["card"][0])
        return real(game, strength, view, seed)

    bots._choose = choose
    try:
        table, _ = await with_bot(night)
        for _ in range(3):
            await until_it_acts(night, table)
            await night.wait(1)
    finally:
        bots._choose = real
    assert seen and all((deck < 0).all() for deck in seen)
