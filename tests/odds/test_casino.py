"""The value of playing on in casino Ricochet, against every draw counted in another way."""

import itertools

import numpy as np
import numpy.typing as npt
import pytest

import sidepot
from sidepot import bots, hands, kernel
from sidepot.analysis import analyze, read_position
from sidepot.cards import parse
from sidepot.engine.game import Game
from sidepot.errors import BadCards, BadPosition
from sidepot.lab.edges import cover_counts, quickdraw_counts
from sidepot.odds.casino.counting import HANDS, QUICK_DEALS, QUICK_WINS, ROW_COUNTS
from sidepot.odds.sampling import values

GAME = sidepot.game("ricochet-casino")
BONUS = {"straight": 2, "flush": 5, "full_house": 10, "quads": 25, "straight_flush": 100}
Ints = npt.NDArray[np.int64]


def completed(two: list[int], draws: Ints) -> Ints:
    """The strengths of a hand with each of some draws of three."""
    first = np.tile(np.array(two), (len(draws), 1))
    return hands.rank(np.hstack([first, draws]).T).astype(np.int64)


def bonuses(strengths: Ints) -> Ints:
    """The ante bonus of each strength, by the names of the hands."""
    paid = np.zeros(len(strengths), np.int64)
    for category, key in hands.CATEGORIES.items():
        paid[strengths >> 26 == category] = BONUS.get(key, 0)
    paid[strengths == hands.rank(np.array([parse("TsJsQsKsAs")]).T)[0]] = 1000
    return paid


def by_brute_force(position: str, dead: str, *, blind: bool = False) -> float:
    """The value of playing with one more player to come, who answers optimally.

    `blind`: the player is thought to draw from one's own cards too, which is wrong.
    """
    *players, bank = [parse(part) if part.strip() != "-" else [] for part in position.split("/")]
    seen = {card for hand in (*players, bank) for card in hand} | set(parse(dead))
    free = [card for card in range(52) if card not in seen]
    draws = np.array(list(itertools.combinations(free, 3)))
    me, him = sorted(players, key=lambda two: hands.rank(np.array([two]).T)[0])
    mine, his, paid = completed(me, draws), completed(him, draws), bonuses(completed(him, draws))
    level = max(int(hands.rank(np.array([held]).T)[0]) for held in (him, bank) if held)
    pot, value = len(players) + 1, float(bonuses(mine).mean()) - 1
    for draw, strength in zip(draws[mine >= level], mine[mine >= level], strict=True):
        gone = np.isin(draws, [] if blind else draw).any(axis=1)
        open_to_him = np.flatnonzero(~gone)
        higher = (his[open_to_him] > strength).mean()
        equal = (his[open_to_him] == strength).mean()
        his_gain = (pot + 2) * (higher + equal / 2) + paid[open_to_him].mean() - 1
        won = (pot + 2) * (1 - higher - equal / 2) if his_gain > 0 else pot + 1
        value += won / len(draws)
    return value


def played(position: str, dead: str = "", game: Game = GAME) -> dict[str, float]:
    """The odds of a position, in numbers."""
    found = analyze(read_position(game, position, dead=dead))
    assert found.bank
    return {"ahead": found.bank.ahead, "bonus": found.bank.bonus, "value": found.value("buy 3")}


ALONE = ["Kc 7d / Ac Jd 8s 4h 2c", "7c 6c / 9d 9h 8s 4h 2c", "As Ks / Qh Jd 8s 4h 2c"]


@pytest.mark.parametrize("position", ALONE)
def test_alone_against_the_bank_every_draw_is_counted(position: str) -> None:
    me, bank = map(parse, position.split("/"))
    free = [card for card in range(52) if card not in me + bank]
    mine = completed(me, np.array(list(itertools.combinations(free, 3))))
    ahead = (mine >= hands.rank(np.array([bank]).T)[0]).mean()
    found = played(position)
    assert found["ahead"] == pytest.approx(ahead, abs=1e-12)
    assert found["bonus"] == pytest.approx(bonuses(mine).mean(), abs=1e-12)
    assert found["value"] == pytest.approx(3 * ahead + bonuses(mine).mean() - 1, abs=1e-12)


