"""Where the matches are, for every command that opens them, and what may go wrong, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from campagna.cli.commands import Body, option
from campagna.cli.language import Problem, language, say

if TYPE_CHECKING:
    from sqlalchemy.engine import URL, Engine

    from campagna.match.gate import Gate


def data_option(body: Body) -> Body:
    data = option(
        "--data",
        metavar="DIR|URL",
        envvar="CAMPAGNA_DATA",
        it="Cartella delle partite, o indirizzo di un database PostgreSQL.",
        en="Folder of the matches, or the URL of a PostgreSQL database.",
    )
    return data(body)


def database(data: str | None) -> URL:
    """Where the matches are; the password of a database comes from the secret file."""
    from campagna.server.operations.backup import database_url
    from campagna.server.operations.settings import read_secrets, with_password
    from campagna.server.serve import data_folder

    with problems_in_words(data or ""):
        return database_url(with_password(data, read_secrets(), public=False) or str(data_folder()))


@contextmanager
def opened(data: str | None, *, current: bool = True) -> Iterator[Engine]:
    """The database as it is: neither made nor brought up to date. Raises `Problem`.

    `current`: it must have the shape that this program gives it.
    """
    from campagna.match.database import connect_engine
    from campagna.server.operations.backup import is_sqlite

    url = database(data)
    if is_sqlite(url) and not Path(url.database or "").is_file():
        raise Problem(
            say(f"non ci sono partite in {url.database}", f"no matches in {url.database}")
        )
    with problems_in_words(data or ""):
        engine = connect_engine(url.render_as_string(hide_password=False))
        try:
            if current:
                _check_current(engine)
            yield engine
        finally:
            engine.dispose()


def _check_current(engine: Engine) -> None:
    from campagna.match.database import LaterDatabase, found_revision, knows, newest_revision

    found = found_revision(engine)
    if found == newest_revision():
        return
    if found is not None and not knows(found):
        raise LaterDatabase(found)
    raise Problem(
        say(
            "le tabelle sono di una versione precedente: prima campagna admin migrate",
            "the tables are those of an earlier release: first campagna admin migrate",
        )
    )


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


@contextmanager
def gate_of(engine: Engine, match: str) -> Iterator[Gate]:
    """For one change of one match; what the gate declines is a `Problem`."""
    from campagna.match.errors import Rejected
    from campagna.match.gate import Gate
    from campagna.match.storage import Store

    service = Gate(Store(engine))
    try:
        yield service
    except Rejected as rejected:
        raise Problem(f"{match}: {rejected.message[language()]}") from None
    finally:
        service.store.close()
