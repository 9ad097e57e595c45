"""Tenure of tables: on a file this process runs them all, on a server one of several does.

A process is alive while its session holds an advisory lock and its row was written to lately. The
owner in a table's row is a hint for who runs clocks, bots and sockets; what guards the table is the
key of its log, which a process that was taken for dead loses against. What guards those who look on
is the time: for three seconds after a sign of life nobody can have taken a table over, and what is
in memory is shown no longer than that.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import logging
import math
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sidepot.errors import BadDatabase
from sidepot.room.storage import faults, schema
from sidepot.room.storage.faults import fault
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND, SystemClock
from sidepot.room.table.state import TableState

_log = logging.getLogger("sidepot.room")

BEAT = 0.4
"""Seconds between two signs of life."""
_DEAD = 3
"""Seconds without one after which a process that still holds its lock counts as dead: it stands
still, or its network does."""
_STILL = 1.0
"""Seconds without a turn of the event loop after which the process has stood still."""
_CLAIMS = 3
"""Attempts at a claim: between its two statements, the owner of a table may release it."""
_LOCKS = 0x51DE
"""The space of the advisory locks that processes hold, by their numbers."""
_AT_ONCE = 50
"""Tables that a process takes over at a time, so that others get some."""
_CHANNEL = "sidepot"

_ALIVE = f"""
EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = {_LOCKS} AND l.objid = p.number)
AND p.beat > extract(epoch FROM clock_timestamp()) - :dead
"""
_HAS_OWNER = f"EXISTS (SELECT 1 FROM processes p WHERE p.number = t.owner AND {_ALIVE})"
_CLAIM = sa.text(
    f"UPDATE tables t SET owner = :me WHERE id = :id AND (owner = :me OR NOT {_HAS_OWNER})"
)
_OWNER = sa.text(
    "SELECT p.number, p.address FROM tables t JOIN processes p ON p.number = t.owner "
    "WHERE t.id = :id"
)
_SWEEP = sa.text(
    "UPDATE tables SET owner = :me WHERE id IN (SELECT t.id FROM tables t "
    "WHERE t.deadline IS NOT NULL AND NOT t.is_ended AND t.owner IS DISTINCT FROM :me "
    f"AND NOT {_HAS_OWNER} LIMIT {_AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING id"
)
_LEAVE = sa.text("UPDATE tables SET owner = NULL WHERE owner = :me")
_NOW = "extract(epoch FROM clock_timestamp())"
_ENTER = sa.text(
    "INSERT INTO processes (address, format, version, beat, status) "
    f"VALUES (:address, :format, :version, {_NOW}, :status) RETURNING number"
)
_SIGN = sa.text(
    "INSERT INTO processes (number, address, format, version, beat, status) "
    f"VALUES (:me, :address, :format, :version, {_NOW}, :status) "
    "ON CONFLICT (number) DO UPDATE SET beat = excluded.beat, status = excluded.status"
)
"""The row is made again where others have forgotten this process while it slept."""
_PEERS = sa.text(
    f"SELECT p.number, p.address, p.status FROM processes p WHERE p.number != :me AND {_ALIVE}"
)
_OTHERS = sa.text(
    f"SELECT p.format, p.version, p.address, p.status FROM processes p WHERE {_ALIVE}"
)
_FORGET = sa.text(
    f"DELETE FROM processes p WHERE NOT ({_ALIVE}) AND p.number != :me AND p.beat < {_NOW} - 3600"
)
_GONE = sa.text("DELETE FROM processes WHERE number = :me")
_TELL = sa.text(f"SELECT pg_notify('{_CHANNEL}', :said)")


class Elsewhere(Exception):
    """Another process runs the table; `address` is where it can be reached."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@dataclass(frozen=True)
class Peer:
    """Another process of the room, and its last status (`Tenure.describe`)."""

    number: int
    address: str
    status: Mapping[str, Any]


class Alone:
    """The only process of a room: every table is its own."""

    is_shared = False
    """May there be other processes?"""

    def freezes(self) -> int:
        """The number of freezes, each so long that others may have taken the tables over.

        Whatever it knew before that is old. Any thread may call it.
        """
        return 0

    def term(self) -> int:
        """A number that is another one when others may have taken tables over since.

        A table is this process's as long as it is the one at which it was claimed.
        """
        return 0

    def turn(self) -> None:
        """Note that the event loop runs."""

    def start(self, call_soon: Callable[..., Any]) -> None:
        """Live from now on; `call_soon` calls a function on the event loop."""

    def describe(self, status: Mapping[str, Any]) -> None:
        """Set the status that others read from the next sign of life on."""

    def claim(self, table: str) -> None:
        """Make a table this process's. Raises `Elsewhere` if another one runs it. Blocks."""

    def peers(self) -> Sequence[Peer]:
        """The other processes that are alive."""
        return ()

    def tell(self, **said: Any) -> None:
        """Say something to all other processes; not in a hurry, and nobody answers. Blocks."""

    def leave(self) -> None:
        """Let the others have all tables. Blocks."""


