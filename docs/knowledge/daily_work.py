"""Deals and solves the positions of the days: half an hour."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from docs.knowledge import daily_standoff

from sidepot import games
from sidepot.analysis import analyze
from sidepot.daily.positions import (
    DAYS,
    ERROR,
    FILE,
    MARGIN,
    RICOCHET,
    STANDOFF,
    THREE,
    Position,
    listed,
    text,
)
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.odds.result import Analysis

POSITIONS = Path(sys.modules[listed.__module__].__file__ or "").with_name(FILE)
HELD = 2
"""The cards of the lowest hand: three more make it complete, so there are four choices."""
LEAVES = 0.4
"""The frequency with which one of more than two folds."""
BUYS = ("fold", "buy 1", "buy 2", "buy 3")
BEST: Mapping[str, Mapping[str, int]] = {
    RICOCHET: {"fold": 91, "buy 1": 44, "buy 2": 77, "buy 3": 154},
    STANDOFF: {"keep": 60, "discard": 190},
    THREE: {"fold": 28, "buy 1": 14, "buy 2": 28, "buy 3": 45},
}
"""The days on which each choice is the best; by chance one would be on most."""
SEED = 45
DIGITS = 5


def positions() -> Iterator[Position]:
    """One for each day."""
    made = {game: positions_of(game) for game in BEST}
    for day, game in enumerate(_in_turn(), 1):
        print(f"position {day} of {DAYS}", file=sys.stderr, flush=True)
        yield next(made[game])


def _in_turn() -> list[str]:
    """The game of each day: each is spread evenly, but for chance from one to the next."""
    rng, placed = random.Random(SEED), list[tuple[float, str]]()
    for game, best in BEST.items():
        days = sum(best.values())
        placed += [((k + rng.random()) / days, game) for k in range(days)]
    return [game for _, game in sorted(placed)]


def positions_of(game: str) -> Iterator[Position]:
    """Those of a game, in an order by chance; each is clear, and unlike all before."""
    rng = random.Random(SEED)
    best = [action for action, days in BEST[game].items() for _ in range(days)]
    rng.shuffle(best)
    kept: dict[str, list[Position]] = {action: [] for action in BEST[game]}
    seen = set[str]()
    solved = SOLVED[game]
    for action in best:
        while not kept[action]:
            found = solved(rng)
            is_clear = found.margin > MARGIN and found.error < ERROR
            if is_clear and found.ranks not in seen:
                seen.add(found.ranks)
                kept[found.best.split()[0] if game == STANDOFF else found.best].append(found)
        yield kept[action].pop(0)


def _ricochet(game: str, players: int) -> Callable[[random.Random], Position]:
    """The dealer of decisions of the low hand in Ricochet, when two of the players are left."""

    def solved(rng: random.Random) -> Position:
        hand = _dealt(rng, game, players)
        actor = hand.actor or 0
        found = analyze(remember(hand, actor), patiently=True)
        seats = hand.view(actor).seats
        shown = [" ".join(laid.card for laid in seat.cards) for seat in seats]
        rivals = [p for p in _live(hand) if p != actor]
        return Position(
            game=game,
            own=shown[actor],
            other=" ".join(shown[p] for p in rivals),
            thrown=" ".join(shown[p] for p in range(players) if p not in (actor, *rivals)),
            pot=found.pot,
            choices=BUYS,
            worth=_worth(found, BUYS),
            chance=[0.0, *(round(each, 3) for each in found.escape)],
            error=math.ceil((found.error + 10**-DIGITS) * 10**DIGITS) / 10**DIGITS,
        )

    return solved


def _dealt(rng: random.Random, game: str, players: int) -> Hand:
    """A hand at a decision of one with two cards and one rival, played at random up to there."""
    while True:
        hand = games.find(game).deal(players=players, seed=rng.getrandbits(40))
        while (actor := hand.actor) is not None and _held(hand, actor) <= HELD:
            left = len(_live(hand))
            if left == 2 and _held(hand, actor) == HELD and rng.random() < 2 / 3:
                return hand
            leaves = left > 2 and rng.random() < LEAVES
            hand.act("fold" if leaves else f"buy {rng.randint(1, 3)}")


def _live(hand: Hand) -> list[int]:
    return [p for p, seat in enumerate(hand.view(hand.actor or 0).seats) if seat.status == "live"]


def _held(hand: Hand, seat: int) -> int:
    return len(hand.view(seat).seats[seat].cards)


def _worth(found: Analysis, choices: tuple[str, ...]) -> list[float]:
    return [round(found.value(action), DIGITS) for action in choices]


SOLVED: Mapping[str, Callable[[random.Random], Position]] = {
    RICOCHET: _ricochet(RICOCHET, 2),
    STANDOFF: daily_standoff.solved,
    THREE: _ricochet(THREE, 3),
}


def write() -> None:
    """Deal and solve them anew."""
    POSITIONS.write_text(text(positions()), "utf-8")
