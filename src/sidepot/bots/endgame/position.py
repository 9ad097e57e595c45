"""The end of a hand between two: its public record, and the hands that can be held in it.

A game says by `Game.dealt_out` that nothing is dealt any more. Its record has the cards of each
seat in a part `hole`, and after a showdown the value of each hand in `strength`. All else is found
by the verbs: the hands are those of the unseen cards in the hidden places, and each is as strong as
the showdown says in which everybody checks and calls.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.cfr import Hands
from sidepot.bots.trained.strategy import copy_view
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory
from sidepot.engine.play import RAIL
from sidepot.kernel import Array, Records, readable
from sidepot.rules import actions
from sidepot.rules.actions import STAYING, Menu

_BETWEEN = 2
_REDEALS = 16
"""Redeals: a card that is burned in one of them is left over in others."""
_MOST_HIDDEN = 2
"""The most hidden cards of a hand: pairs are a thousand hands, three cards ten thousand."""


@dataclass(frozen=True, eq=False)
class Endgame:
    """The end of a hand as both players know it when it begins."""

    game: Game
    root: Records
    """The record at the first decision after the last card, without the journal or hidden cards."""
    seats: tuple[int, int]
    """The seats that are still in; player 0 is the one to act."""
    combos: tuple[tuple[int, ...], ...]
    """The hands that either may hold, the weakest first."""
    hands: Hands
    begun: int
    """The number of decisions before it."""


def endgame_of(memory: Memory) -> Endgame | None:
    """The end of the hand that a seat remembers; None if it has not come, or is not for two."""
    game = memory.game
    if not can_end(game) or len(memory.views) != len(memory.acts) + 1:
        return None
    begun = next((i for i, v in enumerate(memory.views) if game.is_dealt_out(v)), None)
    if begun is None:
        return None
    root = public(game, memory.views[begun])
    s: Any = kernel.fields(root)
    live = [p for p in range(int(s.seats.n)) if s.seats.live[p]]
    if len(live) != _BETWEEN:
        return None
    first = int(s.seats.actor)
    seats = first, next(p for p in live if p != first)
    return _laid_out(game, root, seats, begun)


def can_end(game: Game) -> bool:
    """Whether a game says when its ends begin, and has the parts by which hands are laid out."""
    names = game.layout(journal=False).names or ()
    return game.dealt_out is not None and {"hole", "strength"} <= {*names}


def public(game: Game, view: Records) -> Records:
    """A concealed record without the journal, and with nothing that the rail may not know."""
    rows = game.batch(1, journal=False)
    copy_view(view, rows, 0)
    game.entry.conceal(rows, RAIL)
    return rows


def hidden(record: Any, p: int) -> tuple[int, ...]:
    """The places of a seat's cards that lie face down."""
    return tuple(k for k in range(int(record.hole.size[p])) if record.hole.card[p, k] == HIDDEN)


def put(record: Any, p: int, places: Sequence[int], combo: Sequence[int]) -> None:
    """Put cards in the hidden places of a seat's hand."""
    for place, card in zip(places, combo, strict=True):
        record.hole.card[p, place] = card


def _laid_out(game: Game, root: Records, seats: tuple[int, int], begun: int) -> Endgame | None:
    """The hands by their strength, if both hide equally few cards."""
    s = kernel.fields(root)
    sizes = {len(hidden(s, p)) for p in seats}
    if len(sizes) != 1 or not 0 < (size := sizes.pop()) <= _MOST_HIDDEN:
        return None
    combos = list(itertools.combinations(_unseen(game, root), size))
    strengths = _strengths(game, root, seats, combos)
    order = np.argsort(strengths, kind="stable")
    ranked = tuple(combos[i] for i in order)
    return Endgame(game, root, seats, ranked, _hands(ranked, np.array(strengths)[order]), begun)


def _hands(combos: Sequence[tuple[int, ...]], strength: Array) -> Hands:
    """The hands as arrays."""
    card = np.array([combo[0] for combo in combos], np.int64)
    own = 1 + card.max() + np.arange(len(combos))
    other = own if len(combos[0]) == 1 else np.array([combo[1] for combo in combos], np.int64)
    return Hands(readable(strength.astype(np.int64)), readable(card), readable(other))


def _unseen(game: Game, root: Records) -> list[int]:
    """The cards that can be held: those that some of many redeals put face down, or leave over."""
    rows, rngs, blank = kernel.copy(root), kernel.generator(0), kernel.fields(root)
    s: Any = kernel.fields(rows)
    found = set[int]()
    for _ in range(_REDEALS):
        kernel.raw(rows)[:] = kernel.raw(root)
        game.entry.redeal(rows, rngs)
        found |= {int(s.hole.card[p, k]) for p in range(int(s.seats.n)) for k in hidden(blank, p)}
        found |= {int(card) for card in s.deck.card[s.deck.top : s.deck.size]}
    return sorted(found)


def _strengths(
    game: Game, root: Records, seats: tuple[int, int], combos: Sequence[tuple[int, ...]]
) -> list[int]:
    """The strength of each hand at the showdown."""
    start, rows = kernel.copy(root), kernel.copy(root)
    s: Any = kernel.fields(rows)
    p, other = seats
    own, others = hidden(kernel.fields(root), p), hidden(kernel.fields(root), other)
    found = []
    for combo in combos:
        kernel.raw(rows)[:] = kernel.raw(start)
        put(s, p, own, combo)
        put(s, other, others, apart(combos, combo))
        _call_down(game, rows)
        found.append(int(s.strength[p]))
    return found


def apart(combos: Sequence[tuple[int, ...]], combo: Sequence[int]) -> tuple[int, ...]:
    """The first hand that has no card of another one."""
    taken = {*combo}
    return next(other for other in combos if taken.isdisjoint(other))


def _call_down(game: Game, rows: Records) -> None:
    """Play a hand to its end, where everybody checks and calls."""
    menus = kernel.batch(kernel.record(Menu))
    s, m = kernel.fields(rows), kernel.fields(menus)
    while s.seats.actor >= 0:
        game.entry.menu(rows, menus)
        row = next(i for i in range(int(m.n)) if m.kind[i] in STAYING)
        game.entry.step(rows, actions.encode(int(m.kind[row]), int(m.lowest[row])))
