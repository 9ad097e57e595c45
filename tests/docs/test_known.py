"""The pages of what is known follow from figures that are stored or counted, and so do pictures."""

from types import ModuleType

import pytest
from docs.generate import filled
from docs.knowledge import guts_work, kuhn_page
from docs.knowledge.__main__ import OTHERS
from docs.knowledge.plots import FOLDER, signature_of, signature_of_files

from sidepot.odds.guts.holdings import holdings
from sidepot.odds.guts.table import rows

PAGES = pytest.mark.parametrize("known", OTHERS, ids=lambda known: known.PAGE.stem)


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
