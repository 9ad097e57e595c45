"""The law of sense: a larger bet is not called more often, a better hand is not folded more often.

It is about turns that face a bet. Chances are counted over some decisions with seeds of their own,
so a difference within `SLACK` is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sidepot import kernel
from sidepot.bots import Bot
from sidepot.engine.game import Game, Hand

TRIES = 24
"""Decisions by which a chance is counted."""
SLACK = 0.3
"""The difference of two chances that is nothing: more than three standard errors of it, if both are
near one or none, and two in the middle."""
SIZES = (0.25, 0.5, 1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 12.0, 25.0)
"""Bets in pots; and all but one chip, and all."""
UNITS = 100
"""The stacks."""


@dataclass(frozen=True)
class Situation:
    """A turn that faces a bet, with hands of one kind for it, the best first.

    `before` and `after` are the actions around the bet; `deck` makes the deck for a hand.
    """

    name: str
    game: Game
    players: int
    before: str
    after: str
    hands: Sequence[str]
    deck: Callable[[str], str]

    def faced(self, hand: str, size: float | None) -> Hand | None:
        """The turn, after a bet of so many pots; None of them: all but one chip; below 0: all."""
        unit = self.game.unit if self.game.ante else max(self.game.numbers["blinds"])
        dealt = self.game.deal(
            players=self.players, stacks=UNITS * unit, deck=self.deck(hand), seed=2
        )
        for action in filter(None, self.before.split(", ")):
            dealt.act(action)
        bet = next(row for row in dealt.legal.ranges if row.kind in ("bet", "raise_to"))
        level = bet.highest if size is not None and size < 0 else bet.highest - 1
        if size is not None and size >= 0:
            level = self._level(dealt, size)
            if level >= bet.highest - 1:
                return None
        dealt.act(f"{bet.kind.replace('_', ' ')} {max(level, bet.lowest)}")
        for action in filter(None, self.after.split(", ")):
            dealt.act(action)
        return dealt

    def _level(self, dealt: Hand, size: float) -> int:
        """The level of a bet of so many pots, after a call."""
        s = kernel.fields(dealt.record(dealt.actor or 0))
        owed = int(s.betting.to) - int(s.betting.bet[dealt.actor or 0])
        pot = int(s.chips.paid.sum()) + owed
        return int(s.betting.to) + int(size * pot)


def folds(bot: Bot, hand: Hand) -> float:
    """The chance that a bot folds in a turn."""
    view = hand.record(hand.actor or 0)
    choices = (bot.choose(view, kernel.generator(7, number)) for number in range(TRIES))
    return sum(choice.kind == "fold" for choice in choices) / TRIES


def faults(bot: Bot, situation: Situation) -> Iterator[str]:
    """The breaches of the law in a situation, as text."""
    sizes = (*SIZES, None, -1.0)
    table = []
    for cards in situation.hands:
        turns = [situation.faced(cards, size) for size in sizes]
        table.append([folds(bot, turn) if turn else None for turn in turns])
    for cards, row in zip(situation.hands, table, strict=True):
        yield from _of_sizes(f"{situation.name}, {cards}", sizes, row)
    for place, size in enumerate(sizes):
        column = [row[place] for row in table]
        yield from _of_hands(f"{situation.name}, {size} pots", situation.hands, column)


def _of_sizes(
    name: str, sizes: Sequence[float | None], chances: Sequence[float | None]
) -> Iterator[str]:
    """Larger bets that are folded to less often."""
    most, at = 0.0, sizes[0]
    for size, chance in zip(sizes, chances, strict=True):
        if chance is not None and chance < most - SLACK:
            yield f"{name} folds {most:.2f} to {at} pots, {chance:.2f} to {size}"
        if chance is not None and chance > most:
            most, at = chance, size


def _of_hands(name: str, hands: Sequence[str], chances: Sequence[float | None]) -> Iterator[str]:
    """Better hands that are folded more often."""
    most, at = 0.0, hands[0]
    for cards, chance in zip(hands, chances, strict=True):
        if chance is not None and chance < most - SLACK:
            yield f"{name}: {at} folds {most:.2f}, {cards} {chance:.2f}"
        if chance is not None and chance > most:
            most, at = chance, cards
