"""Lists of tables say whose turn it is and how a match ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("waits_for", sa.String(64)))
        tables.add_column(sa.Column("result", sa.Text))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("result")
        tables.drop_column("waits_for")
