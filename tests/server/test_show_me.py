"""'Show me': every worked example has its picture, its orders end as written, its table opens."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from campagna.core.contract import LANGUAGES
from campagna.core.rulebook import Chapter, load_rulebook
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


@pytest.mark.parametrize(("slug", "example"), ALL)
def test_a_table_opens_from_every_example(client: TestClient, slug: str, example: Example) -> None:
    made = client.post(f"/api/games/{slug}/examples/{example.id}", json={})
    assert made.status_code == 201
    match, seats = made.json()["match"], made.json()["tokens"]
    for token in seats.values():
        assert client.get(f"/api/matches/{match}?token={token}").status_code == 200


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


# --- an example for every chapter -------------------------------------------------------------------

CARDS = "its cards, areas and works; how cards are chosen is in the common rules"
FORCES = "what stands in the box or in a division"
UNDECIDED = {
    "afrika-korps": {
        "1 Components": FORCES,
        "2 Preparation": "everything starts where the book says",
        "3 Sequence of play": "the phases; ending one is no choice between two",
        "4 Victory": "looked at after each turn",
        "24 Isolation": "tested at the end of a turn",
    },
    "alto-comando": {
        "1 Scale and basing": FORCES,
        "2c Somaliland list": FORCES,
        "3 The table": "its measures",
        "5 Length of the battle": "dice end it",
        "13 Italian problems": "a radius and a die",
        "14 Campaign 1: Italian offensive": CARDS,
        "14 Campaign 2: British counter-offensive": CARDS,
        "14 Campaign 3: Battleaxe": CARDS,
        "14 Campaign 5: Gazala": CARDS,
        "14 Campaign 6: El Alamein": CARDS,
        "14 Campaign 8: British Somaliland": CARDS,
        "14 Campaign 9: simplified 1940-1943": CARDS,
        "16 Interpretations": "they say how other chapters are meant",
    },
    "kasserine": {
        "BOX The box": FORCES,
        "HIS Historical background": "history",
        "MAP The map": "its levels; what they cost is in movement",
        "WX Weather": "a die",
        "SUM Summary": "repeats other chapters",
        "TIP Advice": "advice",
    },
    "lion-of-judah": {
        "1 Introduction": "the scenarios",
        "4 Victory": "points are counted",
        "5 Sequence of play": "the phases",
    },
    "panzergruppe-guderian": {
        "1 Introduction": "history",
        "3 Components": FORCES,
        "15 Victory": "points are counted",
        "16 Reinforcement schedule": "a chart; how they enter is in reinforcements",
        "SUM Result summary": "a table",
    },
}
"""Chapters in which nobody gives an order that could be refused, and why."""

EVERYWHERE = (
    "not-now",
    "unknown-unit",
    "unknown-hex",
    "not-your-unit",
    "not-on-map",
    "not-on-table",
)
"""Refusals for an order that says nothing of the chapter."""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_chapter_with_a_decision_has_an_example(slug: str) -> None:
    shown = {example.rule for example in examples(slug)}
    bare = [_title(chapter) for chapter, ids in _chapters(slug) if not ids & shown]
    assert sorted(bare) == sorted(UNDECIDED[slug])


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_decided_in_a_chapter_without_an_example(slug: str) -> None:
    decided = set(_decided(load_game(slug).home))
    for chapter, ids in _chapters(slug):
        if _title(chapter) in UNDECIDED[slug]:
            assert not ids & decided, _title(chapter)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_with_a_decision_shows_what_is_allowed_and_what_is_refused(slug: str) -> None:
    decided = set(_decided(load_game(slug).home))
    for chapter, ids in _chapters(slug):
        if ids & decided:
            found = [e.id for e in examples(slug) if e.rule in ids]
            fates = [f for id_ in found for f in json.loads(example_json(slug, id_))["fates"]]
            assert {fate["allowed"] for fate in fates} == {True, False}, _title(chapter)


def _chapters(slug: str) -> Iterator[tuple[Chapter, set[str]]]:
    for chapter, rules in load_rulebook(load_game(slug).home).chapters():
        assert chapter is not None
        yield chapter, {rule.id for rule in rules}


def _title(chapter: Chapter) -> str:
    return f"{chapter.number} {chapter.en}"


def _decided(home: Path) -> Iterator[str]:
    """The rules by which an order is given, or refused for what it asks."""
    for path in home.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            maker, (first, second) = ast.unparse(node.func), node.args[:2]
            if maker in ("Refusal", "Cause"):
                told = _word(second) not in EVERYWHERE
                yield from [_word(first)] * told
            elif maker in ("Decision", "Reply"):
                told = ast.unparse(first).rsplit(".", 1)[-1] != "Done"
                yield from [_word(second)] * told


def _word(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""
