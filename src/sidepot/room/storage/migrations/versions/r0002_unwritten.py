"""Histories are written some time after the hand: which ones lack is stored."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing lacks so far: every hand that has ended got its histories at once."""
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
