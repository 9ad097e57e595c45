"""Changed rules: a hand in play that does not replay is called off, a finished one not shown."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.errors import Refused
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import deal as dealing
from sidepot.room.table import ended_hand, events, play, replay, rules
from tests.room.archived import hands, lacking, work
from tests.room.harness import RoomHarness, check_chips, drain, reason, texts, with_room


def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new rules announce the same actions differently."""
    real = play.checksum
    monkeypatch.setattr(play, "checksum", lambda hand: real(hand) ^ 1)


def other_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded actions are illegal under the new rules."""

    def act(self: Hand, action: str) -> None:
        raise ZeroDivisionError(action)

    monkeypatch.setattr(Hand, "act", act)


def other_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new rules cannot even deal it."""

    def deal(*_: Any) -> Hand:
        raise ZeroDivisionError

    monkeypatch.setattr(replay, "deal_hand", deal)


def no_such_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has gone."""
    monkeypatch.setattr(games, "registry", lambda: {})
    rules._game.cache_clear()


CHANGES: list[Callable[[pytest.MonkeyPatch], None]] = [
    other_words,
    other_actions,
    other_deal,
    no_such_game,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_hand_that_cannot_be_folded_is_called_off(
    change: Callable[[pytest.MonkeyPatch], None], tmp_path: Any
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
        table = await harness.table(ana, bo, cy)
        await harness.room.subscribe(ana, table)
        await harness.wait(3)
        await harness.act(table, "fold")
        with pytest.MonkeyPatch.context() as monkeypatch:
            change(monkeypatch)
            await harness.reopen()
            state = await harness.state(table)
            assert state.playing and state.playing.is_void and not state.in_play
            assert [chair.stack for chair in state.chairs.values()] == [100, 100, 100]
            check_chips(state)
            (line,) = await harness.room.hands(ana, table)
            assert line.is_void and line.nets == [0, 0, 0]
            looking = await harness.room.subscribe(bo, table)
            (view,) = [x for x in await drain(looking) if x["type"] == "view"]
            assert view["hand"] is None and texts([view]) == []
            assert isinstance(await harness.do(bo, table, m.Leave), m.Ack)
        rules._game.cache_clear()
        await harness.room.subscribe(ana, table)
        await harness.wait(3)
        assert (await harness.state(table)).hands == 2

    play(tmp_path)


@with_room
async def test_a_game_that_fails_in_a_hand_costs_nobody_anything(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, turn=5, time_bank=0)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    for hand in (1, 2):
        with pytest.MonkeyPatch.context() as monkeypatch:
            other_actions(monkeypatch)
            if hand == 1:
                assert isinstance(await harness.act(table, "fold"), m.Ack)
            else:
                await harness.wait(5)
        state = await harness.state(table)
        assert state.playing and state.playing.is_void and state.hands == hand
        assert [chair.stack for chair in state.chairs.values()] == [100, 100]
        await harness.wait(3)
    assert (await harness.state(table)).paused_at is not None  # the second one in a row
    await harness.do(ana, table, m.Pause, is_paused=False)
    await harness.wait(3)
    assert (await harness.state(table)).hands == 3


@with_room
async def test_a_game_that_cannot_be_dealt_lets_the_table_rest(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(dealing, "deal_hand", lambda *_: 1 / 0)
        await harness.wait(10)
    assert (await harness.state(table)).paused_at is not None
    await harness.do(ana, table, m.Pause, is_paused=False)
    await harness.wait(3)
    assert (await harness.state(table)).in_play


@with_room
async def test_after_a_hand_that_present_rules_cannot_tell_the_next_is_played(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    with other_rules("ricochet-2"):
        await harness.reopen()
    await harness.room.subscribe(ana, table)
    await harness.wait(4)
    state = await harness.state(table)
    assert state.in_play and state.in_play.hand == 2


@with_room
async def test_a_hand_that_is_over_needs_no_rules(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table)
    await work(harness)
    stacks = [chair.stack for chair in (await harness.state(table)).chairs.values()]
    with pytest.MonkeyPatch.context() as monkeypatch:
        other_deal(monkeypatch)
        await harness.reopen()
        state = await harness.state(table)
        assert [chair.stack for chair in state.chairs.values()] == stacks
        assert state.playing and not state.playing.is_void
        assert "variant" in await harness.room.history(ana, table, 1)


@with_room
async def test_cards_of_a_hand_that_present_rules_cannot_tell_are_not_shown(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[GamePlan(name="holdem-no-limit")])
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.play_out(table, "fold")
    with other_rules("holdem-no-limit"):
        await harness.reopen()
    state = await harness.state(table)
    assert state.may_show is not None
    winner = state.chairs[state.may_show].guest or ""
    assert reason(await harness.do(winner, table, m.Show, hand=1)) == "rules"
    assert isinstance(await harness.do(winner, table, m.Muck, hand=1), m.Ack)


@contextlib.contextmanager
def other_rules(game: str) -> Iterator[list[str]]:
    """The rules of a game cannot follow any hand of yesterday's; which ones were tried."""
    tried = []
    real = play.deal_hand

    def deal(plan: GamePlan, number: int, *others: Any) -> Any:
        tried.append(f"{plan.name} {number}")
        if plan.name == game:
            raise ZeroDivisionError
        return real(plan, number, *others)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(replay, "deal_hand", deal)
        yield tried


@with_room
async def test_other_rules_keep_the_archived_and_refuse_the_rest(harness: RoomHarness) -> None:
    table, ana = await hands(harness, 1)
    await work(harness)
    kept = await harness.room.history(ana, table, 1)
    await harness.wait(3)
    await harness.play_out(table)
    other, _ = await hands(harness, 1, games=[GamePlan(name="high-noon-standoff")])
    with other_rules("ricochet-2") as tried:
        assert await harness.room.history(ana, table, 1) == kept
        with pytest.raises(Refused, match="hand 2 was played under other rules"):
            await harness.room.history(ana, table, 2)
        with pytest.raises(Refused, match="hand 3 has not ended"):
            await harness.room.history(ana, table, 3)
        assert await harness.room.histories(ana, table) == f"[1]\n{kept}"
        tried.clear()
        for _ in range(3):
            await work(harness)
        assert tried == ["ricochet-2 2", "high-noon-standoff 1"]
        assert lacking(harness) == [2] and other
    assert (await harness.room.histories(ana, table)).count("variant") == 2
    await harness.reopen()
    await work(harness)
    assert lacking(harness) == []


@with_room
async def test_a_hand_that_would_end_with_other_chips_is_not_shown(harness: RoomHarness) -> None:
    table, ana = await hands(harness, 1)
    one = await harness.room._services.store.next_pending_history(0)
    assert one
    log = harness.room._services.store.hand_log(one)
    ended_hand.replayed(log)
    told = log.events
    ended = events.HandEnded(at=told[-1].at, hand=1, stacks=(90, 110), may_show=None)
    with pytest.raises(Refused, match="present rules"):
        ended_hand.replayed(replace(log, events=[*told[:-1], ended]))
    with pytest.raises(Refused, match="present rules"):
        ended_hand.replayed(replace(log, events=[*told[:-2], told[-1]]))
    assert table and ana


@with_room
async def test_a_hand_called_off_by_other_rules_comes_back_with_its_rules(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    with other_rules("ricochet-2"):
        await harness.reopen()
        await work(harness)
        with pytest.raises(Refused, match="other rules"):
            await harness.room.history(bo, table, 1)
    rules._game.cache_clear()
    assert '"void"' in await harness.room.history(bo, table, 1)
