"""Side pots, uncalled bets, odd chips and all-in players (C3, C4, C6, N6, N8), worked by hand."""

import pytest

import sidepot
from sidepot.engine.game import Hand
from tests.rules.bettors import after, check_down, keep, menu, raises, seated, shootout
from tests.rules.table import kinds, play

# Five cards each, from the best hand to the worst, and no two suits alike enough for a flush.
ACES, KINGS, QUEENS, JACKS = (
    "Ac Ad Ah As 2c",
    "Kc Kd Kh Ks 3c",
    "Qc Qd Qh Qs 4c",
    "Jc Jd Jh Js 5c",
)
TIED = ("2c 5c 7d 9d Kc", "2d 5d 7h 9h Kd", "2h 5h 7s 9s Kh")
LOW = ("3c 4c 6d 8d Tc", "3d 4d 6h 8h Td")


def free(*chips: int, cards: tuple[str, ...]) -> Hand:
    """No ante: the unit is one chip."""
    return shootout(*chips, cards=" ".join(cards), ante=0)


def test_c3_folded_chips_fall_into_the_pots_that_they_reach() -> None:
    hand = free(20, 100, 100, 100, cards=(ACES, QUEENS, JACKS, KINGS))
    keep(after(hand, "bet 20,raise to 50,call,call"))
    check_down(after(hand, "bet 30,fold,call"))
    # 4 x 20 for the aces; 3 x 30, of them 30 folded, and 2 x 30 for the kings
    assert hand.stacks == (80, 20, 50, 170)


def test_c3_chips_folded_below_a_level_stay_in_the_main_pot() -> None:
    hand = free(20, 100, 5, 100, cards=(ACES, QUEENS, JACKS, KINGS))
    keep(after(hand, "check,check,bet 5,call,call,call"))
    check_down(after(hand, "bet 15,call,call"))
    assert hand.stacks == (65, 80, 0, 80)  # 4 x 5 and 3 x 15


def test_c3_three_levels_three_winners() -> None:
    hand = free(10, 30, 60, 60, cards=(ACES, KINGS, QUEENS, JACKS))
    check_down(after(hand, "bet 10,raise to 30,raise to 60,call"))
    assert hand.stacks == (40, 60, 60, 0)  # 4 x 10, 3 x 20, 2 x 30


def test_c3_the_best_hand_wins_only_from_the_levels_that_it_reached() -> None:
    hand = free(10, 60, 60, cards=(ACES, QUEENS, KINGS))
    check_down(after(hand, "bet 10,raise to 60,call"))
    assert hand.stacks == (30, 0, 100)


def test_c3_what_nobody_matched_goes_back_at_the_end_of_the_round() -> None:
    hand = free(100, 25, 100, cards=(KINGS, ACES, QUEENS))
    events = play(hand, "bet 60,call,fold")
    assert [(e.seat, e.amount) for e in events if e.kind == "returned"] == [(0, 35)]
    assert hand.stacks == (75, 0, 100)
    assert check_down(hand).stacks == (75, 50, 100)


def test_c3_a_bet_that_nobody_calls_goes_back_to_the_last_player_left() -> None:
    hand = after(shootout(100, 100, 100), "bet 60,fold,fold")
    assert hand.over
    assert hand.stacks == (130, 100, 100)


def test_c3_a_raise_that_is_not_called_goes_back_but_for_the_call() -> None:
    hand = after(shootout(100, 100), "bet 20,raise to 80,fold")
    assert hand.stacks == (80, 140)


# Odd chips ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "odd"), [(4, (0, 1)), (3, (0, 1)), (2, (0, 1)), (1, (2, 0)), (0, (1, 2))]
)
def test_c4_odd_chips_go_one_each_clockwise_from_the_dealers_left(
    button: int, odd: tuple[int, int]
) -> None:
    hands = (*TIED, *LOW)
    cards = " ".join(hands[(button + 1 + i) % 5] for i in range(5))
    hand = seated("high-noon-shootout", [11] * 5, cards, button=button, ante=1)
    check_down(hand)  # five chips for three
    expected = [10 + 1 + (seat in odd) for seat in range(3)] + [10, 10]
    assert list(hand.stacks) == expected


