"""Finds equities: by counting where there are few deals, else by sampling; both on threads."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.errors import BadRange
from sidepot.kernel import PLAIN, Records, readable
from sidepot.odds.equity import laying
from sidepot.odds.equity.laying import Laid
from sidepot.odds.equity.loops import (
    SQUARES,
    SUM,
    TIES,
    WINS,
    Board,
    Cards,
    Slots,
    Tally,
    counter,
    resumer,
    sampler,
)
from sidepot.odds.equity.ranges import Combo
from sidepot.odds.equity.reading import Told
from sidepot.odds.equity.threads import Spaces, in_order
from sidepot.odds.sampling import Policy
from sidepot.rules.actions import Menu

MOST_COUNTED = 20_000 if PLAIN else 4_000_000
"""Hands at the end of all deals (deals times players) up to which they are counted: a second."""
_BATCH = 200 if PLAIN else 20_000
"""Deals of a random stream, between two looks at the error."""
_EXCHANGES = 8 if PLAIN else 100
"""Random deals on which places of one group are exchanged, to see whether their order matters."""
_ROWS = 64
"""Rows of hands that are counted in one chunk."""

Progress = Callable[[int, float], None]
"""Called with the number of deals so far, and the part of the work that is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Bounds of the work: see `analysis.equity`."""

    precision: float
    samples: int | None
    seconds: float | None
    exact: bool | None
    seed: int
    progress: Progress


@dataclass(slots=True)
class Found:
    """The sums of all deals that count, by seat."""

    counts: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    shares: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    deals: int = 0
    is_exact: bool = False
    is_chosen: bool = False
    """Whether anything but staying in was to be chosen."""
    missed: int = 0
    """Deals in which nobody won anything, such as those that did not come to their end."""

    @classmethod
    def nothing(cls, players: int) -> Found:
        """Sums of no deals."""
        return cls(np.zeros((players, 2), np.int64), np.zeros((players, 2), np.float64))

    def add(self, more: Found) -> None:
        """Add the sums of other deals."""
        self.counts += more.counts
        self.shares += more.shares
        self.deals += more.deals
        self.missed += more.missed

    def equity(self, seat: int) -> float:
        """The mean share of a seat."""
        return float(self.shares[seat, SUM]) / max(self.deals, 1)

    def chance(self, seat: int, column: int) -> float:
        """The part of all deals that a seat wins, or ties."""
        return int(self.counts[seat, column]) / max(self.deals, 1)

    def win(self, seat: int) -> float:
        """The part of all deals that a seat wins."""
        return self.chance(seat, WINS)

    def tie(self, seat: int) -> float:
        """The part of all deals in which a seat wins a part of the pots."""
        return self.chance(seat, TIES)

    def error(self, seat: int) -> float:
        """The standard error of a seat's equity; 0 if all deals were counted."""
        if self.is_exact or not self.deals:
            return 0.0
        square = float(self.shares[seat, SQUARES]) / self.deals
        return math.sqrt(max(square - self.equity(seat) ** 2, 1 / self.deals) / self.deals)

    @property
    def most_error(self) -> float:
        """The largest standard error."""
        return max(self.error(seat) for seat in range(len(self.counts)))


def find(game: Game, told: Told, policy: Policy, effort: Effort) -> Found:
    """The sums over all deals of a position, or over random ones.

    Raises `BadPosition`, `BadRange`; Ctrl-C keeps what was sampled, but ends counting.
    """
    laid = laying.lay_out(game, told)
    rows = None if effort.exact is False else _countable(game, told, laid, policy, effort)
    if rows is not None:
        return _count(game, laid, rows, policy, effort)
    found = _sample(game, len(told.hands), laid, policy, effort)
    if found is None:
        raise BadRange("error.range_conflict", ranges=[held.text for held in told.hands])
    found.is_chosen = laid.groups is None
    return found


def play_out(game: Game, laid: Laid, effort: Effort, *, counts: bool) -> Found:
    """The sums of a hand whose actions are all in the script of its `laid` position.

    `counts`: count the deals where they are few.
    """
    players = int(kernel.fields(laid.rows).seats.n)
    rows: list[Combo] = [()]
    is_little = counts and laid.groups is not None
    is_little = is_little and laid.choices * players <= MOST_COUNTED
    if is_little and _is_exchangeable(game, laid, rows, None):
        found = _count(game, laid, rows, None, effort)
        found.missed = laid.choices - found.deals
        return found
    return _sample(game, players, laid, None, effort) or Found.nothing(players)


