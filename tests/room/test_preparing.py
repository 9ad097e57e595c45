"""A room whose games are still being compiled: their tables wait, the others play."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from sidepot.errors import CannotWrite
from sidepot.room.live import preparing
from sidepot.room.live.preparing import Preparing
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.storage import store
from sidepot.warm import CHANCES, Job
from tests.room.harness import RoomHarness, drain, last_view, with_room

SLOW = "kuhn"
"""A game that is not ready."""
WAITING, READY = "room.notice_preparing", "room.notice_prepared"
PARTS = "room.notice_parts"


async def looked_on(harness: RoomHarness, **wanted: Any) -> tuple[str, Subscription]:
    """A table of two, and what the first of them is sent."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, **wanted)
    return table, await harness.room.subscribe(ana, table)


def of(game: str) -> dict[str, Any]:
    return {"games": [GamePlan(name=game)]}


async def notices(looking: Subscription) -> list[str]:
    sent = await drain(looking)
    return [str(message["said"]["key"]) for message in sent if message["type"] == "notice"]


async def is_dealt(harness: RoomHarness, table: str) -> bool:
    return bool((await harness.state(table)).in_play)


async def waits(harness: RoomHarness) -> None:
    """A table of a game that is not ready waits for it and says so; another one plays."""
    harness.room.preparing.begin([Job(SLOW)])
    slow, looking = await looked_on(harness, **of(SLOW))
    quick, _ = await looked_on(harness)
    await harness.wait(30)
    assert (await harness.state(quick)).hands
    assert not await is_dealt(harness, slow)
    assert await notices(looking) == [WAITING]
    harness.room.preparing.end(Job(SLOW))
    await harness.wait(3)
    assert await is_dealt(harness, slow)
    assert (await notices(looking))[0] == READY


@with_room
async def test_a_table_waits_for_its_game_while_others_play(harness: RoomHarness) -> None:
    await waits(harness)


@with_room
async def test_a_room_that_does_not_wait_is_caught(harness: RoomHarness) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AssertionError):
        patch.setattr(LiveTable, "_awaited_game", lambda self, state: None)
        await waits(harness)


async def parts_told(looking: Subscription) -> list[tuple[int, int] | str]:
    """The notices about parts, as those that are ready of so many, and the keys of others."""
    sent = [message["said"] for message in await drain(looking) if message["type"] == "notice"]
    return [
        (said["values"]["done"], said["values"]["n"]) if said["key"] == PARTS else said["key"]
        for said in sent
    ]


@with_room
async def test_a_room_that_plays_meanwhile_deals_and_counts_what_is_ready(
    harness: RoomHarness,
) -> None:
    jobs = [Job(SLOW), Job(SLOW, "regular"), Job("badugi"), Job(SLOW, CHANCES)]
    harness.room.preparing.begin(jobs, plays=True)
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, seats=1, **of(SLOW))
    looking = await harness.room.subscribe(ana, table)
    assert isinstance(await harness.do(ana, table, m.SeatBot, chair=1), m.Ack)
    await harness.wait(3)
    assert (await harness.state(table)).hands
    assert await parts_told(looking) == [(0, 1)], "nobody has sat down when Ana comes"
    assert await parts_told(await harness.room.subscribe(bo, table)) == [(0, 2)]
    assert not any(offer.preparing for offer in harness.room.games())
    harness.room.preparing.end(jobs[2])
    assert await parts_told(looking) == []
    harness.room.preparing.end(jobs[0])
    assert harness.room.preparing.next_of(jobs[2:]) == jobs[3], "an all-in may come"
    harness.room.preparing.end(jobs[1])
    assert await parts_told(looking) == [(1, 2), READY]
    assert await parts_told(await harness.room.subscribe(bo, table)) == []


async def asked_of(harness: RoomHarness, strength: str) -> list[str]:
    """The strengths that play for two bots, of which the first decision is before the job's end."""
    asked = list[str]()
    job = Job("holdem-no-limit", strength)
    workers, preparing = harness.room._services.bot_workers, harness.room.preparing

    async def choose(game: Any, strength: str, *_: object) -> str:
        asked.append(strength)
        if len(asked) == 1:
            preparing.end(job)
        return "fold"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "choose", choose)
        (ana,) = await harness.guests("Ana")
        bots = [m.BotPlan(chair=chair, strength=strength) for chair in (1, 2)]
        table = await harness.table(ana, bots=bots, pause=0, bot_pace=0, **of(job.game))
        await harness.room.subscribe(ana, table)
        while len(asked) < 2:
            await harness.wait(30)
    return asked


@with_room
async def test_a_regular_bot_plays_for_an_expert_that_is_not_compiled(
    harness: RoomHarness,
) -> None:
    harness.room.preparing.begin([Job("holdem-no-limit", "expert")], plays=True)
    asked = await asked_of(harness, "expert")
    assert asked[0] == "regular" and {*asked[1:]} == {"expert"}


@with_room
async def test_a_solver_is_compiled_when_a_table_asks_for_it(harness: RoomHarness) -> None:
    preparing = harness.room.preparing
    preparing.on_asked = lambda job: preparing.add([job], plays=True)
    asked = await asked_of(harness, "solver")
    assert asked[0] == "regular" and {*asked[1:]} == {"solver"}


@with_room
async def test_people_sit_and_talk_while_a_game_is_prepared(harness: RoomHarness) -> None:
    harness.room.preparing.begin([Job(SLOW)])
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, **of(SLOW))
    looking = await harness.room.subscribe(bo, table)
    assert isinstance(await harness.do(ana, table, m.Chat, text="soon"), m.Ack)
    assert isinstance(await harness.do(bo, table, m.Leave), m.Ack)
    assert WAITING in await notices(looking)
    assert not await is_dealt(harness, table)


