"""What a player does at the table, by its visible controls only."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

TABLE = "main.table"
CURTAIN = "main.curtain"
CONFIRM = ".foot .button:has(kbd:text-is('⏎'))"
# A CSS selector with :not() makes the driver look at every element of the page; these do not.
SEEN = "xpath=//*[@id='orders']/*[not(contains(@class, 'offer-list'))]"
OURS = "xpath=//main[@data-kind and not(@data-kind='wait')]"


GUDERIAN = "panzergruppe-guderian"


def begin(page: Page, address: str, game: str = GUDERIAN, **seats: str) -> None:
    """A new match from the home page; seats by side: human, friend or a computer.

    With a friend the invitation is the next screen, and this goes on to the table.
    """
    page.goto(address)
    card = page.locator(f"[data-game='{game}']")
    card.get_by_role("button", name="Play", exact=True).click()
    for side, kind in seats.items():
        page.locator(f"[name=seat-{side}]").select_option(kind)
    page.get_by_role("button", name="Begin").click()
    if "friend" in seats.values():
        page.locator("[data-invites]").first.wait_for()
        page.get_by_role("link", name="To the table").click()
    arrived(page)


def arrived(page: Page) -> None:
    """Wait for the table; two at one screen pass it on first."""
    curtain = page.locator(CURTAIN)
    page.locator(TABLE).or_(curtain).first.wait_for()
    if curtain.count():
        page.locator(f"{CURTAIN}[data-ready=true] button").click()
        page.locator(TABLE).wait_for()


def kind(page: Page) -> str:
    return page.locator(TABLE).get_attribute("data-kind") or ""


def decision(page: Page) -> str:
    return page.locator(TABLE).get_attribute("data-decision") or ""


def version(page: Page) -> int:
    return int(page.locator(TABLE).get_attribute("data-version") or -1)


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A button of the panel that can be seen."""
    return page.locator(SEEN).get_by_role("button", name=name)


def tab(page: Page, name: str) -> None:
    """Another part of the panel: Orders, Log, Forces or More."""
    page.locator(".tabs").get_by_role("button", name=name, exact=True).click()


