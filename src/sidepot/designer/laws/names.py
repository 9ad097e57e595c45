"""The law about hands that are shown and named: the name and the money agree.

No law knows the rules of a game, but faces say which hand is which. Where hands are named by
`hands.name`, either the highest of those that were shown wins some of what it has paid for, or, in
a game of low hands, the lowest does; where they are named by `rules.lows`, the lowest does, with
aces low or high. One order must hold in all hands of a game, and one in all low halves. Those who
split a pot or a half of it have the same name.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import hands, kernel
from sidepot.cards import CODES, HIDDEN, RANKS, deck, parse, text
from sidepot.designer.laws.trace import Case, Trace, concealed, events_of
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game
from sidepot.engine.play import RAIL
from sidepot.kernel import Array, Fields
from sidepot.rules import lows, rankings
from sidepot.rules.journal import KINDS, WINNING
from sidepot.rules.layout import LaidHand
from sidepot.words import Message

_SIX, _CATEGORY = RANKS.index("6"), 26
"""The lowest rank of a short deck, and the bits below the category of a hand."""
_MOST = 5
"""Cards of a hand that `hands.name` can name."""
_CACHED = 1 << 12
"""Hands whose names are kept."""
SPLITS = ("split", "split_side")
"""Events by which several win a pot."""
_WON = tuple(KINDS[kind] for kind in WINNING)
_HALVES = {"high_half": False, "no_low": False, "low_half": True}
"""Events after which pots are won by high or by low hands."""
_LOW, _BOTH = "hand.low", "hand.high_low"
"""The names of a low, and of a hand for each half of a pot."""
_NO_HIGH, _NO_LOW, _ABOVE = -1, -2, 1 << 31
"""Below and above the strength of every hand (`sidepot.hands`)."""


class ShownHand(NamedTuple):
    """A hand shown at the end, with what its seat began with, has paid and has won, in chips.

    `high`: its strength in the order of `sidepot.hands`; `_NO_HIGH` if it is a low by name, and
    `_NO_LOW` if it wins of a low half and has no name for that.
    """

    seat: int
    name: Message
    high: int
    stack: int
    paid: int
    won: int

    def reaches(self, other: ShownHand) -> bool:
        """Whether it can win all that the other can: neither payments nor stack are smaller."""
        return self.paid >= other.paid and self.stack >= other.stack


_Strength = Callable[[ShownHand], int]
"""The strength of a hand in an order."""


class _Wrong(NamedTuple):
    """A hand that won nothing, and one with a worse name that won some of the same chips."""

    case: Case
    loser: ShownHand
    winner: ShownHand

    def told(self) -> dict[str, object]:
        """The values of the sentence."""
        one, other = self.loser, self.winner
        seats = {"loser": one.seat + 1, "winner": other.seat + 1}
        return {**seats, "hand": one.name, "other": other.name, "n": other.won}


def names(traces: Sequence[Trace]) -> None:
    """The best name of those who reach as much of the pot as a winner wins something as well.

    The best one is the highest, or the lowest throughout the game; in a hand alone the highest, so
    that the failure of a game of high hands can be replayed. Those who split have the same name.
    """
    for is_low_half in (False, True):
        shown = [list(shown_hands(trace, is_low_half=is_low_half)) for trace in traces]
        for trace, found in zip(traces, shown, strict=True):
            _check_splits(trace, found, is_low_half=is_low_half)
        _check_orders([(trace.case, each) for trace, each in zip(traces, shown, strict=True)])


def _check_orders(ends: Sequence[tuple[Case, Sequence[ShownHand]]]) -> None:
    """Raise `LawBroken` unless an order of the names holds in all hands."""
    shown = [hand for _, found in ends for hand in found]
    orders = _orders(shown, is_one=len(ends) == 1, is_short=any(_is_short(c.game) for c, _ in ends))
    wrong = [(order, list(_wrong(ends, order))) for order in orders]
    if all(found for _, found in wrong):
        order, (first, *_) = min(wrong, key=lambda each: len(each[1]))
        if order is _low:
            raise first.case.broken("names_low", **first.told())
        raise first.case.broken("names", **first.told())


def _check_splits(trace: Trace, shown: Sequence[ShownHand], *, is_low_half: bool) -> None:
    """Raise `LawBroken` for a pot that hands of several names split as if they were equal."""
    named = {hand.seat: hand for hand in shown}
    for seats in _splits(trace, is_low_half=is_low_half):
        split = sorted((named[p] for p in seats if p in named), key=_high)
        others = [hand for hand in split if hand.name != split[-1].name]
        if others:
            high, low = split[-1], others[0]
            values = {"one": high.seat + 1, "hand": high.name}
            values |= {"another": low.seat + 1, "other": low.name}
            raise trace.case.broken("names_split", **values)


def _splits(trace: Trace, *, is_low_half: bool) -> Iterator[list[int]]:
    """The seats that split each pot or its high half, or each low half."""
    events = _won(trace, is_low_half=is_low_half)
    for (kind, _), alike in itertools.groupby(events, key=lambda event: (event.kind, event.count)):
        if kind in SPLITS:
            yield [event.seat for event in alike]


def _won(trace: Trace, *, is_low_half: bool) -> Iterator[HandEvent]:
    """The events by which pots are won at the end of a hand: low halves, or all others."""
    is_low = False
    for event in events_of(kernel.fields(trace.rows(-1))):
        is_low = _HALVES.get(event.kind, is_low)
        if event.kind in _WON and is_low == is_low_half:
            yield event


def _high(hand: ShownHand) -> int:
    """The strength by `sidepot.hands`."""
    return hand.high


def _low(hand: ShownHand) -> int:
    """The strength where the lowest hand by `sidepot.hands` wins."""
    return -hand.high


def _short(hand: ShownHand) -> int:
    """The strength in a short deck: a flush beats a full house."""
    category = hand.high >> _CATEGORY
    if category not in (hands.FLUSH, hands.FULL_HOUSE):
        return hand.high
    return hand.high + (hands.FLUSH + hands.FULL_HOUSE - 2 * category << _CATEGORY)


@functools.lru_cache
def _is_short(game: Game) -> bool:
    """Whether a deck has no card below a six."""
    return all(card % CODES // 4 >= _SIX for card in game.cards_for(game.least))


def _ace_to_five(hand: ShownHand) -> int:
    """The strength of a low, aces low."""
    return _low_by(lows.ace_to_five, hand.name)


def _deuce_to_seven(hand: ShownHand) -> int:
    """The strength of a low, aces high; pairs, straights and flushes are high hands by name."""
    is_low = hand.high == _NO_HIGH
    return _low_by(lows.deuce_to_seven, hand.name) if is_low else _ABOVE - hand.high


@functools.lru_cache(_CACHED)
def _low_by(value: Callable[[Array, int], int], name: Message) -> int:
    """The strength of a low by its name, of cards of several suits."""
    ranks: Any = name.values["ranks"]
    held = [4 * RANKS.index(rank) + k % 4 for k, rank in enumerate(ranks)]
    return int(value(kernel.readable(np.array(held, np.int64)), len(held)))


def _orders(shown: Sequence[ShownHand], *, is_one: bool, is_short: bool) -> Sequence[_Strength]:
    """The orders in which all hands have a place; of a hand alone of high hands only that."""
    shown = [hand for hand in shown if hand.high != _NO_LOW]
    lows_by_name = [hand for hand in shown if hand.high == _NO_HIGH]
    if not lows_by_name:
        return [_high, *([_short] if is_short else []), *([] if is_one else [_low])]
    is_mixed = len(lows_by_name) < len(shown)
    return [_deuce_to_seven] if is_mixed else [_ace_to_five, _deuce_to_seven]


def _wrong(ends: Sequence[tuple[Case, Sequence[ShownHand]]], order: _Strength) -> Iterator[_Wrong]:
    """The hands of which the money says otherwise than the names."""
    for case, shown in ends:
        for winner in shown:
            rivals = [hand for hand in shown if hand.reaches(winner)]
            best = max(rivals, key=lambda hand: -_ABOVE if hand.high == _NO_LOW else order(hand))
            alike = [hand for hand in rivals if hand.name == best.name]
            if winner.won and winner not in alike and not any(hand.won for hand in alike):
                yield _Wrong(case, best, winner)
                break


def shown_hands(trace: Trace, *, is_low_half: bool = False) -> Iterator[ShownHand]:
    """The hands that all see at the end of a hand, of seats that are still in, if named.

    Where pots are halved, what is named and won for the high half, or else for the low half; where
    players choose, the halves are for those who go for them, and nothing of them is told.
    """
    game, rows = trace.case.game, trace.rows(-1)
    s, n = kernel.fields(rows), len(trace.case.stacks)
    won = _amounts(trace, s, is_low_half=is_low_half)
    is_declared = hasattr(type(s), "choices")
    if not any(won) or (is_low_half and is_declared):
        return
    laid = game.show(kernel.fields(concealed(game, rows, RAIL))).seats
    live, paid = kernel.column(s.seats, "live", n), kernel.column(s.chips, "paid", n)
    for seat in range(n - game.banked):
        half = _half(laid[seat], is_low_half=is_low_half) if live[seat] else None
        if half is not None and not (is_declared and half[0] != laid[seat].hand):
            yield ShownHand(seat, *half, trace.case.stacks[seat], paid[seat], won[seat])


def _amounts(trace: Trace, s: Fields, *, is_low_half: bool) -> Sequence[int]:
    """The chips that each seat has won: all, or where pots are halved, those of one half."""
    n = len(trace.case.stacks)
    lows = list(_won(trace, is_low_half=True))
    if not (lows or is_low_half):
        return kernel.column(s.chips, "won", n)
    won = [0] * n
    for event in lows if is_low_half else _won(trace, is_low_half=False):
        won[event.seat] += int(event.amount)
    return won


def _half(laid: LaidHand, *, is_low_half: bool) -> tuple[Message, int] | None:
    """The name that counts for a half, and its strength; None where it is not known by its name."""
    name = laid.hand
    if name is None or text(HIDDEN) in _cards(laid):
        return None
    if name.key == _BOTH:
        halves: Any = name.values
        name = halves["low" if is_low_half else "high"]
    elif is_low_half:
        return name, _NO_LOW
    high = _strength(laid, name)
    return (name, high) if high != _NO_HIGH or name.key == _LOW else None


def _cards(laid: LaidHand) -> tuple[str, ...]:
    """The cards that make a hand, as far as its face tells."""
    return laid.best or tuple(card.card for card in laid.cards if not card.dead)


def _strength(laid: LaidHand, name: Message) -> int:
    """The strength of a name in the order of `sidepot.hands`; `_NO_HIGH` if it is none of them.

    By the cards; where these are others, as wild cards are, by the name.
    """
    cards = _cards(laid)
    if 1 <= len(cards) <= _MOST:
        known, strength = _known(cards)
        if known == name:
            return strength
    return _by_name().get(name, _NO_HIGH)


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
