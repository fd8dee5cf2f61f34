"""A master key from which the secrets of matches follow, and which promises were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table("promises", sa.Column("match", sa.String(64), primary_key=True))


def downgrade() -> None:
    op.drop_table("promises")
    op.drop_table("settings")
