"""Chips, prices and decks on paper, all of them from the game's own options."""

import pytest

import sidepot
from sidepot import games
from sidepot.paper.owed import agreed, owed, piles, split, stack, suits

NAMES = sorted(games.registry())


@pytest.mark.parametrize("smallest", [1, 2, 5, 1_000_000])
@pytest.mark.parametrize("count", [1, 7, 20, 21, 99, 200, 400, 999, 5_000, 123_456])
def test_a_stack_is_split_into_chips_without_a_rest(smallest: int, count: int) -> None:
    found = split(count * smallest, smallest)
    assert sum(pile.value * pile.pieces for pile in found) == count * smallest
    assert all(pile.pieces > 0 and pile.value % smallest == 0 for pile in found)


def test_a_usual_stack_has_chips_of_three_values() -> None:
    assert split(200, 1) == [(1, 20), (5, 16), (25, 4)]


@pytest.mark.parametrize("name", NAMES)
def test_each_stack_comes_to_what_the_game_deals(name: str) -> None:
    game = games.registry()[name]
    assert sum(pile.value * pile.pieces for pile in piles(game)) == stack(game) == game.stacks()[0]


def test_amounts_are_those_of_the_table() -> None:
    game = sidepot.game("ricochet-2", ante=5, card_price=10, suit_order="shdc")
    assert [(row.name, row.value) for row in owed(game)] == [("ante", "5"), ("card price", "10")]
    assert suits(game) == "shdc"
    assert list(agreed(game)) == [("tie ends", "complete")]
    assert piles(game)[0].value == 5


def test_bets_of_another_limit_are_not_owed() -> None:
    for limit, bets in (("no-limit", 0), ("pot-limit", 0), ("fixed-limit", 2)):
        rows = [row.name for row in owed(sidepot.game("high-noon-shootout", limit=limit))]
        assert len(rows) == 1 + bets


def test_an_unpaid_stake_is_not_owed() -> None:
    rows = {row.name: row.value for row in owed(sidepot.game("holdem-no-limit"))}
    assert rows["blinds"] == "1/2"
    assert "antes" not in rows
    assert "mucks" not in rows
