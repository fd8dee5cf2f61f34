"""Several tokens for a seat, and codes that are exchanged for a token once.

Tokens that were given out before go on opening their seats.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["match", "side"], ["seats.match", "seats.side"]),
    )
    op.create_index("seat_tokens_by_match", "seat_tokens", ["match"])
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=True),
        sa.Column("used", sa.BigInteger, nullable=True),
        sa.ForeignKeyConstraint(["match", "side"], ["seats.match", "seats.side"]),
    )
    op.create_index("codes_by_match", "codes", ["match"])
    op.execute(
        "INSERT INTO seat_tokens (hash, match, side) "
        "SELECT token, match, side FROM seats WHERE token <> ''"
    )
    op.drop_index("seats_by_token", "seats")
    op.drop_column("seats", "token")


def downgrade() -> None:
    op.add_column("seats", sa.Column("token", sa.String(64), nullable=False, server_default=""))
    op.create_index("seats_by_token", "seats", ["token"])
    op.execute(
        "UPDATE seats SET token = COALESCE((SELECT MIN(hash) FROM seat_tokens t "
        "WHERE t.match = seats.match AND t.side = seats.side), '')"
    )
    op.drop_table("codes")
    op.drop_table("seat_tokens")
