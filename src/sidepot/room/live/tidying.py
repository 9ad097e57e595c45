"""Tidying: archives ended and long idle tables as files, and deletes their rows."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import Struct

from sidepot.errors import RoomError
from sidepot.room.live.archiver import RAIL_VIEWER, Archiver
from sidepot.room.live.services import Services
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol.resources import HandLine, LedgerView
from sidepot.room.storage.files import OWN_FOLDER, replacing
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.ending import end_table
from sidepot.room.table.ledger import ledger
from sidepot.room.table.rules import table_name
from sidepot.room.views import hand_history
from sidepot.words.wire import encode

_log = logging.getLogger("sidepot.room")

DAY = 24 * 3600 * SECOND
_FIRST, _AGAIN = 60.0, 24 * 3600.0
"""Seconds from the start of a room until it tidies, and from then on."""

Progress = Callable[[int, int], None]
"""Is called with how many tables are done, of how many."""


class ArchivedTable(Struct, frozen=True):
    """The file of a table that has ended: the debts, and a line for each hand.

    `last`: when something last happened, in milliseconds since 1970.
    """

    table: str
    name: str
    last: int
    ledger: LedgerView
    hands: list[HandLine]


@dataclass
class Tidied:
    """The result of tidying: tables and their hands written to files, and guests forgotten.

    `failed`: tables that could not be archived, and were left as they are.
    """

    tables: int = 0
    hands: int = 0
    guests: int = 0
    failed: list[str] = field(default_factory=list)


class Tidying:
    """Archives tables into a folder: the rail's history of each hand, and the ledger.

    No card is in it that was not open to everybody at the table, so its files may be passed on.
    """

    def __init__(self, services: Services, archiver: Archiver, folder: Path) -> None:
        self._services = services
        self._archiver = archiver
        self.folder = folder

    async def keep(self, days: int, live: Callable[[str], LiveTable]) -> None:
        """Tidy every day, until the task is cancelled."""
        pause = _FIRST
        while True:
            await asyncio.sleep(pause)
            pause = _AGAIN
            try:
                done = await self.tidy(days, live)
            except Exception as error:  # the next day comes
                _log.warning("tidy_failed error=%s", type(error).__name__)
            else:
                values = (done.tables, done.hands, done.guests, len(done.failed))
                _log.info("tidied tables=%d hands=%d guests=%d failed=%d", *values)

    async def tidy(
        self, days: int, live: Callable[[str], LiveTable], progress: Progress = lambda *_: None
    ) -> Tidied:
        """Archive the tables at which nothing has happened for some days, and forget guests.

        A table is deleted when its files are on the disk, all of it or nothing. A guest is
        forgotten who came longer ago and is at no table. Raises `CannotWrite`.
        """
        ahead = max(self._services.moved, 0)  # a clock that was set forward makes no table old
        before, done = self._services.now() - ahead - days * DAY, Tidied()
        idle = await self._services.store.idle_tables(before)
        for n, (table, last) in enumerate(idle):
            progress(n, len(idle))
            try:
                hands = await self._archive(live(table), last, before)
            except Elsewhere:  # a viewer may be there
                continue
            except (RoomError, OSError) as error:
                _log.warning("archive_refused table=%s reason=%s", table, error)
                done.failed.append(table)
                continue
            if hands is not None:
                done.tables, done.hands = done.tables + 1, done.hands + hands
        done.guests = await self._services.store.forget_guests(before)
        progress(len(idle), len(idle))
        return done

    async def _archive(self, live: LiveTable, last: int, before: int) -> int | None:
        """Archive a table and delete it; returns its hands, or None if it is or was in use."""

        def end(context: Context) -> PendingEvents | None:
            stays = context.is_watched or context.state.is_ended
            return None if stays else end_table(context)

        with live.in_use():
            if (await live.state()).at >= before:  # a viewer has come since it was found idle
                return None
            await live.append(end)
            state = await live.state()
            if live.subscribers.is_watched or not state.is_ended:
                return None
            texts = await self._archiver.histories(live.id, RAIL_VIEWER)
            hands = await self._services.store.hands(live.id)
            name = table_name(state.name, state.rules.games)
            archived = ArchivedTable(live.id, name, last, ledger(state), hands)
            await asyncio.to_thread(write_archive, self.folder, archived, texts)
            return len(hands) if await live.delete() else None


def write_archive(folder: Path, table: ArchivedTable, texts: Mapping[int, str]) -> None:
    """Write the files of a table: its hands (`.phhs`) if there are any, and the rest (`.json`).

    They are on the disk when it returns. Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
    day = time.strftime("%Y-%m-%d", time.gmtime(table.last / SECOND))
    name = f"{day}-{re.sub('[^A-Za-z0-9_-]', '_', table.table)}"
    if texts:
        with replacing(folder / f"{name}.phhs") as draft:
            draft.write_text(hand_history.joined(texts), "utf-8")
    with replacing(folder / f"{name}.json") as draft:
        draft.write_bytes(msgspec.json.format(encode(table)))
