"""Passed cards stay where their giver knows them, in every redeal."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

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
def redeal(s: Fields, rng: Random) -> None:
    """Puts passed cards anywhere."""
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, holecards.mask(s.hole)))
    for p in range(s.seats.n):
        if s.passing.picked[p] == HIDDEN:
            s.passing.picked[p] = (1 << (3 - s.done)) - 1


@pytest.mark.parametrize("is_fair", [True, False])
def test_a_redeal_that_puts_passed_cards_anywhere_is_found(is_fair: bool) -> None:
    verbs = ANACONDA.verbs if is_fair else ANACONDA.verbs._replace(redeal=redeal)
    game = replace(ANACONDA, verbs=verbs)
    traces = [play(case) for case in islice(cases(game), NEIGHBOURS, NEIGHBOURS + TABLES)]
    if is_fair:
        LAWS["redeal"](traces)
        return
    with pytest.raises(LawBroken, match="has passed it"):
        LAWS["redeal"](traces)
