"""`campagna schema`: JSON Schema of the orders, events and positions of a game."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from campagna.cli.commands import command
from campagna.cli.language import say
from campagna.cli.screen import print_json, print_table
from campagna.games.registry import load_game

_REF = "#/$defs/"


@command(
    "schema",
    it="JSON Schema degli ordini, degli eventi e delle posizioni di un gioco.",
    en="JSON Schema of the orders, events and positions of a game.",
)
@click.argument("game")
def schema_command(game: str, as_json: bool) -> None:
    found = load_game(game)
    kinds = {
        "orders": found.order_type,
        "events": found.event_type,
        "positions": found.position_type,
    }
    schemas = {name: msgspec.json.schema(kind) for name, kind in kinds.items()}
    if as_json:
        print_json(schemas)
        return
    titles = {
        "orders": say("ordini", "orders"),
        "events": say("eventi", "events"),
        "positions": say("posizioni", "positions"),
    }
    for name, schema in schemas.items():
        rows = [_row(n, d) for n, d in schema.get("$defs", {}).items()]
        columns = (say("nome", "name"), say("campi", "fields"), say("significato", "meaning"))
        print_table(columns, rows, titles[name])


def _row(name: str, schema: dict[str, Any]) -> tuple[str, str, str]:
    """One struct: its tag as it is written in JSON, its fields, a star on those that must be given."""
    properties: dict[str, Any] = schema.get("properties", {})
    required = schema.get("required", [])
    tag = next((p["enum"][0] for p in properties.values() if len(p.get("enum", ())) == 1), name)
    fields = [
        f"{field}{'*' if field in required else ''}: {_type(kind)}"
        for field, kind in properties.items()
        if kind.get("enum") != [tag]
    ]
    return str(tag), ", ".join(fields), schema.get("description", "").split("\n")[0]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_REF)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(_type(s) for s in schema[several])
    if "enum" in schema:
        return " | ".join(repr(v) for v in schema["enum"])
    if schema.get("type") == "array":
        return f"[{_type(schema['items'])}]" if isinstance(schema.get("items"), dict) else "[...]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        return f"{{name: {_type(more)}}}" if isinstance(more, dict) else "{...}"
    return str(schema.get("type", "any"))
