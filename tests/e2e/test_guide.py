"""The guided first turns: the guide waits for the player, can be closed, and comes back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

CARD = ".guide-card"


def _begin(page: Page, server: TableServer, game: str) -> None:
    page.goto(server.address)
    card = page.locator(f"[data-game='{game}']")
    card.get_by_role("button", name="Guided first turn").click()
    page.locator(CARD).wait_for()


def _at(page: Page, step: str, *, patience: int = 15_000) -> None:
    expect(page.locator(CARD)).to_have_attribute("data-step", step, timeout=patience)


def _go_on(page: Page) -> None:
    page.locator(CARD).get_by_role("button", name="Go on").click()


def _way(page: Page, to: str = "") -> None:
    way = page.locator(f".offer-list [data-to='{to}']" if to else ".offer-list [data-to]").last
    way.focus()
    way.press("Enter")


def _choose(page: Page, *units: str) -> None:
    hands.from_list(page, "[data-stack='W6']")
    for pick in page.locator(".panel .pick").all():
        if pick.get_attribute("data-unit") not in units:
            pick.click()


def test_the_first_axis_turn_of_afrika_korps(page: Page, server: TableServer) -> None:
    _begin(page, server, "afrika-korps")
    _at(page, "welcome")
    _go_on(page)
    _at(page, "stack")
    expect(page.locator(".guided")).to_have_count(1)
    hands.click_hex(page, "W6")
    _at(page, "group")
    expect(page.locator(".guide-frame")).to_be_visible()
    _choose(page, "DE-ROMMEL", "DE-21-5", "DE-21-104")
    _at(page, "aim")
    _way(page, "R9")
    _at(page, "move")
    # Closed and opened again, and after a new visit, the guide is where it was.
    page.locator(CARD).get_by_role("button", name="close the guide").click()
    expect(page.locator(CARD)).to_have_count(0)
    hands.tab(page, "More")
    hands.button(page, "Guide").click()
    _at(page, "move")
    page.reload()
    _at(page, "move")
    _choose(page, "DE-ROMMEL", "DE-21-5", "DE-21-104")
    _way(page, "R9")
    hands.press(page, "Move here")
    _at(page, "base")
    _choose(page, "IT-BOLOGNA")
    _way(page, "W3")
    hands.press(page, "Move here")
    _at(page, "spread")
    _choose(page, "IT-ARIETE", "IT-BRESCIA", "IT-PAVIA")
    _way(page, "W9")
    hands.press(page, "Move here")
    _at(page, "supply")
    page.locator(".layers").get_by_role("button", name="Supply").click()
    _at(page, "end")
    hands.end_phase(page)
    _at(page, "done")
    page.locator(CARD).get_by_role("button", name="Close").last.click()
    expect(page.locator(CARD)).to_have_count(0)


def test_the_first_german_turn_of_guderian(page: Page, server: TableServer) -> None:
    """The computer sets up and plays the Soviet turn; then the guide leads through ours."""
    _begin(page, server, "panzergruppe-guderian")
    _at(page, "welcome")
    _go_on(page)
    expect(page.locator(CARD)).to_have_attribute(
        "data-step", re.compile("air|pick"), timeout=60_000
    )
    if page.locator(CARD).get_attribute("data-step") == "air":
        hands.press(page, "No markers")
    _at(page, "pick", patience=60_000)
    target = hands.beside_the_enemy(page)[0]
    _at(page, "aim")
    _way(page, target)
    _at(page, "move")
    hands.press(page, "Enter here")
    _at(page, "zones")
    page.locator(".layers").get_by_role("button", name="Enemy zones").click()
    _at(page, "end-move")
    hands.end_phase(page)
    _at(page, "target")
    assert page.locator(".guided").count()
    page.locator(".todo").get_by_role("button", name=re.compile("^Attack · ")).first.click()
    _at(page, "roll")
    hands.press(page, re.compile("^Attack ?⏎?$"))
    _finish_battle(page)
    _at(page, "end-combat")
    hands.end_phase(page)
    _at(page, "mech")
    hands.end_phase(page)
    _at(page, "markers")
    hands.press(page, "No markers")
    _at(page, "end")


def _finish_battle(page: Page) -> None:
    """What the result asks of us; the computer decides for itself."""
    again = page.locator(f"{hands.TABLE}[data-kind='attack']")
    ours = page.locator(f"{hands.TABLE}:not([data-kind='wait'])")
    for _ in range(20):
        ours.wait_for()
        if again.count():
            return
        hands.decide(page)
    raise AssertionError("the battle does not come to an end")
