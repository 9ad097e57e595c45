"""The betting that is left between two, as a public tree that the game's verbs grow."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.cfr import DEALT, FOLDED, LOSE, SHOWN, TIE, WIN, Tree
from sidepot.bots.endgame.held import Held
from sidepot.bots.endgame.position import Endgame, dealt
from sidepot.bots.trained.situation import owed, pot_of
from sidepot.bots.trained.slots import MOST, list_slots
from sidepot.engine.game import Game
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.rules import actions
from sidepot.rules.actions import CHECK, FOLD, Menu

_SIZES: Sequence[Sequence[int]] = ((33, 75, 150), (75,), ())
"""Bets that are tried besides all-in, in hundredths of the pot after a call: of the first bet, of
a raise, and of all later ones, which are all-in."""
_ENDLESS = 1 << 30
Line = tuple[int, ...]
"""The actions from the root to a position."""


@dataclass(frozen=True, eq=False)
class Betting:
    """A public tree, and how its nodes are come to."""

    tree: Tree
    action: tuple[int, ...]
    """The action that leads to each node; `NO_ACTION` at the root."""

    @property
    def shape(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The actions, and how they follow one another: the same for trees that are alike."""
        return self.action, tuple(np.asarray(self.tree.first).tolist())

    def node(self, line: Line) -> int:
        """The node to which some actions lead."""
        x = 0
        for action in line:
            x = next(c for c in self.after(x) if self.action[c] == action)
        return x

    def after(self, x: int) -> range:
        """The nodes that follow a node."""
        first = int(self.tree.first[x])
        return range(first, int(self.tree.last[x]))


@dataclass
class _Growth:
    """The columns of a tree that grows."""

    actor: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    worth: list[Array] = field(default_factory=list)
    led: list[tuple[int, int]] = field(default_factory=list)
    action: list[int] = field(default_factory=list)


def betting_of(
    end: Endgame,
    held: Held,
    done: Line,
    sizes: Sequence[Sequence[int]] = _SIZES,
    more: Mapping[Line, Sequence[int]] | None = None,
) -> Betting:
    """The tree of an endgame, with the sizes of its own and those that were bet in it (`done`).

    `more`: further actions, by the line after which they are possible.
    """
    offered = along(done)
    for line, added in (more or {}).items():
        offered[line] = [*offered.get(line, ()), *added]
    return grow(end, [dealt(end, pair) for pair in held.pairs()], sizes, offered)[0]


def along(line: Line) -> dict[Line, list[int]]:
    """The actions of a line, each by those before it."""
    return {line[:i]: [action] for i, action in enumerate(line)}


def grow(
    end: Endgame,
    rows: Sequence[Records],
    sizes: Sequence[Sequence[int]],
    offered: Mapping[Line, Sequence[int]],
    *,
    until_dealt: bool = False,
    most: int = _ENDLESS,
) -> tuple[Betting, dict[int, list[Records]]]:
    """The tree of the bets that follow, and the records at each node where a card comes.

    `rows`: records in which the first player has the better hand, the worse one, and one as good;
    `offered`: further actions; `until_dealt`: whether the last card ends the tree, as it comes in
    the round after this one; `most`: the bets and raises that are tried in a row.
    """
    menus = kernel.batch(kernel.record(Menu))
    waiting: list[tuple[list[Records], Line, int]] = [([*rows], (), 0)]
    grown, dealt_at = _Growth(led=[(0, 0)]), dict[int, list[Records]]()
    while len(grown.actor) < len(waiting):
        now, line, bets = waiting[len(grown.actor)]
        s: Any = kernel.fields(now[0])
        x = len(grown.actor)
        grown.action.append(line[-1] if line else NO_ACTION)
        grown.first.append(len(waiting))
        if until_dealt and _has_come(end.game, now[0], line):
            dealt_at[x] = now
            _note_over(grown, DEALT, np.zeros((2, 3)))
            continue
        if s.seats.actor < 0:
            _note_over(grown, FOLDED if _is_folded(line) else SHOWN, _worth(end, now))
            continue
        player = end.seats.index(int(s.seats.actor))
        grown.actor.append(player)
        grown.worth.append(np.zeros((2, 3)))
        tried = _choices(end.game, now[0], menus, sizes[min(bets, len(sizes) - 1)])
        if bets >= most:
            tried = [action for action in tried if actions.kind(action) not in actions.LEVELS]
        tried = sorted({*tried, *offered.get(line, ())})
        grown.last.append(len(waiting) + len(tried))
        for action in tried:
            later = [kernel.copy(row) for row in now]
            for row in later:
                end.game.entry.step(row, action)
            led = grown.led[x]
            grown.led.append((len(waiting), led[1]) if player == 0 else (led[0], len(waiting)))
            more_bets = bets + (actions.kind(action) in actions.LEVELS)
            waiting.append((later, (*line, action), more_bets))
    tree = Tree(
        readable(np.array(grown.actor, np.int64)),
        readable(np.array(grown.first, np.int64)),
        readable(np.array(grown.last, np.int64)),
        readable(np.array(grown.led, np.int64)),
        np.array(grown.worth),
    )
    return Betting(tree, tuple(grown.action)), dealt_at


def _has_come(game: Game, rows: Records, line: Line) -> bool:
    """Whether the last card is up, or would be if it were bet on."""
    is_over = kernel.fields(rows).seats.actor < 0
    return not _is_folded(line) if is_over else game.is_dealt_out(rows)


def _is_folded(line: Line) -> bool:
    """Whether the last action is a fold."""
    return len(line) > 0 and actions.kind(line[-1]) == FOLD


def _note_over(grown: _Growth, actor: int, worth: Array) -> None:
    """Write a node that nothing follows."""
    grown.last.append(grown.first[-1])
    grown.actor.append(actor)
    grown.worth.append(worth)


def _worth(end: Endgame, rows: Sequence[Records]) -> Array:
    """The chips that both have at the end, by who has the better hand."""
    stacks: list[Any] = [kernel.fields(row).chips.stack for row in rows]
    worth = np.zeros((2, 3))
    for player, p in enumerate(end.seats):
        order = (WIN, LOSE, TIE) if player == 0 else (LOSE, WIN, TIE)
        for column, stack in zip(order, stacks, strict=True):
            worth[player, column] = int(stack[p])
    return worth


def _choices(game: Game, rows: Records, menus: Records, sizes: Sequence[int]) -> list[int]:
    """The actions that are tried in a position, with bets of these sizes; no fold for nothing."""
    game.entry.menu(rows, menus)
    chosen = readable(np.zeros(MOST, np.int64))
    n = _lister()(rows, menus, readable(np.array(sizes, np.int64)), chosen)
    found = [int(action) for action in chosen[:n]]
    is_free = any(actions.kind(action) == CHECK for action in found)
    return [action for action in found if not is_free or actions.kind(action) != FOLD]


@functools.cache
def _lister() -> Callable[..., int]:
    @compiled
    def write(rows: Records, menus: Records, sizes: Array, chosen: Array) -> int:
        s, m = rows[0], menus[0]
        price, pot = owed(m), pot_of(s)
        level = s.betting.bet[s.seats.actor] + price
        return list_slots(m, pot + price, level, sizes, 0, chosen)[0]

    return write
