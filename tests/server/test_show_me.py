"""'Show me': every worked example has its picture, its orders end as written, its table opens."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from campagna.core.contract import LANGUAGES
from campagna.core.rulebook import load_rulebook
from campagna.games.registry import load_game
from campagna.match.examples import Example, examples
from campagna.server.examples import example_json

SLUGS = (
    "afrika-korps",
    "alto-comando",
    "kasserine",
    "lion-of-judah",
    "panzergruppe-guderian",
)
BEFORE_THE_TABLE = {"C4-4", "C7-7", "CAM-1", "DIV-14", "DIV-21", "VIC-6-b"}
"""Cards are chosen and formations joined while nothing stands on the table."""
ALL = [pytest.param(slug, e, id=f"{slug}-{e.id}") for slug in SLUGS for e in examples(slug)]


@pytest.mark.parametrize(("slug", "example"), ALL)
def test_an_example_is_shown_as_it_is_written(slug: str, example: Example) -> None:
    shown = json.loads(example_json(slug, example.id))
    ids = {rule.id for rule in load_rulebook(load_game(slug).home).rule}
    assert shown["rule"] in ids, "it stands beside no rule"
    for language in LANGUAGES:
        assert shown["title"][language]
        assert shown["about"][language]
        assert shown["picture"][language].endswith("</svg>") or example.id in BEFORE_THE_TABLE
    script, fates = example.script, shown["fates"]
    assert fates, "nothing is shown"
    if script.legal or script.refused:
        wanted = [(True, "")] * len(script.legal)
        wanted += [(False, given.rule) for given in script.refused]
        found = [(f["allowed"], "" if f["allowed"] else f["rule"]) for f in fates]
        assert found == wanted
    for fate in fates:
        assert fate["name"]["it"]
        assert fate["allowed"] or fate["text"]["it"], "a refusal says why"


def test_the_table_of_an_example_opens_where_it_stands(client: TestClient) -> None:
    lines = client.get("/api/games/kasserine/examples").json()
    assert {"id": "MOV-5", "rule": "MOV-5"}.items() <= next(
        line for line in lines if line["id"] == "MOV-5"
    ).items()
    made = client.post("/api/games/kasserine/examples/MOV-5", json={})
    assert made.status_code == 201
    seats = made.json()["tokens"]
    assert set(seats) == {"axis", "allied", "spectator"}
    match = made.json()["match"]
    table = client.get(f"/api/matches/{match}?token={seats['axis']}").json()
    at = {piece["id"]: piece["at"] for piece in table["tabletop"]["pieces"]}
    assert at["A21-I5"] == "2520"
    refused = {"order": "move", "units": ["A21-I5"], "path": ["2420"]}
    asked = {"token": seats["axis"], "order": refused}
    judged = client.post(f"/api/matches/{match}/judge", json=asked).json()
    assert judged["refusal"]["rule"] == "MOV-5"


def test_what_is_not_there(client: TestClient) -> None:
    for answer in (
        client.get("/api/games/kasserine/examples/gone"),
        client.post("/api/games/kasserine/examples/gone", json={}),
        client.get("/api/games/kasserine/examples/..%2F..%2Fpyproject"),
    ):
        assert answer.status_code == 404
    assert client.get("/api/games/kasserine/examples/gone").json()["error"] == "unknown-example"
    assert client.get("/api/games/chess/examples").json()["error"] == "unknown-game"
    assert client.get("/api/games/two-fords/examples").json() == []
