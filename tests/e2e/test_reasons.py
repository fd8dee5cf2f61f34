"""Why the computer gave an order: beside it in the log, folded until somebody asks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer


def test_the_log_tells_why_where_nothing_is_hidden(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, "afrika-korps", axis="captain", allied="human")
    page.locator(hands.OURS).wait_for(timeout=60_000)
    hands.tab(page, "Log")
    why = page.locator(".log .why").first
    expect(why).to_be_visible()
    expect(why.locator("p")).to_be_hidden()
    why.locator("summary").click()
    expect(why.locator("p")).to_be_visible()
    assert (why.locator("p").text_content() or "").strip()


def test_hidden_armies_explain_themselves_only_when_it_is_over(
    page: Page, server: TableServer
) -> None:
    """The Italian captain sees his own stacks: the Ethiopian player must not read his mind."""
    hands.begin(page, server.address, "lion-of-judah", italian="captain", ethiopian="human")
    page.locator(hands.OURS).wait_for(timeout=90_000)
    hands.tab(page, "Log")
    expect(page.locator(".log li").first).to_be_visible()
    expect(page.locator(".log .why")).to_have_count(0)
    hands.tab(page, "More")
    page.get_by_role("button", name="Resign").click()
    sure = page.get_by_role("button", name="Resign")
    if sure.count():
        sure.last.click()
    page.locator("main.victory").wait_for()
    page.get_by_role("button", name="To the table").click()
    hands.tab(page, "Log")
    expect(page.locator(".log .why").first).to_be_visible()