def test_c4_each_pot_is_divided_by_itself() -> None:
    hand = free(5, 20, 20, 20, cards=(*TIED, LOW[0]))
    keep(after(hand, "bet 5,raise to 10,call,call"))
    check_down(after(hand, "bet 1,call,fold"))
    # 20 for three: 7, 7, 6; and 15 + 2 for two: 9, 8
    assert hand.stacks == (7, 9 + 7 + 9, 9 + 6 + 8, 10)


# All-in players -------------------------------------------------------------------------------


def test_c6_nobody_is_asked_when_no_other_live_player_has_chips() -> None:
    hand = after(shootout(100, 20), "bet 20,call")
    while not hand.over:
        assert set(menu(hand)) == {"keep", "discard"}
        hand.act("keep")


def test_c6_nobody_raises_when_nobody_could_put_in_more() -> None:
    hand = after(shootout(100, 20), "check,bet 20")
    assert menu(hand) == {"fold": (0, 0), "call": (20, 20)}


def test_c6_one_may_raise_an_all_in_while_a_third_player_can_answer() -> None:
    hand = after(shootout(100, 20, 100), "check,bet 20")
    assert (hand.actor, raises(hand)) == (2, (40, 100))
    assert menu(after(hand, "fold")) == {"fold": (0, 0), "call": (20, 20)}


def test_c6_a_bet_may_be_more_than_the_others_have() -> None:
    assert raises(shootout(100, 20)) == (10, 100)


def test_n8_all_in_players_go_on_discarding_and_stay_to_the_reveal() -> None:
    hand = after(shootout(20, 100, 100), "bet 20,call,call")
    askers = []
    while not hand.over:
        if "keep" in menu(hand):
            askers.append(hand.actor)
            hand.act("keep")
        else:
            assert hand.actor != 0
            hand.act("check")
    assert askers == [0, 1, 2] * 3
    assert ("shown", 0) in kinds(hand.events())


# Mids -----------------------------------------------------------------------------------------


def showdown(*chips: int, short_mid: str = "all-in") -> Hand:
    """A mid of ten, like the ante that has been paid."""
    game = sidepot.game("high-noon-showdown").with_options(ante=10, short_mid=short_mid)
    return game.deal(stacks=[each + 10 for each in chips])


def test_n6_a_mid_is_paid_or_the_hand_folded() -> None:
    assert menu(showdown(100, 100)) == {"fold": (0, 0), "pay": (10, 10)}


def test_n8_a_short_mid_is_an_all_in() -> None:
    hand = showdown(4, 100, 100)
    assert menu(hand) == {"fold": (0, 0), "pay": (4, 4)}
    keep(after(hand, "pay,pay,pay"))
    assert hand.stacks == (0, 90, 90)
    assert hand.actor == 1  # the first has no chips left and stays


def test_n8_a_short_mid_folds_where_that_is_agreed() -> None:
    hand = showdown(4, 100, 100, short_mid="fold")
    assert menu(hand) == {"fold": (0, 0)}


@pytest.mark.parametrize("short_mid", ["all-in", "fold"])
def test_n8_a_stack_of_exactly_the_mid_pays_it(short_mid: str) -> None:
    hand = showdown(10, 100, 100, short_mid=short_mid)
    assert menu(hand) == {"fold": (0, 0), "pay": (10, 10)}
    keep(after(hand, "pay,pay,pay"))
    assert hand.actor == 1


def test_c6_a_mid_is_matched_once_and_no_more_asked_for_into_all_ins() -> None:
    hand = showdown(4, 4, 100)
    play(hand, "pay,pay,pay")
    assert hand.stacks == (0, 0, 96)  # six chips that nobody matched have come back
    while not hand.over:
        assert "pay" not in menu(hand)
        hand.act("keep")
