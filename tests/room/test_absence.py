"""Absence: little time for players without a connection, and a host who acts."""

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.harness import RoomHarness, drain, last_view, with_room
from tests.room.test_deadlines import begun, lose, lose_actor


@with_room
async def test_a_player_without_a_connection_has_twenty_seconds(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=30, time_bank=60)
    guest = await lose_actor(harness, table)
    looking = await harness.room.subscribe(next(p for p in people if p != guest), table)
    clock = (await last_view(looking))["room"]["clock"]
    assert (
        clock["until"] - harness.clock.now() == 20_000 and clock["time_bank_from"] == clock["until"]
    )
    await harness.wait(19)
    assert (await harness.hand(table)).decision == 0
    await harness.wait(1)
    assert (await harness.hand(table)).decision == 1
    chair = (await harness.state(table)).chair_of(guest)
    assert chair is not None and (await harness.state(table)).chairs[chair].time_bank == 60_000


@with_room
async def test_a_connection_lost_late_in_a_turn_leaves_twenty_seconds(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=30, time_bank=60)
    looking = {guest: await harness.room.subscribe(guest, table) for guest in people}
    await harness.wait(45)
    gone = await lose_actor(harness, table)
    other = next(guest for guest in people if guest != gone)
    shown = [message for message in await drain(looking[other]) if message["type"] == "presence"]
    assert shown[-1]["clock"]["until"] - harness.clock.now() == 20_000
    await harness.wait(19)
    assert (await harness.hand(table)).decision == 0
    await harness.wait(1)
    assert (await harness.hand(table)).decision == 1


@with_room
async def test_players_who_are_asked_together_are_waited_for_only_if_connected(
    harness: RoomHarness,
) -> None:
    table, people = await begun(harness, games=[GamePlan(name="guts")], turn=40, time_bank=60)
    state = await harness.state(table)
    assert state.clock and len(state.clock.together) == 3
    for guest in people[1:]:
        lose(harness, table, guest)
    looking = await harness.room.subscribe(people[0], table)
    clock = (await last_view(looking))["room"]["clock"]
    assert clock["until"] == state.clock.until  # it is Ana's too
    act = m.Act(id="in", hand=1, decision=0, action="in")
    assert isinstance(await harness.room.handle(people[0], table, act), m.Ack)
    await harness.wait(19)
    assert (await harness.hand(table)).decision == 0
    await harness.wait(1)
    assert (await harness.hand(table)).decision > 0


@with_room
async def test_a_dealer_without_a_connection_names_no_game(harness: RoomHarness) -> None:
    games = [GamePlan(name="kuhn"), GamePlan(name="badugi")]
    people = await harness.guests("Ana", "Bo")
    table = await harness.table(*people, games=games, dealers_choice=True, turn=60)
    for guest in people:
        await harness.room.subscribe(guest, table)
    await harness.wait(8)
    await lose_actor(harness, table)
    await harness.wait(19)
    state = await harness.state(table)
    assert state.clock and state.clock.kind == "choice"
    await harness.wait(1)
    assert (await harness.state(table)).clock != state.clock


@with_room
async def test_the_host_passes_to_a_player_who_acts(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=600)
    ana, bo, cy = people
    state = await harness.state(table)
    await harness.room.handle(bo, table, m.SitOut(id="out"))
    lose(harness, table, ana)
    await harness.wait(60)
    assert state.host == ana and (await harness.state(table)).host == cy


@with_room
async def test_a_host_who_lets_turns_pass_is_followed_by_a_player(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=5, time_bank=0, pause=0)
    ana, bo, _ = people
    while (await harness.state(table)).host == ana:
        state = await harness.state(table)
        clock = state.clock
        if clock is None or state.chairs[clock.chair].guest == ana:
            await harness.wait(5)
        else:
            await harness.act(table)
        assert state.hands < 20
    state = await harness.state(table)
    assert state.host == bo and ana in harness.room._live(table).subscribers.connected()
    number = state.chair_of(ana)
    assert number is not None and state.chairs[number].late == 2


async def _nudge(harness: RoomHarness, table: str, guest: str) -> m.Answer:
    return await harness.do(guest, table, m.React, reaction=m.NUDGE)


@with_room
async def test_anybody_nudges_a_player_who_lets_time_pass(harness: RoomHarness) -> None:
    table, people = await begun(harness)
    clock = (await harness.state(table)).clock
    assert clock
    asked = (await harness.state(table)).chairs[clock.chair].guest
    looking = {guest: await harness.room.subscribe(guest, table) for guest in people}
    other, third = (guest for guest in people if guest != asked)
    await harness.wait(9)
    assert isinstance(await _nudge(harness, table, other), m.Refusal)
    await harness.wait(1)
    assert asked and isinstance(await _nudge(harness, table, asked), m.Refusal)
    assert isinstance(await _nudge(harness, table, other), m.Ack)
    told = [line for line in await drain(looking[asked]) if line["type"] == "chat_lines"]
    assert told[-1]["lines"][0]["reaction"] == m.NUDGE
    assert isinstance(await _nudge(harness, table, third), m.Refusal)  # once in ten seconds
    await harness.wait(10)
    assert isinstance(await _nudge(harness, table, third), m.Ack)


@with_room
async def test_a_nudge_tells_nobody_who_has_decided(harness: RoomHarness) -> None:
    table, people = await begun(harness, games=[GamePlan(name="guts")], turn=40)
    act = m.Act(id="in", hand=1, decision=0, action="in")
    assert isinstance(await harness.room.handle(people[1], table, act), m.Ack)
    await harness.wait(12)
    answers = [await _nudge(harness, table, people[0])]
    await harness.wait(12)
    answers.append(await _nudge(harness, table, people[1]))
    assert all(isinstance(answer, m.Ack) for answer in answers)
