"""The regular bot of five-card draw opens what is worth it, and what nobody opens is not a win."""

import pytest

from sidepot import bots, games, kernel
from sidepot.engine.game import Hand

pytestmark = pytest.mark.usefixtures("enough_samples")

JUNK, ACES, JACKS = "8c 6s 5h 2d Tc", "Ad Ah 5s 7h 9s", "Jc Jh 9d 4d 3c"


def chosen(hand: Hand) -> set[str]:
    """The bot's choices, sampled a few times."""
    bot, rngs = bots.find(hand.game), kernel.generator(1)
    return {str(bot.choose(hand.record(hand.actor or 0), rngs)) for _ in range(3)}


@pytest.mark.parametrize(
    ("held", "openers", "wanted"),
    [
        (JUNK, "any", "check"),
        (ACES, "any", "bet 2"),
        (ACES, "jacks", "bet 2"),
        (JUNK, "jacks", "check"),
    ],
)
@pytest.mark.parametrize("before", [0, 1])
def test_it_opens_with_a_good_hand_and_checks_a_bad_one(
    held: str, openers: str, wanted: str, before: int
) -> None:
    hand = games.find("five-card-draw", openers=openers).deal(
        players=3, stacks=100, deck=f"{'Ks Qd 7c 4c 3s ' * before}{held}"
    )
    for _ in range(before):
        hand.act("check")
    assert chosen(hand) == {wanted}


def test_it_does_not_fold_openers_in_a_large_company() -> None:
    hand = games.find("five-card-draw", limit="no-limit").deal(players=6, stacks=100, deck=JACKS)
    assert "fold" not in chosen(hand)
