"""Deals and solves the positions of the days: ten minutes."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from sidepot import games
from sidepot.analysis import analyze
from sidepot.daily.positions import ACTIONS, FILE, GAME, MARGIN, Position, listed, text
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember

POSITIONS = Path(sys.modules[listed.__module__].__file__ or "").with_name(FILE)
HELD = 2
"""The cards of the lowest hand: three more make it complete, so there are four choices."""
BEST = {"fold": 91, "buy 1": 44, "buy 2": 77, "buy 3": 154}
"""The days on which each choice is the best; by chance buying three would be on most."""
SEED = 45
DIGITS = 5


def positions() -> Iterator[Position]:
    """One for each day, in an order by chance."""
    rng = random.Random(SEED)
    best = [action for action, days in BEST.items() for _ in range(days)]
    rng.shuffle(best)
    kept: dict[str, list[Position]] = {action: [] for action in ACTIONS}
    seen = set[str]()
    for day, action in enumerate(best, 1):
        while not kept[action]:
            found = _solved(_dealt(rng))
            is_clear = found.margin > MARGIN and found.error < MARGIN / 2
            if is_clear and found.ranks not in seen:
                seen.add(found.ranks)
                kept[found.best].append(found)
        print(f"position {day} of {len(best)}", file=sys.stderr)
        yield kept[action].pop(0)


def _dealt(rng: random.Random) -> Hand:
    """A hand at a decision of one with two cards, played at random up to there."""
    while True:
        hand = games.find(GAME).deal(players=2, seed=rng.getrandbits(40))
        while (actor := hand.actor) is not None and _held(hand, actor) <= HELD:
            if _held(hand, actor) == HELD and rng.random() < 2 / 3:
                return hand
            hand.act(f"buy {rng.randint(1, 3)}")


def _held(hand: Hand, seat: int) -> int:
    return len(hand.view(seat).seats[seat].cards)


def _solved(hand: Hand) -> Position:
    """The position at a hand's decision, with the worth of its choices."""
    actor = hand.actor or 0
    found = analyze(remember(hand, actor), patiently=True)
    shown = hand.view(actor).seats
    own, other = (" ".join(laid.card for laid in shown[seat].cards) for seat in (actor, 1 - actor))
    worth = [round(found.value(action), DIGITS) for action in ACTIONS]
    error = math.ceil((found.error + 10**-DIGITS) * 10**DIGITS) / 10**DIGITS
    return Position(own, other, found.pot, worth, error)


def write() -> None:
    """Deal and solve them anew."""
    POSITIONS.write_text(text(positions()), "utf-8")
