"""Adds what a database on a server has to keep, because there are no files beside it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the settings empty; on PostgreSQL number the tokens, as SQLite does by itself."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String, primary_key=True, nullable=False),
        sa.Column("value", sa.String, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE tokens ADD COLUMN number BIGINT GENERATED ALWAYS AS IDENTITY")