def speak(page: Page, language: str) -> None:
    """Changes the language by the top bar's button; the panel may show the same buttons."""
    name = {"it": "IT, italiano", "en": "EN, English"}[language]
    page.get_by_role("banner").get_by_role("button", name=name).click()


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button of the panel that gives an order, and wait until the table has moved on.

    What is grave asks once more.
    """
    before = version(page)
    button(page, name).first.click()
    sure = page.locator("dialog [data-act=sure]")
    _later(page, before).or_(sure).or_(page.locator(CURTAIN)).first.wait_for()
    if sure.count():
        sure.click()
    moved_on(page, before)


def end_phase(page: Page) -> None:
    before = version(page)
    page.locator("[data-act=end]").click()
    anyway = button(page, "End anyway")
    _later(page, before).or_(anyway).or_(page.locator(CURTAIN)).first.wait_for()
    if anyway.count():
        anyway.click()
    moved_on(page, before)


def from_list(page: Page, selector: str) -> None:
    """Choose an entry of the list that mirrors the offers, as a keyboard reaches it."""
    entry = page.locator(f".offer-list {selector}").first
    entry.focus()
    entry.press("Enter")


def only(page: Page, units: list[str]) -> None:
    """Leave everybody else out of the selection."""
    chosen = page.locator(".panel .pick[aria-pressed=true]")
    for unit in chosen.evaluate_all("all => all.map(e => e.dataset.unit)"):
        if unit not in units:
            page.locator(f".panel .pick[aria-pressed=true][data-unit='{unit}']").first.click()
    expect(chosen).to_have_count(len(units))


def keep(page: Page, count: int) -> None:
    """Leave units out of the selection until this many remain."""
    chosen = page.locator(".panel .pick[aria-pressed=true]")
    for _ in range(chosen.count() - count):
        chosen.last.click()


def deploy(page: Page) -> str:
    """Put the unit that is chosen on the first hex offered to it."""
    offered = page.locator(".panel .card .button").first
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
    every = button(page, re.compile("^March all of them"))
    every.click()
    expect(every).to_have_count(0, timeout=90_000)


def click_hex(page: Page, hex_: str) -> None:
    """A click of the mouse on the counters of a hex."""
    page.locator(f".unit[data-hex='{hex_}']").click(force=True)


def choose_waiting(page: Page) -> None:
    """Select units that wait beside the map."""
    waiting = page.locator(".offer-list [data-stack*='entry']").first
    waiting.focus()
    waiting.press("Enter")
    keep(page, 3)


def beside_the_enemy(page: Page) -> list[str]:
    """Hexes within reach of the first group from which it can attack, each beside another stack."""
    choose_waiting(page)
    board = page.request.get(
        page.url.split("/#")[0] + "/api/games/panzergruppe-guderian/board"
    ).json()
    ways = page.locator(".offer-list [data-to]")
    reached = ways.evaluate_all("all => all.map(e => e.dataset.to)")
    enemies = page.locator(".unit[data-side=soviet]").evaluate_all(
        "all => all.map(e => e.dataset.hex)"
    )
    found: list[str] = []
    for enemy in enemies:
        beside = [h for h in board["directions"][enemy] if h in reached and h not in found]
        if beside:
            found.append(beside[0])
    return found


def resolve_battle(page: Page) -> None:
    """Losses, retreats, advances and removals until the phase goes on."""
    for _ in range(40):
        asked = decision(page) == "remove" or kind(page) in ("losses", "retreat", "advance")
        if not asked:
            return
        decide(page)
    raise AssertionError("the battle does not come to an end")


def decide(page: Page) -> bool:
    """Take the decision that the panel asks for; False if there is nothing that must be decided."""
    match kind(page):
        case "losses":
            _resolve_losses(page)
        case "retreat":
            _show_way(page)
            press(page, "Retreat here")
        case "advance":
            _show_way(page)
            press(page, "Advance here")
        case "deploy":
            deploy(page)
        case "markers":
            press(page, re.compile("marker"))
        case "attack" if page.locator("[data-proposal]").count():
            page.locator("[data-proposal]").first.click()
            expect(button(page, re.compile("^Attack ?⏎?$"))).to_be_enabled()
            press(page, re.compile("^Attack ?⏎?$"))
        case "choice" if page.locator(".choices :is([data-choice], .pick)").count():
            choose(page)
        case "choice" if page.locator(".panel [data-pick]").count():
            before = version(page)
            page.locator(".panel [data-pick] .pick").first.click()
            page.locator("[data-act=pick]").click()
            moved_on(page, before)
        case _:
            return False
    return True


def choose(page: Page, group: str = "", choice: int = 0) -> None:
    """Take a whole order out of a list and confirm it."""
    groups = page.locator(f".choices[data-group='{group}']" if group else ".choices")
    lines, leaders = groups.first.locator("[data-choice]"), groups.first.locator(".pick")
    # What is not there yet is not folded: a press on its summary would fold it.
    groups.first.wait_for()
    if not lines.or_(leaders).first.is_visible():
        groups.first.locator("summary").click()
    if lines.count():
        lines.nth(choice).click()
    else:
        # A long list asks who first; an only order is taken at once.
        leaders.nth(choice).click()
        if not page.locator("[data-confirm]").count():
            lines.first.click()
    press(page, re.compile("^Confirm"))


def _show_way(page: Page) -> None:
    button(page, re.compile("^Show [0-9A-Z]")).first.click()


def moved_on(page: Page, before: int) -> None:
    """Wait until the table shows a later version, or the end of the match.

    A turn that is over is ended; two at one screen pass it on.
    """
    later, curtain = _later(page, before), page.locator(CURTAIN)
    later.or_(curtain).first.wait_for()
    over = page.locator("[data-act=end-turn]")
    if over.count():
        over.click()
        over.wait_for(state="detached")
        if page.locator(".seat").get_by_text("On one screen").count():
            ended = page.locator("main.victory")
            page.locator(OURS).or_(ended).or_(curtain).first.wait_for()
    if curtain.count():
        arrived(page)
        later.first.wait_for()


def _later(page: Page, before: int) -> Locator:
    return page.locator(
        f"xpath=//main[@data-version and not(@data-version='{before}') or contains(@class, 'victory')]"
    )


def _resolve_losses(page: Page) -> None:
    retreat = page.locator("[data-act=give-ground]")
    if retreat.count():
        press(page, "Retreat")
        return
    picks = page.locator(".panel .pick")
    for i in range(picks.count() * 3):
        if button(page, re.compile("^Take the losses")).is_enabled():
            break
        picks.nth(i % picks.count()).click()
    press(page, re.compile("^Take the losses"))
