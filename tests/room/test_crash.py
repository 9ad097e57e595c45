"""SIGKILL at random moments: what was acknowledged is there, once, and the tables go on."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidepot import bots, games
from sidepot.room.service import Room
from sidepot.room.storage import database
from sidepot.room.table import apply, events
from sidepot.room.table.state import TableState
from sidepot.warm import warm
from tests.children import ROOT
from tests.room import databases
from tests.room.harness import check_chips

Json = dict[str, Any]


PATIENCE = 120
"""Seconds in which every table must have gone on."""


def _never(_: list[Json]) -> bool:
    return False


def _hand(facts: Json) -> int:
    """The number of the hand in which somebody acted."""
    id = str(facts.get("id", ""))
    return int(id.split("-")[1]) if id.startswith("act-") else 0


def child(folder: Path, seconds: float) -> "subprocess.Popen[str]":
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-m", "tests.room.crashing", str(folder), str(seconds)],
        cwd=ROOT,
        env={**os.environ, **databases.told(folder), "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )


def one_life(
    folder: Path,
    seconds: float,
    kill_after: float | None,
    is_enough: Callable[[list[Json]], bool] = _never,
) -> list[Json]:
    """The answers that players got in one life of the room; a half line is none.

    It ends when it is killed, or when the answers are enough.
    """
    process = child(folder, seconds)
    assert process.stdout
    found: list[Json] = []
    timer: threading.Timer | None = None
    for line in process.stdout:
        if not line.endswith("\n"):
            break
        found.append(json.loads(line))
        if "ready" in found[-1] and kill_after is not None:
            timer = threading.Timer(kill_after, process.send_signal, [signal.SIGKILL])
            timer.start()
        if is_enough(found):
            process.terminate()
            is_enough = _never
    process.stdout.close()
    status = process.wait(timeout=60)
    if timer:
        timer.join()
    assert status == (0 if kill_after is None else -signal.SIGKILL)
    assert kill_after is not None or found[-1] == {"closed": True}
    return [facts for facts in found if "version" in facts]


def logs(folder: Path) -> dict[str, list[events.AnyEvent]]:
    """The log of every table."""
    writer, reader = database.open_database(databases.url_of(folder / "room.sqlite3"))
    found: dict[str, list[events.AnyEvent]] = defaultdict(list)
    with reader.connect() as connection:
        rows = connection.exec_driver_sql("SELECT table_id, event FROM log ORDER BY 1, version")
        for table, raw in rows:
            found[table].append(events.decode(raw))
        if databases.kind == databases.SQLITE:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
    writer.dispose()
    reader.dispose()
    return found


def check(folder: Path, answers: list[Json]) -> Counter[str]:
    """Every answer stands in the log, nothing is there twice, and every chip is accounted for."""
    found, counts = logs(folder), Counter[str]()
    for facts in answers:
        event = found[facts["table"]][facts["version"] - 1]
        assert (event.by, event.id) == (facts["guest"], facts["id"])
    for table, log in found.items():
        commands = Counter((event.by, event.id) for event in log if event.id)
        assert max(commands.values(), default=1) == 1
        hands = [event.hand for event in log if isinstance(event, events.HandDealt)]
        assert hands == list(range(1, len(hands) + 1))
        ends = [e.hand for e in log if isinstance(e, (events.HandEnded, events.HandVoided))]
        assert ends == hands[: len(ends)] and len(hands) - len(ends) <= 1
        decisions = [(e.hand, e.decision) for e in log if isinstance(e, events.Acted)]
        assert len(set(decisions)) == len(decisions)
        state: TableState = apply.apply(None, log)
        check_chips(state)
        counts += Counter({"commands": len(commands), table: len(hands)})
        counts += Counter(voided=sum(isinstance(e, events.HandVoided) for e in log))
    return counts


async def tell_all(folder: Path) -> None:
    """Every hand that has ended has its history, whether or not it was put away in time."""
    ends = (events.HandEnded, events.HandVoided)
    over = {
        table: [f"[{event.hand}]" for event in log if isinstance(event, ends)]
        for table, log in logs(folder).items()
    }
    room = Room.open(databases.url_of(folder / "room.sqlite3"))
    for table, people in json.loads((folder / "tables.json").read_text("utf-8")):
        told = (await room.histories(people[0], table)).splitlines()
        assert [line for line in told if line.startswith("[")] == over[table]
    await room.close()


def kill_often(folder: Path, kills: int) -> None:
    rng, answers = random.Random(), list[Json]()
    for name in ("ricochet", "ricochet-2"):  # or the room would be killed while it compiles
        game = games.find(name)
        warm(game, [bots.find(game, "random")])
    before = Counter[str]()
    for _ in range(kills):
        answers += one_life(folder, 60, rng.uniform(0.05, 1.5))
        after = check(folder, answers)
        assert all(after[name] >= before[name] for name in before)
        before = after
    asyncio.run(tell_all(folder))
    wanted = {table: before[table] + 2 for table in logs(folder)}

    def is_enough(found: list[Json]) -> bool:
        """Has each table gone on, by its hands, and has enough been answered in all lives?"""
        here = {one["table"]: _hand(one) for one in found if _hand(one)}
        is_on = all(here.get(table, 0) > hand for table, hand in wanted.items())
        return is_on and len(answers) + len(found) > kills * 10 + 100

    answers += one_life(folder, PATIENCE, None, is_enough)
    after = check(folder, answers)
    assert not after["voided"]
    assert all(after[table] > before[table] for table in logs(folder))  # every table goes on
    assert len({(a["table"], a["guest"], a["id"]) for a in answers}) > kills * 10


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_five_kills_lose_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path, 5)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path, 100)
