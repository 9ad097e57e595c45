"""Equilibria of Guts: payoffs by the rules, values by two counts, and thresholds that hold."""

import random

import numpy as np
import pytest

from sidepot import cards, games
from sidepot.engine import setup
from sidepot.engine.game import Hand
from sidepot.kernel import readable
from sidepot.odds.guts import counting
from sidepot.odds.guts.coalition import coalition
from sidepot.odds.guts.holdings import Holdings, holdings
from sidepot.odds.guts.payoffs import MOST_TIED, Payoffs, by_sets, payoffs
from sidepot.odds.guts.solving import Floats, solve, values
from sidepot.odds.guts.table import Row, rows
from sidepot.rules.carried import ALONE, JUDGED

TWO = holdings(2)
ANTE = 12


def chance_of(row: Row, held: Holdings) -> Floats:
    return np.array([row.chance(int(worth)) for worth in held.worth])


def at(hand: str, held: Holdings = TWO) -> int:
    """The number of a hand's strength."""
    wanted = sorted(cards.parse(hand))
    return int(held.strength[(held.card == wanted).all(axis=1)][0])


def told(found: Payoffs, choices: list[bool], strengths: list[int]) -> float:
    """The first seat's payoff by the table, in pots."""
    rivals = [s for s, is_in in zip(strengths[1:], choices[1:], strict=True) if is_in]
    ties = found.tied * (rivals.count(max(rivals)) - 1) if rivals else 0.0
    if not choices[0]:
        return float(found.outside[len(rivals)]) + ties
    own = strengths[0]
    signs = [(s > own) - (s < own) for s in rivals]
    extra = ties if rivals and max(rivals) > own else 0.0
    return float(found.inside[signs.count(-1), signs.count(0), signs.count(1)]) + extra


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_payoffs_are_those_of_hands_played(players: int, goes_on: bool) -> None:
    game, found, chance = (
        games.find("guts", ante=ANTE, cap=0),
        payoffs(players, goes_on=goes_on),
        random.Random(4),
    )
    ranks = cards.deck()[-24:]  # few ranks, so that hands tie
    for _ in range(60):
        order = chance.sample(ranks, len(ranks))
        rest = [code for code in cards.deck() if code not in order]
        kept, mode = ({"pot": 0}, JUDGED) if goes_on else (None, ALONE)
        stacks = [1000] * players
        hand = Hand(game, setup.before_deal(game, stacks, order + rest, kept=kept, goes_on=mode))
        choices = [chance.random() < 0.6 for _ in range(players)]
        while not hand.over:
            hand.act("in" if choices[hand.actor or 0] else "out")
        held = [
            " ".join(cards.text(code) for code in order[2 * p : 2 * p + 2]) for p in range(players)
        ]
        won = (hand.payoffs[0] + ANTE) / (players * ANTE)
        assert won == pytest.approx(told(found, choices, [at(each) for each in held]))


def test_the_best_hand_between_two_is_counted_by_hand() -> None:
    """One of 1,225 hands that a rival may hold ties with two aces, and all others lose the pot."""
    found = payoffs(2, goes_on=False)
    everybody = np.ones(TWO.strengths)
    value = values(2, "three-card", found, everybody, at("Ac Ad"))
    assert value.advantage[0] == pytest.approx((1224 * 2 + 0.5) / 1225)
    nobody = values(2, "three-card", found, np.zeros(TWO.strengths), at("2c 3c"))
    assert nobody.advantage[0] == pytest.approx(1 - 0.5)


@pytest.mark.parametrize("goes_on", [False, True])
def test_two_ways_of_counting_agree(goes_on: bool) -> None:
    found = payoffs(3, goes_on=goes_on)
    inside, outside = by_sets(found)
    chance = (np.arange(TWO.strengths) > 70).astype(float)
    chance[60] = 0.3
    own = [at("Kc 9d"), at("Ac Ad")]
    kinds = [int(np.flatnonzero(TWO.strength[TWO.kinds] == k)[0]) for k in own]
    by_cards = np.zeros(2)
    counting.advantages_by_cards(
        readable(TWO.card),
        readable(TWO.strength),
        readable(TWO.kinds[kinds]),
        chance[TWO.strength],
        inside,
        outside,
        found.tied,
        2,
        by_cards,
    )
    by_ranks = [float(values(2, "three-card", found, chance, k).advantage[0]) for k in own]
    assert list(by_cards) == pytest.approx(by_ranks, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "goes_on"),
    [(2, False), (2, True), pytest.param(3, False, marks=pytest.mark.compiled)],
)
def test_nobody_gains_by_leaving_an_equilibrium_that_ships(players: int, goes_on: bool) -> None:
    row, found = rows()[2, "three-card", players, goes_on], payoffs(players, goes_on=goes_on)
    chance = chance_of(row, TWO)
    assert values(2, "three-card", found, chance).gain(chance) == pytest.approx(row.most, abs=1e-9)
    bold = np.roll(chance, -6)
    bold[-6:] = 1
    assert values(2, "three-card", found, bold).gain(bold) > 1e-4


def test_the_table_is_what_the_solver_finds() -> None:
    found, row = solve(2, "three-card", 2, goes_on=True), rows()[2, "three-card", 2, True]
    assert list(found.chance) == list(chance_of(row, TWO)) and found.most == row.most


@pytest.mark.parametrize("size", [2, 3])
def test_the_strengths_that_ship_are_those_of_the_rules(size: int) -> None:
    held = holdings(size)
    for (cards_of, ranking, _, _), row in rows().items():
        if (cards_of, ranking) == (size, "three-card"):
            assert held.worth[at(row.lowest, held)] == row.strength
            assert all(held.worth[at(hand, held)] == s for hand, (s, _) in row.mixed.items())


def test_every_game_has_an_equilibrium_that_is_close() -> None:
    assert len(rows()) == 2 * 9 * 3
    assert all(row.most * row.players < 0.05 for row in rows().values())
    assert all(row.most == row.least for row in rows().values() if row.players <= 3)


def test_more_tie_than_suits_there_are_never() -> None:
    assert payoffs(3, goes_on=True).inside.shape[1] == MOST_TIED
    counts = np.bincount(TWO.strength)
    assert counts.max() == MOST_TIED * MOST_TIED


@pytest.mark.compiled
def test_two_with_signals_win_from_a_third_and_without_less() -> None:
    chance = chance_of(rows()[2, "three-card", 3, True], TWO)
    found = coalition(chance, goes_on=True)
    assert 0 < found.silent < found.informed
    assert found.informed == pytest.approx(0.25011 / 3, abs=1e-5)
