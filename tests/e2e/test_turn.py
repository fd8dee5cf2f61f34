"""A complete turn of Panzergruppe Guderian for both sides, through the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

GROUPS = 3
ATTACKS = 2


def test_a_complete_turn_for_both_sides(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, soviet="human", german="human")
    hands.set_up(page)
    hands.march(page)
    _soviet_turn(page)
    _german_turn(page)
    expect(page.locator(".track .now")).to_have_text("2")


def _soviet_turn(page: Page) -> None:
    # A stack on the map moves by the list, one unit by rail, reinforcements come in.
    _move_by_list(page)
    _enter(page)
    hands.end_phase(page)
    hands.resolve_battle(page)
    while hands.decision(page).startswith("soviet"):
        if hands.kind(page) == "markers":
            _place_marker(page)
        else:
            hands.end_phase(page)
        hands.resolve_battle(page)


def _german_turn(page: Page) -> None:
    assert hands.decision(page) == "german-move"
    targets = hands.beside_the_enemy(page)[:GROUPS]
    assert targets
    for target in targets:
        _enter(page, target)
    hands.end_phase(page)
    assert hands.decision(page) == "german-combat"
    for _ in range(ATTACKS):
        _attack(page)
    hands.end_phase(page)
    hands.resolve_battle(page)
    assert hands.decision(page) == "german-mech-move"
    hands.end_phase(page)
    hands.resolve_battle(page)
    assert hands.decision(page) == "german-interdict"
    hands.press(page, "No markers")


def _move_by_list(page: Page) -> None:
    hands.from_list(page, "[data-stack='4015']")
    hands.keep(page, 2)
    hands.from_list(page, "[data-to]")
    hands.press(page, "Move here")
    expect(page.locator(".log")).to_contain_text("moved")


def _enter(page: Page, target: str = "") -> None:
    """Units that wait beside the map come in: at this hex, or as deep as they can."""
    hands.choose_waiting(page)
    way = page.locator(f".offer-list [data-to='{target}']" if target else ".offer-list [data-to]")
    way.last.focus()
    way.last.press("Enter")
    hands.press(page, "Enter here")


def _place_marker(page: Page) -> None:
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    hands.press(page, re.compile("marker"))


def _attack(page: Page) -> None:
    options = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
    assert options.count()
    options.first.click()
    attack = hands.button(page, re.compile("^Attack ?⏎?$"))
    expect(attack).to_be_enabled()
    expect(page.locator(".bars")).to_be_visible()
    before = hands.version(page)
    attack.click()
    expect(page.locator(hands.TABLE)).not_to_have_attribute("data-version", str(before))
    hands.resolve_battle(page)
