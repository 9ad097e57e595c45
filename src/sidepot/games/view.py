"""`TableView`: a concealed record made friendly. Faces know nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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


@dataclass(frozen=True, slots=True)
class SeatView:
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


@dataclass(frozen=True, slots=True)
class TableView:
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


def make_view(hand: Hand, record: Fields, seat: int, legal: Legal | None) -> TableView:
    """The view of a concealed record; `legal` is given to the one who is to act."""
    layout = hand.game.show(record)
    return TableView(
        version=VERSION,
        game=hand.game.name,
        title=hand.game.title,
        seat=None if seat < 0 else seat,
        hand=hand.number,
        decision=hand.decision,
        to_act=hand.actor,
        seats=_seats(hand, record, layout),
        board=layout.board,
        pots=_pots(hand, record),
        menu=_menu(legal, layout, bets(record)[seat]) if legal else (),
        facts=tuple(layout.facts.items()),
        events=hand.news(seat),
        result=_result(hand, record) if hand.over else (),
    )


def _seats(hand: Hand, record: Fields, layout: Layout) -> tuple[SeatView, ...]:
    """Columns are read as lists: element by element an array takes ten times as long."""
    over, bet = hand.over, bets(record)
    live = record.seats.live.tolist()
    stacks, paid = record.chips.stack.tolist(), record.chips.paid.tolist()
    spent = [not stack and p < hand.players for p, stack in enumerate(stacks)]
    return tuple(
        SeatView(
            name=name,
            stack=stacks[p],
            paid=paid[p],
            bet=bet[p],
            status="live" if live[p] else hand.exit(p),
            marks=() if over else _marks(p == layout.dealer, bool(live[p]) and spent[p]),
            cards=laid.cards,
            hand=laid.hand,
            best=laid.best,
            place=laid.place,
        )
        for p, (name, laid) in enumerate(zip(hand.names, layout.seats, strict=True))
    )


def _marks(is_dealer: bool, is_all_in: bool) -> tuple[str, ...]:
    return ("dealer",) * is_dealer + ("all_in",) * is_all_in


def bets(record: Fields) -> list[int]:
    """The bets of the round by seat, or side bets; none in games without either."""
    laid = getattr(record, "betting", None) or getattr(record, "side", None)
    found: list[int] = laid.bet.tolist() if laid else [0] * len(record.chips.paid)
    return found


def _pots(hand: Hand, record: Fields) -> tuple[PotView, ...]:
    """The pots; a game without rounds of betting has one."""
    if hand.over:
        return ()
    if hasattr(record, "betting"):
        collected = np.array(record.chips.paid) - np.array(record.betting.bet)
        running, dead = np.array(record.seats.live), record.chips.dead
        return tuple(PotView(int(n), who) for n, who in in_the_middle(collected, running, dead))
    amount = int(pot(record.chips, record.seats)) - sum(bets(record))
    live = tuple(p for p, is_live in enumerate(record.seats.live.tolist()) if is_live)
    return (PotView(amount, live),) if amount else ()


def _menu(legal: Legal, layout: Layout, bet: int) -> tuple[ChoiceView, ...]:
    return tuple(_choice(choice, layout, bet) for choice in legal.ranges)


def _choice(choice: Choice, layout: Layout, bet: int) -> ChoiceView:
    kind = actions.KINDS.index(choice.kind)
    price = layout.prices.get(kind, int(kind in actions.PAID))
    fixed = layout.costs.get(kind)
    usual = price * choice.lowest - (bet if kind in actions.LEVELS else 0)
    return ChoiceView(
        kind=choice.kind,
        lowest=choice.lowest,
        highest=choice.highest,
        counted=choice.is_counted,
        cost=usual if fixed is None else fixed,
        each=price,
        cards=choice.cards,
        key=KEYS[choice.kind],
        text=choice.message,
    )


def _result(hand: Hand, record: Fields) -> tuple[ResultView, ...]:
    nets = [*hand.payoffs, hand.bank]
    return tuple(ResultView(p, int(record.chips.won[p]), nets[p]) for p in range(hand.seats))
