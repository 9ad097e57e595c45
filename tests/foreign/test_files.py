"""Files that strangers hand over: what is none, or says more than it has, is refused."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot.bots.trained import files
from sidepot.cli.strategies import is_strategy
from sidepot.errors import BadLearned, BadRecord, BadStrategy
from sidepot.lab.chunks import Cut
from sidepot.lab.envs import agents
from sidepot.lab.recording import Recording
from sidepot.room.storage.database import connect
from tests.foreign.readers import agent, numbers, strategy, zipped

HUGE = 1 << 40
Parts = dict[str, bytes]


def parts() -> Parts:
    with zipfile.ZipFile(io.BytesIO(strategy())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def array(raw: bytes) -> Any:
    return np.load(io.BytesIO(raw))


def as_file(held: Any) -> bytes:
    raw = io.BytesIO()
    np.save(raw, held)
    return raw.getvalue()


def saying(**changes: Any) -> Callable[[Parts], None]:
    """A change of the head; `trained__x` is a field within."""

    def change(found: Parts) -> None:
        head = json.loads(array(found["head.npy"]).tobytes())
        for name, value in changes.items():
            outer, _, inner = name.partition("__")
            if inner:
                head[outer][inner] = value
            else:
                head[outer] = value
        found["head.npy"] = as_file(np.frombuffer(json.dumps(head).encode(), np.uint8))

    return change


def with_array(name: str, of: Callable[[Any], Any]) -> Callable[[Parts], None]:
    def change(found: Parts) -> None:
        found[f"{name}.npy"] = as_file(of(array(found[f"{name}.npy"])))

    return change


def with_raw(name: str, raw: bytes) -> Callable[[Parts], None]:
    return lambda found: found.update({f"{name}.npy": raw})


HEAD = numbers((8,), "|u1", b"[" * 8)
BROKEN: dict[str, Callable[[Parts], None]] = {
    "an array of a terabyte in a few bytes": with_raw("regret", numbers((HUGE,), "<f8", b"")),
    "a shape whose product wraps around": with_raw(
        "regret", numbers((1 << 32, 1 << 32), "<f8", b"")
    ),
    "a part that unpacks to a thousand times its size": with_raw(
        "keys", numbers((1 << 21,), "<i8", bytes(1 << 24))
    ),
    "objects": with_raw("keys", numbers((1,), "|O", bytes(8))),
    "a head of brackets": with_raw(
        "head", numbers((100_000,), "|u1", b'{"version": 3, "a": ' + b"[" * 99_980)
    ),
    "a head that is none": with_raw("head", HEAD),
    "no head": lambda found: found.update({"head.npy": b""}),
    "places for a terabyte": saying(trained__places=HUGE),
    "places that are no power of two": saying(trained__places=1000),
    "no places": saying(trained__places=0),
    "lanes without number": saying(trained__lanes=HUGE),
    "stacks without number": saying(trained__stacks=[1] * 100),
    "players without number": saying(players=HUGE),
    "a number as text": saying(trained__rounds="1"),
    "options that are none": saying(chosen=[]),
    "fewer slots than a turn has": with_array("total", lambda held: held[:, :1]),
    "fewer regrets than keys": with_array("regret", lambda held: held[:1]),
    "keys that are fractions": with_array("keys", lambda held: held.astype(np.float64)),
    "keys in rows": with_array("keys", lambda held: held.reshape(1, -1)),
    "regrets of half the width": with_array("regret", lambda held: held.astype(np.float32)),
    "a regret that is no number": with_array("regret", lambda held: held * np.nan),
    "rounds without middles": with_array("rounds", lambda held: np.arange(9)),
    "middles of other buckets": with_array("centers", lambda held: np.zeros((0, 1, 2), np.int64)),
    "more sizes": with_array("sizes", lambda held: np.arange(1000)),
    "a part that is missing": lambda found: found.__delitem__("centers.npy"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_strategy_that_says_more_than_it_has_is_refused(name: str, tmp_path: Path) -> None:
    found = parts()
    BROKEN[name](found)
    file = tmp_path / "learned.npz"
    file.write_bytes(zipped(found))
    tracemalloc.start()
    try:
        with pytest.raises(BadLearned) as error:
            files.load(file)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()
    assert "learned.npz" in str(error.value)


def test_the_same_strategy_untouched_is_read(tmp_path: Path) -> None:
    (tmp_path / "learned.npz").write_bytes(zipped(parts()))
    assert files.load(tmp_path / "learned.npz").table.sets == len(array(parts()["keys.npy"]))


def test_a_strategy_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    for size in range(0, len(strategy()) - 1, 37):
        (tmp_path / "learned.npz").write_bytes(strategy()[:size])
        with pytest.raises(BadLearned):
            files.load(tmp_path / "learned.npz")


def test_a_strategy_with_a_byte_of_garbage_is_read_or_refused(tmp_path: Path) -> None:
    for place in range(0, len(strategy()), 11):
        raw = bytearray(strategy())
        raw[place] ^= 0x5A
        (tmp_path / "learned.npz").write_bytes(raw)
        with contextlib.suppress(BadLearned):
            files.load(tmp_path / "learned.npz")


@pytest.mark.parametrize(
    "note",
    [b"[" * 50_000, b"{}", b" " * 30_000_000, b'{"sidepot": 3}', b"\xff", b'{"sidepot": "0"}'],
    ids=["brackets", "empty", "a bomb", "another form", "no text", "another version"],
)
def test_a_malformed_note_of_an_agent_is_refused(note: bytes, tmp_path: Path) -> None:
    (tmp_path / "agent.zip").write_bytes(zipped({"sidepot.json": note}))
    tracemalloc.start()
    try:
        with pytest.raises(BadStrategy):
            agents.load(tmp_path / "agent.zip")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_an_agent_names_the_learners_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "agent.zip").write_bytes(agent())
    with pytest.raises(BadStrategy):
        agents.load(tmp_path / "agent.zip")


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 50_000,
        b'{"chunk": 0, "n": 10, "tally": "AAAA"}',
        b'{"chunk": [], "n": 10, "tally": ""}',
        b"[]",
    ],
    ids=["brackets", "a short tally", "a list for a number", "a list"],
)
def test_a_malformed_record_is_refused(line: bytes, tmp_path: Path) -> None:
    file, cut = tmp_path / "record", Cut(100, 10)
    with Recording(file, "{}", cut, 8):
        pass
    before = file.read_bytes()
    file.write_bytes(before + line + b"\n")
    with pytest.raises(BadRecord), Recording(file, "{}", cut, 8):
        pass
    assert file.read_bytes() == before + line + b"\n"


def test_a_row_without_end_is_refused_by_the_database(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE log (event BLOB)")
        connection.execute("INSERT INTO log VALUES (zeroblob(100000000))")
        connection.commit()
    with (
        contextlib.closing(connect(path)) as connection,
        pytest.raises((sqlite3.DataError, sqlite3.OperationalError)),
    ):
        connection.execute("SELECT event FROM log").fetchone()


@pytest.mark.parametrize("code", ["(" * 5_000, "-" * 100_000 + "1", "\0", "def act(:"])
def test_a_file_that_python_cannot_parse_is_no_strategy(code: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(code)
    assert not is_strategy(tmp_path / "bot.py")
