"""Extras of a host: a straddle where the rules have one; what no rules have is offered nowhere."""

import pytest

from sidepot.engine.rule_pages import rules_alone
from sidepot.games import registry
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.harness import RoomHarness, with_room
from tests.room.test_deadlines import begun

UNPLAYED = ("run it twice", "bomb pot")


@with_room
async def test_t2_a_table_posts_the_straddle_that_its_host_wrote(harness: RoomHarness) -> None:
    plan = GamePlan(name="holdem-no-limit", options={"blinds": "1/2/4"})
    table, _ = await begun(harness, games=[plan], least=40)
    hand = await harness.hand(table)
    assert sorted(seat.bet for seat in hand.view(None).seats) == [1, 2, 4]
    assert hand.legal.ranges[-1].lowest == 8


@pytest.mark.parametrize("name", registry())
def test_t2_a_straddle_is_an_option_exactly_where_the_rules_have_one(name: str) -> None:
    game = registry()[name]
    assert ("blinds" in game.settings) == ("straddle" in rules_alone(game).lower())


@pytest.mark.parametrize("name", registry())
def test_no_game_has_what_the_page_for_hosts_calls_unplayed(name: str) -> None:
    game = registry()[name]
    offered = " ".join([*game.settings, rules_alone(game)]).lower().replace("_", " ")
    assert not [extra for extra in UNPLAYED if extra in offered]
