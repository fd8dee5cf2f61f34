"""The page signs its orders, and at the end it proves the dice of its match."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from campagna.core.proof import verify
from campagna.core.record_file import load_record
from campagna.games.registry import load_game
from tests.e2e import hands
from tests.e2e.table_server import TableServer

GUDERIAN = "panzergruppe-guderian"


def resigned(page: Page, server: TableServer, file: Path) -> None:
    """A match against the recruit: we set up our army and resign."""
    hands.begin(page, server.address, GUDERIAN, soviet="human", german="recruit")
    hands.button(page, re.compile("^Set up the rest for me")).click()
    hands.button(page, "Finish the set-up").wait_for(timeout=60_000)
    hands.tab(page, "More")
    hands.button(page, "Resign").click()
    page.locator("[data-act=sure]").click()
    expect(page.get_by_role("button", name="Prove the dice")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the match").click()
    saved.value.save_as(file)


def test_the_page_proves_what_it_signed(page: Page, server: TableServer, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    resigned(page, server, file)
    proof = verify(load_game(GUDERIAN), load_record(file))
    assert (proof.dice, proof.finished, proof.new_keys) == ("salted", True, ())
    page.get_by_role("button", name="Prove the dice").click()
    expect(page.get_by_text("Dice proven:")).to_contain_text(f"{proof.draws} throws")
    expect(page.get_by_text("All signatures hold")).to_be_visible()
    expect(page.locator("li.grave")).to_have_count(0)
    page.screenshot(path="/tmp/proof.png", full_page=True)


def test_the_page_notices_a_record_that_it_did_not_see(
    page: Page, server: TableServer, tmp_path: Path
) -> None:
    """A server that forgets an order, and one that changes one."""
    file = tmp_path / "match.jsonl"
    resigned(page, server, file)
    lines = file.read_text().splitlines()

    def lie(text: str) -> None:
        def answer(route: Route) -> None:
            route.fulfill(body=text, content_type="application/x-ndjson")

        page.unroute("**/record?*")
        page.route("**/record?*", answer)
        page.get_by_role("button", name="Prove the dice").click()

    lie("\n".join(lines[:-2]) + "\n")
    expect(page.get_by_text("The record is not the one that this browser saw")).to_be_visible()
    entry = json.loads(lines[1])
    other = lines[1].replace(f'"hex":"{entry["order"]["hex"]}"', '"hex":"0101"')
    lie("\n".join([lines[0], other, *lines[2:]]) + "\n")
    expect(page.get_by_text("Order 1 is false: the signature does not hold.")).to_be_visible()
