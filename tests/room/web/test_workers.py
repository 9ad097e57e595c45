"""`sidepot serve --workers N`: several processes behind one port."""

import asyncio
import hashlib
import signal
import sys
import time
from pathlib import Path

import pytest

from sidepot.history import History
from tests.room import databases
from tests.room.web.process import Served, serving
from tests.room.web.server import LIMIT, SocketClient, Visitor, company
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


def hang_up(folder: Path, served: Served) -> None:
    """Send SIGHUP, and wait for two new processes."""
    query = "SELECT number FROM processes ORDER BY number"
    before = {number for (number,) in databases.query(folder / "room.sqlite3", query)}
    served.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + LIMIT
    while before & {n for (n,) in databases.query(folder / "room.sqlite3", query)}:
        assert processes(served.base) >= 1  # somebody answers all the time
        assert time.monotonic() < end
    wait_for(served.base, 2)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_a_hangup_puts_new_processes_in_their_place(tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "room.sqlite3")
    with serving(tmp_path, "--database", url, "--workers", "2") as served:
        wait_for(served.base, 2)
        hang_up(tmp_path, served)
        assert served.end(signal.SIGTERM) == 0


def test_several_need_a_database_for_several(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--port", "0", "--workers", "2")
    assert "--database postgresql://" in said


ONE_CARD = Path("examples/one_card.py").read_text("utf-8")
LOWEST = ONE_CARD.replace("s.hole.card[p, 0] > s", "s.hole.card[p, 0] < s")


async def play_out(line: SocketClient, hand: int) -> None:
    """Act whenever it is one's turn, until the hand is over."""
    while line.view.get("room", {}).get("hand", 0) <= hand:
        if line.menu and line.view["hand"]["hand"] == hand:
            await line.act()
        await line.hear()


async def digest_of(people: list[Visitor], table: str, hand: int) -> str:
    """The hash of the game's file in the history of a hand, which both play now."""
    async with people[0].at(table) as one, people[1].at(table) as two:
        if hand == 1:
            await one.sit(0)
            await two.sit(1)
        await asyncio.gather(play_out(one, hand), play_out(two, hand))
    text = (await people[0].ask("GET", f"/api/tables/{table}/hands/{hand}.phh")).content.decode()
    return str(History.parse(text).others["_file"]["sha256"])


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")
def test_a_hangup_brings_a_changed_game_to_all_processes_and_tables_keep_theirs(
    tmp_path: Path,
) -> None:
    """Each process is a new one then, so the old version comes from the database alone."""
    file = tmp_path / "games" / "one_card.py"
    file.parent.mkdir()
    file.write_text(ONE_CARD, "utf-8")
    url = databases.url_of(tmp_path / "room.sqlite3")
    flags = "--database", url, "--workers", "2", "--games", str(file.parent)
    plan = {"games": [{"name": "one-card"}]}
    with serving(tmp_path, *flags) as served:
        wait_for(served.base, 2)
        people, table = asyncio.run(company(served.base, "Ana", "Bo", **plan))
        first = asyncio.run(digest_of(people, table, 1))
        assert first == hashlib.sha256(ONE_CARD.encode()).hexdigest()
        file.write_text(LOWEST, "utf-8")
        hang_up(tmp_path, served)
        second = asyncio.run(digest_of(people, table, 2))
        assert second == first
        for _ in range(4):  # whichever of the two takes it
            others, made = asyncio.run(company(served.base, "Cy", "Di", **plan))
            newest = asyncio.run(digest_of(others, made, 1))
            assert newest == hashlib.sha256(LOWEST.encode()).hexdigest()
        assert served.end(signal.SIGTERM) == 0
