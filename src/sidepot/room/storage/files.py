"""The files of a database: their permissions, and whether they are still the ones opened.

Beside `room.sqlite3` lie SQLite's own `-wal` and `-shm`, the owner's lock (`.lock`) and what
`sidepot backup` writes (`.backup`).
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sidepot import paths
from sidepot.errors import CannotWrite

_log = logging.getLogger("sidepot.room")

OWN_FILE, OWN_FOLDER = 0o600, 0o700
"""The modes of what only the host may read."""
IN_USE = ("", "-wal", "-shm", "-journal", ".lock")
"""The ends of the names of the files without which a database is lost or taken for free."""
COMPANIONS = IN_USE[1:]
"""The ends of the names of the files that a database cannot do without, but for itself."""
_BESIDE = (*IN_USE, ".backup")
"""The ends of the names of all files of a database."""
_OTHERS = 0o077
"""The permission bits of everybody but the owner."""
_OTHERS_WRITE = 0o022


def beside(database: Path, end: str) -> Path:
    """The file next to a database whose name has this end."""
    return database.with_name(database.name + end)


def make_private(database: Path) -> None:
    """Make a database's file and folder if there are none, and close what is there to others.

    A folder is closed if it was made here or is the data folder; of any other one that others may
    write to, the log says so. Raises `OSError`.
    """
    folder = database.parent
    if not folder.exists():
        folder.mkdir(parents=True, mode=OWN_FOLDER)
    if sys.platform == "win32":  # modes have no effect there; the user's folders are private
        return
    if folder == paths.data() or folder.resolve() == paths.data().resolve():
        _close_to_others(folder, OWN_FOLDER)
    elif folder.stat().st_mode & (_OTHERS_WRITE | stat.S_ISVTX) in (0o002, 0o020, 0o022):
        _log.warning("folder_open folder=%s mode=%s", folder, oct(folder.stat().st_mode & 0o777))
    try:
        # SQLite gives its other files the mode of this one.
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))
    except FileExistsError:
        for end in _BESIDE:
            _close_to_others(beside(database, end), OWN_FILE)


def _close_to_others(path: Path, mode: int) -> None:
    """Remove others' permissions on a file or folder, if it is there and ours; logs it."""
    if sys.platform == "win32":  # modes have no effect there; the user's folders are private
        return
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    before = stat.S_IMODE(found.st_mode)
    if before & _OTHERS and found.st_uid == os.geteuid() and not before & stat.S_ISVTX:
        path.chmod(before & mode)
        _log.info("made_private file=%s mode=%s", path, oct(before))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path, for its owner alone, that replaces `path` at the end.

    It is on the disk before it does, and removed on an error. Raises `OSError`, also for a device
    or a pipe, which no file may replace.
    """
    if paths.is_device(path):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE))
    try:
        yield draft
        flush(draft)
        draft.replace(path)
        flush(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def copy_privately(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all, for its owner alone."""
    with replacing(target) as draft:
        shutil.copyfile(source, draft)


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if sys.platform == "win32" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class OpenFiles:
    """The opened database and its log, distinguished from later files of the same names.

    SQLite does not notice that its file was deleted, and everything written to it then is lost.
    """

    def __init__(self, database: Path) -> None:
        self._files = (str(database), str(beside(database, "-wal")))
        self._first: list[tuple[int, int] | None] = [_identity(self._files[0]), None]

    def check(self) -> None:
        """Raise `CannotWrite` if one of them was deleted or replaced."""
        for n, file in enumerate(self._files):
            now = _identity(file)
            if self._first[n] is None:
                self._first[n] = now
            elif now != self._first[n]:
                what = "deleted" if now is None else "replaced"
                raise CannotWrite("room.cannot_write", reason=f"{file} was {what}")


def _identity(file: str) -> tuple[int, int] | None:
    """Device and inode of a file, None if there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - at every commit, so without the detour
    except OSError:
        return None
    return found.st_dev, found.st_ino
