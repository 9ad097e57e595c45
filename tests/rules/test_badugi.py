"""The rules of Badugi, by the numbers of its page."""

import itertools
from collections import Counter

import numpy as np
import pytest
from pokerkit import BadugiHand

from sidepot import cards, games, kernel
from sidepot.engine.game import Hand
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
    return [card.card for card in hand.view(seat).seats[seat].cards if card.zone == "hand"]


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
    assert all(card.card == "??" for seat in hand.view(-1).seats for card in seat.cards)


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


def all_exchange(hand: Hand) -> list[int]:
    """Play to the end, all exchanging as many cards as they may: the most offered at each turn."""
    offered = []
    while not hand.over:
        rows = {choice.kind: choice for choice in hand.legal.ranges}
        if "keep" in rows:
            row = rows.get("exchange")
            offered.append(row.most if row else 0)
            hand.act(row.at(row.highest) if row else "keep")
        else:
            hand.act("check" if "check" in rows else "call")
        assert all(n >= 0 for _, n in hand.view(-1).facts.items() if isinstance(n, int))
    return offered


def test_b4_where_nothing_comes_back_nobody_gets_more_than_the_deck_has_left() -> None:
    hand = BADUGI.with_options(refill="never").deal(players=6, stacks=500, seed=1)
    assert min(all_exchange(hand)) == 0
    assert all(len(seat.counting) == 4 for seat in hand.view(-1).seats)
    assert "refilled" not in {event.kind for event in hand.events()}


@pytest.mark.parametrize(("players", "times"), [(3, 0), (4, 1), (5, 2), (6, 2)])
def test_b4_with_the_discards_there_are_cards_for_all(players: int, times: int) -> None:
    hand = BADUGI.deal(players=players, stacks=500, seed=1)
    assert set(all_exchange(hand)) == {4}
    assert all(len(seat.counting) == 4 for seat in hand.view(-1).seats)
    assert [event.kind for event in hand.events()].count("refilled") == times


def test_b4_the_discards_of_earlier_draws_come_in_the_second_order_and_no_others() -> None:
    """Four players exchange all: of the third draw the deck has one card, after three burned."""
    hand = BADUGI.deal(players=4, stacks=500, seed=1)
    all_exchange(hand)
    events = hand.events(-1)
    opened = hand.secrets()
    assert [event.kind for event in opened] == [event.kind for event in events]
    at = next(n for n, event in enumerate(opened) if event.kind == "refilled")
    aside = [event.card for event in opened if event.kind == "discarded"]
    dealt = [event.card for event in opened if event.kind == "dealt"]
    before = sum(event.kind == "dealt" for event in opened[:at])
    assert before == 52 - 3 == len(set(dealt[:before])) and opened[at].count == 32
    order = [cards.text(card) for card in hand.second if cards.text(card) in aside[:32]]
    assert dealt[before:] == order[: len(dealt) - before]


def test_b4_your_own_discards_of_an_earlier_draw_are_among_those_shuffled() -> None:
    own = 0
    for seed in range(20):
        hand = BADUGI.deal(players=6, stacks=500, seed=seed)
        all_exchange(hand)
        mine = [event for event in hand.secrets() if event.seat == 0]
        got = Counter(event.card for event in mine if event.kind == "dealt")
        own += max(got.values()) > 1
    assert own > 0


def test_b4_whoever_has_a_card_again_does_not_know_whose_it_was() -> None:
    """To others a discard is gone once it is shuffled; its owner remembers what it was."""
    hand = BADUGI.deal(players=6, stacks=500, seed=1)
    all_exchange(hand)
    lies = [[card.card for card in seat.cards] for seat in hand.view(0).seats]
    assert all(len(cards) == 8 for cards in lies)  # the cards laid aside last, and those held
    assert lies[1][4:] == ["??"] * 4 and "??" not in lies[0]


def test_b4_a_deal_that_a_player_can_imagine_has_own_discards_under_the_deck_alone() -> None:
    """Each is dealt again as often as any other discard of that shuffle."""
    hand = BADUGI.deal(players=6, stacks=500, seed=1)
    while shuffled(hand) < 1:
        advance(hand)
    view = hand.record(0)
    laid = {int(card) for card in kernel.fields(view).refill.card[0, :4]}
    found, tries = Counter[int](), 1_000
    rngs = kernel.generator(5)
    for _ in range(tries):
        rows = kernel.copy(view)
        BADUGI.entry.redeal(rows, rngs)
        s = kernel.fields(rows)
        for p in range(6):
            for k in range(s.hole.size[p]):
                card, again = int(s.hole.card[p, k]), int(s.refill.held[p, k])
                assert card not in laid or again == 1
                found[card] += p > 0 and card in laid
    held = kernel.fields(view)
    unseen = sum(int(held.refill.held[p, k]) for p in range(1, 6) for k in range(held.hole.size[p]))
    still = [card for card in laid if card not in held.hole.card[0, : held.hole.size[0]].tolist()]
    mine = sum(map(int, held.refill.held[0, : held.hole.size[0]]))
    expected = tries * unseen / (24 - mine)
    for card in still:
        assert abs(found[card] - expected) < 5 * expected**0.5, (found, expected)


def shuffled(hand: Hand) -> int:
    """The number of times that discards were shuffled."""
    return [event.kind for event in hand.events()].count("refilled")


def advance(hand: Hand) -> None:
    """One action: all exchange everything, check or call."""
    rows = {choice.kind: choice for choice in hand.legal.ranges}
    if "exchange" in rows:
        hand.act(rows["exchange"].at(rows["exchange"].highest))
    else:
        hand.act("check" if "check" in rows else "call")


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
    seat = hand.view(0).seats[0]
    assert str(seat.hand) == "3 cards, five, deuce and ace"
    assert set(seat.best) < set(THREE.split()) and len(seat.best) == 3
    assert str(deal("As 2d 7h 5c").view(0).seats[0].hand) == "a badugi, seven, five, deuce and ace"


def test_b6_the_lowest_hand_wins_at_the_showdown() -> None:
    hand = play(deal(f"{THREE} {KINGS}"), "call", "check")
    play(hand, *["keep", "keep", "check", "check"] * 3)
    assert hand.over and hand.winners == (0,)
