"""The gate: whatever must not pass is answered with a 4xx and a reason, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from campagna.core.contract import LANGUAGES, SPECTATOR, digest
from campagna.match.gate import Gate
from campagna.server.bodies import MESSAGE_LIMIT
from campagna.server.messages import MOST_CHECKS
from tests.match.databases import BACKENDS
from tests.match.fixtures import GUDERIAN
from tests.server.fixtures import JSON, Table, new_table


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def standing(table: Table) -> tuple[Any, ...]:
    """Everything about a match that a wrong message could change, in memory and in the store."""
    live = table.live
    stored = Gate(table.service.store).live(table.match)
    return tuple(
        (digest(m.match.state), m.kept, m.match.record.chain, m.events, m.match.can_undo)
        for m in (live, stored)
    )


@pytest.fixture
def unchanged(table: Table) -> Iterator[Table]:
    """A table in the middle of a match, which must stand as it stood when the test is over."""
    table.play(7)
    before = standing(table)
    yield table
    assert standing(table) == before


def turned_away(response: httpx.Response, status: int, key: str) -> dict[str, Any]:
    answer: dict[str, Any] = response.json()
    assert (response.status_code, answer["error"]) == (status, key)
    assert all(answer["message"][language] for language in LANGUAGES)
    return answer


def test_wrong_seat(unchanged: Table) -> None:
    order = unchanged.choose(1)
    for viewer, status, key in (
        (unchanged.other, 409, "not-your-turn"),
        (SPECTATOR, 403, "wrong-seat"),
    ):
        response = unchanged.post(
            "/orders", token=unchanged.tokens[viewer], version=unchanged.version, order=order
        )
        turned_away(response, status, key)


def test_wrong_token(unchanged: Table, client: TestClient, service: Gate) -> None:
    elsewhere = new_table(client, service, "two-fords").tokens[unchanged.side]
    for token in ("", "guess", elsewhere):
        response = unchanged.post(
            "/orders", token=token, version=unchanged.version, order=unchanged.choose(1)
        )
        turned_away(response, 403, "unknown-token")
        for what in ("", "/log", "/luck", "/replay/0", "/record"):
            path = f"/api/matches/{unchanged.match}{what}"
            turned_away(client.get(path, params={"token": token}), 403, "unknown-token")


def test_stale_version(unchanged: Table) -> None:
    for version in (unchanged.version - 1, unchanged.version + 1, -1):
        response = unchanged.post(
            "/orders",
            token=unchanged.tokens[unchanged.side],
            version=version,
            order=unchanged.choose(1),
        )
        assert turned_away(response, 409, "stale")["version"] == unchanged.version


def test_replayed_message(table: Table) -> None:
    table.play(5)
    message = {
        "token": table.tokens[table.side],
        "version": table.version,
        "order": table.choose(1),
    }
    assert table.post("/orders", **message).status_code == 200
    before = standing(table)
    response = table.post("/orders", **message)
    assert response.status_code == 409
    assert response.json()["error"] in ("stale", "not-your-turn")
    assert standing(table) == before


def body(table: Table, **changes: Any) -> dict[str, Any]:
    message = {
        "token": table.tokens[table.side],
        "version": table.version,
        "order": table.choose(1),
    }
    return {**message, **changes}


MALFORMED: dict[str, Callable[[Table], Any]] = {
    "unknown field": lambda t: body(t, hurry=True),
    "no order": lambda t: {k: v for k, v in body(t).items() if k != "order"},
    "version is a text": lambda t: body(t, version="3"),
    "version is a fraction": lambda t: body(t, version=3.5),
    "version is a truth": lambda t: body(t, version=True),
    "token is a number": lambda t: body(t, token=3),
    "token is nothing": lambda t: body(t, token=None),
    "order is a list": lambda t: body(t, order=[]),
    "order is nothing": lambda t: body(t, order=None),
    "order without a kind": lambda t: body(t, order={}),
    "order of no kind": lambda t: body(t, order={"order": "surrender"}),
    "order with a field too many": lambda t: body(t, order={**t.choose(1), "haste": 1}),
    "order with a field of the wrong kind": lambda t: body(t, order={"order": "move", "unit": 3}),
    "a list": lambda t: [],
    "a number": lambda t: 3,
}


@pytest.mark.parametrize("fault", MALFORMED)
def test_malformed(unchanged: Table, client: TestClient, fault: str) -> None:
    path = f"/api/matches/{unchanged.match}/orders"
    answer = turned_away(client.post(path, json=MALFORMED[fault](unchanged)), 400, "malformed")
    assert answer["detail"]


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff\xfe", b"null", b"[" * 5000, b'{"token": "\xd8"}', b"NaN"]
)
def test_not_even_json(unchanged: Table, client: TestClient, text: bytes) -> None:
    for what in (
        "orders",
        "judge",
        "check",
        "undo",
        "resign",
        "offer-stop",
        "accept-stop",
        "fork",
    ):
        path = f"/api/matches/{unchanged.match}/{what}"
        turned_away(client.post(path, content=text, headers=JSON), 400, "malformed")


def test_oversized(unchanged: Table, client: TestClient) -> None:
    large = body(unchanged, order={**unchanged.choose(1), "more": "x" * MESSAGE_LIMIT})
    path = f"/api/matches/{unchanged.match}/orders"
    assert turned_away(client.post(path, json=large), 413, "too-large")["limit"] == MESSAGE_LIMIT
    blanks = b" " * (MESSAGE_LIMIT + 1)
    for what in (
        "judge",
        "check",
        "undo",
        "resign",
        "offer-stop",
        "accept-stop",
        "fork",
    ):
        path = f"/api/matches/{unchanged.match}/{what}"
        turned_away(client.post(path, content=blanks, headers=JSON), 413, "too-large")


def test_against_the_rules(unchanged: Table) -> None:
    order = {"order": "deploy", "unit": "N1", "hex": "0101"}
    response = unchanged.order(order)
    answer = turned_away(response, 422, "refused")
    assert answer["rule"]
    assert all(answer["reason"][language] for language in LANGUAGES)
    assert all(answer["rule_text"][language] for language in LANGUAGES)
    judged = unchanged.post("/judge", token=unchanged.tokens[unchanged.side], order=order)
    assert judged.json()["refusal"]["reason"] == answer["reason"]


def test_several_orders_are_judged_at_once_each_by_itself(unchanged: Table) -> None:
    token = unchanged.tokens[unchanged.side]
    orders = [unchanged.choose(seed) for seed in range(5)]
    orders.append({"order": "deploy", "unit": "N1", "hex": "0101"})
    answer = unchanged.post("/check", token=token, orders=orders)
    alone = [unchanged.post("/judge", token=token, order=order).json() for order in orders]
    assert answer.json() == alone
    assert [said["refusal"] is None for said in alone] == [True] * 5 + [False]
    assert unchanged.post("/check", token=token, orders=[]).json() == []
    many = [orders[0]] * (MOST_CHECKS + 1)
    turned_away(unchanged.post("/check", token=token, orders=many), 400, "malformed")
    theirs = unchanged.tokens[unchanged.other]
    turned_away(unchanged.post("/check", token=theirs, orders=orders), 409, "not-your-turn")


def test_judging_changes_nothing(unchanged: Table) -> None:
    for seed in range(10):
        order = unchanged.choose(seed)
        response = unchanged.post("/judge", token=unchanged.tokens[unchanged.side], order=order)
        assert response.status_code == 200
        assert response.json()["refusal"] is None
        assert response.json()["forecast"]["lines"]
    response = unchanged.post(
        "/judge", token=unchanged.tokens[unchanged.other], order=unchanged.choose(1)
    )
    turned_away(response, 409, "not-your-turn")


@pytest.mark.parametrize("what", ["/undo", "/resign", "/offer-stop", "/accept-stop"])
def test_the_other_doors_have_the_same_guards(unchanged: Table, what: str) -> None:
    token = unchanged.tokens[unchanged.side]
    version = unchanged.version
    turned_away(unchanged.post(what, token="guess", version=version), 403, "unknown-token")
    spectator = unchanged.tokens[SPECTATOR]
    turned_away(unchanged.post(what, token=spectator, version=version), 403, "wrong-seat")
    turned_away(unchanged.post(what, token=token, version=version - 1), 409, "stale")
    turned_away(unchanged.post(what, token=token), 400, "malformed")


def test_after_the_end(table: Table) -> None:
    table.play(10_000)
    assert table.live.over
    before = standing(table)
    for side in table.live.sides:
        message = {"token": table.tokens[side], "version": table.version}
        order = {"order": "end-phase"}
        turned_away(table.post("/orders", **message, order=order), 410, "over")
        turned_away(table.post("/judge", token=message["token"], order=order), 410, "over")
        for what in ("/undo", "/resign", "/offer-stop", "/accept-stop"):
            turned_away(table.post(what, **message), 410, "over")
    assert standing(table) == before


def test_unknown_match(client: TestClient) -> None:
    message = {"token": "t", "version": 0}
    for what, more in (
        ("orders", {"order": {"order": "end-phase"}}),
        ("undo", {}),
        ("resign", {}),
        ("offer-stop", {}),
        ("accept-stop", {}),
    ):
        path = f"/api/matches/nowhere/{what}"
        turned_away(client.post(path, json={**message, **more}), 404, "unknown-match")
    for what in ("", "/log", "/luck", "/replay/3", "/record"):
        path = f"/api/matches/nowhere{what}"
        turned_away(client.get(path, params={"token": "t"}), 404, "unknown-match")


def test_unknown_places_and_methods(client: TestClient) -> None:
    turned_away(client.get("/api/nothing/here"), 404, "unknown-place")
    assert client.put("/api/games").status_code in (404, 405)
    assert client.get("/api/matches/x/orders").json()["error"] in ("wrong-method", "unknown-place")


@pytest.mark.parametrize(
    ("wish", "status", "key"),
    [
        ({"game": "chess", "seats": {}}, 404, "unknown-game"),
        ({"game": GUDERIAN, "seats": {"german": "human"}}, 422, "bad-setup"),
        ({"game": GUDERIAN, "seats": {"german": "human", "soviet": "god"}}, 422, "bad-setup"),
        ({"game": GUDERIAN}, 400, "malformed"),
        ({"game": GUDERIAN, "seats": {}, "dice": "loaded"}, 400, "malformed"),
    ],
)
def test_matches_that_cannot_begin(
    client: TestClient, wish: dict[str, Any], status: int, key: str
) -> None:
    turned_away(client.post("/api/matches", json=wish), status, key)
    assert client.get("/api/matches").json() == []


def test_numbers_in_addresses(unchanged: Table) -> None:
    turned_away(unchanged.get("/log", "north", **{"from": "x"}), 400, "malformed")
    turned_away(unchanged.get("/replay/99999", "north"), 404, "unknown-moment")
