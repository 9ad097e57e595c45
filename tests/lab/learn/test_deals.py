"""Deals looked at before anything is learned: several hands on the same community cards."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.engine import setup
from sidepot.lab.learn import deals, tree_numbers
from sidepot.lab.learn.tree_play import _draw_hands

NO_LIMIT = games.find("holdem-no-limit")
SHOOTOUT = games.find("high-noon-shootout")
FEW, SAMPLES, SEED = 6, 12, 3


@functools.cache
def looked(count: int = FEW) -> deals.Deals:
    """Deals of hold'em between two."""
    return deals.known(NO_LIMIT, abstraction_of(NO_LIMIT), 2, SEED, count, SAMPLES)


def faults(found: deals.Deals) -> list[str]:
    """The inconsistencies between the hands' equities and their strengths."""
    promise, strength = np.asarray(found.promise), np.asarray(found.strength)
    last = promise[:, :, int(found.rounds[0]) - 1, 0]
    wrong = []
    if last.shape[1] != deals.hands_for(NO_LIMIT, 2) or strength.shape != last.shape:
        wrong.append("hands are missing")
    if abs(last.mean() - 500) > 60:
        wrong.append("hands do not win half of what is played for")
    best = last[np.arange(len(last)), strength.argmax(axis=1)]
    if (best < last.max(axis=1) - 200).any():
        wrong.append("the best hand promises less than others at the end")
    return wrong


def test_equities_at_the_end_agree_with_strengths() -> None:
    assert faults(looked()) == []


def test_strengths_of_other_hands_are_noticed() -> None:
    found = looked()
    turned = kernel.readable(np.asarray(found.strength)[:, ::-1].copy())
    assert faults(found._replace(strength=turned)) == [
        "the best hand promises less than others at the end"
    ]


def test_more_deals_begin_with_those_that_are_known() -> None:
    few, more = looked(2), looked(FEW)
    assert np.array_equal(np.asarray(more.promise)[:2], np.asarray(few.promise))
    assert np.array_equal(np.asarray(more.strength)[:2], np.asarray(few.strength))


@pytest.mark.parametrize(("players", "hands"), [(2, 6), (3, 6), (8, 8)])
def test_six_hands_are_dealt_or_as_many_as_play(players: int, hands: int) -> None:
    assert deals.hands_for(SHOOTOUT, players) == hands


def test_each_seat_gets_another_hand_and_every_hand_its_turn() -> None:
    hands, rng = kernel.readable(np.arange(6)), kernel.generator(1)[0]
    pairs = set()
    for _ in range(400):
        _draw_hands(hands, 2, rng)
        pairs.add((int(hands[0]), int(hands[1])))
        assert sorted(hands.tolist()) == list(range(6))
    assert len(pairs) == 30 and all(a != b for a, b in pairs)


def test_a_discard_by_rule_counts_the_players_and_not_the_hands() -> None:
    """More hands are dealt than players take part."""
    rows = SHOOTOUT.batch(1, journal=False)
    s = kernel.fields(rows)
    setup.seat(SHOOTOUT, s, [100] * 6)
    SHOOTOUT.entry.begin(rows)
    deals._leave(rows[0], 4, 2)
    assert s.seats.live[:6].tolist() == [0, 0, 0, 0, 1, 1]


def test_a_reply_leans_on_what_the_bucket_plays_in_which_its_own_lies() -> None:
    """One situation with two slots; four buckets of the reply, two of the others."""
    numbers = kernel.readable
    slots, rounds, offsets = (numbers(np.array([n])) for n in (2, 0, 0))
    own = numbers(np.array([[[100, 0], [450, 0], [550, 0], [900, 0]]]))
    theirs = numbers(np.array([[[200, 0], [800, 0]]]))
    shares, regret = np.array([1.0, 0.0, 0.25, 0.75]), np.zeros(8)
    tree_numbers.lean(slots, rounds, offsets, own, theirs, offsets, shares, 10.0, regret)
    assert regret.tolist() == [10, 0, 10, 0, 2.5, 7.5, 2.5, 7.5]
