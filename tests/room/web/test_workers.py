"""`sidepot serve --workers N`: several processes behind one port."""

import asyncio
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.room import databases
from tests.room.web.process import serving
from tests.room.web.server import LIMIT, Visitor
from tests.room.web.test_serve import refused
from tests.room.web.test_several import on_postgresql

__all__ = ["on_postgresql"]


def processes(base: str) -> int:
    """The number of processes in the metrics."""
    text = asyncio.run(Visitor(base).ask("GET", "/metrics")).content.decode()
    (line,) = [line for line in text.splitlines() if line.startswith("sidepot_processes ")]
    return int(float(line.split()[-1]))


def wait_for(base: str, number: int) -> None:
    end = time.monotonic() + LIMIT
    while processes(base) != number:
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are not shared there")
def test_two_processes_behind_one_port(tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "room.sqlite3")
    with serving(tmp_path, "--database", url, "--workers", "2") as served:
        wait_for(served.base, 2)
        ana = asyncio.run(Visitor(served.base).register("Ana"))
        for _ in range(10):  # whichever of the two takes it
            assert asyncio.run(ana.get("/api/me"))["name"] == "Ana"
        assert served.end(signal.SIGTERM) == 0


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_a_hangup_puts_new_processes_in_their_place(tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "room.sqlite3")
    query = "SELECT number FROM processes ORDER BY number"
    with serving(tmp_path, "--database", url, "--workers", "2") as served:
        wait_for(served.base, 2)
        before = {number for (number,) in databases.query(tmp_path / "room.sqlite3", query)}
        served.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + LIMIT
        while before & {n for (n,) in databases.query(tmp_path / "room.sqlite3", query)}:
            assert processes(served.base) >= 1  # somebody answers all the time
            assert time.monotonic() < end
        wait_for(served.base, 2)
        assert served.end(signal.SIGTERM) == 0


def test_several_need_a_database_for_several(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--port", "0", "--workers", "2")
    assert "--database postgresql://" in said
