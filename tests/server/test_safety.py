"""Who is let in: hosts, origins, kinds of bodies, addresses that ask too much, files, releases."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from starlette.testclient import TestClient, WebSocketDenialResponse

from campagna.cli.app import run
from campagna.core.contract import LANGUAGES
from campagna.match.database import open_engine, sqlite_url
from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.token_limits import ASKER, Doorkeeper, Limits
from campagna.server.app import make_app
from tests.match.fixtures import FORDS
from tests.server.fixtures import Table, think_here

WISH = {"game": FORDS, "seats": {"north": "human", "south": "human"}}


def turned_away(response: httpx.Response, status: int, key: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    answer: dict[str, Any] = response.json()
    assert answer["error"] == key
    assert all(answer["message"][language] for language in LANGUAGES)
    return answer


# --- hosts and origins ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8941", "127.0.0.1:1", "[::1]:8941", "192.168.1.7:8941"),
        *("LOCALHOST:80", "table.localhost", "10.0.0.3", "[fe80::1%25eth0]:8941"),
    ],
)
def test_our_own_hosts(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8941", "localhost.evil.example", "127.0.0.1.evil.example", ""],
)
def test_foreign_hosts(client: TestClient, table: Table, host: str) -> None:
    for path in ("/api/health", "/", "/api/matches?tokens=" + table.tokens["north"]):
        turned_away(client.get(path, headers={"host": host}), 403, "foreign-host")
    response = client.post("/api/matches", json=WISH, headers={"host": host})
    turned_away(response, 403, "foreign-host")
    assert "default-src" in response.headers["content-security-policy"]


def test_a_host_that_was_allowed(service: Gate) -> None:
    app = make_app(service, think_here, hosts=frozenset({"games.example"}))
    with TestClient(app, base_url="http://games.example") as client:
        assert client.post("/api/matches", json=WISH).status_code == 201
        # A proxy that speaks TLS with the world and tells us another name.
        headers = {"host": "127.0.0.1:8941", "origin": "https://games.example"}
        assert client.post("/api/matches", json=WISH, headers=headers).status_code == 201


@pytest.mark.parametrize("origin", ["http://127.0.0.1", "http://127.0.0.1:80", None])
def test_our_own_origin(client: TestClient, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    assert client.post("/api/matches", json=WISH, headers=headers).status_code == 201


FOREIGN = (
    *("http://evil.example", "null", "", "http://127.0.0.1:8080", "http://localhost"),
    *("file://", "http://127.0.0.1.evil.example", "http://[::1", "https://127.0.0.1:x"),
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_origins(client: TestClient, table: Table, origin: str) -> None:
    headers = {"origin": origin}
    turned_away(client.post("/api/matches", json=WISH, headers=headers), 403, "foreign-origin")
    for what in ("orders", "undo", "resign", "hurry"):
        path = f"/api/matches/{table.match}/{what}"
        body = {"token": table.tokens["north"], "version": 0}
        turned_away(client.post(path, json=body, headers=headers), 403, "foreign-origin")
    turned_away(client.post("/api/records", content=b"", headers=headers), 403, "foreign-origin")
    # Reading is no danger: the browser does not let another site see the answer.
    assert client.get("/api/health", headers=headers).status_code == 200
    assert table.version == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "games.example"])
def test_another_port_of_a_name_of_ours_is_another_program(service: Gate, host: str) -> None:
    app = make_app(service, think_here, hosts=frozenset({host}))
    with TestClient(app, base_url=f"http://{host}:8941") as client:
        for origin in (f"http://{host}:9999", f"https://{host}:9443"):
            answer = client.post("/api/matches", json=WISH, headers={"origin": origin})
            turned_away(answer, 403, "foreign-origin")
        answer = client.post("/api/matches", json=WISH, headers={"origin": f"http://{host}:8941"})
        assert answer.status_code == 201


def test_live_from_a_foreign_page(client: TestClient, table: Table) -> None:
    path = f"/api/matches/{table.match}/live?token={table.tokens['north']}"
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            client.websocket_connect(path, headers=headers),
        ):
            pass
        assert denied.value.status_code == 403
    mine = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}
    with client.websocket_connect(path, headers=mine) as socket:
        assert socket.receive_json()["type"] == "update"


# --- bodies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_bodies_that_do_not_say_they_are_json(client: TestClient, table: Table, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    body = b'{"token":"t","version":0}'
    for path in ("/api/matches", f"/api/matches/{table.match}/resign"):
        turned_away(client.post(path, content=body, headers=headers), 415, "wrong-type")


def test_bodies_that_say_it(client: TestClient, table: Table) -> None:
    body = f'{{"token":"{table.tokens["north"]}","version":0}}'.encode()
    path = f"/api/matches/{table.match}/offer-stop"
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post(path, content=body, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "kind", ["", "text/plain;charset=UTF-8", "application/x-ndjson", "application/octet-stream"]
)
def test_kinds_of_records(client: TestClient, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    response = client.post("/api/records", content=b"{}", headers=headers)
    turned_away(response, 422, "bad-record")
    form = {"content-type": "application/x-www-form-urlencoded"}
    turned_away(client.post("/api/records", content=b"{}", headers=form), 415, "wrong-type")


def test_headers_of_every_answer(client: TestClient, table: Table) -> None:
    for response in (
        client.get("/"),
        client.get("/api/health"),
        client.get("/api/nothing"),
        table.get("", "north"),
    ):
        policy = response.headers["content-security-policy"]
        for part in ("script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
            assert part in policy.split("; ")
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"


# --- who asks too much ------------------------------------------------------------------------------


def strict(service: Gate, **limits: int) -> list[float]:
    """The clock of a doorkeeper with these limits."""
    now = [1000.0]
    service.doorkeeper = Doorkeeper(Limits(**limits), clock=lambda: now[0])
    return now


def test_wrong_tokens_are_slowed_and_right_ones_are_not(
    client: TestClient, service: Gate, table: Table
) -> None:
    now = strict(service, wrong_tokens=5)
    assert table.get("", "north").status_code == 200
    path = f"/api/matches/{table.match}"
    for n in range(5):
        turned_away(client.get(path, params={"token": f"guess{n}"}), 403, "unknown-token")
    for what in ("", "/log", "/record", "/ideas", "/hint", "/offers"):
        response = client.get(path + what, params={"token": "guess"})
        answer = turned_away(response, 429, "too-many")
        assert answer["retry_after"] == 1
        assert response.headers["retry-after"] == "1"
    # Somebody at the same address goes on playing; another one can sit down a little later.
    assert table.get("", "north").status_code == 200
    turned_away(table.get("", "south"), 429, "too-many")
    now[0] += 1
    assert table.get("", "south").status_code == 200
    turned_away(client.get(path, params={"token": "guess"}), 403, "unknown-token")
    turned_away(client.get(path, params={"token": "guess"}), 429, "too-many")


def test_guesses_in_a_list_are_slowed(client: TestClient, service: Gate, table: Table) -> None:
    """A list takes many tokens at once; those of matches that are gone cost one try together."""
    now = strict(service, wrong_tokens=3)
    mine = table.tokens["north"]

    def ask(*tokens: str) -> httpx.Response:
        answer: httpx.Response = client.get("/api/matches", params={"tokens": ",".join(tokens)})
        return answer

    for n in range(3):
        assert len(ask(mine, *(f"guess{n}-{k}" for k in range(100))).json()) == 1
    turned_away(ask("guess"), 429, "too-many")
    turned_away(ask(mine, "guess"), 429, "too-many")
    turned_away(table.get("", "south"), 429, "too-many")
    assert len(ask(mine).json()) == 1
    now[0] += 1
    assert ask(table.tokens["south"]).status_code == 200
    assert ask("guess").json() == []
    turned_away(ask("guess"), 429, "too-many")


def test_others_are_not_slowed() -> None:
    keeper = Doorkeeper(Limits(wrong_tokens=2), clock=lambda: 5.0)
    for address, key in (("192.0.2.1", "too-many"), ("192.0.2.2", ""), ("", "")):
        at = ASKER.set(address)
        if key:
            keeper.wrong_token()
            keeper.wrong_token()
            with pytest.raises(Rejected, match=key):
                keeper.before_token("t")
        else:
            keeper.before_token("t")
        ASKER.reset(at)


def test_addresses_of_one_network_are_one() -> None:
    keeper = Doorkeeper(Limits(wrong_tokens=1), clock=lambda: 5.0)
    ASKER.set("2001:db8::1")
    keeper.wrong_token()
    ASKER.set("2001:db8::ffff:2")
    with pytest.raises(Rejected):
        keeper.before_token("t")
    ASKER.set("2001:db8:0:1::1")
    keeper.before_token("t")
    ASKER.set("")


def test_the_doorkeeper_forgets_what_is_long_ago() -> None:
    keeper = Doorkeeper(Limits(wrong_tokens=3), clock=lambda: 5.0)
    for n in range(5000):
        ASKER.set(f"address{n}")
        keeper.wrong_token()
    for n in range(20_000):
        keeper.right_token(str(n))
    ASKER.set("")
    assert len(keeper._wrong._left) <= 4096
    assert len(keeper._known) <= 16384


def test_matches_per_address(service: Gate) -> None:
    now = strict(service, matches_per_hour=2)
    app = make_app(service, think_here)
    with TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.9", 5000)) as far:
        made = [far.post("/api/matches", json=WISH) for _ in range(3)]
        assert [m.status_code for m in made] == [201, 201, 429]
        assert turned_away(made[2], 429, "too-many")["retry_after"] == 1800
        fork = {"token": made[0].json()["tokens"]["north"], "at": 0}
        path = f"/api/matches/{made[0].json()['match']}/fork"
        turned_away(far.post(path, json=fork), 429, "too-many")
        turned_away(far.post("/api/records", content=b"x"), 429, "too-many")
        now[0] += 1800
        assert far.post(path, json=fork).status_code == 201
    for host in ("127.0.0.1", "::1"):
        with TestClient(app, base_url="http://127.0.0.1", client=(host, 5000)) as near:
            for _ in range(4):
                assert near.post("/api/matches", json=WISH).status_code == 201


def test_no_limits(service: Gate) -> None:
    strict(service, matches_per_hour=0, wrong_tokens=0)
    app = make_app(service, think_here)
    with TestClient(app, base_url="http://127.0.0.1", client=("192.0.2.9", 5000)) as far:
        match = far.post("/api/matches", json=WISH).json()["match"]
        for _ in range(3):
            assert far.post("/api/matches", json=WISH).status_code == 201
        for _ in range(40):
            assert far.get(f"/api/matches/{match}?token=guess").status_code == 403


# --- files and releases -----------------------------------------------------------------------------


def test_only_the_owner_reads_the_database(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        engine = open_engine(sqlite_url(tmp_path))
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE more (a INTEGER)"))
        files = list(tmp_path.iterdir())
        assert {f.name for f in files} > {"campagna.sqlite3"}
        assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}
        engine.dispose()
        # One that an earlier release left open to all.
        (tmp_path / "campagna.sqlite3").chmod(0o644)
        open_engine(sqlite_url(tmp_path)).dispose()
        assert stat.S_IMODE((tmp_path / "campagna.sqlite3").stat().st_mode) == 0o600
    finally:
        os.umask(old)


@pytest.mark.parametrize(
    ("language", "says"), [("it", "versione più nuova"), ("en", "later release")]
)
def test_a_database_of_a_later_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, says: str
) -> None:
    engine = open_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    arguments = ["--lang", language, "serve", "--no-browser", "--port", "0"]
    assert run([*arguments, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert len(said.strip().splitlines()) == 1
