"""The regular bot of Badugi believes rivals who never exchange a card."""

import pytest

from sidepot import bots, games, kernel

pytestmark = pytest.mark.usefixtures("enough_samples")

DECK = "2c 8d 7h 3c 9c Qd As 4h Kd Kc Ks"
"""Three cards that count, a badugi, and what is burned and served in the first draw."""
LATER = ["check", "check", "keep", "keep"] * 2


def chosen(*actions: str) -> set[str]:
    """The bot's choices after these actions, sampled a few times."""
    game = games.find("badugi")
    hand = game.deal(players=2, stacks=100, deck=DECK)
    for action in ("call", "check", *actions):
        hand.act(action)
    bot, rngs = bots.find(game), kernel.generator(1)
    return {str(bot.choose(hand.record(hand.actor or 0), rngs)) for _ in range(8)}


@pytest.mark.parametrize(("rival", "folds"), [("keep", True), ("exchange Qd", False)])
def test_three_cards_are_worth_less_against_one_who_has_never_exchanged(
    rival: str, folds: bool
) -> None:
    faced = chosen("exchange 3c", rival, *LATER, "check", "bet 4")
    assert ("fold" in faced) == folds


def test_three_cards_are_not_bet_into_one_who_has_never_exchanged() -> None:
    assert chosen("exchange 3c", "keep", *LATER) == {"check"}
