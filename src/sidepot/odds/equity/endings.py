"""Chances at the end of a hand, while its last cards come and nobody decides any more.

They are those of a spectator: a card counts as known once all have seen it, and any other may lie
at any place of the deck. So the hand is played again, by its own actions, from other orders.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.cards import HIDDEN, NONE
from sidepot.engine import setup
from sidepot.engine.arrange import JournalRow, journal_rows
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.engine.staged import stages_of
from sidepot.kernel import PLAIN, Records, readable
from sidepot.odds.equity import finding
from sidepot.odds.equity.finding import Effort, Found, Progress
from sidepot.odds.equity.laying import Laid
from sidepot.odds.equity.loops import Board
from sidepot.odds.sampling import no_progress
from sidepot.rules import journal
from sidepot.rules.seats import NOBODY

_TRIALS = 4 if PLAIN else 16
"""Random deals by which it is found whether others go the same way."""
_PRECISION = 0.002
"""The standard error at which sampling ends: whole percentages are shown."""
_SECONDS = 0.5
"""Seconds of sampling at most, for each moment."""
_CLOSE = 0.1
"""The share that the second best hand has at least where the last card is a close thing."""
_SIDE_POTS = {journal.WON_SIDE, journal.SPLIT_SIDE}
_GOING = frozenset(journal.GOING)
_DISCARDED = frozenset({journal.DISCARDED, journal.KICKED_OUT})


class SeatChance(NamedTuple):
    """The share that a seat wins of the pots that it plays for, and how often it ties for all."""

    seat: int
    share: float
    tie: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The chances of all hands that are still in, from one stage of a verb's events to another.

    `is_close`: the next card is the last one, and more than one hand may well win.
    """

    stage: int
    until: int
    seats: tuple[SeatChance, ...]
    is_exact: bool
    is_close: bool


class _Row(NamedTuple):
    """An event of a verb, with the physical card, and whether the rail sees that card."""

    kind: int
    seat: int
    card: int
    is_open: bool

    @property
    def deals(self) -> bool:
        return self.kind in journal.DEALING

    @property
    def seen(self) -> tuple[int, int, int]:
        """The event as the rail knows it."""
        return self.kind, self.seat, self.card if self.is_open else HIDDEN


def moments(hand: Hand, verbs: int = 1, progress: Progress = no_progress) -> Iterator[Moment]:
    """The chances at each stage of the last verbs of a hand that is over, while cards still come.

    None where a hand that is still in has cards that not all have seen, where other deals would
    have led to a decision, and in games against a bank. `progress` may raise, to give up.
    """
    ending = _Ending(hand, verbs)
    if not hand.over or hand.game.banked or not ending.ends:
        return
    known = [ending.known_at(to) for to in ending.ends]
    for stage, now in enumerate(known):
        if now is None or (stage and now.is_like(known[stage - 1])):
            continue
        found = ending.chances(now, progress)
        if found is None:
            return
        until = next(n for n in range(stage, len(known)) if not now.is_like(known[n]))
        seats = ending.shares(found, now.live)
        is_last = all(other is None for other in known[until:])
        yield Moment(stage, until, seats, found.is_exact, is_last and _is_open(seats))


def _is_open(seats: Sequence[SeatChance]) -> bool:
    """Whether more than one hand may well win, and they do not just share the pot."""
    second = sorted(seats, key=lambda one: one.share)[-2]
    return second.share >= _CLOSE and second.tie < 1 - _CLOSE


class _Known(NamedTuple):
    """Common knowledge at a moment: the events so far, the cards seen, and the seats still in."""

    rows: int
    cards: frozenset[int]
    live: tuple[int, ...]

    def is_like(self, other: _Known | None) -> bool:
        """Whether nothing has become known between two moments."""
        return other is not None and (self.cards, self.live) == (other.cards, other.live)


