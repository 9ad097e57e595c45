"""Adds seasons, their evenings, and the guests who may see them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String, primary_key=True, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("seasons_of_host", "seasons", ["host"])
    op.create_table(
        "season_evenings",
        sa.Column("season", sa.String, primary_key=True, nullable=False),
        sa.Column("evening", sa.String, primary_key=True, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "season_guests",
        sa.Column("guest", sa.String, primary_key=True, nullable=False),
        sa.Column("season", sa.String, primary_key=True, nullable=False),
    )
