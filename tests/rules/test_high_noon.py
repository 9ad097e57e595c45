"""High Noon: deal, discards, community cards, reveal, and the three styles' options (N1 to N9)."""

import random
from itertools import combinations

import pytest

import sidepot
from sidepot.cards import SIZE
from sidepot.engine.game import Hand
from sidepot.errors import BadOption, BadSetup, IllegalAction
from tests.hands.reference import key
from tests.rules.table import deal, kinds, lying, play, pot, statuses

STYLES = ("high-noon-standoff", "high-noon-showdown", "high-noon-shootout")
STANDOFF, SHOWDOWN, SHOOTOUT = map(sidepot.game, STYLES)
TWO = "2c 3d 8h Js Ad  2d 4s 9h Qs Kd"
"""The hands of two players."""


def keep_all(hand: Hand) -> None:
    """To the end, by checks, mids and kept cards."""
    while not hand.over:
        hand.act(next(kind for kind in ("keep", "check", "pay") if kind in hand.legal))


@pytest.mark.parametrize("name", STYLES)
def test_n1_one_deck_and_two_to_nine_players(name: str) -> None:
    game = sidepot.game(name)
    assert sorted(game.deck) == list(range(SIZE))
    for players in range(2, 10):
        hand = game.deal(players=players, seed=1)
        assert [len(lying(hand, seat).split()) for seat in range(players)] == [5] * players
    for players in (1, 10):
        with pytest.raises(BadSetup):
            game.deal(players=players)


def test_n1_nine_players_use_51_cards() -> None:
    hand = STANDOFF.deal(players=9, seed=1)
    keep_all(hand)
    assert dict(hand.view(-1).facts)["cards_left"] == 1


def test_n1_five_cards_each_from_the_dealers_left_face_down() -> None:
    hand = deal(STANDOFF, [10, 10], TWO)
    assert lying(hand, 0) == "?? ?? ?? ?? ??"
    assert [card.card for card in hand.view(0).seats[0].cards] == ["2c", "3d", "8h", "Js", "Ad"]
    assert [card.card for card in hand.view(1).seats[1].cards] == ["2d", "4s", "9h", "Qs", "Kd"]


def test_n2_three_times_each_discards_or_keeps_then_one_is_burned_and_one_turned_up() -> None:
    hand = deal(STANDOFF, [10, 10], TWO + " 5c 6c 7c 8c 9c Tc")
    boards = []
    while not hand.over:
        boards.append((hand.actor, [card.card for card in hand.view(-1).board]))
        hand.act("keep")
    first: list[str] = []
    second, third = ["6c"], ["6c", "8c"]
    assert boards == [(0, first), (1, first), (0, second), (1, second), (0, third), (1, third)]
    assert [card.card for card in hand.view(-1).board] == ["6c", "8c", "Tc"]


def test_n2_that_a_card_was_discarded_is_public_and_which_is_not() -> None:
    hand = deal(STANDOFF, [10, 10], TWO)
    hand.act("discard 8h")
    assert [(event.kind, event.card) for event in hand.events(0, -1)] == [("discarded", "8h")]
    for other in (1, -1):
        assert [(event.kind, event.card) for event in hand.events(other, -1)] == [
            ("discarded", "??")
        ]
        assert [card.card for card in hand.view(other).seats[0].cards] == ["??"] * 5
    zones = [(card.card, card.zone) for card in hand.view(0).seats[0].cards]
    assert zones == [(c, "hand") for c in ("2c", "3d", "Js", "Ad")] + [("8h", "thrown")]


def test_n2_discards_stay_secret_after_the_reveal() -> None:
    hand = deal(STANDOFF, [10, 10], TWO)
    play(hand, "discard 8h,keep,keep,keep,keep,keep")
    assert lying(hand, 0) == "2c 3d Js Ad ??"


def test_n3_all_of_the_hand_and_as_many_community_cards_as_it_lacks() -> None:
    """p1 keeps five; p2 throws two and takes the two of three that serve: a straight."""
    hand = deal(STANDOFF, [10, 10], "2c 2h 8h Js Ad  4d 5s 6h Qs Kd  9c 7c 9d 8c 9s 2s")
    play(hand, "keep,discard Qs,keep,discard Kd,keep,keep")
    assert [card.card for card in hand.view(-1).board] == ["7c", "8c", "2s"]
    seats = hand.view(-1).seats
    assert seats[0].best == ("2c", "2h", "8h", "Js", "Ad")
    assert seats[1].best == ("4d", "5s", "6h", "7c", "8c")
    assert hand.payoffs == (-1, 1)


@pytest.mark.parametrize("seed", range(60))
def test_n3_the_choice_is_the_best_there_is(seed: int) -> None:
    """Compared with every choice, ranked by the reference of tests/hands."""
    chance = random.Random(seed)
    hand = STANDOFF.deal(players=4, seed=seed)
    while not hand.over:
        hand.act(chance.choice(list(hand.legal)))
    board = [card.card for card in hand.view(-1).board]
    for seat in hand.view(-1).seats:
        held = [card.card for card in seat.cards if card.zone == "hand"]
        finals = [held + list(some) for some in combinations(board, 5 - len(held))]
        assert key(seat.best) == max(map(key, finals))


def test_n4_ties_split_and_suits_never_break_them() -> None:
    hand = deal(STANDOFF, [10, 10, 10], "2c 3c 8c Jh Ac  2d 3d 8d Js Ad  4h 5h 7h 9h Th")
    keep_all(hand)
    assert kinds(hand.events(verb=-1))[-1] == ("won", 2)
    hand = deal(STANDOFF, [10, 10], "2c 3c 8c Jh Ac  2d 3d 8d Js Ad")
    keep_all(hand)
    assert hand.payoffs == (0, 0)
    assert kinds(hand.events(verb=-1))[-2:] == [("split", 0), ("split", 1)]


