"""One whole game of Panzergruppe Guderian, from the set-up to the victory screen, by the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

TURNS = 12
LIVELY = 4
"""Turns in which both sides bring units in and fight; they let the others go by."""
ATTACKS = 2
"""In each of these turns, as long as there is somebody to attack."""
MOST_ORDERS = 400


def test_a_whole_game_to_its_victory_screen(page: Page, server: TableServer) -> None:
    """Both sides at one screen: they march in, fight for some turns and let the rest go by."""
    hands.begin(page, server.address, soviet="human", german="human")
    hands.set_up(page)
    hands.march(page)
    fought: dict[str, int] = {}
    for _ in range(MOST_ORDERS):
        if page.locator("main.victory").count():
            break
        _next_decision(page, fought)
    victory = page.locator("main.victory")
    expect(victory).to_be_visible()
    expect(victory.get_by_role("heading", level=1)).to_have_text(re.compile("victory"))
    expect(victory.locator(".scale .current")).to_be_visible()
    expect(victory.get_by_role("link", name="Download the match")).to_be_visible()
    assert sum(fought.values()) >= ATTACKS
    victory.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".rail-turn")).to_have_count(TURNS)


def _next_decision(page: Page, fought: dict[str, int]) -> None:
    match hands.kind(page):
        case "move":
            _bring_in(page)
            if not page.locator("main.victory").count() and hands.kind(page) == "move":
                hands.end_phase(page)
        case "attack":
            turn = f"{_turn(page)} {hands.decision(page)}"
            targets = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
            if _turn(page) <= LIVELY and fought.get(turn, 0) < ATTACKS and targets.count():
                fought[turn] = fought.get(turn, 0) + 1
                _attack(page)
            else:
                hands.end_phase(page)
        case "markers":
            hands.press(page, "No markers")
        case "choice" if page.locator("[data-act=end]").count():
            hands.end_phase(page)
        case _:
            assert hands.decide(page) or hands.decision(page)


def _bring_in(page: Page) -> None:
    """One group of German reinforcements a turn comes in, beside the enemy or as deep as it can."""
    if hands.decision(page) != "german-move" or _turn(page) > LIVELY:
        return
    if not page.locator(".offer-list [data-stack*='entry']").count():
        return
    contact = hands.beside_the_enemy(page)
    wanted = f"[data-to='{contact[0]}']" if contact else "[data-to]"
    ways = page.locator(f".offer-list {wanted}")
    if ways.count():
        ways.last.focus()
        ways.last.press("Enter")
        hands.press(page, "Enter here")


def _turn(page: Page) -> int:
    return int(page.locator(".track .now").inner_text())


def _attack(page: Page) -> None:
    page.locator(".todo").get_by_role("button", name=re.compile("^Attack · ")).first.click()
    attack = hands.button(page, re.compile("^Attack ?⏎?$"))
    expect(attack).to_be_enabled()
    before = hands.version(page)
    attack.click()
    hands.moved_on(page, before)
    hands.resolve_battle(page)
