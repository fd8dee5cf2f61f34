"""Ideas and hints: orders that are allowed now for whoever is to decide; and what an order is made of."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from starlette.testclient import TestClient

from campagna.core.contract import SPECTATOR
from campagna.core.offers import Offer
from tests.match.fixtures import GUDERIAN
from tests.server.fixtures import Table


def test_every_idea_is_an_order_that_is_accepted(table: Table) -> None:
    for _ in range(12):
        ideas = table.get("/ideas", table.side).json()
        assert 1 <= len(ideas) <= 6
        for order in ideas:
            judged = table.post("/judge", token=table.tokens[table.side], order=order).json()
            assert judged["refusal"] is None, order
        assert table.order(ideas[-1]).status_code == 200
        if table.live.over:
            return


def test_ideas_are_for_the_deciding_seat_only(table: Table) -> None:
    before = table.version
    assert table.get("/ideas", table.other).json()["error"] == "not-your-turn"
    assert table.get("/ideas", SPECTATOR).json()["error"] == "wrong-seat"
    assert table.version == before


def test_the_hint_is_an_order_that_is_accepted_with_its_reason(table: Table) -> None:
    for _ in range(12):
        told = table.get("/hint", table.side).json()
        assert told["why"]["it"]
        assert told["why"]["en"]
        judged = table.post("/judge", token=table.tokens[table.side], order=told["order"]).json()
        assert judged["refusal"] is None, told
        assert table.get("/hint", table.side).json() == told
        assert table.order(table.get("/ideas", table.side).json()[-1]).status_code == 200
        if table.live.over:
            return


def test_a_hint_is_for_the_deciding_seat_only(table: Table) -> None:
    assert table.get("/hint", table.other).json()["error"] == "not-your-turn"
    assert table.get("/hint", SPECTATOR).json()["error"] == "wrong-seat"


def test_a_fault_of_whoever_advises_leaves_the_table_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("campagna.server.hints.hint", broken)
    answer = table.get("/hint", table.side)
    assert (answer.status_code, answer.json()) == (200, None)
    assert table.order(table.choose(1)).status_code == 200


def test_offers_are_typed_and_for_the_deciding_seat_only(table: Table) -> None:
    for _ in range(12):
        offers = msgspec.json.decode(table.get("/offers", table.side).content, type=list[Offer])
        state = table.live.match.state
        assert tuple(offers) == tuple(table.live.game.offers(state))
        assert table.get("/offers", table.other).json()["error"] == "not-your-turn"
        assert table.get("/offers", SPECTATOR).json()["error"] == "wrong-seat"
        assert table.order(table.get("/ideas", table.side).json()[0]).status_code == 200
        if table.live.over:
            return


def test_the_description_names_every_shape(client: TestClient) -> None:
    known = client.get("/api/openapi.json").json()["components"]["schemas"]
    for shape in get_args(Offer):
        assert known[shape.__name__]["properties"]["shape"]["enum"] == [shape.__name__.lower()]


def test_a_game_tells_what_its_orders_are_made_of(client: TestClient) -> None:
    cards = {card["slug"]: card for card in client.get("/api/games").json()}
    orders = cards[GUDERIAN]["orders"]
    assert orders["done"] == []
    assert orders["retreat"] == [
        {"name": "unit", "type": "str", "many": False, "required": True},
        {"name": "path", "type": "str", "many": True, "required": True},
    ]
    assert orders["call-front"][0]["type"] == "int"
    assert {f["name"]: f["required"] for f in orders["move"]}["cut"] is False
