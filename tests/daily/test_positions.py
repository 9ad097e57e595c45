"""The positions of two years: interesting, different, by the rules, and proven."""

import datetime
from collections import Counter

import pytest

from sidepot import games
from sidepot.analysis import analyze, read_position
from sidepot.daily import positions
from sidepot.daily.positions import ACTIONS, DAYS, ERROR, GAME, MARGIN, Position, listed
from sidepot.errors import BadPosition

FIRST = datetime.date(2026, 11, 28)
TWO_YEARS = [positions.of(FIRST + datetime.timedelta(days=n)) for n in range(731)]
MONTH = 30
SHARE = 0.1
"""The least share of the days on which each choice is the best."""


def test_the_best_choice_is_better_by_the_margin_on_every_day() -> None:
    assert min(one.margin for one in TWO_YEARS) > MARGIN
    assert max(one.error for one in TWO_YEARS) < ERROR


def test_each_choice_is_the_best_on_many_days() -> None:
    best = Counter(one.best for one in TWO_YEARS)
    assert [best[action] >= SHARE * len(TWO_YEARS) for action in ACTIONS] == [True] * len(ACTIONS)


def test_no_two_days_of_a_month_are_alike() -> None:
    for first in range(len(TWO_YEARS)):
        ranks = [one.ranks for one in TWO_YEARS[first : first + MONTH]]
        assert len({*ranks}) == len(ranks)


def test_positions_of_the_same_ranks_are_alike_whatever_the_order_and_the_suits() -> None:
    one, other = (Position(own, "Ks", 3, (0.0,), 0.0) for own in ("4c 9d", "9s 4h"))
    assert one.ranks == other.ranks


def test_the_list_begins_anew_after_its_end() -> None:
    assert len(listed()) == DAYS
    assert positions.of(FIRST + datetime.timedelta(days=DAYS)) == positions.of(FIRST)
    assert positions.of(FIRST + datetime.timedelta(days=1)) != positions.of(FIRST)


def test_the_rules_offer_the_four_choices_to_the_low_hand() -> None:
    game = games.find(GAME)
    for one in listed()[:: DAYS // 60]:
        memory = read_position(game, f"{one.own} / {one.other}", pot=one.pot)
        assert memory.seat == 0
        assert len(one.own.split()) + 3 == 5


@pytest.mark.compiled
def test_the_worths_are_those_of_the_solution() -> None:
    game = games.find(GAME)
    for one in listed()[:: DAYS // 4]:
        found = analyze(
            read_position(game, f"{one.own} / {one.other}", pot=one.pot), patiently=True
        )
        worth = [found.value(action) for action in ACTIONS]
        assert worth == pytest.approx(list(one.worth), abs=one.error)
        assert found.error <= one.error


@pytest.mark.parametrize(
    "told", ["", "2026-11-31", "20261128", "28.11.2026", "tomorrow", "2026-W48-6"]
)
def test_a_wrong_date_gets_a_sentence(told: str) -> None:
    with pytest.raises(BadPosition, match="2026-11-28"):
        positions.read_date(told)
    assert positions.read_date("2026-11-28") == FIRST


def test_a_choice_costs_its_distance_to_the_best() -> None:
    one = Position("4c 9d", "Ks Kd", 6, (0.0, 0.5, 0.75, -1.0), 0.0)
    assert (one.best, one.margin, one.cost("fold")) == ("buy 2", 0.25, 0.75)
