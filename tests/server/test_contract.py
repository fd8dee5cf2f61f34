"""What the server says is as its description says, and what is not is noticed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from campagna.games.registry import BUILT_IN
from campagna.server.openapi import describe
from tests.server.frames import kept

jsonschema = pytest.importorskip("jsonschema")
DESCRIPTION = describe()
LIVE = {"update": "Update", "seats": "Seats", "thinking": "Thinking"}


def judge(name: str) -> Any:
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": DESCRIPTION["components"]}
    )


def heard(slug: str) -> Iterator[tuple[str, Any]]:
    """Every recorded message of a game with the name of its type."""
    frames = kept(slug)
    yield "Snapshot", frames["first"]
    yield "Snapshot", frames["last"]
    for message in frames["heard"]:
        yield LIVE[message["type"]], message
    for line in frames["log"]:
        yield "LogLine", line


@pytest.mark.parametrize("slug", BUILT_IN)
def test_what_the_server_said_is_as_described(slug: str) -> None:
    for name, message in heard(slug):
        wrong = next(judge(name).iter_errors(message), None)
        assert wrong is None, f"{name}: {wrong.json_path} {wrong.message}"


def test_cards_and_guides_are_as_described() -> None:
    for card in kept("games"):
        judge("GameCard").validate(card)
    for guide in kept("guides").values():
        judge("Guide").validate(guide)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), "7"),
        (("yours",), None),
        (("tabletop", "pieces", 0, "id"), 5),
        (("tabletop", "layers"), None),
        (("offers", 0, "shape"), "wish"),
        (("offers", 0, "order"), None),
        (("step", "side"), None),
        (("seats",), []),
    ],
)
@pytest.mark.parametrize("slug", BUILT_IN)
def test_a_message_of_the_wrong_shape_is_noticed(
    slug: str, path: tuple[str | int, ...], value: object
) -> None:
    wrong = copy.deepcopy(next(m for n, m in heard(slug) if n == "Snapshot" and m["offers"]))
    *way, last = path
    place = wrong
    for step in way:
        place = place[step]
    place[last] = value
    assert not judge("Snapshot").is_valid(wrong)


@pytest.mark.parametrize("field", ["since", "version", "lines", "table", "offers", "orders"])
def test_an_update_without_one_of_its_parts_is_noticed(field: str) -> None:
    update = next(m for n, m in heard("kasserine") if n == "Update")
    assert judge("Update").is_valid(update)
    assert not judge("Update").is_valid({k: v for k, v in update.items() if k != field})


FREE = {"EventLine": "an event beside what every table reads of it"}
"""What is the game's own has no schema of the house; nothing else is without one."""


def test_no_schema_is_empty() -> None:
    empty = set(_empty(DESCRIPTION["paths"], "paths"))
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        empty |= {name for _ in _empty(schema, name)}
    assert empty == set(FREE)


def _empty(schema: Any, where: str) -> Iterator[str]:
    """The places at which anything at all may stand."""
    if isinstance(schema, list):
        for one in schema:
            yield from [where] if one == {} else _empty(one, where)
    if not isinstance(schema, dict):
        return
    kind = schema.get("type")
    anything = kind == "object" and schema.get("additionalProperties", False) in (True, {})
    if anything or (kind == "array" and not {"items", "prefixItems"} & set(schema)):
        yield where
    for key, value in schema.items():
        if key in ("items", "schema") and value == {}:
            yield where
        elif key == "properties":
            for name, one in value.items():
                yield from [f"{where}.{name}"] if one == {} else _empty(one, f"{where}.{name}")
        elif key != "default":
            yield from _empty(value, where)
