"""Choices at the same time: whom a record asks, by what the rules have called and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from sidepot import games, kernel
from sidepot.engine.game import Game
from sidepot.errors import BadSeat
from sidepot.games.guts import GUTS
from sidepot.kernel import Part
from sidepot.rules import choices
from sidepot.rules.chips import Chips
from sidepot.rules.choices import Choices
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.seats import NOBODY, Seats


class Twice(Part):
    """A record in which two things are chosen, under names of its own."""

    options: GUTS.options  # type: ignore[name-defined]
    seats: Seats
    chips: Chips
    high: Choices
    low: Choices
    deck: Deck
    journal: Journal


@pytest.fixture
def twice() -> Game:
    return replace(GUTS, record=Twice)


def record(game: Game) -> Any:
    """Three live seats, nobody asked."""
    s = kernel.fields(game.batch())
    s.seats.n, s.seats.button, s.seats.actor = 3, 2, 0
    s.seats.live[:3] = 1
    for name in game.choices:
        choices.clear(getattr(s, name))
    return s


def test_the_parts_are_found_under_any_name(twice: Game) -> None:
    assert twice.choices == ("high", "low") and GUTS.choices == ("choices",)
    assert games.find("holdem-no-limit").choices == ()


def test_an_actor_before_the_choosing_is_not_asked_with_others(twice: Game) -> None:
    """In a round of bets too the actor is the first player without a choice."""
    s = record(twice)
    assert twice.asked(s) == ()
    assert s.seats.actor == 0 and not s.high.made.any()  # by these alone they would be
    s.seats.actor = choices.waiting(s.high, s.seats)
    assert twice.asked(s) == (0, 1, 2)


def test_each_choice_of_a_hand_asks_anew(twice: Game) -> None:
    s = record(twice)
    s.seats.live[1] = 0
    s.seats.actor = choices.waiting(s.high, s.seats)
    for seat in (0, 2):
        assert twice.asked(s) == ((0, 2) if seat == 0 else (2,))
        choices.declare(s.high, s.journal, seat, 1)
        assert twice.asked(s) == ()  # until the rules say who is next
        s.seats.actor = choices.waiting(s.high, s.seats)
    assert s.seats.actor == NOBODY and twice.asked(s) == ()
    s.seats.actor = choices.waiting(s.low, s.seats)
    assert twice.asked(s) == (0, 2)
    twice.ask(s, 2)
    assert s.seats.actor == 2 and twice.asked(s) == (2, 0)


def test_only_an_asked_player_can_be_asked_first() -> None:
    hand = GUTS.deal(players=3, stacks=20)
    hand.act("in")
    with pytest.raises(BadSeat, match="seat 0 is not asked"):
        hand.asking(0)
    before = bytes(hand)
    last = hand.asking(2)
    assert last.actor == 2 and str(last.legal.message) == "in or out"
    assert bytes(hand) == before and hand.actor == 1
    last.act("out")
    assert hand.actions != last.actions and bytes(hand) == before
