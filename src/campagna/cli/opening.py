"""What may go wrong when matches are opened, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from campagna.cli.language import Problem, language, say


@contextmanager
def problems_in_words(what: str) -> Iterator[None]:
    """Raises `Problem` for what fails inside. `what`: the place or the data in question."""
    from sqlalchemy.exc import SQLAlchemyError

    from campagna.match.database import LaterDatabase
    from campagna.server.operations.settings import BadSettings

    try:
        yield
    except BadSettings as bad:
        raise Problem(bad.text[language()]) from None
    except LaterDatabase:
        raise Problem(
            say(
                "le partite sono state aperte con una versione più nuova di Campagna: aggiorna questa",
                "the matches were opened by a later release of Campagna: update this one",
            )
        ) from None
    except OSError as problem:
        raise Problem(f"{what}: {problem.strerror or problem}") from None
    except (SQLAlchemyError, ModuleNotFoundError) as problem:
        # A database of a kind whose driver is not installed is a missing module.
        why = str(problem).splitlines()[0]
        raise Problem(say(f"il database non risponde: {why}", f"no database: {why}")) from None
