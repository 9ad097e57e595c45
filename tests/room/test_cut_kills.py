"""SIGKILL at every step of the cut: the same commitment, and no deck is dealt or opened twice."""

import json
import os
import random
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sidepot.room.storage import database
from sidepot.room.table import commitment
from sidepot.room.table import events as e
from sidepot.room.table.context import SealedDecks, Secret
from tests.children import ROOT
from tests.room import databases
from tests.room.cut_lives import STEPS

Json = dict[str, Any]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@contextmanager
def lives(folder: Path, *broken: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that runs one life of the room for each step that it reads, killed there."""
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.room.cut_lives", str(folder), *broken],
        cwd=ROOT,
        env={**os.environ, **databases.told(folder), "PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


def life(process: "subprocess.Popen[str]", step: str, times: int) -> list[Json]:
    """One life, up to its kill: the messages of the players."""
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps([step, times]) + "\n")
    process.stdin.flush()
    heard: list[Json] = []
    for line in process.stdout:
        heard.append(json.loads(line))
        if "over" in heard[-1]:
            break
    assert heard[-1] == {"over": -signal.SIGKILL}
    return heard[:-1]


def stored(folder: Path) -> tuple[list[e.AnyEvent], dict[int, SealedDecks], dict[int, Secret], str]:
    """The log of the table, its decks and its secrets, by hand; and its id."""
    writer, reader = database.open_database(databases.url_of(folder / "room.sqlite3"))
    with reader.connect() as connection:
        read = connection.exec_driver_sql
        log = [e.decode(raw) for (raw,) in read("SELECT event FROM log ORDER BY version")]
        decks = read("SELECT hand, decks FROM sealed_decks")
        sealed = {hand: msgspec.json.decode(raw, type=SealedDecks) for hand, raw in decks}
        orders = read("SELECT hand, deck FROM secrets")
        secrets = {hand: msgspec.json.decode(raw, type=Secret) for hand, raw in orders}
        id = read("SELECT id FROM tables").scalar_one()
    writer.dispose()
    reader.dispose()
    return log, sealed, secrets, str(id)


def faults(folder: Path, heard: list[Json]) -> list[str]:
    """The faults in all lives' messages and stored data."""
    log, sealed, secrets, table = stored(folder)
    found, told = [], defaultdict(set)
    for one in heard:
        told[one["hand"], one["turn"]].add(one["commitment"])
    found += [f"two commitments at {at}" for at, hashes in told.items() if len(hashes) > 1]
    committed: dict[tuple[int, int], e.Committed] = {}
    prev = "00" * 32
    for event in log:
        if isinstance(event, e.Committed):
            if (event.hand, event.turn) in committed:
                found.append(f"hand {event.hand} has two turns {event.turn}")
            if event.prev != prev:
                found.append(f"the chain is broken at hand {event.hand}")
            committed[event.hand, event.turn], prev = event, event.commitment
        elif isinstance(event, e.HandDealt):
            assert event.cut
            of = committed[event.hand, event.cut.turn]
            dealt = commitment.dealt(table, of, sealed[event.hand], event.cut.seeds)
            deal = commitment.deal(table, of, sealed[event.hand], event.cut)
            if (dealt.deck, deal.commitment.hex()) != (secrets[event.hand].deck, of.commitment):
                found.append(f"hand {event.hand} is not from the deck that was committed to")
            if event.cut.seeds.keys() != of.pledges.keys():
                found.append(f"hand {event.hand} is dealt without a seed")
    hands = [event.hand for event in log if isinstance(event, e.HandDealt)]
    if hands != list(range(1, len(hands) + 1)):
        found.append("a hand is dealt twice, or left out")
    return found


def kill(folder: Path, kills: int, *broken: str) -> list[str]:
    """The faults after kills at every step in turn."""
    rng, heard = random.Random(kills), list[Json]()
    with lives(folder, *broken) as process:
        for n in range(kills):
            heard += life(process, STEPS[n % len(STEPS)], rng.randint(1, 3))
    assert any(one["hand"] > kills // 3 for one in heard)  # they do play on
    return faults(folder, heard)


def test_two_kills_at_every_step_change_no_commitment(tmp_path: Path) -> None:
    assert kill(tmp_path, 2 * len(STEPS)) == []


@pytest.mark.soak
def test_two_hundred_kills_change_no_commitment(tmp_path: Path) -> None:
    assert kill(tmp_path, 200) == []


@pytest.mark.soak
def test_a_room_that_forgets_its_commitment_is_caught(tmp_path: Path) -> None:
    assert any("two turns" in fault for fault in kill(tmp_path, 5, "forget"))
