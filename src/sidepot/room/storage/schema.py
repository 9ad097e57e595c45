"""The tables of the database. Migrations make them; this says what they come to.

Nothing that shows anything reads `secrets`: only what makes the record of a hand again does.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""People, by their public ids."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("tokens_of_owner", "kind", "owner"),
)
"""Hashes of tokens: `guest`, owned by a guest, and `invitation`, owned by a table."""

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("deadline", BigInteger),
    Column("is_public", Boolean, nullable=False),
    Column("is_ended", Boolean, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Index("tables_by_deadline", "deadline"),
)
"""A row a table: its last version, when something is due, and its line in lists (`TableLine`)."""

members = Table(
    "members",
    metadata,
    Column("guest", String, primary_key=True),
    Column("table_id", String, primary_key=True),
)
"""Who has come to which table."""

log = Table(
    "log",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("event", LargeBinary, nullable=False),
)
"""The log of every table: its key decides who was first."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
"""The state of a table before one of its last deals."""

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("deck", LargeBinary, nullable=False),
)
"""The order of the deck of every hand."""

hands = Table(
    "hands",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
)
"""A line a hand that has ended (`HandLine`)."""

histories = Table(
    "histories",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("viewer", String, primary_key=True),
    Column("text", Text, nullable=False),
)
"""Histories of hands that have ended, as each guest in it knows them, and the rail (viewer '')."""

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
"""Hands that have ended, or of which cards were shown later, and whose histories lack that.

`version` is the last that belongs to it, and `at` its time; `guests` who sat in its seats, null for
a bot. Ids only grow, so who goes through them misses none.
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
"""What was said at a table (`ChatLine`), once for each command."""
