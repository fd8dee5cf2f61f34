"""The tables of people: who they are, by what they come in, where they sit."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from campagna.match.schema import metadata

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(160), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("users_by_name", "name_key", unique=True),
)
sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("agent", String(80), nullable=False),
    Index("sessions_by_user", "user"),
)
sitters = Table(
    "sitters",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index("sitters_by_user", "user", "match"),
    Index("sitters_by_since", "since"),
)
my_matches = Table(
    "my_matches",
    metadata,
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("title", Text, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False),
)
device_codes = Table(
    "device_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Index("device_codes_by_user", "user"),
)
proposals = Table(
    "proposals",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("proposals_by_time", "at"),
)
turns = Table(
    "turns",
    metadata,
    Column("match", String(64), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("of", Integer, nullable=False),
)
