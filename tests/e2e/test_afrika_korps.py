"""A complete turn of Afrika Korps for both sides, through the page alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.table_server import TableServer

START = "W6"
"""El Agheila, where the Axis waits."""


def test_a_complete_turn_for_both_sides(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, "afrika-korps", axis="human", allied="human")
    assert hands.decision(page) == "movement"
    _march(page, ["DE-SUP-1"], to="W7", road=1)
    _march(page, ["DE-21-104", "DE-ROMMEL"])
    _march(page, ["DE-21-5"])
    _crowded(page)
    _march(page, ["IT-ARIETE", "IT-BRESCIA", "IT-PAVIA"])
    _march(page, ["IT-BOLOGNA", "IT-SAVONA"], to="W3")
    _finish(page, "axis")
    assert hands.decision(page) == "supply"
    hands.choose(page, "land-supply")
    expect(page.locator(".log").first).to_contain_text("Landed")
    _move_somebody(page)
    _finish(page, "allied")
    expect(page.locator(".track .now")).to_have_text("2")
    _battle(page)


HURRIED = """() => new MutationObserver((_, watch) => {
  const bar = document.querySelector('.search progress')
  if (!bar) return
  watch.disconnect()
  window.most = Number(bar.max)
  document.querySelector('[data-act=hurry]').click()
}).observe(document.body, {subtree: true, childList: true})"""
"""Pressed as soon as it is there: the general may be done before a test has looked twice."""


def test_a_general_shows_how_far_he_is_and_can_be_hurried(page: Page, server: TableServer) -> None:
    hands.begin(page, server.address, "afrika-korps", axis="general", allied="human")
    ours = page.locator(hands.OURS)
    ours.wait_for(timeout=90_000)
    hands.choose(page, "land-supply")
    _move_somebody(page)
    bar = page.locator(".search progress")
    page.evaluate(HURRIED)
    with page.expect_response(re.compile("/hurry$"), timeout=90_000) as answer:
        _finish(page, "allied")
    assert page.evaluate("window.most") > 0
    assert answer.value.json()["hurried"] is True
    ours.wait_for(timeout=90_000)
    expect(page.locator(".track .now")).to_have_text("2")
    expect(bar).to_have_count(0)


def _battle(page: Page) -> None:
    """The second Axis turn: a die for the supply, then somebody goes beside the enemy and fights."""
    hands.choose(page, "roll-supply")
    expect(page.locator(".roll")).to_contain_text("Axis supply")
    while hands.kind(page) != "move":
        if not hands.decide(page):
            hands.end_phase(page)
    stacks = page.locator(".offer-list [data-stack]").evaluate_all(
        "all => all.map(e => e.dataset.stack)"
    )
    contact = page.locator(".offer-list [data-effect]")
    for stack in stacks:
        hands.from_list(page, f"[data-stack='{stack}']")
        if contact.count():
            break
    contact.first.focus()
    contact.first.press("Enter")
    expect(page.locator(".panel")).to_contain_text("There you must attack")
    hands.press(page, "Move here")
    _finish(page, "axis")
    log = page.locator(".panel")
    hands.tab(page, "Log")
    expect(log).to_contain_text(re.compile("against|is eliminated, trapped"))


def _choose_units(page: Page, units: list[str]) -> None:
    hands.from_list(page, f"[data-stack='{START}']")
    for pick in page.locator(".panel .pick").all():
        if pick.get_attribute("data-unit") not in units:
            pick.click()
    expect(page.locator(".panel .pick[aria-pressed=true]")).to_have_count(len(units))


def _crowded(page: Page) -> None:
    """The movement cannot end while so many stand in one hex: the judge says so, and why."""
    page.locator("[data-act=end]").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("6.1a")
    hands.button(page, "Got it").click()


def _march(page: Page, units: list[str], to: str = "", road: int = 0) -> None:
    """Some units of the first stack go together, to this hex or as far as they can.

    `road`: hexes of the road bonus, which the table tells beside the cost.
    """
    _choose_units(page, units)
    wanted = f"[data-to='{to}']" if to else "[data-to]:not([data-effect])"
    way = page.locator(f".offer-list {wanted}").last
    way.focus()
    way.press("Enter")
    if road:
        bonus = page.locator("[data-note=road-bonus]")
        expect(bonus).to_contain_text(f"not in the cost: {road}. Left: {10 - road} of 10")
        hands.speak(page, "it")
        expect(bonus).to_contain_text(f"fuori dal costo: {road}. Ne restano {10 - road} di 10")
        hands.speak(page, "en")
    hands.press(page, "Move here")
    expect(page.locator(".log").first).to_contain_text("moved")


def _move_somebody(page: Page) -> None:
    assert hands.decision(page) == "movement"
    hands.from_list(page, "[data-stack='L59']")
    hands.keep(page, 1)
    hands.from_list(page, "[data-to]")
    hands.press(page, "Move here")


def _finish(page: Page, side: str) -> None:
    """End the phases of this side, taking every decision they ask for on the way."""
    mover = re.compile("Your move, Axis" if side == "axis" else "Your move, Allied")
    for _ in range(30):
        if not mover.search(page.locator(".prompt .kicker").last.inner_text()):
            return
        if hands.kind(page) == "move" or not hands.decide(page):
            hands.end_phase(page)
    raise AssertionError("the turn does not come to an end")