def _countable(
    game: Game, told: Told, laid: Laid, policy: Policy, effort: Effort
) -> list[Combo] | None:
    """The rows of hands to be counted, or None where the deals cannot be counted in time.

    Raises `BadRange` if they have to be.
    """
    rows = laying.rows_of(told) if laid.groups is not None else None
    if rows is not None:
        work = laid.choices * len(rows) * len(told.hands)
        is_little = work <= MOST_COUNTED or bool(effort.exact)
        if is_little and _is_exchangeable(game, laid, rows, policy):
            return rows
    if effort.exact:
        raise BadRange("error.equity_exact", game=game.name)
    return None


# Counting -------------------------------------------------------------------------------------


class _Space:
    """The memory of one thread."""

    def __init__(self, game: Game, laid: Laid) -> None:
        self.views = game.batch(2, journal=False)
        with_journal = kernel.fields(laid.rows)
        _copy_into(kernel.fields(self.views[:1]), with_journal)
        self.menus = kernel.batch(kernel.record(Menu))
        used = readable(np.zeros(laid.highest + 1, np.int64))
        self.cards = Cards(readable(np.array(laid.pool, np.int64)), used)


def _copy_into(to: kernel.Fields, source: kernel.Fields) -> None:
    """Copy a record into one of the same parts without a journal."""
    for name in source._dtype.names or ():
        if name not in ("journal", "pad"):
            to._void[name] = source._void[name]


def _tally(players: int) -> tuple[Found, Tally]:
    found = Found.nothing(players)
    return found, Tally(readable(found.counts), found.shares)


