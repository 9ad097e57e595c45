"""Positions of games without a learned strategy, and the sense of the coach's answer.

Kuhn and Leduc poker are counted by their solutions, and Guts played out by its expert: there the
advice is known. In the others no bet has a value, and none is advised.
"""

from __future__ import annotations

from collections import Counter

import pytest

from sidepot import games
from sidepot.analysis import Analysis, analyze, read_position, sentences
from tests.analysis.known_positions import CHANCES, GUTS, KUHN, LEDUC, Chance, Known


def told(name: str, hands: str, after: str = "", options: str = "") -> Analysis:
    """The coach's answer in a position, from one batch of deals."""
    game = games.find(name, **dict(pair.split("=") for pair in options.split()))
    return analyze(read_position(game, hands, after=after), seconds=0)


@pytest.mark.parametrize("known", KUHN, ids=str)
def test_kuhn_is_valued_by_its_solution(known: Known) -> None:
    found = told("kuhn", known.hands, known.after, known.options)
    assert found.method == "solved" and found.advice in known.best
    assert {*found.undecided} <= {*known.best}
    assert found.value(found.advice) == pytest.approx(known.worth, abs=1e-4)


@pytest.mark.parametrize("known", LEDUC, ids=str)
def test_leduc_is_valued_by_its_solution(known: Known) -> None:
    found = told("leduc", known.hands, known.after)
    assert found.method == "solved" and found.advice in known.best
    assert {*found.undecided} <= {*known.best}


def test_leduc_with_other_bets_has_no_values() -> None:
    assert told("leduc", "Ks / * / Kh", options="big_bet=8").method == "sampled"


def test_equal_choices_of_a_solution_are_called_equal() -> None:
    said = [message.text for message in sentences(told("kuhn", "Ks / *"))]
    assert "check and bet 1 are worth the same." in said
    assert said[-1].startswith("Exact, if everybody plays the solution")


def test_queen_and_jack_among_six_are_out_of_guts_though_random_rivals_would_pay_for_it() -> None:
    found = told("guts", "QsJs" + " / *" * 5)
    assert found.value("in") < 1.5 < told("guts", "AsAh" + " / *" * 5).value("in")


@pytest.mark.soak
@pytest.mark.compiled
def test_guts_is_worth_the_same_at_each_seat_as_all_decide_at_once() -> None:
    hands = ("KhQd / * / *", "* / KhQd / *", "* / * / KhQd")
    worth = [told("guts", held) for held in hands]
    assert [one.seat for one in worth] == [0, 1, 2]
    first, *others = (one.value("in") for one in worth)
    assert others == pytest.approx([first] * 2, abs=0.5)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("known", GUTS, ids=str)
def test_guts_is_advised_as_its_players_know_it(known: Known) -> None:
    found = told("guts", known.hands)
    assert (found.advice,) == known.best and not found.undecided


def test_aces_full_open_the_pot_and_win() -> None:
    found = told("five-card-draw", "AsAhAd8c8d / *")
    assert found.chance("bet 2").win > 0.9 > found.chance("check").win > 0


def test_a_pair_of_queens_is_kept_and_wins_five_card_high_noon() -> None:
    found = told("high-noon-5", "* / QsQh", "bet 1")
    assert found.chance("call").win == 1.0
    assert told("high-noon-5", "* / QsJs", "bet 1").chance("call").win < 1.0


def test_each_game_has_twenty_known_positions() -> None:
    counts = Counter(known.game for known in CHANCES)
    assert min(*counts.values(), len(KUHN), len(LEDUC), len(GUTS)) >= 20
    assert len({str(known) for known in CHANCES}) == len(CHANCES)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("known", CHANCES, ids=str)
def test_chances_are_those_that_any_player_would_name(known: Chance) -> None:
    found = told(known.game, known.hands, known.after)
    assert found.choices == () and found.advice is None
    assert known.least <= found.chance(known.action).win <= known.most
