"""The rules of seven-card stud, by the numbers of its page."""

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.engine.streets import BRING_IN, street_game
from sidepot.errors import BadSetup, IllegalAction
from sidepot.rules.rankings import HIGH
from sidepot.rules.streets import BIG, HIGH_HAND, LOW_CARD, SMALL, bet, down, up

STUD = games.find("seven-card-stud")


def deal(deck: str, players: int = 2, stacks: int | list[int] = 100, **options: int | str) -> Hand:
    """A hand with these cards on top."""
    return STUD.with_options(**options).deal(players=players, stacks=stacks, deck=deck)


def play(hand: Hand, *actions: str) -> Hand:
    """The hand after some actions."""
    for action in actions:
        hand.act(action)
    return hand


def all_the_way(hand: Hand) -> Hand:
    """The hand played to its end: everybody stays in for the least."""
    while not hand.over:
        kinds = [choice.kind for choice in hand.legal.ranges]
        hand.act(next(kind for kind in ("pay", "check", "call") if kind in kinds))
    return hand


def told(hand: Hand, kind: str) -> list[tuple[int, str | None]]:
    return [(event.seat, event.card) for event in hand.events() if event.kind == kind]


ACES = "As Ad Ah Qc Jd 4c Tc Th 9s 2c Ac 5d 6d 2d 3h 7h 8d 2h 3s 7s 8s 2s 3d 7d 8h"
"""Cards of three: the first has four aces, the second the lowest open card."""


def test_s1_a_short_stack_is_dealt_in_with_what_it_has() -> None:
    hand = deal("", players=3, stacks=[100, 2, 100], ante=3)
    assert hand.stacks == (97, 0, 97)
    anted = [(e.seat, e.amount) for e in hand.events() if e.kind == "anted"]
    assert anted == [(0, 3), (1, 2), (2, 3)]
    assert [e.seat for e in hand.events() if e.kind == "all_in"] == [1]
    with pytest.raises(BadSetup, match="without chips"):
        deal("", players=3, stacks=[100, 0, 100], ante=3)


@pytest.mark.parametrize(("short_ante", "main"), [("matched", 3), ("whole", 7)])
def test_s1_a_short_stack_wins_as_much_of_each_ante_or_all_of_them(
    short_ante: str, main: int
) -> None:
    hand = deal(ACES, players=3, stacks=[1, 100, 100], ante=3, short_ante=short_ante)
    play(hand, "bring in", "call", *["check"] * 8)
    assert hand.over
    won = [(e.seat, e.amount) for e in hand.events() if e.kind in ("won", "split")]
    assert won[0][1] == main and hand.winners[0] == 0


def test_s1_an_ante_that_nobody_matches_comes_back() -> None:
    hand = deal("As Ad Kh Qc Jd 4c", stacks=[100, 1], ante=3)
    assert hand.over and sum(hand.stacks) == 101
    assert ("returned", 0, 2) in [(e.kind, e.seat, e.amount) for e in hand.events()]


def test_s1_a_table_may_leave_out_who_cannot_pay_the_whole_ante() -> None:
    with pytest.raises(BadSetup, match="the ante of 3"):
        deal("", players=3, stacks=[100, 2, 100], ante=3, short_ante="out")
    assert deal("", players=3, stacks=[100, 3, 100], ante=3, short_ante="out").stacks == (97, 0, 97)


def test_s2_two_cards_lie_face_down_and_one_face_up() -> None:
    hand = deal("Ac 9d Kh Qs Jd 4c")
    assert told(hand, "dealt") == [(0, "??"), (0, "??"), (0, "Kh"), (1, "??"), (1, "??"), (1, "4c")]
    assert [card.card for card in hand.view(0).seats[0].cards] == ["Ac", "9d", "Kh"]


@pytest.mark.parametrize(("up", "first"), [(("4d", "4c"), 1), (("4c", "4d"), 0), (("As", "2s"), 1)])
def test_s3_the_lowest_open_card_by_rank_and_suit_brings_it_in(
    up: tuple[str, str], first: int
) -> None:
    hand = deal(f"Qc 9d {up[0]} Qs Jd {up[1]}")
    assert hand.actor == first
    assert str(hand.legal) == "bring in 2 or bet 4"
    with pytest.raises(IllegalAction, match="bring in 2"):
        hand.act("fold")


def test_s3_a_first_raise_completes_the_bring_in_and_three_more_may_follow() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c"), "bring in")
    assert str(hand.legal) == "fold, call 2 or complete to 4"
    play(hand, "complete to 4")
    assert str(hand.legal) == "fold, call 2 or raise to 8"
    play(hand, "raise to 8", "raise to 12")
    assert str(hand.legal) == "fold, call 4 or raise to 16"
    play(hand, "raise to 16")
    assert str(hand.legal) == "fold or call 4"


def test_s3_a_full_bet_takes_the_place_of_the_bring_in() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c", stacks=[100, 50]), "bet 4")
    assert [(event.kind, event.amount) for event in hand.events(verb=-1)] == [("opened", 4)]
    assert str(hand.legal) == "fold, call 4 or raise to 8"
    play(hand, "raise to 8", "raise to 12", "raise to 16")
    assert str(hand.legal) == "fold or call 4"
    assert str(deal("Ac 9d Kh Qs Jd 4c", stacks=[100, 4]).legal) == "bring in 2 or bet 3"


