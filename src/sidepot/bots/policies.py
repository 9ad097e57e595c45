"""The policies of games that have their own: regular bots, and quick ones for rollouts."""

from __future__ import annotations

from typing import Any

from sidepot.bots import (
    badugi,
    casino,
    draw,
    equity,
    guts,
    high_noon,
    high_noon_5,
    holdem,
    kuhn,
    leduc,
    poker_roulette,
    ricochet,
    stud,
)
from sidepot.bots.search import search
from sidepot.engine.game import Game
from sidepot.odds.sampling import Policy, at_random

OWN: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    casino.Casino: casino.regular,
    high_noon.HighNoon: high_noon.regular,
    holdem.Holdem: holdem.regular,
    stud.Stud: stud.regular,
    draw.FiveCardDraw: draw.regular,
    badugi.Badugi: badugi.regular,
    poker_roulette.PokerRoulette: poker_roulette.regular,
    kuhn.Kuhn: kuhn.regular,
    leduc.Leduc: leduc.regular,
    guts.Guts: guts.regular,
    high_noon_5.HighNoon5: high_noon_5.regular,
}
"""The regular bots of games that have their own, better than search; by the game's record."""
QUICK: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    high_noon.HighNoon: high_noon.play_on,
    high_noon_5.HighNoon5: high_noon_5.play_on,
    holdem.Holdem: equity.call_down,
    stud.Stud: equity.call_down,
    draw.FiveCardDraw: draw.play_on,
    badugi.Badugi: badugi.play_on,
    poker_roulette.PokerRoulette: poker_roulette.play_on,
}
"""Rollout policies that take microseconds a move and sample nothing; by the game's record."""


def rollout_of(game: Game) -> Policy:
    """The compiled policy of rollouts: the game's quick one, or uniform random play."""
    return QUICK.get(game.record, at_random)


def regular_of(game: Game) -> Policy:
    """The compiled policy of a game's regular bot: its own, or search."""
    return OWN.get(game.record) or search(game.verbs)
