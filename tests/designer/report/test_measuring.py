"""Reports of games whose answer is known."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sidepot
from sidepot import bots, games
from sidepot.designer.report import pilot
from sidepot.designer.report.counting import count_hands
from sidepot.designer.report.house import measured, table
from sidepot.designer.report.measuring import PARTS, Plan, Progress, measure, plan_of, shown_after
from sidepot.designer.report.page import page
from sidepot.designer.report.variants import MOST, variants
from sidepot.lab.simulate import SESSION
from tests.cases import often
from tests.designer.report.known import SIMPLE, coin_flip, gift, plan


@pytest.mark.compiled
def test_the_first_player_of_kuhn_loses_an_eighteenth_in_equilibrium() -> None:
    game = sidepot.game("kuhn")
    found = count_hands(
        game,
        bots.policy_of(game, "expert"),
        stacks=[200, 200],
        hands=100_000,
        seed=0,
        threads=2,
        progress=lambda done: None,
    )
    first = found.seats.ahead[0]
    assert first.low < -1 / 18 < first.high < -0.04
    assert found.seats.chance < 0.001


def test_a_coin_flip_has_no_skill_and_equal_seats(tmp_path: Path) -> None:
    report = measure(plan(coin_flip(tmp_path)), only=["count", "skill"])
    assert [one.won.value for one in report.skill] == [0]
    assert report.skill[0].hands is None
    assert report.seats and not report.seats.are_unequal
    assert report.length and report.length.decisions.value == 2
    assert report.pots and report.pots.quantiles == {"0.1": 2, "0.5": 2, "0.9": 2, "0.99": 2}


def test_a_seat_that_is_given_a_chip_is_found(tmp_path: Path) -> None:
    report = measure(plan(gift(tmp_path)), only=["count"])
    assert report.seats and report.seats.are_unequal
    assert (report.seats.farthest, report.seats.ahead[0].value > 0) == (0, True)
    assert report.seats.ahead[0].low < 1 < report.seats.ahead[0].high


def kuhn(**terms: Any) -> Plan:
    """A report of Kuhn poker, whose bots are quick in plain Python."""
    given = {"strengths": ["random", "regular"], "hands": 256, "threads": 1, **terms}
    return plan_of(sidepot.game("kuhn"), **given)


def test_threads_and_time_change_nothing_and_the_seed_does() -> None:
    one, two = (measure(kuhn(threads=n)) for n in (1, 2))
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
    other = measure(kuhn(seed=1), only=["count"])
    assert other.signature != one.signature


@pytest.mark.parametrize("name", ["kuhn", "guts"])
def test_actions_offered_equally_often_stand_in_the_menus_order(name: str) -> None:
    """In the order of a set the report differed from process to process."""
    game = sidepot.game(name)
    least = plan_of(game, players=2, strengths=SIMPLE[:1], hands=1, threads=1)
    found = measure(least, only=["watch"]).actions
    menu = [row.kind for row in game.deal(stacks=[200, 200], seed=0).legal.ranges]
    assert found
    assert [one.action for one in found.uses if one.action in menu] == list(dict.fromkeys(menu))


@pytest.mark.parametrize(("pace", "hands"), [(0.0001, 6000), (0.02, 1500), (5.0, SESSION)])
def test_hands_are_halved_until_a_report_fits_into_its_time(pace: float, hands: int) -> None:
    found = pilot.fitting(kuhn(hands=6000), pilot.Pace(pace, pace, pace))
    assert found.hands == hands
    fits = pilot.seconds(found, pilot.Pace(pace, pace, pace)) <= pilot.SECONDS
    assert fits or (found.hands, found.variants) == (SESSION, 0)


def test_variants_for_which_there_is_no_time_are_left_out_and_told() -> None:
    pace, all_ = pilot.Pace(0.01, 0.01, 0.01), len(variants(sidepot.game("kuhn")))
    least = kuhn(hands=SESSION)
    most = pilot.seconds(least._replace(variants=1), pace)
    found = pilot.fitting(least, pace, most=most)
    assert (found.hands, found.variants) == (SESSION, 1) and all_ > 1
    report = measure(found, only=["count", "options"])
    assert (len(report.variants or ()), report.untried) == (1, all_ - 1)
    assert f"{all_ - 1} further changes" in page(report, "")


def test_a_pilot_measures_every_pace() -> None:
    told = list[Progress]()
    found = pilot.fitted(kuhn(hands=6000), told.append, only=["count"], most=0)
    assert found.hands == SESSION
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert told[-1].done == told[-1].steps


def test_the_progress_of_each_part_ends_at_its_last_step() -> None:
    last = dict[str, Progress]()
    measure(kuhn(hands=64), lambda progress: last.update({progress.part: progress}))
    assert {name for name, one in last.items() if one.done == one.steps} == set(PARTS)


def test_a_pot_that_nobody_won_is_counted_as_it_stays() -> None:
    """In Guts all may be out, and the antes stay; after a session's last hand nothing can."""
    plan = plan_of(sidepot.game("guts"), players=2, strengths=["random"], hands=64, threads=1)
    pots = measure(plan, only=["count"]).pots
    assert pots and sum(one.hands for one in pots.bins if one.least >= 2) >= SESSION - 1


def stopping(part: str) -> Callable[[Progress], None]:
    """Ctrl-C in a part."""

    def tell(progress: Progress) -> None:
        if progress.part == part:
            raise KeyboardInterrupt

    return tell


def test_ctrl_c_keeps_the_parts_before_and_the_hands_that_were_counted() -> None:
    report = measure(kuhn(), stopping("watch"))
    assert report.stopped and report.length and report.skill
    assert (report.broke, report.variants) == (None, None)
    few = measure(kuhn(hands=4096), stopping("count"))
    assert few.stopped and few.length
    assert few.hands == sum(few.length.counts) < 4096


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_a_variant_changes_one_option_to_a_value_that_it_has_not(name: str) -> None:
    game = games.registry()[name]
    found = variants(game)
    assert len(found) <= MOST
    assert {variant.option for variant in found} <= set(game.declared)
    for variant in found:
        assert str(game.settings[variant.option]) != variant.value
        assert list(variant.game.chosen) == [variant.option]


def test_skill_shows_where_its_mean_is_two_standard_errors() -> None:
    assert shown_after(0.5, 10) == 1600
    assert shown_after(100, 1) == 1


@pytest.mark.parametrize(("game", "is_told"), [("guts", True), ("kuhn", False)])
def test_hands_played_by_themselves_are_told_where_a_pot_stays(game: str, is_told: bool) -> None:
    found = sidepot.game(game)
    few = plan_of(found, players=2, strengths=SIMPLE, hands=1, threads=1)
    drawn = page(measure(few, only=["skill"]), "")
    assert ("played by itself" in drawn) == is_told


EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
FILES = sorted(EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("file", often(FILES, always=[EXAMPLES / "card_auction.py"]))
def test_every_example_has_a_report(file: Path) -> None:
    game = games.find(str(file))
    report = measure(plan_of(game, strengths=SIMPLE[:1], hands=40, threads=1))
    assert report.length and report.seats and report.actions and report.pots and report.broke


def test_the_houses_figures_are_those_of_its_present_rules() -> None:
    rows = table()
    assert rows
    known = games.registry()
    assert {row.game: row.rules_version for row in rows} == {
        row.game: known[row.game].rules_version for row in rows
    }


@pytest.mark.soak
@pytest.mark.compiled
def test_the_houses_figures_can_be_had_again() -> None:
    row = next(row for row in table() if row.game == "kuhn")
    assert measured(sidepot.game("kuhn"), row.hands) == row
