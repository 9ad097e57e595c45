"""Everybody's share of the pot: what is known for sure, what must add up, and what it costs."""

from __future__ import annotations

import pytest

from sidepot import games
from sidepot.engine.play import RAIL
from sidepot.odds.shares import shares

GAMES = ["ricochet-2", "high-noon-showdown", "holdem-fixed-limit", "poker-roulette"]


@pytest.mark.parametrize("name", GAMES)
def test_shares_add_up_and_are_nobodys_who_is_out(name: str) -> None:
    hand = games.find(name).deal(stacks=60, seed=3)
    while not hand.over:
        found = shares(hand.game, hand.record(RAIL), deals=20, seed=1)
        assert found is not None and sum(found) == pytest.approx(1)
        live = [seat.status == "live" for seat in hand.view(-1).seats]
        assert not any(share for share, is_live in zip(found, live, strict=True) if not is_live)
        hand.act(hand.legal.safe)
    found = shares(hand.game, hand.record(RAIL), deals=20, seed=1)
    total = sum(result.won for result in hand.view(-1).result)
    assert found == [result.won / total for result in hand.view(-1).result]


def test_a_pair_of_aces_against_a_hand_that_nobody_has_seen() -> None:
    hand = games.find("holdem-no-limit").deal(players=2, stacks=100, deck="Ac As 7d 2h")
    assert {card.card for card in hand.view(0).seats[0].cards} == {"Ac", "As"}
    own = shares(hand.game, hand.record(0), deals=400, seed=4)
    rail = shares(hand.game, hand.record(RAIL), deals=400, seed=4)
    assert own is not None and own[0] == pytest.approx(0.852, abs=0.06)
    assert rail is not None and rail[0] == pytest.approx(0.5, abs=0.08)


def test_the_record_is_not_changed_and_the_seed_decides() -> None:
    hand = games.find("poker-roulette").deal(seed=1)
    view = hand.record(RAIL)
    before = view.tobytes()
    one, two = (shares(hand.game, view, deals=30, seed=9) for _ in range(2))
    assert one == two and view.tobytes() == before
    assert shares(hand.game, view, deals=30, seed=10) != one


def test_there_are_none_against_a_bank() -> None:
    hand = games.find("ricochet-casino").deal(seed=1)
    assert shares(hand.game, hand.record(RAIL), deals=5, seed=1) is None


def test_time_ends_it() -> None:
    hand = games.find("high-noon-shootout").deal(seed=1)
    assert shares(hand.game, hand.record(RAIL), deals=10**9, seed=1, seconds=0.05) is not None
