"""Ricochet: ties (R8) and how they are split (C4)."""

import pytest

import sidepot
from sidepot.engine.game import Game
from tests.rules.forty import forty
from tests.rules.table import deal, kinds, lying, play, statuses


@pytest.fixture
def any_tie(game: Game) -> Game:
    return game.with_options(tie_ends="any")


@pytest.fixture
def complete_tie(game: Game) -> Game:
    return game.with_options(tie_ends="complete")


def test_r8_any_a_tie_right_after_the_deal_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, 100, "9c 9d 9h")
    assert hand.over
    assert kinds(hand.events())[-3:] == [("split", 0), ("split", 1), ("split", 2)]
    assert hand.payoffs == (0, 0, 0)


def test_r8_complete_equal_incomplete_hands_play_on_in_the_order_of_suits(
    complete_tie: Game,
) -> None:
    hand = deal(complete_tie, 100, "9h 9c 9d")
    actors = [hand.actor]
    play(hand, "fold")
    actors.append(hand.actor)
    play(hand, "fold")
    assert actors == [1, 2]
    assert hand.payoffs == (2, -1, -1)


def test_r8_by_default_identical_cards_end_ricochet_and_not_ricochet_2() -> None:
    assert deal(sidepot.game("ricochet"), 100, "9c 9d 9h").over
    assert deal(sidepot.game("ricochet-2"), [100, 100], "9c 9d").actor == 0


COMPLETED = "6s 5c 5d 6c 6d 5h"
"""p2 and p3 reach 65 with one card each; so does p1, whose spade is above theirs."""


def test_r8_any_a_tie_after_a_completed_turn_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, 100, COMPLETED)
    play(hand, "buy 1, buy 1, buy 3")
    assert hand.over
    assert lying(hand, 0) == "6s 5h"


def test_c4_odd_chips_go_to_the_hands_that_are_highest_by_suit(any_tie: Game) -> None:
    hand = deal(any_tie, 100, COMPLETED)
    play(hand, "buy 1, buy 1, buy 3")  # 8 chips: 3 to p1's spade, 3 to p3's diamond, 2 to p2
    assert hand.payoffs == (3 - 4, 2 - 2, 3 - 2)


def test_c4_downward_in_the_suit_order_of_the_table(any_tie: Game) -> None:
    hand = deal(any_tie.with_options(suit_order="dchs"), 100, "6s 5d 5c 6d 6c 5h")
    play(hand, "buy 1, buy 1, buy 3")
    assert hand.payoffs == (3 - 4, 2 - 2, 3 - 2)  # the diamond of p2 is the lowest


def test_r8_complete_plays_on_after_the_same_turn(complete_tie: Game) -> None:
    hand = deal(complete_tie, 100, COMPLETED)
    play(hand, "buy 1, buy 1, buy 3")
    assert hand.actor == 1


def test_r8_any_a_tie_when_somebody_folds_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, 100, "2c 5c 5d")
    events = play(hand, "fold")
    assert kinds(events) == [("folded", 0), ("split", 1), ("split", 2)]
    assert hand.payoffs == (-1, 0, 1)


def test_r8_any_a_tie_when_somebody_is_beaten_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, 100, "2c 5c 5d 3d")
    play(hand, "buy 1")  # 32 < 5
    assert statuses(hand) == ["out", "live", "live"]
    assert hand.payoffs == (-2, 1, 1)


def test_r8_any_a_tie_when_somebody_cannot_pay_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, [1, 100, 100], "2c 5c 5d")
    assert kinds(hand.events())[-3:] == [("out_short", 0), ("split", 1), ("split", 2)]
    assert hand.payoffs == (-1, 0, 1)


NINES = "2c 9d 9h 4c 5d 6h Js Kd Kh"
"""p1 completes J6542 above the nines, which then both become K9."""


def test_r8_any_a_tie_when_a_complete_hand_goes_out_ends_the_hand(any_tie: Game) -> None:
    hand = deal(any_tie, 100, NINES)
    events = play(hand, "buy 4, buy 1, buy 1")
    assert kinds(events)[-3:] == [("out_complete", 0), ("split", 1), ("split", 2)]
    assert hand.payoffs == (-5, 4 - 2, 5 - 2)


def test_r8_complete_plays_on_when_one_goes_out_and_the_others_are_equal(
    complete_tie: Game,
) -> None:
    hand = deal(complete_tie, 100, NINES)
    play(hand, "buy 4, buy 1, buy 1")
    assert statuses(hand) == ["out", "live", "live"]
    assert hand.actor == 1


SIX_FIVE = "2s 5d 6c 6d 5h 9s"
"""p1 folds, p2 reaches 6d5d; p3's first card makes 6c5h, equal and below it by suit."""


