"""The page of knowledge about Ricochet, and its pictures, follow from the stored figures."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest
from docs.knowledge.deals import best, is_proven, unproven
from docs.knowledge.figures import (
    interval,
    mean,
    middle,
    ratio,
    ratios,
    replies,
    tables,
)
from docs.knowledge.page import PAGE, page, parts
from docs.knowledge.plots import FOLDER, PICTURES, signature, signature_of
from docs.knowledge.work import GAME, HANDS, PLAYERS, RATIOS, SEED

from sidepot import games
from sidepot.bots.ricochet import share
from sidepot.designer.report.pace import minutes
from sidepot.lab.statistics import collect_statistics
from sidepot.odds.ricochet import opening

TEXT = PAGE.read_text("utf-8")


def test_the_page_follows_from_the_figures() -> None:
    assert page(TEXT) == TEXT


def test_other_figures_are_another_page() -> None:
    first, *others = tables()
    kept = parts(ratios(), tables(), replies())
    changed = parts(ratios(), [replace(first, splits=first.splits + 1), *others], replies())
    assert [mark for mark in kept if kept[mark] != changed[mark]] == ["pots"]
    low, *high = ratios()
    changed = parts([replace(low, value=(0.0, 0.0)), *high], tables(), replies())
    assert [mark for mark in kept if kept[mark] != changed[mark]] == ["ratio"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_from_these_figures(name: str) -> None:
    drawn = (FOLDER / name).read_text("utf-8")
    assert signature_of(drawn) == signature()
    assert signature_of(drawn.replace(signature(), "0123456789abcdef")) != signature()
    assert f"(pictures/{name})" in TEXT


def test_every_table_and_ratio_was_worked_out() -> None:
    assert [table.players for table in tables()] == list(PLAYERS)
    assert sorted((ratio.ante, ratio.price) for ratio in ratios()) == sorted(RATIOS)
    for table in tables():
        assert sum(table.asked) == sum(table.pots) == table.hands == HANDS
        assert sum(table.dealt) == table.players * HANDS
        assert sum(table.won) >= HANDS + table.splits


def test_the_ratio_that_ships_is_that_of_its_table() -> None:
    (even,) = (ratio for ratio in ratios() if ratio.ante == ratio.price)
    found = ratio(1, 1, opening.deal_bounds().items())
    assert json.loads(json.dumps(asdict(found))) == asdict(even)
    assert sum(found.first) == pytest.approx(1, abs=1e-5)


def error(counts: Sequence[int]) -> float:
    """The standard error of the mean of counted numbers."""
    middle, n = mean(counts), sum(counts)
    return math.sqrt(sum(m * (i - middle) ** 2 for i, m in enumerate(counts))) / n


@pytest.mark.soak
def test_fewer_hands_agree_with_the_page() -> None:
    (kept,) = (table for table in tables() if table.players == 3)
    few = collect_statistics(games.find(GAME), players=3, hands=3000, policy=share, seed=SEED + 1)
    for ours, theirs in ((few.asked, kept.asked), (few.pots, kept.pots)):
        assert abs(mean(ours) - mean(theirs)) < 4 * error(ours)
        assert not abs(mean(ours) + 1 - mean(theirs)) < 4 * error(ours)
    low, high = interval(few.highest, sum(few.pots))
    assert 2 * low - high < kept.highest / kept.hands < 2 * high - low


def test_a_range_leaves_out_the_tails() -> None:
    assert middle([10, 10, 60, 10, 10]) == (0, 3)
    assert middle([0, 5, 90, 5]) == (2, 2)
    assert mean([1, 2, 1]) == 1


def test_an_interval_holds_the_share() -> None:
    low, high = interval(20, 100)
    assert (low, high) == pytest.approx((0.1334, 0.2888), abs=5e-4)
    assert interval(0, 1000)[0] == pytest.approx(0) and interval(0, 1000)[1] < 0.004


def test_a_choice_is_proven_by_its_bounds() -> None:
    apart, close = [(0.0, 0.0), (0.1, 0.2), (0.3, 0.4)], [(0.0, 0.0), (0.1, 0.35), (0.3, 0.4)]
    assert best(apart) == best(close) == 2
    assert is_proven(apart) and not is_proven(close)
    assert unproven({(3, 7, "one"): close, (3, 7, "two"): close, (0, 1, "two"): apart}) == [(3, 7)]


def test_minutes_are_of_decisions_and_of_the_deal() -> None:
    assert minutes(0) == pytest.approx(25 / 60)
    assert minutes(6) - minutes(0) == pytest.approx(1)


def test_a_reply_to_the_share_rule_wins_no_more_than_its_upper_bound() -> None:
    assert [reply.players for reply in replies()] == list(PLAYERS[1:])
    for reply in replies():
        error = math.hypot(reply.error, reply.most_error)
        assert reply.wins < reply.most + 2 * error
