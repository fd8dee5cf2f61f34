"""The gate in front of each of the games: orders of its own schema, spoilt in every way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from campagna.core.contract import LANGUAGES, SPECTATOR, Order, digest
from campagna.games.registry import BUILT_IN, load_game
from campagna.laws.fuzzed_orders import fuzzed_orders, words_of
from campagna.match.gate import Gate
from campagna.match.strict_json import order_kinds
from campagna.server.bodies import MESSAGE_LIMIT
from tests.server.fixtures import JSON, Table, new_table

GAMES = BUILT_IN
WRONG: tuple[Any, ...] = (
    None,
    True,
    3.5,
    -1,
    "",
    "\u0000",
    "è😀",
    [],
    {},
    [[]],
    [[None]],
    {"": {}},
    2**70,
)
DEPTH = 3000


@pytest.fixture(params=GAMES)
def game_table(request: pytest.FixtureRequest, client: TestClient, service: Gate) -> Table:
    game = load_game(request.param)
    sides = game.scenarios[0].sides
    table = new_table(client, service, request.param, dict.fromkeys(sides, "human"))
    table.play(4)
    return table


def standing(table: Table) -> tuple[Any, ...]:
    live = table.live
    return digest(live.match.state), live.kept, live.match.record.chain


@pytest.fixture
def unchanged(game_table: Table) -> Iterator[Table]:
    before = standing(game_table)
    yield game_table
    assert standing(game_table) == before


def turned_away(response: httpx.Response, *keys: str) -> dict[str, Any]:
    answer: dict[str, Any] = response.json()
    assert 400 <= response.status_code < 500, response.text
    assert not keys or answer["error"] in keys, response.text
    assert all(answer["message"][language] for language in LANGUAGES)
    return answer


def spoilt_orders(table: Table) -> Iterator[Any]:
    """Every kind of order with each field missing, unknown or of every wrong kind."""
    for tag, kind in order_kinds(table.live.game.order_type).items():
        fields = msgspec.structs.fields(kind)
        if any(f.required for f in fields):
            yield {"order": tag}
        yield {"order": tag, "no-such-field": 1}
        for field in fields:
            for value in WRONG:
                yield {"order": tag, field.encode_name: value}
    yield from ({"order": value} for value in WRONG)
    yield from WRONG


def test_spoilt_orders(unchanged: Table) -> None:
    """What does not fit the schema is malformed, for the judge as for the gate."""
    token, version = unchanged.tokens[unchanged.side], unchanged.version
    spoilt = [order for order in spoilt_orders(unchanged) if not _fits(unchanged, order)]
    for number, order in enumerate(spoilt):
        turned_away(unchanged.post("/judge", token=token, order=order), "malformed")
        if number % 7 == 0:
            response = unchanged.post("/orders", token=token, version=version, order=order)
            turned_away(response, "malformed")


def _fits(table: Table, order: Any) -> bool:
    try:
        msgspec.convert(order, table.live.game.order_type)
    except (msgspec.ValidationError, TypeError):
        return False
    known = order_kinds(table.live.game.order_type)[order["order"]].__struct_encode_fields__
    return set(order) <= {"order", *known}


def test_orders_that_fit_the_schema_and_nothing_else(unchanged: Table) -> None:
    game, state = unchanged.live.game, unchanged.live.match.state
    token, version = unchanged.tokens[unchanged.side], unchanged.version

    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(order=fuzzed_orders(game, words_of(game, state)))
    def judged(order: Order) -> None:
        plain = msgspec.to_builtins(order)
        answer = unchanged.post("/judge", token=token, order=plain)
        if answer.status_code == 200 and answer.json()["refusal"] is None:
            return
        response = unchanged.post("/orders", token=token, version=version, order=plain)
        told = turned_away(response, "refused", "malformed")
        assert told["error"] == "malformed" or all(told["reason"][x] for x in LANGUAGES)

    judged()


def test_nested_oversized_and_beyond_all_range(unchanged: Table, client: TestClient) -> None:
    path = f"/api/matches/{unchanged.match}/orders"
    head = f'{{"token": "{unchanged.tokens[unchanged.side]}", "version": {unchanged.version}, '
    values = {
        "[" * DEPTH + "]" * DEPTH: "malformed",
        "9" * 5000: "malformed",
        '["\\ud800"]': "malformed",
        f'"{"9" * MESSAGE_LIMIT}"': "too-large",
    }
    for tag, kind in order_kinds(unchanged.live.game.order_type).items():
        for name in kind.__struct_encode_fields__[:1]:
            for value, key in values.items():
                body = f'{head}"order": {{"order": "{tag}", "{name}": {value}}}}}'
                turned_away(client.post(path, content=body.encode(), headers=JSON), key)


def test_wrong_seat_and_stale_version(unchanged: Table) -> None:
    order, version = unchanged.choose(9), unchanged.version
    for viewer, key in ((unchanged.other, "not-your-turn"), (SPECTATOR, "wrong-seat")):
        message = {"token": unchanged.tokens[viewer], "version": version, "order": order}
        turned_away(unchanged.post("/orders", **message), key)
    for stale in (version - 1, version + 1, -(2**63), 2**63 - 1):
        message = {"token": unchanged.tokens[unchanged.side], "version": stale, "order": order}
        turned_away(unchanged.post("/orders", **message), "stale")


def test_a_message_sent_twice_counts_once(game_table: Table) -> None:
    token, version = game_table.tokens[game_table.side], game_table.version
    message = {"token": token, "version": version, "order": game_table.choose(9)}
    assert game_table.post("/orders", **message).status_code == 200
    before = standing(game_table)
    turned_away(game_table.post("/orders", **message), "stale", "not-your-turn")
    assert standing(game_table) == before


@pytest.mark.parametrize(
    "path", [[], [[0, 0]], [[-(10**9), 10**9]], [[2**62, -(2**62)]], [[1, 1]] * 50]
)
def test_surveys_of_anything(unchanged: Table, path: list[list[int]]) -> None:
    token = unchanged.tokens[unchanged.side]
    for piece in (
        "",
        "no-such-thing",
        *words_of(unchanged.live.game, unchanged.live.match.state)[:40],
    ):
        response = unchanged.post("/survey", token=token, piece=piece, path=path)
        assert response.status_code == 200 or turned_away(response)
