"""Kuhn poker, rule by rule (Q1 to Q6)."""

import itertools
from typing import Any

import pytest

from sidepot import games
from sidepot.cards import text
from sidepot.engine.game import Hand
from sidepot.errors import BadSetup

CARDS = ("Js", "Qs", "Ks")


def dealt(first: str, second: str, **settings: Any) -> Hand:
    """A hand in which p1 and p2 get these cards."""
    stacks = settings.pop("stacks", 10)
    return games.find("kuhn", **settings).deal(stacks=stacks, players=2, deck=f"{first} {second}")


def played(hand: Hand, *actions: str) -> Hand:
    for action in actions:
        hand.act(action)
    return hand


def offered(hand: Hand) -> list[str]:
    return list(map(str, hand.legal))


def test_q1_two_players_and_three_cards() -> None:
    game = games.find("kuhn")
    assert tuple(map(text, game.deck)) == CARDS and (game.least, game.most) == (2, 2)
    with pytest.raises(BadSetup):
        game.deal(players=3)


def test_q2_both_ante_and_get_a_card_that_only_they_see() -> None:
    hand = dealt("Js", "Ks", ante=3)
    assert [seat.paid for seat in hand.view(-1).seats] == [3, 3]
    seen = [[card.card for seat in hand.view(p).seats for card in seat.cards] for p in (-1, 0, 1)]
    assert seen == [["??", "??"], ["Js", "??"], ["??", "Ks"]]


def test_q3_check_or_bet_then_call_or_fold_and_no_raise() -> None:
    hand = dealt("Js", "Ks")
    assert (hand.actor, offered(hand)) == (0, ["check", "bet 1"])
    assert (played(hand, "check").actor, offered(hand)) == (1, ["check", "bet 1"])
    assert (played(hand, "bet 1").actor, offered(hand)) == (0, ["fold", "call"])
    assert played(hand, "call").over
    assert played(dealt("Js", "Ks"), "check", "check").over
    assert offered(played(dealt("Js", "Ks"), "bet 1")) == ["fold", "call"]


def test_q4_a_bet_has_one_size_and_both_can_pay_it() -> None:
    assert offered(dealt("Js", "Ks", bet=4, stacks=[9, 5])) == ["check", "bet 4"]
    assert offered(dealt("Js", "Ks", bet=4, stacks=[9, 4])) == ["check"]
    assert offered(dealt("Js", "Ks", bet=4, stacks=[4, 9])) == ["check"]


@pytest.mark.parametrize("actions", [("bet 1", "fold"), ("check", "bet 1", "fold")])
def test_q5_a_player_who_folds_loses_the_ante_and_no_card_is_shown(
    actions: tuple[str, ...],
) -> None:
    hand = played(dealt("Qs", "Js"), *actions)
    loser = len(actions) % 2 == 0
    assert hand.payoffs == ((1, -1) if loser else (-1, 1))
    assert [card.card for seat in hand.view(-1).seats for card in seat.cards] == ["??", "??"]


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(CARDS, 2)))
def test_q6_the_higher_card_takes_the_pot(one: str, other: str) -> None:
    sign = 1 if CARDS.index(one) > CARDS.index(other) else -1
    for actions, chips in ((("check", "check"), 1), (("bet 1", "call"), 2)):
        hand = played(dealt(one, other), *actions)
        assert hand.payoffs == (sign * chips, -sign * chips)
        assert [card.card for seat in hand.view(-1).seats for card in seat.cards] == [one, other]
