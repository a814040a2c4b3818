"""Tables, their entries, and who sat at them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(8), unique=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("free_seats", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("put_away", sa.Boolean, nullable=False),
    )
    op.create_index("tables_by_host", "tables", ["host", "phase"])
    op.create_index("tables_in_the_lobby", "tables", ["listed", "phase", "changed_at"])
    op.create_table(
        "sittings",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )
    op.create_index("sittings_of_a_table", "sittings", ["table_id"])


def downgrade() -> None:
    for table in ("sittings", "tables", "entries"):
        op.drop_table(table)
