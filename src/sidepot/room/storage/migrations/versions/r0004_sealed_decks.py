"""Adds the decks that commitments have fixed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it empty: up to here no deck was committed to."""
    op.create_table(
        "sealed_decks",
        sa.Column("table_id", sa.String, primary_key=True, nullable=False),
        sa.Column("hand", sa.Integer, primary_key=True, nullable=False),
        sa.Column("decks", sa.LargeBinary, nullable=False),
    )
