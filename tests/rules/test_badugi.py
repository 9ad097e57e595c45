"""The rules of Badugi, by the numbers of its page."""

import itertools

import numpy as np
import pytest
from pokerkit import BadugiHand

from sidepot import cards, games
from sidepot.engine.hand import Hand
from sidepot.games.badugi import strength
from sidepot.kernel import readable

BADUGI = games.find("badugi")
THREE, KINGS = "As 2d 5h 5c", "Kc Kd 9s 3h"


def deal(deck: str, players: int = 2, stacks: int | list[int] = 100, **options: object) -> Hand:
    """A hand with these cards on top."""
    return BADUGI.with_options(**options).deal(players=players, stacks=stacks, deck=deck)


def play(hand: Hand, *actions: str) -> Hand:
    """The hand after some actions."""
    for action in actions:
        hand.act(action)
    return hand


def held(hand: Hand, seat: int) -> list[str]:
    """The cards that a seat holds, as it sees them."""
    return [card.card for card in hand.table(seat).seats[seat].cards if card.zone == "hand"]


def strength_in(text: str) -> int:
    codes = list(cards.parse(text.replace(" ", "")))
    return int(strength(readable(np.array(codes, np.int64)), len(codes)))


def test_b1_blinds_are_paid_and_the_player_after_them_opens() -> None:
    hand = deal("", players=4)
    assert [(e.seat, e.amount) for e in hand.events() if e.kind == "posted"] == [(0, 1), (1, 2)]
    assert hand.actor == 2


def test_b2_everybody_gets_four_cards_face_down() -> None:
    hand = deal(f"{THREE} {KINGS}")
    assert held(hand, 0) == THREE.split() and held(hand, 1) == KINGS.split()
    assert all(card.card == "??" for seat in hand.table().seats for card in seat.cards)


def test_b3_bets_are_small_in_two_rounds_and_then_big() -> None:
    hand = play(deal("", players=2), "call", "check")
    sizes = []
    for _ in range(3):
        play(hand, "keep", "keep")
        sizes.append(next(c.lowest for c in hand.legal.ranges if c.kind == "bet"))
        play(hand, "check", "check")
    assert sizes == [2, 4, 4] and hand.over


def test_b4_any_number_is_exchanged_and_all_are_served_after_all_have_said() -> None:
    hand = play(deal(f"{THREE} {KINGS} 8d 7c 2c 3d 4d 6h"), "call", "check")
    first = hand.actor or 0
    play(hand, f"exchange {' '.join(held(hand, first))}")
    assert held(hand, first) == []
    play(hand, "stand pat")
    assert held(hand, first) == ["7c", "2c", "3d", "4d"]


def test_b4_nobody_gets_more_than_the_deck_has_left() -> None:
    hand = BADUGI.deal(players=6, stacks=500, seed=1)
    least = 4
    while not hand.over:
        rows = {choice.kind: choice for choice in hand.legal.ranges}
        if "keep" in rows:
            row = rows.get("exchange")
            least = min(least, row.most if row else 0)
            hand.act(row.at(row.highest) if row else "keep")
        else:
            hand.act("check" if "check" in rows else "call")
    assert least == 0
    assert all(n >= 0 for _, n in hand.table().facts if isinstance(n, int))
    assert all(len(seat.counting) == 4 for seat in hand.table().seats)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2d 3h 4c", "As 2d 3h 5c"),
        ("Ts Jd Qh Kc", "As 2d 3h 3c"),
        ("As 2d 3h 3c", "2s 3d 4h 4c"),
        ("2s 3d 4h 5c", "As 2d 3h Kc"),
        ("As Ad 2h 2c", "As 3s 4s 5s"),
    ],
)
def test_b5_more_cards_of_other_ranks_and_suits_win_and_then_lower_ones(
    better: str, worse: str
) -> None:
    assert strength_in(better) > strength_in(worse)


def test_b5_hands_are_ranked_as_pokerkit_ranks_them() -> None:
    found = [" ".join(map(cards.text, held)) for held in itertools.combinations(range(52), 4)]
    found = found[::1801]
    theirs = [BadugiHand.from_game(text.replace(" ", "")) for text in found]
    ours = [strength_in(text) for text in found]
    for (a, x), (b, y) in itertools.combinations(zip(theirs, ours, strict=True), 2):
        assert (a < b, a == b) == (x < y, x == y)


def test_b5_the_cards_that_count_are_named() -> None:
    hand = deal(f"{THREE} {KINGS}")
    seat = hand.table(0).seats[0]
    assert str(seat.hand) == "3 cards, five, deuce and ace"
    assert set(seat.best) < set(THREE.split()) and len(seat.best) == 3
    assert str(deal("As 2d 7h 5c").table(0).seats[0].hand) == "a badugi, seven, five, deuce and ace"


def test_b6_the_lowest_hand_wins_at_the_showdown() -> None:
    hand = play(deal(f"{THREE} {KINGS}"), "call", "check")
    play(hand, *["keep", "keep", "check", "check"] * 3)
    assert hand.over and hand.winners == (0,)
