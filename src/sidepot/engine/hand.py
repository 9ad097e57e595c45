"""`Hand`: a hand in play, as Python code uses it; wraps a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sidepot import kernel
from sidepot.engine import event
from sidepot.engine.action import NOTHING, Action, Legal, legal_of, offered
from sidepot.engine.event import Event
from sidepot.engine.game import Game
from sidepot.engine.view import TableView, Views
from sidepot.errors import BadSeat, BadSetup, IllegalAction
from sidepot.kernel import Fields, Records, Single
from sidepot.rules import actions
from sidepot.rules.actions import Menu
from sidepot.rules.seats import NOBODY
from sidepot.words import say

RAIL = NOBODY
"""The viewer who sees only what is public."""


_UNASKED: tuple[bytes, Legal] = b"", NOTHING
"""The cached menu before any has been read."""


class Hand:
    """One hand of a game, from the deal to the last chip.

    `Game.deal` makes it. `actor` is the seat to act and `legal` what it may do; answer with `act`
    until `over`. Everything shown to a player or the rail comes from a concealed copy: `view`,
    `table`, `events`.
    """

    def __init__(
        self, game: Game, rows: Records, names: Sequence[str] | None = None, *, number: int = 0
    ) -> None:
        """Begin a hand on a record whose seats and deck have been set up."""
        self.game = game
        self.number = number
        self._rows, self._fields, self._raw = kernel.single(rows)
        self.players = int(self._fields.seats.n) - game.banked
        self.names = _checked(names, self.players)
        if game.banked:
            self.names += (say("table.bank"),)
        self.seats = len(self.names)
        """The number of seats: one per player, and then the bank's, if there is one."""
        self.starting_stacks = self.stacks
        self.actions: list[tuple[int, Action]] = []
        self._told: list[list[tuple[Event, ...]]] = []
        self._exits: dict[int, str] = {}
        self._offered = _UNASKED
        game.entry.begin(rows)
        self._listen()

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, or None when the hand is over."""
        seat = int(self._fields.seats.actor)
        return None if seat == NOBODY else seat

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.actor is None

    @property
    def decision(self) -> int:
        """The number of decisions made so far, which is also the number of the one due."""
        return len(self.actions)

    @property
    def legal(self) -> Legal:
        """The legal actions of the player to act."""
        record = bytes(self._raw)
        if record != self._offered[0]:
            self._offered = record, legal_in(self.game, self._rows, self._fields)
        return self._offered[1]

    def act(self, action: Action | str) -> tuple[Event, ...]:
        """Apply the action of the player to act; returns the events as that player may know them.

        Raises `IllegalAction`, which says what is legal; the hand is then unchanged.
        """
        seat = self.actor
        if seat is None:
            raise IllegalAction("error.action_over", action=str(action))
        checked = self.legal.check(action)
        self.game.entry.step(self._rows, checked.number)
        self.actions.append((seat, checked))
        self._listen()
        return self.news(seat)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each player has behind, without the bank's."""
        return tuple(self._fields.chips.stack[: self.players].tolist())

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Each player's net result so far, in chips.

        At the end they add up to 0, together with `bank` where the house plays.
        """
        return tuple(
            now - then for now, then in zip(self.stacks, self.starting_stacks, strict=True)
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won chips so far."""
        return tuple(p for p, won in enumerate(self._fields.chips.won.tolist()) if won > 0)

    @property
    def bank(self) -> int:
        """The bank's net result so far, in chips; 0 where there is no bank."""
        return int(self._fields.chips.stack[self.players]) if self.game.banked else 0

    def view(self, seat: int = RAIL) -> Records:
        """A concealed copy of the record, a batch of one: what `seat`, or the rail, may know."""
        self._check_seat(seat)
        rows = kernel.copy(self._rows)
        self.game.entry.conceal(rows, seat)
        return rows

    def table(self, seat: int = RAIL) -> TableView:
        """The table as `seat`, or the rail, sees it, for a front end to draw."""
        legal = self.legal if seat == self.actor else None
        return Views(self).view(self.peek(seat).fields, seat, legal)

    def peek(self, seat: int = RAIL) -> Single:
        """The same as `view`, in memory that this thread's next `peek` overwrites."""
        self._check_seat(seat)
        seen = kernel.scratch(self._rows.dtype)
        seen.raw[:] = self._raw
        self.game.entry.conceal(seen.rows, seat)
        return seen

    def news(self, seat: int = RAIL) -> tuple[Event, ...]:
        """The events of the last verb, as `seat` or the rail may know them."""
        self._check_seat(seat)
        return self._told[-1][seat]

    def events(self, seat: int = RAIL) -> tuple[Event, ...]:
        """The events of the whole hand so far, as `seat` or the rail may know them."""
        self._check_seat(seat)
        return tuple(event for verb in self._told for event in verb[seat])

    @property
    def opened(self) -> tuple[tuple[Event, ...], ...]:
        """The events of each verb, every one as known to the seat that it concerns.

        These hold all secrets of the hand: for its history, not for showing it while in play.
        """
        return tuple(map(self.opened_in, range(len(self._told))))

    def opened_in(self, verb: int) -> tuple[Event, ...]:
        """The events of one verb, 0 for the deal; see `opened`."""
        views = self._told[verb]
        return tuple(views[event.seat][i] for i, event in enumerate(views[RAIL]))

    @property
    def deck(self) -> tuple[int, ...]:
        """The physical cards in the order of the deck: a secret of the hand, for its history."""
        return tuple(self._fields.deck.card[: self._fields.deck.size].tolist())

    @property
    def second(self) -> tuple[int, ...]:
        """The order in which discards are dealt again, if they are: a secret, like the deck's."""
        return tuple(self._fields.deck.second[: self._fields.deck.size].tolist())

    def exit(self, seat: int) -> str:
        """Why a seat is not live: folded, out, or absent (not dealt in)."""
        return self._exits.get(seat, "absent")

    def copy(self) -> Hand:
        """An independent copy, to try things on."""
        clone = object.__new__(Hand)
        clone.__dict__.update(self.__dict__)
        own = Single(self._rows, self._fields, self._raw)
        clone._rows, clone._fields, clone._raw = kernel.clone(own)
        clone.actions = list(self.actions)
        clone._told = list(self._told)
        clone._exits = dict(self._exits)
        return clone

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Hand:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return {
            **self.__dict__,
            "_rows": bytes(self),
            "_fields": None,
            "_raw": None,
            "_offered": _UNASKED,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        rows = kernel.from_bytes(self.game.layout(), state["_rows"])
        self._rows, self._fields, self._raw = kernel.single(rows)

    def __bytes__(self) -> bytes:
        """The bytes of the record, with every secret in it."""
        return bytes(self._raw)

    def __repr__(self) -> str:
        turn = "over" if self.over else f"{self.names[self.actor or 0]} to act"
        return f"<Hand of {self.game.name}: {self.players} players, {turn}>"

    def _check_seat(self, seat: int) -> None:
        if not RAIL <= seat < self.seats:
            raise BadSeat("error.seat", seat=seat, highest=self.seats - 1)

    def _listen(self) -> None:
        """Copy the journal's events to the list, concealed for every seat and, last, the rail.

        Only seats to which a card moved face down know more than the rail.
        """
        owners = event.owners(self._fields)
        public = self.peek().fields if owners else self._fields
        told = [event.read(public)] * (self.seats + 1)
        for seat in owners:
            told[seat] = event.read(self.peek(seat).fields)
        self._told.append(told)
        for happened in told[RAIL]:
            if self._exits.get(happened.seat) != "folded":
                self._exits[happened.seat] = "folded" if happened.kind == "folded" else "out"


_MENU = kernel.record(Menu)
_BLANK = bytes(_MENU.itemsize)


def legal_in(game: Game, rows: Records, fields: Fields) -> Legal:
    """The legal actions of the player to act, from a record, whole or concealed, and its fields."""
    if fields.seats.actor == NOBODY:
        return NOTHING
    menus, _, raw = kernel.scratch(_MENU)
    raw[:] = _BLANK
    game.entry.menu(rows, menus)
    menu = bytes(raw)
    picked = any(kind in actions.PICKED for kind, _, _ in offered(menu))
    return legal_of(menu, tuple(game.show(fields).picks.items()) if picked else ())


def _checked(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"p{p + 1}" for p in range(players))
    if isinstance(names, str) or len(names) != players:
        raise BadSetup("error.names", names=len(names), players=players)
    return tuple(names)
