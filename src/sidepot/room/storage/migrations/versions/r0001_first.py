"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create its tables and indexes."""
    _people()
    _tables()
    _hands()


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String, primary_key=key, nullable=False)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _time(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _people() -> None:
    op.create_table("guests", _text("id", key=True), _text("name"), _time("created"))
    op.create_table(
        "tokens", _text("hash", key=True), _text("kind"), _text("owner"), _time("created")
    )
    op.create_index("tokens_of_owner", "tokens", ["kind", "owner"])
    op.create_table("members", _text("guest", key=True), _text("table_id", key=True))


def _tables() -> None:
    op.create_table(
        "tables",
        _text("id", key=True),
        _number("version"),
        _time("deadline", nullable=True),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_ended", sa.Boolean, nullable=False),
        _bytes("line"),
    )
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_table(
        "log", _text("table_id", key=True), _number("version", key=True), _bytes("entry")
    )
    op.create_table("snapshots", _text("table_id", key=True), _number("version"), _bytes("state"))
    op.create_table(
        "chat",
        _text("table_id", key=True),
        _number("number", key=True),
        _text("guest"),
        _text("command"),
        _bytes("line"),
    )
    op.create_index("chat_once", "chat", ["table_id", "guest", "command"], unique=True)


def _hands() -> None:
    op.create_table(
        "secrets", _text("table_id", key=True), _number("hand", key=True), _bytes("deck")
    )
    op.create_table("hands", _text("table_id", key=True), _number("hand", key=True), _bytes("line"))
    op.create_table(
        "histories",
        _text("table_id", key=True),
        _number("hand", key=True),
        _text("viewer", key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
