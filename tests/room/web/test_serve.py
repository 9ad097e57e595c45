"""`sidepot serve` as a process: output, log, shutdown, and refusals."""

import asyncio
import contextlib
import http.client
import json
import signal
import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.room.web import addresses
from tests.children import ROOT, python
from tests.room.web import process
from tests.room.web.process import serving
from tests.room.web.server import Visitor, company, open_server

Captured = pytest.CaptureFixture[str]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_it_prints_where_it_is_logs_lines_of_json_and_ends_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path) as served:

        async def visit() -> None:
            (ana,), table = await company(served.base, "Ana")
            async with ana.at(table) as line:
                await line.kind("view")
                assert served.end(signal.SIGTERM) == 0
                assert await line.closed() in (1000, 1012)
                assert line.heard[-1]["reason"] == "closed"

        asyncio.run(visit())
    lines = [json.loads(line) for line in served.log.read_text("utf-8").splitlines()]
    events = {line["event"] for line in lines}
    assert {"request", "socket_opened", "socket_closed"} <= events
    request = next(line for line in lines if line["event"] == "request")
    assert request["method"] == "POST" and request["route"] == "/api/guests"
    assert not [line for line in lines if line["level"] in ("warning", "error")]


SLOW = """
import os, pathlib, sys, time
from sidepot.cli import main
from sidepot.room.live import replays

def slow(*_):
    (pathlib.Path(os.environ["SIDEPOT_DATA"]).parent / "begun").touch()
    time.sleep(3600)

replays._replayed = slow
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.soak("it ends cleanly every time")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_it_ends_while_a_thread_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that takes an hour is not waited for; its client gets no answer."""
    monkeypatch.setattr(process, "SIDEPOT", [sys.executable, "-c", SLOW])
    with serving(tmp_path) as served:

        async def visit() -> None:
            ana = Visitor(served.base)
            asked = asyncio.create_task(ana.ask("POST", "/api/replays", {"history": "x = 1"}))
            while not (tmp_path / "begun").exists():
                await asyncio.sleep(0.05)
            assert served.end(signal.SIGTERM) == 0
            with contextlib.suppress(OSError, http.client.HTTPException):
                await asked

        asyncio.run(visit())
    lines = [json.loads(line) for line in served.log.read_text("utf-8").splitlines()]
    assert "ended_late" in {line["event"] for line in lines}
    assert not [line for line in lines if "exception" in line]


def test_lan_shows_the_address_for_others_and_invites_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, "--lan") as served:
        lan = f"http://{addresses.of_lan()}:{served.port}"
        assert f"Other devices use {lan}\n" in served.said
        assert sum("█" in line for line in served.said) > 10

        async def visit() -> None:
            ana = await Visitor(served.base).register("Ana")
            assert (await ana.create())["link"].startswith(f"{lan}/join#")
            assert (await Visitor(lan).ask("GET", "/healthz")).status == 200

        asyncio.run(visit())


@pytest.mark.soak("test_open leads links to a public address")
def test_a_public_address_goes_into_invitations(tmp_path: Path) -> None:
    with serving(tmp_path, "--public-url", "https://cards.example/") as served:

        async def visit() -> None:
            ana = await Visitor(served.base).register("Ana")
            assert (await ana.create())["link"].startswith("https://cards.example/join#")

        asyncio.run(visit())


INTERVAL = """
import os, signal, sys
from pathlib import Path
from sidepot.room.web.serving import Plan, Serving

before = sys.getswitchinterval()
serving = Serving(Plan(0, f"sqlite:///{Path(sys.argv[1]) / 'room.sqlite3'}"))
assert sys.getswitchinterval() == before

def listening():
    print(before, sys.getswitchinterval())
    os.kill(os.getpid(), signal.SIGTERM)

serving.run(listening)
"""


@pytest.mark.soak("a setting of one line")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_a_process_that_serves_hands_over_between_threads_ten_times_as_often(
    tmp_path: Path,
) -> None:
    before, serving = map(float, python("-c", INTERVAL, str(tmp_path)).split())
    assert serving == pytest.approx(before / 10)


def test_a_room_in_somebody_elses_process_leaves_its_threads_alone(tmp_path: Path) -> None:
    async def stay() -> float:
        async with open_server(tmp_path):
            return sys.getswitchinterval()

    assert asyncio.run(stay()) == sys.getswitchinterval()


def refused(captured: Captured, *arguments: str) -> str:
    assert main(["serve", *arguments]) == 2
    said = captured.readouterr().err
    assert said.startswith("sidepot: ") and len(said.splitlines()) == 1
    return said


def test_a_game_of_ones_own_is_on_the_list(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, "--game", str(ROOT / "examples" / "one_card.py")) as served:

        async def visit() -> None:
            ana = await Visitor(served.base).register("Ana")
            assert "one-card" in [game["name"] for game in await ana.get("/api/games")]
            assert await ana.create(games=[{"name": "one-card"}])

        asyncio.run(visit())
    assert main(["serve", "--game", str(tmp_path / "none.py"), "--port", "0"]) == 2
    assert "none.py" in capsys.readouterr().err


def test_a_port_in_use_is_reported_in_a_line(capsys: Captured, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
        said = refused(capsys, "--port", str(port), "--database", database)
    assert f"port {port} of 127.0.0.1 cannot be used" in said and "--port" in said
    assert not list(tmp_path.iterdir())


def test_an_unusable_database_is_reported_in_a_line(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "room.sqlite3", tmp_path):
        said = refused(capsys, "--port", "0", "--database", f"sqlite:///{path}")
        assert "cannot be used" in said
    assert "write sqlite:///PATH" in refused(capsys, "--port", "0", "--database", "postgres://x")


def test_a_database_of_another_version_is_left_alone(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    with sqlite3.connect(path) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num TEXT)")
        newer.execute("INSERT INTO alembic_version VALUES ('r9999')")
    newer.close()
    said = refused(capsys, "--port", "0", "--database", f"sqlite:///{path}")
    assert "another version of Sidepot" in said and "r9999" in said


@pytest.mark.parametrize(
    "url", ["cards", "ftp://x.example", "https://x.example/cards", "https://", "http://["]
)
def test_a_public_address_is_judged(url: str, capsys: Captured, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    refused(capsys, "--port", "0", "--database", database, "--public-url", url)
