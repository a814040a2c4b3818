"""Run by Alembic. The connection comes from `tiotal.server.storage.upgrade`."""

from __future__ import annotations

from alembic import context

from tiotal.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
