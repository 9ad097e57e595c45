"""The deck places of the cards that a seat has seen, found by replaying the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sidepot import kernel
from sidepot.cards import HIDDEN
from sidepot.engine import keeping, setup
from sidepot.engine.memory import UNSEEN, Memory
from sidepot.kernel import Fields, Records
from sidepot.rules import actions
from sidepot.rules.journal import DEALING


@dataclass(frozen=True)
class Order:
    """An order of the deck that fits what a seat has seen.

    `known` are the places of the cards that it saw; all cards at other places may be exchanged.
    `second` is the same for the cards that were dealt again, and empty if none were.
    """

    deck: tuple[int, ...]
    known: frozenset[int]
    second: tuple[int, ...]


def order_of(memory: Memory) -> Order | None:
    """The order of a hand's deck, as far as a seat knows it; None if it cannot be determined.

    It cannot where the hand was not seen from its beginning, and where cards lie open that nobody
    saw leave the deck.
    """
    if len(memory.views) != len(memory.acts) + 1 or not memory.stacks:
        return None
    arranging = _Arranging(memory)
    for _ in range(len(memory.views) + len(arranging.cards)):
        if arranging.is_settled():
            return arranging.order if arranging.is_same() else None
    return None


class _Arranging:
    """Replays a hand until the deck deals every card that was seen."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._game = memory.game
        players = len(memory.stacks) + self._game.banked
        self.cards = list(keeping.deck_for(self._game, players, memory.kept))
        self._deck = list(self.cards)
        self._again: list[int] = []
        self._known: dict[int, int] = {}
        self._end: Records = None

    @property
    def order(self) -> Order:
        """The order that was found."""
        second = self._again + [card for card in self.cards if card not in self._again]
        return Order(
            tuple(self._deck), frozenset(self._known), tuple(second if self._again else ())
        )

    def is_settled(self) -> bool:
        """Play the hand; if the deck is not right somewhere, mend it there and return False."""
        rows = self._laid()
        for view, verb in zip(self._memory.views, self._verbs(), strict=True):
            top = int(kernel.fields(rows).deck.top)
            verb(rows)
            if not self._fits(top, _dealt(kernel.fields(rows)), _dealt(kernel.fields(view))):
                return False
        self._end = rows
        return True

    def is_same(self) -> bool:
        """Whether the replayed hand matches the seat's view."""
        self._game.entry.conceal(self._end, self._memory.seat)
        return kernel.to_bytes(self._end) == kernel.to_bytes(self._memory.view)

    def _laid(self) -> Records:
        """A record before the deal, with the deck as it is known by now."""
        rows = self._game.batch()
        s = kernel.fields(rows)
        setup.seat(self._game, s, self._memory.stacks, **self._memory.before)
        setup.lay(s, self._deck)
        if self._game.deals_again:
            setup.lay_second(s, self.order.second or self.cards)
        return rows

    def _verbs(self) -> Iterator[Callable[[Records], None]]:
        entry = self._game.entry
        yield entry.begin
        for _, action in self._memory.acts:
            kind, amount = actions.kind(action), actions.amount(action)
            number = actions.encode(kind, 0) if amount == UNSEEN else action
            yield partial(_step, entry.step, number)

    def _fits(self, top: int, ours: list[int], theirs: list[int]) -> bool:
        """Whether a verb dealt what was seen; if not, the deck is changed."""
        place = {card: at for at, card in enumerate(self._deck)}
        fits = len(ours) == len(theirs)  # their number may depend on the first of them
        for mine, seen in zip(ours, theirs, strict=False):
            if seen == HIDDEN:
                continue
            at = place[mine]
            if at < top:  # it was dealt before: it comes from the discards
                fits &= mine == seen
                if mine != seen:
                    self._again.append(seen)
                    return False
                continue
            self._known[at] = seen
            if self._deck[at] != seen:
                other = self._deck.index(seen)
                self._deck[other], self._deck[at] = self._deck[at], seen
                fits = False
        return fits


def _step(step: Callable[[Records, int], None], number: int, rows: Records) -> None:
    step(rows, number)


def _dealt(s: Fields) -> list[int]:
    """The physical cards that left the deck in the last verb."""
    log = s.journal
    return [int(log.card[i]) for i in range(int(log.n)) if log.kind[i] in DEALING]
