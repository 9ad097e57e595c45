"""`TableView`: a concealed record made friendly. Faces know nothing else."""

from __future__ import annotations

import functools
import itertools
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sidepot.games.action import Choice, Legal
from sidepot.kernel import Fields
from sidepot.rules import actions
from sidepot.rules.chips import pot
from sidepot.rules.layout import LaidCard, Layout
from sidepot.rules.pots import in_the_middle
from sidepot.words import Message

if TYPE_CHECKING:
    from sidepot.games.event import Event
    from sidepot.games.hand import Hand

__all__ = [
    "VERSION",
    "ChoiceView",
    "LaidCard",
    "PotView",
    "ResultView",
    "SeatView",
    "TableView",
    "make_view",
]

VERSION = 1
"""Of this document; it grows when a field changes its meaning."""


class SeatView(NamedTuple):
    """One seat. `status`: live, folded, out, or absent (not dealt in); chips in whole numbers.

    `paid`: into the hand in all; `bet`: the part of it that lies in front, in no pot yet.
    """

    name: str
    stack: int
    paid: int
    bet: int
    status: str
    marks: tuple[str, ...]
    cards: tuple[LaidCard, ...]
    hand: Message | None
    best: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot in chips, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A legal kind of action. `cost`: chips for the lowest amount; `each`: for every unit more.

    `cards`: what its amounts pick, the first for the lowest.
    """

    kind: str
    lowest: int
    highest: int
    counted: bool
    cost: int
    each: int
    cards: tuple[str, ...]
    key: str
    text: Message


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a seat won or lost in the hand, in chips, net; `won` is what it took out of the pots."""

    seat: int
    won: int
    net: int


class TableView(NamedTuple):
    """The table as one viewer sees it.

    `seat` is the viewer's, or None for the rail; `to_act` the seat to act, or None. `menu` is empty
    unless the viewer is to act; `events` are those of the last verb; `result` is empty until the
    hand is over.
    """

    version: int
    game: str
    title: str
    seat: int | None
    hand: int
    decision: int
    to_act: int | None
    seats: tuple[SeatView, ...]
    board: tuple[LaidCard, ...]
    pots: tuple[PotView, ...]
    menu: tuple[ChoiceView, ...]
    facts: tuple[tuple[str, int | Message], ...]
    events: tuple[Event, ...]
    result: tuple[ResultView, ...]

    @property
    def legal(self) -> Legal:
        """What the viewer may do: his menu, to be asked like `Hand.legal`."""
        return Legal(Choice(row.kind, row.lowest, row.highest, row.cards) for row in self.menu)


KEYS = {
    "fold": "f",
    "check": "c",
    "call": "c",
    "raise_to": "r",
    "buy": "b",
    "bet": "b",
    "pay": "p",
    "keep": "k",
    "discard": "d",
    "lay": "l",
    "decline": "n",
    "quickdraw": "w",
    "cover": "v",
    "pass": "n",
}
"""The key of each kind of action, the same in every face."""


KEPT = 1 << 12
"""Choices and pots that are kept to be shown again; each is small."""


def make_view(hand: Hand, record: Fields, seat: int, legal: Legal | None) -> TableView:
    """The view of a concealed record; `legal` is given to the one who is to act."""
    layout = hand.game.show(record)
    actor = hand.actor
    over = actor is None
    columns = _Columns(
        stack=record.chips.stack.tolist(),
        paid=record.chips.paid.tolist(),
        bet=bets(record),
        live=record.seats.live.tolist(),
    )
    return TableView(
        version=VERSION,
        game=hand.game.name,
        title=hand.game.title,
        seat=None if seat < 0 else seat,
        hand=hand.number,
        decision=hand.decision,
        to_act=actor,
        seats=_seats(hand, columns, layout, over=over),
        board=layout.board,
        pots=() if over else _pots(record, columns),
        menu=_menu(legal, layout, columns.bet[seat]) if legal else (),
        facts=tuple(layout.facts.items()),
        events=hand.news(seat),
        result=_result(hand, record) if over else (),
    )


