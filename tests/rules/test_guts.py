"""Guts, rule by rule (G1 to G12)."""

from typing import Any

import pytest

from sidepot import games, kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.engine.play import RAIL
from sidepot.errors import BadSetup

THREE = "Kd Qd 8c 8h Ah 2s"
"""A king high, a pair of eights, an ace high."""


def played(deck: str, *actions: str, **settings: Any) -> Hand:
    """A hand of several in which p1, p2, ... get these cards, two each."""
    stacks, pot = settings.pop("stacks", 10), settings.pop("pot", 0)
    kept = None if pot is None else {"pot": pot}
    players = settings.pop("players", 3)
    game = games.find("guts", **settings)
    hand = game.deal(players=players, stacks=stacks, deck=deck, seed=1, kept=kept)
    for action in actions:
        hand.act(action)
    return hand


def kinds(hand: Hand) -> list[str]:
    return [event.kind for event in hand.events(RAIL, -1)]


def test_g1_two_to_ten_players_of_one_deck() -> None:
    game = games.find("guts")
    assert (game.least, game.most, len(game.deck)) == (2, 10, 52)
    with pytest.raises(BadSetup):
        game.deal(players=11)


@pytest.mark.parametrize("cards", [2, 3])
def test_g2_everybody_antes_and_gets_cards_that_only_they_see(cards: int) -> None:
    hand = played("", ante=2, cards=cards)
    for viewer in (RAIL, 0, 1, 2):
        seats = hand.view(viewer).seats
        assert [seat.paid for seat in seats] == [2, 2, 2]
        hidden = [seat.is_unseen for seat in seats]
        assert hidden == [p != viewer for p in range(3)]
        assert all(len(seat.cards) == cards for seat in seats)


def test_g3_nobody_learns_what_another_has_decided() -> None:
    for viewer in (RAIL, 1, 2):
        one, other = (played(THREE, choice) for choice in ("in", "out"))
        assert bytes(one.record(viewer)) == bytes(other.record(viewer))
        assert one.events(viewer, -1) == other.events(viewer, -1) and kinds(one) == ["decided"]
    assert bytes(played(THREE, "in").record(0)) != bytes(played(THREE, "out").record(0))
    assert [str(action) for action in played(THREE, "in").legal] == ["in", "out"]


def test_g4_all_are_revealed_at_once_when_the_last_has_decided() -> None:
    hand = played(THREE, "in", "out")
    assert "came_in" not in [event.kind for event in hand.events(RAIL)]
    hand.act("out")
    assert kinds(hand) == ["decided", "came_in", "stayed_out", "stayed_out", "won"]
    assert hand.payoffs == (2, -1, -1)


def test_g5_if_nobody_is_in_the_pot_stays() -> None:
    hand = played(THREE, "out", "out", "out", ante=3, pot=4, re_ante="every-hand")
    assert hand.over and hand.payoffs == (-3, -3, -3) and kinds(hand)[-1] == "stays"
    assert hand.keeps["pot"] == 13


def test_g5_what_stays_is_in_the_next_pot_from_its_deal() -> None:
    hand = played(THREE, pot=9)
    assert [pot.amount for pot in hand.view(-1).pots] == [9]
    assert ("brought", 9) in [(event.kind, event.amount) for event in hand.events(RAIL, -1)]
    assert played(THREE, "out", "in", "out", pot=9).payoffs == (0, 9, 0)


def test_g6_who_is_alone_in_takes_the_pot_unseen() -> None:
    hand = played(THREE, "out", "in", "out")
    assert hand.payoffs == (-1, 2, -1) and "shown" not in kinds(hand)
    assert {card.card for seat in hand.view(-1).seats for card in seat.cards} == {"??"}


def test_g7_the_best_hand_takes_the_pot_and_equal_ones_split_it() -> None:
    assert played(THREE, "in", "out", "in").winners == (2,)
    split = played("Kd Qd Kc Qc 8h 2s", "in", "in", "out")
    assert split.winners == (0, 1) and sorted(split.payoffs) == [-1, 0, 1]


@pytest.mark.parametrize(
    ("better", "worse", "name"),
    [
        ("2d 3d 4d", "Kc Kh Ks", "a four-high straight flush"),
        ("2c 2d 2h", "Qs Kd Ah", "three deuces"),
        ("Qs Kd Ah", "2c 3h 4s", "an ace-high straight"),
        ("2c 3h 4s", "Ah 2d 3d", "a four-high straight"),
        ("Ah 2d 3c", "2h 9h Kh", "a three-high straight"),
        ("2h 5h 7h", "Ac Ad Ks", "a seven-high flush"),
        ("2h 5h 8h", "2d 5d 7d", "an eight-high flush"),
        ("2c 2d 3h", "As Kd Jh", "a pair of deuces, three kicker"),
    ],
)
def test_g7_three_cards_rank_with_straights_and_flushes(better: str, worse: str, name: str) -> None:
    hand = played(f"{better} {worse}", "in", "in", players=2, cards=3)
    assert hand.winners == (0,)
    assert str(hand.view(-1).seats[0].hand).removeprefix("an ").removeprefix("a ") == (
        name.removeprefix("an ").removeprefix("a ")
    )


