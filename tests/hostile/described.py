"""Requests made from the server's own description: an endpoint that is new is asked without being named."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

Schema = Mapping[str, Any]
Known = Callable[[str], Any]
"""A value for a field of this name; None where nothing particular is known of it."""

DEEPEST = 6
JSON = "application/json"


class Operation:
    """One method of one address."""

    def __init__(self, method: str, path: str, told: Schema) -> None:
        self.method = method
        self.path = path
        self.query = [p["name"] for p in told.get("parameters", ()) if p["in"] == "query"]
        content: dict[str, dict[str, Schema]] = told.get("requestBody", {}).get("content", {})
        self.media = next(iter(content), "")
        self.body: Schema = content[self.media]["schema"] if content else {}
        self.is_socket = told.get("operationId") == "live"

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def address(self, known: Known, luck: random.Random) -> str:
        path = self.path
        for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
            path = path.replace(f"{{{name}}}", quote(str(known(name) or 0), safe=""))
        asked = [(name, known(name)) for name in self.query if luck.random() < 0.9]
        words = "&".join(f"{name}={quote(str(value), safe=',')}" for name, value in asked if value)
        return f"{path}?{words}" if words else path


class Description:
    def __init__(self, told: Schema) -> None:
        self._schemas: Mapping[str, Schema] = told["components"]["schemas"]
        self.operations = [
            Operation(method.upper(), path, what)
            for path, methods in told["paths"].items()
            for method, what in methods.items()
        ]

    def value(self, schema: Schema, known: Known, luck: random.Random, depth: int = 0) -> Any:
        """Something that this schema describes, with what is known put in by the names of fields."""
        if "$ref" in schema:
            schema = self._schemas[schema["$ref"].rpartition("/")[2]]
        if "const" in schema or "enum" in schema:
            return luck.choice(schema.get("enum") or [schema["const"]])
        for either in ("anyOf", "oneOf"):
            if either in schema:
                return self.value(luck.choice(schema[either]), known, luck, depth)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = luck.choice(kind)
        if kind == "object":
            return self._object(schema, known, luck, depth)
        if kind == "array":
            return self._array(schema, known, luck, depth)
        return _plain(kind, luck)

    def _object(self, schema: Schema, known: Known, luck: random.Random, depth: int) -> Any:
        made: dict[str, Any] = {}
        needed = schema.get("required", ())
        for name, inner in schema.get("properties", {}).items():
            if name not in needed and (depth > DEEPEST or luck.random() < 0.4):
                continue
            mine = known(name)
            made[name] = self.value(inner, known, luck, depth + 1) if mine is None else mine
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and depth < DEEPEST and not made:
            made["x"] = self.value(more, known, luck, depth + 1)
        return made

    def _array(self, schema: Schema, known: Known, luck: random.Random, depth: int) -> Any:
        fixed = schema.get("prefixItems", ())
        if fixed:
            return [self.value(one, known, luck, depth + 1) for one in fixed]
        items = schema.get("items")
        if depth > DEEPEST or not isinstance(items, dict):
            return []
        least, most = schema.get("minItems", 0), schema.get("maxItems", 4)
        count = luck.randint(least, min(most, least + 3))
        return [self.value(items, known, luck, depth + 1) for _ in range(count)]


def _plain(kind: str | None, luck: random.Random) -> Any:
    if kind == "integer":
        return luck.choice((0, 1, 2, 7, 40, -1))
    if kind == "number":
        return luck.choice((0, 1.5, -2))
    if kind == "boolean":
        return luck.random() < 0.5
    if kind == "null":
        return None
    return luck.choice(("", "a", "north", "human", "x" * 40))
