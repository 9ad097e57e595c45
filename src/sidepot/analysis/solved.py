"""Exact values where a game is solved and small.

All hands that fit are counted, and all play on by the solution, which also says how likely a hand
is after the actions of its player.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sidepot import kernel
from sidepot.analysis.dealing import Order, order_of
from sidepot.bots import kuhn
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import Memory
from sidepot.games.leduc import Leduc
from sidepot.kernel import Records
from sidepot.odds import leduc
from sidepot.odds.result import ActionValue, exact_values
from sidepot.rules.actions import CALL, NAMES

_ROUNDED = 5
"""Decimals of a value: a solution counts chances in parts of a million."""
_EQUAL = 0.01
"""The difference, in antes, of what a solution mixes and would find equal without its own error."""

_Chances = Callable[[Records, Hand], Mapping[str, float]]


def _kuhn(view: Records, hand: Hand) -> Mapping[str, float]:
    """The probabilities in Kuhn poker: the last choice, which is the bold one, or the first."""
    rows = [str(row.at(row.lowest)) for row in hand.legal.ranges]
    is_call = hand.legal.ranges[-1].kind == NAMES[CALL]
    bold = kuhn.share(view[0], is_call) / kuhn.PARTS if len(rows) > 1 else 0.0
    return {rows[0]: 1.0 - bold, **({rows[-1]: bold} if len(rows) > 1 else {})}


def _leduc(view: Records, hand: Hand) -> Mapping[str, float]:
    """The probabilities in Leduc poker, in the order of the menu; none where it is not solved."""
    record: Any = kernel.fields(view)
    if not leduc.is_solved(record):
        return {}
    found, at = leduc.frequencies(), leduc.place_of(record)
    return {
        str(row.at(row.lowest)): int(found[at + k]) / leduc.PARTS
        for k, row in enumerate(hand.legal.ranges)
    }


_SOLUTIONS: Mapping[Any, _Chances] = {kuhn.Kuhn: _kuhn, Leduc: _leduc}
"""The probability of each choice of the seat to act, by the game's record."""


def values(memory: Memory) -> tuple[ActionValue, ...] | None:
    """The net from now on of each choice, in chips, with its share in the solution.

    None where the game has no solution here, its hand was not seen from the beginning, or somebody
    has done what nobody does by the solution.
    """
    chances = _SOLUTIONS.get(memory.game.record)
    order = order_of(memory) if chances else None
    if chances is None or order is None:
        return None
    weight, worth = 0.0, dict[str, float]()
    own: Mapping[str, float] = {}
    for deck in _decks(memory.game, len(memory.stacks), order):
        hand = memory.game.deal(stacks=memory.stacks, deck=deck, kept=memory.kept or None)
        likely = _replayed(hand, memory, chances)
        own = chances(hand.record(memory.seat), hand)
        before = hand.stacks[memory.seat]
        for action in own:
            after = _worth(_after(hand, action), memory.seat, chances) - before
            worth[action] = worth.get(action, 0.0) + likely * after
        weight += likely
    if not weight or not own:
        return None
    means = _levelled({a: total / weight for a, total in worth.items()}, own, memory.game.unit)
    found = exact_values([(a, round(mean, _ROUNDED) + 0.0) for a, mean in means.items()])
    return tuple(replace(value, share=own[value.action]) for value in found)


def _levelled(
    values: Mapping[str, float], shares: Mapping[str, float], unit: float
) -> Mapping[str, float]:
    """The values, with one for all actions that the solution mixes, as it finds them equal."""
    mixed = [action for action, share in shares.items() if share]
    mean = sum(shares[action] * values[action] for action in mixed)
    if any(abs(values[action] - mean) > _EQUAL * unit for action in mixed):
        return values
    return {**values, **dict.fromkeys(mixed, mean)}


def _decks(game: Game, players: int, order: Order) -> Iterator[list[int]]:
    """The orders of the cards that a seat has not seen, as far as they may be dealt."""
    deck = order.deck
    dealt = game.reach * players + game.common if game.reach else len(deck)
    free = [place for place in range(len(deck)) if place not in order.known]
    unseen = [deck[place] for place in free]
    for cards in itertools.permutations(unseen, sum(place < dealt for place in free)):
        again = list(deck)
        rest = (card for card in unseen if card not in cards)
        for place, card in zip(free, itertools.chain(cards, rest), strict=True):
            again[place] = card
        yield again


def _replayed(hand: Hand, memory: Memory, chances: _Chances) -> float:
    """Play the actions so far; returns how likely those of the others were."""
    likely = 1.0
    for seat, number in memory.acts:
        action = str(Action.decode(number))
        if seat != memory.seat:
            likely *= chances(hand.record(seat), hand).get(action, 0.0)
        hand.act(action)
    return likely


def _after(hand: Hand, action: str) -> Hand:
    later = hand.copy()
    later.act(action)
    return later


def _worth(hand: Hand, seat: int, chances: _Chances) -> float:
    """The mean of a seat's stack in the end."""
    if hand.actor is None:
        return float(kernel.fields(hand.record(seat)).chips.stack[seat])
    found = chances(hand.record(hand.actor), hand)
    return sum(p * _worth(_after(hand, action), seat, chances) for action, p in found.items() if p)
