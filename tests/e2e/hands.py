"""What a player does at the table, by its visible controls only."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

TABLE = "main.table"


def begin(page: Page, address: str, **seats: str) -> None:
    """A new match from the home page; seats by side: human, friend or a computer."""
    page.goto(address)
    page.get_by_role("button", name="Play", exact=True).first.click()
    for side, kind in seats.items():
        page.locator(f"[name=seat-{side}]").select_option(kind)
    page.get_by_role("button", name="Begin").click()
    page.locator(TABLE).wait_for()


def kind(page: Page) -> str:
    return page.locator(TABLE).get_attribute("data-kind") or ""


def decision(page: Page) -> str:
    return page.locator(TABLE).get_attribute("data-decision") or ""


def version(page: Page) -> int:
    return int(page.locator(TABLE).get_attribute("data-version") or -1)


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A button of the panel that can be seen."""
    return page.locator("#orders > :not(.offer-list)").get_by_role("button", name=name)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button of the panel that gives an order, and wait until the table has moved on."""
    before = version(page)
    button(page, name).first.click()
    expect(page.locator(TABLE)).not_to_have_attribute("data-version", str(before))


def end_phase(page: Page) -> None:
    before = version(page)
    page.locator("[data-act=end]").click()
    anyway = page.get_by_role("button", name="End anyway")
    if anyway.count():
        anyway.click()
    expect(page.locator(TABLE)).not_to_have_attribute("data-version", str(before))


def from_list(page: Page, selector: str) -> None:
    """Choose an entry of the list that mirrors the offers, as a keyboard reaches it."""
    entry = page.locator(f".offer-list {selector}").first
    entry.focus()
    entry.press("Enter")


def keep(page: Page, count: int) -> None:
    """Leave units out of the selection until this many remain."""
    chosen = page.locator(".panel .pick[aria-pressed=true]")
    for _ in range(chosen.count() - count):
        chosen.last.click()


def deploy(page: Page) -> str:
    """Put the unit that is chosen on the first hex offered to it."""
    offered = page.locator(".panel .card .btn").first
    hex_ = (offered.text_content() or "").strip()
    press(page, hex_)
    return hex_


def set_up(page: Page) -> None:
    """The Soviet set-up, then no air markers: turn 1 begins."""
    button(page, re.compile("^Set up the rest for me")).click()
    finish = button(page, "Finish the set-up")
    finish.wait_for(timeout=60_000)
    press(page, "Finish the set-up")
    press(page, "No markers")
    expect(page.locator(TABLE)).to_have_attribute("data-decision", "soviet-move")


def march(page: Page) -> None:
    """The armies that must march in the first turn."""
    every = button(page, re.compile("^March all the others"))
    every.click()
    expect(every).to_have_count(0, timeout=90_000)


def click_hex(page: Page, hex_: str) -> None:
    """A click of the mouse on the counters of a hex."""
    page.locator(f".unit[data-hex='{hex_}']").click(force=True)


def resolve_battle(page: Page) -> None:
    """Losses, retreats, advances and removals until the phase goes on."""
    for _ in range(40):
        match kind(page):
            case "losses":
                _resolve_losses(page)
            case "retreat":
                page.get_by_role("button", name=re.compile("^Show [0-9]")).first.click()
                press(page, "Retreat here")
            case "advance":
                page.get_by_role("button", name=re.compile("^Show [0-9]")).first.click()
                press(page, "Advance here")
            case "remove":
                before = version(page)
                page.locator(".panel .pick").first.click()
                expect(page.locator(TABLE)).not_to_have_attribute("data-version", str(before))
            case _:
                return
    raise AssertionError("the battle does not come to an end")


def _resolve_losses(page: Page) -> None:
    retreat = button(page, re.compile("^Retreat [0-9]"))
    if retreat.count():
        press(page, re.compile("^Retreat [0-9]"))
        return
    picks = page.locator(".panel .pick")
    for i in range(picks.count() * 3):
        if button(page, re.compile("^Take the losses")).is_enabled():
            break
        picks.nth(i % picks.count()).click()
    press(page, re.compile("^Take the losses"))