def test_s3_who_has_no_chips_left_passes_the_bring_in_to_the_left() -> None:
    hand = deal("Ac 9d Kh Qs Jd 2c Tc Th Ts", players=3, stacks=[100, 1, 100])
    assert hand.actor == 2 and "bring in 2" in str(hand.legal)
    assert deal("Ac 9d Kh Qs Jd 2c", stacks=[100, 2]).act("bring in")[0].amount == 1


def test_s3_a_bring_in_as_large_as_the_bet_is_one_of_the_bets() -> None:
    hand = deal("Ac 9d Kh Qs Jd 4c", bring_in=4)
    assert str(hand.legal) == "bring in 4"
    play(hand, "bring in")
    assert str(hand.legal) == "fold, call 4 or raise to 8"
    play(hand, "raise to 8", "raise to 12", "raise to 16")
    assert str(hand.legal) == "fold or call 4"


@pytest.mark.parametrize(
    ("dealt", "first"), [(("Kd", "5s"), 0), (("9s", "4d"), 1), (("4d", "Kc"), 0)]
)
def test_s4_the_best_open_hand_opens_and_may_check(dealt: tuple[str, str], first: int) -> None:
    hand = play(deal(f"Ac 9d Kh Qs Jd 4c 7h {dealt[0]} {dealt[1]}"), "bring in", "call")
    assert hand.actor == first
    assert "check" in hand.legal


@pytest.mark.parametrize(("open_ties", "first"), [("position", 0), ("suit", 1)])
def test_s4_of_equal_open_hands_the_first_or_the_higher_suit_opens(
    open_ties: str, first: int
) -> None:
    hand = deal("Ac 9d Kh Qs Jd 4c 7h 4d Ks", open_ties=open_ties)
    assert play(hand, "bring in", "call").actor == first


def test_s5_bets_are_small_on_two_streets_and_then_big() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c 7h Kd 4d"), "bring in", "call")
    assert "bet 4" in str(hand.legal)
    play(hand, "check", "check")
    assert "bet 8" in str(hand.legal)


def test_s6_a_card_is_burned_before_each_open_card() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c 7h Kd 4d 2c 3c 3d"), "bring in", "call", "check", "check")
    assert told(hand, "dealt")[-4:] == [(0, "Kd"), (1, "4d"), (0, "3c"), (1, "3d")]


def test_s7_the_seventh_card_lies_face_down() -> None:
    hand = all_the_way(deal(""))
    assert [card for _, card in told(hand, "dealt")][-2:] == ["??", "??"]


@pytest.mark.parametrize(("players", "in_common", "left"), [(6, 0, 6), (7, 0, 0), (8, 1, 0)])
def test_s7_a_short_deck_burns_nothing_and_then_serves_one_for_all(
    players: int, in_common: int, left: int
) -> None:
    hand = all_the_way(STUD.deal(players=players, stacks=500, seed=3))
    view = hand.view(-1)
    assert len(view.board) == in_common
    assert dict(view.facts)["cards_left"] == left
    assert all(len(seat.cards) == 7 - in_common for seat in view.seats)


def test_s8_the_best_five_of_seven_win_and_are_named() -> None:
    hand = all_the_way(deal("Kc Kd 5h Qs Jd 4c 7h 9c 6d 2c 8h 2d 3c 9d 3s 7c Ks As"))
    assert hand.winners == (0,)
    winner = hand.view(-1).seats[0]
    assert str(winner.hand) == "kings full of nines"


def test_s8_all_in_hands_stay_face_down_until_the_showdown() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c", stacks=[3, 3]), "bring in", "call")
    kinds = [event.kind for event in hand.events() if event.kind in ("dealt", "shown")]
    assert kinds == ["dealt"] * 14 + ["shown"] * 6


@pytest.mark.parametrize(("odd_chips", "winner"), [("suit", 1), ("position", 0)])
def test_s8_odd_chips_go_to_the_highest_card_by_suit_or_by_position(
    odd_chips: str, winner: int
) -> None:
    deck = "Ac 9d Kh As 9c Kd 2d 2h 3c 7h Tc Ts 8c 8d Jc Js 7d Qc Qs 7c 4h 4c"
    hand = deal(deck, players=3, odd_chips=odd_chips)
    play(hand, "bring in", "call", "call")
    while not hand.over:
        hand.act("fold" if hand.actor == 2 else "check")
    assert [e.kind for e in hand.events()].count("split") == 2
    won = {e.seat: e.amount for e in hand.events() if e.kind == "split"}
    assert max(won, key=lambda seat: won[seat]) == winner and sum(won.values()) % 2


def test_a_hand_that_wins_unseen_is_not_named() -> None:
    hand = play(deal("Ac 9d Kh Qs Jd 4c 7h Kd 4d"), "bring in", "call", "bet 4", "fold")
    won = next(event for event in hand.events() if event.kind == "won")
    assert won.hand is None


def test_a_table_of_streets_is_the_same_game() -> None:
    first = [up(1, hidden=2), bet(SMALL, LOW_CARD), up(1), bet(SMALL, HIGH_HAND)]
    last = [*(up(1), bet(BIG, HIGH_HAND)), *(up(1), bet(BIG, HIGH_HAND)), down(1)]
    streets = street_game(
        name="s",
        title="S",
        author="A",
        rows=[*first, *last, bet(BIG, HIGH_HAND)],
        high=HIGH,
        forced=BRING_IN,
        limit="fixed-limit",
    )
    for players in (2, 5, 8):
        hands = [game.deal(players=players, stacks=99, seed=7) for game in (STUD, streets)]
        house, table = [all_the_way(hand).events() for hand in hands]
        assert house == table
