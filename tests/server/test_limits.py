"""How much one may ask: by the holder of a seat, never by the address that he shares with others."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from campagna.match.errors import Rejected
from campagna.match.gate import Gate
from campagna.match.token_limits import ASKER
from campagna.server.app import make_app
from campagna.server.bodies import LONGEST_LIST
from campagna.server.operations.limits import Meter, Rate, Rates
from tests.match.fixtures import FORDS
from tests.server.fixtures import Table, new_table, think_here
from tests.server.test_safety import turned_away

AWAY, HERE = "192.0.2.9", "127.0.0.1"
THREE = Rate(3, 0.5)
FEW = Rates(THREE, THREE, THREE, THREE, THREE, sockets=3, sockets_each=2, sockets_watching=1)


def client_at(address: str, service: Gate, rates: Rates = FEW) -> TestClient:
    app = make_app(service, think_here, rates=rates)
    headers = {"host": "127.0.0.1"}
    return TestClient(app, "http://127.0.0.1", headers=headers, client=(address, 5000))


@pytest.fixture
def away(service: Gate) -> Iterator[TestClient]:
    with client_at(AWAY, service) as client:
        yield client


@pytest.fixture
def far(away: TestClient, service: Gate) -> Table:
    return new_table(away, service, FORDS)


def test_too_many_orders_and_questions(far: Table) -> None:
    """Both sides sit behind one address: the limit of one is not felt by the other."""
    mine = far.tokens["north"]
    for _ in range(3):
        assert far.post("/judge", token=mine, order={"order": "x"}).status_code == 400
    for what in ("/judge", "/check"):
        body = {"token": mine, "orders": []} if what == "/check" else {"token": mine, "order": {}}
        answer = turned_away(far.post(what, **body), 429, "too-many")
        assert answer["retry_after"] == 2
    response = far.post("/judge", token=far.tokens["south"], order={"order": "x"})
    assert response.json()["error"] != "too-many"
    # Another kind of request has limits of its own.
    assert far.order(far.choose(1)).status_code == 200


def test_orders_are_counted_and_none_is_lost(far: Table) -> None:
    seen = 0
    for n in range(20):
        version = far.version
        response = far.order(far.choose(n))
        if response.status_code == 429:
            assert far.version == version
            assert int(response.headers["retry-after"]) > 0
            seen += 1
        else:
            assert response.status_code == 200
    assert seen > 5


def test_a_long_list_of_questions_counts_for_several(far: Table) -> None:
    body = {"token": far.tokens["north"], "orders": [{"order": "x"}] * 64}
    assert far.post("/check", **body).status_code == 400
    turned_away(far.post("/check", **body), 429, "too-many")


def test_imports_count_by_address(away: TestClient) -> None:
    for _ in range(3):
        turned_away(away.post("/api/records", content=b"{}"), 422, "bad-record")
    turned_away(away.post("/api/records", content=b"{}"), 429, "too-many")


def test_this_machine_has_no_limits(service: Gate) -> None:
    with client_at(HERE, service) as client:
        table = new_table(client, service, FORDS)
        for n in range(30):
            assert table.order(table.choose(n)).status_code == 200
            asked = table.post("/check", token=table.tokens[table.side], orders=[])
            assert asked.status_code == 200
        path = f"/api/matches/{table.match}/live?token={table.tokens['north']}"
        with client.websocket_connect(path) as a, client.websocket_connect(path) as b:
            assert a.receive_json()["type"] == b.receive_json()["type"] == "update"


def test_sockets_of_one_seat_of_watchers_and_in_all(far: Table) -> None:
    def live(side: str) -> str:
        return f"/api/matches/{far.match}/live?token={far.tokens[side]}"

    def refused(side: str) -> None:
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            far.client.websocket_connect(live(side)),
        ):
            pass
        assert denied.value.status_code == 429
        assert denied.value.json()["retry_after"] == 60

    with far.client.websocket_connect(live("spectator")):
        refused("spectator")
        with far.client.websocket_connect(live("north")):
            with far.client.websocket_connect(live("north")):
                refused("south")  # the process is full
            with far.client.websocket_connect(live("south")):
                pass
    with far.client.websocket_connect(live("north")), far.client.websocket_connect(live("north")):
        refused("north")
    assert far.client.app.state.meter.sockets() == 0  # type: ignore[attr-defined]


def test_what_is_spent_comes_back_with_time() -> None:
    now = [100.0]
    meter = Meter(FEW, clock=lambda: now[0])
    at = ASKER.set(AWAY)
    try:
        for _ in range(3):
            meter.spend("order", "mine")
        with pytest.raises(Rejected):
            meter.spend("order", "mine")
        meter.spend("order", "another's")
        now[0] += 2
        meter.spend("order", "mine")
    finally:
        ASKER.reset(at)
    meter.spend("order", "mine")  # nobody asks: the program itself


@pytest.mark.parametrize("long", [[0] * (LONGEST_LIST + 1), {str(n): 0 for n in range(500)}])
def test_lists_that_are_too_long(table: Table, long: object) -> None:
    token = table.tokens["north"]
    for what in ("/orders", "/judge"):
        order = {"order": "move", "deep": [{"path": long}]}
        response = table.post(what, token=token, version=0, order=order)
        answer = turned_away(response, 400, "malformed")
        assert what == "/judge" or str(LONGEST_LIST) in answer["detail"]
    assert table.version == 0
    many = json.dumps({"token": token, "orders": [{"order": "x", "n": list(range(100))}] * 60})
    headers = {"content-type": "application/json"}
    path = f"/api/matches/{table.match}/check"
    answer = table.client.post(path, content=many, headers=headers).json()
    assert str(LONGEST_LIST) not in answer.get("detail", "")
