"""A what-if keeps the opponents, the log and the place on the map of the match it comes from."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.rehearsal import played
from tests.e2e.table_server import TableServer

WORDS = {
    "en": ("What if from here…", "Play from here", "Download the match", "More"),
    "it": ("E se da qui…", "Gioca da qui", "Scarica la partita", "Altro"),
}


def _middle(page: Page) -> tuple[float, float, float]:
    """What stands in the middle of the stage, and how large, once the stage is at rest."""
    last, now = None, _seen(page)
    while now != last:
        page.wait_for_timeout(200)
        last, now = now, _seen(page)
    return now


def _seen(page: Page) -> tuple[float, float, float]:
    x, y, k, width, height = page.locator(".canvas").evaluate(
        "e => [+e.dataset.x, +e.dataset.y, +e.dataset.k, e.clientWidth, e.clientHeight]"
    )
    return (width / 2 - x) / k, (height / 2 - y) / k, k


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_what_if_goes_on_with_the_same_match(
    page: Page, server: TableServer, language: str
) -> None:
    what_if, begin, download, more = WORDS[language]
    match = played(server, hands.GUDERIAN, 5, soviet="human", german="recruit")
    match.sit(page, "soviet")
    page.goto(f"{server.address}/?lang={language}#/match/{match.match}/replay")
    page.get_by_role("button", name=re.compile("zoom in|ingrandisci")).click()
    page.locator(".scrub input[type=range]").fill("4")
    expect(page.locator(".scrub")).to_contain_text(re.compile(r"4 (of|di) 5"))
    before = _middle(page)

    page.get_by_role("button", name=what_if).click()
    expect(page.locator("[name=seat-german]")).to_have_value("recruit")
    expect(page.locator("[name=seat-soviet]")).to_have_value("human")
    page.get_by_role("button", name=begin).click()
    page.wait_for_url(re.compile(r"#/match/[^/]+$"))
    page.locator(hands.TABLE).wait_for()
    assert match.match not in page.url
    expect(page.locator(".trial")).to_be_visible()

    expect(page.locator(".log").first).to_contain_text(re.compile("order 4|ordine 4"))
    assert _middle(page) == pytest.approx(before, abs=2)
    page.locator(".tabs").get_by_role("button", name=more, exact=True).click()
    expect(page.get_by_role("link", name=download)).to_have_count(0)
    back = page.get_by_role("link", name=re.compile("real match|partita vera"))
    expect(back).to_have_attribute("href", f"#/match/{match.match}")


def test_the_record_is_offered_when_it_can_be_had(page: Page, server: TableServer) -> None:
    """Against a computer the record tells what it must not know: it comes with the end."""
    match = played(server, hands.GUDERIAN, 2, soviet="human", german="recruit")
    match.sit(page)
    hands.tab(page, "More")
    link = page.get_by_role("link", name="Download the match")
    expect(link).to_have_count(0)
    expect(page.locator(".panel")).to_contain_text("can be downloaded at the end")

    both = played(server, hands.GUDERIAN, 2, soviet="human", german="human")
    both.sit(page)
    hands.tab(page, "More")
    with page.expect_download() as loading:
        link.click()
    assert loading.value.failure() is None
