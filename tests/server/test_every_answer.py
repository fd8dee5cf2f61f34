"""Every answer is as the description says, and a question of the wrong shape is declined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from campagna.games.registry import BUILT_IN
from campagna.match.database import open_engine, sqlite_url
from campagna.match.gate import Gate
from campagna.match.storage import Store
from campagna.server.openapi import describe
from tests.server.fixtures import Table, new_client, new_table

jsonschema = pytest.importorskip("jsonschema")
DESCRIPTION = describe()
ORDERS = 30


def judge(method: str, path: str) -> Any:
    operation = DESCRIPTION["paths"][path][method]
    (status,) = [s for s in operation["responses"] if s < "3"]
    schema = operation["responses"][status]["content"]["application/json"]["schema"]
    return jsonschema.Draft202012Validator({**schema, "components": DESCRIPTION["components"]})


@pytest.fixture(params=BUILT_IN)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    service = Gate(Store(open_engine(sqlite_url(tmp_path))))
    with new_client(service) as client:
        played = new_table(client, service, request.param)
        played.play(ORDERS)
        yield played


def answers(table: Table, slug: str) -> Iterator[tuple[str, str, Any]]:
    """What the client asks in a match, with the answers."""
    client: TestClient = table.client
    token = table.tokens[table.side]
    of_game: dict[str, dict[str, str]] = {
        "": {},
        "/guide": {},
        "/charts": {},
        "/rules": {},
        "/rulebook": {},
    }
    card = client.get(f"/api/games/{slug}").json()
    if card["map"]:
        of_game["/board"] = {}
    for what in of_game:
        yield "get", f"/api/games/{{slug}}{what}", client.get(f"/api/games/{slug}{what}").json()
    rule = client.get(f"/api/games/{slug}/rules").json()[0]["id"]
    yield (
        "get",
        "/api/games/{slug}/rules/{id}",
        client.get(f"/api/games/{slug}/rules/{rule}").json(),
    )
    if card["map"]:
        hex_ = next(iter(client.get(f"/api/games/{slug}/board").json()["hexes"]))
        said = client.get(f"/api/games/{slug}/hexes/{hex_}").json()
        yield "get", "/api/games/{slug}/hexes/{id}", said
    yield "get", "/api/games", client.get("/api/games").json()
    yield "get", "/api/health", client.get("/api/health").json()
    yield "get", "/api/matches", client.get("/api/matches", params={"tokens": token}).json()
    for what in ("", "/log", "/offers", "/ideas", "/curtain", "/luck"):
        yield "get", f"/api/matches/{{match}}{what}", table.get(what, table.side).json()
    yield "get", "/api/matches/{match}/replay/{n}", table.get("/replay/3", table.side).json()
    orders = table.get("/ideas", table.side).json()
    checked = table.post("/check", token=token, orders=orders).json()
    yield "post", "/api/matches/{match}/check", checked
    if card["about"]["bases"]:
        stands = table.get("", table.side).json()["tabletop"]["sheet"]["stands"]
        piece = next(iter(stands), "")
        surveyed = table.post("/survey", token=token, piece=piece, path=[]).json()
        yield "post", "/api/matches/{match}/survey", surveyed
    yield "post", "/api/matches/{match}/carry", table.post("/carry", token=token).json()
    yield "post", "/api/matches/{match}/hurry", table.post("/hurry", token=token).json()
    forked = table.post("/fork", token=table.tokens["spectator"], at=3).json()
    yield "post", "/api/matches/{match}/fork", forked
    ordered = table.order(table.choose(5)).json()
    yield "post", "/api/matches/{match}/orders", ordered


def test_every_answer_is_as_described(table: Table) -> None:
    slug = table.get("", table.side).json()["game"]
    asked = set()
    for method, path, answer in answers(table, slug):
        wrong = next(judge(method, path).iter_errors(answer), None)
        assert wrong is None, f"{method} {path}: {wrong.json_path} {wrong.message}"
        asked.add(path)
    assert len(asked) > 18


BODIES: dict[str, dict[str, Any]] = {
    "/orders": {"token": "t", "version": 1, "order": {"order": "done"}},
    "/check": {"token": "t", "orders": [{"order": "done"}]},
    "/survey": {"token": "t", "piece": "a", "path": [[1, 2]]},
    "/undo": {"token": "t", "version": 1},
    "/join": {"code": "c"},
    "/invite": {"token": "t", "side": "axis"},
    "/fork": {"token": "t", "at": 1},
}


@pytest.mark.parametrize("what", BODIES)
def test_a_question_of_the_wrong_shape_is_declined(what: str, tmp_path: Path) -> None:
    """Each part left out, put wrong, and one too many."""
    service = Gate(Store(open_engine(sqlite_url(tmp_path))))
    with new_client(service) as client:
        table = new_table(client, service, "kasserine")
        right = BODIES[what]
        needed = [name for name in right if name != "token"]
        wrong: list[Any] = [{k: v for k, v in right.items() if k != name} for name in needed]
        wrong = [body for body in wrong if what != "/survey" or "path" in body]
        wrong += [{**right, name: {"not": "this"}} for name in right if name != "order"]
        wrong += [{**right, "more": 1}, [], 7]
        for body in wrong:
            said = client.post(f"/api/matches/{table.match}{what}", json=body)
            assert (said.status_code, said.json()["error"]) == (400, "malformed"), body
