"""`sidepot serve --open`: what `make play` does, with a terminal and without one."""

import asyncio
import re
import socket
import subprocess
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sidepot.cli import browser, main, preparing, serve, trial
from sidepot.errors import BadDatabase
from sidepot.room.service import Room
from sidepot.room.web.serving import Plan, Serving
from sidepot.terminal.screen import Screen
from sidepot.words import say
from tests.cli.rooms import closing_rooms
from tests.room.web.process import SIDEPOT, environment


def test_without_a_terminal_bots_play_one_hand_and_nothing_is_left(tmp_path: Path) -> None:
    done = subprocess.run(
        [*SIDEPOT, "serve", "--open"],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"open at http://127\.0\.0\.1:\d+\n", done.stdout)
    assert done.stdout.count("Hand 1,") == 1 and "Hand 2," not in done.stdout
    assert re.search(r" wins? \d+ with |split", done.stdout)
    assert not list(tmp_path.rglob("*.sqlite3"))


@pytest.fixture
def closed() -> Iterator[None]:
    """Close the rooms that a test leaves open."""
    with closing_rooms():
        yield


@pytest.mark.usefixtures("closed")
def test_a_room_that_does_not_open_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Room) -> None:
        raise BadDatabase("room.database_url", url="broken")

    monkeypatch.setattr(Room, "start", broken)
    monkeypatch.setattr(trial, "warm", lambda game, chairs: None)
    with pytest.raises(BadDatabase):
        trial.play_trial(Plan(0, f"sqlite:///{tmp_path / 'room.sqlite3'}"), Screen())


def opens_and_ends(serving: Serving, listening: Callable[[], None]) -> None:
    async def run() -> None:
        listening()

    asyncio.run(run())
    serving.bound.close()


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize(
    ("flags", "opened"),
    [([], "http://127.0.0.1:"), (["--public-url", "http://cards.example"], "http://cards.example")],
)
def test_the_browser_opens_where_links_lead(
    flags: list[str], opened: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(browser, "show", shown.append)
    monkeypatch.setattr(preparing.Preparation, "start", lambda self: None)
    monkeypatch.setattr(Serving, "run", opens_and_ends)
    database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    main(["serve", "--open", "--port", "0", "--database", database, *flags])
    assert len(shown) == 1 and shown[0].startswith(opened)


@pytest.mark.usefixtures("closed")
def test_another_port_is_taken_where_this_one_is(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
        serving = Serving.anywhere(Plan(port, database))
        assert serving.bound.getsockname()[1] not in (port, 0)
        serving.bound.close()


@pytest.mark.parametrize(
    ("made", "is_opened"),
    [(webbrowser.GenericBrowser, False), (webbrowser.BackgroundBrowser, True)],
)
def test_a_browser_of_the_terminal_is_left_alone(
    made: type[webbrowser.GenericBrowser], is_opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = threading.Event()

    class Spy(made):  # type: ignore[valid-type, misc]
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            opened.set()
            return True

    found = Spy("browser") if is_opened else made("browser")
    monkeypatch.setattr(made, "open", lambda *_: opened.set())
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    browser.show("http://127.0.0.1:1")
    assert opened.wait(2 if is_opened else 0.3) == is_opened


def test_without_any_browser_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    browser._open("http://127.0.0.1:1")


def told_of_form(capsys: pytest.CaptureFixture[str]) -> str:
    """The line of a room about the form of its rules."""
    serve._tell_form(Screen())
    return " ".join(capsys.readouterr().out.split())


def test_the_first_start_says_that_games_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIDEPOT_CACHE", str(tmp_path))
    monkeypatch.setattr("sidepot.warm.is_shared", lambda: True)
    assert told_of_form(capsys) == say("serve.compiling")
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / "step-0").write_bytes(b"")
    assert told_of_form(capsys) == ""


def test_a_room_without_numba_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sidepot.kernel.HAS_NUMBA", False)
    assert told_of_form(capsys) == say("session.plain")
