"""`TableView`: a concealed record in readable form, the only one that front ends get."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from msgspec.structs import asdict, replace

from sidepot.engine import keeping, printing
from sidepot.engine.action import Choice, Legal
from sidepot.engine.acts import Act
from sidepot.engine.definition import Definition
from sidepot.engine.play import Play
from sidepot.engine.table import ChoiceView, PotView, ResultView, SeatView, Table
from sidepot.kernel import Fields, column
from sidepot.rules import actions
from sidepot.rules.chips import pot
from sidepot.rules.layout import Course, LaidCard, LaidHand, Layout
from sidepot.rules.pots import in_the_middle
from sidepot.rules.seats import NOBODY
from sidepot.words import Message
from sidepot.words.wire import Values

__all__ = [
    "KEYS",
    "VERSION",
    "ChoiceView",
    "Course",
    "LaidCard",
    "PotView",
    "ResultView",
    "SeatView",
    "TableView",
    "Views",
    "undealt",
]

VERSION = 1
"""The version of this document; it grows when a field changes its meaning."""


class TableView(Table, frozen=True, kw_only=True, dict=True):
    """The table as one viewer sees it, in the engine, on the wire, at a client and for a bot.

    `seat` is the viewer's, None for the rail; `to_act` is the seat to act, or None. `menu` is empty
    unless it is the viewer's turn; `events` are those of the last verb; `result` is empty until the
    hand is over. `facts`: numbers and words worth knowing. `kept`: what the hand before has kept
    (`Hand.kept`), None in games that keep nothing. `print` shows a view in columns, and a notebook
    draws it.

    `asked`: the seats that decide at the same time at a room's table, none where one acts after the
    other. Nobody is sent a sign of who has decided before all have: `to_act` is then the viewer's
    own seat until they have decided, and else the first of the others; `decided` is what they have
    decided. `ahead`: while another player of the table decides, the menu that the viewer would have
    if it were their turn now (`Hand.ahead`). There `events` are those of as many last verbs as
    `verbs` says, and `stages` divide them where they are worth showing one after the other
    (`engine.stages`).
    """

    @property
    def record(self) -> bytes:
        """The concealed record with its journal; empty where a client has not seen all of it.

        Like `rules` it is not sent, and does not count in a comparison.
        """
        found: bytes = self.__dict__.get("record", b"")
        return found

    @property
    def rules(self) -> Definition | None:
        """The game with the table's options, where the record is known."""
        return self.__dict__.get("rules")

    @property
    def acts(self) -> tuple[Act, ...] | None:
        """The actions of the hand as the viewer knows them, where the record is known; else None.

        They are not sent, and do not count in a comparison.
        """
        return self.__dict__.get("acts")

    def with_record(
        self, record: bytes, rules: Definition | None, acts: tuple[Act, ...] | None = None
    ) -> TableView:
        """The view with the concealed record that goes with it, the game, and what was done."""
        view = replace(self)
        view.__dict__.update(record=record, rules=rules, acts=acts)
        return view

    def __deepcopy__(self, memo: dict[int, Any]) -> TableView:
        """A copy that shares the game."""
        return _made_again(deepcopy(asdict(self), memo), self.record, self.rules, self.acts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (asdict(self), self.record, self.rules, self.acts)

    def __str__(self) -> str:
        return printing.text(self)

    def _repr_html_(self) -> str:
        return printing.html(self)


def _made_again(
    fields: dict[str, Any],
    record: bytes,
    rules: Definition | None,
    acts: tuple[Act, ...] | None,
) -> TableView:
    return TableView(**fields).with_record(record, rules, acts)


def undealt(view: TableView) -> TableView:
    """The view of a table on which nothing was dealt yet."""
    seats = tuple(
        replace(seat, cards=(), hand=None, best=(), place=None, status="live")
        for seat in view.seats
    )
    return replace(view, seats=seats, board=(), pots=(), result=(), to_come=0, course=None)


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
    "in": "s",
    "out": "o",
    "exchange": "x",
}
"""The key of each kind of action, the same in every front end."""


