"""A bot that solves the end of a hand between two at the table, from the ranges of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sidepot import kernel
from sidepot.bots.bot import Bot, PolicyBot
from sidepot.bots.endgame import cfr, drawn, listed
from sidepot.bots.endgame.betting import Betting, betting_of
from sidepot.bots.endgame.held import Held
from sidepot.bots.endgame.position import Combo, Endgame, can_end, endgame_of, held_in, hidden
from sidepot.bots.endgame.rounds import solution_of
from sidepot.bots.policies import regular_of
from sidepot.bots.registered import trained_bot
from sidepot.bots.trained import experts, offers
from sidepot.bots.trained.strategy import Trained
from sidepot.bots.trained.table import pick
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory, remember
from sidepot.kernel import PLAIN, Array, Records, compiled
from sidepot.odds.sampling import Policy

_WORK = 40_000_000
"""Nodes times hands times iterations: half a second. It counts work and not time, so that the same
position is solved alike on any machine, and no seat's cards change how long it takes."""
_MOST = 400
"""The most iterations."""
_BETWEEN = 2
_SEARCHED = 200
"""Hands that are played to find an end, by which all is compiled."""


@dataclass(frozen=True)
class _Solver(Bot):
    """Plays as the best other bot, but the end of a hand between two by its solution.

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
        memory = self._an_end()
        end = endgame_of(memory) if memory else None
        if memory is None or end is None:
            return
        for players in experts.learned_for(self.game):
            strategy = experts.find(self.game, players)
            assert strategy is not None
            _held_of(end, memory, strategy)
        self.play(memory, kernel.generator(0))

    def _an_end(self) -> Memory | None:
        """The end of a hand between two, the first that comes to it."""
        for number in range(_SEARCHED):
            hand = self.game.deal(players=_BETWEEN, seed=0, hand=number)
            while hand.actor is not None:
                view = hand.record(hand.actor)
                if self.game.is_dealt_out(view):
                    return remember(hand)
                hand.act(self.expert.choose(view, kernel.generator(0, number)))
        return None


@compiled
def _pick(shares: Array, rngs: Records) -> int:
    return pick(shares, 0, shares.shape[1], rngs[0])


def bot(game: Game) -> Bot | None:
    """The bot for a game, if that says when its ends begin."""
    if not can_end(game):
        return None
    usual = experts.bot(game) or trained_bot(game)
    return _Solver(game, usual or PolicyBot(game, regular_of(game)))


def _solved(memory: Memory) -> dict[int, float] | None:
    """The chance of each action of the seat to act, by the solution; None where nothing is solved.

    In the plain form solving would take minutes, and nothing is solved.
    """
    if PLAIN or kernel.is_postponed():
        return None
    end, plays = endgame_of(memory), _plays(memory)
    if end is None:
        before = solution_of(memory, plays, len(memory.acts))
        return before.chances(_own(before.end, memory)) if before else None
    line = tuple(action for _, action in memory.acts[end.begun :])
    held = _held_of(end, memory, plays)
    betting = betting_of(end, held, line)
    known = solve(betting, held)
    h = held.combos.index(_own(end, memory))
    after = betting.after(betting.node(line))
    return {betting.action[c]: float(known.share[c, h]) for c in after}


def _held_of(end: Endgame, memory: Memory, plays: Trained | Policy) -> Held:
    """The hands that both may hold: all of them, or drawn ones where they are too many."""
    if isinstance(plays, Trained) and listed.can_be_listed(end):
        before = solution_of(memory, plays, end.begun)
        if before is None:
            return listed.held_of(end, memory, plays)
        combos, hands = listed.list_hands(end)
        return Held(combos, hands, before.ranges_after(combos))
    added = [(_own(end, memory),) if p == memory.seat else () for p in end.seats]
    return drawn.held_of(end, memory, plays, added)


def _own(end: Endgame, memory: Memory) -> Combo:
    """The cards of the seat that remembers that the other does not know, as hands are listed."""
    places = hidden(kernel.fields(end.root), memory.seat)
    cards = held_in(kernel.fields(memory.view), memory.seat, places)
    return tuple(sorted(cards)) if listed.can_be_listed(end) else cards


def _plays(memory: Memory) -> Trained | Policy:
    """The trained strategy by which ranges are weighted, or the regular bot's policy."""
    game, players = memory.game, len(memory.stacks)
    strategy = experts.find(game, players) or offers.find(game, players)
    return strategy or regular_of(game)


def solve(betting: Betting, held: Held, rounds: int | None = None) -> cfr.Solving:
    """The solution of an endgame, in `share`; by default by as many iterations as at the table."""
    tree, known = betting.tree, cfr.begin(betting.tree, held.hands)
    usual = max(1, min(_MOST, _WORK // (len(betting.action) * len(held.combos))))
    cfr.improve(tree, held.hands, held.ranges, known, 0, rounds or usual)
    cfr.average(tree, known)
    return known
