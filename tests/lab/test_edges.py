"""The house's edge: what the page says is what is counted and played."""

import math
import re

import pytest
from docs.edges import DEALS, PAGE, side_rows

import sidepot
from sidepot.lab.edges import cover_edge, game_edge, quickdraw_edge

GAME = sidepot.game("ricochet-casino")


def rows(text: str) -> list[list[str]]:
    """The cells of the tables of a page, without their heads."""
    lines = [line for line in text.splitlines() if re.match(r"\| [\dQC]", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.compiled  # millions of hands are counted
def test_the_page_says_what_is_counted_of_the_side_bets() -> None:
    assert side_rows(GAME) in PAGE.read_text("utf-8")


@pytest.mark.compiled
def test_the_edge_of_a_side_bet_follows_its_table() -> None:
    assert quickdraw_edge(GAME).edge == pytest.approx(0.1063, abs=5e-5)
    assert cover_edge(GAME).edge == pytest.approx(0.0721, abs=5e-5)
    assert quickdraw_edge(GAME.with_options(quickdraw=6)).edge < 0 < quickdraw_edge(GAME).edge
    assert cover_edge(GAME.with_options(cover_from="6")).edge > cover_edge(GAME).edge
    nothing = GAME.with_options(cover="/".join(["0"] * 9))
    assert cover_edge(nothing).edge == 1


def test_the_page_has_every_number_of_players() -> None:
    found = rows(PAGE.read_text("utf-8"))
    assert {int(row[0]): int(row[3].replace(",", "")) for row in found if len(row) == 5} == DEALS


@pytest.mark.soak
def test_fewer_hands_agree_with_the_page() -> None:
    on_page = {row[0]: row for row in rows(PAGE.read_text("utf-8")) if len(row) == 5}
    edge = game_edge(GAME, 2, deals=800, seed=1, threads=1)
    low, high = (float(bound.strip("% ")) / 100 for bound in on_page["2"][2].split("to"))
    half = (high - low) / 2
    assert abs(edge.edge - (low + high) / 2) < 2 * math.hypot(edge.interval, half)


def test_side_bets_do_not_count_and_threads_change_nothing() -> None:
    beside = game_edge(GAME.with_options(side_limit=50), 1, deals=8, seed=1, threads=2)
    assert beside == game_edge(GAME, 1, deals=8, seed=1, threads=1)
    assert beside.interval > 0


@pytest.mark.soak
def test_an_interval_narrows_with_hands() -> None:
    few, many = (game_edge(GAME, 1, deals=deals, seed=1) for deals in (200, 600))
    assert 0 < many.interval < few.interval
