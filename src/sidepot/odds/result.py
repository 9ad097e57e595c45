"""`Analysis`: the findings about a decision, one type for Python, every front end and the wire."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Literal, TypeAlias

from msgspec import Struct

Method: TypeAlias = Literal["exact", "solved", "estimate", "sampled", "played", "judged"]

_MOST_DIGITS = 4
"""The most decimals of a value that are shown."""
_LEAST_DIGITS = 2
"""The fewest decimals of exact values."""
_ROUNDED = 9
"""Decimals of a mean that are more than the noise of floats."""
_FREE = "check"
"""The action that costs nothing."""
_PROVEN = 5e-7
"""A bound, in chips, below which a value counts as exact: it does not show in what is printed."""


class ActionValue(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice, as it is typed, and its value: the expected net from now on, in chips.

    `error`: the standard error, or the most that an exact value may be off. `digits`: the decimals
    that the error allows to show; -1 are whole tens, and so on. Where values come from a learned
    strategy or a rule of thumb, `share` is how often it makes this choice, and `behind` how much
    less the choice brings than the best one on the same deals, with the standard error of that,
    `behind_error`.
    """

    action: str
    value: float
    digits: int
    error: float = 0.0
    share: float | None = None
    behind: float = 0.0
    behind_error: float = 0.0

    @property
    def text(self) -> str:
        """The value as it is shown: `+1.3`, or `0`."""
        return shown(self.value, self.digits, signed=True)


class Chance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice that stays in: the probabilities to win all, and to win a part (tie, side pot).

    `error`: the standard error, a tie counted half. `digits`: the decimals of a percentage that it
    allows to show.
    """

    action: str
    win: float
    tie: float
    digits: int
    error: float = 0.0


class Price(Struct, frozen=True, kw_only=True):
    """The cost of staying in, in chips, and the probability to win from which it pays: pot odds."""

    cost: int
    needs: float


class Bank(Struct, frozen=True, kw_only=True):
    """The bank in casino Ricochet, and three more cards against it.

    `ahead`: the probability that they are enough to lead; `bonus`: their mean bonus, in chips.
    """

    is_in: bool
    ahead: float
    bonus: float


class FinalHand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of hand, and the probability that the hand to act ends as one.

    `hand` is its key (`pair`, `low_8`), or in games with names of their own the name; `low`, the
    same for the other half of the pot, where the hand is good for both.
    """

    hand: str
    low: str = ""
    share: float


class Outlook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a hand if everybody stays in and nobody bets any more, all unseen cards at random.

    `win` and `tie`: the probabilities to win all and to win a part, against `others`; `error`, the
    standard error, a tie counted half; 0 if all `deals` were counted. `hands`, the most likely
    first, with the largest standard error, `hands_error`, from `hands_deals` deals. `seconds`: how
    long it took.
    """

    others: int
    win: float
    tie: float
    deals: int
    hands_deals: int
    hands: tuple[FinalHand, ...]
    seconds: float
    error: float = 0.0
    hands_error: float = 0.0


class Analysis(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of each choice of the seat to act, from what it may know.

    `choices` is empty where no choice has a value, because players bet against each other and no
    strategy is known; then there are `chances` against random hands of `others`, if all stay in,
    and the `price` of a call. Of many exchanges of cards only the best on the first deals are
    valued to the end; `left_out` is the number of the others. `keeps`: the chances are those if
    nobody exchanges cards later. `method`: exact, estimate, sampled;
    solved: exact, if everybody plays the game's solution; played: everybody plays as a learned
    strategy, in so many `samples`; judged: by a rule of thumb. `advice` is the best choice
    (`advised`); `undecided` are the choices that the errors do not tell apart from it, the advice
    among them, and none if it is better than all others by more than the errors.

    Of the strategy, where the hand differs: `trained_for`, the players that it was trained for;
    `trained_with`, its options, as they are typed; `trained_stacks`, the least and the most chips
    at the beginning of a hand. `is_without_past`: the actions of the others before are not known.

    By game: `cards` are the seat's, where all hands lie open; `escape`, the probabilities of having
    the better hand within one more card, two, and so on; `is_short`: a stack too short to solve the
    position; `bank`. `outlook`, where it was asked for.
    """

    seat: int
    pot: int
    method: Method
    choices: tuple[ActionValue, ...]
    advice: str | None = None
    undecided: tuple[str, ...] = ()
    samples: int = 0
    trained_for: int | None = None
    trained_with: tuple[str, ...] = ()
    trained_stacks: tuple[int, int] | None = None
    is_without_past: bool = False
    chances: tuple[Chance, ...] = ()
    others: int = 0
    price: Price | None = None
    left_out: int = 0
    keeps: bool = False
    cards: tuple[str, ...] = ()
    escape: tuple[float, ...] = ()
    is_short: bool = False
    bank: Bank | None = None
    outlook: Outlook | None = None

    @property
    def error(self) -> float:
        """The largest error of a value, or of a chance."""
        errors = [choice.error for choice in self.choices]
        return max([*errors, *(chance.error for chance in self.chances)], default=0.0)

    def value(self, action: str) -> float:
        """The value of a choice. Raises `KeyError`."""
        return {choice.action: choice.value for choice in self.choices}[action]

    def chance(self, action: str) -> Chance:
        """The chances of a choice. Raises `KeyError`."""
        return {chance.action: chance for chance in self.chances}[action]


class Findings(Struct, frozen=True, kw_only=True):
    """The part of an `Analysis` that a method by game finds; `choices` None if it has no values."""

    method: Method = "sampled"
    choices: tuple[ActionValue, ...] | None = None
    cards: tuple[str, ...] = ()
    escape: tuple[float, ...] = ()
    is_short: bool = False
    bank: Bank | None = None


