"""Adds the processes of a room, and which of them runs each table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty; tables have no owner yet."""
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer, primary_key=True, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("speaks", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.Integer))
