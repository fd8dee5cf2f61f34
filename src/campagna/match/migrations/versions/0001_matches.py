"""Matches, their seats and their orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("start", sa.LargeBinary, nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_index("seats_by_token", "seats", ["token"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("entries", "seats", "matches"):
        op.drop_table(table)
