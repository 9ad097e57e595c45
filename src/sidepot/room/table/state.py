"""The state of a table: what the fold of its log comes to, but for the record of a hand in play."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct, field

from sidepot.protocol.messages import GamePlan
from sidepot.room.table.events import Rules

_REMEMBERED = 64
"""Ids of commands that are kept for each guest, the last ones."""


class Chair(Struct):
    """Who sits in a chair: a guest or a bot. See `seen.ChairView`.

    `late`: turns in a row that the clock has ended.
    """

    name: str
    account: str = field(name="party")
    guest: str | None
    bot: str | None
    stack: int
    time_bank: int = field(name="bank")
    pending_chips: int = field(default=0, name="coming")
    status: str = "in"
    is_ready: bool = False
    late: int = 0

    @property
    def is_playing(self) -> bool:
        """Does he want the next hand?"""
        return self.status == "in"


class RunningClock(Struct):
    """See `seen.ClockView`; `decision` is the one of the hand that it is about."""

    kind: str
    chair: int
    decision: int
    began: int
    time_bank_from: int = field(name="bank_from")
    until: int


class Playing(Struct):
    """The hand that is played, or the last one, by its seats: their chairs, and who sat there.

    A chair may be somebody else's before the next deal, so whoever asks for a seat's view is
    known by his account (`Chair.account`). `forfeits`: chairs of bots that have failed in it.
    """

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    accounts: tuple[str, ...] = field(name="parties")
    is_over: bool = False
    is_void: bool = False
    forfeits: tuple[int, ...] = ()


class Account(Struct):
    """What a person or a bot has bought in for and was paid out; `guest` None for a bot."""

    name: str
    guest: str | None
    bought: int = 0
    paid_out: int = 0


class TableState(Struct):
    """A table between two events.

    `idle_since`: since when nothing has happened that the next hand must wait for. `chosen`: the
    game that the dealer has named. `bank`: what the house has won at this table. `answers`: for
    each guest the versions by which his last commands, by their ids, were done.
    """

    version: int
    name: str
    host: str
    rules: Rules
    idle_since: int = field(name="calm_from")
    members: dict[str, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    muted: list[str] = field(default_factory=list)
    chairs: dict[int, Chair] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    answers: dict[str, dict[str, int]] = field(default_factory=dict)
    button: int | None = None
    hands: int = 0
    game: GamePlan | None = None
    chosen: GamePlan | None = None
    playing: Playing | None = None
    clock: RunningClock | None = None
    paused_at: int | None = None
    may_show: int | None = None
    shown: dict[int, tuple[str, ...]] = field(default_factory=dict)
    is_ended: bool = False
    bank: int = 0

    @property
    def in_play(self) -> Playing | None:
        """The hand that is played now."""
        return self.playing if self.playing and not self.playing.is_over else None

    def is_in_hand(self, chair: int) -> bool:
        """Was the chair dealt in to the hand that is played now?"""
        return self.in_play is not None and chair in self.in_play.chairs

    def chair_of(self, guest: str | None) -> int | None:
        """Where a guest sits."""
        return next((n for n, c in self.chairs.items() if guest and c.guest == guest), None)

    def seat_of(self, account: str | None) -> int | None:
        """The seat that a guest or bot has in the hand that is played, or had in the last."""
        accounts = self.playing.accounts if self.playing else ()
        return accounts.index(account) if account in accounts else None

    def seated(self) -> Iterator[tuple[int, Chair]]:
        """Chairs that are taken, in their order."""
        return iter(sorted(self.chairs.items()))

    def answer(self, guest: str, id: str) -> int | None:
        """The version by which a guest's command was done."""
        return self.answers.get(guest, {}).get(id)

    def remember(self, guest: str, id: str) -> None:
        """A guest's command is done by the present version."""
        known = self.answers.setdefault(guest, {})
        known[id] = self.version
        while len(known) > _REMEMBERED:
            del known[next(iter(known))]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableState).decode
