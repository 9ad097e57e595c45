"""The versions of games from a folder: a table keeps those with which it began."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from sidepot import games
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_version, stored_version
from sidepot.engine.modules import digest_of, text_of
from sidepot.errors import SidepotError
from sidepot.room.live.game_folder import GameFolder
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.storage.store import Store
from sidepot.words import Message

_GLANCE = 1.0
"""Seconds between two glances at the folder at least: anybody may ask for the list of games."""


class Library:
    """The folder of games of a room, if it has one, and every version that its tables play.

    The text of each version is stored with the room, by its hash, so that another process, or this
    one after a restart, plays it too. A room without a folder runs no text that is stored.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folder: GameFolder | None = None
        self._kept: set[str] = set()
        self._found: list[Game] = []
        """Versions that were loaded for a table before anybody was told of such."""
        self._on_new: Callable[[Sequence[Game]], None] = self._found.extend
        self._glanced = 0.0

    def use(self, folder: Path) -> Mapping[str, Message]:
        """Play the games of a folder, and stored versions; what is wrong, by file. Blocks.

        Raises `BadGameFile` for no folder.
        """
        self._folder = GameFolder(folder)
        games.find_versions(self._stored, lambda game: self._on_new([game]))
        self._folder.look()
        return self._folder.faults

    def on_new(self, call: Callable[[Sequence[Game]], None]) -> None:
        """Call something with the versions that a later look finds, or that tables still play."""
        if self._folder:
            self._folder.on_new = self._on_new = call
            call(self._found)

    def look(self) -> None:
        """Take what has changed in the folder. Blocks."""
        if self._folder:
            self._folder.look()

    def glance(self) -> None:
        """The same for a list, now and then, and without waiting for a look. Blocks."""
        now = time.monotonic()
        if self._folder and now - self._glanced >= _GLANCE:
            self._glanced = now
            self._folder.glance()

    def fault_of(self, plans: Iterable[GamePlan]) -> Message | None:
        """The fault of the newest version of one of these games."""
        folder = self._folder
        found = (folder.fault_of(plan.name) for plan in plans if plan.digest) if folder else ()
        return next((fault for fault in found if fault), None)

    async def keep(self, plans: Iterable[GamePlan]) -> None:
        """Store the versions that some plans name. Raises `CannotWrite`."""
        for plan in plans:
            if plan.digest and plan.digest not in self._kept:
                game = games.version(plan.name, plan.digest)
                assert game.origin
                text = text_of(game.home[0]) or ""
                await self._store.keep_setting(_key(plan.digest), f"{game.origin.name}\n{text}")
                self._kept.add(plan.digest)

    def _stored(self, digest: str) -> Game | None:
        """A version that some process has stored; None if there is none, or a forged one."""
        found = stored_version(digest)
        if found is not None:
            return found
        name, sign, text = (self._store.setting(_key(digest)) or "").partition("\n")
        if not sign or digest_of(text.encode()) != digest:
            return None
        try:
            return load_version(text, name)
        except SidepotError:  # it needs a library that this machine does not have
            return None


def _key(digest: str) -> str:
    return f"game {digest}"
