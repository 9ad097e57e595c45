"""The law of chips tells a price from a bet, whose unmatched part would go back."""

import pytest

import sidepot
from sidepot import kernel
from sidepot.cards import NONE
from sidepot.designer.laws.state import check_prices
from sidepot.designer.laws.trace import Case
from sidepot.errors import LawBroken
from sidepot.kernel import Fields
from sidepot.rules import chips, journal


@pytest.fixture
def s() -> Fields:
    return kernel.fields(sidepot.game("five-card-draw").deal(players=2, seed=1).record(0))


def case(name: str) -> Case:
    game = sidepot.game(name)
    return Case(game, (200, 200), tuple(game.deck), 1)


def test_a_price_that_is_paid_as_a_bet_is_found(s: Fields) -> None:
    chips.pay(s.chips, 0, 5)
    journal.write(s.journal, journal.BOUGHT, 0, 0, NONE, 1, 5)
    with pytest.raises(LawBroken, match="is paid as a bet"):
        check_prices(case("five-card-draw"), 0, s)
    check_prices(case("ricochet"), 0, s)  # without rounds of betting nothing goes back


def test_a_price_that_is_bought_is_none(s: Fields) -> None:
    chips.buy(s.chips, s.journal, 0, 5, 1)
    check_prices(case("five-card-draw"), 0, s)
    assert s.chips.stack[0] == 194
    assert s.chips.dead == 5


def test_a_player_who_pays_the_last_chip_is_all_in(s: Fields) -> None:
    chips.buy(s.chips, s.journal, 0, int(s.chips.stack[0]), 1)
    assert s.journal.kind[s.journal.n - 1] == journal.ALL_IN
