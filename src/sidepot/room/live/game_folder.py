"""A folder of games beside a room, which is looked at again while the room is open.

A file that has changed is tried in a process of its own before this one loads it, so that one that
never ends, or ends its process, does no harm. A file that fails keeps its last version.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from sidepot import __version__, games, kernel
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_version, versions_folder
from sidepot.engine.modules import digest_of, text_place
from sidepot.errors import BadGameFile, SidepotError
from sidepot.paths import write_whole
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")

_MOST = 1_000_000
"""The most bytes of a file: the longest of the house has 30,000."""
_START, _LIMIT = 120.0, 20.0
"""Seconds that the process may take to start, and a file to be loaded and to play a hand."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
"""Opens a file; a pipe of that name would be waited for."""

_Fingerprint = tuple[tuple[str, int, int, int], ...]


@dataclass
class _File:
    """A file as it was looked at last.

    `game`: its last version that could be loaded; `fault`: why that is not the present one.
    """

    fingerprint: _Fingerprint
    game: Game | None = None
    fault: Message | None = None

    def is_as(self, fingerprint: _Fingerprint) -> bool:
        """Whether it need not be read again; a name that was taken may be free."""
        is_taken = self.fault is not None and self.fault.key.startswith("error.game_taken")
        return self.fingerprint == fingerprint and not is_taken


class GameFolder:
    """The games of a folder, on the list of all games; a look takes what has changed."""

    def __init__(self, folder: Path) -> None:
        """Reads nothing yet. Raises `BadGameFile` where there is no such folder."""
        if not folder.is_dir():
            raise BadGameFile("error.game_folder", file=str(folder))
        self.folder = folder
        self.on_new: Callable[[Sequence[Game]], None] = lambda _: None
        """Called with the versions that a look has found."""
        self._files: dict[str, _File] = {}
        self._lock = threading.Lock()

    @property
    def faults(self) -> Mapping[str, Message]:
        """The files that cannot be played as they are, by their names, and why."""
        return {name: file.fault for name, file in self._files.items() if file.fault}

    def fault_of(self, game: str) -> Message | None:
        """The fault of the newest version of a game, which therefore plays an older one."""
        found = (file for file in self._files.values() if file.game and file.game.name == game)
        return next((file.fault for file in found if file.fault), None)

    def glance(self) -> None:
        """Look, unless somebody does already. Blocks."""
        if self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()

    def look(self) -> None:
        """Put the games of the folder, as it is now, on the list. Blocks.

        Where nothing has changed, that takes a look at each file's time and size.
        """
        with self._lock:
            self._look()

    def _look(self) -> None:
        before = self._files
        found = dict(self._fingerprints())
        if found == {name: file.fingerprint for name, file in before.items()}:
            return
        self._files = {
            name: before[name]
            if name in before and before[name].is_as(fingerprint)
            else self._read(name, fingerprint, before.get(name))
            for name, fingerprint in found.items()
        }
        self._name(before)
        taken = [file.game for file in self._files.values() if file.game]
        known = {id(file.game) for file in before.values()}
        games.use_folder(taken)
        for name in before.keys() - self._files.keys():
            _log.info("game_gone file=%s", name)
        if new := [game for game in taken if id(game) not in known]:
            self.on_new(new)

    def _fingerprints(self) -> Iterator[tuple[str, _Fingerprint]]:
        """The Python files of the folder, and what changes with them and what lies beside them."""
        try:
            names = sorted(path.name for path in self.folder.iterdir())
        except OSError as error:
            _log.warning("games_unread error=%s", type(error).__name__)
            return
        for name in names:
            if name.endswith(".py") and not name.startswith(("_", ".")):
                beside = (each for each in names if each.startswith(name[:-2]))
                yield name, tuple(map(self._stamp, beside))

    def _stamp(self, name: str) -> tuple[str, int, int, int]:
        try:
            found = (self.folder / name).stat()
        except OSError:  # a link to nothing
            return name, 0, 0, 0
        return name, found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self, name: str, fingerprint: _Fingerprint, before: _File | None) -> _File:
        """A file that is new or has changed: its game, or why it has none."""
        last = before.game if before else None
        try:
            text = _text(self.folder / name)
            if not _was_tried(text):
                _try(text, self.folder / name)
                _note_tried(text)
            game = load_version(text, name, self.folder)
        except SidepotError as error:
            said = _named(error.message, name)
            _log.warning("game_refused file=%s reason=%s", name, said)
            return _File(fingerprint, last, said)
        if last is not game:
            digest = game.origin.digest if game.origin else ""
            _log.info("game_loaded file=%s game=%s hash=%s", name, game.name, digest)
        return _File(fingerprint, game)

    def _name(self, before: Mapping[str, _File]) -> None:
        """Take the games of files whose names others have; a file keeps the name that it had."""
        owned = {name: file.game.name for name, file in before.items() if file.game}
        taken = dict.fromkeys(games.outside_folder(), "")
        for name, file in sorted(self._files.items(), key=lambda pair: pair[0] not in owned):
            game = file.game
            if game and game.name in taken:
                other = taken[game.name]
                values = {"file": name, "game": game.name}
                if other:
                    file.fault = Message("error.game_taken_by", {**values, "other": other})
                else:
                    file.fault = Message("error.game_taken", values)
                file.game = before[name].game if name in before else None
                _log.warning("game_refused file=%s reason=%s", name, file.fault)
                if file.game and file.game.name in taken:
                    file.game = None
            if file.game:
                taken[file.game.name] = name