def test_g7_without_straights_and_flushes_where_the_table_agrees() -> None:
    hand = played("2d 3d 4d Kc Qh 8h", "in", "in", players=2, cards=3, ranking="pairs")
    assert hand.winners == (1,) and "straight" not in str(hand.view(-1).seats[0].hand)


def test_g8_who_was_in_and_lost_matches_the_pot_for_the_next_hand() -> None:
    hand = played(THREE, "in", "in", "in")
    assert (hand.payoffs, hand.keeps["pot"]) == ((-4, 2, -4), 6)
    more = played(THREE, "in", "in", "in", stacks=100, pot=7, re_ante="every-hand")
    assert (more.payoffs, more.keeps["pot"]) == ((-11, 9, -11), 20)
    short = played(THREE, "in", "in", "in", stacks=[2, 10, 10])
    assert (short.payoffs, short.keeps["pot"]) == ((-2, 2, -4), 4) and "all_in" in kinds(short)


def test_g8_in_a_hand_by_itself_the_winner_gets_what_is_matched() -> None:
    assert played(THREE, "in", "in", "in", pot=None).payoffs == (-4, 8, -4)
    short = played(THREE, "in", "in", "in", pot=None, stacks=[2, 10, 10])
    assert short.payoffs == (-2, 6, -4) and "all_in" in kinds(short)


def test_g9_where_no_hand_follows_what_would_stay_is_shared() -> None:
    hand = played(THREE, "out", "out", "out", pot=None, ante=3)
    assert (hand.payoffs, hand.keeps["pot"]) == ((0, 0, 0), 0)
    shared = [
        (event.seat, event.amount) for event in hand.events(RAIL, -1) if event.kind == "shared"
    ]
    assert shared == [(0, 3), (1, 3), (2, 3)]


def test_g9_what_a_choice_is_worth_counts_the_share_of_what_stays() -> None:
    for pot in (None, 4):
        hand = played(THREE, "in", "in", pot=pot)
        rows = remember(hand, 2).view
        game = hand.game
        rows = kernel.copy(rows)
        s = kernel.fields(rows)
        s.hole.card[:3, :2] = hand._fields.hole.card[:3, :2]
        for choice in ("out", "in", "in"):  # the seat that sees nobody's choice is asked first
            game.entry.step(rows, Action(choice).number)
        stacks = kernel.fields(rows).chips.stack[:3].tolist()
        assert sum(stacks) == 30 + (pot or 0)
        assert (stacks[2] == 9) == (pot is None)


def test_g10_the_ante_is_paid_into_an_empty_pot_only() -> None:
    first = played(THREE, "out", "out", "out", ante=2)
    assert (first.payoffs, first.keeps["pot"]) == ((-2, -2, -2), 6)
    again = played(THREE, "out", "out", "out", ante=2, pot=first.keeps["pot"])
    assert (again.payoffs, again.keeps["pot"]) == ((0, 0, 0), 6)


def test_g10_before_every_hand_where_the_table_agrees() -> None:
    hand = played(THREE, "out", "in", "out", pot=9, stacks=100, re_ante="every-hand")
    assert hand.payoffs == (-1, 11, -1)


def test_g11_nobody_wins_or_loses_more_than_the_cap() -> None:
    hand = played(THREE, "in", "in", "in", pot=50, cap=5, stacks=100)
    assert (hand.payoffs, hand.keeps["pot"]) == ((-5, 5, -5), 55)
    alone = played(THREE, "out", "in", "out", pot=50, cap=5, stacks=100)
    assert (alone.payoffs, alone.keeps["pot"]) == ((0, 5, 0), 45)
    single = played(THREE, "in", "in", "in", pot=None, cap=2)
    assert single.payoffs == (-2, 5, -3)


def test_g11_the_cap_is_a_hundred_antes_and_none_is_none() -> None:
    assert games.find("guts", ante=3).settings["cap"] == 300
    for cap, won in ((100, 100), (0, 500)):
        hand = played(THREE, "in", "in", "out", pot=500, cap=cap, stacks=1000)
        assert hand.payoffs == (-won, won, 0)


def test_g12_a_short_stack_wins_what_it_can_match_and_the_rest_goes_to_the_next() -> None:
    hand = played(THREE, "in", "in", "in", pot=10, stacks=[100, 4, 100])
    assert (hand.payoffs, hand.keeps["pot"]) == ((-10, 4, 2), 14)
    alone = played(THREE, "out", "in", "out", pot=10, stacks=[100, 4, 100])
    assert (alone.payoffs, alone.keeps["pot"]) == ((0, 4, 0), 6)
    beaten = played(THREE, "in", "in", "out", pot=10, stacks=[4, 100, 100])
    assert (beaten.payoffs, beaten.keeps["pot"]) == ((-4, 10, 0), 4)


def test_g12_the_antes_of_the_hand_can_be_won_by_all_who_have_paid_them() -> None:
    hand = played(THREE, "in", "in", "in", stacks=[10, 1, 10])
    assert (hand.payoffs, hand.keeps["pot"]) == ((-4, 2, -4), 6)


def test_g12_a_short_stack_wins_the_whole_pot_where_the_table_agrees() -> None:
    hand = played(THREE, "in", "in", "in", pot=10, stacks=[100, 4, 100], short="whole")
    assert (hand.payoffs, hand.keeps["pot"]) == ((-10, 10, -10), 20)
