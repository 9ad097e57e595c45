"""The positions of two years: interesting, different, by the rules, and solved."""

import datetime
import zlib
from collections import Counter
from importlib import resources

import pytest
from docs.knowledge import daily_standoff

from sidepot import games
from sidepot.analysis import analyze, read_position
from sidepot.cards import parse
from sidepot.cards import text as card_text
from sidepot.daily import positions
from sidepot.daily.positions import (
    CHOICES,
    DAYS,
    ERROR,
    FILE,
    MARGIN,
    RICOCHET,
    STANDOFF,
    THREE,
    Position,
    listed,
    text,
)
from sidepot.engine.memory import Memory
from sidepot.errors import BadPosition
from sidepot.odds.standoff.position import choices

FIRST = datetime.date(2026, 11, 28)
TWO_YEARS = [positions.of(FIRST + datetime.timedelta(days=n)) for n in range(DAYS)]
GAMES = (RICOCHET, STANDOFF, THREE)
LARGEST = 30_000
"""Bytes of the list that ships, compressed, in the wheel and in the page."""
LONGEST = 8
"""Days on which the same game or the same number may be right, one after the other."""


def test_two_years_pass_before_a_position_comes_again() -> None:
    assert DAYS >= 2 * 365 + 1 and len(listed()) == DAYS
    assert len({one.ranks for one in TWO_YEARS}) == DAYS  # so none are alike within a month
    assert positions.of(FIRST + datetime.timedelta(days=DAYS)) == positions.of(FIRST)


def test_the_best_choice_is_better_by_the_margin_on_every_day() -> None:
    assert min(one.margin for one in TWO_YEARS) > MARGIN
    assert max(one.error for one in TWO_YEARS) < ERROR


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_is_the_best_on_most_days_of_a_game(game: str) -> None:
    days = [one for one in TWO_YEARS if one.game == game]
    places = Counter(one.choices.index(one.best) for one in days)
    assert max(places.values()) <= 0.55 * len(days)
    assert min(places[n] for n in range(len(days[0].choices))) >= 0.1 * len(days)


def test_each_number_answers_many_days_and_none_a_long_row_of_them() -> None:
    right = [one.choices.index(one.best) for one in TWO_YEARS]
    assert min(Counter(right)[n] for n in range(CHOICES)) >= 0.1 * DAYS
    for names in (right, [one.game for one in TWO_YEARS]):
        assert all(len({*names[at : at + LONGEST]}) > 1 for at in range(DAYS - LONGEST))


def test_the_list_is_small_and_written_as_it_is_read() -> None:
    told = resources.files("sidepot.daily").joinpath(FILE).read_text("utf-8")
    assert text(listed()) == told
    assert len(zlib.compress(told.encode())) < LARGEST


def test_positions_of_the_same_ranks_are_alike_whatever_the_order_and_the_suits() -> None:
    one, other = (made(own=own) for own in ("4c 9d", "9s 4h"))
    assert one.ranks == other.ranks != made(own="4c 8d").ranks


def test_no_card_is_in_two_places_and_each_choice_has_a_worth() -> None:
    for one in listed():
        seen = parse(f"{one.own} {one.other} {one.thrown}")
        assert len({*seen}) == len(seen)
        assert len(one.choices) == len(one.worth) == len(one.chance) == CHOICES
        assert {*one.choices} >= ({"keep"} if one.game == STANDOFF else {"fold"})


def test_the_rules_offer_the_choices_to_the_hand_that_is_asked() -> None:
    for one in [one for one in listed() if one.game != STANDOFF][::20]:
        assert told(one).seat == 0
        assert one.choices == ["fold", "buy 1", "buy 2", "buy 3"]


def test_at_standoff_two_cards_are_up_and_the_throws_are_of_the_hand() -> None:
    for one in [one for one in listed() if one.game == STANDOFF]:
        assert len(one.other.split()) == 2
        assert len(one.own.split()) + len(one.thrown.split()) == 5
        assert {each.split()[1] for each in one.choices[1:]} < {*one.own.split()}


def told(one: Position) -> Memory:
    """The position as `sidepot odds` takes it; a player who is out is written `-`."""
    is_out = one.game == THREE
    hands = f"{one.own} / {one.other}{' / -' * is_out}"
    return read_position(games.find(one.game), hands, dead=one.thrown, pot=one.pot)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [RICOCHET, THREE])
def test_the_worths_are_those_of_the_solution(game: str) -> None:
    for one in [one for one in listed() if one.game == game][:2]:
        found = analyze(told(one), patiently=True)
        worth = [found.value(action) for action in one.choices]
        assert worth == pytest.approx(list(one.worth), abs=one.error + 1e-5)
        assert found.error <= one.error


@pytest.mark.compiled
def test_the_throw_that_is_best_is_the_best_by_the_tree_of_the_strategy() -> None:
    for one in [one for one in listed() if one.game == STANDOFF][:3]:
        own, thrown, up = map(parse, cards_of(one))
        found = max(choices(own, thrown, up, players=2), key=lambda value: value.worth)
        said = "keep" if found.card is None else f"discard {card_text(found.card)}"
        assert said == one.best


@pytest.mark.soak
def test_other_rivals_find_the_same_worths() -> None:
    for one in [one for one in listed() if one.game == STANDOFF][:3]:
        own, thrown, up = map(parse, cards_of(one))
        found = daily_standoff.position(own, thrown, up[0], up[1], n=300)
        assert found.best == one.best and [*found.choices] == [*one.choices]
        assert found.margin == pytest.approx(one.margin, abs=2 * found.error + 2 * one.error)


def cards_of(one: Position) -> tuple[str, str, str]:
    return one.own, one.thrown, one.other


@pytest.mark.parametrize(
    "told", ["", "2026-11-31", "20261128", "28.11.2026", "tomorrow", "2026-W48-6"]
)
def test_a_wrong_date_gets_a_sentence(told: str) -> None:
    with pytest.raises(BadPosition, match="2026-11-28"):
        positions.read_date(told)
    assert positions.read_date("2026-11-28") == FIRST


def test_a_choice_costs_its_distance_to_the_best() -> None:
    one = made(worth=(0.0, 0.5, 0.75, -1.0))
    assert (one.best, one.margin, one.cost("fold")) == ("buy 2", 0.25, 0.75)


def made(own: str = "4c 9d", worth: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)) -> Position:
    """A position of Ricochet."""
    choices = ("fold", "buy 1", "buy 2", "buy 3")
    return Position(RICOCHET, own, "Ks Kd", "", 6, choices, worth, (0.0,) * 4, 0.0)
