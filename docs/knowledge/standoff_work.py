"""Solves Standoff, and measures the solution for its page: half an hour."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from docs.knowledge.figures import read_rows, write_rows

from sidepot.hands import CATEGORIES, STRAIGHT
from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff import levels as shipped
from sidepot.odds.standoff.boards import Boards, Players, empty, levels_of, play, uniform
from sidepot.odds.standoff.levels import FILE, levels, standard
from sidepot.odds.standoff.reply import CROSSED, KEPT, OWN, SAME, Replies, replies
from sidepot.odds.standoff.tree import MASKS, count, final

LEVELS = Path(shipped.__file__).with_name(FILE)
FIGURES = Path(__file__).with_name("standoff.jsonl")
PLAYERS = range(2, 10)
MEASURED = range(3, 10)
"""The numbers of players among whom replies are measured."""
SHOWN = (2, 3, 4, 6, 9)
"""The numbers of players whose habits are counted."""
SEED = 45
SOLVED_BY = 17
"""The seed of the hands that distributions are made of."""
LEARNING, ROUNDS = 240, 5
LATER, LATER_ROUNDS = 200, 2
"""Hands of which a distribution is made, and how often: between two, and among more."""
HANDS, RIVALS, FIRSTS, MOST = 120, 200, 2, 120
"""Own hands, rivals' hands, first cards with each hand, and rivals that each meets."""
MORE, GROUPS = 1200, 400
"""Among more: hands of which groups of rivals are made, and groups that each own hand meets."""
FEWEST = 3
"""Cards at which the rule of thumb stops throwing."""


@dataclass(frozen=True)
class Bound:
    """The win of own hands from rivals who play in one way, and a best reply's extra win."""

    rivals: str
    players: int
    value: float
    """The antes a hand that the solution wins from them, beside keeping all cards."""
    error: float
    least: float
    """The antes a hand that a best reply gains beside the solution, at least on average."""
    least_error: float
    most: float
    most_error: float
    seats: tuple[float, float] = (0.0, 0.0)
    """`most` by seat: of whoever decides first, and of whoever sees it."""