def _text(path: Path) -> str:
    """The text of a file. Raises `BadGameFile`."""
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
            raw = stream.read(_MOST + 1)
    except OSError as error:
        raise BadGameFile(
            "error.file_raises", file=path.name, reason=error.strerror or str(error)
        ) from error
    if len(raw) > _MOST:
        raise BadGameFile("error.file_long", file=path.name, most=_MOST)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadGameFile("error.file_encoding", file=path.name) from error


def _named(message: Message, name: str) -> Message:
    """A message in which a file has its name alone: others are not told where it lies."""
    return Message(message.key, {**message.values, "file": name})


def _was_tried(text: str) -> bool:
    """Whether some process of this user has noted that this version of Sidepot plays a text."""
    try:
        return _note_of(text).read_text("utf-8") == __version__
    except OSError:
        return False


def _note_tried(text: str) -> None:
    """Note that this version of Sidepot plays a text."""
    write_whole(_note_of(text), __version__.encode())


def _note_of(text: str) -> Path:
    return text_place(versions_folder(), digest_of(text.encode())).with_name("tried.txt")


def _try(text: str, path: Path) -> None:
    """Load a text and play a hand of it in a process of its own. Raises `BadGameFile`."""
    context = get_context("spawn")
    ours, its = context.Pipe()
    process = context.Process(target=_trial, args=(its, text, path), daemon=True)
    process.start()
    its.close()
    try:
        ready = ours.poll(_START) and ours.recv()
        if not (ready and ours.poll(_LIMIT)):
            raise BadGameFile("error.file_slow", file=path.name, seconds=round(_LIMIT))
        fault: Message | None = ours.recv()
    except (EOFError, OSError):
        process.join()
        raise BadGameFile("error.file_ends", file=path.name, code=process.exitcode) from None
    finally:
        ours.close()
        process.kill()
        process.join()
    if fault is not None:
        raise BadGameFile(fault.key, **fault.values)


def _trial(line: Connection, text: str, path: Path) -> None:
    """Try a text, and say why it fails: the main function of a process."""
    kernel.postpone()  # nothing is compiled here
    line.send(True)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        sys.stdout = sys.stderr = nowhere  # a file may print
        with contextlib.suppress(BrokenPipeError):
            line.send(_fault(text, path))


def _fault(text: str, path: Path) -> Message | None:
    """Why a text cannot be loaded, or a hand of it not be played; None where both can."""
    from sidepot.engine.diagnostics import diagnose

    try:
        game = load_version(text, path.name, path.parent)
    except SidepotError as error:
        return error.message
    try:
        hand = game.deal(seed=0)
        while not hand.over:
            hand.view(hand.actor or 0)
            hand.act(str(hand.legal.safe))
    except Exception as error:  # a game's own code can raise anything
        reason = diagnose(error, game.file or path)
        return Message("error.file_raises", {"file": path.name, "reason": reason})
    return None
