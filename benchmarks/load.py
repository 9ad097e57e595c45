"""The room under load: many tables of six sockets, the server on one core, the clients on others.

In the same run a bare Starlette server echoes every message to six sockets, without engine and
database, which measures the cost of the sockets alone: as fast as it is, when it has many messages
to read at every turn of its loop, and at about as many a second as the room bears. Where their
programs are, PostgreSQL stores what SQLite does, for one process of the room and for two of the
same room, and boardgame.io serves a game whose views are as large. An action is done when all six
seats have its update. Where the deals are cut, every client pledges and reveals seeds, and is sent
the proofs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import peer_rooms
from benchmarks.crowd import TABLES, Crowd, EchoCrowd, Load, Server
from benchmarks.peer_rooms import PeerCrowd
from benchmarks.timing import Figure, shown
from sidepot.games import registry

GAMES = ("ricochet-2", "high-noon-showdown")
BARE = "bare echo"
PACE = 300
"""Actions a second at which the latency of an action is measured."""
CALM = 30
"""Actions a second of people who think: hardly two of them come together."""
BUSY = 1_500
"""Actions a second that the bare server is also measured at: about as many as the room bears."""
FAST = 0.0
"""The pace of a crowd that acts as soon as it can."""
PACES = (CALM, PACE, FAST)
"""In this order: histories that are still to be written when many hands have ended cost later."""
BARE_PACES = (CALM, BUSY, FAST)
_REACHED = 0.95
"""The part of the pace below which a server does not keep up with it."""
PROCESSES = 2
"""Processes of one room that are measured together."""
_CORE, _RATE = ", the server's core for an action", f", {TABLES} tables of six sockets"
_AT_PACE, _TOLD = f" of an action at {PACE}/s", ", sent to a client for an action"
_MEMORY = ", memory a table with its sockets"
_CALM = f"{_CORE} at {CALM}/s"
_COLUMNS = {
    "core an action": _CORE,
    f"core an action at {CALM}/s": _CALM,
    "actions a second": _RATE,
    f"p50 at {PACE}/s": f", p50{_AT_PACE}",
    f"p99 at {PACE}/s": f", p99{_AT_PACE}",
    "to a client, an action": _TOLD,
    "memory a table": _MEMORY,
}
"""The columns of what stands beside each other, and how the lines end that hold them."""
_REMARKED = (_CORE, _CALM)
"""The ends of those lines whose remark stands in the column too."""

Databases = Iterator[tuple[str, tuple[int, ...]]]
"""Addresses of new databases, and the processes of their server."""


def figures() -> list[Figure]:
    """The cost of an action on the bare server, the room by database, and boardgame.io."""
    with _running(_server("bare")) as server:
        bare = asyncio.run(EchoCrowd(server).loads(*BARE_PACES))
    found = _of_bare(bare)
    games = [name for name in GAMES if name in registry()]
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            databases = _of_files(folder)
            loads = _load(game, next(databases), *PACES)
            cut = _load(game, next(databases), FAST, cuts=True)
            found += lines(game, loads, bare, _of_cut(game, loads[-1], cut[-1]))
    with _postgres() as servers:
        for game in games if servers else ():
            assert servers
            name = f"{game} on PostgreSQL"
            found += lines(name, _load(game, next(servers), *PACES), bare)
            loads = _load(game, next(servers), *PACES, processes=PROCESSES)
            found += lines(f"{name}, two processes", loads, bare)
    return found + _peer(bare)


def _of_bare(bare: Sequence[Load]) -> list[Figure]:
    """The lines of the bare server, from its loads at `BARE_PACES`."""
    calm, busy, fast = bare
    remark = f"{shown(busy.spent * 1e3)} ms at {BUSY:,}/s"
    return [
        Figure(f"{BARE}{_RATE}", fast.rate, "actions/s"),
        Figure(f"{BARE}{_CORE}", fast.spent * 1e3, "ms", remark=remark),
        Figure(f"{BARE}{_CALM}", calm.spent * 1e3, "ms"),
        Figure(f"{BARE}{_TOLD}", fast.told / 1e3, "kB"),
    ]


def _of_cut(game: str, fast: Load, cut: Load) -> Figure:
    """The extra cost when clients cut every deal."""
    remark = f"{cut.rate / fast.rate:.2f} x without, {cut.spent / fast.spent:.2f} x its core"
    name = f"{game}, the same with every deal cut by six clients"
    return Figure(name, cut.rate, "actions/s", remark=remark)


def beside(figures: Sequence[Figure]) -> str:
    """The servers as a Markdown table, beside each other: a column for each kind of line."""
    rows = []
    for name in [f.name.removesuffix(_CORE) for f in figures if f.name.endswith(_CORE)]:
        own = {f.name.removeprefix(name): f for f in figures if f.name.startswith(name)}
        cells = [_cell(own.get(end), is_remarked=end in _REMARKED) for end in _COLUMNS.values()]
        rows.append(f"| {' | '.join((name, *cells))} |")
    head = " | ".join(("server", *_COLUMNS))
    return "\n".join((f"| {head} |", "| --- " * (len(_COLUMNS) + 1) + "|", *rows))


def _cell(figure: Figure | None, *, is_remarked: bool) -> str:
    """A figure of a server in its column, with its remark if that stands there too."""
    if figure is None:
        return ""
    remark = f", {figure.remark}" if is_remarked and figure.remark else ""
    return f"{shown(figure.value)} {figure.unit}{remark}"


def lines(name: str, loads: Sequence[Load], bare: Sequence[Load], *more: Figure) -> list[Figure]:
    """The lines of a server, from its loads at `PACES` and the bare server's at `BARE_PACES`."""
    (calm, paced, fast), (bare_calm, bare_busy, bare_fast) = loads, bare
    late = "" if paced.rate >= _REACHED * PACE else f"{paced.rate:.0f}/s reached"
    ratio = f"{fast.rate / bare_fast.rate:.2f} x the bare server"
    core = f"{fast.spent / bare_fast.spent:.1f} x the bare server"
    core += f", {fast.spent / bare_busy.spent:.1f} x it at {BUSY:,}/s"
    if fast.stored:
        core += f"; the database's {shown(fast.stored * 1e3)} ms"
    return [
        Figure(f"{name}{_RATE}", fast.rate, "actions/s", remark=ratio),
        Figure(f"{name}{_CORE}", fast.spent * 1e3, "ms", remark=core),
        Figure(
            f"{name}{_CALM}",
            calm.spent * 1e3,
            "ms",
            remark=f"{calm.spent / bare_calm.spent:.1f} x the bare server",
        ),
        *more,
        *(
            Figure(
                f"{name}, p{part}{_AT_PACE}",
                paced.percentile(part) * 1e3,
                "ms",
                remark=late,
            )
            for part in (50, 99)
        ),
        Figure(f"{name}{_TOLD}", fast.told / 1e3, "kB"),
        Figure(f"{name}{_MEMORY}", fast.grown / 1e6, "MB"),
    ]


