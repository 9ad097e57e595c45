"""Compile what a game needs before anybody waits for it."""

from collections.abc import Iterable

from sidepot import bots
from sidepot.bots import Bot
from sidepot.bots.coach import advise
from sidepot.games.game import Game

MOMENT = 0.1
"""Seconds for the coach to think: what takes long is to compile him."""


def warm(game: Game, chairs: Iterable[Bot] | None = None, *, coach: bool = False) -> None:
    """Play a hand of bots, every bot once, so that all is compiled and lies in the cache.

    `chairs` are all of the game's bots if none are given; `coach`: ask him too.
    """
    chairs = list(chairs or [bots.find(game, strength) for strength in bots.strengths_of(game)])
    hand = game.deal(seed=0)
    view = hand.view(hand.actor or 0)
    for bot in chairs:
        bot.warm(view)
    if coach:
        advise(game, view, seconds=MOMENT)
    while not hand.over:
        hand.table(hand.actor or 0)
        hand.act(hand.legal.safe)
