"""The checks of clients hold in the example games, also where cards are passed or seen by some."""

from __future__ import annotations

import random

import pytest

from sidepot.engine.play import RAIL
from sidepot.room.client.seen_cards import SeenCards
from tests.cases import often
from tests.examples.test_games import FILES, FOLDER
from tests.history.fair_hands import FairHand, fair_hand
from tests.room.client.test_reshuffled import NUMBER, covered, view_of

HANDS = 6


def watched(name: str, seed: int) -> tuple[FairHand, dict[int, SeenCards]]:
    """A random hand in which few fold, and what each viewer has seen of it."""
    file, chance = str(FOLDER / f"{name}.py"), random.Random(seed)
    fair = fair_hand(file, seed, players=2 + seed % 3, actions=0)
    seen = {viewer: SeenCards() for viewer in range(RAIL, fair.hand.seats)}
    while True:
        for viewer, cards in seen.items():
            cards.note(view_of(fair.hand, viewer))
        if fair.hand.over:
            return fair, seen
        may_fold = chance.random() < 0.1
        offered = [one for one in fair.hand.legal.ranges if one.kind != "fold" or may_fold]
        choice = chance.choice(offered)
        highest = min(choice.highest, choice.lowest + 40)  # large bets end the hand early
        fair.hand.act(choice.at(chance.randint(choice.lowest, highest)))


@pytest.mark.parametrize("name", often(FILES, always=["anaconda", "three_five_seven"]))
def test_the_proof_of_a_hand_covers_every_viewers_cards(name: str) -> None:
    for seed in range(HANDS):
        fair, seen = watched(name, seed)
        for viewer, cards in seen.items():
            _, opened = covered(cards, fair, viewer)
            assert not opened or cards.missing(NUMBER, [*opened.values()][1:])
