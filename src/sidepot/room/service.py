"""The room's door: everything that a face of the room may ask for, and nothing else."""

from __future__ import annotations

from sidepot.room.answers import (
    Created,
    GameOffer,
    Guest,
    HandLine,
    LedgerSeen,
    Registered,
    TableLine,
)
from sidepot.room.chance import Chance
from sidepot.room.clocks import Clock
from sidepot.room.messages import Ack, AnyCommand, NewTable, Refusal
from sidepot.room.outbox import Subscription


class Room:
    """All tables of one database.

    Every coroutine runs on the event loop that called `start`. A method that cannot do what was
    asked raises a `RoomError`: `NoTable`, `NotAdmitted`, `Refused`, or `CannotWrite` when the
    database takes nothing; `handle` alone answers with a `Refusal` instead. `guest` is a guest's
    public id, as `guest_of` gives it for a token.
    """

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        thinkers: int = 2,
    ) -> Room:
        """The room on a database, `sqlite:///PATH`, brought to the newest schema.

        By default `room.sqlite3` in the user's data folder. `clock` and `chance` are the system's
        unless a test brings its own; bots think on so many threads. Raises `BadDatabase` for a
        database that cannot be opened or written, or that a newer version has made.
        """
        raise NotImplementedError

    async def start(self) -> None:
        """Take up the tables whose clocks were running, and keep time from now on."""
        raise NotImplementedError

    async def close(self) -> None:
        """Say goodbye to every subscription, let the last commit end, close the database."""
        raise NotImplementedError

    async def register(self, name: str) -> Registered:
        """A new guest, and the token by which he is known again: his secret, stored hashed.

        Raises `Refused` for what is no name.
        """
        raise NotImplementedError

    async def guest_of(self, token: str) -> Guest | None:
        """The guest whose token, of a cookie or of a recovery link, this is."""
        raise NotImplementedError

    async def rename(self, guest: str, name: str) -> Guest:
        """Give a guest another name, from the next table on. Raises `Refused`."""
        raise NotImplementedError

    async def recovery(self, guest: str) -> str:
        """A token more for the same guest, for a link to himself; older ones remain good."""
        raise NotImplementedError

    def games(self) -> list[GameOffer]:
        """What can be played, with every option, its range and help: for forms."""
        raise NotImplementedError

    async def create(self, guest: str, wanted: NewTable) -> Created:
        """A new table, whose host the guest is, and an invitation to it.

        Raises `Refused` where games, options, chairs or chips do not fit each other.
        """
        raise NotImplementedError

    async def invite(self, guest: str, table: str) -> str:
        """An invitation token more; any of the table's people may ask. Older ones remain good."""
        raise NotImplementedError

    async def revoke(self, guest: str, table: str) -> None:
        """The host makes every invitation to the table worthless."""
        raise NotImplementedError

    async def table_of(self, invitation: str) -> str | None:
        """The table to which an invitation token leads."""
        raise NotImplementedError

    async def join(self, guest: str, table: str, invitation: str | None = None) -> None:
        """Come in: to a public table, or with an invitation. Coming in again does nothing."""
        raise NotImplementedError

    async def lobby(self) -> list[TableLine]:
        """The public tables, those with people first."""
        raise NotImplementedError

    async def tables_of(self, guest: str) -> list[TableLine]:
        """The tables that the guest has come to and that have not ended."""
        raise NotImplementedError

    async def subscribe(
        self, guest: str | None, table: str, *, since: int | None = None
    ) -> Subscription:
        """Look at a table: from one's chair, from the rail with a name, or from it without one.

        The first messages are `Welcome`, a whole `View`, `Presence`, and the last chat. A guest is
        connected while he has a subscription. `guest` None is for public tables only. `since` is
        the last version seen: where nothing was missed, the first view is not whole.
        """
        raise NotImplementedError

    async def handle(self, guest: str, table: str, command: AnyCommand) -> Ack | Refusal:
        """Do what a guest asks for at a table, once, and only then answer.

        The answer comes after the commit, and so do the views that others get. A repeated id gets
        the first answer.
        """
        raise NotImplementedError

    async def ledger(self, guest: str, table: str) -> LedgerSeen:
        """Who has bought in for how much, his net, and who owes whom: as few transfers as can be."""
        raise NotImplementedError

    async def hands(self, guest: str, table: str) -> list[HandLine]:
        """The hands that have ended, in short."""
        raise NotImplementedError

    async def history(self, guest: str, table: str, hand: int) -> str:
        """A finished hand as the text of a `.phh`, with what the guest knows of it.

        Raises `Refused` where no such hand has ended.
        """
        raise NotImplementedError

    async def night(self, guest: str, table: str) -> str:
        """All finished hands of a table as the text of a `.phhs`, as `history` gives them."""
        raise NotImplementedError

    async def tick(self) -> None:
        """Do what is due now: turns that are over, hands to deal, hosts that are gone.

        `start` calls it in time; a test that brings its own clock calls it by itself.
        """
        raise NotImplementedError

    async def settle(self) -> None:
        """Wait until no bot is thinking and nothing that is due now is left to do."""
        raise NotImplementedError

    def due(self) -> int | None:
        """When the next thing is due, in milliseconds since 1970."""
        raise NotImplementedError

    def metrics(self) -> dict[str, int]:
        """Counters and gauges, by name; nothing in them is a secret of any table."""
        raise NotImplementedError

    @property
    def is_writing(self) -> bool:
        """Can the room write? While it cannot, no clock runs."""
        raise NotImplementedError
