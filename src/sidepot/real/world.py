"""A deck by which the verbs deal what was told; cards that nobody told are made up in it.

A card that is told changes places with the one that the deck has there. Where that does not do,
because it already went face down to somebody, the whole hand is arranged anew; and where a made-up
hand forbids an action that was taken, other hands are made up until the rules allow it.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from sidepot import cards, kernel
from sidepot.engine.action import Action, legal_of
from sidepot.engine.arrange import JournalRow, Tried, Wanted, arrange, journal_rows
from sidepot.engine.game import Game
from sidepot.engine.play import RAIL
from sidepot.errors import IllegalAction
from sidepot.kernel import Records
from sidepot.real.journal import Form, Place, forms, forms_of
from sidepot.real.made_up import MadeUp, Pins
from sidepot.rules import journal

_TRIES, _FEWER, _MORE = 400, 20, 1200
"""Decks that are made up before an action, or a card, counts as impossible; fewer for a card that
is dealt, which nearly every deck allows; more for hands of which it is told who has the best."""

_OTHERS, _ALL = 6, 32
"""Deals of hidden hands by which it is found what comes in any case, and where hands that nobody
shows decide."""
_ENDS = 2
"""Variants of a deck that are not random: with the lowest cards first, and with the highest."""
_FEW = 12
"""Cards that are enough to find what comes whatever they are."""
_PASSES = 4
"""Passes over a hand for each verb with cards that were told, before another deck is tried."""


class World:
    """A hand played through the verbs on a deck that fits what was told."""

    def __init__(self, game: Game, start: Records, seed: int) -> None:
        """`start`: the record before `begin`, with any order of the deck."""
        self._game = game
        self._seed = seed
        self.start = start
        """The record before the deal."""
        self.verbs: list[list[JournalRow]] = []
        """The events of each verb."""
        self.numbers: list[int] = []
        """The actions, as the verbs take them."""
        self._before = self.last = start
        self.fields = kernel.fields(start)
        """The record after the last verb, by its fields."""
        self.undecided: tuple[int, ...] = ()
        """The seats whose hidden hands decide the last verb while nobody has told who is best."""
        self._decided: dict[int, list[Form]] = {}
        """The forms of the events of verbs that went by hidden hands, as it was told."""
        self._play()

    def concealed(self) -> Records:
        """The record after the last verb as the rail may know it."""
        rows = _copied(self.last)
        self._game.direct.conceal(rows, RAIL)
        return rows

    def copy(self) -> World:
        """A world of its own with the same hand; records are shared, as none is ever changed."""
        clone = object.__new__(World)
        clone.__dict__.update(self.__dict__)
        clone.verbs, clone.numbers = list(self.verbs), list(self.numbers)
        clone._decided = dict(self._decided)
        return clone

    def act(self, number: int, pins: Pins) -> Pins | None:
        """Do an action, and say where the cards lie; None, and nothing is changed, if none can."""
        if _offers(self._game.direct.menu(self.last), number):
            self._step(number)
            return pins
        return self._search([*self.numbers, number], pins, _TRIES)

    def tell(self, place: Place, pins: Pins) -> Pins | None:
        """Let a place have the card that was told, and say where all lie; None if none can.

        `pins` has the card already. Cards that a seat turned up at once may change places.
        """
        if self._swap(place, pins) or self._swap_before(place, pins):
            return pins
        found = self._arranged(self.start, self.numbers, pins)
        if found is None:
            tries = _FEWER if self.verbs[place.verb][place.row].deals else _TRIES
            return self._search(self.numbers, pins, tries)
        self._become(found, self.numbers)
        return pins

    def fitted(self, pins: Pins) -> World | None:
        """Another hand by the same actions in which these cards came; None if none is found."""
        other = self.copy()
        found = self._arranged(self.start, self.numbers, pins)
        if found is not None:
            other._become(found, self.numbers)
            return other
        return other if other._search(self.numbers, pins, _FEWER) is not None else None

    def variants(self, pins: Pins, due: Place) -> Iterator[list[Form]]:
        """The last verb's forms of events, had other cards come in place of those nobody told.

        `due`: the first card that nobody told. Nothing where too few cards are left to tell by.
        """
        told = _told_cards(self.verbs, pins, None)
        if not self.verbs[due.verb][due.row].deals:
            return (forms(other.fields) for other in self._other_hands(pins, told, _OTHERS))
        worlds = self._until_undealt(pins, told)
        return itertools.chain.from_iterable(world._reordered(told) for world in worlds)

    def _until_undealt(self, pins: Pins, told: set[int]) -> Iterator[World]:
        """This world, and others until each card that nobody told was undealt in one of them."""
        yield self
        left = {*self._order_before()} - told - self._undealt(told)
        others = self._other_hands(pins, told, _OTHERS) if left else ()
        for other in others:
            undealt = other._undealt(told)
            if left & undealt:
                yield other
            left -= undealt
            if not left:
                return

    def _undealt(self, told: set[int]) -> set[int]:
        """The cards that were undealt before the last verb, but for those that were told."""
        order = self._order_before()
        return {order[at] for at in self._places_undealt(order, told)}

    def _places_undealt(self, order: list[int], told: set[int]) -> list[int]:
        """The places of these cards in the order of the deck."""
        top = int(kernel.fields(self._before).deck.top)
        return [at for at in range(top, len(order)) if order[at] not in told]

    def _reordered(self, told: set[int]) -> Iterator[list[Form]]:
        """The last verb's forms of events from decks in which others come than nobody told."""
        order = self._order_before()
        free = self._places_undealt(order, told)
        if len(free) < _FEW:
            return
        for places in (*_shuffles(len(free))[:_ENDS], *_rotations(len(free))):
            yield self._with_order(_varied(order, free, places))

    def is_certain(self, pins: Pins) -> bool:
        """Whether the last verb goes the same way with other hidden hands."""
        rows, told = forms(self.fields), _told_cards(self.verbs, pins, None)
        others = self._other_hands(pins, told, _ALL)
        return all(rows == forms(other.fields) for other in others)

    def compare(self, pins: Pins) -> None:
        """Note whose hidden hands decide the last verb: those looked at, or else that win by it."""
        told = _told_cards(self.verbs, pins, None)
        looking = {row.seat for row in self.verbs[-1] if row.kind == journal.SEEN}
        results = [self.results, *(other.results for other in self._other_hands(pins, told, _ALL))]
        varied = {p for p, each in enumerate(zip(*results, strict=True)) if len({*each}) > 1}
        self.undecided = tuple(sorted(looking or varied))

    @property
    def results(self) -> list[int]:
        """The gain of each seat from the last verb: 1 if it wins by it, -1 if it pays."""
        found = [0] * len(self.fields.chips.stack)
        for row in self.verbs[-1]:
            if row.kind in journal.WINNING:
                found[row.seat] = 1
            elif row.kind == journal.PAID:
                found[row.seat] = -1
        return found

    def decide(self, best: Collection[int], pins: Pins) -> bool:
        """Make up hands by which some of the undecided seats have the best; False: none is found.

        Whoever has not pays, or has nothing left to pay with.
        """
        rng = random.Random(self._seed + len(self.numbers))
        made, decided = MadeUp(self.verbs, self._order(), rng), max(self._decided, default=0)
        for trial in range(_MORE):
            start = self._with_deck(made.deciding(pins, trial, best, decided), rng)
            found = self._arranged(start, self.numbers, pins)
            if found is None:
                continue
            other = self.copy()
            other._become(found, self.numbers)
            if other._has_best(best):
                self.__dict__.update(other.__dict__)
                self.undecided = ()
                self._decided[len(self.numbers)] = forms(self.fields)
                return True
        return False

    def _has_best(self, best: Collection[int]) -> bool:
        """Whether some of the undecided seats, and no others, have done best by the last verb."""
        results, stacks = self.results, kernel.fields(self._before).chips.stack
        top = max(results[seat] for seat in self.undecided)
        return all(
            results[seat] == top if seat in best else results[seat] < top or stacks[seat] == 0
            for seat in self.undecided
        )

    def _order_before(self) -> list[int]:
        """The order of the deck."""
        deck = kernel.fields(self._before).deck
        found: list[int] = deck.card[: deck.size].tolist()
        return found

    def _with_order(self, order: list[int]) -> list[Form]:
        """The forms of the events of the last verb from a deck in another order."""
        rows = _copied(self._before)
        record = kernel.fields(rows)
        record.deck.card[: len(order)] = order
        self._verb(len(self.numbers))(rows)
        return forms(record)

    def _other_hands(self, pins: Pins, told: set[int], most: int) -> Iterator[World]:
        """The same verbs, had the hidden hands been others, by up to `most` other decks.

        `told`: the cards that were told, which stay where the deck has them.
        """
        order = self._order()
        free = [at for at, card in enumerate(order) if card not in told]
        for places in _shuffles(len(free))[_ENDS : _ENDS + most]:
            made_up = _copied(self.start)
            kernel.fields(made_up).deck.card[: len(order)] = _varied(order, free, places)
            start = self._arranged(made_up, self.numbers, pins)
            if start is not None:
                other = self.copy()
                other._become(start, self.numbers)
                yield other

    def _verb(self, number: int) -> Callable[[Records], None]:
        """The verb of a number, 0 for the deal."""
        if not number:
            return self._game.direct.begin
        action, step = self.numbers[number - 1], self._game.direct.step
        return lambda rows: step(rows, action)

    def _play(self) -> None:
        """Play all verbs on the start record."""
        self._play_by([self._verb(number) for number in range(len(self.numbers) + 1)])

    def _play_by(self, verbs: Sequence[Callable[[Records], None]]) -> None:
        """Play some verbs on the start record. Raises `IllegalAction` if one of them does."""
        self.verbs.clear()
        self._before = _copied(self.start)
        record = kernel.fields(self._before)
        for verb in verbs[:-1]:
            verb(self._before)
            self.verbs.append(journal_rows(record))
        self._do(verbs[-1])

    def _do(self, verb: Callable[[Records], None]) -> None:
        """Play a verb on a copy of the record before it."""
        self.last = _copied(self._before)
        self.fields = kernel.fields(self.last)
        verb(self.last)
        self.verbs.append(journal_rows(self.fields))

    def _step(self, number: int) -> None:
        self.numbers.append(number)
        self._before = self.last
        self._do(self._verb(len(self.numbers)))

    def _become(self, start: Records, numbers: Sequence[int]) -> None:
        self.start, self.numbers = start, list(numbers)
        self._play()

    def _swap(self, place: Place, pins: Pins) -> bool:
        """Let two cards that were undealt before the last verb change places, if that does."""
        verb = len(self.numbers)
        if place.verb != verb:
            return False
        before = kernel.fields(self._before).deck
        top, order = int(before.top), before.card[: before.size].tolist()
        came, taken = self.verbs[verb][place.row].card, _told_cards(self.verbs, pins, place)
        wanted = [card for card in order[top:] if cards.text(card) == pins[place]]
        other = next((card for card in wanted if card not in taken), None)
        if other is None or came not in order[top:]:
            return False
        now = self.start, self._before, self.last, self.fields, self.verbs[verb]
        self._exchange(order.index(came), order.index(other))
        if self._fits(verb, pins):
            return True
        self.start, self._before, self.last, self.fields, self.verbs[verb] = now
        return False

    def _swap_before(self, place: Place, pins: Pins) -> bool:
        """Let two cards change places before the deal, if the same hand can be played so."""
        came, taken = self.verbs[place.verb][place.row].card, _told_cards(self.verbs, pins, place)
        order = self._order()
        wanted = (card for card in order if cards.text(card) == pins[place])
        other = next((card for card in wanted if card not in taken), None)
        if other is None or came not in order:
            return False
        trial = self.copy()
        trial.start = _exchanged(self.start, order.index(came), order.index(other))
        try:
            trial._play_by([self._game.direct.begin, *map(self._checked, self.numbers)])
        except IllegalAction:
            return False
        if not all(trial._fits(verb, pins) for verb in range(len(trial.verbs))):
            return False
        self.__dict__.update(trial.__dict__)
        return True

    def _fits(self, verb: int, pins: Pins) -> bool:
        """Whether the events of a verb are as it was told."""
        rows = self.verbs[verb]
        decided = self._decided.get(verb)
        return _fits(rows, verb, pins) and (decided is None or forms_of(rows) == decided)

    def _exchange(self, one: int, other: int) -> None:
        """Let the cards at two places of the deck change them, and play the last verb again."""
        del self.verbs[-1]
        self.start = _exchanged(self.start, one, other)
        self._before = _exchanged(self._before, one, other) if self.numbers else self.start
        self._do(self._verb(len(self.numbers)))

    def _arranged(self, start: Records, numbers: Sequence[int], pins: Pins) -> Records | None:
        """A record before the deal from which the verbs deal what was told; None: none is found."""
        trial = _copied(start)
        verbs = [self._game.direct.begin, *map(self._checked, numbers)]
        return (
            trial
            if arrange(trial, verbs, _Compare(trial, pins, self._decided)) is not None
            else None
        )

    def _checked(self, number: int) -> Callable[[Records], None]:
        """A step that raises `IllegalAction` where the menu does not have its action."""
        direct = self._game.direct

        def step(rows: Records) -> None:
            menu = direct.menu(rows)
            if not _offers(menu, number):
                raise IllegalAction("error.action_now", action="", legal=legal_of(menu, ()).message)
            direct.step(rows, number)

        return step

    def _search(self, numbers: Sequence[int], pins: Pins, tries: int) -> Pins | None:
        """Make up decks until one fits; None, and nothing is changed, if none is found.

        In the second half of the tries, cards that a seat turned up at once may lie in any order.
        """
        if not any(row.down for rows in self.verbs for row in rows):
            return None
        rng = random.Random(self._seed + len(pins) + len(numbers))
        made = MadeUp(self.verbs, self._order(), rng)
        for trial in range(tries):
            laid = pins if trial < tries // 2 else made.in_another_order(pins)
            found = self._arranged(self._with_deck(made.deck(laid, trial), rng), numbers, laid)
            if found is not None:
                self._become(found, numbers)
                return laid
        return None

    def _with_deck(self, order: Sequence[int], rng: random.Random) -> Records:
        """The record before the deal with another order of the deck."""
        start = _copied(self.start)
        deck = kernel.fields(start).deck
        deck.card[: deck.size] = order
        if self._game.deals_again:
            second = deck.second[: deck.size].tolist()
            rng.shuffle(second)
            deck.second[: deck.size] = second
        return start

    def _order(self) -> list[int]:
        """The order of the deck before the deal."""
        deck = kernel.fields(self.start).deck
        found: list[int] = deck.card[: deck.size].tolist()
        return found


