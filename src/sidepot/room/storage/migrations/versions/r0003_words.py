"""Renames `log.entry` to `log.event`, and `unwritten` to `pending_histories`, as in the code."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename a column and a table; every row stays as it is."""
    op.execute("ALTER TABLE log RENAME COLUMN entry TO event")
    op.drop_index("unwritten_of_table", "unwritten")
    op.rename_table("unwritten", "pending_histories")
    op.create_index("pending_histories_of_table", "pending_histories", ["table_id", "hand"])
