"""`sidepot serve` listens at once, and compiles its games while people come."""

import asyncio
import json
import signal
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sidepot import games, warm
from sidepot.cli import preparing, serve
from sidepot.room.live.preparing import Preparing
from sidepot.terminal.screen import Screen
from sidepot.warm import Job
from tests.room.web import server
from tests.room.web.process import serving
from tests.room.web.server import company

LAST = "kuhn"
"""A game far behind in the order in which games are prepared."""
_PATIENCE = 90


def logged(path: Path) -> list[dict[str, Any]]:
    """The complete lines of a log: the last one may be half written."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


@pytest.mark.parametrize(
    ("limit", "cores", "helpers"),
    [("max", 64, 8), ("2147483648", 64, 3), ("1073741824", 4, 1), ("536870912", 4, 1)],
)
def test_helpers_fit_into_the_memory_of_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, cores: int, helpers: int
) -> None:
    (tmp_path / "memory.max").write_text(f"{limit}\n")
    monkeypatch.setattr(preparing, "_CONTAINER_LIMIT", tmp_path / "memory.max")
    monkeypatch.setattr(preparing, "_machine_memory", lambda: [64 * 10**9])
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert preparing.most_helpers() == helpers


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_a_server_prepares_games_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        until, prepared = time.monotonic() + _PATIENCE, set[str]()
        while not prepared:
            assert time.monotonic() < until, "nothing is prepared"
            time.sleep(0.05)
            prepared = {line["game"] for line in logged(served.log) if line["event"] == "prepared"}
        assert served.end(signal.SIGTERM) == 0
    assert prepared <= set(games.registry())
    assert not [line for line in logged(served.log) if line["level"] in ("warning", "error")]


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_it_is_open_before_its_games_are_ready_and_prepares_wanted_games_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LIMIT", _PATIENCE)
    with serving(tmp_path) as served:
        began = [line for line in logged(served.log) if line["event"] == "prepared"]
        assert not began, "it has compiled before it listened"

        async def visit() -> None:
            wanted = {"games": [{"name": LAST}], "bots": [{"chair": 1}]}
            (ana,), table = await company(served.base, "Ana", **wanted)
            async with ana.at(table) as line:
                told = await line.kind("notice")
                assert told["said"]["key"] == "room.notice_parts"
                assert "Kuhn" in told["said"]["text"]
                await line.sit(0)
                await line.dealt()
                assert not [line for line in logged(served.log) if line["event"] == "prepared"]
                while (await line.kind("notice"))["said"]["key"] != "room.notice_prepared":
                    pass

        asyncio.run(visit())
        assert served.end(signal.SIGTERM) == 0
    events = [(line["event"], line.get("game")) for line in logged(served.log)]
    prepared = [game for event, game in events if event == "prepared"]
    assert ("preparing", LAST) in events and LAST in prepared[:4]
    with serving(tmp_path) as served:  # a hand is in play, before anybody comes
        assert first_prepared(served.log, after=len(events)) == LAST
        assert served.end(signal.SIGTERM) == 0
    assert not [line for line in logged(served.log) if line["level"] in ("warning", "error")]


def first_prepared(log: Path, after: int) -> str:
    """The game that is prepared first after so many lines of the log."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        for line in logged(log)[after:]:
            if line["event"] == "preparing":
                return str(line["game"])
        time.sleep(0.05)
    raise AssertionError("nothing is prepared")


class Waiting:
    """A room that waits for all its games."""

    def __init__(self) -> None:
        self.preparing = Preparing()
        self.preparing.on_ready = self._note
        self.is_ready = asyncio.Event()

    def _note(self) -> None:
        if self.preparing.is_over:
            self.is_ready.set()


