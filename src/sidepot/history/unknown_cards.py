"""Unknown cards: `??` stands for a card that nobody saw, in a hand recorded at a real table.

Other cards are made up for them. Cards that spectators never see cannot change what they see: every
game obeys that law of secrecy. So a made-up card that is never turned up does not matter. If one is
turned up, the hand is replayed with every card that it could be, and must go the same way.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from sidepot import cards, kernel
from sidepot.engine.game import Game
from sidepot.history.made_up import Spot
from sidepot.history.notation import ALL, HIDDEN, SHOW, Line
from sidepot.history.returning import Deals, Place
from sidepot.kernel import Fields, Records
from sidepot.rules import journal
from sidepot.rules.actions import Menu
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

AnyLine = TypeVar("AnyLine", Line, Line | None)
_NONE: Mapping[int, Sequence[str]] = MappingProxyType({})
_MOST_PLAYS, _MOST_STEPS = 5_000, 100_000
"""The most replays of a hand, and the most actions in all of them; if more are needed, it counts as
undecided."""


_IS_DEALING = np.isin(np.arange(256), journal.DEALING)
"""Flags by kind of event: does it deal?"""


class CardAssignment:
    """The physical cards for those that a history names, and for its unknown ones."""

    def __init__(
        self,
        game: Game,
        deck: Sequence[int],
        lines: Sequence[Line | None],
        attempt: int = 0,
        unknown: Collection[Spot] = (),
    ) -> None:
        """`deck`: the physical cards that the hand is dealt from.

        Each `attempt` makes up other cards for those that are unknown. `unknown`: those for which
        the lines name made-up ones.
        """
        self._given = frozenset(unknown)
        self.laid: Mapping[int, set[str]] = {}
        """The unknown cards of each line that are laid aside there and dealt again."""
        self.named: dict[int, list[int]] = defaultdict(list)
        """Physical cards for each seat and for the board, in the order of the deal."""
        self.again: list[str] = []
        """The cards that are dealt again when the deck is exhausted, in games that refill."""
        self.is_face_down = False
        """Whether the cards that are dealt again were laid aside in draws, and may be unknown."""
        self.made_up: dict[int, int] = {}
        """The number of the line of each physical card that stands for an unknown one."""
        self.first_error: tuple[int, Message] | None = None
        """The number of the first line with an impossible card, and the reason."""
        self._order: list[int] = []
        self._free: list[int] = []
        self._in_deck = _copies(tuple(deck))
        deals = None
        if game.deals_again or any(HIDDEN in line.cards for line in _dealt(lines)):
            deals = _deals(deck, lines, deals_again=game.deals_again)
        if deals is None or not (deals.again or any(_at(lines, p) == HIDDEN for p in deals.first)):
            self._assign_known(deck, lines)
        else:
            self._assign(game, deck, lines, attempt)
        self.deck = [*self._order, *self._free]
        """An order of the deck: the named cards in the order of the lines, then the others."""
        placed = set(self.deck)
        self.deck += [p for p in deck if p not in placed]

    def _assign_known(self, deck: Sequence[int], lines: Sequence[Line | None]) -> None:
        """Assign the cards of a history that names every card."""
        used = dict.fromkeys(self._in_deck, 0)
        for number, line in enumerate(lines, 1):
            if line is None or not line.deals:
                continue
            for at, card in enumerate(line.cards):
                copies = self._in_deck.get(card, ())
                if self.first_error or used.get(card, 0) >= len(copies):
                    self.first_error = self.first_error or (number, self._impossible(card))
                    break
                physical = copies[used[card]]
                used[card] += 1
                self._take(physical, line, Spot(number - 1, at))
        taken = set(self._order)
        self._free = [physical for physical in deck if physical not in taken]
        self.unknown = (*self._free, *self.made_up)
        """Physical cards that no line names."""

    def _assign(
        self, game: Game, deck: Sequence[int], lines: Sequence[Line | None], attempt: int
    ) -> None:
        """Assign cards where some are unknown, or dealt again."""
        deals = _deals(deck, lines, deals_again=game.deals_again)
        lines = completed(deck, lines, deals_again=game.deals_again)
        lines, self.laid = _with_sources(lines, deals)
        self.is_face_down = any(deal.sources for deal in deals.again)
        self._size = len(deals.first)
        wanted = Counter(_all_cards(lines)[: self._size])
        self._left: dict[str, list[int]] = defaultdict(list)
        for physical in reversed(deck):
            card = cards.text(physical)
            left = self._left[card]
            (left if len(left) < wanted[card] else self._free).append(physical)
        if attempt:
            random.Random(attempt).shuffle(self._free)
        # cards are taken from the end: first those whose text no line names
        self._free.sort(key=lambda physical: wanted[cards.text(physical)] == 0)
        free = tuple(self._free)
        for number, line in enumerate(lines, 1):
            if not self.first_error and line and line.deals:
                self._read(number, line)
        self.unknown = (*free, *(card for card in self.made_up if card not in free))

    def _read(self, number: int, line: Line) -> None:
        for at, card in enumerate(line.cards):
            if self._size == 0:
                if card == HIDDEN and not self.is_face_down:
                    self.first_error = number, Message("history.unknown_card")
                    return
                self.again.append(card)
                continue
            left = self._free if card == HIDDEN else self._left[card]
            if not left:
                self.first_error = number, self._impossible(card)
                return
            self._size -= 1
            self._take(left.pop(), line, Spot(number - 1, at))

    def _take(self, physical: int, line: Line, spot: Spot) -> None:
        """Let a card come where a line deals one."""
        self.named[line.seat].append(physical)
        self._order.append(physical)
        if line.cards[spot.card] == HIDDEN or spot in self._given:
            self.made_up[physical] = spot.line + 1

    def _impossible(self, card: str) -> Message:
        if card == HIDDEN:
            return Message("history.unknown_many")
        if card in self._in_deck:
            return Message("history.twice", {"card": card})
        return Message("history.not_in_deck", {"card": card})


def completed(
    deck: Sequence[int],
    lines: Sequence[AnyLine],
    turned_up: Mapping[int, Sequence[str]] = _NONE,
    early: Collection[int] = (),
    *,
    deals_again: bool = False,
) -> list[AnyLine]:
    """The lines, with cards that a player names later in place of the unknown ones they got.

    `turned_up`: by seat, unknown cards that were named in the end without a line; those of `early`
    seats were in their first deal, in the order in which they lie. What is dealt
    after all cards of the deck, in a game that refills (`deals_again`), is dealt again.
    """
    deals = _deals(deck, lines, deals_again=deals_again)
    once = [_at(lines, place) for place in deals.first]
    left = Counter(map(cards.text, deck)) - Counter(once)
    left.update(_may_return(lines, deals))
    left.subtract(_at(lines, place) for place, sources in deals.again if sources)
    named: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for seat, texts in turned_up.items():
        before = len(lines) if seat not in early else _second_deal(lines, seat)
        named[seat] = [(before, card) for card in texts]
        left.subtract(texts)
    held: dict[int, Counter[str]] = defaultdict(Counter)
    for number, line in enumerate(lines):
        if line and line.deals:
            held[line.seat].update(line.cards)
        elif line and line.seat != NOBODY:
            for card in line.cards:
                if held[line.seat][card] > 0:
                    held[line.seat][card] -= line.word != SHOW
                elif card in {other for _, other in named[line.seat]}:
                    named[line.seat] = [
                        (min(before, number) if other == card else before, other)
                        for before, other in named[line.seat]
                    ]
                elif left[card] > 0:
                    left[card] -= 1
                    named[line.seat].append((number, card))
    return _filled_in(lines, named, deals)


def _second_deal(lines: Sequence[Line | None], seat: int) -> int:
    """The index of the line that deals to a seat again, or the number of lines."""
    deals = (n for n, line in enumerate(lines) if line and line.deals and line.seat == seat)
    return next(itertools.islice(deals, 1, None), len(lines))


def _deals(deck: Sequence[int], lines: Sequence[Line | None], *, deals_again: bool) -> Deals:
    """Which cards come from the deck, and which are dealt again."""
    return Deals(len(deck) if deals_again else None, lines)


def _at(lines: Sequence[Line | None], place: Place) -> str:
    """The card at a place."""
    line = lines[place.line]
    return line.cards[place.card] if line else HIDDEN


def _filled_in(
    lines: Sequence[AnyLine], named: Mapping[int, Sequence[tuple[int, str]]], deals: Deals
) -> list[AnyLine]:
    """The lines, with cards that seats turn up in place of the unknown ones that they got.

    `named`: by seat, the index of the line before which a card must have been dealt, and the card.
    Each takes the last place that it can: so the others are there for whatever is discarded unseen
    before. A card that the deck has dealt by name already was dealt again.
    """
    places: dict[int, list[Place]] = defaultdict(list)
    returned: set[Place] = {deal.place for deal in deals.again if deal.sources}
    once = {_at(lines, place) for place in deals.first if returned}
    for place in [*deals.first, *sorted(returned)]:
        if _at(lines, place) == HIDDEN:
            places[place.seat].append(place)
    found: dict[Place, str] = {}
    for seat, wanted in named.items():
        for before, card in sorted(wanted, key=operator.itemgetter(0))[::-1]:
            fitting = [
                place
                for place in places[seat]
                if place.line < before and (place in returned or card not in once)
            ]
            if fitting:
                places[seat].remove(fitting[-1])
                found[fitting[-1]] = card
    return _with(lines, found)


def _with(lines: Sequence[AnyLine], found: Mapping[Place, str]) -> list[AnyLine]:
    """The lines with other cards at some places."""
    texts = [list(line.cards) if line else [] for line in lines]
    for place, card in found.items():
        texts[place.line][place.card] = card
    return [
        replace(line, cards=tuple(own)) if line and line.deals else line
        for line, own in zip(lines, texts, strict=True)
    ]


def _may_return(lines: Sequence[Line | None], deals: Deals) -> Counter[str]:
    """The cards that were laid aside by name, where cards are dealt again."""
    sources = {number for deal in deals.again for number in deal.sources}
    found = (lines[number] for number in sources)
    return Counter(card for line in found if line for card in line.cards if card != HIDDEN)


def _with_sources(
    lines: Sequence[AnyLine], deals: Deals
) -> tuple[list[AnyLine], dict[int, set[str]]]:
    """The lines, in which every card that is dealt again was dealt to somebody who laid it aside.

    Of unseen discards the last ones that can have been it are taken; by the number of their line,
    from 1, they are returned too.
    """
    once = {_at(lines, place): place for place in deals.first}
    free = [place for place in deals.first if _at(lines, place) == HIDDEN]
    room = {n: line.cards.count(HIDDEN) for n, line in enumerate(lines) if line}
    found: dict[Place, str] = {}
    laid: dict[int, set[str]] = defaultdict(set)
    for place, sources in deals.again:
        card = _at(lines, place)
        if card == HIDDEN:
            continue
        for number in sorted(sources, reverse=True):
            line, places = lines[number], [once[card]] if card in once else free
            if line and card in line.cards:
                break
            own = [p for p in places if line and p.seat == line.seat and p.line < number]
            if own and room[number]:
                room[number] -= 1
                laid[number + 1].add(card)
                if card not in once:
                    free.remove(own[-1])
                    found[own[-1]] = card
                break
    return _with(lines, found), laid


@functools.lru_cache(maxsize=1 << 7)
def _copies(deck: tuple[int, ...]) -> Mapping[str, Sequence[int]]:
    """The physical cards of a deck by their texts."""
    found: dict[str, list[int]] = defaultdict(list)
    for physical in deck:
        found[cards.text(physical)].append(physical)
    return dict(found)


def _dealt(lines: Sequence[Line | None]) -> Iterator[Line]:
    """The lines that deal cards."""
    return (line for line in lines if line and line.deals)


def _all_cards(lines: Sequence[Line | None]) -> list[str]:
    """The cards that lines deal, unknown ones included."""
    return [card for line in _dealt(lines) for card in line.cards]


def named_later(lines: Sequence[Line | None], seat: int) -> set[str]:
    """The cards that a seat shows or discards by name in these lines."""
    return {
        card
        for line in lines
        if line and line.seat == seat and not line.deals
        for card in line.cards
        if card not in (HIDDEN, ALL)
    }


class AlternativeReplay:
    """Replays a hand with other cards in place of those that were made up."""

    def __init__(self, game: Game, start: Records, actions: Sequence[int]) -> None:
        """`start`: the record before `begin`, with the hand's deck; `actions` as integer codes."""
        self._game = game
        self._start = start
        self._actions = actions
        self._menu = kernel.batch(kernel.record(Menu))
        self._chips = True

    def depends_on(self, seen: Sequence[int], free: Sequence[int], *, chips: bool) -> bool:
        """Does the hand go differently with cards of `free` in place of those of `seen`?

        True if there are too many to try. `chips`: are the stacks compared too?
        """
        self._chips = chips
        if math.perm(len(free), len(seen)) > self._most_plays:
            return True
        expected = list(self._observable(seen, seen))
        for others in itertools.permutations(free, len(seen)):
            if any(map(operator.ne, expected, self._observable(seen, others))):
                return True
        return False

    @property
    def _most_plays(self) -> int:
        """The most replays: fewer of a long hand."""
        return min(_MOST_PLAYS, _MOST_STEPS // (1 + len(self._actions)))

    def _observable(self, seen: Sequence[int], others: Sequence[int]) -> Iterator[Hashable]:
        """The observable facts after each verb, with the cards `others` in place of `seen`.

        The player to act, their menu, the seats that were dealt to, and the stacks.
        """
        rows = kernel.copy(self._start)
        record = kernel.fields(rows)
        order = record.deck.card
        positions = [int(np.argmax(order == card)) for card in seen]
        for position, other in zip(positions, others, strict=True):
            order[order == other] = order[position]
            order[position] = other
        self._game.entry.begin(rows)
        yield self._public(rows, record)
        for number in self._actions:
            self._game.entry.step(rows, number)
            yield self._public(rows, record)

    def _public(self, rows: Records, record: Fields) -> Hashable:
        self._menu.view(np.uint8)[:] = 0
        if record.seats.actor != NOBODY:
            self._game.entry.menu(rows, self._menu)
        log = record.journal
        dealt = _IS_DEALING[log.kind[: log.n]]
        return (
            record.seats.actor,
            self._menu.tobytes(),
            log.seat[: log.n][dealt].tobytes(),
            record.chips.stack.tobytes() if self._chips else b"",
        )
