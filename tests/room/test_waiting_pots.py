"""Pots that stay for the next hand: the players for them, their winners, and no chip lost."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sidepot.history import History
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import waiting_pots, waiting_values
from sidepot.room.table.ledger import ledger
from sidepot.room.views import hand_history
from tests.room.harness import RoomHarness, check_chips, drain, texts, with_room

GUTS = GamePlan(name="guts", options={"ante": 2, "re_ante": "every-hand"})
DRAW = GamePlan(name="five-card-draw")
RICOCHET = GamePlan(name="ricochet-2")
WAITING = {"guts": "out", "five-card-draw": "check"}
"""With what everybody lets the pot of a game wait."""


async def waiting_in(harness: RoomHarness, table: str) -> int:
    """The chips that wait; with them no chip is lost, and the ledger adds up."""
    state = await harness.state(table)
    check_chips(state)
    assert sum(account.net for account in ledger(state).accounts) == 0
    return sum(chips for _, chips in state.pots)


async def waiting(harness: RoomHarness, guests: Sequence[str], game: GamePlan = GUTS) -> str:
    """A table at which one hand has been played, and its pot waits."""
    table = await harness.table(*guests, games=[game])
    for guest in guests:
        await harness.room.subscribe(guest, table)
    await harness.wait(5)
    await harness.play_out(table, WAITING[game.name])
    return table


async def stacks(harness: RoomHarness, table: str) -> list[int]:
    """The chips of the chairs, in their order."""
    return [chair.stack for _, chair in (await harness.state(table)).seated()]


async def come_and_go(harness: RoomHarness, game: GamePlan) -> None:
    people = await harness.guests("Ana", "Bo", "Cy", "Dora")
    ana, bo, cy, dora = people
    table = await waiting(harness, [ana, bo, cy], game)
    first = await waiting_in(harness, table)
    ante = first // 3
    assert first == 3 * ante > 0
    await harness.do(ana, table, m.Leave)
    await harness.do(bo, table, m.Leave)
    made = await harness.state(table)
    assert made.accounts[ana].paid_out == 100 - ante
    await harness.do(ana, table, m.Admit, guest=dora)
    await harness.room.join(dora, table)
    await harness.do(dora, table, m.Sit, chair=5, chips=100)
    await harness.wait(5)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.in_play and {state.chairs[n].guest for n in state.in_play.chairs} == {cy, dora}
    assert [pot.amount for pot in hand.view(-1).pots] == [first + 2 * ante]
    assert hand.kept["pot"] == first == await waiting_in(harness, table)
    await harness.reopen()
    assert bytes(await harness.hand(table)) == bytes(hand)
    await (harness.act(table, "in") if game is GUTS else harness.act(table, "fold"))
    if game is GUTS:
        await harness.act(table, "out")
    assert await waiting_in(harness, table) == 0
    assert sorted((await harness.hand(table)).payoffs) == [-ante, first + ante]


@pytest.mark.parametrize("game", [GUTS, DRAW], ids=lambda game: game.name)
def test_newcomers_play_for_the_pot_and_leavers_do_not(game: GamePlan, tmp_path: Path) -> None:
    async def run() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        try:
            await come_and_go(harness, game)
        finally:
            await harness.room.close()

    asyncio.run(run())


@with_room
async def test_a_pot_waits_over_a_restart(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo")
    table = await waiting(harness, guests)
    before = await harness.state(table)
    await harness.reopen()
    assert (await harness.state(table)).pots == before.pots
    await harness.room.subscribe(guests[0], table)
    await harness.wait(5)
    assert (await harness.hand(table)).kept["pot"] == 4 == await waiting_in(harness, table)
    await harness.play_out(table, "out")
    assert await waiting_in(harness, table) == 8


@with_room
async def test_a_hand_called_off_leaves_the_pot_as_it_was(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo")
    table = await waiting(harness, guests)
    await harness.wait(5)
    await harness.act(table, "in")
    await harness.do(guests[0], table, m.VoidHand, hand=2)
    assert await waiting_in(harness, table) == 4 and await stacks(harness, table) == [98, 98]


@with_room
async def test_the_last_to_leave_gets_what_waits(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await waiting(harness, [ana, bo])
    await harness.do(ana, table, m.Leave)
    assert await waiting_in(harness, table) == 4
    feed = await harness.room.subscribe(bo, table)
    await harness.do(bo, table, m.Leave)
    assert await waiting_in(harness, table) == 0
    accounts = (await harness.state(table)).accounts
    assert (accounts[ana].paid_out, accounts[bo].paid_out) == (98, 102)
    assert "Bo gets what was left in the pot of Guts: 4." in texts(await drain(feed))


@with_room
async def test_the_last_player_gets_the_waiting_pot_on_removal_too(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await waiting(harness, [ana, bo])
    await harness.do(ana, table, m.Leave)
    await harness.do(ana, table, m.Remove, guest=bo)
    assert await waiting_in(harness, table) == 0
    assert (await harness.state(table)).accounts[bo].paid_out == 102


@pytest.mark.parametrize("is_void", [False, True])
def test_all_who_leave_in_a_hand_share_the_pot_that_would_wait(
    is_void: bool, tmp_path: Path
) -> None:
    async def run() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        try:
            ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
            table = await waiting(harness, [ana, bo, cy])
            await harness.wait(5)
            if is_void:
                await harness.do(ana, table, m.Pause, is_paused=True)
            for guest in (ana, bo, cy):
                await harness.do(guest, table, m.Leave)
            if is_void:
                await harness.do(ana, table, m.VoidHand, hand=2)
            await harness.wait(5)
            state = await harness.state(table)
            assert not state.chairs and not state.in_play
            assert await waiting_in(harness, table) == 0
            assert [state.accounts[guest].paid_out for guest in (ana, bo, cy)] == [100] * 3
        finally:
            await harness.room.close()

    asyncio.run(run())


@with_room
async def test_an_evening_ends_with_what_was_shared(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await waiting(harness, [ana, bo, cy])
    before = await harness.room.evening(ana, table)
    assert [line[-1] for line in before.lines] == [-2, -2, -2, 6]
    await harness.do(cy, table, m.Leave)
    await harness.do(ana, table, m.End)
    after = await harness.room.evening(ana, table)
    assert [line[-1] for line in after.lines] == [1, 1, -2]
    assert [account.net for account in after.ledger.accounts] == [1, 1, -2]


@pytest.mark.parametrize("in_hand", [False, True])
def test_when_the_table_ends_all_share_what_waits(in_hand: bool, tmp_path: Path) -> None:
    async def run() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        try:
            ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
            table = await waiting(harness, [ana, bo, cy])
            await harness.do(cy, table, m.Leave)
            if in_hand:
                await harness.wait(5)
                await harness.act(table, "in")
            await harness.do(ana, table, m.End)
            state = await harness.state(table)
            assert await waiting_in(harness, table) == 0 and state.is_ended
            assert [state.accounts[guest].paid_out for guest in (ana, bo, cy)] == [101, 101, 98]
        finally:
            await harness.room.close()

    asyncio.run(run())


@with_room
async def test_the_pot_of_a_game_that_is_not_played_any_more_is_shared(
    harness: RoomHarness,
) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await waiting(harness, [ana, bo, cy], DRAW)
    await harness.wait(5)
    await harness.do(ana, table, m.ChangeGame, games=[RICOCHET])
    assert await waiting_in(harness, table) == 3
    await harness.play_out(table, "check")
    assert await waiting_in(harness, table) == 6
    await harness.wait(4)
    state = await harness.state(table)
    assert state.in_play and state.in_play.game == RICOCHET
    assert await waiting_in(harness, table) == 0
    assert (await harness.hand(table)).starting_stacks == (100, 100, 100)


@with_room
async def test_odd_chips_go_from_the_dealers_left_on(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo", "Cy")
    table = await waiting(harness, guests, DRAW)
    before = await harness.state(table)
    cy = guests[2]
    await harness.do(cy, table, m.Leave)
    await harness.do(guests[0], table, m.End)
    paid = [(await harness.state(table)).accounts[guest].paid_out for guest in guests]
    assert before.button is not None
    first = min((0, 1), key=lambda chair: (chair <= (before.button or 0), chair))
    assert paid == [99 + 1 + (first == 0), 99 + 1 + (first == 1), 99]


@with_room
async def test_each_game_has_a_pot_of_its_own(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[GUTS, DRAW], dealers_choice=True)
    for guest in (ana, bo):
        await harness.room.subscribe(guest, table)
    for game, pot in ((0, 0), (1, 0), (0, 4), (1, 2)):
        await harness.wait(5)
        state = await harness.state(table)
        assert state.clock and state.clock.kind == "choice"
        dealer = state.chairs[state.clock.chair].guest
        assert dealer
        await harness.do(dealer, table, m.Choose, game=game)
        await harness.wait(5)
        assert (await harness.hand(table)).kept == {"pot": pot}
        await harness.play_out(table, WAITING[(GUTS, DRAW)[game].name])
    assert await waiting_in(harness, table) == 8 + 4


@with_room
async def test_the_history_of_a_hand_says_what_the_pot_began_with(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo")
    table = await waiting(harness, guests)
    await harness.wait(5)
    await harness.play_out(table, "in")
    hand = await harness.hand(table)
    for written in hand_history.texts(hand, {}).values():
        history = History.parse(written)
        assert history.kept == {"pot": 4} and "_kept = { pot = 4 }\n" in written
        done = history.replay()
        assert (
            done.hand.keeps == hand.keeps
            and hand.keeps["pot"] > 0
            and done.finishing_stacks == hand.stacks
        )
        alone = History.parse(written.replace("_kept = { pot = 4 }\n", ""))
        assert alone.kept is None


FORGETTING: dict[str, tuple[Any, str, Any]] = {
    "what stays is forgotten": (waiting_values, "keep", lambda *_: None),
    "what is shared is paid to nobody": (waiting_pots, "shares", lambda chips, n: [0] * n),
    "what is shared is paid twice": (waiting_pots, "shares", lambda chips, n: [chips] * n),
}
"""Tables that lose chips, or make some: whose, what and how."""


@pytest.mark.parametrize("fault", FORGETTING)
def test_a_table_that_loses_a_pot_or_pays_it_twice_is_noticed(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*FORGETTING[fault])

    async def run() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        try:
            ana, bo = await harness.guests("Ana", "Bo")
            table = await waiting(harness, [ana, bo])
            await waiting_in(harness, table)
            await harness.do(ana, table, m.End)
            await waiting_in(harness, table)
        finally:
            await harness.room.close()

    with pytest.raises(AssertionError):
        asyncio.run(run())
