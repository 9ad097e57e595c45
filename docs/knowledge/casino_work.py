"""Counts every decision of casino Ricochet for one player, for its page: a minute.

Without flushes only ranks matter: three more cards are counted by their ranks. Two cards of one
suit may become a flush; for them the bank's cards of that suit matter too. Nothing is sampled.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sidepot import games, hands, kernel
from sidepot.cards import RANKS
from sidepot.engine import setup
from sidepot.games.ricochet_casino import BOUGHT, bonus_for
from sidepot.rules import paytables

GAME = "ricochet-casino"
FIGURES = Path(__file__).with_name("casino.json")
DIGITS = 7
SUITS = 4
UNSEEN = 52 - 2 - 5
DRAWS = math.comb(UNSEEN, BOUGHT)
POT = 3
"""Two antes, and one for three cards."""
DEALS = math.comb(52, 5) * math.comb(47, 2)
PAIRS = tuple(itertools.combinations_with_replacement(range(len(RANKS)), 2))
"""The ranks of a player's two cards, the lower one first."""
SUITED = tuple(k for k, (low, high) in enumerate(PAIRS) if low != high)
DRAWN = tuple(itertools.combinations_with_replacement(range(len(RANKS)), BOUGHT))
FLUSH = tuple(itertools.combinations(range(len(RANKS)), BOUGHT))
"""The ranks of three cards of one suit."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
_COMB = np.array([[math.comb(n, k) for k in range(BOUGHT + 1)] for n in range(SUITS + 1)])


@dataclass(frozen=True)
class Decisions:
    """All decisions against one hand of the bank, by ranks.

    `value` is what three more cards are worth, in antes, and `deals` the number of deals, by
    the player's `PAIRS`. With two cards of one suit both have a second axis: the set of the bank's
    ranks (one bit each, in the order of `ranks`) of the player's suit.
    """

    bank: tuple[int, ...]
    value: Floats
    deals: Ints
    suited_value: Floats
    suited_deals: Ints

    @property
    def ranks(self) -> tuple[int, ...]:
        """The bank's ranks, each once."""
        return tuple(sorted(set(self.bank)))


@functools.cache
def table() -> Any:
    """A record of the game, for its pay tables."""
    rows = games.find(GAME).batch()
    setup.seat(games.find(GAME), kernel.fields(rows), (100,))
    return kernel.fields(rows)


def strength(ranks: Sequence[int], is_flush: bool = False) -> int:
    """The strength of up to five ranks, of one suit or of several."""
    held = hands.EMPTY
    for k, rank in enumerate(ranks):
        held = hands.take(held, rank * SUITS + (0 if is_flush else k % SUITS))
    return int(hands.strength(held))


def banks() -> Iterator[tuple[int, ...]]:
    """The ranks of the bank's hands with which it does not fold (K2)."""
    limit = int(table().options.kickout[0])
    for ranks in itertools.combinations_with_replacement(range(len(RANKS)), 5):
        most = max(map(ranks.count, ranks))
        if most <= SUITS and not paytables.reaches(strength(ranks), limit):
            yield ranks


@functools.cache
def _made() -> tuple[Ints, Ints]:
    """The strength and the bonus of each pair of ranks with each three, by ranks alone."""
    made = np.array([[strength((*two, *three)) for three in DRAWN] for two in PAIRS])
    return made, np.array([[bonus_for(table(), int(each)) for each in row] for row in made])


@functools.cache
def _flushes() -> tuple[Ints, Ints, Ints]:
    """Three more cards of the suit of two: strength by ranks alone, the bonus more, and possible.

    Three that share a rank with the two are impossible.
    """
    shape = len(SUITED), len(FLUSH)
    plain, more, possible = (np.zeros(shape, np.int64) for _ in range(3))
    for row, k in enumerate(SUITED):
        for column, three in enumerate(FLUSH):
            if not set(three) & set(PAIRS[k]):
                five = sorted((*PAIRS[k], *three))
                plain[row, column] = strength(five)
                bonus = bonus_for(table(), strength(five, is_flush=True))
                more[row, column] = bonus - bonus_for(table(), int(plain[row, column]))
                possible[row, column] = 1
    return plain, more, possible


def decisions() -> Iterator[Decisions]:
    """Count every decision."""
    for bank in banks():
        yield against(bank)


