"""The law of cards for games that deal discards again, face down."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import text
from sidepot.designer.laws.trace import Case, Trace, events_of, load
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game
from sidepot.rules.journal import DISCARDED, KEPT, KINDS, REFILLED

_ASIDE, _KEPT, _REFILLED = KINDS[DISCARDED], KINDS[KEPT], KINDS[REFILLED]


def goes_under_unseen(game: Game) -> bool:
    """Whether discards are dealt again face down (`rules.reshuffle`)."""
    return game.deals_again and "under" in (game.layout()["refill"].names or ())


def _events(trace: Trace) -> Iterator[tuple[HandEvent, ...]]:
    """The events of every verb of a hand, with nothing concealed."""
    for data in trace.records:
        yield events_of(kernel.fields(load(trace.case.game, data)))


def renamed(trace: Trace, told: Sequence[Sequence[HandEvent]], chance: random.Random) -> Case:
    """The same hand with other cards in place of those that no event named to the seat.

    They are exchanged in both orders, so that the same happens to them; in the second order cards
    that were never laid aside then take other places among the others.
    """
    case = trace.case
    known = {happened.card for verb in told for happened in verb}
    unknown = [card for card in case.cards if text(card) not in known]
    other = dict(zip(unknown, chance.sample(unknown, len(unknown)), strict=True))
    second = [other.get(card, card) for card in case.second]
    aside = {other.get(card, card) for card in _laid_aside(trace)}
    back, rest = ([c for c in second if (c in aside) is is_aside] for is_aside in (True, False))
    places = set(chance.sample(range(len(second)), len(back)))
    first, others = iter(back), iter(rest)
    return replace(
        case,
        deck=tuple(other.get(card, card) for card in case.deck),
        second=tuple(next(first if k in places else others) for k in range(len(second))),
    )


def _laid_aside(trace: Trace) -> set[int]:
    """The physical cards that anybody has laid aside in a hand."""
    every = itertools.chain.from_iterable(_events(trace))
    names = {happened.card for happened in every if happened.kind == _ASIDE}
    return {card for card in trace.case.cards if text(card) in names}


class DealtAgain:
    """Follows the cards of a hand: first the deck as it lies, with burned cards, then discards.

    Each shuffle deals the discards of earlier draws by the second order, all before the next one.
    """

    def __init__(self, case: Case) -> None:
        self._case = case
        self._deck = [text(card) for card in case.deck]
        self._order = {text(card): place for place, card in enumerate(case.second)}
        self._fresh = list[str]()
        self._earlier = list[str]()
        self._under = list[str]()
        self._top = 0
        self._served = False

    def see(self, events: Sequence[HandEvent]) -> None:
        """Follow the events of a verb. Raises `LawBroken`."""
        for happened in events:
            if happened.kind in (_ASIDE, _KEPT):
                self._lay_aside(happened)
            elif happened.kind == _REFILLED:
                self._shuffle(happened)
            elif happened.deals and happened.card:
                self._deal(happened.card)

    def _lay_aside(self, happened: HandEvent) -> None:
        """A draw begins with the first who says how many after cards were dealt."""
        if self._served:
            self._earlier += self._fresh
            self._fresh, self._served = [], False
        if happened.kind == _ASIDE and happened.card:
            self._fresh.append(happened.card)

    def _shuffle(self, happened: HandEvent) -> None:
        left = len(self._deck) - self._top
        early = len(self._under) + left * (left > self._case.game.common)  # else all may be burned
        if early:
            raise self._case.broken("second_early", n=early)
        self._top = len(self._deck)
        self._under = sorted(self._earlier, key=self._order.__getitem__)
        self._earlier = []
        if happened.count != len(self._under):
            raise self._case.broken("second_count", n=happened.count, due=len(self._under))

    def _deal(self, card: str) -> None:
        self._served = True
        if self._top < len(self._deck) and card in self._deck[self._top :]:
            self._top = self._deck.index(card, self._top) + 1
        elif card in self._under[:1]:
            del self._under[0]
        else:
            raise self._case.broken("second_order" if self._under else "deck_first")
