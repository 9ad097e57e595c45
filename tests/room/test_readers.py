"""Stored data has no language: each reader gets it in their own, whoever wrote it."""

from pathlib import Path

import pytest

from sidepot import games
from sidepot.room import service
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.words import Message, speaking
from tests.room.harness import RoomHarness, with_room

GAME = GamePlan(name="holdem-no-limit")
"""A game whose title differs between languages."""
HOUSE = GamePlan(name="ricochet-casino", options={"side_limit": 0})
"""A game with a bank, which every language calls something else."""


def titles(name: str) -> dict[str, str]:
    found = {}
    for language in ("en", "de"):
        with speaking(language):
            found[language] = games.find(name).said_title
    return found


async def evening(harness: RoomHarness, game: GamePlan, *, is_over: bool = True) -> str:
    """An evening of two people, all of it done in Spanish."""
    with speaking("es"):
        ana, bo = await harness.guests("Ana", "Bo")
        table = await harness.table(ana, bo, games=[game], public=True)
        watching = await harness.room.subscribe(ana, table)
        await harness.wait(3)
        await harness.play_out(table)
        watching.close("gone", Message("room.goodbye_ended"))
        if is_over:
            await harness.do(ana, table, m.End)
    return table


async def read(harness: RoomHarness, table: str, guest: str) -> list[str]:
    """The titles of the game, and those of the table, which has no other name."""
    [listed] = await harness.room.tables_of(guest)
    [hand] = await harness.room.hands(guest, table)
    seen = await harness.room.open_hand(table, hand.hand)
    evening = await harness.room.evening(guest, table)
    invited = await harness.room.invitation(await harness.room.invite(guest, table))
    assert seen is not None and invited is not None
    tables = [listed.name, evening.name, invited.name]
    return [listed.games[0].title, hand.title, seen.title, evening.games[0].title, *tables]


async def host(harness: RoomHarness, table: str) -> str:
    return (await harness.state(table)).host


@with_room
async def test_a_list_is_in_the_language_of_its_reader(harness: RoomHarness) -> None:
    table = await evening(harness, GAME, is_over=False)
    ana = await host(harness, table)
    for language, title in titles(GAME.name).items():
        with speaking(language):
            assert {*await read(harness, table, ana)} == {title}, language


@pytest.mark.parametrize("retold", ["translated_table", "translated_hand"])
def test_a_list_in_another_language_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, retold: str
) -> None:
    monkeypatch.setattr(service, retold, lambda line: line)
    with pytest.raises(AssertionError, match=r"^(en|de)"):
        test_a_list_is_in_the_language_of_its_reader(tmp_path)


@with_room
async def test_a_season_keeps_no_name_of_a_bank(harness: RoomHarness) -> None:
    table = await evening(harness, HOUSE)
    ana = await host(harness, table)
    with speaking("es"):
        played = await harness.room.evening(ana, table)
        assert played.ledger.accounts[-1].name == "Banca"
        season = await harness.room.add_to_season(ana, table, None, "Invierno")
    assert {player.name for one in season.evenings for player in one.players} == {"Ana", "Bo"}


@with_room
async def test_an_evening_of_a_season_is_called_in_the_language_of_its_reader(
    harness: RoomHarness,
) -> None:
    table = await evening(harness, GAME)
    ana = await host(harness, table)
    with speaking("es"):
        made = await harness.room.add_to_season(ana, table, None, "Invierno")
    for language, title in titles(GAME.name).items():
        with speaking(language):
            [one] = (await harness.room.season(ana, made.id)).evenings
            assert one.name == title
