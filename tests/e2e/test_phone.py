"""On a phone the bar at the top holds what it shows, the language buttons above all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from campagna.games.registry import BUILT_IN
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer

PHONES = ((390, 844), (360, 640), (320, 568))
COVERED = """() => [...document.querySelectorAll('header button, header a')]
  .filter((e) => e.offsetParent !== null)
  .filter((e) => {
    const r = e.getBoundingClientRect()
    const width = document.documentElement.clientWidth
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)
    return r.left < 0 || r.right > width || r.width < 24 || !e.contains(hit)
  })
  .map((e) => e.getAttribute('aria-label') ?? e.textContent.trim())"""


def _look(page: Page) -> None:
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "it"):
            page.locator(f".language button[lang={language}]").click()
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate(COVERED) == [], (width, language)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (width, language, wide)


@pytest.mark.parametrize("slug", BUILT_IN)
def test_the_bar_of_the_table_fits(page: Page, server: TableServer, slug: str) -> None:
    rehearsal = Rehearsal(server, slug, seed=3)
    rehearsal.until(lambda _: rehearsal.turn == 1)
    seats = rehearsal.take_up()
    seats.sit(page)
    _look(page)
    page.goto(f"{server.address}/#/match/{seats.match}/replay")
    page.locator(".scrub").wait_for()
    _look(page)


def test_the_bar_of_an_invitation_fits(page: Page, server: TableServer) -> None:
    page.goto(server.address)
    card = page.locator("[data-game='kasserine']")
    card.get_by_role("button", name="Play", exact=True).click()
    page.locator("[name=seat-allied]").select_option("friend")
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-invites]").wait_for()
    _look(page)
    page.goto(page.locator("[data-invites] input").first.input_value())
    page.locator("header.keep").wait_for()
    _look(page)


def test_the_bar_of_the_first_page_fits(page: Page, server: TableServer) -> None:
    page.goto(server.address)
    page.locator("[data-game]").first.wait_for()
    _look(page)
