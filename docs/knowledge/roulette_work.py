"""Plays Poker Roulette for its page, mostly with everybody staying in to the end: ten minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from docs.knowledge.figures import read_rows, write_rows

from sidepot import games, kernel, piles
from sidepot.bots.poker_roulette import regular
from sidepot.cards import CODES, SIZE
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.games.poker_roulette import (
    BETTING,
    LAYING,
    POKER_ROULETTE,
    PokerRoulette,
    begin,
    suit_rank,
)
from sidepot.hands import CATEGORIES, PAIR, TRIPS
from sidepot.kernel import Array, Part, Random, Records, compiled, readable
from sidepot.lab.bulk import lay_out
from sidepot.lab.simulate import simulate
from sidepot.rules import actions, stockpiles
from sidepot.rules.actions import CHECK, DECLINE, LAY, Menu

FIGURES = Path(__file__).with_name("roulette.jsonl")
GAME = "poker-roulette"
PLAYERS = range(3, 11)
LAID_AMONG = BET_AMONG = (3, 5)
"""The numbers of players among whom one lays cards, and among whom all bet."""
SEED = 45
HANDS = 100_000
LAID_HANDS, TRIED_HANDS = 100_000, 3_000
"""Hands in which one player lays by a rule, and by random deals, which take milliseconds each."""
BET_HANDS, BET_STACK = 10_000, 40
"""Hands with bets, and the antes that everybody has before each."""
ROUNDS, KINDS, SEATS, LAWS, JOKERS = 40, 27, 20, len(piles.RULES), 3
NEVER, SPARE, LONE, LOWEST, BY_DEALS = range(5)
LAYS = ("never", "a spare card", "the lowest beside a pair", "the lowest card", "by deals")
"""The rules by which one player lays cards while nobody else does."""
_STRENGTH, _CATEGORY = 13, 26
"""The places of the strength in an order and of the category in a strength."""


class Seen(Part):
    """Counts over hands in which everybody stays to the end."""

    refilled: int
    rounds: Annotated[Array, "i8", ROUNDS]
    """Hands by rounds of matching."""
    size: Annotated[Array, "i8", ROUNDS]
    """Cards in all stockpiles after each round."""
    played: Annotated[Array, "i8", ROUNDS]
    """Hands that have this round."""
    led: Annotated[Array, "i8", ROUNDS]
    """Those whose leader after it wins in the end."""
    grown: Annotated[Array, "i8", ROUNDS, KINDS]
    """Stockpiles by round and category, jokers dead."""
    won: Annotated[Array, "i8", LAWS, KINDS]
    """Winning hands by law of jokers and category."""
    seats: Annotated[Array, "f8", SEATS]
    """Pots won by seat from the dealer's left, jokers dead; equal hands share one."""
    held: Annotated[Array, "i8", JOKERS]
    """Final stockpiles by their jokers: none, one, more."""
    pots: Annotated[Array, "f8", LAWS, JOKERS]
    """Pots that they win."""


_menu, _step, _conceal = (
    POKER_ROULETTE.verbs.menu,
    POKER_ROULETTE.verbs.step,
    POKER_ROULETTE.verbs.conceal,
)


@compiled
def _play(rows: Records, rngs: Records, stacks: Array, hands: int, seed: int, seen: Seen) -> None:
    """Play hands in which nobody bets, folds or lays a card."""
    s, orders, winner = rows[0], np.zeros(SEATS, np.int64), np.zeros(ROUNDS, np.int64)
    found, hand = np.empty(len(s.piles.card), np.int64), np.empty((2, piles.COMPLETE), np.int64)
    for number in range(hands):
        lay_out(s, rngs[0], stacks, seed, number)
        begin(s)
        at = 0
        while s.seats.actor >= 0:
            if s.round > at:
                at = s.round
                winner[at] = _note_round(s, seen, orders, found, hand)
            _step(s, actions.encode(CHECK, 0))
        seen.rounds[s.round] += 1
        seen.refilled += s.refill.done
        best = _note_end(s, seen, orders, found, hand)
        for k in range(1, at + 1):
            seen.led[k] += winner[k] == best


@compiled
def _order(s: PokerRoulette, p: int, law: int, found: Array, hand: Array) -> int:
    """The order of a stockpile's best hand under a law of jokers."""
    size = stockpiles.gather(s.piles, p, found)
    order: int = piles.best(found, size, law, suit_rank(s), hand)
    return order


@compiled
def _note_round(s: PokerRoulette, seen: Seen, orders: Array, found: Array, hand: Array) -> int:
    """Count what is held after a round; returns the leader."""
    leader = 0
    for p in range(s.seats.n):
        orders[p] = _order(s, p, piles.DEAD, found, hand)
        leader = p if orders[p] > orders[leader] else leader
        seen.grown[s.round, orders[p] >> _STRENGTH + _CATEGORY] += 1
        seen.size[s.round] += s.piles.size[p]
    seen.played[s.round] += 1
    return leader


