"""Creates the schema of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table and index."""
    _guests()
    _tables()
    _hands()
    _seasons()
    _server()


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String, primary_key=key, nullable=False)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False)


def _large(name: str, *, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=nullable)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _guests() -> None:
    op.create_table("guests", _text("id", key=True), _text("name"), _large("created"))
    op.create_table(
        "tokens",
        _text("hash", key=True),
        _text("kind"),
        _text("owner"),
        _large("created"),
        sa.Column("maker", sa.String),
        _large("expires", nullable=True),
        _large("seen", nullable=True),
        sa.Column("about", sa.String),
    )
    if op.get_bind().dialect.name == "postgresql":  # SQLite numbers its rows by itself
        op.execute("ALTER TABLE tokens ADD COLUMN number BIGINT GENERATED ALWAYS AS IDENTITY")
    op.create_index("tokens_of_owner", "tokens", ["kind", "owner"])
    op.create_table("members", _text("guest", key=True), _text("table_id", key=True))


def _tables() -> None:
    op.create_table(
        "tables",
        _text("id", key=True),
        _number("version"),
        _large("deadline", nullable=True),
        _flag("is_public"),
        _flag("is_ended"),
        _bytes("line"),
        sa.Column("owner", sa.Integer),
    )
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_table(
        "log", _text("table_id", key=True), _number("version", key=True), _bytes("event")
    )
    op.create_table(
        "answers",
        _large("table_key", key=True),
        _large("command_key", key=True),
        _number("version"),
        sa.Column("refusal", sa.Text),
        sqlite_with_rowid=False,
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
    for name, content in (("secrets", "deck"), ("sealed_decks", "decks"), ("hands", "line")):
        op.create_table(
            name, _text("table_id", key=True), _number("hand", key=True), _bytes(content)
        )
    op.create_table(
        "histories",
        _text("table_id", key=True),
        _number("hand", key=True),
        _text("viewer", key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "pending_histories",
        _number("id", key=True),
        _text("table_id"),
        _number("hand"),
        _number("version"),
        _large("at"),
        _bytes("guests"),
        sqlite_autoincrement=True,
    )
    op.create_index("pending_histories_of_table", "pending_histories", ["table_id", "hand"])


def _plan() -> sa.Column[bytes]:
    return sa.Column("plan", sa.LargeBinary)


def _seasons() -> None:
    op.create_table(
        "seasons", _text("id", key=True), _text("host"), _text("name"), _large("created"), _plan()
    )
    op.create_index("seasons_of_host", "seasons", ["host"])
    op.create_table(
        "season_evenings", _text("season", key=True), _text("evening", key=True), _bytes("line")
    )
    op.create_table("season_guests", _text("guest", key=True), _text("season", key=True))


def _server() -> None:
    op.create_table("health", _number("id", key=True), _large("at"), _bytes("ballast"))
    op.create_table("settings", _text("name", key=True), _text("value"))
    op.create_table(
        "processes",
        _number("number", key=True),
        _text("address"),
        _text("format"),
        _text("version"),
        sa.Column("beat", sa.Float, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
    )
