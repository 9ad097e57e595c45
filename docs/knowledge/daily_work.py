"""Deals and solves the positions of the days: half an hour."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from docs.knowledge import daily_standoff

from sidepot import cards, games
from sidepot.analysis import analyze, read_position
from sidepot.daily.positions import (
    CASINO,
    DAYS,
    ERROR,
    FILE,
    MARGIN,
    RICOCHET,
    STANDOFF,
    Position,
    listed,
    text,
)
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.errors import BadPosition
from sidepot.odds.result import Analysis

POSITIONS = Path(sys.modules[listed.__module__].__file__ or "").with_name(FILE)
HELD = 2
"""The cards of the lowest hand: three more make it complete, so there are four choices."""
BUYS = ("fold", "buy 1", "buy 2", "buy 3")
BEST: Mapping[str, Mapping[str, int]] = {
    RICOCHET: {"fold": 91, "buy 1": 44, "buy 2": 77, "buy 3": 154},
    STANDOFF: {"keep": 60, "discard": 190},
    CASINO: {"fold": 55, "buy 3": 60},
}
"""The days on which each choice is the best; by chance one would be on most."""
SEED = 45
DIGITS = 5
CLOSEST = 0.6
"""The most antes between the choices of casino Ricochet: others are too easy."""


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


def _ricochet(rng: random.Random) -> Position:
    """A decision of the low hand in Ricochet Poker II."""
    hand = _dealt(rng)
    actor = hand.actor or 0
    found = analyze(remember(hand, actor), patiently=True)
    shown = hand.view(actor).seats
    own, other = (" ".join(laid.card for laid in shown[seat].cards) for seat in (actor, 1 - actor))
    return Position(
        game=RICOCHET,
        own=own,
        other=other,
        thrown="",
        pot=found.pot,
        choices=BUYS,
        worth=_worth(found, BUYS),
        chance=[0.0, *(round(each, 3) for each in found.escape)],
        error=math.ceil((found.error + 10**-DIGITS) * 10**DIGITS) / 10**DIGITS,
    )


def _dealt(rng: random.Random) -> Hand:
    """A hand at a decision of one with two cards, played at random up to there."""
    while True:
        hand = games.find(RICOCHET).deal(players=2, seed=rng.getrandbits(40))
        while (actor := hand.actor) is not None and _held(hand, actor) <= HELD:
            if _held(hand, actor) == HELD and rng.random() < 2 / 3:
                return hand
            hand.act(f"buy {rng.randint(1, 3)}")


def _held(hand: Hand, seat: int) -> int:
    return len(hand.view(seat).seats[seat].cards)


def _worth(found: Analysis, choices: tuple[str, ...]) -> list[float]:
    return [round(found.value(action), DIGITS) for action in choices]


def _casino(rng: random.Random) -> Position:
    """The decision of a single player of casino Ricochet, against a bank that is in."""
    while True:
        dealt = [cards.text(card) for card in rng.sample(range(cards.SIZE), 7)]
        own, other = " ".join(dealt[:2]), " ".join(dealt[2:])
        found = _against_bank(f"{own} / {other}")
        if found is not None and found.bank and abs(found.value("buy 3")) < CLOSEST:
            return Position(
                game=CASINO,
                own=own,
                other=other,
                thrown="",
                pot=found.pot,
                choices=("fold", "buy 3"),
                worth=_worth(found, ("fold", "buy 3")),
                chance=[0.0, round(found.bank.ahead, 3)],
                error=0.0,
            )


def _against_bank(told: str) -> Analysis | None:
    """The worth of playing; None where the bank is kicked out (K2), so that nobody decides."""
    try:
        return analyze(read_position(games.find(CASINO), told))
    except BadPosition:
        return None


SOLVED: Mapping[str, Callable[[random.Random], Position]] = {
    RICOCHET: _ricochet,
    STANDOFF: daily_standoff.solved,
    CASINO: _casino,
}


def write() -> None:
    """Deal and solve them anew."""
    POSITIONS.write_text(text(positions()), "utf-8")
