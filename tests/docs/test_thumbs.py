"""The rules of thumb on rule pages and on paper, in each language, with the measured costs."""

import re

import pytest
from docs.knowledge import guts_page, standoff_work
from docs.knowledge.deals import by_thumb, cost
from docs.knowledge.kuhn_page import solution, thumb, tree

from sidepot import games
from sidepot.engine import rule_pages
from sidepot.paper.sheet import sheet
from sidepot.words import speaking

NAMES = {"en": "Rule of thumb", "de": "Faustregel", "es": "Regla práctica"}
GAMES = ("ricochet-2", "high-noon-standoff", "guts", "kuhn")


def thumb_of(game: str, language: str) -> str:
    """The paragraph of a rule page."""
    with speaking(language):
        page = rule_pages.rules_alone(games.find(game))
    [found] = [part for part in page.split("\n\n") if part.startswith(f"**{NAMES[language]}**")]
    return found


def figures(game: str, language: str) -> set[str]:
    """The decimal numbers in it, with a point."""
    told = re.findall(r"\d+[.,]\d+", thumb_of(game, language))
    return {one.replace(",", ".") for one in told}


@pytest.mark.parametrize("language", NAMES)
def test_the_costs_are_those_of_the_pages_of_knowledge(language: str) -> None:
    always_one = cost(lambda low, high: 1)[1]
    assert figures("ricochet-2", language) == {f"{cost(by_thumb)[1]:.3f}", f"{always_one:.2f}"}
    [ruled] = [each for each in standoff_work.stored()[0] if each.rivals == "by the rule"]
    intervals = {f"{1.96 * error:.2f}" for error in (ruled.error, ruled.most_error)}
    worth = {f"{ruled.value:.2f}", f"{-ruled.most:.2f}"}
    assert figures("high-noon-standoff", language) == worth | intervals
    carried_on = guts_page.parts()["guts rules"].splitlines()[3]
    assert figures("guts", language) == {carried_on.split("|")[3].strip()}
    assert figures("kuhn", language) == set()


def test_nobody_wins_more_from_the_rule_of_thumb_of_kuhn_than_from_the_solution() -> None:
    best = tree().replies(solution)
    assert tree().replies(thumb) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_on_paper_too(game: str, language: str) -> None:
    with speaking(language):
        assert f"<strong>{NAMES[language]}</strong>" in sheet(games.find(game), "a4")