def dealt(n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Random hands of five cards, each from a whole deck."""
    return np.array([rng.permutation(52)[:5] for _ in range(n)], np.int64)


def solve() -> Mapping[str, Array]:
    """The distributions among two to nine players, each from the one before."""
    known, rng, found = standard(), np.random.default_rng(SOLVED_BY), dict[str, Array]()
    rivals = empty(dealt(LEARNING, rng))
    rows = levels_of(rivals, known)
    for players in PLAYERS:
        print(f"standoff of {players} players", file=sys.stderr, flush=True)
        is_first = players == PLAYERS[0]
        hands = rivals.hand if is_first else dealt(LATER, rng)
        for _ in range(ROUNDS if is_first else LATER_ROUNDS):
            rows = levels_of(play(hands, known, rows, players), known)
        found[f"players{players}"] = rows
    return found


def by_rule(hands: npt.NDArray[np.int64], known: Boards) -> Players:
    """Hands that play by the rule of thumb."""
    found = empty(hands)
    for i in range(len(hands)):
        _by_rule(found.hand[i], known.deck, found.second[i], found.third[i])
    return found


@compiled
def _by_rule(own: Array, deck: Array, second: Array, third: Array) -> None:
    """Throw the lowest card that pairs none, but from a straight or better, or of three cards."""
    up, held = own[:3].copy(), own.copy()
    for mask in range(MASKS):
        if count(mask) < FEWEST:
            continue
        for a in deck:
            for b in deck:
                if a in own or b in own:
                    continue
                up[0], up[1], up[2] = a, b, -1
                if a == b:
                    up[1] = -1
                left = mask
                made = count(mask) > FEWEST + 1 and final(own, mask, up, held) >= STRAIGHT << 26
                if not made and count(mask) > FEWEST:
                    left = _without_lowest(own, mask, up)
                if a == b:
                    second[mask, a] = left
                else:
                    third[mask, a, b] = left


@compiled
def _without_lowest(own: Array, mask: int, up: Array) -> int:
    """A mask without its lowest card that is of no pair, with the cards that are up."""
    lowest, found = 99, mask
    for k in range(len(own)):
        if mask >> k & 1:
            alike = 0
            for j in range(len(own)):
                alike += (mask >> j & 1) * (own[j] >> 2 == own[k] >> 2)
            for card in up:
                alike += card >= 0 and card >> 2 == own[k] >> 2
            if alike == 1 and own[k] < lowest:
                lowest, found = own[k], mask & ~(1 << k)
    return found


def bounds() -> Iterator[Bound]:
    """Measure best replies to the solution, to the rule of thumb and to two simple rivals."""
    known, rng = standard(), np.random.default_rng(SEED + 1)
    own, hands = dealt(HANDS, rng), dealt(RIVALS, rng)
    best = play(own, known, levels(2), 2)
    met = {
        "equilibrium": play(hands, known, levels(2), 2),
        "keeps all": empty(hands),
        "at random": uniform(hands, rng),
        "rule of thumb": by_rule(hands, known),
    }
    tried = functools.partial(replies, known=known, firsts=FIRSTS, most=MOST, seed=SEED)
    by_best: dict[str, Replies] = {}
    for name, rivals in met.items():
        print(f"standoff against {name}", file=sys.stderr, flush=True)
        by_best[name] = tried(best, rivals)
        yield _bound(name, 2, by_best[name])
    ruled = tried(by_rule(own, known), met["equilibrium"])
    yield _ruled(ruled, by_best["equilibrium"])
    more = dealt(MORE, np.random.default_rng(SEED + 2))
    for players in MEASURED:
        print(f"standoff of {players} players", file=sys.stderr, flush=True)
        best, rivals = (play(each, known, levels(players), players) for each in (own, more))
        found = replies(best, rivals, known, firsts=1, most=GROUPS, seed=SEED, size=players - 1)
        yield _bound("equilibrium", players, found)


def _bound(name: str, players: int, found: Replies) -> Bound:
    one, two = (round(found.gain(SAME, seat=seat)[0], 5) for seat in range(2))
    return Bound(
        name,
        players,
        *_rounded(found.gain(OWN, KEPT)),
        *_rounded(found.gain(CROSSED)),
        *_rounded(found.gain(SAME)),
        (one, two),
    )


def _rounded(pair: tuple[float, float]) -> tuple[float, float]:
    return round(pair[0], 5), round(pair[1], 5)


def _ruled(rule: Replies, best: Replies) -> Bound:
    """The rule of thumb beside the solution, on the same hands: a gain below 0 is its cost."""
    gains = (rule.value[:, :, OWN] - best.value[:, :, OWN]).mean(axis=1)
    cost = _rounded((float(gains.mean()), float(gains.std(ddof=1) / len(gains) ** 0.5)))
    return Bound("by the rule", 2, *_rounded(rule.gain(OWN, KEPT)), *cost, *cost)


@dataclass(frozen=True)
class Habits:
    """Actions of the solution among a number of players, over random hands and boards."""

    players: int
    thrown: tuple[float, ...]
    """How often no card is thrown, one, two, three."""
    throws: Mapping[str, tuple[float, float]]
    """How often a card is thrown after the first card and after the second, by what is held."""
    lowest: Mapping[str, tuple[float, float]]
    """How often the card thrown is the lowest that pairs none, by what is held."""
    final: Mapping[str, float]
    """How often each final hand is made."""
    error: float
    """The largest standard error of the last, from one hand to the next."""


def habits() -> Iterator[Habits]:
    """Count decisions over random boards."""
    known = standard()
    for players in SHOWN:
        rng = np.random.default_rng(SEED + players)
        found = play(dealt(HANDS, rng), known, levels(players), players)
        yield _counted(players, found, rng)


BOARDS = 40
"""Random boards for each hand."""


def _counted(players: int, found: Players, rng: np.random.Generator) -> Habits:
    thrown, names = np.zeros(4), list(CATEGORIES.values())
    finals = np.zeros((len(found.hand), len(names)))
    throws: dict[str, list[list[int]]] = {}
    lowest: dict[str, list[list[int]]] = {}
    for i, hand in enumerate(np.asarray(found.hand)):
        free = [card for card in range(52) if card not in hand]
        for _ in range(BOARDS):
            board = rng.permutation(free)[:3]
            mask = int(found.first[i])
            for at in range(2):
                after = found.third[i, mask, board[0], board[1]]
                left = int(after if at else found.second[i, mask, board[0]])
                name = _name(hand, mask, board[: at + 1])
                throws.setdefault(name, [[], []])[at].append(int(left != mask))
                if left != mask:
                    is_lowest = left == _without_lowest(readable(hand), mask, _up(board[: at + 1]))
                    lowest.setdefault(name, [[], []])[at].append(int(is_lowest))
                mask = left
            thrown[5 - mask.bit_count()] += 1
            finals[i, names.index(_name(hand, mask, board))] += 1 / BOARDS
    total = thrown.sum()
    return Habits(
        players,
        tuple(round(float(n / total), 4) for n in thrown),
        _shares(throws),
        _shares(lowest),
        {name: round(float(share), 4) for name, share in zip(names, finals.mean(0), strict=True)},
        round(float(finals.std(axis=0, ddof=1).max() / len(finals) ** 0.5), 5),
    )


def _shares(counts: Mapping[str, list[list[int]]]) -> dict[str, tuple[float, float]]:
    """The part of ones, after the first card and after the second; 0 of none."""
    shares = {
        name: [round(float(np.mean(each)) if each else 0.0, 3) for each in rows]
        for name, rows in counts.items()
    }
    return {name: (one, two) for name, (one, two) in shares.items()}


def _name(hand: npt.NDArray[np.int64], mask: int, up: npt.NDArray[np.int64]) -> str:
    """The hand held with the cards that are up, as if no more came."""
    strength = final(readable(hand), mask, _up(up), readable(hand.copy()))
    return CATEGORIES[int(strength) >> 26]


def _up(cards: npt.NDArray[np.int64]) -> Array:
    """The cards that are up, as if no more came."""
    board = readable(np.full(3, -1, np.int64))
    board[: len(cards)] = cards
    return board


def stored() -> tuple[list[Bound], list[Habits]]:
    """The figures that are stored."""
    rows = read_rows(FIGURES)
    return (
        [Bound(**row) for row in rows if "rivals" in row],
        [Habits(**row) for row in rows if "thrown" in row],
    )


def write() -> None:
    """Solve and measure anew."""
    found = {name: np.asarray(rows, np.int32) for name, rows in solve().items()}
    with LEVELS.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **found)
    levels.cache_clear()
    measure()


def measure() -> None:
    """Measure what ships anew."""
    write_rows(FIGURES, [*bounds(), *habits()])
