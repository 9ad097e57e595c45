"""The end of a hand between two: its public record, and the cards that can be held in it.

A game says by `Game.dealt_out` that nothing is dealt any more. Its record has the cards of each
seat in a part `hole`, those that it has laid aside in `thrown` if there are any, and after a
showdown the value of each hand in `strength`. All else is found by the verbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.bots.trained.strategy import copy_view
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory
from sidepot.engine.play import RAIL
from sidepot.kernel import Records
from sidepot.rules import actions
from sidepot.rules.actions import STAYING, Menu

HOLE, _THROWN = ZONES = "hole", "thrown"
"""The parts of a record with cards that their owner alone knows."""
Place = tuple[str, int]
"""A zone, and the place of a card in it."""
Combo = tuple[int, ...]
"""The cards of a seat that the other cannot see: a holding."""
_BETWEEN = 2
_REDEALS = 16
"""Redeals: a card that is burned in one of them is left over in others."""


@dataclass(frozen=True, eq=False)
class Endgame:
    """The end of a hand as both players know it when it begins."""

    game: Game
    root: Records
    """The record at the first decision after the last card, without the journal or hidden cards."""
    seats: tuple[int, int]
    """The seats that are still in; player 0 is the one to act."""
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
    return between(game, memory.views[begun], begun)


def between(game: Game, view: Records, begun: int) -> Endgame | None:
    """The rest of a hand from a decision on; None if not two are left with hidden cards."""
    root = public(game, view)
    s: Any = kernel.fields(root)
    live = [p for p in range(int(s.seats.n)) if s.seats.live[p]]
    if len(live) != _BETWEEN or not all(hidden(s, p) for p in live):
        return None
    first = int(s.seats.actor)
    return Endgame(game, root, (first, next(p for p in live if p != first)), begun)


def can_end(game: Game) -> bool:
    """Whether a game says when its ends begin, and has the parts by which hands are laid out."""
    names = game.layout(journal=False).names or ()
    return game.dealt_out is not None and {HOLE, "strength"} <= {*names}


def public(game: Game, view: Records) -> Records:
    """A concealed record without the journal, and with nothing that the rail may not know."""
    rows = game.batch(1, journal=False)
    copy_view(view, rows, 0)
    game.entry.conceal(rows, RAIL)
    return rows


def stacked(game: Game, views: Sequence[Records]) -> Records:
    """Public records as one batch."""
    rows = game.batch(len(views), journal=False)
    for i, view in enumerate(views):
        kernel.raw(rows)[i * rows.itemsize : (i + 1) * rows.itemsize] = kernel.raw(view)
    return rows


def has_aside(game: Game) -> bool:
    """Whether cards are laid aside in a game."""
    return _THROWN in (game.layout(journal=False).names or ())


def hidden(record: Any, p: int) -> tuple[Place, ...]:
    """The places of a seat's cards that lie face down, those laid aside last."""
    return tuple(
        (zone, k)
        for zone, part in _zones(record)
        for k in range(int(part.size[p]))
        if part.card[p, k] == HIDDEN
    )


def room(end: Endgame) -> int:
    """The most cards that a seat can have in one zone."""
    return max(int(part.card.shape[1]) for _, part in _zones(kernel.fields(end.root)))


def _zones(record: Any) -> list[tuple[str, Any]]:
    """The zones of a record, each with its part."""
    return [(zone, getattr(record, zone)) for zone in ZONES if hasattr(record, zone)]


def _put(record: Any, p: int, places: Sequence[Place], combo: Combo) -> None:
    """Put cards in the hidden places of a seat."""
    for (zone, k), card in zip(places, combo, strict=True):
        getattr(record, zone).card[p, k] = card


def held_in(record: Any, p: int, places: Sequence[Place]) -> Combo:
    """The cards of a seat in some places."""
    return tuple(int(getattr(record, zone).card[p, k]) for zone, k in places)


def dealt(end: Endgame, pair: Sequence[Combo], root: Records | None = None) -> Records:
    """The root with these hands; `root`: another record with cards in the same places."""
    rows, blank = kernel.copy(end.root if root is None else root), kernel.fields(end.root)
    for p, combo in zip(end.seats, pair, strict=True):
        _put(kernel.fields(rows), p, hidden(blank, p), combo)
    return rows


def unseen(end: Endgame) -> list[int]:
    """The cards that can be held: those that some of many redeals put face down, or leave over."""
    rows, rngs, blank = kernel.copy(end.root), kernel.generator(0), kernel.fields(end.root)
    s: Any = kernel.fields(rows)
    found = set[int]()
    for _ in range(_REDEALS):
        kernel.raw(rows)[:] = kernel.raw(end.root)
        end.game.entry.redeal(rows, rngs)
        for p in range(int(s.seats.n)):
            found.update(held_in(s, p, hidden(blank, p)))
        found |= {int(card) for card in s.deck.card[s.deck.top : s.deck.size]}
    return sorted(found)


def strength(end: Endgame, player: int, combo: Combo, other: Combo) -> int:
    """The strength of a player's hand at a showdown in which everybody checks and calls."""
    rows = dealt(end, (combo, other) if player == 0 else (other, combo))
    while kernel.fields(rows).seats.actor >= 0:
        stay(end.game, rows)
    return int(kernel.fields(rows).strength[end.seats[player]])


def stay(game: Game, rows: Records) -> None:
    """Let the seat to act check or call."""
    menus = kernel.batch(kernel.record(Menu))
    m = kernel.fields(menus)
    game.entry.menu(rows, menus)
    row = next(i for i in range(int(m.n)) if m.kind[i] in STAYING)
    game.entry.step(rows, actions.encode(int(m.kind[row]), int(m.lowest[row])))
