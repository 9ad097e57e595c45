"""The values of a game that come of counting are found by playing it."""

from dataclasses import replace
from typing import Any

import pytest

import sidepot
from sidepot import games
from sidepot.designer.laws import check_game, conformance, room
from sidepot.engine.definition import ROOM
from sidepot.errors import EngineError, LawBroken
from tests.cases import often
from tests.laws import little

EXACT = ["badugi", "five-card-draw", "holdem-no-limit", "high-noon-standoff", "seven-card-stud"]


@pytest.mark.parametrize("name", often(EXACT, always=["five-card-draw"]))
def test_cards_of_each_player_and_of_all_are_found_exactly(name: str) -> None:
    game = sidepot.game(name)
    found = room.room_of(game, ())
    assert (found.reach, found.common) == (game.reach, game.common)
    assert found.events <= game.events


def uncounted() -> sidepot.engine.game.Game:
    return replace(little.LITTLE, name="uncounted", reach=0, events=0)


def test_a_game_that_counts_nothing_passes_and_is_told_what_it_needs() -> None:
    game = uncounted()
    assert (game.reach, game.events) == (len(game.deck), ROOM)
    assert game.with_options(ante=2).uncounted == {"reach", "common", "events"}
    check_game(game, names=["cards", "chips"])
    found: dict[str, Any] = {**room.lacking(game, ())}
    assert (found["reach"], found["common"]) == (1, 0)
    counted = replace(little.LITTLE, name="counted", **found)
    assert not counted.uncounted and not room.lacking(counted, ())
    check_game(counted, names=["cards", "chips"])


@pytest.mark.parametrize(
    ("wrong", "right"), [({"reach": -1}, r"reach=1 \(.* common=0"), ({"events": 1}, r"events=\d\d")]
)
def test_a_wrong_value_is_told_with_the_right_one(wrong: dict[str, Any], right: str) -> None:
    with pytest.raises(LawBroken, match=right):
        check_game(replace(little.LITTLE, name="wrong", **wrong), names=["cards", "faces"])


@pytest.mark.parametrize(
    ("wide", "told"),
    [
        ({"reach": 3}, {"reach": 1, "common": 0}),
        ({"common": 9}, {"reach": 1, "common": 0}),
        ({"events": 400}, {"events": 16}),
    ],
)
def test_a_value_that_is_far_too_large_is_told_with_the_right_one(
    wide: dict[str, Any], told: dict[str, int]
) -> None:
    game = replace(little.LITTLE, name="wide", **wide)
    assert room.spare(game, conformance._traces_of(game)) == told


@pytest.mark.parametrize("name", often(games.registry(), always=["kuhn"]))
def test_no_value_of_a_game_of_the_house_is_far_too_large(name: str) -> None:
    game = games.find(name)
    assert room.spare(game, conformance._traces_of(game)) == {}


@pytest.mark.parametrize("name", ["events", "reach", "common"])
def test_a_value_that_is_no_whole_number_is_refused(name: str) -> None:
    given: dict[str, Any] = {name: "five"}
    with pytest.raises(EngineError, match=f"{name} is a whole number, not 'five'"):
        replace(little.LITTLE, name="wrong", **given)
