"""Plays High Noon for its page: what wins, how long hands take, seats, bluffs; some minutes."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from docs.knowledge.figures import read_rows, write_rows

from sidepot import games, kernel
from sidepot.bots.high_noon import regular
from sidepot.bots.trained import experts
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.games.high_noon import TURNS, HighNoon, final_strength
from sidepot.hands import CATEGORIES
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.arguments import means
from sidepot.lab.chunks import Cut
from sidepot.lab.playing import play
from sidepot.lab.simulate import BY_POLICY, counting_loop, summary
from sidepot.lab.tally import Tally
from sidepot.rules import actions
from sidepot.rules.actions import CALL, CHECK, FOLD

FIGURES = Path(__file__).with_name("noon.jsonl")
STYLES = ("high-noon-standoff", "high-noon-showdown", "high-noon-shootout")
STANDOFF = STYLES[0]
SHOOTOUT = STYLES[2]
PLAYERS = (2, 3, 4, 6, 9)
SEED = 45
HANDS = 2_000
LEARNED_HANDS = 20_000
"""Hands of the learned strategy, at tens of milliseconds each."""
DEALS = 64
"""Deals by which the learned strategy finds what its hand is worth, at each decision."""
STACK = 100
"""Antes that everybody has before a hand of Shootout."""
THREADS = 2
_ASKED, _CATEGORY = 256, 26
"""The length of the histogram of decisions, and the place of a category in a strength."""
_KINDS = 1 + max(CATEGORIES)


class _Counts(Tally):
    """Hands, and what was held at their ends."""

    asked: Annotated[Array, "i8", _ASKED]
    """Hands by number of decisions."""
    reached: int
    """Hands that came to the reveal."""
    held: Annotated[Array, "i8", _KINDS]
    """Hands shown there, by category."""
    won: Annotated[Array, "f8", _KINDS]
    """Pots that they win; equal hands share one."""


@compiled
def _count(seen: _Counts, s: HighNoon, decisions: int) -> None:
    """Add a finished hand to the counts."""
    seen.asked[min(decisions, _ASKED - 1)] += 1
    best, equal, n = 0, 0, s.seats.n
    for p in range(n):
        if s.strength[p] > best:
            best, equal = s.strength[p], 0
        equal += s.strength[p] == best
    if best == 0:
        return
    seen.reached += 1
    for p in range(n):
        kind = s.strength[p] >> _CATEGORY
        if s.strength[p] > 0:
            seen.held[kind] += 1
        if s.strength[p] == best:
            seen.won[kind] += 1.0 / equal


@dataclass(frozen=True)
class Table:
    """Hands of a number of players who play by the `regular` bot."""

    style: str
    players: int
    hands: int
    signature: str
    asked: Sequence[int]
    reached: int
    """Hands that came to the reveal."""
    held: Mapping[str, int]
    """Hands shown there, by category, and the pots that they win."""
    won: Mapping[str, float]
    payoff: Sequence[float]
    """Antes a hand by seat, of which the first acts first, and their standard errors."""
    error: Sequence[float]


def table(style: str, players: int, hands: int = HANDS) -> Table:
    """Play a number of players. Raises `KeyboardInterrupt` if not all hands were played."""
    game = games.find(style)
    loop = counting_loop(game, [regular], game.stacks(players), SEED, _Counts, _count)
    cut = Cut(hands, BY_POLICY)
    done = play(__name__, loop, cut, means(THREADS, None, None), lambda n: None)
    seen, result = kernel.fields(done.tally), summary(done, game, players)
    if result.hands < hands:
        raise KeyboardInterrupt
    ante = int(game.numbers["ante"])
    last = int(np.flatnonzero(seen.asked)[-1])
    return Table(
        *(style, players, hands, result.signature),
        [int(n) for n in seen.asked[: last + 1]],
        seen.reached,
        {name: int(seen.held[k]) for k, name in CATEGORIES.items() if seen.held[k]},
        {name: round(float(seen.won[k]), 1) for k, name in CATEGORIES.items() if seen.held[k]},
        [round(mean / ante, 4) for mean in result.payoff_mean],
        [round(error / ante, 4) for error in result.payoff_stderr],
    )


@dataclass(frozen=True)
class Learned:
    """Actions of two who play by the learned strategy of Shootout when the last card is up."""

    hands: int
    first: float
    """The antes a hand that the first to act wins."""
    error: float
    held: Mapping[str, Mapping[str, int]]
    """By category of the hand held, how often each of `DONE` was done."""


CHECKED, BET, FOLDED, STAYED, CALLED, BEATEN = DONE = (
    "checked",
    "bet",
    "folded",
    "stayed",
    "called",
    "beaten",
)
"""Where nobody has bet: checked, or bet; where somebody has: folded, or called or raised. Of the
bets, those that were called, and those whose caller had the better hand."""


def learned(hands: int = LEARNED_HANDS) -> Learned:
    """Play the learned strategy against itself between two."""
    game = games.find(SHOOTOUT)
    strategy = experts.find(game, 2)
    if strategy is None:
        raise LookupError(f"no learned strategy of {SHOOTOUT} ships")
    chance, won = random.Random(SEED), np.zeros(hands)
    held: dict[str, Counter[str]] = {name: Counter() for name in CATEGORIES.values()}
    for number in range(hands):
        hand = game.deal(players=2, stacks=STACK, seed=SEED * hands + number)
        first = hand.actor
        assert first is not None
        _play(hand, strategy, chance, held)
        won[number] = hand.stacks[first] - STACK
    error = float(won.std(ddof=1) / hands**0.5)
    known = {name: {done: seen[done] for done in DONE} for name, seen in held.items() if seen}
    return Learned(hands, round(float(won.mean()), 3), round(error, 3), known)


def _play(
    hand: Hand, strategy: Trained, chance: random.Random, held: Mapping[str, Counter[str]]
) -> None:
    """Play a hand to its end, and count what is done when the last card is up."""
    bettor: tuple[int, str] | None = None
    while hand.actor is not None:
        seat = hand.actor
        record = hand.record(seat)
        shares = strategy.chances(record, DEALS)
        (number,) = chance.choices(list(shares), weights=list(shares.values()))
        view = kernel.fields(record)
        if view.point == TURNS:
            name = CATEGORIES[_strength(record, seat) >> _CATEGORY]
            kind, is_faced = actions.kind(number), view.betting.to > view.betting.bet[seat]
            held[name][_done(kind, is_faced=is_faced)] += 1
            if kind == CALL and bettor:
                held[bettor[1]][CALLED] += 1
                theirs = hand.record(bettor[0])
                held[bettor[1]][BEATEN] += _strength(record, seat) > _strength(theirs, bettor[0])
            bettor = (seat, name) if kind == actions.BET else None
        hand.act(Action.decode(number))


def _done(kind: int, *, is_faced: bool) -> str:
    if is_faced:
        return FOLDED if kind == FOLD else STAYED
    return CHECKED if kind == CHECK else BET


@compiled
def _strength(records: Records, p: int) -> int:
    """The strength of a seat's hand with the cards that are up."""
    strength: int = final_strength(records[0], p)
    return strength


def stored() -> tuple[list[Table], Learned]:
    """The figures that are stored."""
    rows = read_rows(FIGURES)
    (found,) = (Learned(**row) for row in rows if "first" in row)
    return [Table(**row) for row in rows if "style" in row], found


def made() -> Iterator[Table | Learned]:
    """Play all anew, and say so."""
    for style in STYLES:
        for players in PLAYERS:
            print(f"{style} of {players} players", file=sys.stderr, flush=True)
            yield table(style, players)
    print(f"{SHOOTOUT} by the learned strategy", file=sys.stderr, flush=True)
    yield learned()


def write() -> None:
    """Play anew."""
    write_rows(FIGURES, list(made()))
