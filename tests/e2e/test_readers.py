"""The table by keyboard alone, what a screen reader hears, and every page as axe sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.conftest import BEGIN_TURN
from tests.e2e.rehearsal import Rehearsal, Seats, ask
from tests.e2e.table_server import TableServer
from tests.e2e.test_table import serious
from tests.e2e.test_turn_told import told_table

ON_MAP = "() => document.activeElement.classList.contains('canvas')"
MOST_STOPS = 40


def _to_the_map(page: Page) -> None:
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate(ON_MAP):
            return
    raise AssertionError("Tab does not lead to the map")


def _heard(page: Page, *words: str) -> None:
    """The live region of the stage says this."""
    said = page.locator(".stage [role=status]")
    for word in words:
        expect(said).to_contain_text(word)


def _moment(server: TableServer, kind: str) -> Seats:
    game = Rehearsal(server, hands.GUDERIAN, 11)
    game.until(lambda offers: bool(offers.get(kind)))
    return game.take_up()


def _last(table: Seats) -> str:
    """The last order, as its own side reads it."""
    given = ""
    for side in ("soviet", "german"):
        log = ask(table.server, f"/matches/{table.match}/log?token={table.tokens[side]}")
        given = given or (log[-1]["order"] or {}).get("order", "")
    return given


def test_a_move_and_its_words_by_keyboard_alone(page: Page, server: TableServer) -> None:
    table = _moment(server, "move")
    table.sit(page)
    # What is asked stands in the stage for who hears it.
    asked = page.locator(".prompt h2").first.inner_text()
    expect(page.locator(".stage .screen-reader", has_text=asked)).to_have_count(1)
    _to_the_map(page)
    page.keyboard.press("Tab")
    # Hex, place, terrain, units; then whether the chosen ones get there, and for how much.
    _heard(page, "4015, Vyazma, open, Rakutin 2-10")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    _heard(page, "4014, open, no unit", "reachable, ½ MP")
    before = hands.version(page)
    page.keyboard.press("Enter")
    expect(hands.button(page, "Move here")).to_be_enabled()
    page.keyboard.press("Enter")
    hands.moved_on(page, before)
    assert _last(table) == "move"


def test_an_attack_by_keyboard_alone(page: Page, server: TableServer) -> None:
    table = _moment(server, "attack")
    table.sit(page)
    _to_the_map(page)
    page.keyboard.press("Tab")
    _heard(page, "0617, forest, 59/20 Rifle")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    _heard(page, "0616", "Division no. 32", "can be attacked")
    before = hands.version(page)
    page.keyboard.press("Enter")
    expect(page.locator(".bars")).to_be_visible()
    page.keyboard.press("Enter")
    hands.moved_on(page, before)
    assert _last(table) == "attack"


def test_axe_finds_nothing_serious_on_the_charts(page: Page, server: TableServer) -> None:
    page.goto(f"{server.address}/#/charts/kasserine")
    page.locator("main table").first.wait_for()
    assert serious(page) == []


@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing_serious_in_what_is_told(
    page: Page, server: TableServer, width: int
) -> None:
    page.remove_locator_handler(page.locator(BEGIN_TURN))
    page.set_viewport_size({"width": width, "height": 900 if width > 390 else 844})
    table, side = told_table(server, "kasserine")
    table.sit(page, side)
    page.locator("[data-told]").first.click()
    assert serious(page) == [], "told"
    page.locator(BEGIN_TURN).click()
    page.keyboard.press("y")
    page.locator("dialog [data-condition]").first.wait_for()
    assert serious(page) == [], "state"
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.locator("[data-act=only-fights]").wait_for()
    assert serious(page) == [], "log"
    page.goto(f"{server.address}/#/match/{table.match}/replay")
    page.locator(".scrub").wait_for()
    assert serious(page) == [], "replay"
