"""A complete move of Kasserine for both sides, through the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

QUIET = ("logistics", "movement")
"""Phases that we end ourselves, after a few orders of our own."""


def test_a_complete_move_for_both_sides(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, "kasserine", axis="human", allied="human")
    for side in ("allied", "axis"):
        assert hands.decision(page) == f"{side}-setup"
        hands.button(page, re.compile("^Set up the rest for me")).click()
        finish = hands.button(page, "Finish the set-up")
        finish.wait_for(timeout=60_000)
        hands.press(page, "Finish the set-up")
    _half_move(page, "Axis")
    _half_move(page, "Allies")
    expect(page.locator(".track .now")).to_have_text("2")
    _what_was_reconstructed(page)


def _half_move(page: Page, side: str) -> None:
    """Logistics, movement, planned attacks, fire and combat, until the other side is to move."""
    assert hands.decision(page) == "logistics"
    expect(page.locator(".prompt .kicker").last).to_contain_text(side)
    hands.choose(page, "march")
    hands.end_phase(page)
    assert hands.decision(page) == "movement"
    hands.from_list(page, "[data-stack]")
    hands.keep(page, 1)
    hands.from_list(page, "[data-to]")
    hands.press(page, "Move here")
    hands.end_phase(page)
    for _ in range(60):
        if hands.decision(page) in QUIET:
            return
        if not hands.decide(page):
            hands.end_phase(page)
    raise AssertionError("the move does not come to an end")


def _what_was_reconstructed(page: Page) -> None:
    hands.tab(page, "More")
    page.get_by_text("Sources and reconstructions").click()
    expect(page.locator(".sources")).to_contain_text("Reconstruction: the six combat tables")
    hands.tab(page, "Forces")
    counter = page.locator(".force-units button").first
    counter.click()
    counter.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Provenance")
    expect(dialog).to_contain_text("Reconstructed")
