"""Processes agree on who is connected, and on the seal of devices' secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("shows_names", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("left_at", sa.BigInteger),
    )


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("shows_names")
    for table in ("presences", "processes", "secrets"):
        op.drop_table(table)
