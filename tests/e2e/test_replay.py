"""A match played again: by order, turn and battle, at one's own speed, with the map, to its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from campagna.games.registry import BUILT_IN, load_game
from tests.e2e.rehearsal import Rehearsal, Seats, ask
from tests.e2e.table_server import TableServer

ORDERS = {"alto-comando": 260, "lion-of-judah": 260}
INSIDE = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect()
  const bar = document.querySelector('.scrub').getBoundingClientRect()
  const chip = document.querySelector('.roll-chip')?.getBoundingClientRect()
  return !chip || (chip.left >= stage.left && chip.right <= stage.right
    && chip.top >= stage.top && chip.bottom <= bar.top + 4)
}"""


def _read(server: TableServer, slug: str, orders: int) -> tuple[Seats, int]:
    """A match to read, after so many orders or its end, and how many it has."""
    game = Rehearsal(server, slug, seed=3)
    given = 0
    while given < orders and game.match.step is not None:
        game.match.play(game.game.offers(game.match.state).sample(game.whim))
        given += 1
    return Seats(server, ask(server, "/records", b"\n".join(game.match.record.lines()))), given


def _open(page: Page, seats: Seats, language: str = "en") -> None:
    page.goto(f"{seats.server.address}/api/health")
    page.evaluate(
        "([m, t]) => localStorage.setItem('campagna.seats', JSON.stringify({[m]: t}))",
        [seats.match, seats.tokens],
    )
    page.goto(f"{seats.server.address}/?lang={language}#/match/{seats.match}/replay")
    page.locator(".scrub").wait_for()


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_a_replay_goes_by_turn_and_battle(page: Page, server: TableServer, slug: str) -> None:
    seats, all_orders = _read(server, slug, ORDERS.get(slug, 200))
    _open(page, seats)
    here = page.locator(".scrub .here")
    expect(here).to_contain_text(f"order {all_orders} of {all_orders}")
    turns = page.get_by_role("combobox", name="Go to turn")
    labels = turns.locator("option").all_text_contents()
    assert all(re.fullmatch(r"Turn \d+( · .+)?|Set-up", label) for label in labels), labels
    turns.select_option(index=0)
    expect(page.locator("[data-act=turn-after]")).to_be_enabled(enabled=len(labels) > 1)
    page.keyboard.press("PageUp")
    expect(page.locator(".rail input")).to_have_value("0")
    page.locator("[data-act=fight-after]").click()
    first = _at(page)
    expect(page.locator(".fights")).to_contain_text(re.compile(r"Battle 1 of \d+"))
    game = load_game(slug)
    if not page.locator(".stage.measured").count():
        # The place of the battle is in sight, above the bar.
        page.wait_for_function(INSIDE)
    page.keyboard.press("b")
    assert _at(page) >= first, game.slug
    page.keyboard.press("Shift+B")
    expect(page.locator(".fights")).to_contain_text("Battle 1 of")
    assert _at(page) == first


def _at(page: Page) -> int:
    return int(page.locator(".rail input").input_value())


def test_a_replay_plays_at_its_speed_to_the_end_and_tells_it(
    page: Page, server: TableServer
) -> None:
    seats, all_orders = _read(server, "two-fords", 5000)
    page.set_viewport_size({"width": 390, "height": 844})
    for language, over in (("en", "End of the game"), ("it", "Fine della partita")):
        _open(page, seats, language)
        expect(page.locator("[data-end]")).to_have_text(re.compile("."))
        expect(page.locator(".prompt .kicker")).to_contain_text(over)
    page.locator("[data-speed=thrice]").click()
    page.locator(".rail input").fill(str(all_orders - 3))
    expect(page.locator("[data-end]")).to_have_count(0)
    # Space plays and stops wherever the focus is; the comma and the full stop step.
    page.locator(".canvas").focus()
    page.keyboard.press(",")
    expect(page.locator(".rail input")).to_have_value(str(all_orders - 4))
    page.keyboard.press(" ")
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-label", "pausa")
    page.keyboard.press(" ")
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-label", "riproduci")
    page.keyboard.press(" ")
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-label", "riproduci")
    # From the end it begins again.
    page.locator("[data-act=play]").click()
    expect(page.locator(".scrub .here")).to_contain_text(
        re.compile(f"ordine [1-9] di {all_orders}")
    )
    page.keyboard.press(" ")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
