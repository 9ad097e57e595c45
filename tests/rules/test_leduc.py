"""Leduc poker, rule by rule (L1 to L7)."""

from typing import Any

import pytest

from sidepot import games
from sidepot.cards import text
from sidepot.engine.game import Hand
from sidepot.errors import BadSetup


def dealt(cards: str, *actions: str, **settings: Any) -> Hand:
    """A hand in which p1, p2 and the middle get these cards, after some actions."""
    stacks = settings.pop("stacks", 50)
    hand = games.find("leduc", **settings).deal(stacks=stacks, players=2, deck=cards)
    for action in actions:
        hand.act(action)
    return hand


def offered(hand: Hand) -> list[str]:
    return list(map(str, hand.legal))


ROUND_ONE = ("check", "check")


def test_l1_two_players_and_six_cards() -> None:
    game = games.find("leduc")
    assert " ".join(map(text, game.deck)) == "Jh Js Qh Qs Kh Ks"
    assert (game.least, game.most) == (2, 2)
    with pytest.raises(BadSetup):
        game.deal(players=3)


def test_l2_both_ante_and_get_a_card_that_only_they_see() -> None:
    hand = dealt("Js Ks Qh", ante=3)
    assert [seat.paid for seat in hand.view(-1).seats] == [3, 3]
    seen = [[card.card for seat in hand.view(p).seats for card in seat.cards] for p in (-1, 0, 1)]
    assert seen == [["??", "??"], ["Js", "??"], ["??", "Ks"]]


def test_l3_check_or_bet_then_fold_call_or_raise() -> None:
    assert (dealt("Js Ks Qh").actor, offered(dealt("Js Ks Qh"))) == (0, ["check", "bet 2"])
    assert offered(dealt("Js Ks Qh", "check")) == ["check", "bet 2"]
    bet = dealt("Js Ks Qh", "check", "bet 2")
    assert (bet.actor, offered(bet)) == (0, ["fold", "call", "raise to 4"])
    assert len(dealt("Js Ks Qh", "check", "check").view(-1).board) == 1
    assert len(dealt("Js Ks Qh", "bet 2", "call").view(-1).board) == 1


def test_l4_a_bet_and_a_raise_a_round_of_the_size_of_the_round() -> None:
    assert offered(dealt("Js Ks Qh", "bet 2", "raise to 4")) == ["fold", "call"]
    second = dealt("Js Ks Qh", *ROUND_ONE, "bet 4", "raise to 8")
    assert offered(second) == ["fold", "call"]
    assert offered(dealt("Js Ks Qh", small_bet=3, big_bet=7)) == ["check", "bet 3"]
    assert offered(dealt("Js Ks Qh", *ROUND_ONE, small_bet=3, big_bet=7)) == ["check", "bet 7"]


def test_l4_a_short_stack_goes_all_in_and_nobody_pays_more_than_the_other_can() -> None:
    assert offered(dealt("Js Ks Qh", stacks=[2, 50])) == ["check", "bet 1"]
    short = dealt("Js Ks Qh", "bet 2", stacks=[50, 2])
    assert offered(short) == ["fold", "call"]
    short.act("call")
    assert short.over and short.payoffs == (-2, 2)


def test_l5_a_card_is_turned_up_and_the_same_player_begins() -> None:
    hand = dealt("Js Ks Qh", "check", "bet 2", "call")
    assert [card.card for card in hand.view(-1).board] == ["Qh"]
    assert (hand.actor, offered(hand)) == (0, ["check", "bet 4"])


@pytest.mark.parametrize("before", [(), ROUND_ONE])
def test_l6_a_player_who_folds_loses_what_was_paid_and_no_card_is_shown(
    before: tuple[str, ...],
) -> None:
    hand = dealt("Js Ks Qh", *before, "bet 2" if not before else "bet 4", "fold")
    assert hand.payoffs == (1, -1)
    assert [card.card for seat in hand.view(-1).seats for card in seat.cards] == ["??", "??"]


@pytest.mark.parametrize(
    ("cards", "payoffs"),
    [
        ("Js Ks Jh", (1, -1)),
        ("Ks Js Jh", (-1, 1)),
        ("Js Ks Qh", (-1, 1)),
        ("Qs Jh Ks", (1, -1)),
        ("Qs Qh Ks", (0, 0)),
    ],
)
def test_l7_a_pair_wins_then_the_higher_card(cards: str, payoffs: tuple[int, int]) -> None:
    hand = dealt(cards, *ROUND_ONE, *ROUND_ONE)
    assert hand.over and hand.payoffs == payoffs
    shown = [card.card for seat in hand.view(-1).seats for card in seat.cards]
    assert shown == cards.split()[:2]
