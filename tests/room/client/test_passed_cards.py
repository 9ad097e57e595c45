"""The checks of clients hold where cards are passed from hand to hand, face down."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sidepot.engine.play import RAIL
from sidepot.room.client.seen_cards import SeenCards
from tests.history.fair_hands import FairHand, fair_hand
from tests.room.client.test_reshuffled import NUMBER, view_of

ANACONDA = str(Path(__file__).parents[3] / "examples" / "games" / "anaconda.py")


def watched(seed: int, players: int) -> tuple[FairHand, dict[int, SeenCards]]:
    """A hand in which nobody folds and all pass any cards, and what each viewer has seen of it."""
    fair, chance = fair_hand(ANACONDA, seed, players=players, actions=0), random.Random(seed)
    seen = {viewer: SeenCards() for viewer in range(RAIL, players)}
    while True:
        for viewer, cards in seen.items():
            cards.note(view_of(fair.hand, viewer))
        if fair.hand.over:
            return fair, seen
        offered = [choice for choice in fair.hand.legal.ranges if choice.kind != "fold"]
        choice = offered[0]
        fair.hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_proof_of_a_hand_covers_cards_that_were_passed(players: int) -> None:
    for seed in range(4):
        fair, seen = watched(seed, players)
        for viewer, cards in seen.items():
            table = fair.history(viewer).others["_fairness"]
            at = [(stream, place) for stream, place in table["at"]]
            opened = {(stream, place): card for stream, place, card, _ in table["opened"]}
            assert cards.is_watched(NUMBER)
            assert not cards.missing(NUMBER, opened.values())
            assert cards.is_in_order(NUMBER, at, opened)
            assert cards.lie_where_dealt(NUMBER, at, opened)
            assert cards.missing(NUMBER, [*opened.values()][1:]) or viewer == RAIL
