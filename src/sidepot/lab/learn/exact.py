"""Games small enough to be counted, every order of the deck and every action: values, solutions.

The best reply knows all that its seat has seen in the hand, not only the last record; so what it
wins bounds what anybody can win from a strategy.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.kernel import Records
from sidepot.rules.actions import Menu, encode

_MOST_DEALS = 10_000
"""The most orders of the deck that are counted."""

Strategy = Callable[[Records], Mapping[int, float]]
"""The chance of each action, given a concealed record; for a player, without the other cards."""


@dataclass(slots=True)
class Node:
    """A position of one deal: whose turn it is, what they have seen, and what may follow."""

    seat: int
    seen: tuple[Any, ...] = ()
    """All that the seat has seen and done at its turns, which is what it may go by."""
    view: int = 0
    """The number of the concealed record."""
    children: dict[int, Node] = field(default_factory=dict)
    payoffs: tuple[int, ...] = ()


class Tree:
    """A game with all deals, for one number of players and one stack."""

    def __init__(self, game: Game, players: int | None = None, stack: int | None = None) -> None:
        """Raises `BadSetup` for a game with too many deals."""
        self.game = game
        self.stacks = game.stacks(players, stack)
        self.players = len(self.stacks)
        cards = game.cards_for(self.players)
        reach = min(len(cards), game.reach * self.players + game.common)
        deals = math.perm(len(cards), reach)
        if deals > _MOST_DEALS or game.deals_again:
            values = {"game": game.name, "deals": f"{deals:,}", "most": f"{_MOST_DEALS:,}"}
            raise BadSetup("learn.too_many_deals", **values)
        self.views: list[Records] = []
        """Every concealed record that a seat to act may see."""
        self._numbers: dict[bytes, int] = {}
        self.roots = [self._root(order) for order in itertools.permutations(cards, reach)]

    def value(self, strategy: Strategy) -> list[float]:
        """Each seat's winnings when all play a strategy, in chips a hand."""
        plays = self._plays(strategy)
        sums = [0.0] * self.players
        for root in self.roots:
            for p, value in enumerate(_values(root, plays, self.players)):
                sums[p] += value
        return [value / len(self.roots) for value in sums]

    def replies(self, strategy: Strategy) -> list[float]:
        """The winnings of each seat's best reply to the others' strategy, in chips a hand."""
        plays = self._plays(strategy)
        return [self._reply(plays, seat) for seat in range(self.players)]

    def exploitability(self, strategy: Strategy) -> float:
        """The gain of best replies over the strategy, averaged over the seats; 0 is optimal."""
        own = self.value(strategy)
        gains = [best - had for best, had in zip(self.replies(strategy), own, strict=True)]
        return sum(gains) / self.players

    def _plays(self, strategy: Strategy) -> list[Mapping[int, float]]:
        return [strategy(view) for view in self.views]

    def _root(self, order: Sequence[int]) -> Node:
        game = self.game
        rows = game.batch(journal=False)
        s = kernel.fields(rows)
        setup.seat(game, s, self.stacks)
        cards = game.cards_for(self.players)
        setup.lay(s, [*order, *(card for card in cards if card not in order)])
        game.entry.begin(rows)
        return self._node(rows, {})

    def _node(self, rows: Records, before: Mapping[int, tuple[Any, ...]]) -> Node:
        """The position of a record, and all that follow. `before`: what each seat saw and did."""
        s: Any = kernel.fields(rows)
        seat = int(s.seats.actor)
        if seat < 0:
            ended = s.chips.stack[: self.players].tolist()
            return Node(seat, payoffs=tuple(b - a for a, b in zip(self.stacks, ended, strict=True)))
        view = kernel.copy(rows)
        self.game.entry.conceal(view, seat)
        number = self._numbers.setdefault(kernel.to_bytes(view), len(self.views))
        if number == len(self.views):
            self.views.append(view)
        node = Node(seat, (seat, *before.get(seat, ()), number), number)
        for action in actions_of(self.game, view):
            after = kernel.copy(rows)
            self.game.entry.step(after, action)
            node.children[action] = self._node(after, {**before, seat: (*node.seen, action)})
        return node

    def _reply(self, plays: Sequence[Mapping[int, float]], seat: int) -> float:
        """The winnings of a seat's best reply.

        A seat's turns are decided from the last to the first: of two turns, the one at which it has
        seen more. At each it takes the action with the most, over all positions that look alike.
        """
        alike: dict[tuple[Any, ...], list[tuple[Node, float]]] = defaultdict(list)
        for root in self.roots:
            _reach(root, 1.0, seat, plays, alike)
        chosen: dict[tuple[Any, ...], int] = {}
        for seen in sorted(alike, key=len, reverse=True):
            found = alike[seen]
            worth = {
                action: sum(
                    chance * _replied(node.children[action], seat, plays, chosen)
                    for node, chance in found
                )
                for action in found[0][0].children
            }
            chosen[seen] = max(worth, key=lambda action: worth[action])
        total = sum(_replied(root, seat, plays, chosen) for root in self.roots)
        return total / len(self.roots)


