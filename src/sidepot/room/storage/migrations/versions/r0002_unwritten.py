"""Adds a table of the hands whose histories are still to be written."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it empty: up to here every hand got its histories when it ended."""
    op.create_table(
        "unwritten",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("guests", sa.LargeBinary, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("unwritten_of_table", "unwritten", ["table_id", "hand"])
