"""`Play`: a hand's record, its verbs, and their events as each seat may know them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, Self

from sidepot import kernel
from sidepot.engine import acts, completing, event, keeping, naming
from sidepot.engine.action import NOTHING, Action, Legal, Picks, legal_of
from sidepot.engine.acts import Act
from sidepot.engine.definition import Definition
from sidepot.engine.direct import MENU
from sidepot.engine.event import HandEvent, News
from sidepot.errors import BadArgument, BadSeat, BadSetup, IllegalAction, expect
from sidepot.kernel import Fields, Records
from sidepot.rules.seats import NOBODY
from sidepot.words import say

RAIL = NOBODY
"""The viewer who sees only what is public."""


class Play:
    """A hand as it is played, from the deal to the last chip (`game.Hand`)."""

    def __init__(
        self,
        game: Definition,
        rows: Records,
        names: Sequence[str] | None = None,
        *,
        number: int = 0,
    ) -> None:
        """Begin a hand on a record whose seats and deck have been set up."""
        self._set_up(game, rows, names, number)
        self._direct.begin(rows)
        self._note()

    @classmethod
    def at(cls, game: Definition, record: bytes, stacks: Sequence[int], *, number: int = 0) -> Self:
        """A hand in the middle, by its record alone: nothing is known of what led to it.

        `stacks`: the players' chips before the deal.
        """
        hand = cls.__new__(cls)
        hand._set_up(game, kernel.filled(game.direct.layout, record), None, number)
        hand.starting_stacks = tuple(stacks)
        hand._taken = None
        seats, paid = hand._fields.seats, hand._fields.chips.paid
        gone = (p for p in range(hand.seats) if not seats.live[p] and paid[p])
        hand._exits = dict.fromkeys(gone, "out")
        hand._note()
        hand._exits_read = len(hand._told)
        return hand

    def _set_up(
        self, game: Definition, rows: Records, names: Sequence[str] | None, number: int
    ) -> None:
        """Take a record, before any verb."""
        self.game = game
        self.number = number
        self._rows = rows
        self._raw = kernel.raw(rows)
        self._direct = direct = game.direct_for(rows.dtype)
        (self.seats,) = direct.seats(self._raw)
        """The number of seats: one per player, and then the bank's, if there is one."""
        self.players = self.seats - game.banked
        self._names = _numbered(self.players) if names is None else _checked(names, self.players)
        self.starting_stacks = self.stacks
        self.actions: list[tuple[int, Action]] = []
        self._taken: list[tuple[int, int, tuple[int, ...]]] | None = []
        """Each action for `engine.acts.known`; None where it is not known what led to this."""
        self._told: list[bytes | list[tuple[HandEvent, ...]]] = []
        """The record after each verb, or, once they are made, the events for each seat."""
        self._exits: dict[int, str] = {}
        self._laid: naming.Laid | None = None
        self._exits_read = 0
        """The number of verbs of which `_exits` knows."""

    @functools.cached_property
    def _fields(self) -> Fields:
        """The record, for what is not read at every decision."""
        return kernel.fields(self._rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, the bank's in the reader's language."""
        return (*self._names, say("table.bank")) if self.game.banked else self._names

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, or None when the hand is over."""
        return self._actor

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self._actor is None

    @property
    def decision(self) -> int:
        """The number of decisions made so far, which is also the number of the one due."""
        return len(self.actions)

    @property
    def legal(self) -> Legal:
        """The legal actions of the player to act."""
        record, found = self._offered
        return self._ask() if found is None or record != bytes(self._raw) else found

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide now, all at the same time (`rules.choices`), the actor first.

        None where one decides after the other. `act` takes their choices in this order.
        """
        return self.game.asked(self._fields) if self.game.choices else ()

    def asking(self, seat: int) -> Self:
        """A copy in which a seat that is `asked` is to act, though no other has decided.

        For its menu, its view and its bot; go on with the hand itself. Raises `BadSeat` for a seat
        that is not asked.
        """
        if seat not in self.asked:
            raise BadSeat("error.seat_asked", seat=seat, legal=list(self.asked))
        clone = self.copy()
        self.game.ask(clone._fields, seat)
        clone._actor, clone._offered = seat, (bytes(clone._raw), None)
        return clone

    def ahead(self, seat: int) -> Legal:
        """The actions that a waiting seat would have if it were its turn now, by what it may know.

        Empty for a seat whose turn does not come, unless others raise, before the next step.
        """
        self._check_seat(seat)
        if self.over or seat in (RAIL, self._actor) or self.asked:
            return NOTHING
        rows = self.record(seat)
        record = kernel.fields(rows)
        if not record.seats.live[seat] or _is_done(record, seat):
            return NOTHING
        record.seats.actor = seat
        found = legal_in(self.game, rows, record)
        is_all_in = not record.chips.stack[seat]
        return NOTHING if is_all_in and any(row.kind == "fold" for row in found.ranges) else found

    def act(self, action: Action | str) -> News:
        """Apply the action of the player to act; returns the events as that player may know them.

        Raises `IllegalAction`, which says what is legal; the hand is then unchanged.
        """
        seat = self._actor
        if seat is None:
            raise IllegalAction("error.action_over", action=str(action))
        checked, number = (self._offered[1] or self.legal).numbered(action)
        if self._taken is not None:
            self._taken.append((seat, number, self._direct.acted(self._raw)))
        self._direct.step(self._rows, number)
        self.actions.append((seat, checked))
        self._note()
        return News(self.events, seat, len(self._told) - 1)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each player has behind, without the bank's."""
        return self._direct.stacks(self._raw)[: self.players]

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Each player's net result so far, in chips.

        At the end they add up to 0, together with `bank` where the house plays, and with the pot
        in `keeps`, less that in `kept`.
        """
        return tuple(
            now - then for now, then in zip(self.stacks, self.starting_stacks, strict=True)
        )

    @property
    def won(self) -> tuple[int, ...]:
        """The chips that each seat has taken out of the pots so far, the bank's last."""
        return kernel.column(self._fields.chips, "won", self.seats)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won chips so far."""
        return tuple(p for p, won in enumerate(self.won) if won > 0)

    @property
    def bank(self) -> int:
        """The bank's net result so far, in chips; 0 where there is no bank."""
        return int(self._fields.chips.stack[self.players]) if self.game.banked else 0

    @property
    def kept(self) -> dict[str, Any]:
        """Values kept by the hand before, by name; empty in most games.

        Chips that stayed in the pot are `pot`, which a hand by itself has not.
        """
        return keeping.kept(self.game, self._fields, self.players) if self.game.keeps else {}

    @property
    def keeps(self) -> dict[str, Any]:
        """Values that this hand keeps for the next (`Game.deal(kept=...)`)."""
        return keeping.keeps(self.game, self._fields, self.players) if self.game.keeps else {}

    def record(self, seat: int = RAIL) -> Records:
        """A concealed copy of the record, a batch of one: what `seat`, or the rail, may know."""
        self._check_seat(seat)
        rows = kernel.filled(self._direct.layout, self._raw)
        self._direct.conceal(rows, seat)
        return rows

    def events(self, seat: int = RAIL, verb: int | None = None) -> tuple[HandEvent, ...]:
        """The events of the hand so far, or of one verb, as `seat` or the rail may know them.

        Verb 0 is the deal, -1 the last. Viewers who know the same of a verb get the same object.
        """
        self._check_seat(seat)
        if verb is not None:
            return self._views(verb)[seat]
        return tuple(event for n in range(len(self._told)) for event in self._views(n)[seat])

    def secrets(self, verb: int | None = None) -> tuple[HandEvent, ...]:
        """The same events, every one as known to the seat that it concerns.

        These hold all secrets of the hand: for its history, not for showing it while in play.
        """
        verbs = range(len(self._told)) if verb is None else (verb,)
        return tuple(
            views[event.seat][i]
            for views in map(self._views, verbs)
            for i, event in enumerate(views[RAIL])
        )

    def acts(self, seat: int = RAIL) -> tuple[Act, ...] | None:
        """The actions so far as a seat or the rail may know them; None where they are not known."""
        self._check_seat(seat)
        return None if self._taken is None else acts.known(self.game, self._taken, seat)

    @property
    def laid(self) -> naming.Laid:
        """The cards on the table, which names of hands and views read once for both."""
        return self._laid_by(bytes(self._raw))

    @property
    def deck(self) -> tuple[int, ...]:
        """The physical cards in the order of the deck: a secret of the hand, for its history."""
        return tuple(self._fields.deck.card[: self._fields.deck.size].tolist())

    @property
    def second(self) -> tuple[int, ...]:
        """The order in which discards are dealt again, if they are: a secret, like the deck's."""
        size = self._fields.deck.size if self.game.deals_again else 0
        return tuple(self._fields.deck.second[:size].tolist())

    def exit(self, seat: int) -> str:
        """Why a seat is not live: folded, out, or absent (not dealt in)."""
        for verb in range(self._exits_read, len(self._told)):
            for happened in self._views(verb)[RAIL]:
                if self._exits.get(happened.seat) != "folded":
                    self._exits[happened.seat] = "folded" if happened.kind == "folded" else "out"
        self._exits_read = len(self._told)
        return self._exits.get(seat, "absent")

    def copy(self) -> Self:
        """An independent copy, to try things on."""
        clone = object.__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone._rows = kernel.filled(self._direct.layout, self._raw)
        clone._raw = kernel.raw(clone._rows)
        clone.__dict__.pop("_fields", None)
        clone.actions = list(self.actions)
        clone._taken = None if self._taken is None else list(self._taken)
        clone._told = list(self._told)
        clone._exits = dict(self._exits)
        return clone

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        state = {
            **self.__dict__,
            "_rows": bytes(self),
            "_raw": None,
            "_direct": None,
            "_laid": None,
        }
        state.pop("_fields", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._direct = self.game.direct
        self._rows = kernel.filled(self._direct.layout, state["_rows"])
        self._raw = kernel.raw(self._rows)

    def __bytes__(self) -> bytes:
        """The bytes of the record, with every secret in it."""
        return bytes(self._raw)

    def __repr__(self) -> str:
        turn = "over" if self.over else f"{self.names[self.actor or 0]} to act"
        return f"<Hand of {self.game.name}: {self.players} players, {turn}>"

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int:
            expect(seat, Integral, "argument.seat")
        if not RAIL <= seat < self.seats:
            raise BadSeat("error.seat", seat=seat, highest=self.seats - 1)

    def _note(self) -> None:
        """Keep the record after a verb: its events are made on demand."""
        record, direct = bytes(self._raw), self._direct
        actor, noted = direct.now(record)
        if noted > direct.room:
            event.check_room(noted, direct.room)
        self._actor = None if actor == NOBODY else actor
        self._offered: tuple[bytes, Legal | None] = record, None
        self._told.append(record)

    def _ask(self) -> Legal:
        """The legal actions by the record as it is."""
        found, game = NOTHING, self.game
        if self._actor is not None:
            menu = self._direct.menu(self._rows)
            found = legal_of(menu, (), game.names)
            if not found.is_whole:
                found = _by_names(game, menu, self._completes, lambda: self._fields)
        self._offered = bytes(self._raw), found
        return found

    def _completes(self, level: int) -> bool:
        """Whether a raise to a level completes a bet (`rules.betting.completes`)."""
        return self.game.bets and self._direct.completes(self._raw, level)

    def _views(self, verb: int) -> list[tuple[HandEvent, ...]]:
        """The events of a verb, concealed for every seat and, last, the rail."""
        if type(verb) is not int or not -len(self._told) <= verb < len(self._told):
            raise BadArgument("argument.verb", value=repr(verb))
        found = self._told[verb]
        if isinstance(found, bytes):
            found = self._told[verb] = self._listen(found)
        return found

    def _listen(self, record: bytes) -> list[tuple[HandEvent, ...]]:
        """The events in the journal of a record, concealed for every seat and, last, the rail.

        Only seats to which a card moved face down know more than the rail.
        """
        own = kernel.scratch(self._direct.layout, "whole")
        own.raw[:] = record
        owners = event.owners(own.fields)
        public = self._direct.concealed(record, RAIL).fields if owners else own.fields
        names = self.game.names
        told = [event.read(public, names)] * (self.seats + 1)
        for seat in owners:
            told[seat] = event.read(self._direct.concealed(record, seat).fields, names)
        naming.name_hands(told, self._laid_by(record))
        return told

    def _laid_by(self, record: bytes) -> naming.Laid:
        if self._laid is None or self._laid.record != record:
            self._laid = naming.Laid(self.game, self._direct, record)
        return self._laid


def _is_done(record: Fields, seat: int) -> bool:
    """Whether a seat has acted in this step, and owes nothing."""
    owes = hasattr(type(record), "betting") and record.betting.bet[seat] < record.betting.to
    return bool(record.seats.acted[seat]) and not owes


def legal_in(game: Definition, rows: Records, fields: Fields) -> Legal:
    """The legal actions of the player to act, from a record, whole or concealed, and its fields."""
    if fields.seats.actor == NOBODY:
        return NOTHING
    menus, _, raw = kernel.scratch(MENU)
    raw[:] = _BLANK
    game.entry.menu(rows, menus)

    def completes(level: int) -> bool:
        return game.bets and completing.completes(fields.betting, level)

    return _by_names(game, bytes(raw), completes, lambda: fields)


def _by_names(
    game: Definition, menu: bytes, completes: Callable[[int], bool], fields: Callable[[], Fields]
) -> Legal:
    """The legal actions of a menu, actions and cards by the names that they have at this moment."""
    found = legal_of(menu, (), game.names)
    picks = picks_in(game, fields()) if found.is_picked else ()
    level = found.only_raise
    names = game.names if level is None or not completes(level) else game.completing
    return found if not picks and names is game.names else legal_of(menu, picks, names)


def picks_in(game: Definition, fields: Fields) -> Picks:
    """The cards that actions of the menu pick."""
    usual = game.picks(fields) if game.picks else game.show(fields).picks
    return tuple({**game.acts.picks(fields), **usual}.items())


_BLANK = bytes(MENU.itemsize)


@functools.cache
def _numbered(players: int) -> tuple[str, ...]:
    """Default names of players."""
    return tuple(f"p{p + 1}" for p in range(players))


def _checked(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    if names is None:
        return _numbered(players)
    expect(names, Sequence, "argument.names")
    if isinstance(names, str) or len(names) != players:
        raise BadSetup("error.names", names=len(names), players=players)
    return tuple(names)
