"""Hand histories: read, replayed and made into rows of tables; those of hold'em beside PokerKit."""

from __future__ import annotations

import functools
import importlib.util
import io
import tempfile
import time
import warnings
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pokerkit import HandHistory

import sidepot
from benchmarks.timing import Figure, paired, rate
from sidepot.history.history import History, read_stream
from sidepot.history.tables.columns import TABLES
from sidepot.history.tables.export import Export, export
from sidepot.history.tables.rows import rows_of
from sidepot.lab.single import simulated

HANDS = 200
PLAYERS, STACK, SEED = 6, 200, 1
GAMES = ("holdem-no-limit", "ricochet-2", "high-noon-shootout")
"""The first is one that PokerKit plays too."""
ARCHIVE = 20_000
_ARCHIVE = "into three tables, two processes"


def figures() -> list[Figure]:
    """Reading and replaying hold'em beside PokerKit, replays of other games, and rows."""
    first = GAMES[0]
    theirs = [HandHistory.loads(text) for text in texts(first)]
    return [
        beside("read", first, lambda: _read(first), lambda: _their_reading(first)),
        beside("replayed", first, lambda: _replay(first), lambda: _their_replays(theirs)),
        *(alone("replayed", name, functools.partial(_replay, name)) for name in GAMES[1:]),
        *(alone("as rows of tables", name, functools.partial(_rows, name)) for name in GAMES),
        *map(archive, GAMES[:2]),
    ]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature."""
    done = [("read", GAMES[0]), *(("replayed", name) for name in GAMES)]
    done += [("as rows of tables", name) for name in GAMES]
    done += [(_ARCHIVE, name) for name in GAMES[:2]]
    return {name_of(what, name): functools.partial(mark, name) for what, name in done}


def beside(what: str, name: str, ours: Callable[[], int], theirs: Callable[[], int]) -> Figure:
    """A line with the ratio to PokerKit, by seconds of the processor."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of folds without a bet
        other, speed, ratio = paired(theirs, ours, clock=time.process_time)
    remark = f"{ratio:.2f} x PokerKit: {other:,.0f}"
    return Figure(name_of(what, name), speed, "hands/s", mark(name), remark)


def alone(what: str, name: str, work: Callable[[], int]) -> Figure:
    """A line without a peer."""
    speed = rate(work, runs=3, clock=time.process_time)
    return Figure(name_of(what, name), speed, "hands/s", mark(name))


def archive(name: str) -> Figure:
    """A line for an archive: three tables by two processes, by the clock, with their start."""
    ending = ".parquet" if importlib.util.find_spec("pyarrow") else ".csv"
    with tempfile.TemporaryDirectory() as folder:
        file, table = Path(folder, "archive.phhs"), Path(folder, f"archive{ending}")
        with file.open("w", encoding="utf-8") as text:
            for number in range(ARCHIVE):
                text.write(f"[{number + 1}]\n{texts(name)[number % HANDS]}\n")
        begun = time.perf_counter()
        done = export(Export([str(file)], table, (*TABLES,), threads=2))
        speed = done.good / (time.perf_counter() - begun)
    remark = f"{100_000 / speed:.0f} s for 100,000, as {ending[1:]}"
    return Figure(name_of(_ARCHIVE, name), speed, "hands/s", mark(name), remark)


def name_of(what: str, name: str) -> str:
    """The name of a line."""
    return f"{sidepot.game(name).title}, histories {what}"


@functools.cache
def texts(name: str) -> Sequence[str]:
    """Histories of random hands, a text each."""
    game = sidepot.game(name)
    stacks = [STACK] * PLAYERS
    hands = simulated(game, stacks=stacks, hands=range(HANDS), seed=SEED, policy=None)
    return [hand.history.text() for hand in hands]


@functools.cache
def histories(name: str) -> Sequence[History]:
    """The same hands, read."""
    return [History.parse(text) for text in texts(name)]


def mark(name: str) -> str:
    """A hash of all rows of all tables."""
    rows = [rows_of(history.replay(), None, "") for history in histories(name)]
    return f"{zlib.crc32(repr(rows).encode()):08x}"


def _read(name: str) -> int:
    return sum(1 for text in texts(name) for _ in read_stream(io.BytesIO(text.encode())))


def _replay(name: str) -> int:
    return sum(1 for history in histories(name) if history.replay().hand.over)


def _rows(name: str) -> int:
    return sum(1 for history in histories(name) if rows_of(history.replay(), None, ""))


def _their_reading(name: str) -> int:
    return sum(1 for text in texts(name) if HandHistory.loads(text))


def _their_replays(read: Sequence[Any]) -> int:
    for history in read:
        for _ in history:
            pass
    return len(read)
