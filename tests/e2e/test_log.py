"""The log: battles alone, ways from where to where, one stop of the Tab key a line."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal, Seats, ask
from tests.e2e.table_server import TableServer

INSIDE = """() => document.activeElement.closest('.log li')
  ? [...document.querySelectorAll('.log li')].indexOf(document.activeElement.closest('.log li'))
  : -1"""


def test_the_log_sifts_battles_and_is_one_stop_a_line(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "kasserine", seed=3)
    for _ in range(200):
        game.match.play(game.game.offers(game.match.state).sample(game.whim))
    seats = Seats(server, ask(server, "/records", b"\n".join(game.match.record.lines())))
    seats.sit(page, "spectator")
    hands.tab(page, "Log")
    lines = page.locator(".panel .log li")
    every = lines.count()
    page.locator("[data-act=only-fights]").click()
    fights = page.locator(".panel .log li[data-fight]")
    assert 0 < fights.count() <= lines.count() < every
    expect(fights.first).to_contain_text("die")
    hands.speak(page, "it")
    expect(page.get_by_role("button", name="Solo le battaglie")).to_be_visible()
    expect(fights.first).to_contain_text("dado")
    page.get_by_role("button", name="Tutto", exact=True).click()
    expect(lines).to_have_count(every)
    # A long way is told by its ends, the whole of it by a tap.
    way = page.locator(".log .way").first
    line = page.locator(".log li", has=page.locator(".way")).first
    hexes = line.locator(".hex-link")
    shown = [hexes.nth(i).inner_text() for i in range(hexes.count()) if hexes.nth(i).is_visible()]
    expect(line).to_contain_text("→")
    way.locator("summary").click()
    expect(way.locator("p .hex-link")).not_to_have_count(len(shown))
    assert way.locator("p .hex-link").count() > 2
    # Tab goes from line to line, arrows inside one.
    page.get_by_role("button", name="Tutto", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for i in range(3):
        assert page.evaluate(INSIDE) == i
        page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    at = page.evaluate(INSIDE)
    stop = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(INSIDE) == at + 1
    page.keyboard.press("ArrowUp")
    assert page.evaluate(INSIDE) == at
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(INSIDE) == at
    assert page.evaluate("document.activeElement.textContent") != stop or (
        line.locator("button").count() == 1
    )
