"""The pages of what is known follow from figures that are stored or counted, and so do pictures."""

import math
from types import ModuleType

import pytest
from docs.generate import filled
from docs.knowledge import casino_page, casino_work, guts_work, kuhn_page, standoff_work
from docs.knowledge.__main__ import OTHERS
from docs.knowledge.plots import FOLDER, signature_of, signature_of_files

from sidepot import cards, games
from sidepot.analysis import analyze, read_position
from sidepot.odds.guts.holdings import holdings
from sidepot.odds.guts.table import rows

PAGES = pytest.mark.parametrize("known", OTHERS, ids=lambda known: known.__name__.split(".")[-1])


@PAGES
def test_a_page_follows_from_its_figures(known: ModuleType) -> None:
    text = known.PAGE.read_text("utf-8")
    for mark, content in known.parts().items():
        assert filled(text, mark, content) == text, mark
        assert filled(text, mark, content + " ") != text


@PAGES
def test_the_pictures_of_a_page_are_drawn_from_its_figures(known: ModuleType) -> None:
    for name in known.PICTURES:
        drawn = (FOLDER / name).read_text("utf-8")
        assert signature_of(drawn) == signature_of_files(known.SOURCES)
        assert f"(pictures/{name})" in known.PAGE.read_text("utf-8")


def test_kuhn_is_worth_an_eighteenth_and_its_solution_cannot_be_exploited() -> None:
    assert kuhn_page.tree().value(kuhn_page.solution)[0] == pytest.approx(-1 / 18)
    assert kuhn_page.tree().exploitability(kuhn_page.solution) == pytest.approx(0, abs=1e-6)
    assert all(cost > 0.05 for cost in kuhn_page.costs().values())


def test_a_rule_of_thumb_costs_what_the_page_says() -> None:
    (stored,) = (
        one for one in guts_work.stored() if (one.cards, one.players, one.goes_on) == (2, 2, True)
    )
    row = rows()[2, "three-card", 2, True]
    held = holdings(2)
    chance = guts_work.chance_of(row, held)
    cost, error = guts_work.cost(2, 2, True, chance, held.strength[:0])
    assert (round(cost, 5), error) == (stored.rule, 0) and stored.rule > 0


def test_a_reply_to_the_solution_of_standoff_is_bounded_for_every_number_of_players() -> None:
    found = [one for one in standoff_work.stored()[0] if one.rivals == "equilibrium"]
    assert [one.players for one in found] == [*standoff_work.PLAYERS]
    assert all(one.least <= one.most < 0.01 * one.players for one in found)


CLOSE = ("As 9d / Th Tc 8s 4h 2c", "7h 5h / 5c 5s Kh Qd 2h", "6s 6d / Kc Ks Jd 9h 2c")


@pytest.mark.parametrize("told", CLOSE)
def test_a_decision_counted_by_ranks_is_that_of_every_draw(told: str) -> None:
    two, five = (cards.parse(hand) for hand in told.split(" / "))
    ranks = tuple(sorted(card >> 2 for card in five))
    counted = casino_work.against(ranks)
    k = casino_work.PAIRS.index((two[1] >> 2, two[0] >> 2))
    value = counted.value[k]
    if two[0] & 3 == two[1] & 3:
        held = {card >> 2 for card in five if card & 3 == two[0] & 3}
        lying = sum(1 << at for at, rank in enumerate(counted.ranks) if rank in held)
        value = counted.suited_value[casino_work.SUITED.index(k), lying]
    found = analyze(read_position(games.find(casino_work.GAME), told))
    assert found.value("buy 3") == pytest.approx(value)


def test_all_deals_of_the_casino_are_in_its_decisions() -> None:
    banks = list(casino_work.banks())
    deals = sum(casino_work.ways(bank) for bank in banks) / math.comb(52, 5)
    assert 1 - deals == pytest.approx(casino_work.stored().kicked, abs=1e-6)
    pair = casino_work.against(banks[-1])
    counted = pair.deals.sum() + pair.suited_deals.sum()
    assert counted == casino_work.ways(banks[-1]) * math.comb(47, 2)


def test_the_chart_of_the_casino_leaves_nothing_out_but_kickers() -> None:
    for line in casino_work.stored().worth.values():
        first = casino_page.up_to(line)
        assert all(worth > 0 for worth in line[: casino_page.FIRST_PAIR + first])
        assert all(worth <= 0 for worth in line[casino_page.FIRST_PAIR + first :])
