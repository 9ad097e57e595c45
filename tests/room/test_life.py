"""A table's life: who comes, sits, plays, leaves, and what a host may do."""

import asyncio
from typing import Any

import pytest

from sidepot.errors import NoTable, NotAdmitted, Refused
from sidepot.protocol import messages as m
from sidepot.room.storage.store import MAX_LOBBY
from tests.room.night import (
    RICOCHET,
    Json,
    Night,
    at_night,
    check_chips,
    drain,
    last_view,
    reason,
    texts,
)


@at_night
async def test_two_people_play_a_hand(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    looking = await night.room.subscribe(ana, table)
    await night.wait(3)
    assert (await night.state(table)).hands == 1
    await night.play_out(table)
    state = await night.state(table)
    check_chips(state)
    assert sorted(chair.stack for chair in state.chairs.values()) == [99, 101]
    said = texts(await drain(looking))
    assert "Hand 1, Ricochet Poker II." in said
    assert any(text.endswith("win 2.") or text.endswith("wins 2.") for text in said)


@at_night
async def test_nothing_is_dealt_while_nobody_is_connected(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.wait(60)
    assert (await night.state(table)).hands == 0
    looking = await night.room.subscribe(bo, table)
    await night.wait(1)
    assert (await night.state(table)).hands == 1
    looking.leave()
    await night.play_out(table)
    await night.wait(60)
    assert (await night.state(table)).hands == 1


@at_night
async def test_the_next_hand_comes_after_a_pause(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo, pause=6)
    await night.room.subscribe(ana, table)
    await night.wait(5)
    assert (await night.state(table)).hands == 0
    await night.wait(1)
    await night.play_out(table)
    await night.wait(5)
    assert (await night.state(table)).hands == 1
    await night.wait(1)
    assert (await night.state(table)).hands == 2


@at_night
async def test_hands_that_wait_for_all_to_be_ready(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo, automatic=False)
    await night.room.subscribe(ana, table)
    await night.wait(30)
    await night.do(ana, table, m.Ready)
    await night.wait(30)
    assert (await night.state(table)).hands == 0
    await night.do(bo, table, m.Ready)
    assert (await night.state(table)).hands == 1
    assert not any(chair.is_ready for chair in (await night.state(table)).chairs.values())


@at_night
async def test_the_button_goes_round(night: Night) -> None:
    people = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(*people)
    await night.room.subscribe(people[0], table)
    buttons = []
    for _ in range(4):
        await night.wait(3)
        state = await night.state(table)
        assert state.in_play and state.in_play.chairs[-1] == state.button
        buttons.append(state.button)
        await night.play_out(table)
    assert buttons == [2, 0, 1, 2]


@at_night
async def test_chips_that_are_bought_in_a_hand_come_when_it_is_over(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    assert isinstance(await night.do(ana, table, m.BuyIn, chips=50), m.Ack)
    chair = (await night.state(table)).chairs[0]
    assert (chair.stack, chair.pending_chips) == (100, 50)
    check_chips(await night.state(table))
    await night.play_out(table)
    chair = (await night.state(table)).chairs[0]
    assert chair.pending_chips == 0 and chair.stack in (149, 151)
    check_chips(await night.state(table))
    assert reason(await night.do(ana, table, m.BuyIn, chips=100)) == "top_up"


@at_night
async def test_who_leaves_in_a_hand_is_played_safe_and_paid_out(night: Night) -> None:
    people = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(*people)
    await night.room.subscribe(people[0], table)
    await night.wait(3)
    state, hand = await night.state(table), await night.hand(table)
    assert state.in_play and hand.actor is not None
    chair = state.in_play.chairs[hand.actor]
    gone = state.chairs[chair].guest
    assert gone
    await night.do(gone, table, m.Leave)
    after = await night.hand(table)
    assert after.decision == 1 and after.actions[0][0] == hand.actor
    assert (await night.state(table)).chairs[chair].status == "leaving"
    assert reason(await night.do(gone, table, m.Leave)) == "leaving"
    await night.play_out(table)
    state = await night.state(table)
    assert chair not in state.chairs and state.accounts[gone].paid_out == 99
    check_chips(state)


@at_night
async def test_sitting_out_and_coming_back(night: Night) -> None:
    people = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(*people)
    await night.room.subscribe(people[0], table)
    assert isinstance(await night.do(people[1], table, m.SitOut), m.Ack)
    assert reason(await night.do(people[1], table, m.SitOut)) == "out"
    await night.wait(3)
    state = await night.state(table)
    assert state.in_play and set(state.in_play.chairs) == {0, 2}
    await night.do(people[1], table, m.ComeBack)
    assert reason(await night.do(people[1], table, m.ComeBack)) == "back"
    await night.play_out(table)
    await night.wait(3)
    state = await night.state(table)
    assert state.in_play and set(state.in_play.chairs) == {0, 1, 2}


@at_night
async def test_who_cannot_pay_the_ante_sits_out(night: Night) -> None:
    people = await night.guests("Ana", "Bo", "Cy")
    plan = m.GamePlan(name="ricochet-2", options={"ante": 100, "card_price": 1})
    table = await night.table(*people, games=[plan], least=100, most=100)
    await night.room.subscribe(people[0], table)
    await night.wait(3)
    await night.play_out(table)
    await night.wait(3)
    state = await night.state(table)
    check_chips(state)
    assert state.hands == 1
    with_chips = [chair.stack for chair in state.chairs.values()]
    assert sorted(with_chips) == [0, 0, 300]
    broke = [n for n, chair in state.chairs.items() if chair.stack == 0]
    assert isinstance(await night.do(people[broke[0]], table, m.BuyIn, chips=100), m.Ack)
    await night.wait(1)
    state = await night.state(table)
    assert state.hands == 2 and state.playing and broke[1] not in state.playing.chairs
    assert state.chairs[broke[1]].status == "out"


async def told_of_sitting_out(night: Night, ante: int) -> list[str]:
    """Of three with 100 chips two fold, and one buys in again: what is said of the other."""
    people = await night.guests("Ana", "Bo", "Cy")
    plan = m.GamePlan(name="ricochet-2", options={"ante": ante})
    table = await night.table(*people, games=[plan], least=100, most=100)
    heard = await night.room.subscribe(people[0], table)
    await night.wait(3)
    await night.play_out(table)
    stacks = {n: chair.stack for n, chair in (await night.state(table)).chairs.items()}
    poorest = min(stacks, key=lambda n: stacks[n])
    await night.do(people[poorest], table, m.BuyIn, chips=100 - stacks[poorest])
    await night.wait(4)
    return [text for text in texts(await drain(heard)) if "sits out" in text]


@at_night
async def test_why_somebody_sits_out_is_true(night: Night) -> None:
    for ante, why in ((100, "has no chips left"), (60, "cannot pay the ante")):
        (said,) = await told_of_sitting_out(night, ante)
        assert why in said


@at_night
async def test_bots_sit_anywhere_and_buy_in_by_themselves(night: Night) -> None:
    (ana,) = await night.guests("Ana")
    seats = [m.BotPlan(chair=2, strength="random"), m.BotPlan(chair=4, strength="random")]
    plan = m.GamePlan(name="ricochet-2", options={"ante": 45})
    table = await night.table(ana, games=[plan], bots=seats, most=100, least=50)
    await night.room.subscribe(ana, table)
    for _ in range(12):
        await night.wait(3)
        while (await night.state(table)).in_play:
            await night.act(table, "fold")
        if (await night.state(table)).chairs[0].stack < 45:
            await night.do(ana, table, m.BuyIn, chips=50)
            await night.do(ana, table, m.ComeBack)
    state = await night.state(table)
    assert state.hands >= 10
    assert any(account.bought > 100 for account in state.accounts.values() if not account.guest)
    check_chips(state)


@at_night
async def test_dealers_choice(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    plans = [
        m.GamePlan(name="ricochet"),
        RICOCHET,
        m.GamePlan(name="ricochet-2", options={"ante": 5}),
    ]
    table = await night.table(ana, bo, games=plans, dealers_choice=True, least=40)
    looking = await night.room.subscribe(ana, table)
    await night.wait(3)
    view = await last_view(looking)
    assert view["room"]["phase"] == "choosing" and view["room"]["clock"]["chair"] == 1
    assert view["room"]["choices"] == [1, 2]
    assert reason(await night.do(ana, table, m.Choose, game=1)) == "choice"
    assert reason(await night.do(bo, table, m.Choose, game=0)) == "game"  # for three and more
    assert isinstance(await night.do(bo, table, m.Choose, game=2), m.Ack)
    state = await night.state(table)
    assert state.in_play and state.game == plans[2] and state.button == 1
    await night.play_out(table)
    await night.wait(3 + 30)  # Ana does not choose: the last game again
    state = await night.state(table)
    assert state.hands == 2 and state.game == plans[2] and state.button == 0


@at_night
async def test_the_host_changes_the_game_between_hands(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    dear = m.GamePlan(name="ricochet-2", options={"ante": 10})
    assert reason(await night.do(bo, table, m.ChangeGame, games=[dear])) == "host"
    assert isinstance(await night.do(ana, table, m.ChangeGame, games=[dear]), m.Ack)
    assert (await night.state(table)).game == RICOCHET
    await night.play_out(table)
    await night.wait(3)
    assert (await night.state(table)).game == dear
    unknown = m.GamePlan(name="../evil.py")
    assert reason(await night.do(ana, table, m.ChangeGame, games=[unknown])) == "because"


@at_night
async def test_a_hand_called_off_gives_the_chips_back(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    looking = await night.room.subscribe(bo, table)
    await night.wait(3)
    await night.act(table, "buy 1")
    assert reason(await night.do(ana, table, m.VoidHand, hand=2)) == "hand"
    if (await night.state(table)).in_play:
        assert isinstance(await night.do(ana, table, m.VoidHand, hand=1), m.Ack)
        state = await night.state(table)
        assert [chair.stack for chair in state.chairs.values()] == [100, 100]
        assert (await last_view(looking))["hand"] is None
    check_chips(await night.state(table))
    await night.wait(3)
    assert (await night.state(table)).hands == 2


@at_night
async def test_the_host_pauses(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    looking = await night.room.subscribe(bo, table)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    await night.wait(20)
    assert reason(await night.do(ana, table, m.Pause, is_paused=False)) == "pause"
    await night.do(ana, table, m.Pause)
    assert reason(await night.act(table)) == "paused"
    await night.wait(1000)
    state = await night.state(table)
    assert state.in_play and (await night.hand(table)).decision == 0
    assert (await last_view(looking))["room"]["clock"] is None
    await night.do(ana, table, m.Pause, is_paused=False)
    state = await night.state(table)
    assert state.clock and state.clock.until - night.clock.now() == 10_000 + 60_000
    await night.play_out(table)


@at_night
async def test_who_is_sent_away_does_not_come_back(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy, seats=2)
    looking = await night.room.subscribe(bo, table)
    assert reason(await night.do(bo, table, m.Remove, chair=0)) == "host"
    assert reason(await night.do(ana, table, m.Remove, chair=0)) == "remove"
    assert isinstance(await night.do(ana, table, m.Remove, chair=1), m.Ack)
    last = (await drain(looking))[-1]
    assert (last["type"], last["reason"]) == ("goodbye", "removed")
    assert 1 not in (await night.state(table)).chairs
    with pytest.raises(NotAdmitted):
        await night.room.subscribe(bo, table)
    with pytest.raises(NotAdmitted):
        await night.room.join(bo, table, await night.room.invite(ana, table))
    answer = await night.do(bo, table, m.Sit, chair=3, chips=100)
    assert reason(answer) == "room.sent_away"
    assert isinstance(await night.do(ana, table, m.Remove, guest=cy), m.Ack)
    assert (await night.room.ledger(bo, table)).accounts  # what was played is still his to see


@at_night
async def test_who_has_no_chips_left_keeps_nobody_waiting(night: Night) -> None:
    people = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(*people, seats=2, automatic=False, pause=0, least=1, most=100)
    await night.do(people[2], table, m.Sit, chair=2, chips=1)
    await night.room.subscribe(people[0], table)
    for guest in people:
        await night.do(guest, table, m.Ready)
    await night.play_out(table)
    assert (await night.state(table)).chairs[2].stack == 0
    for guest in people[:2]:
        await night.do(guest, table, m.Ready)
    state = await night.state(table)
    assert (state.hands, state.chairs[2].status) == (2, "out")


@at_night
async def test_who_is_sent_away_while_he_comes_in_is_not_inside(night: Night) -> None:
    ana, eve = await night.guests("Ana", "Eve")
    for turns in range(8):
        table = await night.table(ana, eve, seats=1)
        coming = asyncio.create_task(night.room.subscribe(eve, table))
        for _ in range(turns):
            await asyncio.sleep(0)
        assert isinstance(await night.do(ana, table, m.Remove, guest=eve), m.Ack)
        await asyncio.gather(coming, return_exceptions=True)
        assert eve not in night.room._live(table).subscribers.connected()


@at_night
async def test_the_end_pays_everybody_out(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    looking = await night.room.subscribe(bo, table)
    await night.wait(3)
    await night.act(table, "buy 1")
    assert isinstance(await night.do(ana, table, m.End), m.Ack)
    state = await night.state(table)
    check_chips(state)
    assert state.is_ended and not state.chairs
    assert [found["type"] for found in await drain(looking)][-2:] == ["goodbye", "view"][::-1]
    assert reason(await night.do(bo, table, m.Sit, chair=0, chips=50)) == "ended"
    assert await night.room.tables_of(ana) == []


@at_night
async def test_hosting_passes_on_when_the_host_is_gone(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy, seats=2)
    looking = await night.room.subscribe(ana, table)
    await night.room.subscribe(cy, table)
    await night.room.subscribe(bo, table)
    await night.wait(200)
    assert (await night.state(table)).host == ana
    looking.leave()
    await night.wait(59)
    assert (await night.state(table)).host == ana
    await night.wait(1)
    assert (await night.state(table)).host == bo  # who sits comes before who looks on
    assert isinstance(await night.do(bo, table, m.PassHost, guest=cy), m.Ack)
    assert (await night.state(table)).host == cy


@at_night
async def test_the_lobby_has_public_tables(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    closed = await night.table(ana, name="closed")
    public = await night.table(ana, name="  the  green   one ", public=True)
    assert [line.name for line in await night.room.lobby()] == ["the green one"]
    looking = await night.room.subscribe(bo, public)
    (line,) = await night.room.lobby()
    assert (line.people, line.taken, line.phase) == (1, 1, "waiting")
    assert {line.table for line in await night.room.tables_of(ana)} == {public, closed}
    assert {line.table for line in await night.room.tables_of(bo)} == {public}
    looking.leave()
    with pytest.raises(NotAdmitted):
        await night.room.subscribe(bo, closed)
    with pytest.raises(NotAdmitted):
        await night.room.subscribe(None, closed)
    onlooker = await night.room.subscribe(None, public)
    assert (await drain(onlooker))[0]["guest"] is None
    with pytest.raises(NoTable):
        await night.room.subscribe(bo, "nowhere")


@at_night
async def test_where_there_are_too_many_tables_the_lobby_has_those_with_people(
    night: Night,
) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    for _ in range(MAX_LOBBY):
        await night.room.create(ana, m.NewTable(games=[RICOCHET], public=True))
    lively = await night.room.create(ana, m.NewTable(games=[RICOCHET], public=True))
    await night.room.subscribe(bo, lively.table)
    lines = await night.room.lobby()
    assert len(lines) == MAX_LOBBY
    assert (lines[0].table, lines[0].people) == (lively.table, 1)


@at_night
async def test_invitations_open_one_table_until_they_are_revoked(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table, other = await night.table(ana), await night.table(ana)
    token = await night.room.invite(ana, table)
    assert await night.room.table_of(token) == table
    with pytest.raises(NotAdmitted):
        await night.room.join(bo, other, token)
    with pytest.raises(NotAdmitted):
        await night.room.invite(bo, table)
    with pytest.raises(NotAdmitted):
        await night.room.revoke("nobody", table)
    await night.room.revoke(ana, table)
    assert await night.room.table_of(token) is None
    with pytest.raises(NotAdmitted):
        await night.room.join(bo, table, token)
    await night.room.join(bo, table, await night.room.invite(ana, table))
    with pytest.raises(Refused):
        await night.room.revoke(bo, table)


async def _wants(night: Night, ana: str, **wanted: Any) -> str:
    with pytest.raises(Refused) as refused:
        await night.table(ana, **wanted)
    assert str(refused.value)
    return refused.value.message.key.removeprefix("room.refused_")


@at_night
async def test_tables_that_cannot_be(night: Night) -> None:
    (ana,) = await night.guests("Ana")
    wrong: dict[str, Json] = {
        "games": {"games": [RICOCHET, m.GamePlan(name="ricochet")]},
        "because": {"games": [m.GamePlan(name="no-such-game")]},
        "chairs": {"chairs": 20},
        "least": {"games": [m.GamePlan(name="ricochet-2", options={"ante": 50})], "least": 20},
        "most": {"least": 50, "most": 40},
        "bots": {"bots": [m.BotPlan(chair=1), m.BotPlan(chair=1)]},
        "title": {"name": "a\N{RIGHT-TO-LEFT OVERRIDE}b"},
    }
    for key, wanted in wrong.items():
        assert await _wants(night, ana, **wanted) == key
    assert await _wants(night, ana, name="\N{HANGUL FILLER}") == "title"
    assert await _wants(night, ana, bots=[m.BotPlan(chair=1, strength="divine")]) == "because"


@at_night
async def test_chairs_are_taken_once(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo, seats=1, chairs=3)
    assert reason(await night.do(bo, table, m.Sit, chair=0, chips=100)) == "taken"
    assert reason(await night.do(bo, table, m.Sit, chair=3, chips=100)) == "chair"
    assert reason(await night.do(bo, table, m.Sit, chair=1, chips=1)) == "buy_in"
    assert reason(await night.do(ana, table, m.Sit, chair=1, chips=100)) == "twice"
    assert reason(await night.do(bo, table, m.BuyIn, chips=10)) == "seated"
    assert reason(await night.do(bo, table, m.SeatBot, chair=1)) == "host"
    assert isinstance(await night.do(ana, table, m.SeatBot, chair=1, strength="random"), m.Ack)
    assert reason(await night.do(bo, table, m.Sit, chair=1, chips=100)) == "taken"
    assert isinstance(await night.do(ana, table, m.Remove, chair=1), m.Ack)
    assert isinstance(await night.do(bo, table, m.Sit, chair=1, chips=100), m.Ack)


@at_night
async def test_the_next_one_in_a_chair_does_not_see_the_last_ones_hand(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy, seats=2)
    looking = await night.room.subscribe(cy, table)
    await night.wait(3)
    await night.play_out(table)
    await night.do(bo, table, m.Leave)
    await night.do(cy, table, m.Sit, chair=1, chips=100)
    view = await last_view(looking)
    assert view["chair"] == 1 and view["hand"]["seat"] is None
    assert [chair["seat"] for chair in view["room"]["chairs"]].count(None) == 1
