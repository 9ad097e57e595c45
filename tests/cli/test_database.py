"""`serve` twice, `backup`, `restore` and `tidy`: what they print, and how they end."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from sidepot.cli import browser, main
from sidepot.room.service import Room
from sidepot.room.storage.owner import Owner
from sidepot.room.web.serving import Serving
from tests.cli.rooms import closing_rooms
from tests.room.faults import checkpoint, pages_of, spoil
from tests.room.test_restore import played
from tests.room.web.process import SIDEPOT, environment, serving
from tests.room.web.server import Visitor, company, open_server

Captured = pytest.CaptureFixture[str]


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'room.sqlite3'}"


def second(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Another `sidepot serve` on the same database."""
    return subprocess.run(
        [*SIDEPOT, "serve", "--database", url(folder), *flags],
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.soak("test_owner refuses a second room with the first one's address")
def test_a_second_room_on_a_database_is_refused_with_the_first_ones_address(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as first:
        for port in ("0", str(first.port)):
            done = second(tmp_path, "--port", port)
            assert done.returncode == 2 and not done.stdout
            assert len(done.stderr.splitlines()) == 1
            assert first.base in done.stderr and str(first.process.pid) in done.stderr
        for command in (["tidy"], ["restore"]):
            assert main([*command, "--database", url(tmp_path)]) == 2

        async def visit() -> None:
            assert (await Visitor(first.base).ask("GET", "/healthz")).status == 200

        asyncio.run(visit())
        if sys.platform != "win32":
            first.end(signal.SIGKILL)
    with serving(tmp_path) as again:
        assert again.base


@pytest.mark.soak("test_open opens a browser, and test_owner finds the first room")
def test_open_a_second_time_opens_the_browser_on_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(browser, "show_and_end", shown.append)
    with serving(tmp_path) as first:
        assert main(["serve", "--open", "--port", "0", "--database", url(tmp_path)]) == 0
        assert shown == [first.base] and first.base in capsys.readouterr().out


def test_a_database_that_a_command_has_is_not_opened(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    owner = Owner(tmp_path / "room.sqlite3")
    arguments = ["serve", "--open", "--port", "0", "--database", url(tmp_path)]
    monkeypatch.setattr("sidepot.room.storage.owner._PATIENCE", 0)
    assert main(arguments) == 2
    assert "another command" in capsys.readouterr().err
    owner.release()


def test_a_room_that_has_ended_has_let_go(tmp_path: Path) -> None:
    async def serve() -> None:
        async with open_server(tmp_path):
            pass

    for _ in range(2):
        asyncio.run(serve())
    Owner(tmp_path / "room.sqlite3").release()


def test_a_room_that_cannot_open_has_let_go(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "room.sqlite3").write_text("no database")
    with closing_rooms():
        assert main(["serve", "--port", "0", "--database", url(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "not a database" in said and len(said.splitlines()) == 1
    Owner(tmp_path / "room.sqlite3").release()


def opened(serving: Serving, *_: object) -> None:
    serving.bound.close()
    asyncio.run(serving.room.close())
    serving.release()


def test_a_backup_is_written_and_restored(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidepot.warm.warm", lambda game: None)
    monkeypatch.setattr(Serving, "run", opened)
    path, backup = tmp_path / "room.sqlite3", tmp_path / "elsewhere.sqlite3"
    played(path)
    assert main(["backup", str(backup), "--database", url(tmp_path)]) == 0
    assert str(backup) in capsys.readouterr().out
    assert main(["backup", "--database", url(tmp_path)]) == 0
    assert (tmp_path / "room.sqlite3.backup").exists()
    checkpoint(path)
    spoil(path, pages_of(path, "log")[-1])
    damaged = path.read_bytes()
    serve = ["serve", "--port", "0", "--database", url(tmp_path)]
    capsys.readouterr()
    assert main(serve) == 2
    said = capsys.readouterr().err
    assert "sidepot restore" in said and len(said.splitlines()) == 1
    for arguments in ([str(backup)], []):
        assert main(["restore", *arguments, "--database", url(tmp_path)]) == 0
        said = capsys.readouterr().out
        assert (str(backup) in said) == bool(arguments) and "kept, untouched" in said
        assert main(serve) == 0
    kept = tmp_path.glob("room.sqlite3.replaced-*")
    assert damaged in [file.read_bytes() for file in kept]
    assert main(["backup", str(path), "--database", url(tmp_path)]) == 2
    assert main(["restore", "--database", url(tmp_path / "none")]) == 2
    assert main(["restore", "--database", "postgresql://a@b/c"]) == 2
    assert "pg_restore" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["backup", "tidy"])
def test_without_a_database_there_is_nothing_to_do_and_none_is_made(
    command: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main([command, "--database", url(tmp_path / "none")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_tidy_archives_shrinks_and_says_so(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)  # in 2023, by the clock of the tests
    before = path.stat().st_size
    assert main(["tidy", "--keep", "36500", "--database", url(tmp_path)]) == 0
    assert ": 0, with 0 hands." in capsys.readouterr().out
    assert main(["tidy", "--database", url(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert ": 1, with 31 hands." in said and "forgotten: 2." in said
    assert path.stat().st_size < before / 2
    assert len(list((tmp_path / "room.sqlite3.archive").glob(f"*{table}*"))) == 2
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (0,)
    connection.close()
    for days in ("0", "-1", "x"):
        with pytest.raises(SystemExit):
            main(["tidy", "--keep", days, "--database", url(tmp_path)])


def test_keep_is_handed_to_the_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    monkeypatch.setattr(Room, "keep", lambda self, days: kept.append(days))

    async def serve() -> None:
        async with open_server(tmp_path, keep_days=9):
            pass
        async with open_server(tmp_path):
            pass

    asyncio.run(serve())
    assert kept == [9]


def test_health_is_503_without_the_file_and_200_with_it(tmp_path: Path) -> None:
    async def visit() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), table = await company(serving.local, "Ana")
            async with ana.at(table) as line:
                await line.kind("view")
                path = tmp_path / "room.sqlite3"
                assert (await ana.ask("GET", "/healthz")).json["written_seconds_ago"] < 5
                path.rename(tmp_path / "aside")
                refused = await ana.ask("PUT", "/api/me", {"name": "Anna"})
                assert refused.status == 503
                for _ in range(5):
                    health = await ana.ask("GET", "/healthz")
                    assert health.status == 503 and health.json["written_seconds_ago"] is None
                assert (await line.kind("notice"))["said"]["key"] == "room.notice_stopped"
                (tmp_path / "aside").rename(path)
                assert (await line.kind("notice"))["said"]["key"] == "room.notice_again"
                assert (await ana.ask("GET", "/healthz")).status == 200
                assert (await ana.ask("PUT", "/api/me", {"name": "Anna"})).status == 200

    asyncio.run(visit())
