"""The description of the interface, made from the types that the endpoints use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import msgspec.inspect

from campagna.core.contract import LANGUAGES
from campagna.core.event_fields import EventFields
from campagna.match.errors import rejection_keys
from campagna.match.updates import Update
from campagna.server.endpoint import Endpoint
from campagna.server.endpoints import ENDPOINTS
from campagna.server.messages import Failure, Seats, Thinking, program_version
from campagna.server.people import MyNews

_LIMITED = ("too-many",)
_SOCKET = "/api/matches/{match}/live"
_MY_SOCKET = "/api/me/live"
_NEWS = Update | Seats | Thinking


def describe() -> dict[str, Any]:
    kinds = [e.answer for e in ENDPOINTS] + [e.body for e in ENDPOINTS if e.body is not None]
    kinds += [Failure, _NEWS, MyNews]
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    _require(components, [e.answer for e in ENDPOINTS] + [Failure, _NEWS, MyNews])
    answers, rest = schemas[: len(ENDPOINTS)], schemas[len(ENDPOINTS) :]
    bodies = iter(rest)
    paths: dict[str, Any] = {}
    failure, news, my_news = schemas[-3:]
    for endpoint, answer in zip(ENDPOINTS, answers, strict=True):
        body = next(bodies) if endpoint.body is not None else None
        path = re.sub(r":\w+}", "}", endpoint.path)
        operation = _operation(endpoint, path, answer, body, failure)
        paths.setdefault(path, {})[endpoint.method.lower()] = operation
    paths[_SOCKET] = {"get": _socket(news, failure)}
    paths[_MY_SOCKET] = {"get": _my_socket(my_news, failure)}
    components = {**_named(components), **_NAMED}
    free = {"components": components, "paths": paths}
    components, paths = (_orders(free[part]) for part in ("components", "paths"))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Campagna",
            "version": program_version(),
            "description": "The table: matches, orders and what each side may see of them.",
        },
        "paths": _named(paths),
        "components": {"schemas": components},
    }


def _require(components: dict[str, Any], answers: list[Any]) -> None:
    """What the server says it says in full, unless the type leaves defaults out."""
    for kind in _structs(msgspec.inspect.multi_type_info(answers)):
        schema = components.get(kind.cls.__name__)
        if schema is not None and not kind.cls.__struct_config__.omit_defaults:
            schema["required"] = list(schema["properties"])


def _structs(kinds: Iterable[Any]) -> list[msgspec.inspect.StructType]:
    """Every struct that can be met in these types."""
    found: dict[type, msgspec.inspect.StructType] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls in found:
                continue
            found[kind.cls] = kind
            waiting += [field.type for field in kind.fields]
        elif isinstance(kind, msgspec.inspect.UnionType):
            waiting += kind.types
        elif isinstance(kind, msgspec.inspect.DictType):
            waiting += [kind.key_type, kind.value_type]
        elif isinstance(kind, msgspec.inspect.TupleType):
            waiting += kind.item_types
        elif isinstance(kind, msgspec.inspect.CollectionType):
            waiting.append(kind.item_type)
    return list(found.values())


def _named(schema: Any) -> Any:
    """Types without a struct of their own have a name all the same; a free table is no empty one."""
    if isinstance(schema, list):
        return [_named(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    title = schema.get("title")
    if isinstance(title, str) and title in _NAMED:
        return {"$ref": f"#/components/schemas/{title}"}
    if schema.get("type") == "object" and "properties" not in schema:
        schema = {"additionalProperties": _JSON, **schema}
    return {key: _named(value) for key, value in schema.items()}


def _orders(schema: Any) -> Any:
    """What travels as it is (`msgspec.Raw`) is an order, and its schema would say nothing of it."""
    if isinstance(schema, list):
        return [_ORDER if value == {} else _orders(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: value if key == "default" else _orders(value) for key, value in schema.items()}
    for key in ("items", "schema", "order"):
        if found.get(key) == {}:
            found[key] = _ORDER
    return found


_ORDER = {"$ref": "#/components/schemas/Order"}
_JSON = {"$ref": "#/components/schemas/Json"}


def _event_fields() -> dict[str, Any]:
    """Fields that a table reads of events; none of them need be there."""
    _, found = msgspec.json.schema_components(
        [EventFields], ref_template="#/components/schemas/{name}"
    )
    fields = found["EventFields"]["properties"]
    return {name: {k: v for k, v in fields[name].items() if k != "default"} for name in fields}


_NAMED: dict[str, Any] = {
    "Json": {
        "description": "Any value of JSON: what a game says in its own words.",
        "anyOf": [
            {"type": ["string", "number", "boolean", "null"]},
            {"type": "array", "items": _JSON},
            {"type": "object", "additionalProperties": _JSON},
        ],
    },
    "Order": {
        "type": "object",
        "description": "An order: its kind, and fields that are the game's own.",
        "properties": {"order": {"type": "string"}},
        "required": ["order"],
        "additionalProperties": _JSON,
    },
    "Text": {
        "type": "object",
        "description": "A text in every language of the product.",
        "properties": {language: {"type": "string"} for language in LANGUAGES},
        "required": list(LANGUAGES),
    },
    "EventLine": {
        "type": "object",
        "description": "An event: what each kind of event tells beside this is the game's own.",
        "properties": {
            "event": {"type": "string"},
            "rule": {"type": "string"},
            "text": {"$ref": "#/components/schemas/Text"},
            "opens": {"type": "boolean"},
            "sequel": {"type": "boolean"},
            "pieces": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The pieces it tells of, where `unit` and `units` do not.",
            },
            "cell": {"$ref": "#/components/schemas/ChartMark"},
            **_event_fields(),
        },
        "required": ["event", "rule", "text"],
        "additionalProperties": True,
    },
}


def _operation(
    endpoint: Endpoint, path: str, answer: Any, body: Any, failure: Any
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": [*_path_parameters(path), *(_parameter(q, "query") for q in endpoint.query)],
        "responses": {
            str(endpoint.status): {
                "description": endpoint.summary,
                "content": {endpoint.media: {"schema": answer}},
            },
            **_failures((*endpoint.errors, *(_LIMITED if endpoint.rate else ())), failure),
        },
    }
    if body is not None:
        kind = "text/plain" if endpoint.body is str else "application/json"
        operation["requestBody"] = {"required": True, "content": {kind: {"schema": body}}}
    return operation


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [_parameter(name, "path") for name in re.findall(r"{(\w+)}", path)]


def _parameter(name: str, where: str) -> dict[str, Any]:
    kind = "integer" if name in ("n", "from", "since") else "string"
    return {"name": name, "in": where, "required": where == "path", "schema": {"type": kind}}


def _failures(keys: tuple[str, ...], schema: Any) -> dict[str, Any]:
    """One answer per status; its description lists the keys."""
    statuses = rejection_keys()
    by_status: dict[str, list[str]] = {}
    for key in keys:
        by_status.setdefault(str(statuses[key]), []).append(key)
    return {
        status: {
            "description": ", ".join(dict.fromkeys(named)),
            "content": {"application/json": {"schema": schema}},
        }
        for status, named in by_status.items()
    }


def _my_socket(news: Any, failure: Any) -> dict[str, Any]:
    return {
        "summary": "WebSocket: what happens at the visitor's tables",
        "operationId": "my_live",
        "parameters": [],
        "responses": {
            "101": {
                "description": "Each message from the server is one of these",
                "content": {"application/json": {"schema": news}},
            },
            **_failures(("sign-in-needed",), failure),
        },
    }


def _socket(news: Any, failure: Any) -> dict[str, Any]:
    return {
        "summary": "WebSocket: every change of the match, from version `since` on",
        "operationId": "live",
        "parameters": [
            _parameter("match", "path"),
            _parameter("token", "query"),
            _parameter("since", "query"),
        ],
        "responses": {
            "101": {
                "description": "Each message from the server is one of these",
                "content": {"application/json": {"schema": news}},
            },
            **_failures(("unknown-match", "unknown-token", *_LIMITED), failure),
        },
    }
