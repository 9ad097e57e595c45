"""Best replies at the ends of hands, for docs/learning.md: `python -m docs.endgames 24`.

They are exact, and count over optimal play from the same ranges. `python -m docs.endgames 24
high-noon-shootout 100` is about another game with stacks of so many units. Where hands are drawn,
these are others than those by which the solver solves; a best reply knows which they are, and both
may hold the same card, as the solver takes it.

`python -m docs.endgames 8 --before` is about the round before the last card, where the solver looks
ahead: what the best play of an opponent wins there more than from optimal play, if both play the
last round well.

The replies may bet sizes that neither the trained strategy nor the solver tries. Optimal play is
that of a tree with all these sizes. What the solver does is found as at the table: the end is
solved anew with each size that was bet.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from sidepot import games, kernel
from sidepot.bots.endgame import ahead, cfr, drawn, listed, solver
from sidepot.bots.endgame.betting import Betting, Line, along, betting_of
from sidepot.bots.endgame.coming import Coming, coming_of
from sidepot.bots.endgame.held import Held
from sidepot.bots.endgame.position import Combo, Endgame, endgame_of
from sidepot.bots.endgame.ranges import Turn, ranges_of, turns_of
from sidepot.bots.trained import experts
from sidepot.bots.trained.strategy import Trained
from sidepot.engine import setup
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import Memory, remember
from sidepot.kernel import Array, Records
from sidepot.lab.tally import SIGMAS
from sidepot.rules import actions
from sidepot.rules.actions import STAYING

SIZES: Sequence[Sequence[int]] = ((33, 50, 75, 150, 250), (50, 75, 150), (75,))
"""The bets of replies, in hundredths of the pot after a call: of the first bet, a raise, and so on;
they have those of the solver and of shipped strategies among them."""
_USUAL = "holdem-no-limit", "100"
_BEFORE = "--before"
_OTHERS = 27
"""The seed of drawn hands by which is counted."""
_ROUNDS = 1500
"""The iterations by which optimal play is found."""
SIZES_BEFORE: Sequence[Sequence[int]] = ((33, 75, 150), (75,), ())
"""The bets of opponents before the last card."""
_ROUNDS_BEFORE = 80


@dataclass(frozen=True)
class Gains:
    """The gains of best replies at one end of a hand, in chips: the mean of both players'."""

    pot: int
    expert: float
    solver: float
    won: float
    """The solver's win from the expert, with the bets of both, by playing the end in its place:
    the mean of both seats."""
    solution: float
    """The same against the solution of the whole tree: what is missing to optimal play."""


def ends_of(game: Game, *, stack: int, hands: range, seed: int) -> Iterator[Memory]:
    """The ends of hands between two experts, as the seat that is first to act remembers them."""
    return _first(game, stack, hands, seed, lambda hand: game.is_dealt_out(hand.record(0)))


def rounds_of(game: Game, *, stack: int, hands: range, seed: int) -> Iterator[Memory]:
    """The rounds before the last card of such hands."""
    return _first(game, stack, hands, seed, lambda hand: coming_of(remember(hand)) is not None)


def _first(
    game: Game, stack: int, hands: range, seed: int, is_there: Callable[[Hand], bool]
) -> Iterator[Memory]:
    """The first decision of each hand between two experts at which a condition holds."""
    expert = experts.bot(game)
    assert expert is not None
    for number in hands:
        hand, rng = game.deal(players=2, stacks=stack, seed=seed, hand=number), _chance(number)
        while hand.actor is not None:
            if is_there(hand):
                yield remember(hand)
                break
            hand.act(expert.choose(hand.record(hand.actor), rng))


def _chance(number: int) -> Records:
    return kernel.generator(1, number)


