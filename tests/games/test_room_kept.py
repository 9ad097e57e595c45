"""A game declares its layout, so that front ends reserve space before the first hand."""

import random
from dataclasses import replace

import pytest

from sidepot import games
from sidepot.engine.game import Game
from tests.suites import house

MANY = 4
"""A choice of more amounts than this has a control of its own (frontend: `MAX_BUTTONS`)."""
HANDS = 12


def seen(game: Game) -> tuple[bool, bool]:
    """Whether hands of a game have places in the order of play, and amounts to set."""
    rng = random.Random(4)
    is_ordered = is_sized = False
    for n in range(HANDS):
        players = rng.randint(game.least, min(game.most, game.least + 2))
        hand = game.deal(stacks=[200] * players, seed=n)
        while hand.actor is not None:
            table = hand.view(hand.actor)
            is_ordered |= any(seat.place is not None for seat in table.seats)
            is_sized |= any(one.counted and one.highest - one.lowest >= MANY for one in table.menu)
            hand.act(rng.choice(list(hand.legal)))
    return is_ordered, is_sized


def wrong(game: Game) -> str:
    """The mismatch between a game's declaration and its hands; empty if none."""
    told, found = (game.ordered, game.sized), seen(game)
    return "" if told == found else f"{game.name} says {told} and does {found}"


@pytest.mark.parametrize("name", house())
def test_a_game_says_what_it_needs_room_for(name: str) -> None:
    assert wrong(games.find(name)) == ""


def test_a_false_declaration_is_noticed() -> None:
    game = games.find("ricochet-2")
    assert wrong(replace(game, ordered=False)) and wrong(replace(game, sized=True))
