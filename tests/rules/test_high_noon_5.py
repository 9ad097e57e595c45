"""Five-card High Noon, rule by rule (V1 to V7)."""

from typing import Any

import pytest

from sidepot import games
from sidepot.cards import text
from sidepot.engine.game import Hand
from sidepot.errors import BadSetup

CARDS = "Qs Js Jh Ks Qh"
"""Queen and jack, jack and king, and a queen that is left."""
CHECKS = ("check", "check")


def dealt(cards: str, *actions: str, **settings: Any) -> Hand:
    """A hand in which p1 and p2 get these cards, and the middle the last, after some actions."""
    stacks = settings.pop("stacks", 50)
    hand = games.find("high-noon-5", **settings).deal(stacks=stacks, players=2, deck=cards)
    for action in actions:
        hand.act(action)
    return hand


def offered(hand: Hand) -> list[str]:
    return list(map(str, hand.legal))


def held(hand: Hand, viewer: int) -> list[list[str]]:
    """The cards in hand of each seat, without the discards."""
    return [
        [card.card for card in seat.cards if card.zone == "hand"]
        for seat in hand.view(viewer).seats
    ]


def test_v1_two_players_and_five_cards() -> None:
    game = games.find("high-noon-5")
    assert " ".join(map(text, game.deck)) == "Jh Js Qh Qs Ks"
    assert (game.least, game.most) == (2, 2)
    with pytest.raises(BadSetup):
        game.deal(players=3)


def test_v2_both_ante_and_get_two_cards_that_only_they_see() -> None:
    hand = dealt(CARDS, ante=3)
    assert [seat.paid for seat in hand.view(-1).seats] == [3, 3]
    hidden = ["??", "??"]
    assert held(hand, -1) == [hidden, hidden]
    assert held(hand, 0) == [["Qs", "Js"], hidden] and held(hand, 1) == [hidden, ["Jh", "Ks"]]


def test_v3_check_or_bet_then_call_or_fold_and_no_raise() -> None:
    assert (dealt(CARDS).actor, offered(dealt(CARDS))) == (0, ["check", "bet 1"])
    assert offered(dealt(CARDS, "check")) == ["check", "bet 1"]
    bet = dealt(CARDS, "check", "bet 1")
    assert (bet.actor, offered(bet)) == (0, ["fold", "call"])
    bet.act("fold")
    assert bet.over and bet.payoffs == (-1, 1)
    assert held(bet, -1) == [["??", "??"], ["??", "??"]]


def test_v4_a_bet_has_the_size_of_its_round_and_a_short_stack_goes_all_in() -> None:
    after = (*CHECKS, "keep", "keep")
    assert offered(dealt(CARDS, small_bet=3, big_bet=5)) == ["check", "bet 3"]
    assert offered(dealt(CARDS, *after, small_bet=3, big_bet=5)) == ["check", "bet 5"]
    assert offered(dealt(CARDS, *after, stacks=[2, 50])) == ["check", "bet 1"]
    short = dealt(CARDS, *after, "bet 2", "call", stacks=[50, 2])
    assert short.over and short.payoffs == (-2, 2)


def test_v5_both_keep_or_throw_one_away_unseen() -> None:
    hand = dealt(CARDS, *CHECKS)
    assert (hand.actor, offered(hand)) == (0, ["keep", "discard Qs", "discard Js"])
    hand.act("discard Js")
    assert hand.actor == 1
    assert held(hand, 1) == [["??"], ["Jh", "Ks"]]
    thrown = [card.card for card in hand.view(1).seats[0].cards if card.zone == "thrown"]
    assert thrown == ["??"]


def test_v5_a_player_who_is_all_in_discards_too() -> None:
    hand = dealt(CARDS, "bet 1", "call", stacks=[2, 50])
    assert (hand.actor, offered(hand)[0]) == (0, "keep")


def test_v6_the_last_card_is_turned_up_and_the_same_player_begins() -> None:
    hand = dealt(CARDS, *CHECKS, "discard Js", "keep")
    assert [card.card for card in hand.view(-1).board] == ["Qh"]
    assert (hand.actor, offered(hand)) == (0, ["check", "bet 2"])


@pytest.mark.parametrize(
    ("cards", "actions", "payoffs"),
    [
        (CARDS, ("discard Js", "keep"), (1, -1)),  # a pair with the card in the middle
        (CARDS, ("keep", "keep"), (-1, 1)),  # the card in the middle is nobody's
        (CARDS, ("discard Js", "discard Jh"), (1, -1)),
        ("Js Jh Qs Ks Qh", ("keep", "keep"), (1, -1)),  # a pair from the deal
        ("Js Jh Qs Ks Qh", ("keep", "discard Ks"), (-1, 1)),
        ("Qs Js Qh Jh Ks", ("keep", "keep"), (0, 0)),
        ("Qs Js Qh Jh Ks", ("discard Js", "discard Qh"), (1, -1)),  # the second card decides
    ],
)
def test_v7_a_hand_is_two_cards_and_a_pair_is_best(
    cards: str, actions: tuple[str, ...], payoffs: tuple[int, int]
) -> None:
    hand = dealt(cards, *CHECKS, *actions, *CHECKS)
    assert hand.over and hand.payoffs == payoffs
