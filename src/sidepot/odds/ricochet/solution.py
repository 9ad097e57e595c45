"""The whole game of Ricochet for two, solved from every deal of one card each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sidepot import cards, paths
from sidepot.engine.game import Game
from sidepot.errors import NotSaved, NotSolved
from sidepot.games.ricochet import ON_ANY, Ricochet
from sidepot.odds.ricochet.heads_up import buy_bounds
from sidepot.odds.ricochet.opening import Bounds, Deal, deal, to_csv, weights
from sidepot.odds.ricochet.solver.backward import solve
from sidepot.odds.ricochet.solver.building import build_tree
from sidepot.odds.ricochet.solver.tree import PLAYERS, Tree


@dataclass(frozen=True)
class Solution:
    """A solved game: the values of the first buys at every deal, and the tree for the rest."""

    game: Game
    deals: Mapping[Deal, tuple[Bounds, ...]]
    """The bounds of buying 1, 2, ... cards at each deal, in chips, net from the deal on."""
    value_count: int
    """The number of values that were computed: one for each state and pot."""
    tree: Tree

    @property
    def text(self) -> str:
        """The table of the deals as CSV, as it ships (`opening`)."""
        return to_csv(self.deals)

    def save(self, file: Path) -> None:
        """Write the table atomically. Raises `NotSaved`."""
        try:
            with paths.atomic_write(file) as draft:
                draft.write_text(self.text, "utf-8")
        except OSError as error:
            values = {"file": str(file), "reason": error.strerror or str(error)}
            raise NotSaved("error.not_written", **values) from error

    @cached_property
    def value(self) -> Bounds:
        """Bounds of the low card's mean value over all deals, less its ante, in chips."""
        ante = float(self.game.numbers["ante"])
        least, most = (
            sum(often * self._worth(deal, side) for deal, often in weights().items())
            for side in range(2)
        )
        return least - ante, most - ante

    def _worth(self, deal: Deal, side: int) -> float:
        """A bound of the low card's turn; the split pot where equal ranks end the hand (R8)."""
        if deal not in self.deals:
            return float(self.game.numbers["ante"])
        return max(0.0, *(bounds[side] for bounds in self.deals[deal]))

    @property
    def exploitability(self) -> float:
        """An upper bound of the chips a hand that a player loses who plays by the lower bounds.

        They get at least the lower bound when low, and leave at most the upper one when high.
        """
        return self.value[1] - self.value[0]


def unsolved_tree(game: Game) -> Tree:
    """The tree of every deal, before its values are computed.

    Stacks are taken as long enough to buy freely (R10). Raises `NotSolved` for a game other than
    Ricochet, or one that two cannot play.
    """
    if game.record is not Ricochet or game.least > PLAYERS:
        raise NotSolved("error.not_solved", game=game.name)
    ante, price = game.numbers["ante"], game.numbers["card_price"]
    return build_tree(((), ()), pot=PLAYERS * ante, price=price, any_tie=_any_tie(game))


def solve_game(game: Game, progress: Callable[[float], None] = lambda part: None) -> Solution:
    """Solve the game for two; takes minutes and gigabytes.

    `progress` is called with the part that is done, 0 to 1. Raises `NotSolved`, see
    `unsolved_tree`.
    """
    tree = unsolved_tree(game)
    done = solve(tree, progress)
    deals = {}
    for low, high in itertools.combinations(cards.deck(), PLAYERS):
        key = deal(low, high)
        if key not in deals and not (_any_tie(game) and key[0] == key[1]):
            worth = buy_bounds(tree, (low,), (high,)) * tree.price
            deals[key] = tuple((float(least), float(most)) for least, most in worth)
    return Solution(game, deals, done, tree)


def solve_deals(game: Game) -> dict[Deal, tuple[Bounds, ...]]:
    """The deals of a solved game alone, small enough to come from another process."""
    return dict(solve_game(game).deals)


def _any_tie(game: Game) -> bool:
    return bool(game.numbers["tie_ends"] == ON_ANY)
