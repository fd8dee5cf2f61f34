"""The tables in which matches are kept. Every change of them needs a migration."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("start", LargeBinary, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # Where the match stands. NULL in a row of before migration 0005 that nobody has looked at since,
    # and in that of an imported record.
    Column("state", LargeBinary, nullable=True),
    Column("chain", String(64), nullable=True),
    Column("counter", BigInteger, nullable=True),
    Column("played", Integer, nullable=True),
    Column("settled", Integer, nullable=True),
    Column("last", LargeBinary, nullable=True),
    # For lists; what they say stands in the status too.
    Column("phase", String(16), nullable=False, server_default=""),
    Column("step_side", String(64), nullable=False, server_default=""),
    Column("step_since", BigInteger, nullable=False, server_default="0"),
    Column("rematch_of", String(64), nullable=True),
    Index("matches_by_change", "changed"),
    Index("matches_by_rematch", "rematch_of", unique=True),
)
seats = Table(
    "seats",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("kind", String(64), nullable=False),
)
seat_tokens = Table(
    "seat_tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(64), nullable=False),
    Column("side", String(64), nullable=False),
    ForeignKeyConstraint(["match", "side"], ["seats.match", "seats.side"]),
    Index("seat_tokens_by_match", "match"),
)
codes = Table(
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("match", String(64), nullable=False),
    Column("side", String(64), nullable=False),
    Column("expires", BigInteger, nullable=True),
    Column("used", BigInteger, nullable=True),
    Column("user", String(32), nullable=True),
    ForeignKeyConstraint(["match", "side"], ["seats.match", "seats.side"]),
    Index("codes_by_match", "match"),
)
settings = Table(
    "settings",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
promises = Table(
    "promises",
    metadata,
    Column("match", String(64), primary_key=True),
)
"""Matches that were begun with a promise of their secret: nobody may begin one of the same name again, not
even when it is gone, for its secret was told."""
entries = Table(
    "entries",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("reason", LargeBinary, nullable=True),
    Column("events", LargeBinary, nullable=True),
)
marks = Table(
    "marks",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(64), nullable=False),
    Column("act", String(32), nullable=False),
    Column("data", Text, nullable=False),
)
presence = Table(
    "presence",
    metadata,
    # Who looks at which match, and in which process of the server; no row outlives `until`.
    Column("match", String(64), primary_key=True),
    Column("viewer", String(64), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
