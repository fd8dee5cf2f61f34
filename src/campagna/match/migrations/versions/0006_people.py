"""People: guests and their sessions, who sits where, what is theirs alone; whose turn it is, for lists.

Seats, tokens and codes of before stay as they are: a token is adopted by whoever brings it.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("users_by_name", "users", ["name_key"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(80), nullable=False),
    )
    op.create_index("sessions_by_user", "sessions", ["user"])
    op.create_table(
        "device_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=True),
    )
    op.create_index("device_codes_by_user", "device_codes", ["user"])
    _tables_of_matches()
    _columns_of_matches()


def _tables_of_matches() -> None:
    op.create_table(
        "sitters",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(64), primary_key=True),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("sitters_by_user", "sitters", ["user", "match"])
    op.create_index("sitters_by_since", "sitters", ["since"])
    op.create_table(
        "my_matches",
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("user", sa.String(32), sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("proposals_by_time", "proposals", ["at"])
    op.create_table(
        "turns",
        sa.Column("match", sa.String(64), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
    )


def _columns_of_matches() -> None:
    op.add_column("codes", sa.Column("user", sa.String(32), nullable=True))
    for name, length in (("phase", 16), ("step_side", 64)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("matches", column)
    op.add_column(
        "matches", sa.Column("step_since", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column("matches", sa.Column("rematch_of", sa.String(64), nullable=True))
    _fill(op.get_bind())
    op.create_index("matches_by_change", "matches", ["changed"])
    op.create_index("matches_by_rematch", "matches", ["rematch_of"], unique=True)


def _fill(connection: sa.Connection) -> None:
    """Whose turn it is stood only inside the status. One that cannot be read is left to its reader."""
    found = connection.execute(sa.text("SELECT id, status, changed FROM matches")).all()
    for id_, status, changed in found:
        try:
            known = json.loads(bytes(status))
            over = bool(known.get("ended"))
            side = "" if over else str((known.get("step") or {}).get("side") or "")
        except (ValueError, AttributeError):
            over, side = True, ""
        connection.execute(
            sa.text("UPDATE matches SET phase = :p, step_side = :s, step_since = :c WHERE id = :i"),
            {"p": "over" if over else "running", "s": side[:64], "c": changed, "i": id_},
        )


def downgrade() -> None:
    op.drop_index("matches_by_rematch", "matches")
    op.drop_index("matches_by_change", "matches")
    for name in ("rematch_of", "step_since", "step_side", "phase"):
        op.drop_column("matches", name)
    op.drop_column("codes", "user")
    for name in ("turns", "proposals", "my_matches", "sitters", "device_codes", "sessions"):
        op.drop_table(name)
    op.drop_table("users")
