"""The same id again gets the first answer; the loser of a race tries again."""

import asyncio
from pathlib import Path

from sidepot.protocol import messages as m
from sidepot.room.service import Room
from tests.room.harness import RoomHarness, SeededRandomness, check_chips, reason, with_room


@with_room
async def test_a_repeated_id_gets_the_first_answer(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    first = await harness.do(ana, table, m.BuyIn, id="buy", chips=10)
    again = await harness.do(ana, table, m.BuyIn, id="buy", chips=10)
    assert first == again and isinstance(first, m.Ack)
    assert (await harness.state(table)).chairs[0].stack == 110
    assert isinstance(await harness.do(bo, table, m.BuyIn, id="buy", chips=10), m.Ack)


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
    assert isinstance(illegal, m.Refusal) and "you may" not in illegal.reason.key
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