DEAD = "3c 3d 3h 5c 5d 6h 6s Th Td Qc Qs Kd Ah Js 9c"
PAIRS = [
    "Kc 7d / 9h 9s / Ac Jd 8s 4h 2c",
    "7c 7h / 8c 8h / Ac Jd 8s 4h 2c",
    "Ks Jh / Kh Jc / -",
    "4d 2d / 2s 4s / 7c Jd 8s 9h 2c",
]


@pytest.mark.parametrize("position", PAIRS)
def test_with_one_player_to_come_the_value_is_exact(position: str) -> None:
    found = played(position, DEAD)
    assert found["value"] == pytest.approx(by_brute_force(position, DEAD), abs=1e-9)


@pytest.mark.soak
@pytest.mark.parametrize("position", PAIRS[:2])
def test_a_calculation_that_forgets_whose_cards_are_gone_is_noticed(position: str) -> None:
    wrong = by_brute_force(position, DEAD, blind=True)
    assert abs(played(position, DEAD)["value"] - wrong) > 1e-6


def test_the_method_says_exact_or_estimate() -> None:
    for position, method in ((PAIRS[0], "exact"), ("Kc 7d / 9h 9s / 3c 4d / -", "estimate")):
        assert analyze(read_position(GAME, position)).method == method


@pytest.mark.soak
def test_an_estimate_is_near_to_hands_played_out() -> None:
    """With two to come: random deals of the unseen cards, played by the regular bot."""
    game = GAME.with_options(side_limit=0)
    position = read_position(game, "Qc 9d / 9h 9s / Kh Ks / Ac Jd 8s 4h 2c")
    rows = position.view
    policy = bots.policy_of(game, "regular")
    found = values(game, rows, kernel.generator(1), rollout=policy, samples=2000)
    buy = next(value for value in found if value.action.kind == "buy")
    estimate = analyze(position).value("buy 3")
    assert abs(buy.mean - estimate) < 4 * buy.stderr + 0.05


@pytest.mark.compiled
def test_the_numbers_behind_the_side_bets_are_counted() -> None:
    assert quickdraw_counts() == (QUICK_WINS, QUICK_DEALS)
    rows = GAME.batch()
    s = kernel.fields(rows)
    for row, count in enumerate(ROW_COUNTS):
        s.options.cover[:] = 0
        s.options.cover[row] = 1
        s.options.cover_from = 0
        assert cover_counts(rows) == (2 * count, HANDS)


WRONG = {
    "a card twice": (("Kc 7d / Kc 9s / -", ""), "Kc is in the position twice"),
    "a dead card twice": (("Kc 7d / 9h 9s / -", "Kc"), "Kc is in the position twice"),
    "a joker": (("Xx 7d / 9h 9s / -", ""), "no jokers"),
    "six cards": (("Kc 7d / 2c 3c 4c 5c 6c 7c", ""), "one to five cards"),
    "no hand": (("Kc 7d / / -", ""), "not nothing"),
    "three cards": (("Kc 7d 2d / 9h 9s / -", ""), "two cards, five"),
    "a short bank": (("Kc 7d / 9h 9s / 2c 3c", ""), "the bank has five cards"),
    "eight players": (("Kc 7d / " * 8 + "-", ""), "is in the position twice|one to 7"),
    "nobody to act": (("Kc 7d / -", ""), "nobody is to act"),
    "one who is beaten": (("Kc 7d 2h 3h 4s / 9h 9s / -", ""), "p1 is beaten"),
    "a bank that is beaten": (("Kc 7d / AhAcJc8h4c / AsJd8s4h2c", ""), "the bank is beaten"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_position_is_refused(case: str) -> None:
    (position, dead), why = WRONG[case]
    with pytest.raises((BadPosition, BadCards), match=why):
        read_position(GAME, position, dead=dead)