class Tenure(Alone):
    """This process among those of a room on PostgreSQL.

    A thread gives the signs of life, hears the others, and takes over tables at which something is
    due and that nobody runs. What it learns it says on the event loop: `on_taken` gets such a
    table, `on_said` what another process has said, `on_doubt` is called when this process may have
    been taken for dead, `on_frozen` before it if that is so because it stood still, `on_gone` gets
    the address of one that is gone.
    """

    is_shared = True

    def __init__(self, engine: Engine, address: str, version: str) -> None:
        """Raises `BadDatabase` if a process is there that cannot read our log, or we not its.

        Or if one of the two cannot be reached by the other.
        """
        self._engine = engine
        self.address = address
        self._own = {"address": address, "format": storage_format(), "version": version}
        self._peers: Sequence[Peer] = ()
        self._host = host_id()
        self.describe({})
        self._elapsed = SystemClock().elapsed
        self._checking = threading.Lock()
        self._turned = self._elapsed()
        self._sure_until = math.inf
        """The time, by `_elapsed`, until which no process takes over the tables of this one."""
        self._has_lapsed = False
        self._freezes = self._term = 0
        self._is_closing = threading.Event()
        self._thread: threading.Thread | None = None
        self.on_taken: Callable[[str], None] = lambda _: None
        self.on_said: Callable[[Mapping[str, Any]], None] = lambda _: None
        self.on_doubt: Callable[[], None] = lambda: None
        self.on_frozen: Callable[[], None] = lambda: None
        self.on_gone: Callable[[str], None] = lambda _: None
        self._call: Callable[..., Any] = lambda call, *given: call(*given)
        try:
            with engine.begin() as connection:
                self.number = int(
                    connection.execute(_ENTER, {**self._own, "status": self._status}).scalar_one()
                )
            self._line = self._connected()
            self._check_others(version)
        except sa.exc.DBAPIError as error:
            reason = faults.reason(error)
            raise BadDatabase("room.database_server", address="", reason=reason) from error

    def _check_others(self, version: str) -> None:
        """Recheck the peers now that they see this process: two may have joined at once."""
        try:
            check_mixture(self._line, self.address, version)
            _check_reach(self._line, self.address, self._host)
        except BadDatabase:
            self._do(_GONE, {"me": self.number})
            self._line.close()
            self._engine.dispose()
            raise

    def start(self, call_soon: Callable[..., Any]) -> None:
        """Live; `call_soon` calls a function on the event loop.

        Until now it gave no sign of life, so others did not see it when they came where that took
        long: it looks again. Raises `BadDatabase` as the constructor does.
        """
        self._give_sign()
        self._check_others(self._own["version"])
        self._call = call_soon
        self._turned = self._elapsed()
        self._thread = threading.Thread(target=self._run, name="sidepot-tenure", daemon=True)
        self._thread.start()

    def freezes(self) -> int:
        """The same; a process that wakes learns here that it was frozen, whoever asks first."""
        with self._checking:
            now = self._elapsed()
            if self._has_lapsed or now < self._sure_until:
                return self._freezes
            self._has_lapsed = True
            self._term += 1
            still = (now - self._turned) / SECOND
            if still <= _STILL:  # the server did not answer: present viewers stay
                return self._freezes
            self._freezes += 1
        _log.warning("was_frozen seconds=%s", round(still, 1))
        self._call(self.on_frozen)
        return self._freezes

    def term(self) -> int:
        """The same: it goes up when this process may be taken for dead, and when that is over."""
        self.freezes()
        return self._term

    def turn(self) -> None:
        """Note that the event loop runs, after a look at whether it did lately."""
        self.freezes()
        self._turned = self._elapsed()

    def claim(self, table: str) -> None:
        """Make a table this process's. Raises `Elsewhere`, `CannotWrite`."""
        values = {"me": self.number, "id": table, "dead": _DEAD}
        for _ in range(_CLAIMS):
            try:
                with self._engine.begin() as connection:
                    if connection.execute(_CLAIM, values).rowcount:
                        return
                    found = connection.execute(_OWNER, values).first()
            except sa.exc.SQLAlchemyError as error:
                raise fault(error) from error
            if found and found.number != self.number:
                raise Elsewhere(found.address)

    def leave(self) -> None:
        """Let the others have all tables, and take none any more."""
        if self._is_closing.is_set():
            return
        self._is_closing.set()
        self._do(_LEAVE, {"me": self.number})
        self._do(_GONE, {"me": self.number})
        if self._thread:
            self._thread.join(_DEAD)
        self._line.close()
        self._engine.dispose()

    def peers(self) -> Sequence[Peer]:
        """The other processes that are alive, as of the last sign."""
        return self._peers

    def tell(self, **said: Any) -> None:
        """Send a message to all other processes."""
        self._do(_TELL, {"said": json.dumps({"from": self.number, **said})})

    def describe(self, status: Mapping[str, Any]) -> None:
        """Set the status that others read from the next sign on."""
        self._status = json.dumps({**status, "host": self._host})

    def _do(self, statement: sa.TextClause, values: Mapping[str, Any]) -> None:
        """Execute a statement that may fail: the other processes recover without it."""
        try:
            with self._engine.begin() as connection:
                connection.execute(statement, values)
        except sa.exc.SQLAlchemyError as error:
            _log.warning("tenure_failed reason=%s", faults.reason(error))

    def _connected(self) -> Connection:
        """A connection that holds the lock of this process, and hears the others."""
        line = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            line.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCKS}, {self.number})")
            line.exec_driver_sql(f"LISTEN {_CHANNEL}")
        except sa.exc.SQLAlchemyError:
            line.invalidate()
            line.close()
            raise
        return line

    def _run(self) -> None:
        while not self._is_closing.is_set():
            try:
                self._live()
                self._listen()
            except Exception as error:  # the server is away: what was ours may be another's
                if not self._is_closing.is_set():
                    self._again(error)

    def _again(self, error: Exception) -> None:
        """Connect again, however long that takes; without the lock others may take the tables."""
        self.freezes()
        with self._checking:
            self._has_lapsed = True
            self._term += 1
        _log.warning("tenure_lost reason=%s", faults.reason(error))
        self._line.invalidate()
        self._line.close()
        while not self._is_closing.wait(BEAT):
            try:
                self._line = self._connected()
            except sa.exc.SQLAlchemyError:
                continue
            return

    def _live(self) -> None:
        """Send a heartbeat, refresh the peers, and take over orphaned tables."""
        line, me = self._line, {"me": self.number, "dead": _DEAD}
        self._give_sign()
        peers = [Peer(r.number, r.address, json.loads(r.status)) for r in line.execute(_PEERS, me)]
        gone = {peer.address for peer in self._peers} - {peer.address for peer in peers}
        self._peers = peers
        for address in gone:
            self._call(self.on_gone, address)
        for table in line.execute(_SWEEP, me).scalars():
            self._call(self.on_taken, table)
        if gone:
            line.execute(_FORGET, me)

    def _give_sign(self) -> None:
        """Say that this process is alive; for some time from now on, its tables are its own."""
        began = self._elapsed()
        self._line.execute(_SIGN, {**self._own, "me": self.number, "status": self._status})
        self.freezes()
        with self._checking:
            had_lapsed = self._has_lapsed
            self._sure_until = began + _DEAD * SECOND
            self._has_lapsed = self._elapsed() >= self._sure_until
            self._term += had_lapsed
        if had_lapsed:
            self._call(self.on_doubt)

    def _listen(self) -> None:
        """Listen until the next sign is due."""
        there: Any = self._line.connection.driver_connection
        for note in there.notifies(timeout=BEAT):
            said = json.loads(note.payload)
            if said.pop("from") != self.number:
                self._call(self.on_said, said)


