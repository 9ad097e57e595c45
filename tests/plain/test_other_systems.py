"""Branches for Windows and macOS, played on this system.

What a system lacks is found by `mypy --platform` (tests/requirements/test_release.py).
"""

import os
import runpy
import signal
import socket
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sidepot import file_locks
from sidepot.cli import several
from sidepot.designer import forked
from sidepot.errors import BadAddress
from sidepot.room.storage import files, tenure
from sidepot.room.table import clock
from sidepot.room.web import connections


class Locking:
    """The `msvcrt` of Windows, for one process that locks with two handles."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, handle: int, mode: int, size: int) -> None:
        place = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR)
        if mode == self.LK_UNLCK:
            del self.held[place]
        elif self.held.setdefault(place, handle) != handle:
            raise PermissionError("locked")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(sys, "platform", "win32")
    return monkeypatch


def test_locks_of_windows_hold_and_leave_the_text_readable(
    windows: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    windows.setitem(sys.modules, "msvcrt", Locking())
    locks: Any = SimpleNamespace(**runpy.run_path(file_locks.__file__))
    path = tmp_path / "room.lock"
    path.write_bytes(b"owner")
    with path.open("r+b") as one, path.open("r+b") as other:
        assert locks.lock(one.fileno())
        assert not locks.lock(other.fileno())
        assert one.read() == b"owner"
        locks.unlock(one.fileno())
        assert locks.lock(other.fileno())


def test_windows_shares_no_port_between_processes(windows: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadAddress, match="Windows"):
        several._require_shared_sockets()
    assert several._again() is signal.SIGTERM


def test_windows_has_no_limit_of_files(windows: pytest.MonkeyPatch) -> None:
    assert connections.files() is None
    assert connections.fitting(500, None) == 500


def test_modes_of_files_are_left_alone_on_windows(
    windows: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tmp_path.chmod(0o777)
    files.make_private(tmp_path / "room.sqlite3")
    assert tmp_path.stat().st_mode & 0o777 == 0o777
    files.flush(tmp_path)
    with files.replacing(tmp_path / "new") as draft:
        draft.write_bytes(b"all")
    assert (tmp_path / "new").read_bytes() == b"all"


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_no_process_is_forked_but_on_linux(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert runpy.run_path(forked.__file__)["CAN_FORK"] is False


def test_a_fork_on_windows_is_refused(windows: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotImplementedError, match="CAN_FORK"):
        forked._fork()


@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
def test_every_system_has_a_steady_clock(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    steady = clock._steady_clock()
    before = steady()
    assert isinstance(before, int) and steady() >= before
    if platform == "win32":
        assert steady is time.monotonic_ns


def test_a_host_without_proc_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    assert tenure.host_id() == socket.gethostname()
