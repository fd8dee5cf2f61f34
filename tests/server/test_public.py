"""A server for everybody: what it needs to start, who it answers to, what it tells of itself."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from campagna.cli.app import run
from campagna.match.database import newest_revision, open_engine
from campagna.match.gate import Gate
from campagna.server import announcer
from campagna.server.announcer import PostgresAnnouncer
from campagna.server.app import make_app
from campagna.server.operations.metrics import Queue
from campagna.server.operations.settings import Operations
from campagna.server.thinking_queue import prepare
from tests.match.databases import _SERVER, BACKENDS, fresh_database
from tests.match.fixtures import FORDS, GUDERIAN
from tests.server.fixtures import think_here
from tests.server.public_house import NAME, PublicHouse
from tests.server.test_safety import turned_away

SEATS = {"north": "human", "south": "human"}
WISH = {"game": FORDS, "seats": SEATS}


# --- what it needs ----------------------------------------------------------------------------------


@pytest.fixture
def client_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text("<p>table")
    return folder


REFUSED = {
    "no https": (["--public", "http://club.example.org", "--data", "x"], "https"),
    "a path": (["--public", "https://club.example.org/x", "--data", "x"], "https"),
    "no name": (["--public", "https://", "--data", "x"], "https"),
    "no data": (["--public", "https://club.example.org"], "--data"),
    "no client": (["--public", "https://club.example.org", "--data", "x"], "client"),
    "a password": (
        ["--public", "https://club.example.org", "--data", "postgresql://a:hush@h/x"],
        "CAMPAGNA_SECRET_FILE",
    ),
    "no proxy": (["--proxies", "proxy.example.org"], "--proxies"),
}


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("case", REFUSED)
def test_it_does_not_start(
    case: str,
    language: str,
    client_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words, says = REFUSED[case]
    folder = tmp_path / "nothing" if case == "no client" else client_folder
    assert run(["--lang", language, "serve", "--client", str(folder), "--port", "0", *words]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert "hush" not in said
    assert len(said.strip().splitlines()) == 1


def test_settings_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "campagna.toml"
    config.write_text('public = "http://club.example.org"\nallow-host = ["a.example"]\n')
    assert run(["--lang", "en", "serve", "--config", str(config)]) == 2
    assert "http://club.example.org: it takes" in capsys.readouterr().err
    for text, says in (("prots = 1", "no setting prots"), ("port = ", "campagna.toml")):
        config.write_text(text)
        assert run(["--lang", "en", "serve", "--config", str(config)]) == 2
        assert says in capsys.readouterr().err


def test_a_secret_file_that_all_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secrets.toml"
    secret.write_text('database-password = "hush"')
    secret.chmod(0o644)
    monkeypatch.setenv("CAMPAGNA_SECRET_FILE", str(secret))
    url = "postgresql://nobody@127.0.0.1:1/x?connect_timeout=2"
    for mode, text, says in (
        (0o644, 'database-password = "hush"', "chmod"),
        (0o600, "database-password = hush", "cannot be read"),
        (0o600, 'database-word = "hush"', "cannot be read"),
        (0o600, 'database-password = "hush"', "no database"),
    ):
        secret.write_text(text)
        secret.chmod(mode)
        assert run(["--lang", "en", "serve", "--no-browser", "--data", url]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "hush" not in said


# --- whom it answers --------------------------------------------------------------------------------


@pytest.fixture
def public(service: Gate) -> Iterator[TestClient]:
    app = make_app(service, think_here, operations=Operations(public=f"https://{NAME}"))
    with TestClient(app, base_url=f"https://{NAME}") as client:
        yield client


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "192.0.2.1", "evil.example", f"{NAME}:81"]
)
def test_only_its_own_name(public: TestClient, host: str) -> None:
    assert public.get("/api/games", headers={"host": NAME}).status_code == 200
    turned_away(public.get("/api/games", headers={"host": host}), 403, "foreign-host")
    # Whoever watches over the process asks it by a number.
    assert public.get("/api/health", headers={"host": host}).status_code == 200
    assert public.get("/api/ready", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": f"http://{NAME}"},
        {"origin": "https://evil.example"},
        {"origin": f"https://{NAME}:81"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_only_its_own_pages(public: TestClient, headers: dict[str, str]) -> None:
    turned_away(public.post("/api/matches", json=WISH, headers=headers), 403, "foreign-origin")
    for ours in ({"origin": f"https://{NAME}"}, {"sec-fetch-site": "same-origin"}, {}):
        assert public.post("/api/matches", json=WISH, headers=ours).status_code == 201


def test_private_networks_are_not_opened_to_other_sites(public: TestClient) -> None:
    headers = {"origin": "https://evil.example", "access-control-request-private-network": "true"}
    answer = public.options("/api/matches", headers=headers)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_headers_of_a_public_server(public: TestClient, client: TestClient) -> None:
    found = public.get("/api/games").headers
    assert found["strict-transport-security"] == "max-age=31536000"
    assert found["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in found["permissions-policy"]
    # At home there is no TLS to insist on.
    assert "strict-transport-security" not in client.get("/api/games").headers


@pytest.mark.parametrize("backend", BACKENDS)
def test_ready_says_what_is_wrong(public: TestClient, service: Gate, backend: str) -> None:
    assert public.get("/api/ready").json() == {
        "status": "ready",
        "checks": {"database": "ok", "migrations": "ok", "listen": "ok"},
    }
    with service.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    answer = public.get("/api/ready")
    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == f"at 0001, not {newest_revision()}"


# --- a real process ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublicHouse]:
    with PublicHouse(tmp_path_factory.mktemp("public")) as house:
        yield house


def test_it_says_its_figures_on_this_machine_only(house: PublicHouse) -> None:
    with house.client() as client:
        client.get("/api/games").raise_for_status()
        assert client.get("/api/matches/none").status_code == 404
        assert "campagna_requests" not in client.get("/metrics").text
    told = httpx.get(f"http://127.0.0.1:{house.metrics}/metrics", trust_env=False).text
    assert 'campagna_requests_total{method="GET",route="/api/games",status="200"}' in told
    assert 'campagna_refusals_total{key="unknown-match"} 1.0' in told
    assert "campagna_ready 1.0" in told
    # It listens on loopback and on no other address of this machine.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        outside = probe.getsockname()[0]
    if outside != "127.0.0.1":
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((outside, house.metrics), timeout=2)


def test_the_queue_of_computers_is_told() -> None:
    if not os.environ.get(_SERVER):
        pytest.skip("no PostgreSQL: run the tests under .ci/postgres")
    with fresh_database("postgresql", Path()) as url:
        engine = open_engine(url)
        prepare(engine)
        queue = Queue(engine)
        assert [len(family.samples) for family in queue.collect()] == [0, 0]
        with engine.begin() as connection:
            connection.exec_driver_sql(
                "INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('deep', 'think')"
            )
        waiting, seconds = (family.samples[0] for family in queue.collect())
        assert (waiting.labels, waiting.value) == ({"queue": "deep"}, 1)
        assert 0 <= seconds.value < 60
        engine.dispose()


def test_a_process_that_hears_nothing_is_not_ready(
    public: TestClient, service: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = PostgresAnnouncer(service.store.engine)
    assert deaf.fault() == ""
    monkeypatch.setattr(announcer, "DEAF_SECONDS", -1.0)
    assert deaf.fault().startswith("deaf for")
    public.app.state.readiness.probes["listen"] = deaf.fault  # type: ignore[attr-defined]
    assert public.get("/api/ready").status_code == 503


def test_forwarded_headers_are_believed_of_proxies_only(tmp_path: Path) -> None:
    """Behind our proxy each address has its own limits; anybody else cannot give himself another one."""
    seats = {"soviet": "human", "german": "human"}
    body = {"game": GUDERIAN, "seats": seats}
    for proxies, statuses in (
        (("127.0.0.1",), [201, 201, 429, 201]),
        (("192.0.2.0/24",), [201] * 4),
    ):
        words = ("--matches-per-hour", "2", *(w for p in proxies for w in ("--proxies", p)))
        with (
            PublicHouse(tmp_path / proxies[0].replace("/", "-"), *words) as house,
            house.client() as client,
        ):
            got = []
            for address in ("198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.2"):
                headers = {
                    "x-forwarded-for": f"203.0.113.9, {address}",
                    "x-forwarded-proto": "https",
                }
                got.append(client.post("/api/matches", json=body, headers=headers).status_code)
            # The second house believes nobody: it hears loopback, which has no limits.
            assert got == statuses


def test_no_secret_is_in_the_log(tmp_path: Path) -> None:
    """Everything that opens a seat or foretells dice, in a run that also goes wrong."""
    with PublicHouse(tmp_path) as house, house.client() as client:
        made = client.post(
            "/api/matches",
            json={"game": GUDERIAN, "seats": {"soviet": "human", "german": "friend"}, "title": "x"},
        ).json()
        match, mine = made["match"], made["tokens"]["soviet"]
        code = made["invitations"]["german"]
        joined = client.post(f"/api/matches/{match}/join", json={"code": code}).json()
        carried = client.post(f"/api/matches/{match}/carry", json={"token": mine}).json()
        secrets = {mine, code, joined["token"], carried["code"], made["tokens"]["spectator"]}
        secrets |= {"wrong-token-of-mine", "a-cookie-of-mine", "the-bearer-of-mine"}
        client.get(f"/api/matches?tokens={mine},wrong-token-of-mine")
        client.get(f"/api/matches/{match}?token=wrong-token-of-mine")
        client.get(f"/api/{mine}?token={mine}", headers={"cookie": "campagna=a-cookie-of-mine"})
        client.get(f"/{mine}", headers={"authorization": "Bearer the-bearer-of-mine"})
        client.post(f"/api/matches/{match}/orders", content=b'{"token":"' + mine.encode())
        client.post(f"/api/matches/{match}/resign", json={"token": mine, "version": 0})
        house.odd(f"GET /x?token={mine} HTTP/9\r\n\r\n".encode())
        house.odd(
            f"GET /api/matches/{match}/live?token={mine} HTTP/1.1\r\nHost: {NAME}\r\n".encode()
        )
        secrets |= set(house.stored_secrets())
    log = house.log.read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) > 8
    ended = [line for line in lines if line.get("route", "").endswith("/resign")]
    assert [(line["match"], line["status"]) for line in ended] == [(match, 200)]
    assert {"request", "ms", "at", "level", "method"} <= set(ended[0])
    for secret in secrets:
        assert secret not in log


def test_an_answer_carries_the_number_of_its_line(house: PublicHouse) -> None:
    with house.client() as client:
        number = client.get("/api/games").headers["x-request-id"]
        given = client.get("/api/games", headers={"x-request-id": "proxy-1234567"})
        odd = client.get("/api/games", headers={"x-request-id": "a b\tc" * 10})
    assert given.headers["x-request-id"] == "proxy-1234567"
    assert len(odd.headers["x-request-id"]) == 16
    lines: list[dict[str, Any]] = [json.loads(line) for line in house.log.read_text().splitlines()]
    assert [line["route"] for line in lines if line.get("request") == number] == ["/api/games"]
