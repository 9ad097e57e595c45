"""The law of sense: a larger bet is not called more often, a better hand is not folded more often.

It is about turns that face a bet. Chances are counted over some decisions with seeds of their own,
so small differences are nothing (`Law.slack`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sidepot import kernel
from sidepot.bots import Bot
from sidepot.engine.game import Game, Hand

SIZES = (0.25, 0.5, 1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 12.0, 25.0, None, -1.0)
"""Bets in pots; None is all but one chip, and -1 all."""


@dataclass(frozen=True)
class Law:
    """The extent of the law: the decisions by which a chance is counted, and the bets.

    `slack` is the difference of two chances that is nothing: at least two standard errors of it.
    """

    tries: int = 24
    slack: float = 0.3
    sizes: Sequence[float | None] = SIZES


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

    def __str__(self) -> str:
        """The name, as tests name their cases."""
        return self.name

    def faced(self, hand: str, size: float | None) -> Hand | None:
        """The turn, after a bet of so many pots; None of them: all but one chip; below 0: all.

        Below 0 it is the only bet of fixed limit, and the price of a game without bets.
        """
        unit = self.game.unit if self.game.ante else max(self.game.numbers["blinds"])
        dealt = self.game.deal(
            players=self.players, stacks=UNITS * unit, deck=self.deck(hand), seed=2
        )
        for action in filter(None, self.before.split(", ")):
            dealt.act(action)
        bet = next((row for row in dealt.legal.ranges if row.kind in ("bet", "raise_to")), None)
        if bet is None:
            return dealt if size is not None and size < 0 else None
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


def folds(bot: Bot, hand: Hand, tries: int) -> float:
    """The chance that a bot folds in a turn."""
    view = hand.record(hand.actor or 0)
    choices = (bot.choose(view, kernel.generator(7, number)) for number in range(tries))
    return sum(choice.kind == "fold" for choice in choices) / tries


def faults(bot: Bot, situation: Situation, law: Law) -> list[str]:
    """The breaches of the law in a situation, as text."""
    table = []
    for cards in situation.hands:
        turns = [situation.faced(cards, size) for size in law.sizes]
        table.append([folds(bot, turn, law.tries) if turn else None for turn in turns])
    found: list[str] = []
    for cards, row in zip(situation.hands, table, strict=True):
        found += _fewer_folds(f"{situation.name}, {cards}, pots", law.sizes, row, law.slack)
    for place, size in enumerate(law.sizes):
        column = [row[place] for row in table]
        found += _fewer_folds(f"{situation.name}, {size} pots", situation.hands, column, law.slack)
    return found


def _fewer_folds(
    name: str, steps: Sequence[object], chances: Sequence[float | None], slack: float
) -> Iterator[str]:
    """The steps, to a larger bet or to a worse hand, by which less is folded."""
    most, at = 0.0, steps[0]
    for step, chance in zip(steps, chances, strict=True):
        if chance is not None and chance < most - slack:
            yield f"{name}: folds {most:.2f} at {at}, {chance:.2f} at {step}"
        if chance is not None and chance > most:
            most, at = chance, step