def gains(memory: Memory) -> Gains:
    """The gains of best replies at the end of a hand that has just begun."""
    end = endgame_of(memory)
    strategy = experts.find(memory.game, 2)
    assert end is not None and strategy is not None
    is_listed = listed.can_be_listed(end)
    held = (
        listed.held_of(end, memory, strategy)
        if is_listed
        else drawn.held_of(end, memory, strategy, seed=_OTHERS)
    )
    betting, ranges, hands = betting_of(end, held, (), SIZES), held.ranges, held.hands
    best = solver.solve(betting, held, rounds=_ROUNDS)
    values = [cfr.value_of(betting.tree, hands, ranges, best, p) for p in range(2)]

    def gain(known: cfr.Solving) -> float:
        tree = betting.tree
        won = [cfr.best_reply(tree, hands, ranges, known, p) for p in range(2)]
        return sum(more - value for more, value in zip(won, values, strict=True)) / 2

    expert = _played(held, betting, _Expert(end, held, betting, strategy).shares)
    added = [_of_player(held, player) for player in range(2)]
    solving = held if is_listed else drawn.held_of(end, memory, strategy, added)
    own = _played(held, betting, _Solver(end, solving, held).shares)

    def value(first: cfr.Solving, second: cfr.Solving, p: int) -> float:
        known = cfr.begin(betting.tree, hands)
        for x, actor in enumerate(betting.tree.actor.tolist()):
            for c in betting.after(x):
                known.share[c] = (first, second)[actor].share[c]
        return float(cfr.value_of(betting.tree, hands, ranges, known, p))

    both = value(own, expert, 0) + value(expert, own, 1)
    won = (both - value(expert, expert, 0) - value(expert, expert, 1)) / 2
    return Gains(_pot(end), gain(expert), gain(own), won, gain(best))


@dataclass(frozen=True)
class Losses:
    """The losses in the round before the last card, in chips: the mean of both players'."""

    pot: int
    expert: float
    solver: float
    solution: float
    """The same of the solution of the whole tree: what is missing to optimal play."""


def losses(memory: Memory) -> Losses:
    """The losses to the best play of an opponent, from a round that has just begun."""
    coming, strategy = coming_of(memory), experts.find(memory.game, 2)
    assert coming is not None and strategy is not None
    end, offered = coming.end, dict[Line, list[int]]()
    whole = ahead.ahead_of(coming, offered, SIZES_BEFORE)
    ranges = ranges_of(end, coming.combos, memory, strategy)
    held = Held(coming.combos, whole.hands, ranges)
    trained = _Expert(end, held, whole.betting, strategy)
    while missing := trained.missing(whole.betting):
        offered |= missing
        whole = ahead.ahead_of(coming, offered, SIZES_BEFORE)
        trained = _Expert(end, held, whole.betting, strategy)
    betting, best = whole.betting, ahead.solve(whole, ranges, _ROUNDS_BEFORE)
    expert = _played(held, betting, trained.shares)
    own = _played(held, betting, _Looking(coming, ranges).shares)

    def worth(known: cfr.Solving) -> float:
        share = np.asarray(known.share)
        won = [ahead.worth_of(whole, ranges, share, p, _ROUNDS_BEFORE) for p in range(2)]
        return sum(won) / 2

    stacks = kernel.fields(end.root).chips
    even = sum(int(stacks.stack[p]) for p in end.seats) / 2 + _pot(end) / 2
    return Losses(_pot(end), *(even - worth(known) for known in (expert, own, best)))


def _of_player(held: Held, player: int) -> list[Combo]:
    """The hands that a player may hold."""
    return [held.combos[h] for h in np.flatnonzero(held.ranges[player])]


def _pot(end: Endgame) -> int:
    s: Any = kernel.fields(end.root)
    return sum(int(s.chips.paid[p]) for p in range(int(s.seats.n)))


Shares = dict[int, Array]
"""float64[hands]: how likely each hand takes an action."""


def _played(held: Held, betting: Betting, shares: Callable[[int, Line], Shares]) -> cfr.Solving:
    """A strategy for both players, on a tree that has what it may do."""
    known, lines = cfr.begin(betting.tree, held.hands), _lines(betting)
    for x, line in enumerate(lines):
        player = int(betting.tree.actor[x])
        if player >= 0:
            chosen = shares(player, line)
            for c in betting.after(x):
                known.share[c] += chosen.pop(betting.action[c], 0.0)
            for action, share in chosen.items():  # a fold for nothing, which no tree has
                assert actions.kind(action) == actions.FOLD
                known.share[_staying(betting, x)] += share
    return known


def _staying(betting: Betting, x: int) -> int:
    return next(c for c in betting.after(x) if actions.kind(betting.action[c]) in STAYING)


