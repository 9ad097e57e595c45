"""Cards bought in place of others, in five-card stud with a twist."""

from __future__ import annotations

import random
from itertools import repeat

import pytest

from sidepot import kernel
from sidepot.cards import text
from sidepot.engine.game import Hand
from sidepot.errors import IllegalAction
from sidepot.games import find
from tests.examples.test_games import FOLDER

TWIST = find(str(FOLDER / "five_card_twist.py"))
DECK = "As Kc Ad Kd 2c 7c 8h 3c 4d 9s 4c 2s Jd Ah 9h"


def asked(stacks: int = 50, price: int = 3) -> Hand:
    """A hand in which p1 may replace As (hidden), Ad, 7c, 4d or 2s, and p2 comes after."""
    hand = TWIST.with_options(card_price=price).deal(players=2, stacks=stacks, deck=DECK)
    for action in ("pay", "call", *repeat("check", 6)):
        hand.act(action)
    return hand


def cards(hand: Hand, seat: int, viewer: int) -> list[tuple[str, str]]:
    """The cards of a seat for a viewer, each with its zone."""
    return [(card.card, card.zone) for card in hand.view(viewer).seats[seat].cards]


def test_an_open_card_goes_and_another_comes_before_all() -> None:
    hand = asked()
    hand.act("replace open 2s")
    for viewer in (-1, 0, 1):
        assert ("2s", "thrown") in cards(hand, 0, viewer)
        assert ("Ah", "kept") in cards(hand, 0, viewer)


def test_a_hidden_card_goes_and_comes_unseen() -> None:
    hand = asked()
    hand.act("replace hidden As")
    assert {("As", "thrown"), ("Ah", "hand")} <= set(cards(hand, 0, 0))
    for viewer in (-1, 1):
        assert {("??", "thrown"), ("??", "hand")} <= set(cards(hand, 0, viewer))


def test_the_price_goes_into_the_pot_and_not_back() -> None:
    hand = asked()
    before = hand.stacks[0]
    hand.act("replace open 2s")
    assert hand.stacks[0] == before - 3 and hand.stacks[0] + hand.stacks[1] == 100 - 6 - 3
    for action in ("keep", "check", "check"):
        hand.act(action)
    assert hand.payoffs == (3, -3)


def test_those_who_cannot_pay_are_not_asked() -> None:
    assert asked(stacks=5, price=3).legal.check("bet 2")
    assert asked(stacks=5, price=2).legal.check("keep")


@pytest.mark.parametrize(
    ("typed", "legal"),
    [
        ("replace open As", "Ad, 7c, 4d or 2s"),
        ("replace hidden 2s", "replace hidden As"),
        ("replace open", "replace open Ad"),
    ],
)
def test_a_card_of_another_kind_is_refused(typed: str, legal: str) -> None:
    with pytest.raises(IllegalAction, match=legal):
        asked().act(typed)


def test_an_open_card_that_went_never_comes_again() -> None:
    hand = asked()
    hand.act("replace open 2s")
    for seed in range(20):
        rows = hand.record(1)
        TWIST.entry.redeal(rows, kernel.generator(seed))
        deck = kernel.fields(rows).deck
        assert "2s" not in map(text, deck.card[deck.top :].tolist())


def test_at_a_full_table_cards_last_for_those_who_come_first() -> None:
    for seed in range(20):
        hand, chance = TWIST.deal(players=8, stacks=500, seed=seed), random.Random(seed)
        while not hand.over:
            wanted = [one for one in hand.legal if one.kind.startswith("replace")]
            calm = [one for one in hand.legal if one.kind in ("check", "call", "pay")]
            hand.act(chance.choice(wanted or calm))
        assert sum(hand.payoffs) == 0
