"""SIGKILL after some answers: acknowledged commands are stored once, and the tables continue."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sidepot.room.service import Room
from sidepot.room.storage import database
from sidepot.room.table import apply, events
from sidepot.room.table.state import TableState
from tests.children import ROOT
from tests.room import databases
from tests.room.harness import check_chips

Json = dict[str, Any]


def _never(_: list[Json]) -> bool:
    return False


def _hand(facts: Json) -> int:
    """The number of the hand in which somebody acted."""
    id = str(facts.get("id", ""))
    return int(id.split("-")[1]) if id.startswith("act-") else 0


@contextmanager
def lives(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that runs one life of the room for each seed that it reads."""
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.room.crashing", str(folder)],
        cwd=ROOT,
        env={**os.environ, **databases.told(folder), "PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def one_life(
    process: "subprocess.Popen[str]",
    seed: int,
    kill_after: int | None,
    is_enough: Callable[[list[Json]], bool] = _never,
) -> list[Json]:
    """The answers that players got in one life of the room.

    It is killed after so many answers, or ends when the answers are enough.
    """
    assert process.stdin and process.stdout
    process.stdin.write(f"{seed}\n")
    process.stdin.flush()
    here = json.loads(process.stdout.readline())["process"]
    found: list[Json] = []
    try:
        for line in process.stdout:
            found.append(json.loads(line))
            if "over" in found[-1]:
                break
            if len(found) == kill_after:
                os.kill(here, signal.SIGKILL)
            if is_enough(found):
                os.kill(here, signal.SIGTERM)
                is_enough = _never
    except BaseException:
        os.kill(here, signal.SIGKILL)
        raise
    assert found.pop() == {"over": 0 if kill_after is None else -signal.SIGKILL}
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
    with lives(folder) as process:
        _kill_often(folder, kills, process)


def _kill_often(folder: Path, kills: int, process: "subprocess.Popen[str]") -> None:
    rng, answers = random.Random(kills), list[Json]()
    before = Counter[str]()
    for number in range(kills):
        answers += one_life(process, number, rng.randint(1, 100))
        after = check(folder, answers)
        assert all(after[name] >= before[name] for name in before)
        before = after
    asyncio.run(tell_all(folder))
    wanted = {table: before[table] + 2 for table in logs(folder)}

    def is_enough(found: list[Json]) -> bool:
        """Has each table gone on, by its hands, and has enough been answered in all lives?"""
        here = {one["table"]: _hand(one) for one in found if _hand(one)}
        is_on = all(here.get(table, 0) > hand for table, hand in wanted.items())
        return is_on and len(answers) + len(found) > kills * 20

    answers += one_life(process, kills, None, is_enough)
    after = check(folder, answers)
    assert not after["voided"]
    assert all(after[table] > before[table] for table in logs(folder))  # every table has continued
    assert len({(a["table"], a["guest"], a["id"]) for a in answers}) > kills * 10


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_two_kills_lose_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path, 2)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path, 100)
