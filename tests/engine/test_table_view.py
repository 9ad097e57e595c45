"""`Hand.view`: what a front end draws for the player to act, for the others, for the rail."""

import random

import pytest

import sidepot
from sidepot import games
from sidepot.designer.laws.bots import any_of
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.engine.view import PotView, ResultView
from tests.cases import often
from tests.rules.table import deal, play
from tests.suites import house

GAME = sidepot.game("ricochet-2", card_price=3)
EVERYBODY = (0, 1, 2, RAIL)


def dealt() -> Hand:
    return deal(GAME, 100, "7h 7c Kd As")


def four() -> Hand:
    """p1 beaten, p2 folded, p3 and p4 live."""
    hand = deal(GAME, [100] * 4, "5c 9d Kh As 4d")
    play(hand, "buy 1, fold")
    return hand


def test_it_says_which_hand_of_which_game_it_is() -> None:
    hand = GAME.deal(seed=1, hand=7)
    hand.act("buy 1")
    view = hand.view(-1)
    assert (view.game, view.title) == ("ricochet-2", "Ricochet Poker II")
    assert (view.hand, view.decision, view.version) == (7, hand.decision, 1)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_it_says_who_looks_and_who_is_to_act(seat: int) -> None:
    view = dealt().view(seat)
    assert view.seat == (None if seat == RAIL else seat)
    assert view.to_act == 1


def test_the_menu_is_for_the_one_who_is_to_act() -> None:
    hand = dealt()
    assert [seat for seat in EVERYBODY if hand.view(seat).menu] == [1]


def test_the_menu_says_kind_range_cost_key_and_text() -> None:
    fold, buy = dealt().view(1).menu
    assert (fold.kind, fold.counted, fold.cost, fold.each) == ("fold", False, 0, 0)
    assert (fold.key, str(fold.text)) == ("f", "fold")
    assert (buy.kind, buy.lowest, buy.highest, buy.counted) == ("buy", 1, 4, True)
    assert (buy.cost, buy.each) == (3, 3)
    assert (buy.key, str(buy.text)) == ("b", "buy 1 to 4")


@pytest.mark.parametrize("seat", EVERYBODY)
def test_places_are_the_order_of_play_from_0_the_lowest(seat: int) -> None:
    assert [laid.place for laid in dealt().view(seat).seats] == [1, 0, 2]


def test_dead_hands_have_no_place_and_keep_their_cards_in_sight() -> None:
    seats = four().view(-1).seats
    assert [seat.place for seat in seats] == [None, None, 0, 1]
    assert [" ".join(card.card for card in seat.cards) for seat in seats[:2]] == ["5c 4d", "9d"]


def test_statuses() -> None:
    assert [seat.status for seat in four().view(-1).seats] == ["out", "folded", "live", "live"]


def test_seats_have_names_stacks_and_what_they_put_in() -> None:
    seats = four().view(-1).seats
    assert [seat.name for seat in seats] == ["p1", "p2", "p3", "p4"]
    assert [seat.stack for seat in seats] == [96, 99, 99, 99]
    assert [seat.paid for seat in seats] == [4, 1, 1, 1]


def test_hands_are_in_words() -> None:
    hand = dealt()
    hand.act("buy 1")
    words = [str(seat.hand) for seat in hand.view(-1).seats]
    assert words == ["seven high", "ace high, seven kicker", "king high"]


def test_a_live_seat_without_chips_is_marked_all_in() -> None:
    hand = deal(GAME, [100, 100, 1], "7h 7c Kd")
    assert [seat.marks for seat in hand.view(-1).seats] == [(), (), ("all_in",)]


def test_the_pot_and_who_can_win_it() -> None:
    assert four().view(-1).pots == (PotView(7, (2, 3)),)


def test_facts() -> None:
    assert dict(four().view(-1).facts) == {"cards_left": 47, "card_price": 3}


@pytest.mark.parametrize("seat", EVERYBODY)
def test_events_are_those_of_the_last_verb(seat: int) -> None:
    hand = dealt()
    hand.act("buy 1")
    events = hand.view(seat).events
    assert [(event.kind, event.seat, event.card) for event in events] == [
        ("bought", 1, None),
        ("to_beat", 0, None),
        ("dealt", 1, "As"),
        ("safe", 1, None),
    ]


def test_there_is_no_result_before_the_end() -> None:
    assert dealt().view(-1).result == ()


@pytest.mark.parametrize("seat", EVERYBODY)
def test_at_the_end_there_is_a_result_and_no_pot_and_no_menu(seat: int) -> None:
    hand = dealt()
    play(hand, "buy 1, fold, fold")  # p2 holds A7
    view = hand.view(seat)
    assert view.result == (ResultView(0, 0, -1), ResultView(1, 6, 2), ResultView(2, 0, -1))
    assert (view.pots, view.menu, view.to_act) == ((), (), None)


def test_a_view_does_not_change_when_play_continues() -> None:
    hand = dealt()
    view = hand.view(1)
    play(hand, "buy 1")
    assert view != hand.view(1)
    assert view == dealt().view(1)


@pytest.mark.parametrize("name", often(house(), always=("five-card-draw", "guts")))
def test_the_record_of_a_view_is_what_its_seat_may_know(name: str) -> None:
    """Also of the first view after a verb, whose events are read in the same memory."""
    game, chance = games.find(name), random.Random(3)
    for number in range(2):
        hand = game.deal(players=min(3, game.most), seed=2, hand=number)
        while not hand.over:
            for seat in range(-1, hand.players):
                again = hand.copy()
                assert again.view(seat).record == bytes(again.record(seat))
            hand.act(any_of(hand.legal, chance))
