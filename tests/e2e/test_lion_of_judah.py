"""A complete turn of Lion of Judah for both sides, through the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

MOST_DECISIONS = 120


def test_a_complete_turn_for_both_sides(page: Page, server: TableServer) -> None:
    """Each phase is answered by a panel made from the offers alone."""
    hands.begin(page, server.address, "lion-of-judah", italian="human", ethiopian="human")
    assert hands.decision(page) == "setup"
    done: set[str] = set()
    movers: set[str] = set()
    for _ in range(MOST_DECISIONS):
        if page.locator(".track .now").inner_text() == "2":
            break
        mover = page.locator(".prompt .kicker").last.inner_text()
        movers.add("Italian" if "Italian" in mover else "Ethiopian")
        _decide(page, f"{mover} {hands.decision(page)}", done)
    expect(page.locator(".track .now")).to_have_text("2")
    assert movers == {"Italian", "Ethiopian"}
    assert {"move", "attack"} <= {name.split()[-1] for name in done}, done


def _decide(page: Page, phase: str, done: set[str]) -> None:
    """One order of a phase where that is possible, then its end; what must be answered is."""
    kind = hands.kind(page)
    free = page.locator("[data-act=end]").count() > 0
    if not free:
        assert hands.decide(page), f"{phase}: nothing to answer with"
        return
    if f"{phase} {kind}" not in done and _one_order(page, kind):
        done.add(f"{phase} {kind}")
        return
    hands.end_phase(page)


def _one_order(page: Page, kind: str) -> bool:
    match kind:
        case "move" if page.locator(".offer-list [data-stack]").count():
            hands.from_list(page, "[data-stack]")
            hands.keep(page, 1)
            if not page.locator(".offer-list [data-to]").count():
                return False
            hands.from_list(page, "[data-to]")
            hands.press(page, "Move here")
            return True
        case "attack":
            targets = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
            if not targets.count():
                return False
            targets.first.click()
            attack = hands.button(page, re.compile("^Attack ?⏎?$"))
            expect(attack).to_be_enabled()
            hands.press(page, re.compile("^Attack ?⏎?$"))
            return True
        case "choice" if page.locator(".choices [data-choice]:visible").count():
            page.locator(".choices [data-choice]:visible").first.click()
            hands.press(page, re.compile("^Confirm"))
            return True
    return False