def _load(
    game: str,
    database: tuple[str, tuple[int, ...]],
    *paces: float,
    cuts: bool = False,
    processes: int = 1,
) -> list[Load]:
    """The loads at some paces that the room bears on an empty database, one after the other."""
    address, pids = database
    command = _server("room", game, str(TABLES // processes), address)
    with contextlib.ExitStack() as running:
        # One after the other: the first one makes the database's tables.
        parts = [running.enter_context(_running(command, n)) for n in range(processes)]
        return asyncio.run(Crowd(_together(parts, pids), cuts=cuts).loads(*paces))


def _together(parts: Sequence[Server], database: tuple[int, ...]) -> Server:
    """The processes of one room as one server."""
    facts = {
        "memory": sum(part.facts["memory"] for part in parts),
        "tables": [table for part in parts for table in part.facts["tables"]],
    }
    return Server(tuple(pid for part in parts for pid in part.pids), facts, database)


def _of_files(folder: str) -> Databases:
    """Addresses of new files of SQLite."""
    for number in range(sys.maxsize):
        own = Path(folder) / str(number)
        own.mkdir()
        yield f"sqlite:///{own / 'room.sqlite3'}", ()


@contextlib.contextmanager
def _postgres() -> Iterator[Databases | None]:
    """Addresses of new databases of a server of PostgreSQL; None, with the reason, without one."""
    try:
        from pytest import skip
        from tests.room.postgres import Server as Postgres
    except ImportError as error:
        print(f"PostgreSQL is left out: {error}", file=sys.stderr)
        yield None
        return
    try:
        server = Postgres("max_connections=50")
    except skip.Exception as reason:
        print(f"PostgreSQL is left out: {reason}", file=sys.stderr)
        yield None
        return
    try:
        yield ((server.url(server.empty()), (server.pid,)) for _ in range(sys.maxsize))
    finally:
        server.end()


def _peer(bare: Sequence[Load]) -> list[Figure]:
    """The figures of boardgame.io; none, with the reason, where it is not installed."""
    if reason := peer_rooms.lacking():
        print(reason, file=sys.stderr)
        return []
    with _running(peer_rooms.command(TABLES)) as server:
        loads = asyncio.run(PeerCrowd(server).loads(*PACES))
    return lines(peer_rooms.NAME, loads, bare)


def _server(*arguments: str) -> list[str]:
    """The command of a server of `benchmarks.servers`."""
    return [sys.executable, "-m", "benchmarks.servers", *arguments]


@contextlib.contextmanager
def _running(command: list[str], number: int = 0) -> Iterator[Server]:
    """Run the server of a number on the core of that number, this process on all but the first."""
    cores = sorted(os.sched_getaffinity(0) | _OWN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            os.sched_setaffinity(process.pid, cores[number % len(cores) :][:1])
            os.sched_setaffinity(0, cores[1:] or cores)
            assert process.stdout
            facts = json.loads(next(line for line in process.stdout if line[0] == "{"))
            yield Server((process.pid,), facts)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
            os.sched_setaffinity(0, cores)


_OWN = os.sched_getaffinity(0)
"""The cores that this process may use at first."""
