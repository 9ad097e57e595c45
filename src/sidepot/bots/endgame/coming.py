"""The round before the last card, between two: every card that can come, and the hands then.

It is found by playing on: if both stay, one card more is up, and the game says that nothing is
dealt any more. No seat's hidden cards change by it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.cfr import Hands
from sidepot.bots.endgame.held import in_order
from sidepot.bots.endgame.listed import can_be_listed, first_apart
from sidepot.bots.endgame.position import (
    HOLE,
    Combo,
    Endgame,
    between,
    can_end,
    hidden,
    stay,
    unseen,
)
from sidepot.engine.game import Verbs
from sidepot.engine.memory import Memory
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.rules import actions
from sidepot.rules.actions import STAYING, Menu


@dataclass(frozen=True, eq=False)
class Coming:
    """The round before the last card as both players know it when it begins."""

    end: Endgame
    rows: Records
    """The root with cards in the deck, one of which is the last to come."""
    place: int
    """Its place in the deck."""
    combos: tuple[Combo, ...]
    """The hands that can be held before it."""


class Runouts(NamedTuple):
    """The cards that can come, and the hands with each, the weakest first."""

    card: Array
    """int64[runouts]."""
    hands: Hands
    """Each of its columns [runouts, hands]."""
    places: Array
    """int64[runouts, hands]: the place of each hand among those that can be held before."""


def coming_of(memory: Memory) -> Coming | None:
    """The round before the last card of a hand that a seat remembers, if it has come to that."""
    game = memory.game
    if not can_end(game) or len(memory.views) != len(memory.acts) + 1:
        return None
    ends = (between(game, view, i) for i, view in enumerate(memory.views))
    return next((found for end in ends if end and (found := _coming(end))), None)


def _coming(end: Endgame) -> Coming | None:
    """The round that begins at a decision, if one card is left to come after it."""
    game, blank = end.game, kernel.fields(end.root)
    if not can_be_listed(end) or any(
        zone != HOLE for p in end.seats for zone, _ in hidden(blank, p)
    ):
        return None
    rows = kernel.copy(end.root)
    game.entry.redeal(rows, kernel.generator(0))
    later = kernel.copy(rows)
    while kernel.fields(later).seats.actor >= 0 and not game.is_dealt_out(later):
        stay(game, later)
    after = between(game, later, end.begun) if kernel.fields(later).seats.actor >= 0 else None
    if after is None or any(
        hidden(kernel.fields(after.root), p) != hidden(blank, p) for p in end.seats
    ):
        return None
    cards = unseen(end)
    gone = {*cards}.difference(unseen(after))
    deck = kernel.fields(rows).deck
    places = [i for i in range(int(deck.top), int(deck.size)) if int(deck.card[i]) in gone]
    if len(gone) != 1 or len(places) != 1:
        return None
    size = len(hidden(blank, end.seats[0]))
    return Coming(end, rows, places[0], tuple(itertools.combinations(cards, size)))


def runouts_of(coming: Coming) -> Runouts:
    """Every card that can come, with the hands that can be held then."""
    end, combos = coming.end, coming.combos
    held, cards = np.array(combos, np.int64), sorted({card for combo in combos for card in combo})
    places = hidden(kernel.fields(end.root), end.seats[0])
    strengths = np.zeros((len(cards), len(combos)), np.int64)
    laid = _Laid(
        readable(held),
        readable(np.array([first_apart(combos, combo) for combo in combos], np.int64)),
        readable(np.array(cards, np.int64)),
        readable(np.array([k for _, k in places], np.int64)),
        strengths,
    )
    rows, menus = kernel.copy(coming.rows), kernel.batch(kernel.record(Menu))
    _shower(end.game.verbs)(coming.rows, rows, menus, laid, coming.place, *end.seats)
    kept = [np.flatnonzero((held != card).all(axis=1)) for card in cards]
    found = [
        in_order([combos[i] for i in left], row[left].tolist(), are_listed=True)
        for left, row in zip(kept, strengths, strict=True)
    ]
    columns = (np.array([hands[k] for *_, hands in found]) for k in range(len(Hands._fields)))
    ranked = [left[order] for left, (order, *_) in zip(kept, found, strict=True)]
    return Runouts(
        laid.cards,
        Hands(*(readable(column) for column in columns)),
        readable(np.array(ranked, np.int64)),
    )


class _Laid(NamedTuple):
    """The arrays that the loop reads and writes."""

    held: Array
    """int64[hands, cards]."""
    apart: Array
    """int64[hands, cards]: a hand for the other that shares no card with it."""
    cards: Array
    """int64[runouts]: the cards that can come."""
    places: Array
    """int64[cards]: where the cards of a hand lie."""
    strengths: Array
    """int64[runouts, hands]."""


@functools.cache
def _shower(verbs: Verbs) -> Callable[..., None]:
    """The loop over all cards and hands, in which both stay to the showdown."""
    menu, step = verbs.menu, verbs.step

    @compiled
    def show(
        root: Records, rows: Records, menus: Records, laid: _Laid, place: int, p: int, other: int
    ) -> None:
        m = menus[0]
        for r in range(len(laid.cards)):
            for h in range(len(laid.held)):
                rows[0] = root[0]
                s = rows[0]
                for k in range(len(laid.places)):
                    s.hole.card[p, laid.places[k]] = laid.held[h, k]
                    s.hole.card[other, laid.places[k]] = laid.apart[h, k]
                s.deck.card[place] = laid.cards[r]
                while s.seats.actor >= 0:
                    menu(s, m)
                    row = 0
                    while m.kind[row] not in STAYING:
                        row += 1
                    step(s, actions.encode(m.kind[row], m.lowest[row]))
                laid.strengths[r, h] = s.strength[p]

    return show
