"""What can be read without a match, the description of the interface, and the pages."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.bots.bots import bot_names
from campagna.core.contract import LANGUAGES
from campagna.core.guide import Guide, load_guide
from campagna.games.registry import BUILT_IN, load_game
from campagna.hexes.drawing import MapGeometry
from campagna.match.errors import rejection_keys
from campagna.match.gate import Gate
from campagna.server import catalogue
from campagna.server.app import make_app
from campagna.server.endpoints import ENDPOINTS
from campagna.server.rulebooks import RulebookView
from tests.match.fixtures import ALTO, FORDS, GUDERIAN
from tests.server.fixtures import think_here

GAME = f"/api/games/{GUDERIAN}"


def test_the_games_and_who_can_sit_down(client: TestClient) -> None:
    cards = {card["slug"]: card for card in client.get("/api/games").json()}
    assert set(cards) == {*BUILT_IN, FORDS}
    card = cards[GUDERIAN]
    assert card["sides"] == ["soviet", "german"]
    assert card["seats"] == ["human", *bot_names()]
    assert card["map"] is True
    assert {o["name"] for o in card["scenarios"][0]["options"]} >= {"leader_withdrawal"}
    assert card["provenance"]
    assert card["words"]["side"]["german"]["it"]
    assert client.get(GAME).json() == card
    assert client.get("/api/games/chess").json()["error"] == "unknown-game"
    small = client.get("/api/games", headers={"accept-encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < 100_000


def test_the_map_is_drawn_once_and_recognised(client: TestClient) -> None:
    response = client.get(f"{GAME}/map.svg", headers={"accept-encoding": "gzip"})
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert response.headers["content-encoding"] == "gzip"
    assert response.text.startswith("<svg")
    assert len(gzip.compress(response.content)) < 200_000
    plain = client.get(f"{GAME}/map.svg", headers={"accept-encoding": "identity"})
    assert plain.text == response.text
    tag = response.headers["etag"]
    again = client.get(f"{GAME}/map.svg", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    english = client.get(f"{GAME}/map.svg?lang=en&legend=1")
    assert english.headers["etag"] != tag
    assert client.get(f"{GAME}/map.svg?lang=tlh").status_code == 400


def test_the_board_lies_where_the_map_draws_it(client: TestClient) -> None:
    board = client.get(f"{GAME}/board").json()
    own = load_game(GUDERIAN).board  # type: ignore[attr-defined]
    plan = MapGeometry(own)
    assert len(board["hexes"]) == len(own)
    for id_ in ("0101", "2216", "5931"):
        x, y, terrain = board["hexes"][id_]
        assert (x, y) == pytest.approx(plan.centre(own.hex(id_)), abs=0.01)
        assert terrain == own.terrain_name(own.hex(id_))
        corners = [(x + dx, y + dy) for dx, dy in board["corners"]]
        for got, drawn in zip(corners, plan.corners(own.hex(id_)), strict=True):
            assert got == pytest.approx(drawn, abs=0.01)
    assert board["directions"]["0101"].count(None) == 4
    for id_, around in board["directions"].items():
        for d, there in enumerate(around):
            assert there is None or board["directions"][there][(d + 3) % 6] == id_


def test_a_hex_tells_where_its_data_come_from(client: TestClient) -> None:
    found = client.get(f"{GAME}/hexes/2216").json()
    assert found["places"] == ["Smolensk"]
    assert {f["kind"] for f in found["features"]} >= {"road", "rail"}
    assert all(p["source"] for p in found["provenance"])
    assert client.get(f"{GAME}/hexes/9999").json()["error"] == "unknown-hex"
    assert client.get(f"/api/games/{ALTO}/board").json()["error"] == "no-map"


def test_rules_with_their_rulings(client: TestClient) -> None:
    rules = client.get(f"{GAME}/rules").json()
    assert {"id", "status", "it", "en", "source", "reconstructed"} == set(rules[0]) - {"how"}
    touched = client.get(f"{GAME}/rules/9.65a").json()
    assert any("/rules/" in kept["place"] and kept["name"] for kept in touched["code"])
    assert all(kept["place"].startswith("tests/") for kept in touched["tests"])
    assert touched["en"] == next(r["en"] for r in rules if r["id"] == "9.65a")
    spaced = client.get(f"{GAME}/rules/4.2%20A1").json()
    assert spaced["id"] == "4.2 A1"
    ruling = client.get(f"{GAME}/rules/AMB-31").json()
    assert ruling["status"] == "ruling"
    assert ruling["it"]
    assert client.get(f"{GAME}/rules/99.9").json()["error"] == "unknown-rule"
    assert client.get("/api/games/chess/rules").json()["error"] == "unknown-game"


def test_the_rulebook_in_chapters(client: TestClient) -> None:
    rules = client.get(f"{GAME}/rules").json()
    answer = client.get(f"{GAME}/rulebook")
    book = msgspec.convert(answer.json(), RulebookView)
    assert [r.id for c in book.chapters for r in c.rules] == [r["id"] for r in rules]
    movement = next(c for c in book.chapters if c.number == "6")
    assert movement.title == {"it": "Movimento", "en": "Movement"}
    optional = next(r for r in book.rulings if r.option)
    assert optional.option_text
    assert optional.option_text["it"]
    assert any(optional.id in r.rulings for c in book.chapters for r in c.rules)
    again = client.get(f"{GAME}/rulebook", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games/chess/rulebook").json()["error"] == "unknown-game"


def test_the_guide_of_a_game_is_served_as_its_data_say(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get(f"{GAME}/guide")
    guide = load_guide(load_game(GUDERIAN).home)
    assert msgspec.convert(answer.json(), Guide) == guide
    again = client.get(f"{GAME}/guide", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games/chess/guide").json()["error"] == "unknown-game"
    catalogue.guide_json.cache_clear()
    monkeypatch.setattr(catalogue, "load_guide", lambda home: None)
    none = client.get(f"{GAME}/guide")
    assert none.status_code == 404
    assert none.json()["error"] == "no-guide"
    assert set(none.json()["message"]) == {"it", "en"}


# --- the description --------------------------------------------------------------------------------


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(v) for v in value.values()))
    if isinstance(value, list):
        return set().union(*(references(v) for v in value))
    return set()


def test_the_description_covers_every_endpoint_and_closes_on_itself(client: TestClient) -> None:
    api = client.get("/api/openapi.json").json()
    assert api["openapi"] == "3.1.0"
    described = {(m.upper(), path) for path, ms in api["paths"].items() for m in ms}
    served = {(e.method, re.sub(r":\w+}", "}", e.path)) for e in ENDPOINTS}
    assert described == served | {("GET", "/api/matches/{match}/live"), ("GET", "/api/me/live")}
    names = set(api["components"]["schemas"])
    assert references(api) <= {f"#/components/schemas/{name}" for name in names}
    assert {"Snapshot", "Tabletop", "Piece", "OrderMessage", "Failure", "Update"} <= names
    operations = [o for methods in api["paths"].values() for o in methods.values()]
    assert len({o["operationId"] for o in operations}) == len(operations)
    for operation in operations:
        for status in operation["responses"]:
            assert status.isdecimal()


def test_the_documents_name_every_endpoint_and_every_error() -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for endpoint in ENDPOINTS:
        path = re.sub(r":\w+}", "}", endpoint.path)
        assert f"`{endpoint.method} {path}`" in text, path
    for key, status in rejection_keys().items():
        assert f"| `{key}` | {status} |" in text, key
    assert "live?token=" in text


def test_every_scenario_says_what_it_is_about(client: TestClient) -> None:
    for card in client.get("/api/games").json():
        aims = card["words"]["aim"]
        assert set(aims) == {s["id"] for s in card["scenarios"]}, card["slug"]
        assert all(text["it"] and text["en"] for text in aims.values())


def test_the_server_tells_by_which_address_others_reach_it(service: Gate) -> None:
    there = "http://192.168.1.40:8000"
    with TestClient(
        make_app(service, think_here, network=there), base_url="http://127.0.0.1"
    ) as client:
        assert client.get("/api/health").json()["network"] == there
    with TestClient(make_app(service, think_here), base_url="http://127.0.0.1") as client:
        assert client.get("/api/health").json()["network"] == ""


# --- the pages --------------------------------------------------------------------------------------


def test_the_client_is_served_with_its_own_addresses(service: Gate, tmp_path: Path) -> None:
    pages = tmp_path / "dist"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<title>Campagna</title>")
    (pages / "assets" / "app.1f2e.js").write_text("let x = 1;\n" * 500)
    with TestClient(make_app(service, think_here, pages), base_url="http://127.0.0.1") as client:
        assert "Campagna" in client.get("/").text
        assert "Campagna" in client.get("/match/abc").text
        script = client.get("/assets/app.1f2e.js", headers={"accept-encoding": "gzip"})
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/gone.js").status_code == 404
        assert client.get("/api/gone").json()["error"] == "unknown-place"
        for path in ("/", "/api/games"):
            assert client.get(path).headers["referrer-policy"] == "no-referrer"


def test_without_a_client_the_server_says_how_to_get_one(client: TestClient) -> None:
    text = client.get("/").text
    assert "./play" in text
    assert len(text.splitlines()) == len(LANGUAGES)
