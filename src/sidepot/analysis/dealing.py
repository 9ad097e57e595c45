"""The deck places of the cards that a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sidepot import kernel
from sidepot.cards import HIDDEN
from sidepot.engine import keeping, setup
from sidepot.engine.arrange import Tried, Verb, Wanted, arrange, journal_rows
from sidepot.engine.game import Game
from sidepot.engine.memory import UNSEEN, Memory
from sidepot.kernel import Records
from sidepot.rules import actions
from sidepot.rules.actions import Menu


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

    It cannot where the hand was not seen from its beginning, where cards lie open that nobody saw
    leave the deck, and where discards came again of which only some were seen.
    """
    if len(memory.views) != len(memory.acts) + 1 or not memory.stacks:
        return None
    game = memory.game
    cards = keeping.deck_for(game, len(memory.stacks) + game.banked, memory.kept)
    start = setup.before_deal(game, memory.stacks, cards, cards, **memory.before)
    seen = _Seen(memory)
    end = arrange(start, _verbs(memory), seen.wrong)
    if end is None or seen.is_mixed or not _is_same(memory, end):
        return None
    s = kernel.fields(start).deck
    deck, second = s.card[: s.size].tolist(), s.second[: s.size].tolist()
    known = frozenset(deck.index(card) for card in seen.cards)
    return Order(tuple(deck), known, tuple(second) if seen.again - {HIDDEN} else ())


class _Seen:
    """The cards that a seat has seen dealt, verb by verb."""

    def __init__(self, memory: Memory) -> None:
        self._dealt = [
            [row.card for row in journal_rows(kernel.fields(view)) if row.deals]
            for view in memory.views
        ]
        self.cards = {card for verb in self._dealt for card in verb if card != HIDDEN}
        self.again = set[int]()
        """The cards that were dealt again; `HIDDEN` among them if some were not seen."""

    @property
    def is_mixed(self) -> bool:
        """Whether only some of the cards that were dealt again were seen."""
        return HIDDEN in self.again and len(self.again) > 1

    def wrong(self, tried: Tried) -> Sequence[Wanted] | None:
        """The deals that were not seen so; see `engine.arrange.Compare`."""
        seen = self._dealt[tried.number]
        dealt = [i for i, row in enumerate(tried.rows) if row.deals]
        pairs = list(zip(dealt, seen, strict=False))
        if tried.number == 0:
            self.again.clear()
        self.again.update(card for i, card in pairs if i in tried.again)
        wrong = [
            Wanted(i, (card,)) for i, card in pairs if card not in (HIDDEN, tried.rows[i].card)
        ]
        is_whole = len(dealt) == len(seen)  # their number may depend on the first of them
        return wrong if wrong or is_whole else None


def _verbs(memory: Memory) -> list[Verb]:
    """The verbs of the hand; where the seat did not see an amount, the action has the first."""
    verbs: list[Verb] = [memory.game.entry.begin]
    for _, action in memory.acts:
        kind, is_unseen = actions.kind(action), actions.amount(action) == UNSEEN
        number = actions.encode(kind, 0) if is_unseen else action
        is_secret = kind == actions.CHOSEN
        verbs.append(partial(_choose, memory.game) if is_secret else _step(memory, number))
    return verbs


def _step(memory: Memory, number: int) -> Verb:
    return lambda rows: memory.game.entry.step(rows, number)


def _choose(game: Game, rows: Records) -> None:
    """Make a choice of which nothing is known: the first that is offered."""
    menus = kernel.batch(kernel.record(Menu))
    game.entry.menu(rows, menus)
    menu = kernel.fields(menus)
    game.entry.step(rows, actions.encode(int(menu.kind[0]), int(menu.lowest[0])))


def _is_same(memory: Memory, end: Records) -> bool:
    """Whether the replayed hand matches the seat's view."""
    memory.game.entry.conceal(end, memory.seat)
    return kernel.to_bytes(end) == kernel.to_bytes(memory.view)
