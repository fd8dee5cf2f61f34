"""What is written is what is read, on both databases, and nobody overwrites anybody."""

from __future__ import annotations

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from campagna.match.database import open_engine
from campagna.match.gate import Gate
from campagna.match.schema import metadata
from campagna.match.session import Session
from campagna.match.storage import (
    Change,
    Conflict,
    Mark,
    Store,
    StoredEntry,
    StoreFailed,
    token_hash,
)
from tests.match.fixtures import FORDS, hot_seat, play_on


def test_migrations_make_the_tables_that_the_program_uses(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_opening_again_migrates_nothing_and_loses_nothing(url: str, store: Store) -> None:
    created = Gate(store).create(hot_seat(FORDS), ())
    again = Store(open_engine(url))
    found = again.find(created.match)
    again.close()
    assert found is not None
    assert found == store.find(created.match)


def test_a_connection_given_back_after_the_store_is_closed_is_closed(url: str) -> None:
    store = Store(open_engine(url))
    late = store.engine.connect()
    driver = late.connection.driver_connection
    assert driver is not None
    store.close()
    late.close()
    with pytest.raises(Exception, match="closed"):
        driver.cursor()


def test_sqlite_writes_ahead(url: str, store: Store) -> None:
    if store.engine.dialect.name != "sqlite":
        pytest.skip("a setting of SQLite")
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 1
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_tokens_are_kept_as_hashes_only(store: Store) -> None:
    created = Gate(store).create(hot_seat(FORDS), ())
    found = store.find(created.match)
    assert found is not None
    kept, _ = found
    for side, token in created.tokens.items():
        assert kept.seats[side].tokens == (token_hash(token),)
        assert token not in str(msgspec.to_builtins(kept))


def order_of(live: Session) -> Change:
    """The last order of this match, once more."""
    line = StoredEntry(live.kept.version + 1, live.history[-1])
    mark = Mark(live.played, live.standing().state)
    return Change(status=live.kept.status, standing=live.standing(), line=line, mark=mark)


def undo_of(live: Session) -> Change:
    return Change(status=live.kept.status, standing=live.standing(), undone=live.played)


def test_a_change_from_an_old_version_is_overtaken(store: Store) -> None:
    service = Gate(store)
    created = service.create(hot_seat(FORDS), ())
    old = service.live(created.match).kept
    live = play_on(service, created, 1)
    entry = live.match.record.entries[0]
    for change in (order_of(live), Change(status=old.status), undo_of(live)):
        with pytest.raises(Conflict):
            store.keep(old, change)
    found = store.find(created.match)
    assert found is not None
    assert found[0].version == 1
    assert [line.entry for line in found[1]] == [entry]


def test_a_change_that_breaks_half_way_leaves_no_half(store: Store) -> None:
    service = Gate(store)
    created = service.create(hot_seat(FORDS), ())
    live = play_on(service, created, 2)
    with pytest.raises(StoreFailed):
        # Order 2 is there already: its row cannot be written, so the version must not rise either.
        store.keep(live.kept, order_of(live))
    found = store.find(created.match)
    assert found is not None
    assert found[0].version == 2
    assert len(found[1]) == 2


def test_tokens_find_their_matches_and_no_others(store: Store) -> None:
    service = Gate(store)
    first = service.create(hot_seat(FORDS), ())
    second = service.create(hot_seat(FORDS), ())
    held = store.held([first.tokens["north"], first.tokens["spectator"], "no such token"])
    assert [(kept.id, sides) for kept, sides in held] == [(first.match, ["north", "spectator"])]
    both = {kept.id for kept, _ in store.held([first.tokens["south"], second.tokens["south"]])}
    assert both == {first.match, second.match}
    assert store.held([]) == []
