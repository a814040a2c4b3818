"""Whether a table's people are forgotten; where devices have left something without sitting down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("forgotten", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("sittings") as sittings:
        sittings.add_column(sa.Column("sat", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("forgotten")
    with op.batch_alter_table("sittings") as sittings:
        sittings.drop_column("sat")
