"""The charts page of every game: one sheet of paper, as wide as a phone; axe objects to nothing serious."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.hands import speak
from tests.e2e.table_server import TableServer
from tests.e2e.test_table import serious
from tests.laws.cases import all_slugs

WIDTHS: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
}
PAGE = re.compile(rb"/Type\s*/Page\b")


def see(page: Page, server: TableServer, slug: str) -> None:
    page.goto(f"{server.address}/#/charts/{slug}")
    page.locator("table").first.wait_for()


@pytest.mark.parametrize("slug", all_slugs())
def test_the_charts_of_a_game_are_one_sheet_of_paper(
    page: Page, server: TableServer, slug: str
) -> None:
    see(page, server, slug)
    paper = page.pdf(format="A4", prefer_css_page_size=True, print_background=True)
    assert len(PAGE.findall(paper)) == 1


@pytest.mark.parametrize("slug", all_slugs())
@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_nothing_serious_in_the_charts(
    page: Page, server: TableServer, slug: str, size: str, theme: str
) -> None:
    page.set_viewport_size(WIDTHS[size])
    see(page, server, slug)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert serious(page) == []


@pytest.mark.parametrize("slug", all_slugs())
def test_the_charts_are_no_wider_than_a_phone(page: Page, server: TableServer, slug: str) -> None:
    page.set_viewport_size(WIDTHS["phone"])
    see(page, server, slug)
    for language in ("it", "en"):
        speak(page, language)
        wide = page.evaluate("""() => {
          const top = document.querySelector('header.top')
          const boxes = [...top.querySelectorAll('a, button')].map((e) => e.getBoundingClientRect())
          return Math.max(document.documentElement.scrollWidth, ...boxes.map((b) => b.right))
        }""")
        assert wide <= WIDTHS["phone"]["width"], language
        # Nothing that belongs there is left out.
        for name in ("Campagna", "IT, italiano", "EN, English"):
            expect(page.locator("header.top").get_by_label(name)).to_be_in_viewport()
        expect(page.locator("header.top .segmented")).to_have_count(2)
        expect(page.locator("header.top .segmented").last).to_be_visible()