def _slots(laid: Laid) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The free places that matter, and whether each continues a group."""
    found = [(place, int(k > 0)) for group in laid.groups or () for k, place in enumerate(group)]
    return np.array(found, np.int64).reshape(-1, 2)


def _count(
    game: Game, laid: Laid, rows: Sequence[Combo], policy: Policy | None, effort: Effort
) -> Found:
    """Count all deals, chunk by chunk."""
    board, slots = laying.as_rows(laid.board, rows), readable(_slots(laid))
    play, players = counter(game.verbs, policy), int(kernel.fields(laid.rows).seats.n)
    spaces = Spaces(lambda: _Space(game, laid))

    def work(chunk: tuple[int, ...]) -> Found:
        found, tally = _tally(players)
        with spaces.one() as space:
            picks = readable(np.zeros((len(slots), 2), np.int64))
            bounds = readable(np.array(chunk, np.int64))
            found.deals = play(
                space.views,
                space.menus,
                kernel.generator(0, 0),
                board,
                space.cards,
                Slots(slots, picks, bounds),
                tally,
            )
        return found

    total, chunks = Found.nothing(players), _chunks(len(rows), len(laid.pool), len(slots))
    with contextlib.closing(in_order(work, iter(chunks))) as results:
        for done, found in enumerate(results, 1):
            total.add(found)
            effort.progress(total.deals, done / len(chunks))
    total.is_exact = True
    return total


def _chunks(rows: int, pool: int, slots: int) -> list[tuple[int, int, int, int]]:
    """The chunks of the count: some rows at a time, or one row and one card of the first slot."""
    if rows >= _ROWS or slots < 2:
        starts = range(0, rows, _ROWS)
        return [(start, min(start + _ROWS, rows), 0, pool) for start in starts]
    return [(row, row + 1, card, card + 1) for row in range(rows) for card in range(pool)]


def _is_exchangeable(game: Game, laid: Laid, rows: Sequence[Combo], policy: Policy | None) -> bool:
    """Whether the order of the cards of a group, and all other free places, change no result.

    Found on random deals.
    """
    if all(len(group) < 2 for group in laid.groups or ()) and not len(laid.board.free):
        return True
    board = laying.as_rows(laid.board, rows[:1])
    chance = np.random.default_rng(0)
    free = [card for card in laid.pool.tolist() if card not in {*rows[0]}]
    for _ in range(_EXCHANGES):
        cards = chance.permutation(free)
        results = []
        for _ in range(2):
            results.append(_result(game, laid, board, policy, _order(laid, cards, chance)))
        if results[0] != results[1]:
            return False
    return True


def _order(
    laid: Laid, cards: np.ndarray[tuple[int, ...], np.dtype[np.int64]], chance: np.random.Generator
) -> dict[int, int]:
    """Cards at the free places: each group has its own, in a random order, the others any."""
    order, at = dict[int, int](), 0
    for group in laid.groups or ():
        order |= zip(group, chance.permutation(cards[at : at + len(group)]).tolist(), strict=True)
        at += len(group)
    rest = chance.permutation(cards[at:]).tolist()
    others = [place for place in laid.board.free.tolist() if place not in order]
    return order | dict(zip(others, rest, strict=False))


def _result(
    game: Game, laid: Laid, board: Board, policy: Policy | None, order: dict[int, int]
) -> tuple[bytes, bytes]:
    """The winnings of each seat on one deal."""
    space, none = _Space(game, laid), readable(np.zeros((0, 2), np.int64))
    deck = kernel.fields(space.views[:1]).deck.card
    for place, card in order.items():
        deck[place] = card
    found, tally = _tally(int(kernel.fields(laid.rows).seats.n))
    bounds = readable(np.array((0, 1, 0, 0), np.int64))
    tools = space.menus, kernel.generator(0, 0), board, space.cards
    counter(game.verbs, policy)(space.views, *tools, Slots(none, none, bounds), tally)
    return found.counts.tobytes(), found.shares.tobytes()


# Sampling -------------------------------------------------------------------------------------


def _sample(
    game: Game, players: int, laid: Laid, policy: Policy | None, effort: Effort
) -> Found | None:
    """Play deals until the error is small enough or a bound is reached; None if none fits."""
    play = sampler(game.verbs, policy)
    spaces = Spaces(lambda: _Space(game, laid))

    def work(batch: tuple[int, int]) -> Found:
        found, tally = _tally(players)
        number, deals = batch
        with spaces.one() as space:
            found.deals = play(
                space.views,
                space.menus,
                kernel.generator(effort.seed, number),
                laid.board,
                Cards(readable(np.array(laid.pool, np.int64)), space.cards.used),
                deals,
                tally,
            )
        found.missed = deals - found.deals
        return found

    return _refine(work, players, effort)


def resume(game: Game, view: Records, policy: Policy, effort: Effort) -> Found:
    """The sums over random deals of a concealed record, played on from the turn in it."""
    play, players = resumer(game.verbs, policy), int(kernel.fields(view).seats.n)

    def work(batch: tuple[int, int]) -> Found:
        found, tally = _tally(players)
        number, deals = batch
        views, menus = game.batch(2), kernel.batch(kernel.record(Menu))
        views[:1] = view
        found.deals = play(views, menus, kernel.generator(effort.seed, number), deals, tally)
        return found

    found = _refine(work, players, effort) or Found.nothing(players)
    found.is_chosen = True
    return found


def _refine(work: Callable[[tuple[int, int]], Found], players: int, effort: Effort) -> Found | None:
    """Play batches until the error is small enough or a bound is reached; None if none fits."""
    total, started = Found.nothing(players), math.inf
    results = in_order(work, _batches(effort.samples))
    try:
        for found in results:
            if found.deals < 0:
                return None
            total.add(found)
            effort.progress(total.deals, _part(total, effort))
            started = min(started, time.monotonic())
            is_late = effort.seconds is not None and time.monotonic() - started >= effort.seconds
            is_over = not total.deals or total.most_error <= effort.precision
            if is_late or (effort.samples is None and is_over):
                break
    except KeyboardInterrupt:
        if not total.deals:
            raise
    finally:
        results.close()
    return total


def _part(total: Found, effort: Effort) -> float:
    """The part of the sampling that is done, unless time is over first."""
    if effort.samples is not None:
        return total.deals / effort.samples
    return min(1.0, (effort.precision / total.most_error) ** 2) if total.deals else 1.0


def _batches(samples: int | None) -> Iterator[tuple[int, int]]:
    """The number of each batch, and its deals."""
    if samples is None:
        yield from ((number, _BATCH) for number in itertools.count())
        return
    for number in range(-(-samples // _BATCH)):
        yield number, min(_BATCH, samples - number * _BATCH)