@compiled
def _note_end(s: PokerRoulette, seen: Seen, orders: Array, found: Array, hand: Array) -> int:
    """Count the winners under each law of jokers; returns the first where they are dead."""
    first = 0
    for p in range(s.seats.n):
        seen.held[_jokers(s, p)] += 1
    for law in range(LAWS - 1, -1, -1):
        best = 0
        for p in range(s.seats.n):
            orders[p] = _order(s, p, law, found, hand)
            best = max(best, orders[p])
        seen.won[law, best >> _STRENGTH + _CATEGORY] += 1
        equal = np.sum(orders[: s.seats.n] == best)
        for p in range(s.seats.n - 1, -1, -1):
            if orders[p] == best:
                first = p
                seen.pots[law, _jokers(s, p)] += 1.0 / equal
                if law == piles.DEAD:
                    seen.seats[(p - s.seats.button - 1) % s.seats.n] += 1.0 / equal
    return first


@compiled
def _jokers(s: PokerRoulette, p: int) -> int:
    """The jokers in a stockpile, two at most."""
    n = 0
    for i in range(s.piles.n):
        n += s.piles.seat[i] == p and s.piles.card[i] % CODES >= SIZE
    return min(n, JOKERS - 1)


@compiled
def _lay(
    rows: Records, menus: Records, rngs: Records, stacks: Array, seed: int, rule: int, won: Array
) -> None:
    """Play hands in which one player lays cards by a rule; writes the pots that player wins."""
    s, m, orders = rows[0], menus[0], np.zeros(SEATS, np.int64)
    found, hand = np.empty(len(s.piles.card), np.int64), np.empty((2, piles.COMPLETE), np.int64)
    for number in range(len(won)):
        lay_out(s, rngs[0], stacks, seed, number)
        begin(s)
        me = number % s.seats.n
        while s.seats.actor >= 0:
            action = actions.encode(CHECK if s.stage == BETTING else DECLINE, 0)
            if s.stage == LAYING and s.seats.actor == me:
                action = _laid(s, rows[1:], m, rngs[0], rule, found, hand)
            _step(s, action)
        best = 0
        for p in range(s.seats.n):
            orders[p] = _order(s, p, piles.DEAD, found, hand)
            best = max(best, orders[p])
        won[number] = (orders[me] == best) / np.sum(orders[: s.seats.n] == best)


@compiled
def _laid(
    s: PokerRoulette, views: Records, m: Menu, rng: Random, rule: int, found: Array, hand: Array
) -> int:
    """The card to lay by a rule, or to decline."""
    if rule == BY_DEALS:
        views[0] = s
        _conceal(views[0], s.seats.actor)
        _menu(views[0], m)
        action: int = regular(views, m, rng)
        return action
    if rule != NEVER:
        place = _least(s, rule, found, hand)
        if place >= 0:
            return actions.encode(LAY, place)
    return actions.encode(DECLINE, 0)


@compiled
def _least(s: PokerRoulette, rule: int, found: Array, hand: Array) -> int:
    """The place of the lowest card that a rule lays; -1 if there is none.

    A dead joker is lower than any card, and never in a hand.
    """
    p = s.seats.actor
    category = _order(s, p, piles.DEAD, found, hand) >> _STRENGTH + _CATEGORY
    is_group = PAIR <= category <= TRIPS
    size, place, lowest = stockpiles.gather(s.piles, p, found), -1, CODES
    for k in range(size):
        is_needed, alike = False, 0
        for card in hand[0]:
            is_needed = is_needed or card == found[k]
            alike += card >= 0 and card >> 2 == found[k] >> 2
        may = rule == LOWEST or not is_needed or (rule == LONE and is_group and alike == 1)
        worth = -1 if found[k] >= SIZE else found[k]
        if may and worth < lowest:
            place, lowest = k, worth
    return place


# Figures --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """Hands of a number of players who all stay in."""

    players: int
    hands: int
    refilled: float
    """The part of hands in which the discards were dealt."""
    rounds: float
    """The mean number of rounds, and without a refill."""
    rounds_unfilled: float
    few: tuple[int, int]
    """The rounds of eight of ten hands."""
    size: Sequence[float]
    """Cards in a stockpile after the first round, the second and so on, while most hands go on."""
    led: Sequence[float]
    """The frequency with which the leader after each wins in the end."""
    grown: Sequence[Mapping[str, float]]
    """The hands after each of these rounds, by category."""
    won: Mapping[str, Mapping[str, float]]
    """The winning hands, by law of jokers and category."""
    seats: Sequence[float]
    """The frequency with which each seat wins, from the dealer's left; the last is the dealer."""
    held: Sequence[float]
    """Stockpiles with no joker, one, more."""
    pots: Mapping[str, Sequence[float]]
    """What part of the pots they win, each, by law of jokers."""


@dataclass(frozen=True)
class Laid:
    """The win of one player who lays cards where nobody else does, in antes a hand."""

    among: int
    rule: str
    hands: int
    worth: float
    """More than never laying any, over the same deals."""
    error: float


@dataclass(frozen=True)
class Bet:
    """Wins of each seat where all bet by the `regular` bot, in antes a hand."""

    bettors: int
    hands: int
    signature: str
    payoff: Sequence[float]
    """From the dealer's left; the last is the dealer."""
    error: Sequence[float]


