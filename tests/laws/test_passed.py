"""Passed cards stay where their giver knows them, in every redeal."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sidepot.cards import HIDDEN
from sidepot.designer.laws import LAWS
from sidepot.designer.laws.conformance import cases
from sidepot.designer.laws.trace import play
from sidepot.errors import LawBroken
from sidepot.games import find
from sidepot.kernel import Fields, Random, compiled
from sidepot.rules import deck, holecards

ANACONDA = find(str(Path(__file__).parents[2] / "examples" / "games" / "anaconda.py"))
NEIGHBOURS, TABLES = 60, 4
"""Of the hands of a check, some with three players and more."""


@compiled
def anywhere(s: Fields, rng: Random) -> None:
    """Puts passed cards anywhere."""
    fill(s, rng, holecards.mask(s.hole))


@compiled
def out_of_play(s: Fields, rng: Random) -> None:
    """Leaves passed cards in the deck."""
    gone = holecards.mask(s.hole)
    for p in range(s.seats.n):
        for k in range(s.passing.n[p]):
            if s.passing.given[p, k] != HIDDEN:
                gone |= 1 << s.passing.given[p, k]
    fill(s, rng, gone)


@compiled
def fill(s: Fields, rng: Random, gone: int) -> None:
    """Deal erased cards, but none of some, and pick at will."""
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, gone))
    for p in range(s.seats.n):
        if s.passing.picked[p] == HIDDEN:
            s.passing.picked[p] = (1 << (3 - s.done)) - 1


def check(redeal: Any) -> None:
    """Put Anaconda with a redeal to the law."""
    game = replace(ANACONDA, verbs=ANACONDA.verbs._replace(redeal=redeal))
    LAWS["redeal"]([play(case) for case in islice(cases(game), NEIGHBOURS, NEIGHBOURS + TABLES)])


def test_a_redeal_that_leaves_passed_cards_with_their_takers_passes() -> None:
    check(ANACONDA.verbs.redeal)


BREACHES = [("redeal_passed", anywhere), ("redeal_passed_away", out_of_play)]


@pytest.mark.parametrize(("said", "redeal"), BREACHES)
def test_a_redeal_that_puts_passed_cards_elsewhere_is_found(said: str, redeal: Any) -> None:
    with pytest.raises(LawBroken) as caught:
        check(redeal)
    what: Any = caught.value.message.values["what"]
    assert what.key == f"law.{said}"
