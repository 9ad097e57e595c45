"""The betting law (N7), worked out by hand: openings, raises, short all-ins, three limits."""

import pytest

import sidepot
from tests.rules.bettors import after, fixed, keep, menu, points, raises, shootout


def test_n7_the_first_live_player_left_of_the_dealer_opens_each_round() -> None:
    hand = shootout(100, 100, 100)
    assert hand.actor == 0
    keep(after(hand, "check,bet 10,call,fold"))
    assert hand.actor == 1
    keep(after(hand, "check,check"))
    assert hand.actor == 1


def test_n7_one_may_fold_where_one_could_check() -> None:
    assert menu(shootout(100, 100)) == {"fold": (0, 0), "check": (0, 0), "bet": (10, 100)}


# No-limit -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "actions", "expected"),
    [
        ((100, 100), "check", (10, 100)),  # one unit, or all
        ((7, 100), "", (7, 7)),  # less than a unit: all-in
        ((500, 500), "bet 30", (60, 500)),  # the bet again
        ((500, 500), "bet 30,raise to 100", (170, 500)),  # the raise of 70 again
        ((500, 500), "bet 30,raise to 60", (90, 500)),
        ((500, 80), "bet 60", (80, 80)),  # less than a full raise: all-in
        ((7, 500, 500), "bet 7", (17, 500)),  # the smallest bet on top of a short one
        ((500, 40, 500), "bet 30,raise to 40", (70, 500)),  # a short raise sets no size
        ((500, 500, 150, 500), "bet 10,raise to 110,raise to 150", (250, 500)),
    ],
)
def test_n7_no_limit_smallest_and_highest_raise(
    chips: tuple[int, ...], actions: str, expected: tuple[int, int]
) -> None:
    hand = shootout(*chips)
    assert raises(after(hand, actions) if actions else hand) == expected


def test_n7_no_limit_raises_are_not_counted() -> None:
    hand = shootout(1000, 1000)
    for level in range(10, 300, 10):
        hand.act(f"bet {level}" if level == 10 else f"raise to {level}")
    assert raises(hand) == (300, 1000)


SHORT = [
    # chips behind, actions, what the first to act may raise to on the second turn
    ((500, 40, 500), "bet 30,raise to 40,call", None),  # 10 more, 30 are a full raise
    ((500, 59, 500), "bet 30,raise to 59,call", None),  # one chip less than full
    ((500, 60, 500), "bet 30,raise to 60,call", (90, 500)),  # exactly full
    ((500, 45, 59, 500), "bet 30,raise to 45,raise to 59,call", None),  # 15 and 14
    ((500, 45, 60, 500), "bet 30,raise to 45,raise to 60,call", (90, 500)),  # 15 and 15
    ((500, 40, 50, 60, 500), "bet 30,raise to 40,raise to 50,raise to 60,call", (90, 500)),
    ((500, 40, 50, 59, 500), "bet 30,raise to 40,raise to 50,raise to 59,call", None),
    ((500, 500, 45, 60), "bet 30,call,raise to 45,raise to 60", (90, 500)),
    ((500, 45, 60, 70, 500), "bet 30,raise to 45,raise to 60,raise to 70,call", (100, 500)),
    ((500, 7, 500), "check,bet 7,call", None),  # a short bet after their check
    ((500, 9, 500), "check,bet 9,call", None),
    ((500, 10, 500), "check,bet 10,call", (20, 500)),
    ((500, 7, 10, 500), "check,bet 7,raise to 10,call", (20, 500)),  # together a full bet
    ((500, 7, 9, 500), "check,bet 7,raise to 9,call", None),
]


@pytest.mark.parametrize(("chips", "actions", "expected"), SHORT)
def test_n7_short_all_ins_reopen_when_they_add_up_to_a_full_raise(
    chips: tuple[int, ...], actions: str, expected: tuple[int, int] | None
) -> None:
    hand = after(shootout(*chips), actions)
    assert hand.actor == 0
    assert raises(hand) == expected


def test_n7_what_one_has_to_add_since_he_acted_counts_for_each_by_himself() -> None:
    hand = after(shootout(500, 45, 500, 60), "bet 30,raise to 45,call,raise to 60")
    assert (hand.actor, raises(hand)) == (0, (90, 500))  # 30 since their bet
    hand.act("call")
    assert (hand.actor, menu(hand)) == (2, {"fold": (0, 0), "call": (15, 15)})  # 15 since the call


def test_n7_whoever_has_not_acted_may_raise_a_short_all_in() -> None:
    hand = after(shootout(500, 40, 500), "bet 30,raise to 40")
    assert (hand.actor, raises(hand)) == (2, (70, 500))


