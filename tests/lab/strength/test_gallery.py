"""Simple opponents: each has its habit, and their winnings from one another are as expected."""

from __future__ import annotations

import pytest

from sidepot import games
from sidepot.bots import PolicyBot
from sidepot.kernel import generator
from sidepot.lab.match import match
from sidepot.lab.strength import gallery
from sidepot.lab.strength.gallery import ALWAYS_FOLDS, HABITS, policy_of
from sidepot.lab.strength.playing import Limits, play

HOLDEM = games.find("holdem-no-limit")
STACK = 200

FIRST = {
    "calling station": "call",
    "always all-in": "raise to 200",
    "pot raiser": "raise to 6",
    "min-raiser": "raise to 4",
    "stab of 1/2 pot": "raise to 4",
    "stab of 2 pot": "raise to 10",
    "tight, bets 1 pot": "raise to 6",
    "one stab of 12 pot": "raise to 50",
    "one stab of all but one chip": "raise to 199",
    "late stab of 3 pot": "call",
    "all-in with the best hands": "raise to 200",
    "caller who bets late": "call",
    "check-raiser": "raise to 6",
    "bets the least": "call",
    "gives up to bets": "fold",
    ALWAYS_FOLDS: "fold",
}
"""With aces on the button, blinds 1/2, where the pot after a call is 4."""


@pytest.mark.parametrize("name", FIRST)
def test_each_has_its_habit(name: str) -> None:
    hand = HOLDEM.deal(stacks=STACK, players=2, deck="2c 7d Ah As")
    bot = PolicyBot(HOLDEM, policy_of(HOLDEM, name))
    seat = hand.actor
    assert seat is not None
    assert str(bot.choose(hand.record(seat), generator(1))) == FIRST[name]


ANSWERS = {
    "calling station": "call",
    "stab of 6 pot": "fold",
    "tight, bets 1 pot": "fold",
    "one stab of 3 pot": "fold",
    "check-raiser": "fold",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_each_answers_an_all_in_by_its_habit(name: str) -> None:
    hand = HOLDEM.deal(stacks=STACK, players=2, deck="2c 7d Ah As")
    hand.act("raise_to 200")
    bot = PolicyBot(HOLDEM, policy_of(HOLDEM, name))
    assert str(bot.choose(hand.record(hand.actor or 0), generator(1))) == ANSWERS[name]


LATE = {
    "late stab of 3 pot": ("check", "bet 12"),
    "caller who bets late": ("check", "bet 4"),
    "bets the least": ("bet 2", "bet 2"),
    "one stab of 3 pot": ("bet 12", "bet 12"),
    "check-raiser": ("check", "check"),
}
"""On the flop and on the river, with 4 in the pot, where the other checks."""


@pytest.mark.parametrize("name", LATE)
def test_some_wait_for_the_river(name: str) -> None:
    bot, found = PolicyBot(HOLDEM, policy_of(HOLDEM, name)), []
    for rounds in (1, 3):
        hand = HOLDEM.deal(stacks=STACK, players=2, seed=3)
        for action in ("call", *["check"] * (2 * rounds - 1)):
            hand.act(action)
        found.append(str(bot.choose(hand.record(hand.actor or 0), generator(1))))
    assert tuple(found) == LATE[name]


def test_without_any_time_some_deals_are_played_all_the_same() -> None:
    """A single deal, the same in every seat, would have an interval of 0, as if it were certain."""
    folds, calls = (policy_of(HOLDEM, name) for name in (ALWAYS_FOLDS, "calling station"))
    found = play(HOLDEM, [calls, folds], stack=STACK, limits=Limits(seconds=0.0))
    assert 60 <= found.deals < 100
    assert play(HOLDEM, [calls, folds], stack=STACK, limits=Limits(deals=1)).stderr == 0.0


def test_always_folding_loses_exactly_the_blinds() -> None:
    folds, calls = (policy_of(HOLDEM, name) for name in (ALWAYS_FOLDS, "calling station"))
    found = play(HOLDEM, [folds, calls], stack=STACK, limits=Limits(deals=40))
    assert (found.mean, found.stderr, found.hands) == (-1.5, 0.0, 80)


def test_bets_without_a_look_at_the_cards_win_nothing_from_a_calling_station() -> None:
    """The same cards in both seats: what one seat wins the other loses."""
    calls, shoves = (policy_of(HOLDEM, name) for name in ("calling station", "always all-in"))
    for one in (calls, shoves):
        found = play(HOLDEM, [one, calls], stack=STACK, limits=Limits(deals=20))
        assert (found.mean, found.stderr) == (0.0, 0.0)


def test_play_is_that_of_matches() -> None:
    """The same deals, the same random numbers, and so the same winnings, on two threads too."""
    policies = [policy_of(HOLDEM, name) for name in ("tight, bets 1 pot", "calling station")]
    seated = [*policies, policies[1]]
    theirs = match(HOLDEM, seated, deals=4, stack=STACK, seed=5)
    for threads in (1, 2):
        limits = Limits(deals=4, threads=threads)
        ours = play(HOLDEM, seated, stack=STACK, limits=limits, seed=5)
        assert ours.mean == pytest.approx(theirs.mean[0]) and ours.hands == theirs.hands
        assert ours.stderr == pytest.approx(theirs.stderr[0] * (4 / 3) ** 0.5)


@pytest.mark.soak
@pytest.mark.parametrize("name", HABITS)
@pytest.mark.parametrize(
    "game", ["high-noon-shootout", "high-noon-showdown", "poker-roulette", "holdem-fixed-limit"]
)
def test_every_opponent_plays_legally(game: str, name: str) -> None:
    """`Hand.act` refuses everything else."""
    found = games.find(game)
    bot = PolicyBot(found, policy_of(found, name))
    for number in range(3):
        hand = found.deal(players=min(max(found.least, 3), found.most), seed=4, hand=number)
        while hand.actor is not None:
            hand.act(bot.choose(hand.record(hand.actor), generator(number)))


def test_nobody_is_left_out_of_the_gallery() -> None:
    assert len(gallery.gallery_of(HOLDEM)) == len(HABITS) == 24
