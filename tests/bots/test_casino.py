"""The regular bot of casino Ricochet plays hands that are worth it, side bets too."""

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.engine.game import Game
from sidepot.lab.match import match
from tests.rules.table import deck, play

GAME = sidepot.game("ricochet-casino", side_limit=0)


def choice(game: Game, cards: str, players: int) -> str:
    """The bot's first choice with these cards."""
    hand = game.deal(players=players, deck=deck(game, cards))
    return str(bots.find(game).choose(hand.record(hand.actor or 0), kernel.generator(1)))


@pytest.mark.parametrize(
    ("cards", "players", "does"),
    [
        ("9h9sAcJd8s4h2c", 1, "buy 3"),  # ahead already
        ("3c2dAcAhKsQh9s", 1, "fold"),
        ("3c2d9h9sAcJd8s4h2c", 2, "fold"),
        ("Kc7d9h9sAcJd8s4h2c", 2, "buy 3"),  # worth .0153, see `sidepot odds`
    ],
)
def test_it_plays_hands_with_a_positive_value(cards: str, players: int, does: str) -> None:
    never = GAME.with_options(kickout="/".join(["none"] * 7))
    assert choice(never, cards, players) == does


def test_a_larger_bonus_makes_it_play() -> None:
    rich = GAME.with_options(kickout="/".join(["none"] * 7), bonus="2000/5/10/25/100/1000")
    assert choice(rich, "3c2dAcAhKsQh9s", 1) == "buy 3"


@pytest.mark.parametrize(
    ("options", "does"),
    [
        ({}, "pass"),
        ({"quickdraw": 6}, "quickdraw 9"),
        ({"cover_from": "2"}, "cover 9"),
    ],
)
def test_it_bets_beside_only_where_the_table_pays_for_it(
    options: dict[str, object], does: str
) -> None:
    beside = GAME.with_options(side_limit=9, **options)
    hand = beside.deal(players=2, seed=1)
    found = bots.find(beside).choose(hand.record(0), kernel.generator(1))
    assert str(found) == does
    play(hand, does)


@pytest.mark.soak
def test_it_beats_the_random_bot() -> None:
    policies = [bots.policy_of(GAME, strength) for strength in ("regular", "random", "random")]
    done = match(GAME, policies, deals=300)
    assert done.mean[0] - done.mean[1] > 4 * (done.stderr[0] + done.stderr[1]) > 0