def actions_of(game: Game, view: Records) -> list[int]:
    """Every action of the menu of a concealed record."""
    menus = kernel.batch(kernel.record(Menu))
    game.entry.menu(view, menus)
    m: Any = kernel.fields(menus)
    return [
        int(encode(m.kind[row], amount))
        for row in range(m.n)
        for amount in range(m.lowest[row], m.highest[row] + 1)
    ]


def _values(node: Node, plays: Sequence[Mapping[int, float]], players: int) -> list[float]:
    """Each seat's winnings from a position on."""
    if node.payoffs:
        return [float(chips) for chips in node.payoffs]
    sums = [0.0] * players
    for action, after in node.children.items():
        chance = plays[node.view].get(action, 0.0)
        if chance > 0.0:
            for p, value in enumerate(_values(after, plays, players)):
                sums[p] += chance * value
    return sums


def _reach(
    node: Node,
    chance: float,
    seat: int,
    plays: Sequence[Mapping[int, float]],
    alike: dict[tuple[Any, ...], list[tuple[Node, float]]],
) -> None:
    """Collect a seat's turns, each with the chance that the others let it come to that."""
    if node.seat == seat:
        alike[node.seen].append((node, chance))
    for action, after in node.children.items():
        part = 1.0 if node.seat == seat else plays[node.view].get(action, 0.0)
        _reach(after, chance * part, seat, plays, alike)


def _replied(
    node: Node, seat: int, plays: Sequence[Mapping[int, float]], chosen: Mapping[Any, int]
) -> float:
    """A seat's winnings from a position on, with its later turns decided."""
    if node.payoffs:
        return float(node.payoffs[seat])
    if node.seat == seat:
        return _replied(node.children[chosen[node.seen]], seat, plays, chosen)
    total = 0.0
    for action, after in node.children.items():
        chance = plays[node.view].get(action, 0.0)
        if chance > 0.0:
            total += chance * _replied(after, seat, plays, chosen)
    return total


def solve(tree: Tree, set_of: Callable[[Records], int], rounds: int) -> dict[int, dict[int, float]]:
    """The mean strategy of so many rounds of CFR+: the chance of each action, by information set.

    `set_of`: the set of a concealed record; those of one set have the same actions. O. Tammelin,
    "Solving Large Imperfect Information Games Using CFR+" (2014), with the weight k² of round k.
    Everybody takes each action by mistake at times (`_MISTAKE`), which the strategy itself leaves
    out: so it also has an answer to what nobody does who plays by it.
    """
    known: dict[int, _Turn] = {}
    turns = [known.setdefault(set_of(view), _Turn()) for view in tree.views]
    for number in range(1, rounds + 1):
        for seat in range(tree.players):
            for root in tree.roots:
                _learn(root, turns, seat, 1.0, 1.0, number * number)
            for turn in known.values():
                turn.match()
    return {found: turn.mean for found, turn in known.items()}


_MISTAKE = 1e-5
"""The chance of each action by mistake."""


class _Turn:
    """An information set while it is learned, by action."""

    def __init__(self) -> None:
        self.regret: dict[int, float] = {}
        self.gained: dict[int, float] = {}
        """The regret of this round."""
        self.meant: dict[int, float] = {}
        """The strategy of this round."""
        self.played: dict[int, float] = {}
        """The same with mistakes."""
        self.total: dict[int, float] = {}
        """The strategies of all rounds, summed."""

    def open(self, actions: Iterable[int]) -> dict[int, float]:
        """The chances of actions in this round; in the first all alike."""
        if not self.played:
            self.regret = dict.fromkeys(actions, 0.0)
            self.gained, self.total = dict(self.regret), dict(self.regret)
            self.match()
        return self.played

    def match(self) -> None:
        """Take up the regret of the round, none below 0, and play by it."""
        for action, gained in self.gained.items():
            self.regret[action] = max(self.regret[action] + gained, 0.0)
            self.gained[action] = 0.0
        self.meant = _shares(self.regret)
        rest = 1.0 - _MISTAKE * len(self.meant)
        self.played = {action: _MISTAKE + rest * often for action, often in self.meant.items()}

    @property
    def mean(self) -> dict[int, float]:
        """The mean strategy."""
        return _shares(self.total)


def _shares(sums: Mapping[int, float]) -> dict[int, float]:
    """Each in proportion to its sum; all alike where the sums are 0."""
    whole = sum(sums.values())
    return {key: part / whole if whole else 1.0 / len(sums) for key, part in sums.items()}


def _learn(
    node: Node, turns: Sequence[_Turn], seat: int, own: float, others: float, weight: float
) -> float:
    """A seat's winnings from a position on; notes regrets and strategies at its turns.

    `own`, `others`: the chance that the seat, or the others, let it come to that.
    """
    if node.payoffs:
        return float(node.payoffs[seat])
    turn = turns[node.view]
    played = turn.open(node.children)
    if node.seat != seat:
        return sum(
            chance * _learn(node.children[action], turns, seat, own, others * chance, weight)
            for action, chance in played.items()
        )
    values = {
        action: _learn(after, turns, seat, own * played[action], others, weight)
        for action, after in node.children.items()
    }
    value = sum(played[action] * each for action, each in values.items())
    for action, each in values.items():
        turn.gained[action] += others * (each - value)
        turn.total[action] += weight * own * turn.meant[action]
    return value
