"""A hand followed from the views of one seat, where several decide at the same time."""

import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace

from sidepot import games
from sidepot.bots.follower import Follower
from sidepot.engine.game import Hand
from sidepot.room.views.narration import last_news
from tests.long_draws import BADUGI, long_hand

GUTS = games.find("guts")
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def dealt() -> Hand:
    return GUTS.deal(players=3, stacks=20, seed=5)


@pytest.mark.parametrize("chosen", [*itertools.product(("in", "out"), repeat=3)])
def test_decisions_at_the_same_time_are_followed_in_one_view(chosen: tuple[str, ...]) -> None:
    hand = dealt()
    follower = Follower(GUTS, hand.view(1))
    for action in chosen:
        hand.act(action)
    told = last_news(hand, len(chosen))[1]
    assert "decided" not in {event.kind for event in told}
    follower.see(replace(hand.view(1), events=tuple(told)))
    assert follower.hand is not None
    assert [str(action) for _, action in follower.hand.actions] == list(chosen)
    assert follower.hand.stacks == hand.stacks


def test_a_missed_view_between_two_decisions_stops_the_follower() -> None:
    hand = dealt()
    follower = Follower(GUTS, hand.view(1))
    for _ in range(2):  # two of three: nothing that a room does at once
        hand.act("in")
    follower.see(hand.view(1))
    assert follower.hand is None


def test_a_hand_is_followed_beyond_a_shuffle_of_the_discards() -> None:
    done = long_hand(55)
    hand, shuffled = BADUGI.deal(stacks=done.starting_stacks, seed=55), 0
    follower = Follower(BADUGI, hand.view(1))
    for _, action in done.actions:
        hand.act(action)
        follower.see(hand.view(1))
        assert follower.hand is not None
        assert bytes(follower.hand.record(1)) == bytes(hand.record(1))
        shuffled += "refilled" in {event.kind for event in hand.events(verb=-1)}
    assert shuffled == 1


@pytest.mark.parametrize(
    ("name", "acts"),
    [
        ("card_auction", "bid 3, bid 0, bid 17, bid 2, bid 5, bid 1"),
        ("anaconda", "check, check, check, 1, 5, 30, check, check, check, 0, 7, 20"),
        ("three_five_seven", "in, out, out, out, out, in, out, in, out"),
    ],
)
def test_choices_in_secret_that_a_game_declares_are_followed(name: str, acts: str) -> None:
    """Numbers stand for places in the menu: the sets of cards to pass."""
    hand = games.find(str(EXAMPLES / f"{name}.py")).deal(players=3, stacks=40, seed=1)
    followers = [Follower(hand.game, hand.view(seat)) for seat in range(3)]
    for act in acts.split(", "):
        hand.act(hand.legal[int(act)] if act.isdecimal() else act)
        for seat, follower in enumerate(followers):
            follower.see(hand.view(seat))
    for seat, follower in enumerate(followers):
        assert follower.hand is not None
        assert bytes(follower.hand.record(seat)) == bytes(hand.record(seat))
