"""The same id again gets the first answer; whoever loses a race tries again."""

import asyncio
from pathlib import Path

from sidepot.protocol import messages as m
from sidepot.room.service import Room
from tests.room.night import Dice, Night, at_night, check_chips, reason


@at_night
async def test_a_repeated_id_gets_the_first_answer(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    first = await night.do(ana, table, m.BuyIn, id="buy", chips=10)
    again = await night.do(ana, table, m.BuyIn, id="buy", chips=10)
    assert first == again and isinstance(first, m.Ack)
    assert (await night.state(table)).chairs[0].stack == 110
    assert isinstance(await night.do(bo, table, m.BuyIn, id="buy", chips=10), m.Ack)


@at_night
async def test_a_repeated_id_gets_the_first_answer_after_a_restart(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.room.subscribe(ana, table)
    first = await night.do(ana, table, m.BuyIn, id="buy", chips=10)
    await night.wait(3)
    await night.reopen()
    assert await night.do(ana, table, m.BuyIn, id="buy", chips=10) == first
    assert (await night.state(table)).chairs[0].stack == 110


@at_night
async def test_a_repeated_refusal_is_the_first_one(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    refused = await night.do(ana, table, m.ComeBack, id="x")
    await night.do(ana, table, m.SitOut)
    assert await night.do(ana, table, m.ComeBack, id="x") == refused
    assert isinstance(await night.do(ana, table, m.ComeBack, id="y"), m.Ack)


@at_night
async def test_the_same_id_at_the_same_time_is_done_once(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    command = m.BuyIn(id="buy", chips=10)
    answers = await asyncio.gather(*[night.room.handle(ana, table, command) for _ in range(20)])
    assert len(set(map(str, answers))) == 1
    assert (await night.state(table)).chairs[0].stack == 110


@at_night
async def test_an_act_answers_one_decision(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    state = await night.state(table)
    assert state.clock and state.in_play
    guest = state.chairs[state.clock.chair].guest
    assert guest
    other = next(g for g in (ana, bo, cy) if g != guest)
    act = {"hand": 1, "decision": 0, "action": "fold"}
    assert reason(await night.do(other, table, m.Act, **act)) == "turn"
    assert reason(await night.do(guest, table, m.Act, **{**act, "hand": 2})) == "hand"
    assert reason(await night.do(guest, table, m.Act, **{**act, "decision": 1})) == "decision"
    illegal = await night.do(guest, table, m.Act, **{**act, "action": "buy 9"})
    assert isinstance(illegal, m.Refusal) and "you may" not in illegal.reason.key
    assert [choice.kind for choice in illegal.menu] == ["fold", "buy"]
    assert isinstance(await night.do(guest, table, m.Act, **act), m.Ack)
    assert reason(await night.do(guest, table, m.Act, **act)) == "decision"


def test_two_rooms_on_one_file_lose_races_and_no_command(tmp_path: Path) -> None:
    asyncio.run(_two_rooms(tmp_path))


async def _two_rooms(tmp_path: Path) -> None:
    night = Night(tmp_path / "room.sqlite3")
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo, most=1000)
    other = Room.open(night.url, clock=night.clock, randomness=Dice(2))
    try:
        looking = await other.subscribe(bo, table)
        works = [
            room.handle(guest, table, m.BuyIn(id=f"{guest}-{n}", chips=1))
            for n in range(25)
            for room, guest in ((night.room, ana), (other, bo))
        ]
        answers = await asyncio.gather(*works)
        assert all(isinstance(answer, m.Ack) for answer in answers)
        versions = [answer.version for answer in answers if isinstance(answer, m.Ack)]
        assert len(set(versions)) == 50
        again = await other.handle(ana, table, m.BuyIn(id=f"{ana}-3", chips=1))
        assert again in answers
        state = await other._live(table).state()
        await night.do(ana, table, m.BuyIn, chips=1)
        state = await night.state(table)
        assert [chair.stack for _, chair in sorted(state.chairs.items())] == [126, 125]
        check_chips(state)
        assert night.room.metrics()["races_total"] + other.metrics()["races_total"] > 0
        assert looking.waiting
    finally:
        await other.close()
        await night.room.close()
