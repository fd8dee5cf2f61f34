"""Where a match stands is kept in its row, what its orders brought about beside them.

Rows of before are filled when somebody looks at the match: its orders are played again then.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels = None
depends_on = None

_STANDING = (
    ("state", sa.LargeBinary()),
    ("chain", sa.String(64)),
    ("counter", sa.BigInteger()),
    ("played", sa.Integer()),
    ("settled", sa.Integer()),
    ("last", sa.LargeBinary()),
)


def upgrade() -> None:
    for name, kind in _STANDING:
        op.add_column("matches", sa.Column(name, kind, nullable=True))
    op.add_column("entries", sa.Column("events", sa.LargeBinary, nullable=True))
    _new_marks("number")
    postgres = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "presence",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("viewer", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        # What is lost when the database falls over is written again within seconds.
        prefixes=["UNLOGGED"] if postgres else [],
    )
    if postgres:
        # The state stays in the row, and a new version of the row finds room beside the old one.
        op.execute("ALTER TABLE matches ALTER COLUMN state SET STORAGE MAIN")
        op.execute("ALTER TABLE matches SET (fillfactor = 60)")


def downgrade() -> None:
    op.drop_table("presence")
    _new_marks()
    op.drop_column("entries", "events")
    for name, _ in _STANDING:
        op.drop_column("matches", name)


def _new_marks(*key: str) -> None:
    """Marks only save playing again: those there are need not be kept."""
    op.drop_table("marks")
    op.create_table(
        "marks",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key="number" in key, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
