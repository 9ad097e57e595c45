"""Compile what a game needs before anybody waits for it."""

from collections.abc import Iterable

from sidepot import bots, kernel
from sidepot.bots import Bot
from sidepot.games.game import Game


def warm(game: Game, chairs: Iterable[Bot] | None = None) -> None:
    """Play a hand of bots, every bot once, so that all is compiled and lies in the cache."""
    chairs = list(chairs or [bots.find(game, strength) for strength in bots.strengths_of(game)])
    rngs = kernel.generator(0)
    hand = game.deal(seed=0)
    for bot in chairs:
        bot.choose(hand.view(hand.actor or 0), rngs)
    while not hand.over:
        hand.table()
        hand.act(hand.legal.safe)
