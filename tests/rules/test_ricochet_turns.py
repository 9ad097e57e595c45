"""Ricochet: turns (R3-R7, R9, R10) and the order of suits (H1, H5)."""

import pytest

from sidepot.cards import SUIT_ORDERS
from sidepot.engine.game import Game
from sidepot.errors import IllegalAction
from tests.rules.table import deal, kinds, lying, play, pot, statuses


def test_r3_the_lowest_hand_acts_first(game: Game) -> None:
    assert deal(game, 100, "7c 4d Ks").actor == 1


def test_r3_of_equal_hands_the_lowest_by_suit_acts(game: Game) -> None:
    assert deal(game, 100, "7h 7c Kd").actor == 1


def test_r3_the_action_ricochets_to_whoever_is_the_lowest(game: Game) -> None:
    hand = deal(game, [100] * 4, "5c 9d 7h Ks Js Qs")
    actors = []
    for action in ("buy 1", "buy 1", "fold"):  # p1 J5, p3 Q7, p2 folds
        actors.append(hand.actor)
        hand.act(action)
    assert actors == [0, 2, 1]
    assert hand.actor == 0


def test_r3_the_same_player_may_act_several_times_running(game: Game) -> None:
    hand = deal(game, [100, 1, 100], "2c 3d Kh 4c")
    assert hand.actor == 0
    events = play(hand, "buy 1")  # 42 beats p2's 3, which cannot pay and is out; K is higher
    assert kinds(events) == [("bought", 0), ("dealt", 0), ("out_short", 1)]
    assert hand.actor == 0


@pytest.mark.parametrize("order", SUIT_ORDERS)
def test_h1_every_suit_order_orders_equal_hands(game: Game, order: str) -> None:
    hand = deal(game.with_options(suit_order=order), [100] * 5, "7c 7d 7h 7s Ks")
    acted = ""
    while not hand.over:
        acted += "cdhs"[hand.actor or 0]
        hand.act("fold")
    assert acted == order


def test_r4_one_may_fold_or_buy_up_to_five_cards(game: Game) -> None:
    hand = deal(game, 100, "2c 2d 3h Kc Kd Kh 4c 4d 5h 6c 6d 7h")
    menus = [str(hand.legal)]
    for most in (4, 4, 4, 3, 3, 3, 2, 2, 2):  # each time one card comes and is enough
        hand.act(f"buy {most}")
        menus.append(str(hand.legal))
    expected = [f"fold or buy 1 to {most}" for most in (4, 4, 4, 3, 3, 3, 2, 2, 2)]
    assert menus == [*expected, "fold or buy 1"]


@pytest.mark.parametrize("action", ["buy 0", "buy 5", "check", "call", "raise to 2"])
def test_r4_zero_is_not_a_buy_and_there_is_no_check(game: Game, action: str) -> None:
    hand = deal(game, 100, "2c 9d Kh")
    with pytest.raises(IllegalAction):
        hand.act(action)


def test_r4_all_cards_are_paid_for_first(game: Game) -> None:
    hand = deal(game.with_options(card_price=2), 100, "2c 9d Kh As")
    events = play(hand, "buy 3")
    assert kinds(events) == [("bought", 0), ("dealt", 0)]
    assert (events[0].count, events[0].amount) == (3, 6)
    assert hand.stacks[0] == 100 - 1 - 6


def test_r5_dealing_stops_when_the_hand_is_no_longer_the_lowest(game: Game) -> None:
    hand = deal(game, 100, "5c 6d Kh 3c 8s")
    play(hand, "buy 4")  # 53 < 6, but 853 > 6
    assert lying(hand, 0) == "5c 3c 8s"
    assert hand.actor == 1


def test_r5_cards_paid_for_and_not_dealt_are_not_refunded(game: Game) -> None:
    hand = deal(game, 100, "5c 6d Kh 8s")
    play(hand, "buy 4")
    assert lying(hand, 0) == "5c 8s"
    assert hand.stacks[0] == 100 - 1 - 4
    assert pot(hand) == 3 + 4


def test_r5_dealing_stops_when_no_longer_lowest_by_suit_alone(game: Game) -> None:
    hand = deal(game, 100, "5c 5d As Kd Ks")
    play(hand, "buy 1, buy 2")  # p1 Kd5c; p2 Ks5d
    assert lying(hand, 1) == "5d Ks"
    assert hand.actor == 0


def test_r5_an_equal_hand_that_is_lower_by_suit_is_still_the_lowest(game: Game) -> None:
    hand = deal(game, 100, "5c 5d As Kd Kc 2h")
    play(hand, "buy 1, buy 2")  # p1 Kd5c; p2 Kc5d is not enough, K52 is
    assert lying(hand, 1) == "5d Kc 2h"
    assert hand.actor == 0


def test_h1_the_suit_order_decides_where_dealing_stops(game: Game) -> None:
    hand = deal(game.with_options(suit_order="dchs"), 100, "5d 5c As Kd Kc")
    play(hand, "buy 1, buy 2")  # clubs above diamonds: p2's Kc5c beats Kd5d
    assert lying(hand, 1) == "5c Kc"
    assert hand.actor == 0


