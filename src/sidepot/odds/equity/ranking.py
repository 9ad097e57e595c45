"""The order of a game's hands before the first decision, for ranges such as `top 10%`.

Hands of one kind, `AKs`, stand together. A kind is as good as its share of the pot against one hand
of any cards. For games of hold'em the order is in a file that was made by a million deals for each
kind (`ordered`); for others it is found by a few thousand.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from sidepot.cards import CODES, SIZE, text
from sidepot.engine.game import Game
from sidepot.errors import BadRange
from sidepot.kernel import PLAIN
from sidepot.odds.equity import finding
from sidepot.odds.equity.finding import Effort
from sidepot.odds.equity.ranges import Combo, kind_of, of_kind
from sidepot.odds.equity.reading import Dealing, Held, Told
from sidepot.odds.sampling import Policy, no_progress

_DEALS = 50 if PLAIN else 4000
"""Deals for each kind of hand, in games without a file."""
_FILE = Path(__file__).with_name("best_hands.json")
_MOST_CARDS = 2
"""The most cards of a hand whose kinds are few enough to be put into an order."""


def best_first(game: Game, dealing: Dealing, policy: Policy) -> tuple[Combo, ...]:
    """All hands of a game, the best first. Raises `BadRange` for hands of more than two cards."""
    if dealing.hand > _MOST_CARDS:
        raise BadRange("error.range_percent_size", n=dealing.hand)
    return _ranked(game, dealing, policy)


@functools.lru_cache(maxsize=8)
def _ranked(game: Game, dealing: Dealing, policy: Policy) -> tuple[Combo, ...]:
    cards, size = game.cards_for(game.least), dealing.hand
    kinds = _kinds(cards, size)
    known = _known().get(game.record.__name__, [])
    order = known if {*known} == {*kinds} else ordered(game, dealing, policy, _DEALS)
    hands = (of_kind(kind[:size], kind[size:], cards) for kind in order)
    return tuple(itertools.chain.from_iterable(hands))


def _known() -> dict[str, list[str]]:
    """The orders in the file, by the type of a game's record."""
    found: dict[str, list[str]] = json.loads(_FILE.read_text("utf-8"))
    return found


def ordered(game: Game, dealing: Dealing, policy: Policy, deals: int) -> list[str]:
    """The kinds of hand, the best first, by so many random deals for each."""
    cards, size, stack = game.cards_for(game.least), dealing.hand, dealing.stack
    others = tuple(Held(text="*", told=(), combos=((),)) for _ in range(game.least - 1))
    effort = Effort(
        precision=0.0, samples=deals, seconds=None, exact=False, seed=0, progress=no_progress
    )

    def share(kind: str) -> float:
        combos = tuple(of_kind(kind[:size], kind[size:], cards))
        held = Held(text=kind, told=tuple(range(size)), combos=combos)
        told = Told((held, *others), (), (), stack)
        return finding.find(game, told, policy, effort).equity(0)

    return sorted(_kinds(cards, size), key=share, reverse=True)


def _kinds(cards: Iterable[int], size: int) -> Sequence[str]:
    """Every kind of hand of a deck without its jokers, once."""
    plain = {card % CODES for card in cards if card % CODES < SIZE}
    hands = itertools.combinations(map(text, sorted(plain, reverse=True)), size)
    return list(dict.fromkeys(map(kind_of, hands)))
