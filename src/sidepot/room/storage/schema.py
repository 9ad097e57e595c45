"""The tables of the database, as they are after all migrations; a test compares the two.

Only code that replays a hand reads `secrets`, and only what deals and proves reads `sealed_decks`;
nothing that shows the table to a viewer does.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "r0001"
"""The newest of the migrations, after which the tables are these."""

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Guests, by their public ids."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("maker", String),
    Column("expires", BigInteger),
    Column("seen", BigInteger),
    Column("about", String),
    Index("tokens_of_owner", "kind", "owner"),
)
"""Hashes of tokens: `guest` (a session) and `recovery`, owned by a guest; `invitation`, by a table.

`maker`: the guest who made an invitation. `expires`: when a recovery link does. `seen` and `about`:
when a session was last used, to the hour, and by which browser. PostgreSQL has a column `number`
more, in which it counts the rows as they come, as SQLite does by itself (`dialects.arrival_in`).
"""

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("deadline", BigInteger),
    Column("is_public", Boolean, nullable=False),
    Column("is_ended", Boolean, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("owner", Integer),
    Index("tables_by_deadline", "deadline"),
)
"""A row per table: its version, when something is due, and its line in lists (`TableLine`).

While a hand goes on, version and deadline are those of its deal. `owner`: the process that runs the
table (`processes`), if it is alive; null in a room with one process.
"""

members = Table(
    "members",
    metadata,
    Column("guest", String, primary_key=True),
    Column("table_id", String, primary_key=True),
)
"""The guests who have ever joined each table."""

log = Table(
    "log",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("event", LargeBinary, nullable=False),
)
"""The log of every table; its key decides which of two writers was first."""

answers = Table(
    "answers",
    metadata,
    Column("table_key", BigInteger, primary_key=True),
    Column("command_key", BigInteger, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("refusal", Text),
    sqlite_with_rowid=False,
)
"""The first answer to every command of a table, by `answers.answer_key`.

`version`: that of the event by which it was done, the number of a line of chat, 0 for a refusal;
`refusal`: the reason (`Message`).
"""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
"""The last snapshot of a table: its state before a deal."""

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("deck", LargeBinary, nullable=False),
)
"""The secret of every hand (`Secret`): the order of its deck, and its seed."""

sealed_decks = Table(
    "sealed_decks",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("decks", LargeBinary, nullable=False),
)
"""The two decks of every hand's last commitment, and their keys (`SealedDecks`)."""

hands = Table(
    "hands",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
)
"""One line per hand that has ended (`HandLine`)."""

histories = Table(
    "histories",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("viewer", String, primary_key=True),
    Column("text", Text, nullable=False),
)
"""Histories of ended hands, as each guest in the hand knows it, or the rail (viewer '')."""

pending_histories = Table(
    "pending_histories",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("guests", LargeBinary, nullable=False),
    Index("pending_histories_of_table", "table_id", "hand"),
    sqlite_autoincrement=True,
)
"""Hands whose histories are to be written: they have ended, or cards were shown after the end.

`version` and `at` are those of the last event that belongs to the hand; `guests` are the guests in
its seats, null for a bot. Ids only grow, so iterating in their order misses none.
"""

chat = Table(
    "chat",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest", String, nullable=False),
    Column("command", String, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Index("chat_once", "table_id", "guest", "command", unique=True),
)
"""The chat of a table (`ChatLine`), one line for each command."""

health = Table(
    "health",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("ballast", LargeBinary, nullable=False),
)
"""The rows of the health probe: one, and for a moment another one with `ballast`."""

seasons = Table(
    "seasons",
    metadata,
    Column("id", String, primary_key=True),
    Column("host", String, nullable=False),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("plan", LargeBinary),
    Index("seasons_of_host", "host"),
)
"""Seasons: evenings that a guest, the season's host, has put together; and its next (`SeasonPlan`).
"""

season_evenings = Table(
    "season_evenings",
    metadata,
    Column("season", String, primary_key=True),
    Column("evening", String, primary_key=True),
    Column("line", LargeBinary, nullable=False),
)
"""The evenings of a season (`SeasonEvening`), by the ids of their tables, which they outlive."""

season_guests = Table(
    "season_guests",
    metadata,
    Column("guest", String, primary_key=True),
    Column("season", String, primary_key=True),
)
"""The guests who may see a season."""

settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""Settings shared by all processes of a room, on a database server: the relay's key."""

processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("address", String, nullable=False),
    Column("format", String, nullable=False),
    Column("version", String, nullable=False),
    Column("beat", Float, nullable=False),
    Column("status", Text, nullable=False),
)
"""The processes of a room on a server, and the address at which the others reach each.

`format`: a hash of what it reads and writes. `beat`: its last sign of life, in seconds since 1970;
`status`: what it said of itself then.
"""