class _Looking:
    """The solver at the turns of a round before the last card."""

    def __init__(self, coming: Coming, ranges: Array) -> None:
        self._coming, self._ranges = coming, ranges
        self._known: dict[Any, tuple[Betting, Array]] = {}

    def shares(self, player: int, line: Line) -> Shares:
        """The actions of each hand of a player after some others."""
        found = ahead.ahead_of(self._coming, along(line))
        betting = found.betting
        key = betting.shape
        if key not in self._known:
            known = ahead.solve(found, self._ranges, found.rounds)
            self._known[key] = betting, np.asarray(known.share)
        betting, share = self._known[key]
        return {betting.action[c]: share[c] for c in betting.after(betting.node(line))}


def _lines(betting: Betting) -> list[Line]:
    """The actions that lead to each node."""
    lines: list[Line] = [()] * len(betting.action)
    for x in range(len(lines)):
        for c in betting.after(x):
            lines[c] = (*lines[x], betting.action[c])
    return lines


def _after(end: Endgame, line: Line) -> Records:
    """The record of an end after some actions."""
    rows = kernel.copy(end.root)
    for action in line:
        end.game.entry.step(rows, action)
    return rows


class _Expert:
    """The trained strategy at the turns of an end."""

    def __init__(self, end: Endgame, held: Held, betting: Betting, strategy: Trained) -> None:
        self._turns: dict[Line, Turn] = {}
        lines = list(zip(_lines(betting), betting.tree.actor.tolist(), strict=True))
        for player, p in enumerate(end.seats):
            own = [line for line, actor in lines if actor == player]
            views = [_after(end, line) for line in own]
            found = turns_of(end, held.combos, strategy, p, views, strategy.abstraction.deals)
            self._turns |= dict(zip(own, found, strict=True))

    def shares(self, player: int, line: Line) -> Shares:
        """The actions of each hand of a player after some others."""
        turn = self._turns[line]
        return {action: turn.share[:, k] for k, action in enumerate(turn.actions)}

    def missing(self, betting: Betting) -> dict[Line, list[int]]:
        """The bets that a tree lacks, by the line after which they are made."""
        found = dict[Line, list[int]]()
        for line, turn in self._turns.items():
            tried = {betting.action[c] for c in betting.after(betting.node(line))}
            bets = (action for action in turn.actions if actions.kind(action) in actions.LEVELS)
            if lacking := [action for action in bets if action not in tried]:
                found[line] = lacking
        return found


class _Solver:
    """The solver at the turns of an end: some of the hands that it solves."""

    def __init__(self, end: Endgame, held: Held, some: Held) -> None:
        self._end, self._held = end, held
        places = {combo: h for h, combo in enumerate(held.combos)}
        self._some = [places[combo] for combo in some.combos]
        self._known: dict[Any, tuple[Betting, Array]] = {}

    def shares(self, player: int, line: Line) -> Shares:
        """The actions of each hand of a player after some others."""
        betting = betting_of(self._end, self._held, line)
        key = betting.shape
        if key not in self._known:
            known = solver.solve(betting, self._held)
            self._known[key] = betting, np.asarray(known.share)[:, self._some]
        betting, share = self._known[key]
        return {betting.action[c]: share[c] for c in betting.after(betting.node(line))}


def main(count: int, name: str, units: int, *, is_before: bool) -> None:
    """Print the gains at so many ends, in units, and their means with 95 % intervals."""
    game = games.find(name)
    unit = max(setup.prices(game))
    found = []
    places, measured = (rounds_of, losses) if is_before else (ends_of, gains)
    for memory in itertools.islice(
        places(game, stack=units * unit, hands=range(10**6), seed=3), count
    ):
        one = asdict(measured(memory))
        found.append(np.array([*one.values()]) / unit)
        print(*found[-1].round(3), flush=True)
    wide = SIGMAS * np.std(found, axis=0, ddof=1) / len(found) ** 0.5
    for name, mean, half in zip(one, np.mean(found, axis=0), wide, strict=True):
        print(f"{name}: {mean:.3f} ±{half:.3f}")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != _BEFORE]
    count, name, units = (*words, *_USUAL[len(words) - 1 :])
    main(int(count), name, int(units), is_before=_BEFORE in sys.argv)
