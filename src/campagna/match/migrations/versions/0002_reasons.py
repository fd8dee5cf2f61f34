"""Why a computer gave an order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("reason", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    op.drop_column("entries", "reason")