class _Columns(NamedTuple):
    """What the record says of each seat, as lists: an array takes ten times as long to read."""

    stack: list[int]
    paid: list[int]
    bet: list[int]
    live: list[int]


def _seats(hand: Hand, columns: _Columns, layout: Layout, *, over: bool) -> tuple[SeatView, ...]:
    """In the order of the fields, because naming each of them would take as long again."""
    found = []
    stacks, paid, bet, live = columns
    for p, (name, laid) in enumerate(zip(hand.names, layout.seats, strict=True)):
        is_all_in = bool(live[p]) and not stacks[p] and p < hand.players
        status = "live" if live[p] else hand.exit(p)
        marks = () if over else _MARKS[p == layout.dealer, is_all_in]
        chips = stacks[p], paid[p], bet[p]
        found.append(
            SeatView(name, *chips, status, marks, laid.cards, laid.hand, laid.best, laid.place)
        )
    return tuple(found)


_MARKS: dict[tuple[bool, bool], tuple[str, ...]] = {
    (False, False): (),
    (True, False): ("dealer",),
    (False, True): ("all_in",),
    (True, True): ("dealer", "all_in"),
}
"""Is somebody the dealer, is he all-in? What stands beside his name."""


def bets(record: Fields) -> list[int]:
    """The bets of the round by seat, or side bets; none in games without either."""
    for part in ("betting", "side"):
        if hasattr(type(record), part):
            found: list[int] = getattr(record, part).bet.tolist()
            return found
    return [0] * len(record.chips.paid)


def _pots(record: Fields, columns: _Columns) -> tuple[PotView, ...]:
    """The pots; a game without rounds of betting has one."""
    if hasattr(type(record), "betting"):
        collected = tuple(map(operator.sub, columns.paid, columns.bet))
        return _side_pots(collected, tuple(columns.live), record.chips.dead)
    amount = pot(record.chips, record.seats) - sum(columns.bet)
    return _one_pot(amount, tuple(columns.live)) if amount else ()


@functools.lru_cache(maxsize=KEPT)
def _one_pot(amount: int, live: tuple[int, ...]) -> tuple[PotView, ...]:
    """The pot for which all live seats play."""
    return (PotView(amount, tuple(itertools.compress(itertools.count(), live))),)


@functools.lru_cache(maxsize=KEPT)
def _side_pots(paid: tuple[int, ...], live: tuple[int, ...], dead: int) -> tuple[PotView, ...]:
    """The pots that were collected."""
    found = in_the_middle(np.array(paid), np.array(live), dead)
    return tuple(PotView(int(n), who) for n, who in found)


def _menu(legal: Legal, layout: Layout, bet: int) -> tuple[ChoiceView, ...]:
    return tuple(_choice(choice, layout, bet) for choice in legal.ranges)


def _choice(choice: Choice, layout: Layout, bet: int) -> ChoiceView:
    kind = actions.KINDS.index(choice.kind)
    price = layout.prices.get(kind, int(kind in actions.PAID))
    fixed = layout.costs.get(kind)
    usual = price * choice.lowest - (bet if kind in actions.LEVELS else 0)
    return _choice_view(choice, usual if fixed is None else fixed, price)


@functools.lru_cache(maxsize=KEPT)
def _choice_view(choice: Choice, cost: int, each: int) -> ChoiceView:
    """Equal choices at equal prices are the same object."""
    return ChoiceView(
        kind=choice.kind,
        lowest=choice.lowest,
        highest=choice.highest,
        counted=choice.is_counted,
        cost=cost,
        each=each,
        cards=choice.cards,
        key=KEYS[choice.kind],
        text=choice.message,
    )


def _result(hand: Hand, record: Fields) -> tuple[ResultView, ...]:
    nets = [*hand.payoffs, hand.bank]
    return tuple(ResultView(p, int(record.chips.won[p]), nets[p]) for p in range(hand.seats))
