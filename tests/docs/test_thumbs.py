"""The rules of thumb on rule pages and on paper, in each language, with the measured costs."""

import re

import pytest
from docs.knowledge import (
    casino_work,
    guts_page,
    roulette_page,
    roulette_work,
    showdown_work,
    standoff_work,
)
from docs.knowledge.deals import by_thumb, cost
from docs.knowledge.kuhn_page import solution, thumb, tree

from sidepot import games
from sidepot.engine import rule_pages
from sidepot.paper.sheet import sheet
from sidepot.words import speaking

NAMES = {"en": "Rule of thumb", "de": "Faustregel", "es": "Regla práctica"}
GAMES = ("ricochet-2", "high-noon-standoff", "guts", "kuhn", "ricochet-casino", "poker-roulette")


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
    showdown = showdown_work.stored()
    paid = {f"{each:.2f}" for pair in (showdown.rule, showdown.rule_pays) for each in pair}
    assert figures("high-noon-standoff", language) == worth | intervals | paid
    carried_on = guts_page.parts()["guts rules"].splitlines()[3]
    assert figures("guts", language) == {carried_on.split("|")[3].strip()}
    assert figures("kuhn", language) == set()
    casino = casino_work.stored()
    rule, always = (casino.best - casino.rules[one] for one in ("rule of thumb", "always pay"))
    assert figures("ricochet-casino", language) == {f"{rule:.4f}", f"{always:.2f}"}
    laid = roulette_page.parts()["roulette lay rule"]
    assert figures("poker-roulette", language) == {*re.findall(r"\d\.\d+", laid)}


@pytest.mark.parametrize("language", NAMES)
def test_the_shares_of_winning_hands_of_roulette_are_the_measured_ones(language: str) -> None:
    won = {one.players: one.won["dead"] for one in roulette_work.stored()[0]}
    pairs = [won[players]["pair"] for players in (3, 4, 5)]
    assert all(won[players]["pair"] == max(won[players].values()) for players in (3, 4, 5))
    better = [1 - won[players]["pair"] - won[players]["high_card"] for players in range(6, 11)]
    told = re.findall(r"(\d+) ?%", thumb_of("poker-roulette", language))
    assert told == [f"{100 * share:.0f}" for share in (min(pairs), max(pairs), min(better))]


def test_nobody_wins_more_from_the_rule_of_thumb_of_kuhn_than_from_the_solution() -> None:
    best = tree().replies(solution)
    assert tree().replies(thumb) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_on_paper_too(game: str, language: str) -> None:
    with speaking(language):
        assert f"<strong>{NAMES[language]}</strong>" in sheet(games.find(game), "a4")