KEPT = 1 << 12
"""Size of the caches of choices and pots; each entry is small."""


class Views:
    """A hand at one moment, as several viewers see it.

    The chips in concealed records are read once for all records in which their bytes are equal.
    """

    def __init__(self, hand: Play) -> None:
        self._hand = hand
        self._actor = hand.actor
        self._chips: dict[object, _Chips] = {}
        self.seen = hand.laid.seen
        """The record as a seat or the rail may know it, in memory that the next call overwrites."""
        self.record, self._layout = hand.laid.public
        """The bytes of the record as the rail sees it, and what lies on the table by it."""

    @functools.cached_property
    def public(self) -> TableView:
        """The rail's view."""
        return self._laid(self.seen(NOBODY).fields, self._layout, NOBODY, None)

    def view(self, record: Fields, seat: int, legal: Legal | None) -> TableView:
        """The view of a concealed record; `legal` is the menu, for the viewer whose turn it is."""
        return self._laid(record, self._hand.game.show(record), seat, legal)

    def menu(self, legal: Legal, seat: int) -> tuple[ChoiceView, ...]:
        """The menu of a seat, at prices that everybody sees: by the rail's view and layout."""
        return _menu(legal, self._layout, self.public.seats[seat].bet, self._hand.game.keys)

    def own(self, record: Fields, seat: int) -> SeatView:
        """A player's own seat as they see it, from their concealed record and the rail's view.

        Call it in games that say what lies in front of one seat (`Game.own`).
        """
        own = self._hand.game.own
        assert own is not None
        laid = own(record, seat)
        return replace(
            self.public.seats[seat],
            cards=laid.cards,
            hand=laid.hand,
            best=laid.best,
            place=laid.place,
        )

    def _laid(self, record: Fields, layout: Layout, seat: int, legal: Legal | None) -> TableView:
        """The view of a concealed record and what lies on its table."""
        hand = self._hand
        chips = self._chips_of(record, layout.dealer)
        kept = hand.kept
        pot = keeping.pot_in(kept)
        return TableView(
            version=VERSION,
            game=hand.game.name,
            title=hand.game.said_title,
            seat=None if seat < 0 else seat,
            hand=hand.number,
            decision=hand.decision,
            to_act=self._actor,
            seats=chips.seats(layout.seats),
            board=layout.board,
            pots=chips.pots,
            menu=_menu(legal, layout, chips.bets[seat], hand.game.keys) if legal else (),
            facts=Values({**layout.facts, **({"carried": pot} if pot else {})}),
            events=hand.events(seat, -1),
            result=chips.result,
            to_come=layout.to_come,
            course=layout.course,
            kept=kept or None,
        )

    def _chips_of(self, record: Fields, dealer: int | None) -> _Chips:
        bets = bets_of(record)
        known = bytes(record.chips), bytes(record.seats), bets and bytes(bets), dealer
        if known not in self._chips:
            self._chips[known] = _Chips(self._hand, record, bets, dealer)
        return self._chips[known]


class _Chips:
    """Everything that the table shows except cards: chips, and who plays for them."""

    def __init__(self, hand: Play, record: Fields, bets: Fields | None, dealer: int | None) -> None:
        """`bets`: see `bets_of`."""
        over, n = hand.over, hand.seats
        live = column(record.seats, "live", n)
        stacks, paid = column(record.chips, "stack", n), column(record.chips, "paid", n)
        self.bets = column(bets, "bet", n) if bets else (0,) * n
        self.pots = () if over else _pots(record, paid, self.bets, live)
        self.result = _result(hand, record) if over else ()
        status = ["live" if live[p] else hand.exit(p) for p in range(n)]
        all_in = [bool(live[p]) and not stacks[p] and p < hand.players for p in range(n)]
        marks = [() if over else _MARKS[p == dealer, all_in[p]] for p in range(n)]
        chips = zip(stacks, paid, self.bets, strict=True)
        self._rows = list(zip(hand.names, chips, status, marks, strict=True))

    def seats(self, laid: Sequence[LaidHand]) -> tuple[SeatView, ...]:
        """The seats with the cards in front of them."""
        return tuple(
            [
                SeatView(name, *chips, status, marks, hand.cards, hand.hand, hand.best, hand.place)
                for (name, chips, status, marks), hand in zip(self._rows, laid, strict=True)
            ]
        )