def test_without_a_helper_process_the_room_compiles_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise its tables would wait for ever."""

    def refuse(_: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    compiled = list[Job]()

    def note(job: Job) -> None:
        compiled.append(job)

    monkeypatch.setattr(SpawnProcess, "start", refuse)
    monkeypatch.setattr(preparing, "is_shared", lambda: True)
    monkeypatch.setattr(Job, "load", lambda job: False)
    monkeypatch.setattr(Job, "do", note)
    asyncio.run(_prepare())
    assert sorted(compiled) == sorted(preparing.jobs())
    assert "no_helper error=BlockingIOError" in caplog.text


def test_cached_games_are_loaded_without_another_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    loaded = list[Job]()

    def load(job: Job) -> bool:
        loaded.append(job)
        return True

    monkeypatch.setattr(preparing, "is_shared", lambda: True)
    monkeypatch.setattr(Job, "load", load)
    monkeypatch.setattr(SpawnProcess, "start", lambda _: pytest.fail("a process was started"))
    asyncio.run(_prepare())
    assert sorted(loaded) == sorted(preparing.jobs())
    assert "not_prepared" not in caplog.text


async def _prepare() -> None:
    """Prepare all games."""
    room = Waiting()
    preparing.Preparation(cast(Any, room), [], []).start()
    async with asyncio.timeout(server.LIMIT):
        await room.is_ready.wait()


class _Slow(preparing.Helper):
    """A helper that waits with its job for a sign, or an interruption."""

    def __init__(self, *_: object) -> None:
        super().__init__([], [])
        self.begun = list[Job]()
        self._go, self._is_stopped = threading.Semaphore(0), False

    def do(self, job: Job) -> bool:
        self.begun.append(job)
        self._go.acquire()
        was_stopped, self._is_stopped = self._is_stopped, False
        return not was_stopped

    def interrupt(self) -> None:
        self._is_stopped = True
        self._go.release()

    def finish(self, jobs: int = 1) -> None:
        self._go.release(jobs)


def test_a_game_that_somebody_waits_for_interrupts_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "Helper", _Slow)
    monkeypatch.setattr(preparing, "_HELPERS", 1)
    monkeypatch.setattr(Job, "do", lambda job: None)

    async def prepare() -> list[Job]:
        room, last = Waiting(), Job(LAST)
        wanted = asyncio.Event()

        def note() -> None:
            wanted.set()
            if room.preparing.is_over:
                room.is_ready.set()

        room.preparing.on_ready = note
        prepared = preparing.Preparation(cast(Any, room), [], [])
        prepared.start()
        (helper,) = cast(list[_Slow], prepared._helpers)
        await _until(lambda: len(helper.begun) == 1)
        room.preparing.lacking([last])
        await _until(lambda: len(helper.begun) == 2)
        helper.finish()
        await asyncio.wait_for(wanted.wait(), server.LIMIT)
        await _until(lambda: len(helper.begun) == 3)
        begun = list(helper.begun)
        helper.finish(len(preparing.jobs()))
        await asyncio.wait_for(room.is_ready.wait(), server.LIMIT)
        return begun

    first, second, third = asyncio.run(prepare())
    assert second == Job(LAST) and first == third != second


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_spare_has_yet_to_compile_the_games_of_its_folder(
    monkeypatch: pytest.MonkeyPatch, has_folder: bool
) -> None:
    """It reads the folder when it takes its place, and has compiled all others before."""
    monkeypatch.setattr(games, "in_folder", lambda: [games.find(LAST)])
    monkeypatch.setattr(warm, "is_shared", lambda: True)
    room, parser = Waiting(), ArgumentParser()
    serve.declare(parser)
    flags = ["--place", "1", *(["--games", "."] if has_folder else [])]
    serving = cast(Any, SimpleNamespace(room=room))
    prepared = serve._prepare(serving, parser.parse_args(flags), Screen())
    assert (prepared is not None and prepared.is_needed) is has_folder
    assert room.preparing.is_done(Job(LAST, "regular")) is not has_folder
    assert room.preparing.is_done(Job("leduc", "regular"))


async def _until(is_done: Callable[[], bool]) -> None:
    async with asyncio.timeout(server.LIMIT):
        while not is_done():
            await asyncio.sleep(0.01)