def test_h5_a_pair_is_decided_by_its_best_suit_whatever_the_kickers(game: Game) -> None:
    hand = deal(game, 100, "8c 8h Kd 8d 8s Kc As Ac")
    play(hand, "buy 1, buy 1, buy 1")  # 8d8c, 8s8h, KdKc
    assert hand.actor == 0
    play(hand, "buy 1, buy 2")  # 8d8cAs, then 8s8hAc: the spade in the pair is enough
    assert lying(hand, 1) == "8h 8s Ac"
    assert hand.actor == 0


def test_r6_still_the_lowest_after_all_cards_is_out(game: Game) -> None:
    hand = deal(game, 100, "5c 6d Kh 4d")
    events = play(hand, "buy 1")  # 54 < 6
    assert kinds(events)[-1] == ("out_beaten", 0)
    assert statuses(hand)[0] == "out"
    assert hand.stacks[0] == 98
    assert pot(hand) == 4
    assert hand.actor == 1


def test_r6_so_is_a_hand_whose_fifth_card_leaves_it_the_lowest(game: Game) -> None:
    hand = deal(game, 100, "2c 8d Kh 3d 4h 5s 7c")
    events = play(hand, "buy 4")  # 75432 < 8
    assert kinds(events)[-1] == ("out_beaten", 0)
    assert lying(hand, 0) == "2c 3d 4h 5s 7c"


def test_r7_the_last_live_player_takes_the_pot_with_one_card(game: Game) -> None:
    hand = deal(game, 100, "2c 3d Kh")
    events = play(hand, "fold, fold")
    assert kinds(events) == [("folded", 1), ("won", 2)]
    assert hand.payoffs == (-1, -1, 2)
    assert lying(hand, 2) == "Kh"


def test_r7_also_when_the_others_were_beaten(game: Game) -> None:
    hand = deal(game, 100, "2c 4d Kh 3d 5h")
    play(hand, "buy 1, buy 1")  # 32 < 4 and 54 < K
    assert statuses(hand) == ["out", "out", "live"]
    assert hand.payoffs == (-2, -2, 4)


def test_r9_a_complete_lowest_hand_is_out_without_being_asked(game: Game) -> None:
    hand = deal(game, 100, "3c 9d 2s 4c 5d 6h Js Kd")
    events = play(hand, "fold, buy 4, buy 1")  # p1 J6543 beats 9, p2's K9 beats it
    assert kinds(events) == [("bought", 1), ("dealt", 1), ("out_complete", 0), ("won", 1)]
    assert [seat for seat, _ in hand.actions] == [2, 0, 1]
    assert hand.payoffs == (-5, 6, -1)


def test_r10_a_player_buys_at_most_what_his_stack_pays_for(game: Game) -> None:
    hand = deal(game.with_options(card_price=3), [8, 100, 100], "2c 9d Kh")
    assert str(hand.legal) == "fold or buy 1 to 2"
    assert "buy 3" not in hand.legal


def test_r10_exactly_the_price_of_one_card_is_enough(game: Game) -> None:
    hand = deal(game.with_options(card_price=3), [4, 100, 100], "2c 9d Kh")
    assert hand.actor == 0
    assert str(hand.legal) == "fold or buy 1"


def test_r10_too_short_for_one_card_is_out_when_his_hand_is_the_lowest(game: Game) -> None:
    hand = deal(game.with_options(card_price=3), [3, 100, 100], "2c 9d Kh")
    assert kinds(hand.events())[-1] == ("out_short", 0)
    assert hand.actor == 1
    assert (hand.stacks[0], pot(hand)) == (2, 3)


def test_r10_too_short_for_one_card_stays_until_his_hand_is_the_lowest(game: Game) -> None:
    hand = deal(game, [1, 100, 100], "9d 2c Kh Tc")
    assert statuses(hand) == ["live"] * 3
    events = play(hand, "buy 1")  # T2 beats 9
    assert kinds(events)[-1] == ("out_short", 0)


def test_r10_there_is_one_pot_and_the_short_stack_can_win_all_of_it(game: Game) -> None:
    hand = deal(game, [2, 100, 100], "2s 3c 4d As 5c 6d")
    play(hand, "buy 1, buy 4, buy 4")  # A2, 53, 64
    assert [pot.seats for pot in hand.view(-1).pots] == [(0, 1, 2)]
    play(hand, "fold, fold")
    assert hand.payoffs == (10, -5, -5)


def test_r10_when_nobody_can_pay_for_a_card_the_highest_hand_wins_at_once(game: Game) -> None:
    hand = deal(game.with_options(ante=1_000_000), 1_000_000, "9d 5c Kh")
    assert hand.over
    assert kinds(hand.events())[-3:] == [("out_short", 1), ("out_short", 0), ("won", 2)]
    assert hand.stacks == (0, 0, 3_000_000)