_MARKS: dict[tuple[bool, bool], tuple[str, ...]] = {
    (False, False): (),
    (True, False): ("dealer",),
    (False, True): ("all_in",),
    (True, True): ("dealer", "all_in"),
}
"""The marks next to a player's name, by: is the seat the dealer, is it all-in?"""


def bets_of(record: Fields) -> Fields | None:
    """The part with the bets of the round, or the side bets; None in games without either."""
    for part in ("betting", "side"):
        if hasattr(type(record), part):
            found: Fields = getattr(record, part)
            return found
    return None


def _pots(
    record: Fields, paid: tuple[int, ...], bets: tuple[int, ...], live: tuple[int, ...]
) -> tuple[PotView, ...]:
    """The pots; a game without betting rounds has one."""
    if hasattr(type(record), "betting"):
        return _side_pots(tuple(map(operator.sub, paid, bets)), live, record.chips.dead)
    amount = pot(record.chips, record.seats) - sum(bets)
    return _one_pot(amount, live) if amount else ()


@functools.lru_cache(maxsize=KEPT)
def _one_pot(amount: int, live: tuple[int, ...]) -> tuple[PotView, ...]:
    """The single pot, which all live seats can win."""
    return (PotView(amount, tuple(itertools.compress(itertools.count(), live))),)


@functools.lru_cache(maxsize=KEPT)
def _side_pots(paid: tuple[int, ...], live: tuple[int, ...], dead: int) -> tuple[PotView, ...]:
    """The main pot and the side pots, without the bets of the round."""
    found = in_the_middle(np.array(paid), np.array(live), dead)
    return tuple(PotView(int(n), who) for n, who in found)


def _menu(
    legal: Legal, layout: Layout, bet: int, keys: Mapping[str, str]
) -> tuple[ChoiceView, ...]:
    return tuple(_choice(choice, layout, bet, keys) for choice in legal.ranges)


def _choice(choice: Choice, layout: Layout, bet: int, keys: Mapping[str, str]) -> ChoiceView:
    kind = choice.kind_number
    price = layout.prices.get(kind, int(kind in actions.PAID))
    fixed = layout.costs.get(kind)
    usual = price * choice.lowest - (bet if kind in actions.LEVELS else 0)
    name = actions.NAMES[kind]
    key = keys[name] if name in keys else KEYS[name]
    cost = usual if fixed is None else fixed
    return _choice_view(choice, cost, price, key, deals=kind in layout.deals)


@functools.lru_cache(maxsize=KEPT)
def _choice_view(choice: Choice, cost: int, each: int, key: str, *, deals: bool) -> ChoiceView:
    """The view of a choice at a price; equal ones are the same object."""
    return ChoiceView(
        kind=choice.kind,
        lowest=choice.lowest,
        highest=choice.highest,
        counted=choice.is_counted,
        cost=cost,
        each=each,
        cards=choice.cards,
        key=key,
        text=choice.message,
        said=choice.said,
        label=Message(f"label.{choice.said}", {"n": "{n}"}) if choice.said else None,
        least=choice.least,
        most=choice.most,
        words=choice.words,
        own=choice.own,
        deals=deals,
    )


def _result(hand: Play, record: Fields) -> tuple[ResultView, ...]:
    nets = [*hand.payoffs, hand.bank]
    return tuple(ResultView(p, int(record.chips.won[p]), nets[p]) for p in range(hand.seats))
