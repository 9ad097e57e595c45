"""Adds what is known of a token's session or maker, and the answers to all commands."""

import sqlalchemy as sa
from alembic import op

from sidepot.room.storage.answers import answer_key

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BATCH = 5000
_OF_LOG = (
    "SELECT table_id, version, json_extract(event, '$.by'), json_extract(event, '$.id') "
    "FROM (SELECT table_id, version, CASE WHEN json_valid(CAST(event AS TEXT)) "
    "THEN CAST(event AS TEXT) END AS event FROM log) "
    "WHERE json_extract(event, '$.by') IS NOT NULL AND json_extract(event, '$.id') IS NOT NULL "
    "ORDER BY table_id, version"
)
_OF_CHAT = "SELECT table_id, number, guest, command FROM chat ORDER BY table_id, number"


def upgrade() -> None:
    """Extend the tokens, which stay valid, and take the answers so far from log and chat.

    Snapshots are dropped: states are made anew from the log, with the versions of removals.
    """
    op.add_column("tokens", sa.Column("maker", sa.String))
    op.add_column("tokens", sa.Column("expires", sa.BigInteger))
    op.add_column("tokens", sa.Column("seen", sa.BigInteger))
    op.add_column("tokens", sa.Column("about", sa.String))
    op.create_table(
        "answers",
        sa.Column("table_key", sa.BigInteger, primary_key=True, nullable=False),
        sa.Column("command_key", sa.BigInteger, primary_key=True, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("refusal", sa.Text),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":  # nothing else had a log before
        _take_answers(_OF_LOG)
        _take_answers(_OF_CHAT)
    op.execute("DELETE FROM snapshots")


def _take_answers(query: str) -> None:
    """Store the number of every event or line that a command has made, under the command's key."""
    connection = op.get_bind()
    found = connection.exec_driver_sql(query)
    while rows := found.fetchmany(_BATCH):
        keys = [(answer_key(table, guest, id), version) for table, version, guest, id in rows]
        connection.exec_driver_sql(
            "INSERT OR REPLACE INTO answers (table_key, command_key, version) VALUES (?, ?, ?)",
            [(key["table_key"], key["command_key"], version) for key, version in keys],
        )