def spaces(game: Game, players: int) -> tuple[Records, Array]:
    """Records of a table, and its stacks."""
    rows, stacks = game.batch(3, journal=False), game.stacks(players)
    setup.seat(game, kernel.fields(rows), stacks)
    return rows, readable(np.array(stacks, np.int64))


def seen(players: int, hands: int, seed: int, **options: Any) -> Any:
    """Counts over some hands."""
    found = kernel.batch(kernel.record(Seen))
    rows, stacks = spaces(games.find(GAME, **options), players)
    _enter(rows, kernel.generator(seed), stacks, hands, seed, found)
    return kernel.fields(found)


@compiled
def _enter(
    rows: Records, rngs: Records, stacks: Array, hands: int, seed: int, found: Records
) -> None:
    """`_play`, callable from Python."""
    _play(rows, rngs, stacks, hands, seed, found[0])


def figures(players: int, hands: int = HANDS) -> Figures:
    """Play a number of players."""
    found = seen(players, hands, SEED)
    unfilled = seen(players, hands // 10, SEED, refill="never")
    last = int(np.flatnonzero(found.played >= hands / 2)[-1])
    shown = range(1, last + 1)
    held = found.held / (hands * players)
    return Figures(
        *(players, hands, round(found.refilled / hands, 4)),
        *(_mean(found.rounds), _mean(unfilled.rounds), _middle(found.rounds)),
        [round(float(found.size[k] / found.played[k] / players), 3) for k in shown],
        [round(float(found.led[k] / found.played[k]), 4) for k in shown],
        [_shares(found.grown[k]) for k in shown],
        {law: _shares(found.won[k]) for k, law in enumerate(piles.RULES)},
        [round(float(share), 5) for share in found.seats[:players] / hands],
        [round(float(share), 4) for share in held],
        {
            law: [round(float(n), 4) for n in found.pots[k] / np.maximum(found.held, 1)]
            for k, law in enumerate(piles.RULES)
        },
    )


def _mean(counts: npt.NDArray[np.int64]) -> float:
    return round(float(counts @ np.arange(len(counts)) / counts.sum()), 3)


def _middle(counts: npt.NDArray[np.int64]) -> tuple[int, int]:
    """The range without a tenth of the hands at each end."""
    below = np.cumsum(counts) / counts.sum()
    return int(np.searchsorted(below, 0.1)), int(np.searchsorted(below, 0.9))


def _shares(counts: npt.NDArray[np.int64]) -> dict[str, float]:
    """The parts of a count by category."""
    total = counts.sum()
    return {name: round(float(counts[k] / total), 5) for k, name in CATEGORIES.items() if counts[k]}


def laid(among: int, hands: int = LAID_HANDS, tried: int = TRIED_HANDS) -> Iterator[Laid]:
    """Let one player lay cards by each rule, over the same deals."""
    rows, stacks = spaces(games.find(GAME, stock_to_active="yes"), among)
    won = []
    for rule in range(len(LAYS)):
        won.append(np.zeros(tried if rule == BY_DEALS else hands))
        menus, rngs = kernel.batch(kernel.record(Menu)), kernel.generator(SEED)
        _lay(rows, menus, rngs, stacks, SEED, rule, readable(won[rule]))
        more = among * (won[rule] - won[NEVER][: len(won[rule])])
        if rule != NEVER:
            yield Laid(among, LAYS[rule], len(more), *_estimate(more))


def bet(players: int, hands: int = BET_HANDS) -> Bet:
    """Play with bets. Raises `KeyboardInterrupt` if not all hands were played."""
    stacks = [BET_STACK] * players
    done = simulate(games.find(GAME), stacks=stacks, hands=hands, seed=SEED, policy=regular)
    if done.hands < hands:
        raise KeyboardInterrupt
    wins, errors = ([round(n, 4) for n in row] for row in (done.payoff_mean, done.payoff_stderr))
    return Bet(players, hands, done.signature, wins, errors)


def _estimate(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    return round(float(values.mean()) + 0, 4), round(float(values.std() / len(values) ** 0.5), 4)


def stored() -> tuple[list[Figures], list[Laid], list[Bet]]:
    """The figures that are stored."""
    rows = read_rows(FIGURES)
    return (
        [Figures(**row) for row in rows if "rounds" in row],
        [Laid(**row) for row in rows if "rule" in row],
        [Bet(**row) for row in rows if "bettors" in row],
    )


def made() -> Iterator[Figures | Laid | Bet]:
    """Play all anew, and say so."""
    for players in PLAYERS:
        print(f"roulette of {players} players", file=sys.stderr, flush=True)
        yield figures(players)
    for among in LAID_AMONG:
        print(f"roulette of {among} players, one lays cards", file=sys.stderr, flush=True)
        yield from laid(among)
    for players in BET_AMONG:
        print(f"roulette of {players} players who bet", file=sys.stderr, flush=True)
        yield bet(players)


def write() -> None:
    """Play anew."""
    write_rows(FIGURES, list(made()))
