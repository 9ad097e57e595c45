"""`RealHand`: a hand dealt with real cards, played through the verbs by what people tell."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from sidepot import cards, games, kernel
from sidepot.engine import setup
from sidepot.engine.action import NOTHING, Action, Legal
from sidepot.engine.arrange import JournalRow
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadEntry, SidepotError
from sidepot.history.notation import short
from sidepot.history.phh import mucks_of
from sidepot.kernel import Records
from sidepot.real import menus
from sidepot.real.entries import Best, Card, Choice, Entry, Log, Mucked
from sidepot.real.journal import Form, Place, forms, held_down, open_places
from sidepot.real.made_up import Pins
from sidepot.real.world import World
from sidepot.rules import journal
from sidepot.rules.seats import NOBODY
from sidepot.words import Message, say

_SHOWN = journal.NAMES[journal.SHOWN]
_QUOTED = 20
"""The most characters of a text that a refusal quotes."""


class Need(NamedTuple):
    """A card that somebody has to tell: its place, the kind of event, the seat that it is for."""

    place: Place
    kind: str
    seat: int


class RealHand:
    """A hand by its log. `needs` says which cards are due, `legal` what the `actor` may do.

    Answer with `tell` until it is `over`. What nobody told is made up and stays hidden: `hand` has
    it, but only the rail's view and events of that may be shown (`real.table`).
    """

    def __init__(self, log: Log, game: Game | None = None) -> None:
        """The hand after the entries of a log.

        `game`: the log's game, if it is at hand. Raises `BadEntry` for an entry that cannot be,
        `UnknownGame`, `BadOption`, `BadSetup`.
        """
        self._usual = self.game = game or games.find(log.game, **log.options)
        self._begun = replace(log, entries=(), cut=())
        self.entries: list[Entry] = []
        self.called_off = False
        self._pins: Pins = {}
        self._held: dict[int, str] = {}
        self._cut: Sequence[Entry] = ()
        """The entries that a change has cut off, until something else is told."""
        self._certain: dict[int, int] = {}
        """The number of certain events of the last verb for which it was asked."""
        self._states: list[tuple[World, Pins, dict[int, str]]] = []
        """The world, the cards and the waiting choices before each entry, for undoing it."""
        self._world = World(self.game, _start(self.game, log), log.number)
        deck = self._world.fields.deck
        self._deck = frozenset(map(cards.text, deck.card[: deck.size].tolist()))
        for entry in log.entries:
            self.tell(entry)
        self._cut = log.cut

    @classmethod
    def begin(
        cls,
        game: Game,
        stacks: Sequence[int],
        names: Sequence[str],
        *,
        number: int = 0,
        kept: Mapping[str, Any] | None = None,
        source: str = "",
    ) -> RealHand:
        """A hand of which nothing is told yet; `source`: what `games.find` takes for the game."""
        log = Log(
            game=source or game.name,
            options=dict(game.chosen),
            names=tuple(names),
            stacks=tuple(stacks),
            number=number,
            kept=dict(kept or {}),
        )
        return cls(log, game)

    @classmethod
    def replayed(cls, log: Log, game: Game) -> tuple[RealHand, Message | None]:
        """The hand by a log's entries, up to the first that cannot be, and a sentence about that.

        Raises `BadSetup` where the hand cannot begin.
        """
        return cls(replace(log, entries=(), cut=()), game)._and(log.entries, log.cut)

    @property
    def log(self) -> Log:
        """Everything that has to be stored of the hand."""
        return replace(self._begun, entries=tuple(self.entries), cut=tuple(self._cut))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, the bank's last."""
        return (*self._begun.names, *([say("table.bank")] if self.game.banked else []))

    @property
    def verbs(self) -> Sequence[Sequence[JournalRow]]:
        """The events of each verb, with made-up cards for those that nobody told."""
        return self._world.verbs

    @property
    def concealed(self) -> Records:
        """The record after the last verb as the rail may know it; made-up open cards are in it."""
        return self._world.concealed()

    @property
    def numbers(self) -> Sequence[int]:
        """The actions so far, as the verbs take them."""
        return self._world.numbers

    @property
    def pinned(self) -> frozenset[Place]:
        """The places whose cards were told."""
        return frozenset(self._pins)

    @property
    def places(self) -> Sequence[Place]:
        """The same in the order in which they were told."""
        return list(self._pins)

    @functools.cached_property
    def _open(self) -> tuple[list[Place], set[int]]:
        return open_places(self._world.verbs, self.pinned)

    @property
    def seen(self) -> set[int]:
        """The physical cards that all have seen."""
        return self._open[1]

    @property
    def gone(self) -> set[int]:
        """Those of them that cannot be the next one: discards that are dealt again can."""
        due = self._open[0]
        if not due or not self._comes_again(due[0]):
            return self.seen
        verb, row = due[0]
        again = next(n for n in range(row + 1) if self._comes_again(Place(verb, n)))
        return {one.card for one in self._world.verbs[verb][again:row]}

    @functools.cached_property
    def needs(self) -> tuple[Need, ...]:
        """The cards that are due, the next one first; they may be told in any order.

        Only those are in it that come whatever the others are.
        """
        found = [] if self.called_off else self._open[0]
        if len(found) > 1:
            verb, row = found[1]
            if self._certain.get(verb, 0) <= row:
                self._certain = {verb: self._count_certain(found[0], row)}
            found = [found[0], *self._sure(found[1:])]
        return tuple(self._need(place) for place in found)

    def _sure(self, found: Sequence[Place]) -> list[Place]:
        """Those of some places of the last verb to which a card comes in any case."""
        return [place for place in found if place.row < self._certain.get(place.verb, 0)]

    def _count_certain(self, due: Place, least: int) -> int:
        """The number of events of the last verb that come whatever cards are not told yet.

        `due`: the first of these cards. The number is some one up to `least` where it is not
        greater: that is found sooner.
        """
        rows = forms(self._world.fields)
        found = None
        for other in self._world.variants(self._pins, due):
            rows = rows[: _same(rows, other)]
            found = len(rows)
            if found <= least:
                break
        return found or 0

    def _need(self, place: Place) -> Need:
        row = self._world.verbs[place.verb][place.row]
        return Need(place, journal.NAMES[row.kind], row.seat)

    @property
    def compared(self) -> tuple[int, ...]:
        """The seats that compare hands which nobody shows, until it is told whose is the best."""
        return () if self.called_off else self._world.undecided

    @property
    def is_waiting(self) -> bool:
        """Whether a card is due, or whose hand is the best."""
        return not self.called_off and not self.is_whole

    @property
    def is_whole(self) -> bool:
        """Whether all is told of the last verb; of a hand that was called off, it may never be."""
        return not self._open[0] and not self._world.undecided

    @property
    def is_due(self) -> bool:
        """Whether a card is due that nobody has told, also in a hand that was called off."""
        return bool(self._open[0])

    @property
    def row_due(self) -> int:
        """The number of the last verb's events before what is not told."""
        due = self._open[0]
        return due[0].row if due else 0

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        if self.called_off:
            return True
        return not self.is_waiting and int(self._world.fields.seats.actor) == NOBODY

    @property
    def actor(self) -> int | None:
        """The seat whose choice is due; None while a card is, and at the end."""
        return None if self.over or self.is_waiting else int(self._world.fields.seats.actor)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide at the same time and of which it is not told yet."""
        if self.actor is None or not self.game.choices:
            return ()
        return tuple(p for p in self.game.asked(self._world.fields) if p not in self._held)

    @functools.cached_property
    def legal(self) -> Legal:
        """The actions that some hand allows the actor; cards that nobody told are `??`."""
        if self.actor is None:
            return NOTHING
        return menus.legal(self.game, self._world, self.seen)

    @functools.cached_property
    def hand(self) -> Hand:
        """The hand as far as all is told, before the verb of which cards are due."""
        rows = kernel.copy(self._world.start)
        numbers = self._world.numbers
        hand = Hand(self.game, rows, self._begun.names, number=self._begun.number)
        for number in numbers if self.is_whole else numbers[:-1]:
            hand.act(Action.decode(number))
        return hand

    def with_own(self, seat: int, own: Sequence[str]) -> Hand | None:
        """The hand as far as all is told, in which a seat holds these cards face down.

        None if it cannot hold them, or holds another number. All other hidden cards are made up:
        show only that seat's view.
        """
        told = self._world.verbs if self.is_whole else self._world.verbs[:-1]
        places = held_down(told, seat)
        if len(places) != len(own):
            return None
        pins = {**self._pins, **dict(zip(places, map(self._checked, own), strict=True))}
        world = self._world.fitted(pins)
        if world is None:
            return None
        hand = copy.copy(self)
        hand._forget()
        hand._world = world
        return hand.hand

    def tell(self, entry: Entry, at: int | None = None) -> None:
        """Add an entry to the log.

        `at`: the number of the entries that the teller has seen. An entry that another phone told
        first changes nothing. Raises `BadEntry` or `IllegalAction`, and nothing is changed.
        """
        if at is not None and at != len(self.entries):
            if self.has_told(entry, at):
                return
            raise BadEntry("real.late")
        if self.over:
            raise BadEntry("real.over")
        before = self._world, self._pins, self._held
        if isinstance(entry, Card):
            self._tell_card(entry)
        elif isinstance(entry, Choice):
            entry = self._tell_choice(entry)
        elif isinstance(entry, Best):
            entry = self._tell_best(entry)
        elif isinstance(entry, Mucked):
            self._throw_away(entry)
            return
        else:
            self.called_off = True
        self.entries.append(entry)
        self._states.append(before)
        self._cut = ()
        self._forget()

    def has_told(self, entry: Entry, at: int) -> bool:
        """Whether an entry means what was told at a place: "bet" a bet of the only size."""
        told = self.entries[at] if 0 <= at < len(self.entries) else None
        if told == entry or type(told) is not type(entry) or isinstance(entry, Mucked):
            return told == entry
        before = self.undo(at)
        try:
            before.tell(entry)
        except SidepotError:
            return False
        after = self.undo(at + 1)
        if isinstance(entry, Best):
            return before.entries[at] == told
        means, meant = ((one._pins, one._held, one.numbers) for one in (before, after))
        return means == meant

    def copy(self) -> RealHand:
        """A hand of its own with the same entries; what was computed of this one stays here."""
        hand = copy.copy(self)
        hand._forget()
        hand.entries, hand._states = list(self.entries), list(self._states)
        return hand

    def undo(self, to: int | None = None) -> RealHand:
        """The hand before its last entry, or after the first `to` of them."""
        if not self.entries:
            raise BadEntry("real.nothing")
        to = len(self.entries) - 1 if to is None else to
        if any(isinstance(entry, Mucked) for entry in self.entries):
            return RealHand(replace(self._begun, entries=tuple(self.entries[:to])), self._usual)
        hand = copy.copy(self)
        hand._forget()
        if to < len(self.entries):
            hand._world, hand._pins, hand._held = self._states[to]
            hand.called_off, hand._certain = False, {}
        hand.entries, hand._states = self.entries[:to], self._states[:to]
        hand._cut = ()
        return hand

    def change(self, number: int, entry: Entry) -> tuple[RealHand, Message | None]:
        """The hand with another entry in place of one; see `again`.

        A card that was told later changes places with the one that it replaces, as the sentence
        then says. What an earlier change has cut off follows again, if nothing was told since.
        Raises `BadEntry` or `IllegalAction` where the new entry itself cannot be.
        """
        if not 0 <= number < len(self.entries):
            raise BadEntry("real.no_entry", n=number + 1, entries=len(self.entries))
        changed = self.undo(number)
        changed.tell(entry)
        later = [*self.entries[number + 1 :], *self._cut]
        found, cut = changed.copy()._and(later)
        before = self.entries[number]
        if cut and isinstance(entry, Card) and isinstance(before, Card):
            return changed._exchanged(later, entry, before) or (found, cut)
        return found, cut

    def _exchanged(
        self, later: Sequence[Entry], now: Card, before: Card
    ) -> tuple[RealHand, Message] | None:
        """This hand with later entries, in which the next to tell a new card tells the old one.

        None where no entry tells it, or where one cannot be.
        """
        for at, entry in enumerate(later):
            if isinstance(entry, Card) and entry.card == now.card:
                values = {"card": now.card, "other": before.card, "n": len(self.entries) + at + 1}
                other = replace(entry, card=before.card)
                found, cut = self._and([*later[:at], other, *later[at + 1 :]])
                return None if cut else (found, Message("real.exchanged", values))
        return None

    def with_stacks(self, stacks: Sequence[int]) -> tuple[RealHand, Message | None]:
        """The hand with other stacks before the deal; see `again`."""
        entries = (*self.entries, *self._cut)
        return self.again(entries, replace(self._begun, stacks=tuple(stacks)))

    def again(
        self, entries: Iterable[Entry], begun: Log | None = None
    ) -> tuple[RealHand, Message | None]:
        """The hand by other entries, up to the first that cannot be, and a sentence about that."""
        log = replace(begun or self._begun, entries=tuple(entries))
        return RealHand.replayed(log, self._usual)

    def _and(
        self, entries: Iterable[Entry], cut: Sequence[Entry] = ()
    ) -> tuple[RealHand, Message | None]:
        """This hand with more entries, up to the first that cannot be, and why that is so.

        `cut`: what was cut off after them before.
        """
        left = [*entries]
        for at, entry in enumerate(left):
            try:
                self.tell(entry)
            except SidepotError as error:
                self._cut = [*left[at:], *cut]
                n = len(self.entries) + 1
                return self, Message("real.cut", {"n": n, "reason": error.message})
        self._cut = cut
        return self, None

    def _forget(self) -> None:
        """Drop what was computed from the entries before."""
        for name in ("_open", "needs", "legal", "hand"):
            self.__dict__.pop(name, None)

    def _tell_card(self, entry: Card) -> None:
        """Put a card where it is due. Raises `BadEntry`."""
        text = self._checked(entry.card)
        if not self._open[0]:
            raise BadEntry("real.no_card", card=text)
        first = self._need(self._open[0][0])
        due = [first] if entry.seat in (None, first.seat) else []
        due = due or [need for need in self.needs if need.seat == entry.seat]
        if not due:
            raise BadEntry("real.not_for", card=text, player=self._name(entry.seat))
        self._check_free(text, due[0])
        place = due[0].place
        pins = {**self._pins, place: text}
        world = self._world.copy()
        lying = world.tell(place, pins)
        if lying is None:
            raise BadEntry("real.impossible", card=text)
        self._world, self._pins = world, lying

    def _checked(self, text: str) -> str:
        """The text of a card of this deck. Raises `BadEntry`."""
        card = cards.lettered(text).strip().capitalize()
        if card not in cards.TEXTS:
            raise no_card(text)
        if card not in self._deck:
            raise BadEntry("real.not_in_deck", card=card)
        return card

    def _check_free(self, text: str, need: Need) -> None:
        """Raise `BadEntry` for a card of which all copies lie open; discards may come again."""
        if self._comes_again(need.place):
            return
        deck = self._world.fields.deck
        copies = [card for card in deck.card[: deck.size].tolist() if cards.text(card) == text]
        if all(card in self.seen for card in copies):
            raise BadEntry("real.twice", card=text)

    @property
    def may_muck(self) -> bool:
        """Whether whoever has to show a hand next may throw it away unseen instead."""
        need = self.needs[0] if self.needs else None
        return need is not None and self._may_muck(need.seat)

    def _may_muck(self, seat: int) -> bool:
        """Whether a seat has to show its hand, has not begun to, and may throw it away."""
        shown = [need for need in self.needs if need.kind == _SHOWN and need.seat == seat]
        last, rows = len(self.numbers), self._world.verbs[-1]
        begun = any(verb == last and rows[row].seat == seat for verb, row in self._pins)
        return bool(shown) and not begun and "mucks" in self.game.numbers

    def _throw_away(self, entry: Mucked) -> None:
        """Play the hand again by rules in which a seat mucks. Raises `BadEntry`."""
        if not self._may_muck(entry.seat):
            raise BadEntry("real.no_muck", player=self._name(entry.seat))
        again = self._with_muck(entry)
        self._forget()
        self.__dict__.update(again.__dict__)

    def _with_muck(self, entry: Mucked) -> RealHand:
        """The hand with a seat that mucks; without hands that nobody has to show any more."""
        told = [*self.entries, entry]
        mucking = [other for other in told if isinstance(other, Mucked)]
        game = _with_mucks(self._usual, {other.seat for other in mucking}, len(self._begun.stacks))
        again = RealHand(self._begun, game)
        again._usual = self._usual
        for other in told:
            if not (again.over and isinstance(other, Card)):
                again._told_again(other)
        return again

    def _told_again(self, entry: Entry) -> None:
        """Tell an entry of a hand in which somebody mucks, which may end before that is told."""
        if isinstance(entry, Mucked):
            self._states.append((self._world, self._pins, self._held))
            self.entries.append(entry)
        else:
            self.tell(entry)

    def _comes_again(self, place: Place) -> bool:
        """Whether the card of a place was dealt before, and laid under the deck."""
        rows = [row for verb in self._world.verbs[: place.verb] for row in verb]
        rows += self._world.verbs[place.verb][: place.row]
        here = self._world.verbs[place.verb][place.row]
        return here.deals and any(row.deals and row.card == here.card for row in rows)

    def _tell_choice(self, entry: Choice) -> Choice:
        """Do an action, and return it in its one form. Raises `BadEntry`, `IllegalAction`."""
        if self.compared:
            raise BadEntry("real.best_first", players=self._names(self.compared))
        if self.is_waiting:
            raise BadEntry("real.card_first", player=self._name(entry.seat))
        actor = self.actor
        if entry.seat != actor and entry.seat not in self.asked:
            raise BadEntry("real.turn_of", player=self._name(entry.seat), actor=self._name(actor))
        world = self._world.copy()
        text, number = menus.read(self.game, world, self.seen, entry.action)
        held, pins = {**self._held, entry.seat: text}, self._pins
        while (seat := int(world.fields.seats.actor)) in held:
            action = held.pop(seat)
            if world.numbers != self._world.numbers or seat != entry.seat:
                _, number = menus.read(self.game, world, self.seen, action)
            lying = world.act(number, pins)
            if lying is None:
                raise BadEntry("real.impossible_action", player=self._name(entry.seat))
            pins = lying
        if world.numbers != self._world.numbers and self._is_guessed(world, pins):
            world.compare(pins)
        self._world, self._held, self._pins = world, held, pins
        return replace(entry, action=text)

    def _tell_best(self, entry: Best) -> Best:
        """Settle whose hands are the best of those compared, and return their seats in order."""
        seats = tuple(sorted({*entry.seats}))
        if not self.compared:
            raise BadEntry("real.no_best")
        if not seats or not {*seats} <= {*self.compared}:
            raise BadEntry("real.best_of", players=self._names(self.compared))
        world = self._world.copy()
        if not world.decide(seats, self._pins):
            raise BadEntry("real.impossible_best", players=self._names(seats))
        self._world = world
        return Best(seats)

    def _is_guessed(self, world: World, pins: Pins) -> bool:
        """Whether chips go by cards that players compare and nobody will tell."""
        live = kernel.column(world.fields.seats, "live", len(self.names))
        if sum(live) < 2 or open_places(world.verbs, frozenset(pins))[0]:
            return False
        deciding = (*journal.WINNING, journal.PAID, journal.SEEN)
        is_decided = any(row.kind in deciding for row in world.verbs[-1])
        return is_decided and not world.is_certain(pins)

    def _names(self, seats: Iterable[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def _name(self, seat: int | None) -> str:
        """The name of a seat; `p9` for one that the table does not have."""
        if seat is None or not 0 <= seat < len(self.names):
            return f"p{(seat or 0) + 1}"
        return self.names[seat]


def no_card(text: str) -> BadEntry:
    """The refusal of a text that is not one card, with the legal spellings."""
    return BadEntry("real.not_a_card", card=short(text, _QUOTED))


def _with_mucks(game: Game, mucking: Collection[int], players: int) -> Game:
    """The game by rules in which some seats throw their hands away at the showdown."""
    if not mucking:
        return game
    return game.with_facts(mucks=mucks_of(mucking, players, game.code or ""))


def _same(rows: Sequence[Form], others: Sequence[Form]) -> int:
    """The number of events up to the first of another form."""
    pairs = enumerate(zip(rows, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(rows), len(others)))


def _start(game: Game, log: Log) -> Records:
    """The record before the deal, with an order of the deck in which nothing is told."""
    drawn = game.deal(
        stacks=log.stacks, names=log.names, seed=0, hand=log.number, kept=log.kept or None
    )
    second = drawn.second if game.deals_again else ()
    return setup.before_deal(game, list(log.stacks), drawn.deck, second, kept=log.kept or None)
