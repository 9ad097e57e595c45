"""The parent of several processes: the starts of its workers, and its last log line."""

import argparse
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from sidepot.cli import several
from sidepot.cli.several import Several

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets are not shared there")
PLACES = 3


class Worker:
    """A process that listens, fails or dies when the test says so."""

    made: ClassVar[list["Worker"]] = []

    def __init__(self, *_: Any, at_once: bool = False, **__: Any) -> None:
        self.at_once = at_once
        self.place: int | None = None
        self.status: int | None = None
        self.listened: float | None = None
        self.is_ready = False
        self.is_prepared = True
        self.is_ended = False
        Worker.made.append(self)
        self.process = SimpleNamespace(pid=len(Worker.made))

    def take(self, n: int) -> None:
        self.place = n

    def look(self) -> bool:
        if not self.is_ready or self.listened is not None:
            return False
        self.listened = -several._SOON - 1e9  # it listens for long
        return True

    def terminate(self) -> None:
        pass

    def end(self) -> None:
        self.is_ended = True


def living() -> list[Worker]:
    return [one for one in Worker.made if one.status is None and not one.is_ended]


def listen(workers: list[Worker]) -> None:
    for one in workers:
        one.is_ready = True


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Several]:
    """A room whose processes do nothing by themselves."""
    monkeypatch.setattr(several, "_Worker", Worker)
    monkeypatch.setattr(several, "_PAUSE", 0)
    monkeypatch.setattr(Worker, "made", [])
    chosen = argparse.Namespace(
        database="x", relay="10.0.0.1:0", workers=PLACES, game=[], strategy=[], trusted_proxy=[],
        public_url=None, lan=False, metrics="127.0.0.1:1", keep=3,
        games=None,
    )  # fmt: skip
    with socket.socket() as bound:
        yield Several(bound, chosen)


@pytest.fixture
def ends() -> Iterator[list[str]]:
    """The log's lines about the end, unaffected by other tests' changes to logging."""
    lines: list[str] = []

    class Heard(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.getMessage().startswith("workers_end"):
                lines.append(record.getMessage())

    heard, logger = Heard(), logging.getLogger("sidepot.cli")
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(heard)
    yield lines
    logger.removeHandler(heard)
    logger.setLevel(before)


def step(room: Several, opened: Callable[[], None] = lambda: None) -> None:
    room._step(opened)


def opened(room: Several) -> None:
    """Open the room, up to the spare."""
    room._start(room._places[0])
    calls: list[int] = []
    for _ in range(3):
        listen(living())
        step(room, lambda: calls.append(1))
    step(room)
    assert calls == [1] and len(living()) == PLACES + 1


def test_the_first_one_starts_alone_and_the_others_start_together(room: Several) -> None:
    room._start(room._places[0])
    step(room)
    assert [one.place for one in living()] == [0]
    listen(living())
    step(room)
    assert [one.place for one in living()] == [0, 1, 2]
    assert room._flags()[-4:] == ["--metrics", "127.0.0.1:1", "--keep", "3"]


def test_processes_open_at_once_and_a_spare_waits_until_all_is_compiled(room: Several) -> None:
    room._start(room._places[0])
    listen(living())
    step(room)
    listen(living())
    assert all(one.at_once for one in living()) and len(living()) == PLACES
    living()[0].is_prepared = False
    for _ in range(3):
        step(room)
    assert room._spare is None
    living()[0].is_prepared = True
    step(room)
    spare: Any = room._spare
    assert spare is not None and not spare.at_once


@pytest.mark.parametrize("dead", [[0], [1], [0, 2], [0, 1, 2]])
def test_workers_that_died_together_are_replaced_together(room: Several, dead: list[int]) -> None:
    """By the spare, and then by new processes; none waits for another."""
    opened(room)
    spare = room._spare
    assert isinstance(spare, Worker) and spare.place is None
    for one in living():
        if one.place in dead:
            one.status = -9
    step(room)
    assert sorted(one.place for one in living() if one.place is not None) == [0, 1, 2]
    assert spare.place == dead[0]
    listen(living())
    step(room)
    fresh: Any = room._spare
    assert fresh is not None and fresh is not spare  # a new one is prepared


def test_a_spare_that_dies_is_prepared_again(room: Several) -> None:
    opened(room)
    spare: Any = room._spare
    spare.status = 1
    step(room)
    assert spare.is_ended and room._spare and room._spare is not spare


def test_a_hangup_renews_every_process_and_the_spare(room: Several) -> None:
    """One after the other, so that each place always has a listener."""
    opened(room)
    before = living()
    room._is_due = True
    for _ in range(2 * PLACES):
        step(room)
        assert all(place.is_listening for place in room._places)
        listen([one for one in living() if one.place is not None])
    step(room)
    assert all(one.is_ended for one in before)
    assert not any(one.at_once for one in living())
    spare: Any = room._spare
    assert len(living()) == PLACES + 1 and spare in living()


def run(room: Several, monkeypatch: pytest.MonkeyPatch, turn: Callable[[int], None]) -> int:
    """Run to the end; `turn` is called with a number between two looks."""
    turns = iter(range(100))
    monkeypatch.setattr("time.sleep", lambda _: turn(next(turns)))
    return room.run(lambda: None)


def test_the_end_is_logged_with_its_reason(
    room: Several, monkeypatch: pytest.MonkeyPatch, ends: list[str]
) -> None:
    """A signal is the reason, and that is no failure."""

    def turn(n: int) -> None:
        listen(living())
        if n == 5:
            os.kill(os.getpid(), signal.SIGTERM)

    assert run(room, monkeypatch, turn) == 0
    assert ends == ["workers_end reason=signal signal=SIGTERM"]
    assert not living()


def test_a_start_that_fails_ends_the_room_with_a_reason(
    room: Several, monkeypatch: pytest.MonkeyPatch, ends: list[str]
) -> None:
    def turn(_: int) -> None:
        for one in living():
            one.status = 2

    assert run(room, monkeypatch, turn) == 1
    assert ends == ["workers_end reason=failed_start"]


def test_a_room_in_which_nobody_can_live_ends_with_a_reason(
    room: Several, monkeypatch: pytest.MonkeyPatch, ends: list[str]
) -> None:
    """Only after each place has failed repeatedly."""

    def turn(n: int) -> None:
        if n < 5:
            listen(living())
        else:
            for one in living():
                one.status = 1

    assert run(room, monkeypatch, turn) == 1
    assert ends == ["workers_end reason=all_gone"]
    assert len(Worker.made) >= PLACES * several._TRIES
