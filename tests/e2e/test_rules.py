"""The rulebook page: every rule of every game in its chapter, in both languages, found by its number."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campagna.core.rulebook import load_rulebook
from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.conftest import new_page
from tests.e2e.table_server import TableServer
from tests.e2e.test_table import WIDTHS, serious
from tests.laws.cases import all_slugs

SHOWN = "() => [...document.querySelectorAll('article[data-rule]')].map((a) => a.dataset.rule)"
ASKED = """
async (ids) => {
  const field = document.querySelector('input[type=search]')
  const missed = []
  for (const id of ids) {
    field.value = id
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((done) => setTimeout(done))
    const found = [...document.querySelectorAll('article[data-rule]')].map((a) => a.dataset.rule)
    if (!found.includes(id)) missed.push(id)
  }
  return missed
}
"""


def read(page: Page, server: TableServer, slug: str, rule: str = "") -> None:
    page.goto(f"{server.address}/#/rules/{slug}" + (f"/{rule}" if rule else ""))
    page.locator("article[data-rule]").first.wait_for()


@pytest.mark.parametrize("slug", all_slugs())
def test_every_rule_stands_in_its_chapter_and_is_found_by_its_number(
    page: Page, server: TableServer, slug: str
) -> None:
    book = load_rulebook(load_game(slug).home)
    read(page, server, slug)
    for language in ("it", "en"):
        hands.speak(page, language)
        assert page.evaluate(SHOWN) == [rule.id for rule in book.rule]
        heads = page.locator("section > h2")
        expect(heads).to_have_count(len(book.chapter))
        for n, (chapter, rules) in enumerate(book.chapters()):
            assert chapter is not None
            said = chapter.it if language == "it" else chapter.en
            expect(heads.nth(n)).to_contain_text(said)
            expect(heads.nth(n)).to_contain_text(re.compile(rf"{len(rules)} (rule|regol)"))
    assert page.evaluate(ASKED, [rule.id for rule in book.rule]) == []


def test_the_search_counts_and_a_reference_is_followed(page: Page, server: TableServer) -> None:
    read(page, server, "afrika-korps")
    hands.speak(page, "it")
    page.get_by_role("searchbox").fill("scarpata")
    told = page.locator("p[role=status]")
    expect(told).to_have_text(re.compile(r"^\d+ di 242 regole$"))
    assert 0 < page.locator("article[data-rule]").count() < 242
    page.get_by_role("searchbox").fill("zeppelin")
    expect(page.locator(".book")).to_contain_text("Nessuna regola dice questo")
    page.get_by_role("searchbox").fill("9.7")
    rule = page.locator("article[data-rule='9.7']")
    rule.get_by_role("button", name="14.5", exact=True).click()
    expect(told).to_have_text("242 di 242 regole")
    expect(page.locator("article[data-rule='14.5']")).to_be_in_viewport()
    assert page.url.endswith("#/rules/afrika-korps/14.5")


def test_the_curious_see_where_a_rule_is_enforced(page: Page, server: TableServer) -> None:
    read(page, server, "two-fords", "5.1")
    expect(page.locator("article[data-rule='5.1']")).to_be_in_viewport()
    page.get_by_label("Show where each rule is enforced").check()
    kept = page.locator("article[data-rule='5.1'] details")
    kept.locator("summary").click()
    expect(kept).to_contain_text("rules/zones.py")


def test_a_rule_at_the_table_is_read_on_in_its_chapter(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, hands.GUDERIAN)
    page.locator(".prompt .rule").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="In the rulebook").click()
    wanted = page.locator("article.wanted")
    expect(wanted).to_be_in_viewport()
    expect(page.locator("article[data-rule]")).to_have_count(
        len(load_rulebook(load_game(hands.GUDERIAN).home).rule)
    )


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_axe_finds_nothing_serious_in_a_rulebook(
    context: BrowserContext, server: TableServer, width: str
) -> None:
    page = new_page(context)
    page.set_viewport_size(WIDTHS[width])  # type: ignore[arg-type]
    read(page, server, "lion-of-judah")
    assert serious(page) == []
    if width == "phone":
        chapters = page.locator("nav details")
        chapters.locator("summary").click()
        chapters.get_by_role("button", name=re.compile("Combat")).click()
        expect(page.get_by_role("heading", name=re.compile("Combat")).first).to_be_in_viewport()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= WIDTHS["phone"]["width"]


def test_the_largest_rulebook_is_light(server: TableServer, page: Page) -> None:
    """What a phone must load to read it: half a megabyte at most, the client included."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(answer.request.sizes()["responseBodySize"]))
    biggest = max(BUILT_IN, key=lambda slug: len(load_rulebook(load_game(slug).home).rule))
    read(page, server, biggest)
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) <= 500_000
