"""The Two Fords, a package of its own without a line of TypeScript, played to its end by the page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

GAME = "two-fords"
MOST_DECISIONS = 200


def test_a_game_of_another_package_to_its_end(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, GAME, north="human", south="human")
    expect(page.locator(".sheet svg").first).to_be_attached()
    done: set[str] = set()
    for _ in range(MOST_DECISIONS):
        page.locator(f"{hands.TABLE}, {hands.CURTAIN}, main.victory").first.wait_for()
        if page.locator("main.victory").count():
            break
        hands.arrived(page)
        _decide(page, done)
    victory = page.locator("main.victory")
    expect(victory.get_by_role("heading", level=1)).to_be_visible()
    assert {"deploy", "move", "attack", "look"} <= {kind for _, _, kind in map(str.split, done)}


def _decide(page: Page, done: set[str]) -> None:
    """One order of each kind in a phase, then its end; what must be answered is."""
    now = page.locator(".track .now")
    turn = now.inner_text() if now.count() else "0"
    kick = page.locator(".prompt .kicker").last.inner_text()
    side = "North" if "North" in kick else "South"
    kind = hands.kind(page)
    if kind == "deploy":
        hands.deploy(page)
        done.add(f"{turn} {side} deploy")
    elif kind == "move" and f"{turn} {side} move" not in done and _move(page, side):
        done.add(f"{turn} {side} move")
    elif f"{turn} {side} look" not in done and page.locator("[data-group=look]").count():
        hands.choose(page, "look")
        done.add(f"{turn} {side} look")
    elif kind == "attack" and f"{turn} {side} attack" not in done and _attack(page):
        done.add(f"{turn} {side} attack")
    elif page.locator("[data-act=end]").count():
        hands.end_phase(page)
    else:
        assert hands.decide(page), hands.decision(page)


def _move(page: Page, side: str) -> bool:
    """The first stack goes towards the enemy: rows count from the north."""
    if not page.locator(".offer-list [data-stack]").count():
        return False
    hands.from_list(page, "[data-stack]")
    ways = page.locator(".offer-list [data-to]")
    if not ways.count():
        return False
    hexes = ways.evaluate_all("all => all.map(e => e.dataset.to)")
    goal = sorted(hexes, key=lambda hex_: int(hex_[2:]), reverse=side == "North")[0]
    way = page.locator(f".offer-list [data-to='{goal}']")
    way.focus()
    way.press("Enter")
    hands.press(page, "Move here")
    return True


def _attack(page: Page) -> bool:
    targets = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
    if not targets.count():
        return False
    targets.first.click()
    expect(page.locator(".bars")).to_be_visible()
    hands.press(page, re.compile("^Attack ?⏎?$"))
    return True


def test_its_rules_and_its_guide_come_from_its_data(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, GAME, north="human", south="captain")
    page.locator(".prompt .rule, .prompt [data-rule]").first.click()
    expect(page.locator("dialog[open]")).to_contain_text("2.1")
    page.keyboard.press("Escape")
    page.goto(server.address)
    card = page.locator(f"[data-game='{GAME}']")
    expect(card.get_by_role("button", name=re.compile("[Gg]uided"))).to_be_visible()
