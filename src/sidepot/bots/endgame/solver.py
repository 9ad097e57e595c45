"""A bot that solves the end of a hand between two at the table, from the ranges of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sidepot import kernel
from sidepot.bots.bot import Bot
from sidepot.bots.endgame import cfr
from sidepot.bots.endgame.betting import Betting, betting_of
from sidepot.bots.endgame.position import Endgame, can_end, endgame_of, hidden
from sidepot.bots.endgame.ranges import ranges_of
from sidepot.bots.registered import trained_bot
from sidepot.bots.trained import experts, offers
from sidepot.bots.trained.strategy import Trained
from sidepot.bots.trained.table import pick
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory, remember
from sidepot.kernel import PLAIN, Array, Records, compiled

_WORK = 40_000_000
"""Nodes times hands times iterations: half a second. It counts work and not time, so that the same
position is solved alike on any machine, and no seat's cards change how long it takes."""
_MOST = 400
"""The most iterations."""
_BETWEEN = 2


@dataclass(frozen=True)
class _Solver(Bot):
    """Plays as the expert, but the end of a hand between two by its solution.

    The solution is that of what both players may hold, and never of the bot's own cards: those are
    looked up in it.
    """

    game: Game
    expert: Bot

    needs_memory: ClassVar[bool] = True

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`. The record alone does not say what led to it: as the expert."""
        return self.expert.choose(view, rngs)

    def play(self, memory: Memory, rngs: Records) -> Action:
        """See `Bot`."""
        chances = _solved(memory)
        if chances is None:
            return self.choose(memory.view, rngs)
        shares = np.array([list(chances.values())])
        return Action.decode(list(chances)[_pick(shares, rngs)])

    def warm(self, view: Records) -> None:
        """See `Bot`. The end of a hand is needed, and every table by which ranges are weighted."""
        self.expert.warm(view)
        hand, end = self.game.deal(players=_BETWEEN, seed=0), None
        while not hand.over and end is None:
            hand.act("call" if "call" in hand.legal else hand.legal.safe)
            end = None if hand.over else endgame_of(remember(hand))
        for players in experts.learned_for(self.game) if end else ():
            strategy = experts.find(self.game, players)
            assert end is not None and strategy is not None
            ranges_of(end, remember(hand), strategy)
        if end:
            self.play(remember(hand), kernel.generator(0))


@compiled
def _pick(shares: Array, rngs: Records) -> int:
    return pick(shares, 0, shares.shape[1], rngs[0])


def bot(game: Game) -> Bot | None:
    """The bot for a game, if that says when its ends begin, and has an expert or a trained bot."""
    expert = (experts.bot(game) or trained_bot(game)) if can_end(game) else None
    return None if expert is None else _Solver(game, expert)


def _solved(memory: Memory) -> dict[int, float] | None:
    """The chance of each action of the seat to act, by the solution; None outside of an end.

    In the plain form solving would take minutes, and nothing is solved.
    """
    if PLAIN or kernel.is_postponed():
        return None
    end = endgame_of(memory)
    strategy = _strategy(memory) if end else None
    if end is None or strategy is None:
        return None
    line = tuple(action for _, action in memory.acts[end.begun :])
    betting = betting_of(end, line)
    known = solve(end, betting, ranges_of(end, memory, strategy))
    return _chances(end, betting, known, line, memory)


def _strategy(memory: Memory) -> Trained | None:
    """The trained strategy by which ranges are weighted."""
    players = len(memory.stacks)
    return experts.find(memory.game, players) or offers.find(memory.game, players)


def solve(end: Endgame, betting: Betting, ranges: Array, rounds: int | None = None) -> cfr.Solving:
    """The solution of an endgame, in `share`; by default by as many iterations as at the table."""
    tree, known = betting.tree, cfr.begin(betting.tree, end.hands)
    usual = max(1, min(_MOST, _WORK // (len(betting.action) * len(end.combos))))
    cfr.improve(tree, end.hands, ranges, known, 0, rounds or usual)
    cfr.average(tree, known)
    return known


def _chances(
    end: Endgame, betting: Betting, known: cfr.Solving, line: tuple[int, ...], memory: Memory
) -> dict[int, float]:
    """The chances of the actions of a seat's own hand, after others."""
    s = kernel.fields(memory.view)
    places = hidden(kernel.fields(end.root), memory.seat)
    held = tuple(sorted(int(s.hole.card[memory.seat, k]) for k in places))
    h = end.combos.index(held)
    return {betting.action[c]: float(known.share[c, h]) for c in betting.after(betting.node(line))}
