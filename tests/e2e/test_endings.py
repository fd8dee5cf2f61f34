"""Resigning, stopping, 'what if', and records that travel by file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e import hands
from tests.e2e.conftest import new_context, new_page
from tests.e2e.rehearsal import Seats, played
from tests.e2e.table_server import TableServer

KORPS = "afrika-korps"
ORDERS = 12


def _begun(server: TableServer) -> Seats:
    return played(server, KORPS, ORDERS, axis="human", allied="human")


def test_a_resigned_match_travels_as_a_file(
    page: Page, server: TableServer, tmp_path: Path
) -> None:
    _begun(server).sit(page)
    hands.tab(page, "More")
    hands.button(page, "Resign").click()
    page.locator("[data-act=sure]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("resigned"))
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the match").click()
    file = tmp_path / "match.jsonl"
    saved.value.save_as(file)
    lines = file.read_text().splitlines()
    assert len(lines) == 1 + ORDERS + 1
    assert '"resignation"' in lines[-1]
    page.goto(server.address)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".scrub")).to_contain_text(f"order {ORDERS} of {ORDERS}")
    # A file that was changed proves nothing and is not read.
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    page.goto(server.address)
    page.locator("input[type=file]").set_input_files(damaged)
    expect(page.get_by_role("alert")).to_be_visible()


def test_what_if_from_a_past_moment(page: Page, server: TableServer) -> None:
    table = _begun(server)
    table.sit(page)
    hands.tab(page, "More")
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".rail input").fill("4")
    expect(page.locator(".scrub")).to_contain_text(f"order 4 of {ORDERS}")
    page.get_by_role("button", name="What if from here").click()
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile(f"#/match/(?!{table.match})"))
    page.locator(f"{hands.TABLE}[data-version]").wait_for()
    assert hands.version(page) == 0
    assert hands.kind(page) != "wait"
    # It is played like any other match.
    if not hands.decide(page):
        _choose_a_mover(page)
        hands.from_list(page, "[data-to]")
        hands.press(page, "Move here")
    assert hands.version(page) == 1


def _choose_a_mover(page: Page) -> None:
    """One unit that has somewhere to go: not every unit of every stack has."""
    stacks = page.locator(".offer-list [data-stack]")
    for stack in stacks.evaluate_all("all => all.map(e => e.dataset.stack)"):
        hands.from_list(page, f"[data-stack='{stack}']")
        hands.keep(page, 1)
        if page.locator(".offer-list [data-to]").count():
            return
    raise AssertionError("no unit can move")


def test_an_offer_to_stop_is_accepted(browser: Browser, server: TableServer) -> None:
    table = _begun(server)
    first, second = new_context(browser), new_context(browser)
    axis, allied = new_page(first), new_page(second)
    table.sit(axis, "axis")
    table.sit(allied, "allied")
    for page in (axis, allied):
        hands.tab(page, "More")
    hands.button(axis, "Offer to stop").click()
    axis.locator("[data-act=sure]").click()
    expect(allied.locator(".panel")).to_contain_text("Axis offers to stop")
    hands.button(allied, "Accept to stop").click()
    allied.locator("[data-act=sure]").click()
    for page in (axis, allied):
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("stopped"))
    first.close()
    second.close()


def test_the_computer_agrees_to_stop(page: Page, server: TableServer) -> None:
    """Also while it thinks; nobody thinks any more when the match is over."""
    hands.begin(page, server.address, KORPS, axis="general", allied="human")
    kick = page.locator(".prompt .kicker").last
    expect(kick).to_contain_text("Axis is thinking…", timeout=60_000)
    hands.tab(page, "More")
    hands.button(page, "Offer to stop").click()
    expect(page.locator("dialog")).to_contain_text("The computer accepts at once")
    page.locator("[data-act=sure]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("stopped"))
    page.get_by_role("button", name="To the table").click()
    for language, over in (("EN", "End of the game"), ("IT", "Fine della partita")):
        page.get_by_role("button", name=re.compile(f"^{language},")).first.click()
        expect(kick).to_have_text(over)
        expect(page.locator("body")).not_to_contain_text(re.compile("thinking…|pensando…"))