def test_n7_a_full_raise_after_a_short_one_opens_to_all() -> None:
    hand = after(shootout(500, 40, 500), "bet 30,raise to 40,raise to 70")
    assert (hand.actor, raises(hand)) == (0, (100, 500))


def test_n7_no_limit_has_no_completion() -> None:
    hand = after(shootout(500, 12, 500), "bet 10,raise to 12")
    assert raises(hand) == (22, 500)


# Pot-limit ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ante", "actions", "expected"),
    [
        (10, "", (10, 30)),  # three antes
        (10, "check", (10, 30)),
        (10, "bet 30", (60, 120)),  # 30 to call, 90 in the pot after it
        (10, "bet 10", (20, 60)),
        (10, "bet 30,raise to 120", (210, 420)),  # 120 to call, 300 after it
        (10, "bet 30,raise to 120,fold", (210, 390)),  # 90 to call, 270 after it
        (0, "", (1, 1)),  # the pot is empty: the smallest bet
        (0, "bet 1", (2, 3)),
    ],
)
def test_n7_pot_limit_raises_by_the_pot_after_calling(
    ante: int, actions: str, expected: tuple[int, int]
) -> None:
    hand = shootout(1000, 1000, 1000, limit="pot-limit", ante=ante)
    assert raises(after(hand, actions) if actions else hand) == expected


@pytest.mark.parametrize(("chips", "expected"), [(5, (5, 5)), (20, (10, 20)), (30, (10, 30))])
def test_n7_pot_limit_a_stack_below_the_pot_goes_all_in(
    chips: int, expected: tuple[int, int]
) -> None:
    assert raises(shootout(chips, 1000, 1000, limit="pot-limit")) == expected


def test_n7_pot_limit_counts_the_bets_of_earlier_rounds() -> None:
    hand = keep(after(shootout(1000, 1000, limit="pot-limit"), "bet 20,call"))
    assert raises(hand) == (10, 60)


# Fixed-limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("point", "bet"), [(0, 20), (1, 20), (2, 40), (3, 40)])
def test_n7_fixed_limit_small_bets_at_two_points_then_big_ones(point: int, bet: int) -> None:
    hand = points(fixed(1000, 1000), point)
    assert raises(hand) == (bet, bet)
    hand.act(f"bet {bet}")
    assert raises(hand) == (2 * bet, 2 * bet)


def test_n7_fixed_limit_one_bet_and_three_raises() -> None:
    hand = after(fixed(1000, 1000), "bet 20,raise to 40,raise to 60")
    assert raises(hand) == (80, 80)
    assert menu(after(hand, "raise to 80")) == {"fold": (0, 0), "call": (20, 20)}


HALF = [
    # chips behind, actions, what the player then to act may raise to
    ((500, 29, 500), "bet 20,raise to 29", (40, 40)),  # 9: completed to 40
    ((500, 30, 500), "bet 20,raise to 30", (50, 50)),  # 10, half: a full bet is added
    ((500, 39, 500), "bet 20,raise to 39", (59, 59)),
    ((9, 500, 500), "bet 9", (20, 20)),  # a bet of less than half, completed
    ((10, 500, 500), "bet 10", (30, 30)),
    ((500, 25, 29, 500), "bet 20,raise to 25,raise to 29", (40, 40)),  # 9 above the last bet
    ((500, 25, 30, 500), "bet 20,raise to 25,raise to 30", (50, 50)),  # 10: they add up
    ((500, 25, 30, 39, 500), "bet 20,raise to 25,raise to 30,raise to 39", (50, 50)),  # 9 above 30
    ((500, 25, 30, 40, 500), "bet 20,raise to 25,raise to 30,raise to 40", (60, 60)),
    ((500, 25, 33, 500), "bet 20,raise to 25", (33, 33)),  # cannot complete: all-in
]


@pytest.mark.parametrize(("chips", "actions", "expected"), HALF)
def test_n7_fixed_limit_half_a_bet_above_the_last_that_counted_is_a_full_one(
    chips: tuple[int, ...], actions: str, expected: tuple[int, int]
) -> None:
    assert raises(after(fixed(*chips), actions)) == expected


@pytest.mark.parametrize(
    ("chips", "actions", "expected"),
    [
        ((500, 29, 500), "bet 20,raise to 29,call", None),
        ((500, 30, 500), "bet 20,raise to 30,call", (50, 50)),
        ((500, 25, 29, 500), "bet 20,raise to 25,raise to 29,call", None),
        ((500, 25, 30, 500), "bet 20,raise to 25,raise to 30,call", (50, 50)),
        ((500, 9, 500), "check,bet 9,call", None),
        ((500, 10, 500), "check,bet 10,call", (30, 30)),
        ((500, 25, 500), "bet 20,raise to 25,raise to 40", (60, 60)),  # completed: a raise
    ],
)
def test_n7_fixed_limit_only_a_bet_that_counts_reopens(
    chips: tuple[int, ...], actions: str, expected: tuple[int, int] | None
) -> None:
    hand = after(fixed(*chips), actions)
    assert hand.actor == 0
    assert raises(hand) == expected