def test_n5_standoff_has_one_ante_no_bet_and_no_folding() -> None:
    hand = deal(STANDOFF, [10, 10, 10], "")
    asked = set()
    while not hand.over:
        asked |= {choice.kind for choice in hand.legal.ranges}
        hand.act("keep")
    assert asked == {"keep", "discard"}
    assert sorted(hand.payoffs)[0] == -1


@pytest.mark.parametrize(("mids", "times"), [(4, 4), (3, 3)])
def test_n6_mids_between_the_steps(mids: int, times: int) -> None:
    hand = deal(SHOWDOWN.with_options(ante=2, mids=mids), [100, 100], "")
    paid = []
    while not hand.over:
        if "pay" in hand.legal:
            paid.append((hand.actor, len(hand.view(-1).board)))
            hand.act("pay")
        else:
            hand.act("keep")
    assert paid == [(seat, point) for point in range(times) for seat in (0, 1)]
    assert max(hand.payoffs) in (0, 2 * (1 + times))


def test_n7_betting_at_four_points() -> None:
    hand = deal(SHOOTOUT, [100, 100], "")
    points = []
    while not hand.over:
        if "check" in hand.legal:
            points.append(len(hand.view(-1).board))
            hand.act("check")
        else:
            hand.act("keep")
    assert points == [0, 0, 1, 1, 2, 2, 3, 3]


def test_n9_discards_and_burned_cards_never_return() -> None:
    hand = STANDOFF.deal(players=9, seed=4)
    while not hand.over:
        choice = hand.legal.ranges[-1]
        hand.act(choice.at(choice.lowest))
    dealt = [event.card for event in hand.secrets() if event.deals]
    assert len(dealt) == len(set(dealt)) == 48


def test_c7_the_last_live_player_wins_unseen_and_nothing_more_is_dealt() -> None:
    hand = deal(SHOWDOWN, [10, 10, 10], "")
    play(hand, "pay,fold,fold")
    assert hand.over
    assert statuses(hand) == ["live", "folded", "folded"]
    assert hand.view(-1).board == ()
    assert lying(hand, 0) == "?? ?? ?? ?? ??"
    assert hand.payoffs == (2, -1, -1)
    assert pot(hand) == 0


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("discard Kc", "choose discard 2c, 3d, 8h, Js or Ad"),
        ("discard 2d", "choose discard 2c, 3d, 8h, Js or Ad"),
        ("discard 5", "choose discard 2c, 3d, 8h, Js or Ad"),
        ("discard", "choose discard 2c, 3d, 8h, Js or Ad"),
        ("fold", "choose keep or discard 2c, 3d, 8h, Js or Ad"),
        ("keep 2c", "choose keep or discard 2c, 3d, 8h, Js or Ad"),
    ],
)
def test_a_wrong_discard_is_refused_with_the_cards_that_are_held(action: str, says: str) -> None:
    hand = deal(STANDOFF, [10, 10], TWO)
    before = bytes(hand)
    with pytest.raises(IllegalAction) as refusal:
        hand.act(action)
    assert says in str(refusal.value)
    assert bytes(hand) == before


def test_a_card_is_not_discarded_twice() -> None:
    hand = deal(STANDOFF, [10, 10], TWO)
    play(hand, "discard 8h,keep")
    with pytest.raises(IllegalAction, match="choose discard 2c, 3d, Js or Ad"):
        hand.act("discard 8h")


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("bet 0", "choose bet 1 to 9"),
        ("bet 10", "choose bet 1 to 9"),
        ("raise to 4", "choose fold, check or bet 1 to 9"),
        ("call", "choose fold, check or bet 1 to 9"),
    ],
)
def test_a_wrong_bet_is_refused_with_the_range(action: str, says: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        deal(SHOOTOUT, [10, 10], TWO).act(action)
    assert says in str(refusal.value)


def test_a_bet_above_the_pot_limit_is_refused_with_the_range() -> None:
    with pytest.raises(IllegalAction, match=r"choose bet 1 to 2$"):
        deal(SHOOTOUT.with_options(limit="pot-limit"), [10, 10], TWO).act("bet 3")


def test_a_raise_that_is_not_open_is_refused() -> None:
    hand = deal(SHOOTOUT, [100, 13, 100], "")
    play(hand, "bet 10,raise to 12,call")
    with pytest.raises(IllegalAction, match=r"choose fold or call 2$"):
        hand.act("raise to 50")


def test_bets_follow_the_ante_unless_they_are_agreed_on() -> None:
    numbers = SHOOTOUT.with_options(ante=5).numbers
    assert (numbers["small_bet"], numbers["big_bet"]) == (10, 20)
    numbers = SHOOTOUT.with_options(ante=0).numbers
    assert (numbers["small_bet"], numbers["big_bet"]) == (2, 4)
    assert SHOOTOUT.with_options(small_bet=7).numbers["big_bet"] == 7
    with pytest.raises(BadOption, match="big_bet is at least the small_bet of 7, not 6"):
        SHOOTOUT.with_options(small_bet=7, big_bet=6)


def test_a_style_has_the_options_that_mean_something_in_it() -> None:
    assert list(STANDOFF.declared) == ["ante"]
    assert list(SHOWDOWN.declared) == ["ante", "mids", "short_mid"]
    assert list(SHOOTOUT.declared) == ["ante", "limit", "small_bet", "big_bet"]
    with pytest.raises(BadOption, match="there is no option style"):
        SHOOTOUT.with_options(style="standoff")
    with pytest.raises(BadOption, match="from 1 to"):
        SHOWDOWN.with_options(ante=0)
