"""Backups, the drill, and what an operator does on the command line, with both databases."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from campagna.cli.app import run
from campagna.core.chance import UnrecordedChance
from campagna.match.database import connect_engine, newest_revision
from campagna.match.gate import Gate
from campagna.match.opening import NewMatch
from campagna.match.people_schema import sitters, users
from campagna.server.operations.backup import BackupFailed, database_url, restore_backup
from campagna.server.operations.drill import drill
from campagna.server.operations.retention import DAY, retain
from campagna.server.serve import open_service
from tests.match.databases import BACKENDS
from tests.match.fixtures import FORDS, some_order

SERVER = "CAMPAGNA_TEST_POSTGRES"


@pytest.fixture(params=BACKENDS)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A folder, or a PostgreSQL database of its own: pg_dump copies whole databases."""
    with whole_database(request.param, tmp_path) as place:
        yield place


@contextmanager
def whole_database(backend: str, folder: Path) -> Iterator[str]:
    if backend == "sqlite":
        yield str(folder / "data")
        return
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL: run the tests under .ci/postgres, which sets {SERVER}")
    name = f"whole_{secrets.token_hex(6)}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        try:
            yield make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def begin(service: Gate) -> str:
    wish = NewMatch(game=FORDS, seats={"north": "human", "south": "human"})
    return service.create(wish, ()).match


def play(service: Gate, match: str, orders: int) -> None:
    for n in range(orders):
        live = service.live(match)
        step = live.kept.status.step
        if step is None:
            return
        order = msgspec.json.encode(some_order(live, UnrecordedChance(n)))
        service.computer_order(match, step.side, live.kept.version, order)


@pytest.fixture
def played(data: str) -> str:
    """Three matches: one played to its end, one begun, one untouched."""
    service = open_service(data)
    ids = [begin(service) for _ in range(3)]
    play(service, ids[0], 10_000)
    play(service, ids[1], 7)
    service.store.close()
    return data


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> Any:
    assert run([*words, "--json"]) == code, capsys.readouterr()
    said = capsys.readouterr()
    return json.loads(said.out if code == 0 else said.err)


def change(data: str, statement: str, **values: Any) -> None:
    engine = connect_engine(database_url(data).render_as_string(hide_password=False))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


# --- backups ----------------------------------------------------------------------------------------


