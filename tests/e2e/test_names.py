"""What a page says: no raw names, no list cut in silence, no end of the game without a warning."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from campagna.core.messages import load_messages
from campagna.games.registry import load_game, slugs
from tests.e2e.rehearsal import Rehearsal, Seats, ask, played
from tests.e2e.table_server import TableServer
from tests.words.raw_names import Sieve
from tests.words.test_names import program_names

ORDERS = {"alto-comando": 60, "kasserine": 40, "lion-of-judah": 40}
SAID = """() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent.closest('svg, style, script, kbd, .rx, #map')) continue
    const text = walker.currentNode.textContent.trim()
    if (text) found.push(text)
  }
  for (const e of document.querySelectorAll('[aria-label], [title]'))
    found.push(e.getAttribute('aria-label') ?? '', e.getAttribute('title') ?? '')
  return [...new Set(found)].filter(Boolean)
}"""
TABS = {"en": ("Orders", "Log", "Forces", "More"), "it": ("Ordini", "Registro", "Forze", "Altro")}


@pytest.mark.parametrize("slug", slugs())
def test_no_page_says_a_raw_name(page: Page, server: TableServer, slug: str) -> None:
    game = load_game(slug)
    rehearsal = Rehearsal(server, slug, seed=3)
    for _ in range(ORDERS.get(slug, 30)):
        rehearsal.match.play(game.offers(rehearsal.match.state).sample(rehearsal.whim))
    seats = rehearsal.take_up()
    sieve = Sieve(program_names(load_messages(game.home)))
    for language in ("en", "it"):
        _open(page, seats, language)
        for tab in TABS[language]:
            page.locator(".tabs").get_by_role("button", name=tab, exact=True).click()
            for text in page.evaluate(SAID):
                if text not in game.title.values():
                    sieve.read(tab, language, text)
    page.locator(".tabs").get_by_role("button", name="Forze", exact=True).click()
    for thing in (".force-units button", ".force-name button"):
        for text in _dialog(page, thing):
            sieve.read(thing, "it", text)
    assert not sieve.found, sieve.report()


def _dialog(page: Page, thing: str) -> list[str]:
    """The lines of the card of a unit or hex: the first press shows where it is, the next opens it."""
    found, card = page.locator(thing), page.locator("dialog .dialog-body")
    if not found.count():
        return []
    for _ in range(2):
        if not card.count():
            found.first.click()
    text = card.inner_text()
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    return text.split("\n")


def _open(page: Page, seats: Seats, language: str) -> None:
    seats.sit(page)
    page.goto(f"{seats.server.address}/?lang={language}#/match/{seats.match}")
    page.locator("main.table").wait_for()


@pytest.mark.parametrize("language", ["en", "it"])
def test_an_end_that_threatens_is_told_in_the_prompt(
    page: Page, server: TableServer, language: str
) -> None:
    seats = played(server, "afrika-korps", 0, axis="human", allied="human")
    text = {"it": "Tutte le fortezze controllate: Asse", "en": "All fortresses held: Axis"}

    def threaten(route: Route) -> None:
        answer = route.fetch()
        snapshot: dict[str, Any] = answer.json()
        if snapshot.get("tabletop"):
            snapshot["tabletop"]["warnings"] = [{"text": text, "rule": "4.1b", "side": "axis"}]
        route.fulfill(response=answer, body=json.dumps(snapshot))

    page.route(f"**/api/matches/{seats.match}?token=*", threaten)
    _open(page, seats, language)
    expect(page.locator(".prompt [data-warning]")).to_contain_text(text[language])
    page.locator(".tabs").get_by_role("button", name=TABS[language][2], exact=True).click()
    aims = page.locator("[data-aims] li")
    expect(aims).to_have_count(4)
    expect(aims.filter(has_text="G25")).to_contain_text({"it": "Alleati", "en": "Allied"}[language])


def test_lists_are_whole_or_say_how_much_is_left(page: Page, server: TableServer) -> None:
    made = [played(server, "kasserine", 0, axis="human", allied="human") for _ in range(5)]
    held = {seats.match: seats.tokens for seats in made}
    page.goto(server.address)
    page.evaluate("t => localStorage.setItem('campagna.seats', JSON.stringify(t))", held)
    page.reload()
    rows = page.locator(".resume .row")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Show the rest: 2").click()
    expect(rows).to_have_count(5)

    rules = ask(server, "/games/panzergruppe-guderian/rules")
    assert len(rules) > 200, "the list that was cut"
    card = page.locator("[data-game='panzergruppe-guderian']")
    card.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator(".rulebook dt")).to_have_count(len(rules))
    expect(page.get_by_role("status").filter(has_text=f"{len(rules)} of")).to_be_visible()


def test_the_log_goes_back_to_the_first_line(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "panzergruppe-guderian", seed=3)
    for _ in range(400):
        game.match.play(game.game.offers(game.match.state).sample(game.whim))
    record = b"\n".join(game.match.record.lines())
    seats = Seats(server, ask(server, "/records", record))
    seats.sit(page, "spectator")
    page.locator(".tabs").get_by_role("button", name="Log", exact=True).click()
    rest = page.locator("[data-act=rest]")
    expect(rest).to_have_text("Show the rest: " + str(_lines(server, seats) - 300))
    while rest.count():
        rest.click()
    expect(page.locator(".log time").last).to_have_text("1")


def _lines(server: TableServer, seats: Seats) -> int:
    token = next(iter(seats.tokens.values()))
    log = ask(server, f"/matches/{seats.match}/log?token={token}")
    return sum(len(entry["events"]) for entry in log)