def test_r8_a_tie_is_not_looked_at_between_two_cards_of_one_buy(game: Game) -> None:
    hand = deal(game, 100, SIX_FIVE)
    play(hand, "fold, buy 1, buy 2")
    assert lying(hand, 2) == "6c 5h 9s"
    assert hand.actor == 1


def test_r8_any_a_tie_comes_before_still_being_the_lowest(any_tie: Game) -> None:
    hand = deal(any_tie, 100, SIX_FIVE)
    events = play(hand, "fold, buy 1, buy 1")
    assert kinds(events)[-2:] == [("split", 1), ("split", 2)]
    assert hand.payoffs == (-1, 3 - 2, 2 - 2)  # p2's 6d is above p3's 6c


def test_r8_complete_the_equal_lowest_hand_is_out(complete_tie: Game) -> None:
    hand = deal(complete_tie, 100, SIX_FIVE)
    events = play(hand, "fold, buy 1, buy 1")
    assert kinds(events)[-2:] == [("out_beaten", 2), ("won", 1)]
    assert hand.payoffs == (-1, 5 - 2, -2)


def test_r8_any_a_tie_comes_before_being_too_short(any_tie: Game) -> None:
    hand = deal(any_tie, [1, 100, 100], "9c 9d 9h")
    assert hand.over
    assert hand.payoffs == (0, 0, 0)


def test_r8_complete_the_equal_lowest_hand_that_cannot_pay_is_out(complete_tie: Game) -> None:
    hand = deal(complete_tie, [1, 100, 100], "9c 9d 9h")
    assert kinds(hand.events())[-1] == ("out_short", 0)
    assert hand.actor == 1


PERFECT = "7c 5d 2s Kd Kc 7d 4c 5c 2d 4h 2h"
"""p3 folds. p2 completes Kd7d5d4h2d, then p1 Kc7c5c4c2h: equal, and the lowest by suit."""
PERFECT_TURNS = "fold, buy 1, buy 1, buy 1, buy 2, buy 2, buy 1"


def test_r8_two_complete_equal_hands_split_before_still_being_the_lowest(game: Game) -> None:
    hand = deal(game, 100, PERFECT)
    play(hand, PERFECT_TURNS)
    assert (lying(hand, 0), lying(hand, 1)) == ("7c Kc 4c 5c 2h", "5d Kd 7d 2d 4h")
    assert statuses(hand) == ["live", "live", "folded"]
    assert hand.over


def test_c4_the_odd_chip_of_two_goes_to_the_hand_that_is_highest_by_suit(game: Game) -> None:
    hand = deal(game, 100, PERFECT)
    play(hand, PERFECT_TURNS)
    assert hand.payoffs == (5 - 5, 6 - 5, -1)


def test_c4_in_another_suit_order_it_goes_to_the_other(game: Game) -> None:
    hand = deal(game.with_options(suit_order="dchs"), 100, PERFECT)
    play(hand, PERFECT_TURNS)
    assert hand.payoffs == (6 - 5, 5 - 5, -1)


def test_h5_in_the_lowest_straight_the_five_leads(complete_tie: Game) -> None:
    hand = deal(complete_tie, 100, "4c 4d 2h 2c 2d 3c 3d Ac As 5s 5c")
    play(hand, "fold" + ", buy 1" * 8)  # p1 5s and Ac, p2 5c and As
    assert hand.payoffs == (6 - 5, 5 - 5, -1)


THREE = "2c 2d 2h 3s Ac Ad Ah As 4c 4d 4h 5s 6c 6d 6h 7s 8c 8d 8h"
"""p1 to p3 complete flushes A8642; p4 is above or below them in every round, at last with A753."""


def test_c4_two_odd_chips_of_three_go_to_the_two_highest_by_suit(game: Game) -> None:
    hand = deal(game, [100] * 4, THREE)
    one = ["buy 1"] * 3
    turns = [*one, "buy 2", *one, "buy 1", *one, "buy 1", *one, "fold"]
    play(hand, ", ".join(turns))  # 20 chips: 6, 7 and 7
    assert statuses(hand) == ["live", "live", "live", "folded"]
    assert hand.payoffs == (6 - 5, 7 - 5, 7 - 5, -5)


def test_c4_without_an_odd_chip_all_get_the_same() -> None:
    assert forty().payoffs == (11, 11, 11, 11, -11, -11, -11, -11)


def test_r8_complete_hands_that_are_not_all_equal_do_not_split() -> None:
    last = kinds(forty().events(verb=-1))
    assert [seat for kind, seat in last if kind == "out_complete"] == [4, 5, 6, 7]
