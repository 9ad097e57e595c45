"""Adds a table for the health probe to write to."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it empty: the first probe adds its row."""
    op.create_table(
        "health",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ballast", sa.LargeBinary, nullable=False),
    )
