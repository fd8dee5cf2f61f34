"""Whatever arrives is answered with a reason: no answer is a 500, whatever is sent or stored."""

from __future__ import annotations

import json
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient, WebSocketDenialResponse

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, SPECTATOR
from campagna.core.proof import verify
from campagna.core.record_file import read_record
from campagna.games.afrika_korps.rules.movement import movement
from campagna.games.registry import load_game
from campagna.match.gate import Gate
from campagna.match.match import Match
from campagna.match.storage import Store
from tests.match.databases import BACKENDS
from tests.match.fixtures import ALTO, FORDS, GUDERIAN, SIDES
from tests.server.fixtures import JSON, Table, new_table
from tests.server.test_maker import CODES, GETS
from tests.server.test_maker import POSTS as EVERY_POST

MANY_DIGITS = "9" * 5000
DEEP = "[" * 100_000 + "]" * 100_000
NUL = "\0"

both_backends = pytest.mark.parametrize("backend", BACKENDS)


def turned_away(response: httpx.Response, status: int, key: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    answer: dict[str, Any] = response.json()
    assert answer["error"] == key
    assert all(answer["message"][language] for language in LANGUAGES)
    return answer


# --- what is sent -----------------------------------------------------------------------------------


def test_every_order_of_alto_comando_is_checked(client: TestClient, service: Gate) -> None:
    """An order that puts bases on a measured table holds lists of numbers."""
    table = new_table(client, service, ALTO)
    kinds = set()
    for n in range(400):
        order = table.choose(n)
        kinds.add(order["order"])
        asked = {"token": table.tokens[table.side], "orders": [order]}
        response = table.post("/check", **asked, forecasts=False)
        assert response.status_code == 200, response.text
        assert response.json() == [
            {"refusal": None, "forecast": None, "notes": [], "results": [], "live": []}
        ]
        if {"deploy", "move", "fire", "replace", "air-attack"} <= kinds:
            return
        table.order(order)
    pytest.fail(f"only {kinds} came up")


def test_a_step_that_no_rule_forbids_is_refused_as_our_fault(
    client: TestClient,
    service: Gate,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The walk and the causes of a game disagree: no rule is blamed, and the log tells us."""
    table = new_table(client, service, "afrika-korps")
    for n in range(100):
        order = table.choose(n)
        if order["order"] == "move":
            break
        table.order(order)
    far = {**order, "path": ["W6", "L59"]}
    monkeypatch.setattr(movement, "STEP_CAUSES", ())
    answer = turned_away(table.order(far), 422, "refused")
    assert (answer["rule"], answer["rule_text"]) == ("", None)
    assert "un suo errore" in answer["reason"]["it"]
    assert "its own fault" in answer["reason"]["en"]
    assert "no cause among" in caplog.text
    judged = table.post("/judge", token=table.tokens[table.side], order=far)
    assert judged.json()["refusal"]["reason"] == answer["reason"]


def test_a_survey_beyond_all_measure(client: TestClient, service: Gate) -> None:
    """At Beda Fomm a unit may come from outside, and its way begins where the player says."""
    wish = {"game": ALTO, "scenario": "beda_fomm", "seats": dict.fromkeys(SIDES[ALTO], "human")}
    table = Table(client, service, client.post("/api/matches", json=wish).json())
    while True:
        offers = {o["order"]: o for o in table.get("", table.side).json()["offers"]}
        if "enter" in offers:
            break
        waiting = len(offers["deploy"]["pieces"])
        placed = next(o for n in range(50) if (o := table.choose(n))["order"] == "deploy")
        if table.side == "axis":
            placed = {k: v[: waiting - 1] if k != "order" else v for k, v in placed.items()}
        assert table.order(placed).is_success
        assert table.order({"order": "done"}).is_success
    piece = next(iter(offers["enter"]["pieces"]))
    for far in (2**31, 2**63, -(10**30)):
        path = [[far, far]]
        response = table.post("/survey", token=table.tokens[table.side], piece=piece, path=path)
        assert (response.status_code, response.json()) == (200, None)


def test_a_unit_with_a_number_of_many_digits(client: TestClient, service: Gate) -> None:
    """It is named in the refusal, and what is named is looked up by its number."""
    table = new_table(client, service, GUDERIAN)
    order = next(o for n in range(400) if (o := advanced(table, n))["order"] == "move")
    asked = {**order, "units": [f"S-{MANY_DIGITS}"]}
    response = table.post("/judge", token=table.tokens[table.side], order=asked)
    assert response.status_code in (200, 400), response.text


def advanced(table: Table, n: int) -> Any:
    """The order that comes next; played unless it is the one looked for."""
    order = table.choose(n)
    if order["order"] != "move":
        assert table.order(order).is_success
    return order


@pytest.mark.parametrize("number", [MANY_DIGITS, "9" * 10, "99999"])
def test_a_moment_that_no_match_reaches(table: Table, number: str) -> None:
    table.play(2)
    answer = turned_away(table.get(f"/replay/{number}", "north"), 404, "unknown-moment")
    assert answer["of"] == 2
    turned_away(table.get("/log", "north", **{"from": MANY_DIGITS}), 400, "malformed")


def test_a_moment_that_is_no_number(table: Table) -> None:
    for word in ("x", "-1", "1.5", "²", "%00"):
        turned_away(table.get(f"/replay/{word}", "north"), 404, "unknown-place")
    assert table.get("/replay/00000000000", "north").status_code == 404
    assert table.get("/replay/0", "north").status_code == 200


def finished(table: Table) -> list[bytes]:
    table.play(10_000)
    return table.get("/record", SPECTATOR).content.splitlines()


def changed(line: bytes, **fields: Any) -> bytes:
    return json.dumps({**json.loads(line), **fields}).encode()


def test_records_that_are_nested_too_deeply(client: TestClient, table: Table) -> None:
    head, first, *rest = finished(table)
    deep = DEEP.encode()
    for lines in (
        [deep],
        [head[:-1] + b',"setup":' + deep + b"}"],
        [head, deep],
        [head, b'{"side":"north","order":' + deep + b',"draws":[],"chain":""}'],
        [head, b'{"side":"north","order":{"order":' + deep + b'},"draws":[],"chain":""}'],
        [head, first, b'{"outcome":' + deep + b"}"],
    ):
        response = client.post("/api/records", content=b"\n".join(lines))
        turned_away(response, 422, "bad-record")
    assert client.post("/api/records", content=b"\n".join([head, first, *rest])).is_success


@pytest.mark.parametrize("secret", ["not hex", "0f", "0F ", "\0", "é"])
def test_a_secret_that_was_not_promised(client: TestClient, table: Table, secret: str) -> None:
    """Without the promise at the start the dice are as recorded, and nobody looked at the secret."""
    lines = finished(table)
    tail = changed(lines[-1], secret=secret)
    turned_away(
        client.post("/api/records", content=b"\n".join([*lines[:-1], tail])), 422, "bad-record"
    )
    for fields in ({"commitment": ""}, {"seed": 3}):
        forged = [changed(lines[0], **fields), *lines[1:-1], tail]
        turned_away(client.post("/api/records", content=b"\n".join(forged)), 422, "bad-record")


def without_promise(table: Table) -> list[bytes]:
    """The same match played with dice that nobody sealed, its chain whole."""
    live = table.live
    match = Match(live.game, live.kept.head.setup, SeededChance(5), "m")
    for _ in range(10_000):
        if match.step is None:
            break
        match.play(live.game.offers(match.state).sample(SeededChance(len(match.record.entries))))
    return list(match.record.lines())


@pytest.mark.parametrize("secret", ["not hex", "0f" * 32])
def test_a_secret_nobody_promised_in_a_sound_record(
    client: TestClient, table: Table, secret: str
) -> None:
    lines = without_promise(table)
    record = read_record(lines)
    assert verify(load_game(FORDS), record).finished
    assert client.post("/api/records", content=b"\n".join(lines)).status_code == 201
    tail = changed(lines[-1], secret=secret)
    response = client.post("/api/records", content=b"\n".join([*lines[:-1], tail]))
    turned_away(response, 422, "bad-record")


BODIES = {
    "deep": '{"token":"t","order":' + "[" * 30_000 + "]" * 30_000 + "}",
    "deep kind": '{"token":"t","order":{"order":' + "[" * 900 + "]" * 900 + "}}",
    "digits": '{"token":"t","order":{"order":' + MANY_DIGITS + '},"version":1}',
    "digits of the version": '{"token":"t","version":' + MANY_DIGITS + "}",
    "large version": '{"token":"t","version":1' + "0" * 40 + "}",
    "beyond all numbers": '{"token":"t","version":1e999}',
    "nul": '{"token":"\\u0000","version":1,"order":{"order":"\\u0000"}}',
    "half a character": '{"token":"\\ud800","version":1}',
    "half a character in a name": '{"\\udfff":"","token":"t"}',
    "no text": '{"token":"\xff\xfe"}',
    "twice": '{"token":"t","token":"t"}',
}
POSTS = (
    *("orders", "judge", "check", "details", "survey", "fork", "hurry"),
    *("undo", "resign", "offer-stop", "accept-stop", "nothing"),
)


@pytest.mark.parametrize("body", BODIES)
def test_bodies_that_make_no_sense(client: TestClient, table: Table, body: str) -> None:
    content = BODIES[body].encode("latin-1")
    for match in (table.match, "nowhere", "a%00b", "%ff%fe"):
        for what in POSTS:
            response = client.post(f"/api/matches/{match}/{what}", content=content, headers=JSON)
            assert 400 <= response.status_code < 500, (match, what, response.text)
            assert response.json()["error"]
    for path in ("/api/matches", "/api/records"):
        assert 400 <= client.post(path, content=content, headers=JSON).status_code < 500


ODD = ("%00", "a%00b", "%ff", "%ed%a0%80", MANY_DIGITS, "..%2f", "%F0%9F%98%80", "1e9", "-1")


@both_backends
@pytest.mark.parametrize("odd", ODD)
def test_addresses_that_make_no_sense(client: TestClient, table: Table, odd: str) -> None:
    token = table.tokens["north"]
    mine = f"/api/matches/{table.match}"
    for path in (
        f"/api/matches?tokens={odd}",
        f"/api/matches?tokens={odd},{token}",
        f"/api/matches/{odd}?token={token}",
        f"{mine}?token={odd}",
        f"{mine}/log?token={token}&from={odd}",
        f"{mine}/log?token={odd}",
        f"{mine}/replay/{odd}?token={token}",
        f"{mine}/luck?token={odd}",
        f"{mine}/record?token={odd},{token}",
        f"{mine}/ideas?token={odd}",
        f"{mine}/{odd}?token={token}",
        f"/api/matches/{odd}/record?token={token}",
        f"/api/games/{odd}/board",
        f"/api/games/{odd}/map.svg?lang={odd}",
        f"/api/games/{FORDS}/hexes/{odd}",
        f"/api/games/{FORDS}/rules/{odd}",
        f"/api/{odd}",
        f"/{odd}",
    ):
        response = client.get(path)
        assert response.status_code < 500, (path[:60], response.text)


@both_backends
@pytest.mark.parametrize("title", ["a\0b", "a\nb", "a\u2028b", "a\u202eb", "x" * 81])
def test_titles_that_are_none(client: TestClient, title: str) -> None:
    wish = {"game": FORDS, "seats": {"north": "human", "south": "human"}, "title": title}
    assert turned_away(client.post("/api/matches", json=wish), 422, "bad-title")["limit"] == 80


@both_backends
def test_an_ordinary_title(client: TestClient) -> None:
    title = "Torneo d'autunno: «Ωμέγα» \U0001f468\u200d\U0001f469"
    wish = {"game": FORDS, "seats": {"north": "human", "south": "human"}, "title": title}
    token = client.post("/api/matches", json=wish).json()["tokens"]["north"]
    assert client.get("/api/matches", params={"tokens": token}).json()[0]["title"] == title


@both_backends
@pytest.mark.parametrize("field", ["game", "scenario", "options", "seats", "kind"])
def test_wishes_with_a_nul(client: TestClient, field: str) -> None:
    wish: dict[str, Any] = {"game": FORDS, "seats": {"north": "human", "south": "human"}}
    more: dict[str, dict[str, Any]] = {
        "game": {"game": NUL},
        "scenario": {"scenario": NUL},
        "options": {"options": {NUL: NUL}},
        "seats": {"seats": {NUL: "human", "south": "human"}},
        "kind": {"seats": {"north": NUL, "south": "human"}},
    }
    response = client.post("/api/matches", json={**wish, **more[field]})
    assert response.status_code in (404, 422), response.text


# --- what is stored ---------------------------------------------------------------------------------


def put(service: Gate, statement: str, **values: Any) -> None:
    with service.store.engine.begin() as connection:
        connection.execute(text(statement), values)


@both_backends
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET head = :junk WHERE id = :match",
        "UPDATE matches SET status = :junk WHERE id = :match",
        "UPDATE matches SET game = 'chess' WHERE id = :match",
        "UPDATE matches SET status = :later WHERE id = :match",
    ],
)
def test_one_damaged_match_leaves_the_list_whole(
    client: TestClient, service: Gate, damage: str
) -> None:
    tables = [new_table(client, service, FORDS) for _ in range(3)]
    later = b'{"step":{"side":"north","decision":"of-a-later-release","rule":"1","facts":{}}}'
    values = {"junk": b'{"campagna":', "later": later, "match": tables[1].match}
    put(service, damage, **{k: v for k, v in values.items() if f":{k}" in damage})
    tokens = ",".join(t.tokens["north"] for t in tables)
    listed = client.get("/api/matches", params={"tokens": tokens})
    assert listed.status_code == 200
    assert {card["match"] for card in listed.json()} == {tables[0].match, tables[2].match}


NO_SOUTH = """DELETE FROM seat_tokens WHERE match = :match AND side = 'south';
              DELETE FROM seats WHERE match = :match AND side = 'south'"""


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET head = :junk WHERE id = :match",
        "UPDATE matches SET status = :junk WHERE id = :match",
        "UPDATE matches SET head = :elsewhere WHERE id = :match",
        "UPDATE matches SET game = 'kasserine' WHERE id = :match",
        NO_SOUTH,
    ],
)
def test_a_damaged_match_says_so(table: Table, damage: str, service: Gate) -> None:
    table.play(3)
    elsewhere = changed(msgspec.json.encode(table.live.kept.head), setup={"scenario": "nowhere"})
    values = {"junk": b'{"cam\xff', "elsewhere": elsewhere, "match": table.match}
    for one in damage.split(";"):
        put(service, one, **{k: v for k, v in values.items() if f":{k}" in one})
    service._live.clear()
    for what in ("", "/log", "/luck", "/replay/1", "/record"):
        turned_away(table.get(what, "north"), 409, "damaged")
    turned_away(table.post("/resign", token=table.tokens["north"], version=3), 409, "damaged")


@pytest.mark.parametrize("damaged", ["line", "reason", "events"])
def test_damaged_orders_are_told_where_they_are_read(
    table: Table, damaged: str, service: Gate
) -> None:
    """The match itself stands in its row."""
    table.play(3)
    junk = f"UPDATE entries SET {damaged} = :junk WHERE match = :match"
    put(service, junk, junk=b'{"cam\xff', match=table.match)
    service._live.clear()
    assert table.get("", "north").status_code == 200
    for what in ("/log", "/luck"):
        turned_away(table.get(what, "north"), 409, "damaged")


def test_a_step_that_no_game_has_is_found_again_from_the_orders(
    table: Table, service: Gate
) -> None:
    """The step is stored for lists only; a later release may word it otherwise."""
    table.play(3)
    before = table.get("", "north").json()
    unknown = b'{"step":{"side":"nobody","decision":"nothing","rule":"1","facts":{}}}'
    put(service, "UPDATE matches SET status = :it WHERE id = :match", it=unknown, match=table.match)
    service._live.clear()
    assert table.get("", "north").json() == before
    table.play(3)


AWAY = {
    "sqlite": "sqlite:////nowhere/at/all/campagna.sqlite3",
    "postgresql": "postgresql+psycopg://nobody@127.0.0.1:1/nothing?connect_timeout=2",
}


@pytest.mark.parametrize("url", AWAY)
def test_reading_while_the_database_is_away(
    client: TestClient, service: Gate, table: Table, url: str
) -> None:
    """Every read says that it will be better later; when it is, everything is as before."""
    service._live.clear()
    there, service.store = service.store, Store(create_engine(AWAY[url]))
    token = table.tokens["north"]
    turned_away(client.get("/api/matches", params={"tokens": token}), 503, "store-away")
    for what in GETS:
        turned_away(table.get(what, "north"), 503, "store-away")
    for what, body in EVERY_POST.items():
        turned_away(table.post(what, token=token, **body), 503, "store-away")
    for what in CODES:
        turned_away(table.post(what, code="any"), 503, "store-away")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(f"/api/matches/{table.match}/live?token={token}"),
    ):
        pass
    assert denied.value.status_code == 503
    service.store.close()
    service.store = there
    assert table.get("", "north").status_code == 200