def against(bank: tuple[int, ...]) -> Decisions:
    """Count the decisions against a hand of the bank."""
    left = np.full(len(RANKS), SUITS) - np.bincount(bank, minlength=len(RANKS))
    level = strength(bank)
    wins, bonus = _by_ranks(left, level)
    ranks = sorted(set(bank))
    sets = [[bit >> k & 1 for k in range(len(ranks))] for bit in range(1 << len(ranks))]
    more_wins, more_bonus = _by_flush(ranks, sets, level)
    dealt = _dealt(bank, left)
    suited = _suited(bank, ranks, sets)
    of_a_suit = list(SUITED)
    suited_won = POT * (wins[of_a_suit, None] + more_wins) + bonus[of_a_suit, None] + more_bonus
    return Decisions(
        *(bank, (POT * wins + bonus) / DRAWS - 1, dealt - _spread(suited.sum(axis=1))),
        *(suited_won / DRAWS - 1, suited),
    )


def _by_ranks(left: Ints, level: int) -> tuple[Ints, Ints]:
    """The draws that win, and the bonus of all draws, as if no flush existed."""
    made, bonus = _made()
    two = np.array([np.bincount(pair, minlength=len(RANKS)) for pair in PAIRS])
    three = np.array([np.bincount(drawn, minlength=len(RANKS)) for drawn in DRAWN])
    after = np.maximum(left - two, 0)
    ways = np.ones((len(PAIRS), len(DRAWN)), np.int64)
    for rank in range(len(RANKS)):
        ways *= _COMB[after[:, rank, None], three[None, :, rank]]
    return (ways * (made >= level)).sum(axis=1), (ways * bonus).sum(axis=1)


def _by_flush(ranks: Sequence[int], sets: Sequence[Sequence[int]], level: int) -> tuple[Ints, Ints]:
    """The extra win of flushes and of their bonus, by the bank's ranks of the suit."""
    plain, more, possible = _flushes()
    lying = np.array([[rank in three for rank in ranks] for three in FLUSH])
    free = (lying.astype(int) @ np.array(sets).T == 0).astype(np.int64)
    return (possible * (plain < level)) @ free, (possible * more) @ free


def ways(bank: tuple[int, ...]) -> int:
    """The number of the bank's hands with these ranks."""
    found = math.prod(math.comb(SUITS, bank.count(rank)) for rank in set(bank))
    return found - SUITS * (len(set(bank)) == len(bank))  # a flush is no such hand


def _dealt(bank: tuple[int, ...], left: Ints) -> Ints:
    """The number of deals of the bank's ranks and the player's, of any suits."""
    of_bank = ways(bank)
    return np.array(
        [
            of_bank * (math.comb(left[low], 2) if low == high else left[low] * left[high])
            for low, high in PAIRS
        ]
    )


def _suited(bank: tuple[int, ...], ranks: Sequence[int], sets: Sequence[Sequence[int]]) -> Ints:
    """The number of deals with the player's cards of one suit, by the bank's ranks of that suit."""
    found = np.zeros((len(SUITED), len(sets)), np.int64)
    for column, lying in enumerate(sets):
        of_bank = 1
        for rank, is_there in zip(ranks, lying, strict=True):
            of_bank *= math.comb(SUITS - 1, bank.count(rank) - is_there)
        if len(ranks) == len(bank):
            of_bank -= (SUITS - 1) * (sum(lying) == 0) + (sum(lying) == len(bank))
        held = {rank for rank, is_there in zip(ranks, lying, strict=True) if is_there}
        for row, k in enumerate(SUITED):
            found[row, column] = SUITS * of_bank * (not held & set(PAIRS[k]))
    return found


def _spread(suited: Ints) -> Ints:
    """Counts of two cards of a suit, by all pairs of ranks."""
    found = np.zeros(len(PAIRS), np.int64)
    found[list(SUITED)] = suited
    return found


# Summaries ------------------------------------------------------------------------------------

KINDS = (
    *(f"{RANKS[rank]} high" for rank in range(5, len(RANKS))),
    *(f"pair of {rank}" for rank in RANKS[:-1]),
)
"""The bank's hands, by their highest card or their pair."""
NAMES = (
    *(RANKS[high] + RANKS[low] for low, high in PAIRS),
    *(RANKS[high] + RANKS[low] + "s" for low, high in (PAIRS[k] for k in SUITED)),
)
"""The player's hands: first those of two suits, then (`s`) those of one."""
Rule = Callable[[tuple[int, int], bool, int], bool]
"""Whether to pay, by the two ranks, whether they are of a suit, and the bank's pair or -1."""