@with_room
async def test_a_hand_in_play_resumes_after_a_restart_when_its_game_is_ready(
    harness: RoomHarness,
) -> None:
    """Newcomers wait until then, and nobody else."""
    table, _ = await looked_on(harness, **of(SLOW))
    await harness.wait(3)
    hand = (await harness.state(table)).in_play
    assert hand is not None
    await harness.room.close()
    harness.room = harness.open()
    harness.room.preparing.begin([Job(SLOW)])
    ana = next(iter((await harness.room._services.store.table(table)).state.members))
    coming = asyncio.ensure_future(harness.room.subscribe(ana, table))
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(coming), 0.3)
    assert not coming.done()
    assert await harness.room.lobby() == []
    harness.room.preparing.end(Job(SLOW))
    await coming
    assert (await harness.state(table)).in_play == hand


async def prepares_first(harness: RoomHarness, *, reads: bool = True) -> str:
    """The game that is prepared first after a restart that is slow to read a hand in play."""
    await looked_on(harness, **of(SLOW))
    await harness.wait(3)
    await harness.room.close()
    harness.room = room = harness.open()
    real = store.Store.table

    async def late(self: store.Store, table: str) -> Any:
        await asyncio.sleep(0.2)
        if not reads:
            raise CannotWrite("disk")
        return await real(self, table)

    jobs = [Job("ricochet"), Job(SLOW)]
    room.preparing.begin(jobs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.Store, "table", late)
        await room.start()
        await asyncio.to_thread(room.preparing.await_tables)
    first = room.preparing.next_of(jobs)
    room.preparing.end(Job(SLOW))
    return first.game


@pytest.mark.of_files
@with_room
async def test_after_a_restart_the_game_of_a_hand_in_play_is_prepared_first(
    harness: RoomHarness,
) -> None:
    assert await prepares_first(harness) == SLOW


@pytest.mark.of_files
@with_room
async def test_a_room_that_chooses_before_its_tables_are_read_is_caught(
    harness: RoomHarness,
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Preparing, "expect", lambda self, tables: None)
        assert await prepares_first(harness) != SLOW


@pytest.mark.of_files
@with_room
async def test_a_table_that_cannot_be_read_is_not_waited_for(harness: RoomHarness) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preparing, "_PATIENCE", 60)
        assert await prepares_first(harness, reads=False) != SLOW


def test_a_game_that_a_table_waits_for_is_prepared_next() -> None:
    asked, heard = Preparing(), list[int]()
    asked.on_wanted = lambda: heard.append(1)
    a, b, c = jobs = list(map(Job, "abc"))
    asked.begin(jobs)
    assert asked.next_of(jobs) == a
    assert asked.lacking([c, Job("x")]) == [c] and asked.lacking([c]) == [c]
    assert heard == [1]
    assert asked.next_of(jobs) == c and asked.wanted(jobs) == [c]
    asked.end(c)
    assert asked.lacking([c]) == [] and asked.next_of([a, b]) == a
    assert not asked.is_over and asked.is_ready("c") and not asked.is_ready("a")


async def waits_for_bot(harness: RoomHarness) -> None:
    """A hand waits for the bots at its table, and for no others."""
    harness.room.preparing.begin([Job(SLOW, "regular"), Job(SLOW, "expert")])
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, seats=1, **of(SLOW))
    looking = await harness.room.subscribe(ana, table)
    assert isinstance(await harness.do(ana, table, m.SeatBot, chair=1), m.Ack)
    await harness.wait(30)
    room = (await last_view(looking))["room"]
    assert room["preparing"] and room["next_hand"] is None
    assert not await is_dealt(harness, table)
    harness.room.preparing.end(Job(SLOW, "regular"))
    room = (await last_view(looking))["room"]
    assert not room["preparing"]
    await harness.wait(3)
    assert (await harness.state(table)).hands


@with_room
async def test_a_hand_waits_for_the_bots_at_its_table(harness: RoomHarness) -> None:
    await waits_for_bot(harness)


@with_room
async def test_dealers_choice_waits_for_the_game_that_was_chosen(harness: RoomHarness) -> None:
    harness.room.preparing.begin([Job(SLOW), Job("badugi")])
    ana, bo = await harness.guests("Ana", "Bo")
    games = [GamePlan(name=SLOW), GamePlan(name="ricochet-2")]
    table = await harness.table(ana, bo, games=games, dealers_choice=True)
    await harness.room.subscribe(ana, table)
    await harness.wait(5)
    clock = (await harness.state(table)).clock
    assert clock and clock.kind == "choice"
    dealer = (await harness.state(table)).chairs[clock.chair].guest
    assert dealer and isinstance(await harness.do(dealer, table, m.Choose, game=0), m.Ack)
    await harness.wait(5)
    assert not await is_dealt(harness, table)
    harness.room.preparing.end(Job(SLOW))
    await harness.wait(3)
    assert await is_dealt(harness, table)


@with_room
async def test_the_catalogue_names_the_games_being_prepared(harness: RoomHarness) -> None:
    harness.room.preparing.begin([Job(SLOW)])
    assert [offer.name for offer in harness.room.games() if offer.preparing] == [SLOW]
    harness.room.preparing.end(Job(SLOW))
    assert not any(offer.preparing for offer in harness.room.games())
