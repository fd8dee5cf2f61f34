"""How Alembic runs here: always inside the program, on the connection that it is given."""

from __future__ import annotations

from alembic import context

from campagna.match import people_schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=people_schema.users.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