def test_a_backup_brings_everything_back(
    played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kept").mkdir()
    made = told(capsys, "backup", str(tmp_path / "kept"), "--data", played)
    copy = Path(made["file"])
    assert copy.stat().st_size == made["size"] > 1000
    assert copy.stat().st_mode & 0o077 == 0
    assert list(copy.parent.iterdir()) == [copy]
    before = told(capsys, "admin", "matches", "--data", played)
    # Never over matches that are there.
    answer = told(capsys, "restore", str(copy), "--data", played, code=2)
    assert "already" in answer["error"] or "già" in answer["error"]
    assert told(capsys, "admin", "matches", "--data", played) == before
    kind = "sqlite" if "://" not in played else "postgresql"
    with whole_database(kind, tmp_path / "other") as other:
        told(capsys, "restore", str(copy), "--data", other)
        assert told(capsys, "admin", "matches", "--data", other) == before
        service = open_service(other)
        running = next(m["match"] for m in before if m["version"] == 7)
        play(service, running, 3)
        assert service.live(running).kept.version == 10
        service.store.close()


def test_a_file_that_is_no_backup(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junk = tmp_path / "junk"
    for content in (b"", b"SQLite format 3\0" + b"x" * 4000, b"PGDMP junk"):
        junk.write_bytes(content)
        told(capsys, "restore", str(junk), "--data", data, code=2)
    told(capsys, "restore", str(tmp_path / "nowhere"), "--data", data, code=2)
    if "://" not in data:
        assert not list(Path(data).glob("*")) if Path(data).exists() else True
        with closing(sqlite3.connect(junk.with_suffix(".other"))) as other:
            other.execute("CREATE TABLE t (a)")
        told(capsys, "restore", str(junk.with_suffix(".other")), "--data", data, code=2)


def test_the_drill(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "admin", "drill", "--data", played)
    assert found["differing"] == found["broken"] == []
    assert found["verified"] == 3
    assert found["tables"]["matches"]["rows"] == 3
    assert found["tables"]["entries"]["rows"] > 20
    # Nothing is left of the place beside.
    if "://" in played:
        engine = connect_engine(database_url(played).render_as_string(hide_password=False))
        with engine.connect() as connection:
            query = text("SELECT count(*) FROM pg_database WHERE datname LIKE 'campagna_drill_%'")
            assert connection.execute(query).scalar_one() == 0
        engine.dispose()


def test_the_drill_while_people_play(played: str) -> None:
    service = open_service(played)
    ended = threading.Event()

    def keep_playing() -> None:
        while not ended.is_set():
            play(service, begin(service), 20)

    player = threading.Thread(target=keep_playing)
    player.start()
    try:
        time.sleep(0.3)
        found = drill(database_url(played))
    finally:
        ended.set()
        player.join()
        service.store.close()
    assert found.passed, found
    assert found.tables["matches"].rows > 3


def test_the_drill_sees_a_match_that_does_not_open(
    played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(played, "UPDATE matches SET head = :junk WHERE version = 7", junk=b"{}")
    assert run(["admin", "drill", "--data", played, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert len(found["broken"]) == 1
    assert found["differing"] == []


def test_the_drill_sees_a_backup_that_lost_a_row(
    played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lossy(source: Path, url: Any) -> None:
        restore_backup(source, url)
        change(url.render_as_string(hide_password=False), "DELETE FROM entries WHERE number = 3")

    monkeypatch.setattr("campagna.server.operations.drill.restore_backup", lossy)
    found = drill(database_url(played), records=0)
    assert found.differing == ("entries",)
    assert not found.passed


def test_a_backup_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "copy"
    told(capsys, "backup", str(target), "--data", str(tmp_path / "nothing"), code=2)
    assert not list(tmp_path.glob("*copy*"))
    with pytest.raises(BackupFailed):
        restore_backup(target, database_url(str(tmp_path / "nothing")))


# --- what an operator does --------------------------------------------------------------------------


def test_lists_and_counts(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "admin", "matches", "--data", played)
    assert sorted(line["state"] for line in lines) == ["over", "running", "running"]
    over = told(capsys, "admin", "matches", "--data", played, "--state", "over")
    assert [m["match"] for m in over] == [m["match"] for m in lines if m["state"] == "over"]
    assert told(capsys, "admin", "matches", "--data", played, "--game", "chess") == []
    assert len(told(capsys, "admin", "matches", "--data", played, "--most", "2")) == 2
    counts = told(capsys, "admin", "stats", "--data", played)
    assert counts["matches"] == {FORDS: {"running": 2, "over": 1}}
    assert counts["orders"] > 20
    assert counts["size"] > 4096
    for language in ("it", "en"):
        for what in ("matches", "stats", "audit", "drill", "migrate", "retention"):
            assert run(["--lang", language, "admin", what, "--data", played]) == 0
    assert "None" not in capsys.readouterr().out


def test_a_match_is_ended_and_that_is_kept(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "admin", "matches", "--data", played, "--state", "running")
    match = lines[0]["match"]
    words = ("admin", "abort", match, "--reason", "asked by both", "--data", played)
    assert told(capsys, *words) == {"match": match, "state": "over"}
    told(capsys, *words, code=2)  # it is over
    told(capsys, "admin", "abort", "nowhere", "--data", played, code=2)
    kept = told(capsys, "admin", "audit", "--data", played)
    assert [(line["act"], line["data"]["match"]) for line in kept] == [("abort", match)]
    assert kept[0]["data"]["reason"] == "asked by both"
    assert kept[0]["by"]
    service = open_service(played)
    status = service.live(match).kept.status
    assert status.outcome is not None
    assert status.outcome.winner is None
    service.store.close()


def test_a_record_is_exported_and_that_is_kept(
    played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over = told(capsys, "admin", "matches", "--data", played, "--state", "over")[0]["match"]
    target = tmp_path / "record.jsonl"
    said = told(capsys, "admin", "export", over, str(target), "--data", played)
    assert said["lines"] == len(target.read_bytes().splitlines())
    assert told(capsys, "admin", "audit", "--data", played)[0]["act"] == "export"


def test_what_is_removed_and_what_never(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    service = open_service(played)
    engine = service.store.engine
    over, running, untouched = sorted(
        told(capsys, "admin", "matches", "--data", played),
        key=lambda m: (m["state"] != "over", -m["version"]),
    )
    change(played, "UPDATE matches SET origin = 'fork' WHERE id = :id", id=running["match"])
    now = int(time.time())
    nothing = {"whatifs": 0, "unplayed": 0, "guests": 0}
    assert json.loads(json.dumps(told(capsys, "admin", "retention", "--data", played))) == nothing
    assert told(capsys, "admin", "audit", "--data", played) == []

    def left() -> set[str]:
        return {m["match"] for m in told(capsys, "admin", "matches", "--data", played)}

    retain(engine, "t", now=now + 16 * DAY, dry_run=True)
    assert untouched["match"] in left()
    found = retain(engine, "t", now=now + 16 * DAY)
    assert (found.whatifs, found.unplayed) == (0, 1)
    assert left() == {over["match"], running["match"]}
    assert retain(engine, "t", now=now + 29 * DAY).whatifs == 0
    assert retain(engine, "t", now=now + 31 * DAY).whatifs == 1
    # A match that was played stays for ever.
    assert retain(engine, "t", now=now + 5000 * DAY) == retain(engine, "t", now=now + 5000 * DAY)
    assert left() == {over["match"]}
    assert [line["data"] for line in told(capsys, "admin", "audit", "--data", played)] == [
        {"whatifs": 1, "unplayed": 0, "guests": 0},
        {"whatifs": 0, "unplayed": 1, "guests": 0},
    ]
    service.store.close()


def test_guests_who_never_came_back(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "admin", "matches", "--data", played)
    over = next(m["match"] for m in lines if m["state"] == "over")
    running = next(m["match"] for m in lines if m["version"] == 7)
    service = open_service(played)
    now = int(time.time())
    with service.store.engine.begin() as connection:
        for n, (name, kind, match, age) in enumerate(
            (
                ("gone", "guest", over, 181),
                ("playing", "guest", running, 181),
                ("here", "guest", over, 179),
                ("member", "account", over, 900),
            )
        ):
            at = now - age * DAY
            row = {"id": name, "name": name, "name_key": name, "created": at, "seen": at}
            connection.execute(insert(users), {**row, "kind": kind})
            seat = {"match": match, "side": f"s{n}", "user": name, "since": at}
            connection.execute(insert(sitters), seat)
    assert retain(service.store.engine, "t").guests == 1
    with service.store.engine.connect() as connection:
        assert {row[0] for row in connection.execute(select(users.c.id))} == {
            "playing",
            "here",
            "member",
        }
        assert len(connection.execute(select(sitters)).all()) == 3
    assert len(told(capsys, "admin", "matches", "--data", played)) == 3
    service.store.close()


# --- tables of another release ----------------------------------------------------------------------


def test_what_a_migration_would_do(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    service = open_service(data)
    begin(service)
    service.store.close()
    assert told(capsys, "admin", "migrate", "--dry-run", "--data", data) == {
        "done": False,
        "statements": [],
    }
    change(data, "DROP TABLE audit")
    earlier = "UPDATE alembic_version SET version_num = :earlier"
    change(data, earlier, earlier=before_audit())
    for _ in range(2):  # it changes nothing
        said = told(capsys, "admin", "migrate", "--dry-run", "--data", data)
        assert any("CREATE TABLE audit" in line for line in said["statements"])
    told(capsys, "admin", "stats", "--data", data, code=2)
    assert told(capsys, "admin", "migrate", "--data", data)["done"]
    assert told(capsys, "admin", "stats", "--data", data)["matches"][FORDS]["running"] == 1
    assert told(capsys, "admin", "audit", "--data", data) == []


def before_audit() -> str | None:
    from campagna.match.database import _scripts

    found = _scripts().get_revision("0008")
    assert found is not None
    assert isinstance(found.down_revision, str)
    return found.down_revision


def test_a_later_release(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    open_service(data).store.close()
    assert newest_revision() is not None
    change(data, "UPDATE alembic_version SET version_num = '9999'")
    for words in (["stats"], ["migrate", "--dry-run"], ["migrate"], ["matches"]):
        said = told(capsys, "--lang", "en", "admin", *words, "--data", data, code=2)
        assert "later release" in said["error"]