def over_or_pair(two: tuple[int, int], is_suited: bool, pair: int) -> bool:
    """The rule of thumb: pay against no pair, with a pair, or with two cards over the pair."""
    return pair < 0 or two[0] == two[1] or two[0] > pair


RULES: Mapping[str, Rule] = {
    "rule of thumb": over_or_pair,
    "pay against no pair, with a pair, or with one card over the bank's": lambda two, _, pair: (
        pair < 0 or two[0] == two[1] or two[1] > pair
    ),
    "pay unless the bank has a pair and you have none": lambda two, _, pair: (
        pair < 0 or two[0] == two[1]
    ),
    "always pay": lambda *_: True,
    "never pay": lambda *_: False,
}


@dataclass(frozen=True)
class Figures:
    """The game of one player, counted over all deals, in antes a hand with the ante paid."""

    kicked: float
    """How often the bank folds before the player decides."""
    paid: float
    """How often best play pays, of the other hands."""
    best: float
    chart: float
    """What is won by the table `worth`, which leaves the bank's other cards out."""
    rules: Mapping[str, float]
    agree: float
    """How often the rule of thumb decides as best play does, of the hands that the bank plays."""
    worth: Mapping[str, Sequence[float]]
    """What paying is worth on average, by `NAMES` and `KINDS`."""


def kind(bank: Sequence[int]) -> int:
    """The place of a hand of the bank in `KINDS`."""
    pair = pair_of(bank)
    return max(bank) - 5 if pair < 0 else len(RANKS) - 5 + pair


def pair_of(bank: Sequence[int]) -> int:
    """The rank of the bank's pair; -1 if it has none."""
    return max((rank for rank in bank if bank.count(rank) > 1), default=-1)


def figures(found: Iterable[Decisions]) -> Figures:
    """Sum over all decisions."""
    shape = len(NAMES), len(KINDS)
    deals, value, best = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    paid = agree = 0.0
    by_rule = dict.fromkeys(RULES, 0.0)
    for each in found:
        at = kind(each.bank)
        dealt, won, most, pays = _summed(each)
        deals[:, at] += dealt
        value[:, at] += won
        best[:, at] += most
        paid += pays.sum()
        for name, rule in RULES.items():
            chosen = np.array([rule(*hand, pair_of(each.bank)) for hand in _hands()])
            by_rule[name] += float((chosen * won).sum())
            if rule is over_or_pair:
                agree += float(np.where(chosen, pays, dealt - pays).sum())
    played = float(deals.sum())
    kicked = 1 - played / DEALS
    won_alone = 2 * kicked - 1
    mean = np.divide(value, deals, out=np.zeros(shape), where=deals > 0)
    return Figures(
        *(round(kicked, DIGITS), round(paid / played, DIGITS)),
        round(float(best.sum()) / DEALS + won_alone, DIGITS),
        round(float(np.maximum(value, 0).sum()) / DEALS + won_alone, DIGITS),
        {name: round(won / DEALS + won_alone, DIGITS) for name, won in by_rule.items()},
        round(agree / played, DIGITS),
        {
            name: [round(one, 4) for one in row]
            for name, row in zip(NAMES, mean.tolist(), strict=True)
        },
    )


def _hands() -> Iterator[tuple[tuple[int, int], bool]]:
    return itertools.chain(((two, False) for two in PAIRS), ((PAIRS[k], True) for k in SUITED))


def _summed(each: Decisions) -> tuple[Floats, Floats, Floats, Floats]:
    """Sums by the player's hand: deals, what paying wins, what best play wins, deals it pays in."""
    both = ((each.deals[:, None], each.value[:, None]), (each.suited_deals, each.suited_value))
    summed = [
        [(dealt * part).sum(axis=1) for part in (1.0, value, np.maximum(value, 0), value > 0)]
        for dealt, value in both
    ]
    dealt, won, most, pays = (np.concatenate(parts) for parts in zip(*summed, strict=True))
    return dealt, won, most, pays


def stored() -> Figures:
    """The figures that are stored."""
    return Figures(**json.loads(FIGURES.read_text("utf-8")))


def write() -> None:
    """Count anew."""
    FIGURES.write_text(json.dumps(asdict(figures(_told(decisions())))) + "\n", "utf-8")


def _told(found: Iterable[Decisions]) -> Iterator[Decisions]:
    """Pass decisions on, and say after each hundred how many there were."""
    for n, each in enumerate(found):
        if n % 100 == 0:
            print(f"casino Ricochet: {n} hands of the bank", file=sys.stderr, flush=True)
        yield each
