"""Cluster membership: the other processes of a room, and the messages to and from them.

A room of one process has none, and everything here concerns that process alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sidepot.errors import CannotWrite
from sidepot.room.live.guests import Guests
from sidepot.room.live.services import Services
from sidepot.room.live.table import LiveTable
from sidepot.room.storage.tenure import BEAT, Elsewhere, Tenure
from sidepot.room.table.decide import rename
from sidepot.words import Message


class Others:
    """The other processes of a room, and the work that all of them share."""

    def __init__(
        self,
        services: Services,
        guests: Guests,
        tables: Mapping[str, LiveTable],
        live: Callable[[str], LiveTable],
    ) -> None:
        """`tables`: those in memory, by id; `live`: the live table with an id."""
        self._services = services
        self._guests = guests
        self._tables = tables
        self._live = live
        self.on_gone: Callable[[str], None] = lambda _: None
        """Called with the address of another process of the room that is gone."""
        self.on_beat: Callable[[Mapping[str, Any]], Any] = lambda _: None
        """Called periodically with its results in the other processes; returns the one for them."""
        self.on_frozen: Callable[[], None] = lambda: None
        """Called when this process has stood still: whatever it was about to pass on is old."""

    def join(self, tenure: Tenure) -> None:
        """Join the other processes of this room."""
        tenure.on_taken = lambda table: self._live(table).advance_soon()
        tenure.on_said = lambda said: self._services.spawn(self._on_message(**said))
        tenure.on_doubt = self._doubt
        tenure.on_frozen = self._disconnect_all
        tenure.on_gone = self._say_gone
        self._services.background(self._describe(tenure))
        tenure.start(asyncio.get_running_loop().call_soon_threadsafe)

    def freezes(self) -> int:
        """The freezes so far: what this process knew before the last one is old."""
        return self._services.tenure.freezes()

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest their present name at the tables that are open, in all processes."""
        await self._rename_here(guest, name)
        await self._tell(kind="renamed", guest=guest, name=name)

    async def rename_at(self, live: LiveTable, guest: str, name: str) -> None:
        """Give a member of a table their present name; what cannot be stored waits."""
        with contextlib.suppress(CannotWrite, Elsewhere):
            if guest not in (await live.state()).members:
                return
            await live.append(lambda context: rename(context, guest, name))

    async def log_out(self, sessions: Sequence[str]) -> None:
        """Close the sockets of sessions that have ended, in all processes."""
        self._log_out_here(sessions)
        await self._tell(kind="logged_out", sessions=list(sessions))

    def people(self) -> dict[str, int]:
        """The number of guests who are connected to each table, whichever process runs it."""
        tables = set(self._tables)
        for peer in self._services.tenure.peers():
            tables.update(peer.status.get("people", {}))
        return {table: self.people_at(table) for table in tables}

    def people_at(self, table: str) -> int:
        """The number of guests who are connected to a table, whichever process runs it."""
        live = self._tables.get(table)
        peers = self._services.tenure.peers()
        others = sum(int(peer.status.get("people", {}).get(table, 0)) for peer in peers)
        return (len(live.subscribers.connected()) if live else 0) + others

    def metrics(self) -> dict[str, int]:
        """Counters and gauges of all processes by name."""
        found = self._own_metrics()
        for peer in self._services.tenure.peers():
            for name, value in peer.status.get("metrics", {}).items():
                found[name] = found.get(name, 0) + value
        found["processes"] = 1 + len(self._services.tenure.peers())
        found["is_writing"] = int(found["is_writing"] == found["processes"])
        return found

    def _own_metrics(self) -> dict[str, int]:
        counters, written = self._services.counters, self._services.store.write_counts
        return {
            "commands_total": counters.commands,
            "refusals_total": counters.refusals,
            "turns_over_total": counters.turns_over,
            "hands_total": counters.hands,
            "races_total": counters.races,
            "commits_total": written.commits,
            "writes_total": written.writes,
            "failed_commits_total": written.failures,
            "tables": len(self._tables),
            "sockets": sum(live.subscribers.sockets for live in self._tables.values()),
            "is_writing": int(self._services.can_write),
        }

    def _say_gone(self, address: str) -> None:
        self.on_gone(address)

    async def _describe(self, tenure: Tenure) -> None:
        """Tell the others how many people are where, and the counters, until the room closes."""
        while True:
            people = {live.id: len(live.subscribers.connected()) for live in self._tables.values()}
            watched = {table: n for table, n in people.items() if n}
            received = {str(peer.number): peer.status.get("more", {}) for peer in tenure.peers()}
            status = {
                "people": watched,
                "metrics": self._own_metrics(),
                "more": self.on_beat(received),
            }
            tenure.describe(status)
            tenure.turn()
            await asyncio.sleep(BEAT)

    async def _on_message(self, kind: str, **said: Any) -> None:
        """Carry out a message of another process."""
        if kind == "renamed":
            await self._rename_here(said["guest"], said["name"])
        elif kind == "logged_out":
            self._log_out_here(said["sessions"])

    def _doubt(self) -> None:
        """Find out which tables are still this process's: it may have been taken for dead.

        And who has logged out: nobody tells it twice.
        """
        for live in list(self._tables.values()):
            self._services.spawn(live.doubt())
        self._services.spawn(self._log_out_ended())

    def _disconnect_all(self) -> None:
        """End all sockets, after this process has stood still: other processes know more."""
        for live in list(self._tables.values()):
            live.subscribers.close("closed", Message("room.goodbye_moved"))
        self.on_frozen()

    async def _log_out_ended(self) -> None:
        """Close the sockets of sessions that ended while this process was cut off."""
        found = [live.subscribers.sessions for live in self._tables.values()]
        for guest, session in set().union(*found):
            with contextlib.suppress(CannotWrite):
                if not await self._guests.is_live(guest, session):
                    self._log_out_here([session])

    async def _tell(self, **said: Any) -> None:
        """Say something to all other processes of the room."""
        if self._services.tenure.is_shared:
            await asyncio.to_thread(functools.partial(self._services.tenure.tell, **said))

    async def _rename_here(self, guest: str, name: str) -> None:
        for live in list(self._tables.values()):
            if live.subscribers.is_watched:
                await self.rename_at(live, guest, name)

    def _log_out_here(self, sessions: Sequence[str]) -> None:
        said = Message("room.goodbye_logged_out")
        for live in list(self._tables.values()):
            live.subscribers.close_some("logged_out", said, lambda s: s.session in sessions)