def test_n7_only_a_player_who_may_still_raise_may_complete() -> None:
    hand = after(fixed(500, 500, 25, 500), "bet 20,call,raise to 25,call")
    assert (hand.actor, menu(hand)) == (0, {"fold": (0, 0), "call": (5, 5)})
    hand.act("call")
    assert (hand.actor, menu(hand)) == (1, {"fold": (0, 0), "call": (5, 5)})


@pytest.mark.parametrize(
    ("all_in", "levels", "last"),
    [
        (25, (40, 60), (80, 80)),  # the all-in does not count, its completion is the first raise
        (30, (50,), (70, 70)),  # the all-in is the first raise
        (30, (50, 70), None),
        (25, (40, 60, 80), None),
    ],
)
def test_n7_fixed_limit_what_fills_the_cap(
    all_in: int, levels: tuple[int, ...], last: tuple[int, int] | None
) -> None:
    hand = after(fixed(500, all_in, 500), f"bet 20,raise to {all_in}")
    for level in levels:
        hand.act(f"raise to {level}")
    assert raises(hand) == last


COMPLETING = [
    # chips behind, actions, whether the raise that is offered then completes
    ((500, 500), "bet 20", False),
    ((9, 500, 500), "bet 9", True),  # less than half of a bet: it does not count
    ((10, 500, 500), "bet 10", False),  # it counts, and is raised
    ((500, 25, 500), "bet 20,raise to 25", True),
    ((500, 30, 500), "bet 20,raise to 30", False),
    ((9, 15, 500), "bet 9", False),  # all-in for more, and still no full bet
    ((9, 500, 500), "bet 9,raise to 20", False),
]


@pytest.mark.parametrize(("chips", "actions", "does"), COMPLETING)
def test_n7_fixed_limit_what_makes_a_short_all_in_a_full_bet_completes_it(
    chips: tuple[int, ...], actions: str, does: bool
) -> None:
    hand = after(fixed(*chips), actions)
    assert "raise_to" in menu(hand)
    assert hand.legal.ranges[-1].said == ("complete_to" if does else "")
    [raised, *_] = hand.act(f"raise to {menu(hand)['raise_to'][0]}")
    assert raised.said == ("completed" if does else "")


def test_n7_no_limit_nothing_is_called_completed() -> None:
    hand = after(shootout(500, 12, 22), "bet 10,raise to 12")
    assert menu(hand)["raise_to"] == (22, 22) and hand.legal.ranges[-1].said == ""
    assert hand.act("raise to 22")[0].said == ""


# Posts (hold'em) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blinds", "small_bet", "expected"),
    [
        ("2/4", 4, (8, 8)),
        ("3/5", 5, (10, 10)),  # the small blind is no bet of its own
        ("2/4", 8, (12, 12)),  # half a bet counts
        ("2/4/8", 4, (12, 12)),
    ],
)
def test_n7_fixed_limit_the_first_raise_adds_a_bet_to_the_highest_post(
    blinds: str, small_bet: int, expected: tuple[int, int]
) -> None:
    game = sidepot.game("holdem-fixed-limit").with_options(blinds=blinds, small_bet=small_bet)
    assert raises(game.deal(stacks=[200] * 4)) == expected


@pytest.mark.parametrize(("blinds", "raised"), [("2/4", 3), ("2/4/8", 2), ("2/4/8/16", 0)])
def test_n7_fixed_limit_posts_count_as_the_bets_that_they_are_worth(
    blinds: str, raised: int
) -> None:
    game = sidepot.game("holdem-fixed-limit").with_options(blinds=blinds, small_bet=4)
    hand = game.deal(stacks=[500] * 6)
    made = 0
    while (levels := raises(hand)) is not None:
        hand.act(f"raise to {levels[0]}")
        made += 1
    assert made == raised


def test_n7_no_limit_a_straddle_sets_the_smallest_raise() -> None:
    game = sidepot.game("holdem-no-limit").with_options(blinds="1/2/4")
    assert raises(game.deal(stacks=[200] * 4)) == (8, 200)


def test_n7_a_short_big_blind_is_called_in_full() -> None:
    game = sidepot.game("holdem-no-limit").with_options(blinds="1/4")
    hand = game.deal(stacks=[200, 3, 200])
    assert (hand.actor, menu(hand)) == (2, {"fold": (0, 0), "call": (4, 4), "raise_to": (8, 200)})