def check_mixture(connection: Connection, address: str, version: str) -> None:
    """Raise `BadDatabase` if a process is alive that stores in another format than this one."""
    if not sa.inspect(connection).has_table(schema.processes.name):
        return
    for other in connection.execute(_OTHERS, {"dead": _DEAD}):
        if other.format != storage_format():
            values = {"address": address, "other": other.version, "own": version}
            raise BadDatabase("room.database_mixture", **values)


def _check_reach(connection: Connection, address: str, host: str) -> None:
    """Raise `BadDatabase` if this process and one of another host cannot reach one another.

    An address of the loopback is another one on every host: what is sent there comes to nobody, or
    to a process of that host.
    """
    for other in connection.execute(_OTHERS, {"dead": _DEAD}):
        there = json.loads(other.status).get("host", host)
        for local in (address, other.address):
            if there != host and _is_local(local):
                raise BadDatabase("room.database_reach", address=local, other=other.address)


def _is_local(address: str) -> bool:
    return ipaddress.ip_address(address.rpartition(":")[0].strip("[]")).is_loopback


def host_id() -> str:
    """An id shared by processes with the same loopback: the host, and its network namespace."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot} {Path('/proc/self/ns/net').readlink()}"
    except OSError:  # not Linux
        return socket.gethostname()


def storage_format() -> str:
    """A hash of everything that processes read of one another: the log, states, the schema."""
    shapes = msgspec.json.schema(e.AnyEvent), msgspec.json.schema(TableState)
    tables = [str(table.columns.items()) for table in schema.metadata.sorted_tables]
    raw = json.dumps([*shapes, tables], sort_keys=True, default=str)
    return hashlib.sha256(raw.encode()).hexdigest()[:16]
