"""A half of a pot, and a quarter, in games of high and low: a part of it, by known cases."""

from pathlib import Path

import pytest

import sidepot
from sidepot.analysis import analyze, analyzing, sentences
from sidepot.analysis.equities import equity
from sidepot.odds.equity.sentences import chances

HI_LO = sidepot.game(str(Path("examples/games/omaha_hi_lo.py").resolve()))
BOARD = "3c 4d 8h Kc Qs"
LOW, SAME_LOW, KINGS, QUEENS = "As 2s 9c 9d", "Ah 2h 9h 9s", "Kd Kh Jc Ts", "Qc Qd Jc Ts"
ALL, NOTHING, SPLIT = "wins 100.00%, splits 0%", "wins 0%, splits 0%", "wins 0%, splits 100.00%"
CASES = {
    "a scoop": ("As 2s Kd Kh", QUEENS, (1.0, 0.0), (ALL, NOTHING)),
    "halves": (LOW, KINGS, (0.5, 0.5), (SPLIT, SPLIT)),
    "a quarter": (f"{LOW} / {SAME_LOW}", KINGS, (0.25, 0.25, 0.5), (SPLIT,) * 3),
    "three quarters": (LOW, "Ah 2h Kd Kh", (0.25, 0.75), (SPLIT, SPLIT)),
}
"""Hands on the whole board, what part of the pot each gets, and what is said of it."""


@pytest.mark.parametrize("case", CASES)
def test_equities_are_parts_of_the_pot(case: str) -> None:
    first, second, parts, said = CASES[case]
    found = equity(HI_LO, f"{first} / {second} / {BOARD}").hands
    assert tuple(hand.equity for hand in found) == parts
    assert tuple(chances(hand).text for hand in found) == said


def test_the_coach_says_split_of_a_half_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four eights are the best hand and no low; two low ranks that the board lacks take a half.

    Of the 123,410 hands that the other may hold 71,080 have them.
    """
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: None)
    deck = "8c Ks Kd Kh 2d 5d 6d 7d 2c 3c 4d 8h 5c 8s 6c 8d"
    hand = HI_LO.deal(players=2, deck=deck, seed=1)
    for action in ("call", *["check"] * 5):
        hand.act(action)
    found = analyze(hand, precision=0.2)
    (told,) = found.chances
    assert told.error < 0.06 and told.win + told.tie == pytest.approx(1)
    assert told.tie == pytest.approx(71_080 / 123_410, abs=5 * told.error)
    assert "splits" in " ".join(message.text for message in sentences(found))
