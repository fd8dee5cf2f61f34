"""Sessions: what a browser shows to be the person it was the last time."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from sqlalchemy import delete, insert, select, update

from campagna.club.desk import Desk, now
from campagna.match.people_schema import sessions, users

SESSION_SECONDS = 90 * 24 * 3600
_DAY = 24 * 3600
_LONGEST_AGENT = 80


class OwnSession(msgspec.Struct, frozen=True):
    """A browser in which somebody is known; `here`: the one that asks."""

    agent: str
    created: int
    seen: int
    here: bool


def session_hash(secret: str) -> str:
    return hashlib.sha256(b"campagna-session:" + secret.encode(errors="replace")).hexdigest()


class Sessions:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def open(self, user: str, agent: str) -> str:
        """The secret for the cookie; only its hash is kept."""
        secret = secrets.token_urlsafe(32)
        time = now()
        row = {"hash": session_hash(secret), "user": user, "created": time, "seen": time}
        row |= {"expires": time + SESSION_SECONDS, "agent": agent[:_LONGEST_AGENT]}
        with self.desk.writing() as connection:
            connection.execute(insert(sessions), row)
        return secret

    def find(self, secret: str) -> str:
        """Whose session it is; empty if it is nobody's any more."""
        alive = (sessions.c.hash == session_hash(secret)) & (sessions.c.expires > now())
        with self.desk.reading() as connection:
            found = connection.execute(select(sessions.c.user).where(alive)).scalar()
        return str(found or "")

    def renew(self, secret: str) -> bool:
        """Put its end off, once a day at most; True if the cookie must be sent again."""
        mine = sessions.c.hash == session_hash(secret)
        time = now()
        old = mine & (sessions.c.seen < time - _DAY)
        with self.desk.reading() as connection:
            user = connection.execute(select(sessions.c.user).where(old)).scalar()
        if user is None:
            return False
        with self.desk.writing() as connection:
            values = {"seen": time, "expires": time + SESSION_SECONDS}
            connection.execute(update(sessions).where(mine).values(values))
            connection.execute(update(users).where(users.c.id == user).values(seen=time))
        return True

    def of(self, user: str, secret: str) -> list[OwnSession]:
        here = session_hash(secret)
        alive = (sessions.c.user == user) & (sessions.c.expires > now())
        columns = (sessions.c.hash, sessions.c.agent, sessions.c.created, sessions.c.seen)
        query = select(*columns).where(alive).order_by(sessions.c.seen.desc(), sessions.c.hash)
        with self.desk.reading() as connection:
            found = connection.execute(query).all()
        return [
            OwnSession(agent, made, seen, hashed == here) for hashed, agent, made, seen in found
        ]

    def end_others(self, user: str, secret: str) -> None:
        others = (sessions.c.user == user) & (sessions.c.hash != session_hash(secret))
        with self.desk.writing() as connection:
            connection.execute(delete(sessions).where(others))

    def end(self, secret: str) -> None:
        with self.desk.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.hash == session_hash(secret)))