class _Ending:
    """A hand that is over, as its own actions deal it from any order of the deck."""

    def __init__(self, hand: Hand, verbs: int) -> None:
        self._hand, self.game = hand, hand.game
        self._script = [action.number for _, action in hand.actions]
        rows = self._played(hand.deck)
        self._before = [row for verb in rows[: len(rows) - verbs] for row in verb]
        last = [row for verb in rows[len(rows) - verbs :] for row in verb]
        self._rows = [row for row in last if verbs == 1 or row.kind != journal.DECIDED]
        self.ends = [stage.to for stage in stages_of(hand, verbs)]

    def _start(self, deck: Sequence[int]) -> Records:
        """The record before the deal, from an order of the deck."""
        hand = self._hand
        second = hand.second if self.game.deals_again else ()
        stacks, kept = hand.starting_stacks, hand.kept or None
        return setup.before_deal(self.game, stacks, deck, second, kept=kept)

    def _played(self, deck: Sequence[int]) -> list[list[_Row]]:
        """The events of each verb, from an order of the deck."""
        return list(_heard(self.game, self._start(deck), self._script))

    def known_at(self, to: int) -> _Known | None:
        """Common knowledge after so many of the last events.

        None where no card comes after them, fewer than two hands are in, or one has no card yet, or
        one that not all see.
        """
        later = self._rows[to:]
        if not any(row.deals for row in later):
            return None
        rows = [*self._before, *self._rows[:to]]
        seen, hidden = _cards_of(rows)
        live = self._live(later)
        is_dealt = {*live} <= {row.seat for row in rows if row.is_open}
        if len(live) < 2 or not is_dealt or any(hidden.get(seat) for seat in live):
            return None
        return _Known(to, frozenset(seen), live)

    def _live(self, later: Sequence[_Row]) -> tuple[int, ...]:
        """The seats that are in before some events."""
        going = {row.seat for row in later if row.kind in _GOING}
        live = kernel.column(self._end.seats, "live", self._hand.seats)
        return tuple(seat for seat in range(len(live)) if live[seat] or seat in going)

    @functools.cached_property
    def _end(self) -> kernel.Fields:
        """The record at the end of the hand."""
        return kernel.fields(kernel.filled(self.game.direct.layout, bytes(self._hand)))

    def chances(self, known: _Known, progress: Progress) -> Found | None:
        """The sums over the deals that are still possible; None where one leads elsewhere."""
        places = {card: place for place, card in enumerate(self._hand.deck)}
        fixed = {places[card]: card for card in known.cards if card in places}
        pool = sorted(card for card in self._hand.deck if card not in known.cards)
        free = [place for place in range(len(places)) if place not in fixed]
        groups = self._groups(known, fixed, pool, free)
        if groups is None:
            return None
        laid = _laid(self._start(_filled(fixed, pool, free)), self._script, fixed, pool, groups)
        effort = Effort(
            precision=_PRECISION,
            samples=None,
            seconds=_SECONDS,
            exact=None,
            seed=0,
            progress=progress,
        )
        counts = bool(groups) and not self.game.deals_again
        found = finding.play_out(self.game, laid, effort, counts=counts)
        return None if found.missed or not found.deals else found

    def _groups(
        self, known: _Known, fixed: dict[int, int], pool: Sequence[int], free: Sequence[int]
    ) -> tuple[tuple[int, ...], ...] | None:
        """The free places of the cards to come, by whom they go to; none if that is not fixed.

        None if an order of the unknown cards does not lead to what all have seen.
        """
        seen = [row.seen for row in (*self._before, *self._rows[: known.rows])]
        chance, courses = random.Random(0), set[tuple[tuple[int, int], ...]]()
        for _ in range(_TRIALS):
            deck = _filled(fixed, chance.sample(pool, len(pool)), free)
            places = {card: place for place, card in enumerate(deck)}
            rows = [row for verb in self._played(deck) for row in verb]
            if [row.seen for row in rows[: len(seen)]] != seen:
                return None
            later = (row for row in rows[len(seen) :] if row.deals)
            courses.add(tuple((row.seat, places[row.card]) for row in later))
        groups = dict[int, list[int]]()
        for owner, place in next(iter(courses)) if len(courses) == 1 else ():
            groups.setdefault(owner, []).append(place)
        return tuple(map(tuple, groups.values()))

    def shares(self, found: Found, live: Sequence[int]) -> tuple[SeatChance, ...]:
        """The chances of seats, each by the pots that it plays for."""
        has_sides = any(row.kind in _SIDE_POTS for row in self._rows)
        n = self._hand.seats
        paid = kernel.column(self._end.chips, "paid", n)
        total = max(sum(self._hand.won), 1)
        result = []
        for seat in live:
            above = sum(max(other - paid[seat], 0) for other in paid) if has_sides else 0
            share = min(found.equity(seat) * total / max(total - above, 1), 1.0)
            result.append(SeatChance(seat, share, 0.0 if has_sides else found.tie(seat)))
        return tuple(result)


def _heard(game: Game, rows: Records, script: Sequence[int]) -> Iterator[list[_Row]]:
    """The events of each verb of a hand."""
    for action in (None, *script):
        if action is None:
            game.entry.begin(rows)
        else:
            game.entry.step(rows, action)
        public = kernel.copy(rows)
        game.entry.conceal(public, RAIL)
        pairs = zip(
            journal_rows(kernel.fields(rows)), journal_rows(kernel.fields(public)), strict=True
        )
        yield [_row(event, seen) for event, seen in pairs]


def _row(event: JournalRow, seen: JournalRow) -> _Row:
    return _Row(event.kind, event.seat, event.card, seen.card not in (HIDDEN, NONE))


def _cards_of(rows: Sequence[_Row]) -> tuple[set[int], dict[int, set[int]]]:
    """The cards that all have seen, and those that only their seats have."""
    seen, hidden = set[int](), dict[int, set[int]]()
    for row in rows:
        if row.card == NONE:
            continue
        held = hidden.setdefault(row.seat, set())
        if row.is_open:
            seen.add(row.card)
        if row.is_open or row.kind in _DISCARDED:
            held.discard(row.card)
        elif row.deals and row.seat != NOBODY and row.card not in seen:
            held.add(row.card)
    return seen, hidden


def _filled(fixed: dict[int, int], cards: Sequence[int], free: Sequence[int]) -> list[int]:
    """A deck with known cards at their places and others at the free ones."""
    found = fixed | dict(zip(free, cards, strict=True))
    return [found[place] for place in range(len(found))]


def _laid(
    rows: Records,
    script: Sequence[int],
    fixed: dict[int, int],
    pool: Sequence[int],
    groups: tuple[tuple[int, ...], ...],
) -> Laid:
    """The position as the compiled loops take it."""
    s = kernel.fields(rows)
    reach = range(int(s.deck.reach))
    none = readable(np.zeros((1, 0), np.int64))
    board = Board(
        place=_numbers(list(fixed)),
        card=_numbers(list(fixed.values())),
        script=_numbers(script),
        combos=none,
        first=_numbers([0]),
        spots=readable(np.zeros((0, 1), np.int64)),
        free=_numbers([place for place in reach if place not in fixed]),
    )
    highest = max(*pool, *fixed.values())
    return Laid(rows, board, _numbers(pool), highest, groups or None)


def _numbers(found: Sequence[int]) -> kernel.Array:
    return readable(np.array(found, np.int64))
