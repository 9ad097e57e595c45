"""The whole of Ricochet for two, solved from every deal of one card each."""

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
    """A solved game: what the low card may do at every deal, and the tree that says the rest."""

    game: Game
    deals: Mapping[Deal, tuple[Bounds, ...]]
    """The bounds of each buy, from one card on, in chips, net from the deal on."""
    value_count: int
    """How many values there are behind it: one for each state and pot."""
    tree: Tree

    @property
    def text(self) -> str:
        """The table of the deals as it ships (`opening`)."""
        return to_csv(self.deals)

    def save(self, file: Path) -> None:
        """Write that table, whole or not at all. Raises `NotSaved`."""
        try:
            with paths.atomic_write(file) as draft:
                draft.write_text(self.text, "utf-8")
        except OSError as error:
            values = {"file": str(file), "reason": error.strerror or str(error)}
            raise NotSaved("error.not_written", **values) from error

    @cached_property
    def value(self) -> Bounds:
        """What the deal is worth to the low card on average, its ante included, in chips."""
        ante = float(self.game.numbers["ante"])
        least, most = (
            sum(often * self._worth(deal, side) for deal, often in weights().items())
            for side in range(2)
        )
        return least - ante, most - ante

    def _worth(self, deal: Deal, side: int) -> float:
        """The bound of the low card's turn; where two equal ones end the hand, it is split (R8)."""
        if deal not in self.deals:
            return float(self.game.numbers["ante"])
        return max(0.0, *(bounds[side] for bounds in self.deals[deal]))

    @property
    def exploitability(self) -> float:
        """At most so many chips a hand can be won from who plays by the lower bounds.

        He gets at least the lower bound when he is low, and leaves at most the upper one else.
        """
        return self.value[1] - self.value[0]


def unsolved_tree(game: Game) -> Tree:
    """The tree of every deal, without what it is worth.

    Stacks are long enough to buy freely (R10). Raises `NotSolved` for another game than Ricochet,
    or one that two do not play.
    """
    if game.record is not Ricochet or game.least > PLAYERS:
        raise NotSolved("error.not_solved", game=game.name)
    ante, price = game.numbers["ante"], game.numbers["card_price"]
    return build_tree(((), ()), pot=PLAYERS * ante, price=price, any_tie=_any_tie(game))


def solve_game(game: Game, progress: Callable[[float], None] = lambda part: None) -> Solution:
    """Solve the game for two: minutes, and gigabytes. `progress` is told what part is done.

    Raises `NotSolved`, see `unsolved_tree`.
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


def _any_tie(game: Game) -> bool:
    return bool(game.numbers["tie_ends"] == ON_ANY)
