"""Learning a game: five minutes on one page, and worked examples that open beside their rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campagna.core.five_minutes import load_five_minutes
from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.conftest import new_page
from tests.e2e.table_server import TableServer
from tests.e2e.test_table import WIDTHS, serious

PLACED = "() => [...document.querySelectorAll('.picture svg')].map((s) => s.getBoundingClientRect().height)"


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_five_minutes_are_read_in_both_languages(
    page: Page, server: TableServer, slug: str
) -> None:
    told = load_five_minutes(load_game(slug).home)
    assert told is not None
    page.goto(f"{server.address}/#/learn/{slug}")
    page.locator(".idea").first.wait_for()
    for language in ("it", "en"):
        hands.speak(page, language)
        expect(page.locator("main")).to_contain_text(told.war[language])
        expect(page.locator(".idea h2")).to_have_text([i.title[language] for i in told.idea])
        heights = page.evaluate(PLACED)
        assert len(heights) == len(told.idea)
        assert min(heights) > 80, "a picture is not drawn"
        titles = page.locator(".picture svg > title").all_text_contents()
        assert titles == [i.title[language] for i in told.idea]
    page.locator(".idea").first.get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(told.idea[0].rules[0])


@pytest.mark.parametrize("width", sorted(WIDTHS))
def test_axe_finds_nothing_serious_where_one_learns(
    context: BrowserContext, server: TableServer, width: str
) -> None:
    page = new_page(context)
    page.set_viewport_size(WIDTHS[width])  # type: ignore[arg-type]
    page.goto(f"{server.address}/#/learn/kasserine")
    page.locator(".idea").first.wait_for()
    assert serious(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= WIDTHS[width]["width"]


def test_an_example_is_shown_and_tried_on_a_table(page: Page, server: TableServer) -> None:
    page.goto(f"{server.address}/#/rules/kasserine/MOV-5")
    page.locator("[data-example='MOV-5']").click()
    shown = page.locator("article[data-rule='MOV-5'] .example")
    expect(shown.locator("svg").first).to_be_visible()
    expect(shown.locator("[data-allowed='true']")).to_have_count(1)
    refused = shown.locator("[data-allowed='false']")
    expect(refused).to_contain_text("MOV-5")
    assert serious(page) == []
    shown.get_by_role("button", name="Try it on a table").click()
    hands.arrived(page)
    assert hands.decision(page) == "movement"
    expect(page.locator("[data-unit='A21-I5'], [data-hex='2520']").first).to_be_attached()
