"""Who is asking: the person behind a request, if its browser has a session, or a program's token."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

MINE = "@"
"""In the place of a token: `@north` is the seat of that side which the visitor holds as a person."""


class Visitor:
    """Of one request. The person is looked up when somebody asks, and only once."""

    def __init__(self, find: Callable[[], str] | None = None, bearer: str = "") -> None:
        self.bearer = bearer
        """A token that came in the header."""
        self._find = find
        self._user: str | None = None

    @property
    def user(self) -> str:
        """The person's id; empty for nobody. May read the database."""
        if self._user is None:
            self._user = self._find() if self._find is not None else ""
        return self._user

    def becomes(self, user: str) -> None:
        """The session of this request was opened while it was answered."""
        self._user = user


VISITOR: ContextVar[Visitor | None] = ContextVar("visitor", default=None)


def visitor() -> Visitor:
    return VISITOR.get() or Visitor()
