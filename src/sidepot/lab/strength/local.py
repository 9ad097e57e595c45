"""Local best response: a lower bound on a strategy's exploitability, between two.

After Lisy and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots" (2017).
The responder knows the strategy, and keeps a range of hands that the opponent may hold, weighted by
how likely the strategy does with each what was done. It takes the action that would be best if
everybody only checked and called from then on, save that the opponent may fold to its bet. What it
wins in play is then what at least can be won; how well it guesses changes only how near it comes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.bots.bot import PolicyBot
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.situation import owed, pot_of
from sidepot.bots.trained.strategy import Trained
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION, NO_PLAYERS, rollout_loop
from sidepot.errors import BadSetup
from sidepot.kernel import PLAIN, Array, Records, compiled, readable
from sidepot.lab.bulk import entries
from sidepot.lab.match import add_deal, blank
from sidepot.lab.strength.gallery import front_of, read_menu
from sidepot.lab.strength.playing import Limits, Result, run
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, LEVELS, Menu
from sidepot.rules.deck import shuffle_from

CALLS_ONLY: Sequence[int] = ()
POT_AND_ALL_IN: Sequence[int] = (100, 1 << 32)
"""The bets that are tried, in hundredths of the pot after a call."""
_DEALS = 6 if PLAIN else 32
"""Deals by which the range is weighted; the opponent plays by more."""
_DOUBT = 0.01
"""The chance of what the strategy would never do with a hand, by the few deals it is found from."""
_TURNS = 2000
_PLAYERS = 2


class Opponent(Protocol):
    """The player to be exploited, whose strategy is known."""

    def choose(self, view: Records, rngs: Records) -> int:
        """The action, from the concealed record of the seat to act."""

    def chances(self, view: Records) -> Mapping[int, float]:
        """The chance of each action there."""


class LearnedOpponent:
    """A learned strategy."""

    def __init__(self, strategy: Trained) -> None:
        self._strategy = strategy

    def choose(self, view: Records, rngs: Records) -> int:
        """See `Opponent`."""
        return self._strategy.choose(view, rngs).number

    def chances(self, view: Records) -> Mapping[int, float]:
        """See `Opponent`."""
        return self._strategy.chances(view, _DEALS)


class CompiledOpponent:
    """A compiled policy, taken to be deterministic."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self._game, self._policy = game, policy
        self._bot = PolicyBot(game, policy)

    def choose(self, view: Records, rngs: Records) -> int:
        """See `Opponent`."""
        return self._bot.choose(_with_journal(self._game, view), rngs).number

    def chances(self, view: Records) -> Mapping[int, float]:
        """See `Opponent`."""
        return {self.choose(view, kernel.generator(1)): 1.0}


def _with_journal(game: Game, view: Records) -> Records:
    """A record with room for a journal, as `PolicyBot` takes it."""
    rows = game.batch(1)
    source, target = view.view(np.ndarray), rows.view(np.ndarray)
    for name in source.dtype.names:
        if name not in ("journal", "pad"):
            target[name] = source[name]
    return rows


def respond(
    game: Game,
    opponent: Opponent,
    *,
    stack: int,
    bets: Sequence[int],
    limits: Limits,
    seed: int = 0,
    hands: int = 64,
    responder: type[Responder] | None = None,
    progress: Callable[[int], None] = lambda deals: None,
) -> Result:
    """The responder's winnings from an opponent; each deal is played from both seats.

    `bets`: the sizes that it tries, in hundredths of the pot, besides to call; `hands`: how many
    the range has. Raises `BadSetup` for a game that two cannot play, or that deals discards again.
    """
    if game.least > _PLAYERS or game.deals_again or game.banked:
        raise BadSetup("strength.not_for_two", game=game.name)
    stacks = game.stacks(_PLAYERS, stack)
    setup.check_seed(seed)
    kind = responder or Responder

    def play(deals: Sequence[int]) -> Records:
        own, done = kind(game, opponent, stacks, bets, hands), blank(_PLAYERS)
        for deal in deals:
            own.play(kernel.fields(done), seed, deal)
        return done

    return run(play, _PLAYERS, limits, progress)


