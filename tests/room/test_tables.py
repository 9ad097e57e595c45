"""A table's life: arrivals, seats, play, departures, and the host's powers."""

import asyncio
import re
from typing import Any

import pytest

from sidepot.errors import NoTable, NotAdmitted, Refused
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.storage.store import MAX_LOBBY
from tests.room.harness import (
    RICOCHET,
    Json,
    RoomHarness,
    check_chips,
    drain,
    last_view,
    reason,
    texts,
    with_room,
)


@with_room
async def test_two_people_play_a_hand(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(ana, table)
    await harness.wait(3)
    assert (await harness.state(table)).hands == 1
    await harness.play_out(table)
    state = await harness.state(table)
    check_chips(state)
    assert sorted(chair.stack for chair in state.chairs.values()) == [99, 101]
    said = texts(await drain(looking))
    assert "Hand 1, Ricochet Poker II." in said
    assert any(re.search(r" wins? 2 with ", text) for text in said)


@with_room
async def test_nothing_is_dealt_while_nobody_is_connected(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.wait(60)
    assert (await harness.state(table)).hands == 0
    looking = await harness.room.subscribe(bo, table)
    await harness.wait(1)
    assert (await harness.state(table)).hands == 1
    looking.leave()
    await harness.play_out(table)
    await harness.wait(60)
    assert (await harness.state(table)).hands == 1


@with_room
async def test_the_next_hand_comes_after_a_pause(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, pause=6)
    await harness.room.subscribe(ana, table)
    await harness.wait(5)
    assert (await harness.state(table)).hands == 0
    await harness.wait(1)
    await harness.play_out(table)
    await harness.wait(5)
    assert (await harness.state(table)).hands == 1
    await harness.wait(1)
    assert (await harness.state(table)).hands == 2


@with_room
async def test_hands_that_wait_for_all_to_be_ready(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, automatic=False)
    await harness.room.subscribe(ana, table)
    await harness.wait(30)
    await harness.do(ana, table, m.Ready)
    await harness.wait(30)
    assert (await harness.state(table)).hands == 0
    await harness.do(bo, table, m.Ready)
    assert (await harness.state(table)).hands == 1
    assert not any(chair.is_ready for chair in (await harness.state(table)).chairs.values())


@with_room
async def test_the_button_goes_round(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people)
    await harness.room.subscribe(people[0], table)
    buttons = []
    for _ in range(4):
        await harness.wait(3)
        state = await harness.state(table)
        assert state.in_play and state.in_play.chairs[-1] == state.button
        buttons.append(state.button)
        await harness.play_out(table)
    assert buttons == [2, 0, 1, 2]


@with_room
async def test_chips_that_are_bought_in_a_hand_come_when_it_is_over(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    assert isinstance(await harness.do(ana, table, m.BuyIn, chips=50), m.Ack)
    chair = (await harness.state(table)).chairs[0]
    assert (chair.stack, chair.pending_chips) == (100, 50)
    check_chips(await harness.state(table))
    await harness.play_out(table)
    chair = (await harness.state(table)).chairs[0]
    assert chair.pending_chips == 0 and chair.stack in (149, 151)
    check_chips(await harness.state(table))
    assert reason(await harness.do(ana, table, m.BuyIn, chips=100)) == "top_up"


@with_room
async def test_a_player_who_leaves_in_a_hand_is_played_safe_and_paid_out(
    harness: RoomHarness,
) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people)
    await harness.room.subscribe(people[0], table)
    await harness.wait(3)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.in_play and hand.actor is not None
    chair = state.in_play.chairs[hand.actor]
    gone = state.chairs[chair].guest
    assert gone
    await harness.do(gone, table, m.Leave)
    after = await harness.hand(table)
    assert after.decision == 1 and after.actions[0][0] == hand.actor
    assert (await harness.state(table)).chairs[chair].status == "leaving"
    assert reason(await harness.do(gone, table, m.Leave)) == "leaving"
    await harness.play_out(table)
    state = await harness.state(table)
    assert chair not in state.chairs and state.accounts[gone].paid_out == 99
    check_chips(state)


@with_room
async def test_sitting_out_and_coming_back(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people)
    await harness.room.subscribe(people[0], table)
    assert isinstance(await harness.do(people[1], table, m.SitOut), m.Ack)
    assert reason(await harness.do(people[1], table, m.SitOut)) == "out"
    await harness.wait(3)
    state = await harness.state(table)
    assert state.in_play and set(state.in_play.chairs) == {0, 2}
    await harness.do(people[1], table, m.ComeBack)
    assert reason(await harness.do(people[1], table, m.ComeBack)) == "back"
    await harness.play_out(table)
    await harness.wait(3)
    state = await harness.state(table)
    assert state.in_play and set(state.in_play.chairs) == {0, 1, 2}


@with_room
async def test_bots_wait_for_people_who_sit_out(harness: RoomHarness) -> None:
    bots = [m.BotPlan(chair=n, strength="random") for n in (2, 3, 4)]
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, bots=bots, most=1000)
    await harness.room.subscribe(ana, table)
    await harness.do(ana, table, m.SitOut)
    await harness.wait(3)
    assert (await harness.state(table)).in_play, "one of the people plays"
    await harness.do(bo, table, m.SitOut)
    await harness.play_out(table)
    waited = (await harness.state(table)).hands
    await harness.wait(200)
    state = await harness.state(table)
    assert state.hands == waited and not state.in_play, "nobody is there to play with"
    await harness.do(bo, table, m.ComeBack)
    await harness.wait(3)
    assert (await harness.state(table)).hands == waited + 1


@with_room
async def test_a_player_who_cannot_pay_the_ante_sits_out(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    plan = GamePlan(name="ricochet-2", options={"ante": 100, "card_price": 1})
    table = await harness.table(*people, games=[plan], least=100, most=100)
    await harness.room.subscribe(people[0], table)
    await harness.wait(3)
    await harness.play_out(table)
    await harness.wait(3)
    state = await harness.state(table)
    check_chips(state)
    assert state.hands == 1
    with_chips = [chair.stack for chair in state.chairs.values()]
    assert sorted(with_chips) == [0, 0, 300]
    broke = [n for n, chair in state.chairs.items() if chair.stack == 0]
    assert isinstance(await harness.do(people[broke[0]], table, m.BuyIn, chips=100), m.Ack)
    await harness.wait(1)
    state = await harness.state(table)
    assert state.hands == 2 and state.playing and broke[1] not in state.playing.chairs
    assert state.chairs[broke[1]].status == "out"


async def told_of_sitting_out(harness: RoomHarness, ante: int) -> list[str]:
    """The messages on sitting out after two of three players fold and one buys in again."""
    people = await harness.guests("Ana", "Bo", "Cy")
    plan = GamePlan(name="ricochet-2", options={"ante": ante})
    table = await harness.table(*people, games=[plan], least=100, most=100)
    heard = await harness.room.subscribe(people[0], table)
    await harness.wait(3)
    await harness.play_out(table)
    stacks = {n: chair.stack for n, chair in (await harness.state(table)).chairs.items()}
    poorest = min(stacks, key=lambda n: stacks[n])
    await harness.do(people[poorest], table, m.BuyIn, chips=100 - stacks[poorest])
    await harness.wait(4)
    return [text for text in texts(await drain(heard)) if "sits out" in text]


@with_room
async def test_the_reason_for_sitting_out_is_true(harness: RoomHarness) -> None:
    for ante, why in ((100, "has no chips left"), (60, "cannot pay the ante")):
        (said,) = await told_of_sitting_out(harness, ante)
        assert why in said


@with_room
async def test_bots_sit_anywhere_and_buy_in_by_themselves(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    seats = [m.BotPlan(chair=2, strength="random"), m.BotPlan(chair=4, strength="random")]
    plan = GamePlan(name="ricochet-2", options={"ante": 45})
    table = await harness.table(ana, games=[plan], bots=seats, most=100, least=50)
    await harness.room.subscribe(ana, table)
    for _ in range(12):
        await harness.wait(15)  # the longest end of a hand, with its stages
        while (await harness.state(table)).in_play:
            await harness.act(table, "fold")
        if (await harness.state(table)).chairs[0].stack < 45:
            await harness.do(ana, table, m.BuyIn, chips=50)
            await harness.do(ana, table, m.ComeBack)
    state = await harness.state(table)
    assert state.hands >= 10
    assert any(account.bought > 100 for account in state.accounts.values() if not account.guest)
    check_chips(state)


@with_room
async def test_dealers_choice(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    plans = [
        GamePlan(name="ricochet"),
        RICOCHET,
        GamePlan(name="ricochet-2", options={"ante": 5}),
    ]
    table = await harness.table(ana, bo, games=plans, dealers_choice=True, least=40)
    looking = await harness.room.subscribe(ana, table)
    await harness.wait(3)
    view = await last_view(looking)
    assert view["room"]["phase"] == "choosing" and view["room"]["clock"]["chair"] == 1
    assert view["room"]["choices"] == [1, 2]
    assert reason(await harness.do(ana, table, m.Choose, game=1)) == "choice"
    assert reason(await harness.do(bo, table, m.Choose, game=0)) == "game"  # needs three players
    assert isinstance(await harness.do(bo, table, m.Choose, game=2), m.Ack)
    state = await harness.state(table)
    assert state.in_play and state.game == plans[2] and state.button == 1
    await harness.play_out(table)
    await harness.wait(3 + 30)  # Ana does not choose: the last game again
    state = await harness.state(table)
    assert state.hands == 2 and state.game == plans[2] and state.button == 0


@with_room
async def test_the_host_changes_the_game_between_hands(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    dear = GamePlan(name="ricochet-2", options={"ante": 10})
    assert reason(await harness.do(bo, table, m.ChangeGame, games=[dear])) == "host"
    assert isinstance(await harness.do(ana, table, m.ChangeGame, games=[dear]), m.Ack)
    assert (await harness.state(table)).game == RICOCHET
    await harness.play_out(table)
    await harness.wait(3)
    assert (await harness.state(table)).game == dear
    unknown = GamePlan(name="../evil.py")
    assert reason(await harness.do(ana, table, m.ChangeGame, games=[unknown])) == "because"


@with_room
async def test_a_hand_called_off_gives_the_chips_back(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    await harness.wait(3)
    await harness.act(table, "buy 1")
    assert reason(await harness.do(ana, table, m.VoidHand, hand=2)) == "hand"
    if (await harness.state(table)).in_play:
        assert isinstance(await harness.do(ana, table, m.VoidHand, hand=1), m.Ack)
        state = await harness.state(table)
        assert [chair.stack for chair in state.chairs.values()] == [100, 100]
        assert (await last_view(looking))["hand"] is None
    check_chips(await harness.state(table))
    await harness.wait(3)
    assert (await harness.state(table)).hands == 2


@with_room
async def test_the_host_pauses(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.wait(20)
    assert reason(await harness.do(ana, table, m.Pause, is_paused=False)) == "pause"
    await harness.do(ana, table, m.Pause)
    assert reason(await harness.act(table)) == "paused"
    await harness.wait(1000)
    state = await harness.state(table)
    assert state.in_play and (await harness.hand(table)).decision == 0
    assert (await last_view(looking))["room"]["clock"] is None
    await harness.do(ana, table, m.Pause, is_paused=False)
    state = await harness.state(table)
    assert state.clock and state.clock.until - harness.clock.now() == 10_000 + 60_000
    await harness.play_out(table)


@with_room
async def test_a_removed_player_does_not_come_back(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2)
    looking = await harness.room.subscribe(bo, table)
    assert reason(await harness.do(bo, table, m.Remove, chair=0)) == "host"
    assert reason(await harness.do(ana, table, m.Remove, chair=0)) == "remove"
    assert isinstance(await harness.do(ana, table, m.Remove, chair=1), m.Ack)
    last = (await drain(looking))[-1]
    assert (last["type"], last["reason"]) == ("goodbye", "removed")
    assert 1 not in (await harness.state(table)).chairs
    with pytest.raises(NotAdmitted):
        await harness.room.subscribe(bo, table)
    with pytest.raises(NotAdmitted):
        await harness.room.join(bo, table, await harness.room.invite(ana, table))
    answer = await harness.do(bo, table, m.Sit, chair=3, chips=100)
    assert reason(answer) == "room.sent_away"
    assert isinstance(await harness.do(ana, table, m.Remove, guest=cy), m.Ack)
    assert (await harness.room.ledger(bo, table)).accounts  # past hands remain visible


@with_room
async def test_a_player_without_chips_keeps_nobody_waiting(harness: RoomHarness) -> None:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people, seats=2, automatic=False, pause=0, least=1, most=100)
    await harness.do(people[2], table, m.Sit, chair=2, chips=1)
    await harness.room.subscribe(people[0], table)
    for guest in people:
        await harness.do(guest, table, m.Ready)
    await harness.play_out(table)
    assert (await harness.state(table)).chairs[2].stack == 0
    for guest in people[:2]:
        await harness.do(guest, table, m.Ready)
    state = await harness.state(table)
    assert (state.hands, state.chairs[2].status) == (2, "out")


@with_room
async def test_a_join_that_races_with_a_removal_is_rejected(harness: RoomHarness) -> None:
    ana, eve = await harness.guests("Ana", "Eve")
    for turns in range(8):
        table = await harness.table(ana, eve, seats=1)
        coming = asyncio.create_task(harness.room.subscribe(eve, table))
        for _ in range(turns):
            await asyncio.sleep(0)
        assert isinstance(await harness.do(ana, table, m.Remove, guest=eve), m.Ack)
        await asyncio.gather(coming, return_exceptions=True)
        assert eve not in harness.room._live(table).subscribers.connected()


@with_room
async def test_the_end_pays_everybody_out(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    await harness.wait(3)
    await harness.act(table, "buy 1")
    assert isinstance(await harness.do(ana, table, m.End), m.Ack)
    state = await harness.state(table)
    check_chips(state)
    assert state.is_ended and not state.chairs
    assert [found["type"] for found in await drain(looking)][-2:] == ["goodbye", "view"][::-1]
    assert reason(await harness.do(bo, table, m.Sit, chair=0, chips=50)) == "ended"
    assert await harness.room.tables_of(ana) == []
    assert [line.table for line in await harness.room.tables_of(ana, ended=True)] == [table]


@with_room
async def test_hosting_passes_on_when_the_host_is_gone(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2)
    looking = await harness.room.subscribe(ana, table)
    await harness.room.subscribe(cy, table)
    await harness.room.subscribe(bo, table)
    await harness.wait(200)
    assert (await harness.state(table)).host == ana
    looking.leave()
    await harness.wait(59)
    assert (await harness.state(table)).host == ana
    await harness.wait(1)
    assert (await harness.state(table)).host == bo  # players come before onlookers
    assert isinstance(await harness.do(bo, table, m.PassHost, guest=cy), m.Ack)
    assert (await harness.state(table)).host == cy


@with_room
async def test_the_lobby_has_public_tables(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    closed = await harness.table(ana, name="closed")
    public = await harness.table(ana, name="  the  green   one ", public=True)
    assert [line.name for line in await harness.room.lobby()] == ["the green one"]
    looking = await harness.room.subscribe(bo, public)
    (line,) = await harness.room.lobby()
    assert (line.people, line.taken, line.phase) == (1, 1, "waiting")
    assert {line.table for line in await harness.room.tables_of(ana)} == {public, closed}
    assert {line.table for line in await harness.room.tables_of(bo)} == {public}
    looking.leave()
    with pytest.raises(NotAdmitted):
        await harness.room.subscribe(bo, closed)
    with pytest.raises(NotAdmitted):
        await harness.room.subscribe(None, closed)
    onlooker = await harness.room.subscribe(None, public)
    assert (await drain(onlooker))[0]["guest"] is None
    with pytest.raises(NoTable):
        await harness.room.subscribe(bo, "nowhere")


@with_room
async def test_a_full_lobby_prefers_tables_with_people(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    for _ in range(MAX_LOBBY):
        await harness.room.create(ana, m.NewTable(games=[RICOCHET], public=True))
    lively = await harness.room.create(ana, m.NewTable(games=[RICOCHET], public=True))
    await harness.room.subscribe(bo, lively.table)
    lines = await harness.room.lobby()
    assert len(lines) == MAX_LOBBY
    assert (lines[0].table, lines[0].people) == (lively.table, 1)


@with_room
async def test_invitations_open_one_table_until_they_are_revoked(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table, other = await harness.table(ana), await harness.table(ana)
    token = await harness.room.invite(ana, table)
    assert await harness.room.table_of(token) == table
    with pytest.raises(NotAdmitted):
        await harness.room.join(bo, other, token)
    with pytest.raises(NotAdmitted):
        await harness.room.invite(bo, table)
    with pytest.raises(NotAdmitted):
        await harness.room.revoke("nobody", table)
    await harness.room.revoke(ana, table)
    assert await harness.room.table_of(token) is None
    with pytest.raises(NotAdmitted):
        await harness.room.join(bo, table, token)
    await harness.room.join(bo, table, await harness.room.invite(ana, table))
    with pytest.raises(Refused):
        await harness.room.revoke(bo, table)


async def _wants(harness: RoomHarness, ana: str, **wanted: Any) -> str:
    with pytest.raises(Refused) as refused:
        await harness.table(ana, **wanted)
    assert str(refused.value)
    return refused.value.message.key.removeprefix("room.refused_")


@with_room
async def test_tables_that_cannot_be(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    wrong: dict[str, Json] = {
        "games": {"games": [RICOCHET, GamePlan(name="ricochet")]},
        "because": {"games": [GamePlan(name="no-such-game")]},
        "chairs": {"chairs": 20},
        "least": {"games": [GamePlan(name="ricochet-2", options={"ante": 50})], "least": 20},
        "most": {"least": 50, "most": 40},
        "bots": {"bots": [m.BotPlan(chair=1), m.BotPlan(chair=1)]},
        "title": {"name": "a\N{RIGHT-TO-LEFT OVERRIDE}b"},
    }
    for key, wanted in wrong.items():
        assert await _wants(harness, ana, **wanted) == key
    assert await _wants(harness, ana, name="\N{HANGUL FILLER}") == "title"
    assert await _wants(harness, ana, bots=[m.BotPlan(chair=1, strength="divine")]) == "because"


@with_room
async def test_chairs_are_taken_once(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, seats=1, chairs=3)
    assert reason(await harness.do(bo, table, m.Sit, chair=0, chips=100)) == "taken"
    assert reason(await harness.do(bo, table, m.Sit, chair=3, chips=100)) == "chair"
    assert reason(await harness.do(bo, table, m.Sit, chair=1, chips=1)) == "buy_in"
    assert reason(await harness.do(ana, table, m.Sit, chair=1, chips=100)) == "twice"
    assert reason(await harness.do(bo, table, m.BuyIn, chips=10)) == "seated"
    assert reason(await harness.do(bo, table, m.SeatBot, chair=1)) == "host"
    assert isinstance(await harness.do(ana, table, m.SeatBot, chair=1, strength="random"), m.Ack)
    assert reason(await harness.do(bo, table, m.Sit, chair=1, chips=100)) == "taken"
    assert isinstance(await harness.do(ana, table, m.Remove, chair=1), m.Ack)
    assert isinstance(await harness.do(bo, table, m.Sit, chair=1, chips=100), m.Ack)


@with_room
async def test_the_next_one_in_a_chair_does_not_see_the_last_ones_hand(
    harness: RoomHarness,
) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2)
    looking = await harness.room.subscribe(cy, table)
    await harness.wait(3)
    await harness.play_out(table)
    await harness.do(bo, table, m.Leave)
    await harness.do(cy, table, m.Sit, chair=1, chips=100)
    view = await last_view(looking)
    assert view["chair"] == 1 and view["hand"]["seat"] is None
    assert [chair["seat"] for chair in view["room"]["chairs"]].count(None) == 1
