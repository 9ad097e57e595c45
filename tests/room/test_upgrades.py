"""A hand that present rules cannot fold is called off, and everybody has his chips back."""

from collections.abc import Callable
from typing import Any

import pytest

from sidepot import games
from sidepot.games.hand import Hand
from sidepot.room import dealing, loading, playing, settings
from sidepot.room import messages as m
from tests.room.night import Night, at_night, check_chips, drain, texts


def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new rules tell the same actions in another way."""
    real = playing.checksum
    monkeypatch.setattr(playing, "checksum", lambda hand: real(hand) ^ 1)


def other_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done is not possible any more."""

    def act(self: Hand, action: str) -> None:
        raise ZeroDivisionError(action)

    monkeypatch.setattr(Hand, "act", act)


def other_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new rules cannot even deal it."""

    def deal(*_: Any) -> Hand:
        raise ZeroDivisionError

    monkeypatch.setattr(loading, "deal_again", deal)


def no_such_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has gone."""
    monkeypatch.setattr(games, "registry", lambda: {})
    settings._game.cache_clear()


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
    @at_night
    async def play(night: Night) -> None:
        ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
        table = await night.table(ana, bo, cy)
        await night.room.subscribe(ana, table)
        await night.wait(3)
        await night.act(table, "fold")
        with pytest.MonkeyPatch.context() as monkeypatch:
            change(monkeypatch)
            await night.reopen()
            state = await night.state(table)
            assert state.playing and state.playing.is_void and not state.in_play
            assert [chair.stack for chair in state.chairs.values()] == [100, 100, 100]
            check_chips(state)
            (line,) = await night.room.hands(ana, table)
            assert line.is_void and line.nets == [0, 0, 0]
            looking = await night.room.subscribe(bo, table)
            (view,) = [x for x in await drain(looking) if x["type"] == "view"]
            assert view["hand"] is None and texts([view]) == []
            assert isinstance(await night.do(bo, table, m.Leave), m.Ack)
        settings._game.cache_clear()
        await night.room.subscribe(ana, table)
        await night.wait(3)
        assert (await night.state(table)).hands == 2

    play(tmp_path)


@at_night
async def test_a_game_that_fails_in_a_hand_costs_nobody_anything(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo, turn=5, bank=0)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    for hand in (1, 2):
        with pytest.MonkeyPatch.context() as monkeypatch:
            other_actions(monkeypatch)
            if hand == 1:
                assert isinstance(await night.act(table, "fold"), m.Ack)
            else:
                await night.wait(5)
        state = await night.state(table)
        assert state.playing and state.playing.is_void and state.hands == hand
        assert [chair.stack for chair in state.chairs.values()] == [100, 100]
        await night.wait(3)
    assert (await night.state(table)).hands == 3


@at_night
async def test_a_game_that_cannot_be_dealt_lets_the_table_rest(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.room.subscribe(ana, table)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(dealing, "deal_again", lambda *_: 1 / 0)
        await night.wait(10)
    assert (await night.state(table)).paused_at is not None
    await night.do(ana, table, m.Pause, is_paused=False)
    await night.wait(3)
    assert (await night.state(table)).in_play


@at_night
async def test_a_hand_that_is_over_needs_no_rules(night: Night) -> None:
    ana, bo = await night.guests("Ana", "Bo")
    table = await night.table(ana, bo)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    await night.play_out(table)
    stacks = [chair.stack for chair in (await night.state(table)).chairs.values()]
    with pytest.MonkeyPatch.context() as monkeypatch:
        other_deal(monkeypatch)
        await night.reopen()
        state = await night.state(table)
        assert [chair.stack for chair in state.chairs.values()] == stacks
        assert state.playing and not state.playing.is_void
        assert "variant" in await night.room.history(ana, table, 1)