class Responder:
    """One player of hands by local best response, and the memory that it needs."""

    def __init__(
        self,
        game: Game,
        opponent: Opponent,
        stacks: Sequence[int],
        bets: Sequence[int],
        hands: int,
    ) -> None:
        self.game, self.opponent = game, opponent
        self._stacks, self._bets = readable(np.array(stacks, np.int64)), bets
        self.rows = game.batch(4, journal=False)
        """The hand as it is, and scratch space."""
        self.range = game.batch(hands, journal=False)
        """Whole hands that look to the responder as this one does."""
        self._tried, self._left = (game.batch(hands, journal=False) for _ in range(2))
        for batch in (self.rows, self.range):
            for i in range(len(batch)):
                setup.seat(game, kernel.fields(batch, i), stacks)
        self.weights = np.ones(hands)
        """The opponent's reach probability with each hand of the range; 0 if impossible."""
        self._menus = kernel.batch(kernel.record(Menu))
        self._rngs = kernel.generator(0)
        self._front = front_of(game)
        self._deal, _ = entries(game.verbs)
        self._redeal, self._play_on = _loops(game.verbs, abstraction_of(game).play_on)

    def play(self, tally: Any, experiment: int, deal: int) -> None:
        """Add a deal, played from both seats, to a tally; the responder's number is the first."""
        hand = functools.partial(self._hand, experiment, deal)
        add_deal(tally, deal, self._stacks, _PLAYERS, hand)

    def _hand(self, experiment: int, deal: int, seat: int) -> Array:
        """The stacks after a hand in which the responder has a seat."""
        self._deal(self.rows, self._rngs, self._stacks, experiment, deal)
        chance = kernel.generator(experiment + 1, 2 * deal + seat)
        s: Any = kernel.fields(self.rows)
        self.imagine(seat, chance)
        while s.seats.actor >= 0:
            actor = int(s.seats.actor)
            if actor == seat:
                action = self._best(seat, deal)
            else:
                action = self.opponent.choose(self._seen(self.rows[:1], actor), chance)
                self.weigh(actor, action)
            self._follow(seat, action, chance)
        return readable(np.array(s.chips.stack[:_PLAYERS], np.int64))

    def imagine(self, seat: int, rngs: Records) -> None:
        """Fill the range with random hands that look like this one to the seat."""
        view = self._seen(self.rows[:1], seat)
        self._redeal(view, self.range, rngs)
        self.weights[:] = 1.0

    def weigh(self, actor: int, action: int) -> None:
        """Weigh the range by what the opponent does."""
        if not self._is_betting(self.rows[:1]):
            return
        for i in np.flatnonzero(self.weights).tolist():
            chances = self.opponent.chances(self._seen(self.range[i : i + 1], actor))
            self.weights[i] *= max(chances.get(action, 0.0), _DOUBT)

    def _seen(self, rows: Records, seat: int) -> Records:
        """The concealed record of a seat."""
        view = kernel.copy(rows)
        self.game.entry.conceal(view, seat)
        return view

    def _is_betting(self, rows: Records) -> bool:
        """Is this a turn of betting?"""
        self.game.entry.menu(rows, self._menus)
        m: Any = kernel.fields(self._menus)
        return bool(read_menu(m)[0])

    def _follow(self, seat: int, action: int, rngs: Records) -> None:
        """Do an action, in the range too, where the cards that the seat then sees must lie."""
        before, entry = kernel.copy(self.rows[:1]), self.game.entry
        entry.step(self.rows[:1], action)
        s: Any = kernel.fields(self.rows)
        if s.seats.actor < 0:
            return
        view = self._seen(self.rows[:1], seat)
        shown = self._shown(before, action, seat, view)
        looks = kernel.to_bytes(view)
        for i in np.flatnonzero(self.weights).tolist():
            held = self.range[i : i + 1]
            if _lay(kernel.fields(held), s, shown):
                entry.step(held, action)
            if kernel.to_bytes(self._seen(held, seat)) != looks:
                self.weights[i] = 0.0
        if not self.weights.any():
            self.imagine(seat, rngs)

    def _shown(self, before: Records, action: int, seat: int, view: Records) -> list[int]:
        """Which cards of the deck, by their places, an action lets the seat see."""
        s, now = kernel.fields(before), kernel.fields(self.rows)
        top, last = int(s.deck.top), int(s.deck.size) - 1
        shown = []
        for place in range(top, int(now.deck.top)):
            other = kernel.copy(before)
            o: Any = kernel.fields(other)
            o.deck.card[place], o.deck.card[last] = s.deck.card[last], s.deck.card[place]
            self.game.entry.step(other, action)
            if kernel.to_bytes(self._seen(other, seat)) != kernel.to_bytes(view):
                shown.append(place)
        return shown

    def _best(self, seat: int, deal: int) -> int:
        """The action with the highest value."""
        found = self._actions()
        if len(found) == 1:
            return found[0]
        values = [self._value(action, seat, deal) for action in found]
        return found[int(np.argmax(values))]

    def _actions(self) -> list[int]:
        """The actions that are compared: everything but bets, and of those the sizes tried."""
        self.game.entry.menu(self.rows[:1], self._menus)
        m: Any = kernel.fields(self._menus)
        s: Any = kernel.fields(self.rows)
        price = int(owed(m))
        level = int(self._front(s, int(s.seats.actor))) + price
        pot, found = int(pot_of(s)) + price, []
        for row in range(m.n):
            kind, low, high = (int(n[row]) for n in (m.kind, m.lowest, m.highest))
            if kind in LEVELS:
                sizes = {min(max(level + pot * size // 100, low), high) for size in self._bets}
                found += [actions.encode(kind, amount) for amount in sorted(sizes)]
            else:
                found += [actions.encode(kind, amount) for amount in range(low, high + 1)]
        return found or [actions.encode(int(m.kind[0]), int(m.lowest[0]))]

    def _value(self, action: int, seat: int, deal: int) -> float:
        """The responder's final stack, averaged over the range."""
        live = np.flatnonzero(self.weights).tolist()
        kept, folds = np.zeros(len(self.weights)), np.zeros(len(self.weights))
        for i in live:
            self._tried[i : i + 1] = self.range[i : i + 1]
            self.game.entry.step(self._tried[i : i + 1], action)
            if actions.kind(action) in LEVELS:
                folds[i] = self._fold(i, seat, kept)
        brought = np.zeros(len(self.weights))
        rngs = kernel.generator(deal, 1)  # the same cards for every action
        self._play_on(self._tried, self._left, self._menus, rngs, self.weights, seat, brought)
        each = folds * kept + (1.0 - folds) * brought
        return float((each * self.weights).sum() / self.weights.sum())

    def _fold(self, i: int, seat: int, kept: Any) -> float:
        """The chance that the opponent folds to a bet; `kept` gets what the responder has then."""
        rows = self._tried[i : i + 1]
        s: Any = kernel.fields(rows)
        actor = int(s.seats.actor)
        if actor in (seat, -1):
            return 0.0
        chances = self.opponent.chances(self._seen(rows, actor))
        folds = sum(chance for action, chance in chances.items() if actions.kind(action) == FOLD)
        if folds > 0.0:
            after = kernel.copy(rows)
            self.game.entry.step(after, actions.encode(FOLD, 0))
            kept[i] = kernel.fields(after).chips.stack[seat]
        return float(folds)


def _lay(s: Any, now: Any, shown: Sequence[int]) -> bool:
    """Put cards where they lie in the hand as it is; False if one is in a hand already."""
    cards = np.asarray(s.deck.card)
    top, size = int(s.deck.top), int(s.deck.size)
    for place in shown:
        card = int(now.deck.card[place])
        at = np.flatnonzero(cards[top:size] == card)
        if not len(at):
            return False
        cards[top + int(at[0])], cards[place] = int(cards[place]), card
    return True


@functools.cache
def _loops(verbs: Verbs, rollout: Policy) -> tuple[Callable[..., None], ...]:
    """The compiled loops of a game: a range that looks alike, and its mean end."""
    redeal, roll_out = verbs.redeal, rollout_loop(verbs, rollout, _TURNS)

    @compiled
    def imagine(view: Records, held: Records, rngs: Records) -> None:
        for i in range(len(held)):
            held[i] = view[0]
            redeal(held[i], rngs[0])

    @compiled
    def play_on(
        held: Records,
        rows: Records,
        menus: Records,
        rngs: Records,
        weights: Array,
        seat: int,
        brought: Array,
    ) -> None:
        s, m, rng = rows[0], menus[0], rngs[0]
        for i in range(len(held)):
            if weights[i] > 0.0:
                for _ in range(_RUNS):
                    rows[0] = held[i]
                    shuffle_from(s.deck, rng, s.deck.top)
                    roll_out(s, rows, m, rng, NO_PLAYERS, NO_ACTION)
                    brought[i] += s.chips.stack[seat] / _RUNS

    return imagine, play_on


_RUNS = 4
"""Runouts dealt for each hand of the range."""