class _Compare:
    """Compares verbs with what was told, for `engine.arrange`."""

    def __init__(self, start: Records, pins: Pins, decided: Mapping[int, list[Form]]) -> None:
        self._decided = decided
        deck = kernel.fields(start).deck
        self._deck = deck.card[: deck.size].tolist()
        self._pins: dict[int, list[tuple[int, str]]] = {}
        for place, text in sorted(pins.items()):
            self._pins.setdefault(place.verb, []).append((place.row, text))
        self._taken: set[int] = set()
        self._left = _PASSES * (1 + len(self._pins))

    def __call__(self, tried: Tried) -> list[Wanted] | None:
        if not tried.number:
            self._taken = set()
            self._left -= 1
        if self._left < 0:
            return None
        wanted: list[Wanted] = []
        for row, text in self._pins.get(tried.number, ()):
            if row >= len(tried.rows):
                return wanted or None
            card = tried.rows[row].card
            if card == cards.NONE:
                return wanted or None
            if cards.text(card) == text:
                self._taken.add(card)
                continue
            fitting = [c for c in self._deck if cards.text(c) == text]
            if row not in tried.again:
                fitting = [c for c in fitting if c not in self._taken]
            wanted.append(Wanted(row, fitting))
        decided = None if wanted else self._decided.get(tried.number)
        return wanted if decided is None or forms_of(tried.rows) == decided else None


