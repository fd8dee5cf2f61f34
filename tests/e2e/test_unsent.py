"""An order that nobody answers is kept and sent again, once; overtaken it says so and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e import hands
from tests.e2e.rehearsal import Seats, ask, played
from tests.e2e.table_server import TableServer

ORDERS = "**/api/matches/*/orders"


@pytest.fixture
def table(page: Page, server: TableServer) -> Seats:
    seats = played(server, hands.GUDERIAN, 0, soviet="human", german="human")
    seats.sit(page, "soviet")
    return seats


def _given(table: Seats) -> list[dict[str, Any]]:
    token = table.tokens["soviet"]
    log = ask(table.server, f"/matches/{table.match}/log?token={token}&from=1")
    return [entry["order"] for entry in log]


def _sent(page: Page) -> list[tuple[int, str]]:
    """The orders that leave the page from now on: the version and the bytes of each."""
    found: list[tuple[int, str]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/orders"):
            body = json.loads(request.post_data or "{}")
            found.append((body["version"], json.dumps(body["order"])))

    page.on("request", hear)
    return found


def _order(page: Page) -> None:
    """Put the unit that is chosen on the first hex offered to it."""
    page.locator(".panel .card .button").first.click()


def test_an_order_given_offline_is_kept_and_sent_when_the_line_is_back(
    page: Page, table: Seats
) -> None:
    sent = _sent(page)
    page.context.set_offline(True)
    _order(page)
    card = page.locator("[data-unsent]")
    for language, words in {"it": "Non ancora inviato", "en": "Not sent yet"}.items():
        hands.speak(page, language)
        expect(card).to_contain_text(words)
    # What is asked now, nothing else can be ordered: no button, no list, no key.
    expect(page.locator("#orders [data-act=end]")).to_have_count(0)
    page.keyboard.press("u")
    assert _given(table) == []
    page.context.set_offline(False)
    expect(card).to_have_count(0)
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "1")
    expect(page.get_by_role("alert")).to_contain_text("has been sent")
    assert len(_given(table)) == 1
    assert len(set(sent)) == 1, "the same order for the same version"
    expect(page.locator(".link-bar")).to_have_count(0)


def test_a_kept_order_outlives_a_reload(page: Page, table: Seats) -> None:
    page.route(ORDERS, lambda route: route.abort())
    sent = _sent(page)
    _order(page)
    card = page.locator("[data-unsent]")
    expect(card).to_be_visible()
    page.reload()
    hands.arrived(page)
    expect(card).to_be_visible()
    assert _given(table) == []
    page.unroute(ORDERS)
    expect(card).to_have_count(0)
    assert len(_given(table)) == len(set(sent)) == 1
    page.reload()
    hands.arrived(page)
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "1")
    expect(card).to_have_count(0)


def test_an_order_whose_answer_is_lost_is_not_given_twice(page: Page, table: Seats) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(ORDERS, lose, times=1)
    _order(page)
    expect(page.get_by_role("alert")).to_contain_text("had arrived already")
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "1")
    assert len(_given(table)) == 1
    # The table goes on.
    hands.deploy(page)
    assert len(_given(table)) == 2


def test_an_order_that_was_overtaken_says_so_and_changes_nothing(page: Page, table: Seats) -> None:
    page.route(ORDERS, lambda route: route.abort())
    _order(page)
    expect(page.locator("[data-unsent]")).to_be_visible()
    other = [order for order in _ideas(table) if order["order"] != "deploy"] or _ideas(table)
    table.order("soviet", other[-1])
    before = _given(table)
    page.unroute(ORDERS)
    expect(page.get_by_role("alert")).to_contain_text("no longer counts")
    hands.speak(page, "it")
    expect(page.get_by_role("alert")).to_contain_text("Non ha cambiato nulla")
    assert _given(table) == before
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", "1")


def _ideas(table: Seats) -> list[dict[str, Any]]:
    token = table.tokens["soviet"]
    found: list[dict[str, Any]] = ask(table.server, f"/matches/{table.match}/ideas?token={token}")
    return found


def test_a_kept_order_can_be_left(page: Page, table: Seats) -> None:
    page.route(ORDERS, lambda route: route.abort())
    _order(page)
    page.locator("[data-act=drop-unsent]").click()
    page.unroute(ORDERS)
    expect(page.locator("[data-unsent]")).to_have_count(0)
    page.reload()
    hands.arrived(page)
    assert _given(table) == []
    hands.deploy(page)
    assert len(_given(table)) == 1
