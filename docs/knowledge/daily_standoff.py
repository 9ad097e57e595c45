"""The last discard of Standoff between two: its choices against many hands of the strategy.

Two cards are up, the rival has thrown one card after the first, and decides after the hand to act.
Rivals are sampled; every third card and every discard of theirs is counted.
"""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Sequence

import numpy as np
from docs.knowledge.standoff_work import dealt

from sidepot import cards
from sidepot.daily.positions import CHOICES, MARGIN, STANDOFF, Position
from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff.boards import Players, play
from sidepot.odds.standoff.levels import levels, standard
from sidepot.odds.standoff.position import choices
from sidepot.odds.standoff.tree import ALL, MASKS, final

RIVALS = 2_000
"""The hands of rivals; about half share no card with a position."""
_PART = 100
_SEED = 46
_ERRORS = 3
"""Standard errors by which the difference of the best two choices may be off."""
DIGITS = 3


@functools.cache
def rivals(n: int = RIVALS) -> Players:
    """Hands that play the strategy that ships."""
    hands, rng = [], np.random.default_rng(_SEED)
    for done in range(0, n, _PART):
        print(f"rival {done} of {n}", file=sys.stderr, flush=True)
        hands.append(play(dealt(_PART, rng), standard(), levels(2), 2))
    return Players(
        *(
            readable(np.concatenate([getattr(each, name) for each in hands]))
            for name in ("hand", "first", "second", "third")
        )
    )


def solved(rng: random.Random) -> Position:
    """A hand dealt and played by the strategy up to its last decision, which is solved."""
    while True:
        *own, one, two = rng.sample(range(cards.SIZE), 7)
        first = choices(own, [], [one], players=2)
        thrown = max(first, key=lambda each: each.worth).card
        left = [card for card in own if card != thrown]
        last = sorted(each.worth for each in choices(left, _listed(thrown), [one, two], players=2))
        if last[-1] - last[-2] > MARGIN:  # about; others would hardly be clear
            return position(left, _listed(thrown), one, two)


def _listed(card: int | None) -> list[int]:
    return [] if card is None else [card]


def position(left: list[int], thrown: list[int], one: int, two: int, n: int = RIVALS) -> Position:
    """The last decision of a hand, by card codes, after the two cards that are up."""
    against, own, kept = rivals(n), [*left, *thrown], (1 << len(left)) - 1
    won = readable(np.full((n, MASKS), np.nan))
    _meet(
        *(readable(np.array(own, np.int64)), kept, one, two),
        *(against.hand, against.first, against.second, against.third, won),
    )
    won = won[~np.isnan(won[:, kept])]
    worth = {k: float(won[:, kept & ~(1 << k)].mean()) for k in range(len(left))}
    offered = sorted(sorted(worth, key=lambda k: -worth[k])[: CHOICES - 1], key=lambda k: left[k])
    masks = [kept, *(kept & ~(1 << k) for k in offered)]
    means = [float(won[:, mask].mean()) for mask in masks]
    best, second = sorted(masks, key=lambda mask: -means[masks.index(mask)])[:2]
    error = float((won[:, best] - won[:, second]).std(ddof=1)) / len(won) ** 0.5
    return Position(
        game=STANDOFF,
        own=_texts(left),
        other=_texts([one, two]),
        thrown=_texts(thrown),
        pot=2,
        choices=["keep", *(f"discard {cards.text(left[k])}" for k in offered)],
        worth=[round(1 + mean, DIGITS) for mean in means],
        chance=[round((1 + mean) / 2, DIGITS) for mean in means],
        error=round(_ERRORS * error + 10**-DIGITS, DIGITS),
    )


def _texts(codes: Sequence[int]) -> str:
    return " ".join(map(cards.text, codes))


@compiled
def _meet(
    own: Array,
    kept: int,
    one: int,
    two: int,
    hand: Array,
    first: Array,
    second: Array,
    third: Array,
    won: Array,
) -> None:
    """Write what each mask wins on average from each rival who threw a card after the first.

    Rows of other rivals, and of those who hold a card that is seen, stay as they are.
    """
    board, held, rival_held = own[:3].copy(), own.copy(), own.copy()
    board[0], board[1] = one, two
    for i in range(len(hand)):
        mask = second[i, first[i], one]
        shared = False
        for card in hand[i]:
            shared |= card in own or card in (one, two)
        if shared or first[i] != ALL or mask == first[i]:
            continue
        mask = third[i, mask, one, two]
        won[i] = 0.0
        n = 0
        for card in range(cards.SIZE):
            if card in own or card in (one, two) or card in hand[i]:
                continue
            n += 1
            board[2] = card
            rival = final(hand[i], mask, board, rival_held)
            for m in range(MASKS):
                less = kept & ~m
                if m & ~kept == 0 and less & (less - 1) == 0:
                    mine = final(own, m, board, held)
                    won[i, m] += (mine > rival) * 1.0 - (mine < rival) * 1.0
        won[i] /= n