def _told_cards(verbs: Sequence[Sequence[JournalRow]], pins: Pins, but: Place | None) -> set[int]:
    """The physical cards at the places that were told, all or but for one."""
    return {
        verbs[place.verb][place.row].card
        for place in pins
        if place != but and place.verb < len(verbs) and place.row < len(verbs[place.verb])
    }


def _fits(rows: Sequence[JournalRow], verb: int, pins: Pins) -> bool:
    """Whether the events of a verb have the cards that were told for them."""
    return all(
        place.row < len(rows)
        and rows[place.row].card != cards.NONE
        and cards.text(rows[place.row].card) == text
        for place, text in pins.items()
        if place.verb == verb
    )


def _varied(order: Sequence[int], free: Sequence[int], places: Sequence[int]) -> list[int]:
    """An order of the deck in which the cards at some places come otherwise.

    `places`: for each of them the rank of its card among these cards.
    """
    left = sorted([order[at] for at in free])
    varied = list(order)
    for at, place in zip(free, places, strict=True):
        varied[at] = left[place]
    return varied


@functools.lru_cache(maxsize=1 << 10)
def _shuffles(n: int) -> list[list[int]]:
    """Orders of n cards: upwards, downwards, and random ones, the same at each call."""
    rng = random.Random(n)
    found = [list(range(n)), list(range(n - 1, -1, -1))]
    return found + [rng.sample(range(n), n) for _ in range(_ALL)]


@functools.lru_cache(maxsize=1 << 8)
def _rotations(n: int) -> list[list[int]]:
    """Orders of n cards in which each card comes once at each place, the same at each call."""
    order = random.Random(n).sample(range(n), n)
    return [order[k:] + order[:k] for k in range(n)]


@functools.lru_cache(maxsize=1 << 14)
def _offers(menu: bytes, number: int) -> bool:
    """Whether a menu has an action."""
    return Action.decode(number) in legal_of(menu, ())


def _copied(rows: Records) -> Records:
    """A copy of a record."""
    return kernel.filled(rows.dtype, kernel.raw(rows))


def _exchanged(rows: Records, one: int, other: int) -> Records:
    """A record in which the cards at two places of the deck have changed them."""
    found = _copied(rows)
    order = kernel.fields(found).deck.card
    order[one], order[other] = int(order[other]), int(order[one])
    return found
