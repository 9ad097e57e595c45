"""The law about hands that are shown and named: the name and the money agree.

No law knows the rules of a game, but faces say which hand is which. Where hands are named by
`hands.name`, either the highest of those that were shown wins some of what it has paid for, or, in
a game of low hands, the lowest does. One of the two must hold in all hands of a game. Those who
split a pot that is not a low half have the same name.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sidepot import hands, kernel
from sidepot.cards import HIDDEN, deck, parse, text
from sidepot.designer.laws.trace import Case, Trace, concealed, events_of
from sidepot.engine.play import RAIL
from sidepot.rules import rankings
from sidepot.rules.layout import LaidHand
from sidepot.words import Message

_MOST = 5
"""Cards of a hand that `hands.name` can name."""
_CACHED = 1 << 12
"""Hands whose names are kept."""
SPLITS = ("split", "split_side")
"""Events by which several win a pot."""
_HALVES = {"high_half": False, "no_low": False, "low_half": True}
"""Events after which pots are won by high or by low hands."""


class ShownHand(NamedTuple):
    """A hand shown at the end, with what its seat began with, has paid and has won, in chips."""

    seat: int
    strength: int
    name: Message
    stack: int
    paid: int
    won: int

    def reaches(self, other: ShownHand) -> bool:
        """Whether it can win all that the other can: neither payments nor stack are smaller."""
        return self.paid >= other.paid and self.stack >= other.stack


class _Wrong(NamedTuple):
    """A hand that won nothing, and one with a worse name that won some of the same chips."""

    case: Case
    loser: ShownHand
    winner: ShownHand

    def told(self) -> dict[str, object]:
        """The values of the sentence."""
        (p, _, hand, *_), (winner, _, other, *_, won) = self.loser, self.winner
        return {"loser": p + 1, "hand": hand, "winner": winner + 1, "other": other, "n": won}


def names(traces: Sequence[Trace]) -> None:
    """The best name of those who reach as much of the pot as a winner wins something as well.

    The best one is the highest, or the lowest throughout the game; in a hand alone the highest, so
    that the failure of a game of high hands can be replayed. Those who split have the same name.
    """
    ends = [(trace.case, list(shown_hands(trace))) for trace in traces]
    for trace, (_, shown) in zip(traces, ends, strict=True):
        _check_splits(trace, shown)
    high, low = (list(_wrong(ends, sign)) for sign in (1, -1))
    if len(ends) > 1 and not low:
        return
    if high and (len(ends) == 1 or len(high) <= len(low)):
        raise high[0].case.broken("names", **high[0].told())
    if high:
        raise low[0].case.broken("names_low", **low[0].told())


def _check_splits(trace: Trace, shown: Sequence[ShownHand]) -> None:
    """Raise `LawBroken` for a pot that hands of several names split as if they were equal."""
    named = {hand.seat: hand for hand in shown}
    for seats in _splits(trace):
        split = sorted((named[p] for p in seats if p in named), key=lambda hand: hand.strength)
        if split and split[0].name != split[-1].name:
            (p, _, low, *_), (q, _, high, *_) = split[0], split[-1]
            values = {"one": q + 1, "hand": high, "another": p + 1, "other": low}
            raise trace.case.broken("names_split", **values)


def _splits(trace: Trace) -> Iterator[list[int]]:
    """The seats that split each pot at the end of a hand, but for low halves."""
    is_low = False
    events = events_of(kernel.fields(trace.rows(-1)))
    for (kind, _), alike in itertools.groupby(events, key=lambda event: (event.kind, event.count)):
        is_low = _HALVES.get(kind, is_low)
        if kind in SPLITS and not is_low:
            yield [event.seat for event in alike]


def _wrong(ends: Sequence[tuple[Case, Sequence[ShownHand]]], sign: int) -> Iterator[_Wrong]:
    """The hands of which the money says otherwise than the names; `sign`: -1 for low hands."""
    for case, shown in ends:
        for winner in shown:
            rivals = [hand for hand in shown if hand.reaches(winner)]
            best = max(rivals, key=lambda hand: sign * hand.strength)
            alike = [hand for hand in rivals if hand.name == best.name]
            if winner.won and winner not in alike and not any(hand.won for hand in alike):
                yield _Wrong(case, best, winner)
                break


def shown_hands(trace: Trace) -> Iterator[ShownHand]:
    """The hands that all see at the end of a hand, of seats that are still in, if named."""
    game, rows = trace.case.game, trace.rows(-1)
    laid = game.show(kernel.fields(concealed(game, rows, RAIL))).seats
    s, n = kernel.fields(rows), len(trace.case.stacks)
    live, paid, won = (
        kernel.column(part, name, n)
        for part, name in ((s.seats, "live"), (s.chips, "paid"), (s.chips, "won"))
    )
    for seat in range(n - game.banked):
        strength, name = _strength(laid[seat]), laid[seat].hand
        if live[seat] and strength is not None and name is not None:
            yield ShownHand(seat, strength, name, trace.case.stacks[seat], paid[seat], won[seat])


def _strength(laid: LaidHand) -> int | None:
    """The strength of a hand in the order of `sidepot.hands`; None if it is not named by it.

    By its cards; where these are others, as wild cards are, by its name.
    """
    cards = laid.best or tuple(card.card for card in laid.cards if not card.dead)
    if laid.hand is None or text(HIDDEN) in cards:
        return None
    if 1 <= len(cards) <= _MOST:
        name, strength = _known(cards)
        if name == laid.hand:
            return strength
    return _by_name().get(laid.hand)


@functools.cache
def _by_name() -> dict[Message, int]:
    """The names of five cards, with the strength of the lowest hand that is called so."""
    found = dict[Message, int]()
    for one in rankings.ranked(deck(), _MOST):
        found[one.hand] = min(found.get(one.hand, one.strength), one.strength)
    return found


@functools.lru_cache(_CACHED)
def _known(cards: tuple[str, ...]) -> tuple[Message, int]:
    """The name and the strength of some cards."""
    codes = parse(" ".join(cards))
    held = kernel.readable(np.array(codes, np.int64))
    return hands.name(codes), int(hands.strength_of(held, len(codes)))