class HandEquity(Struct, frozen=True, kw_only=True):
    """A hand or range of a position: its share of the pots, and how often it wins or ties.

    `equity` is the mean part of what is won, `win` the probability to win all of it, `tie` that to
    win a part; `error` is the standard error of the equity, 0 if it is exact.
    """

    hand: str
    equity: float
    win: float
    tie: float
    error: float = 0.0

    @property
    def digits(self) -> int:
        """The decimals of a percentage that the error allows to show."""
        return digits_of_percent(self.error)


class Equity(Struct, frozen=True, kw_only=True):
    """The equities of a position: its hands by seat, and how they were found.

    `method`: `exact`, on all deals, or `sampled`, on random ones; `deals` is their number. `rule`
    is the one for choices other than staying in: `none`, because there were none; `quick`, the
    quick policy of the game's bots; `waiting`: keep all cards, and buy the most.
    """

    game: str
    hands: tuple[HandEquity, ...]
    board: tuple[str, ...]
    dead: tuple[str, ...]
    method: Literal["exact", "sampled"]
    deals: int
    rule: Literal["none", "quick", "waiting"]

    @property
    def error(self) -> float:
        """The largest standard error of an equity; 0 if they are exact."""
        return max(hand.error for hand in self.hands)


def advised(choices: Sequence[ActionValue]) -> str:
    """The best choice, or of those that may be as good the one that the strategy prefers.

    It is never one whose own value is below that of a check, or of a choice without an error.
    """
    able = _able(choices)
    floor = max((c.value for c in able if not c.error or c.action == _FREE), default=-math.inf)
    safe = [choice for choice in _close(able) if choice.value >= floor]
    return max(safe, key=lambda choice: (choice.share or 0.0, choice.value)).action


def undecided(choices: Sequence[ActionValue]) -> tuple[str, ...]:
    """The choices among which may be the best one; none if it is clear which one that is."""
    close = _close(_able(choices))
    return tuple(choice.action for choice in close) if len(close) > 1 else ()


def _close(choices: Sequence[ActionValue]) -> list[ActionValue]:
    """The best choice, those that are equal, or worse by less than the error of the difference."""
    best = max(choices, key=lambda choice: choice.value)
    return [
        choice
        for choice in choices
        if choice is best
        or best.value - choice.value < max(choice.error, best.error, choice.behind_error, _PROVEN)
    ]


def _able(choices: Sequence[ActionValue]) -> list[ActionValue]:
    """The choices that do not give up for nothing: no fold beside a check."""
    is_free = any(choice.action == _FREE for choice in choices)
    return [choice for choice in choices if not (is_free and choice.action == "fold")]


def sampled_value(action: str, value: float, error: float, **more: float) -> ActionValue:
    """The mean of samples, shown with the decimals that its standard error allows.

    An error that is only the rounding of floats counts as none.
    """
    if error < _PROVEN:
        value, error = round(value, _ROUNDED), 0.0
    digits = _digits_of(value, error)
    return ActionValue(action=action, value=value, error=error, digits=digits, **more)


def exact_values(values: Sequence[tuple[str, float]], bound: float = 0.0) -> list[ActionValue]:
    """Exact values, each at most `bound` off.

    Their smallest difference is shown with two digits, if the bound and `_MOST_DIGITS` allow it.
    """
    gaps = [b - a for a, b in pairwise(sorted(value for _, value in values)) if b - a > _PROVEN]
    digits = max(_decimals(min(gaps)) + 1 if gaps else 0, _LEAST_DIGITS)
    error = bound if bound > _PROVEN else 0.0
    digits = min(digits, _decimals(error) if error else _MOST_DIGITS, _MOST_DIGITS)
    return [ActionValue(action=a, value=v, digits=digits, error=error) for a, v in values]


def chance(action: str, *, win: float, tie: float, error: float) -> Chance:
    """A sampled chance, shown with the decimals of a percentage that its error allows."""
    digits = max(0, *(_digits_of(100 * part, 100 * error, most=1) for part in (win, tie)))
    return Chance(action=action, win=win, tie=tie, digits=digits, error=error)


def _digits_of(value: float, error: float, most: int = _MOST_DIGITS) -> int:
    """The decimals that an error allows: .3 one, 3 none, 30 whole tens (-1).

    Without an error, those that there are.
    """
    if error > 0.0:
        return min(_place(error), most)
    return next((n for n in range(most) if round(value, n) == value), most)


def _place(error: float) -> int:
    """The place of the first digit of an error after the point: 1 of .3, 0 of 3, -1 of 30."""
    return -math.floor(math.log10(error))


def _decimals(error: float) -> int:
    """The same after the point alone."""
    return max(_place(error), 0)


def shown(value: float, digits: int, *, signed: bool = False) -> str:
    """A number as it is shown everywhere, halves rounded away from zero; `0` without decimals.

    Negative `digits` round to tens, hundreds, and so on.
    """
    number = Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    if not number:
        return "0"
    return f"{number:+f}" if signed else f"{number:f}"


def shown_error(error: float) -> str:
    """An error as it is shown: its first digit."""
    return shown(error, _place(error)) if error else "0"


def digits_of_percent(error: float) -> int:
    """The decimals of a percentage that the error of a probability allows; two if there is none."""
    return max(0, min(_LEAST_DIGITS, _place(100 * error))) if error else _LEAST_DIGITS


def shown_percent(chance: float, digits: int = 0) -> str:
    """A probability as it is shown."""
    return f"{shown(100 * chance, digits)}%"
