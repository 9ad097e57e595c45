"""Hands of Badugi in which so many cards are exchanged that discards are dealt again."""

from __future__ import annotations

import random

from sidepot import games
from sidepot.designer.laws import trace
from sidepot.designer.laws.trace import Case, Trace
from sidepot.engine.game import Hand
from sidepot.rules import actions

BADUGI = games.find("badugi")
STACKS = (3, 60, 500)


def played(hand: Hand, chance: random.Random) -> Hand:
    """The hand, played to its end: most exchange most of their cards, and few fold."""
    few = chance.choice((0, 0, 0.1, 0.3))
    while not hand.over:
        rows = {choice.kind: choice for choice in hand.legal.ranges}
        if "exchange" in rows and chance.random() >= few:
            lowest, highest = rows["exchange"].lowest, rows["exchange"].highest
            amount = chance.choice((highest, highest, chance.randint(lowest, highest)))
            hand.act(rows["exchange"].at(amount))
        elif "keep" in rows:
            hand.act("keep")
        elif "fold" in rows and chance.random() < 0.08:
            hand.act("fold")
        else:
            hand.act("check" if "check" in rows else "call")
    return hand


def long_hand(seed: int, players: int | None = None) -> Hand:
    """A hand of four to six players, some of whom are all-in early."""
    chance = random.Random(seed)
    stacks = [chance.choice(STACKS) for _ in range(players or chance.randint(4, 6))]
    return played(BADUGI.deal(stacks=stacks, seed=seed), chance)


def traced(hand: Hand) -> Trace:
    """The same hand as the laws look at it."""
    case = Case(BADUGI, hand.starting_stacks, hand.deck, hand.number, hand.second)
    return trace.play(case, first=[action.number for _, action in hand.actions])


def shuffles(hand: Hand) -> int:
    """The number of times that discards were shuffled."""
    return sum(event.kind == "refilled" for event in hand.events())


def exchange(hand: Hand, *cards: str) -> None:
    """Lay some cards aside, all others of the hand kept; none: stand pat."""
    hand.act(f"exchange {' '.join(cards)}" if cards else actions.KINDS[actions.KEEP])
