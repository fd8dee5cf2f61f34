"""The hint through the page: its reason is read, it is drawn on the map, and nobody but the player gives it.

And who can still act: marked, and walked through with a key and a button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import decision, speak, version
from tests.e2e.rehearsal import ask, played
from tests.e2e.table_server import TableServer

CARD = "[data-hint]"
TAKE = "[data-act=hint-take]"
MOVING = {
    # So many orders lead to a phase in which units move.
    "panzergruppe-guderian": ("german", "soviet", "soviet-move"),
    "afrika-korps": ("axis", "allied", "movement"),
    "kasserine": ("axis", "allied", "movement"),
    "lion-of-judah": ("italian", "ethiopian", "movement"),
    "alto-comando": ("axis", "allied", "move"),
}


def to_the_move(server: TableServer, page: Page, game: str) -> None:
    """Go on by hints until units are to be moved, then open the table for both sides."""
    one, other, wanted = MOVING[game]
    table = played(server, game, 0, **{one: "human", other: "human"})
    for _ in range(200):
        side, asked = table.decision()
        if asked == wanted:
            break
        told = ask(server, f"/matches/{table.match}/hint?token={table.tokens[side]}")
        table.order(side, told["order"])
    table.sit(page)
    begin = page.locator("[data-act=begin-turn]")
    if begin.count():
        begin.first.click()
    assert decision(page) == wanted


@pytest.mark.parametrize("game", MOVING)
def test_a_hint_is_read_seen_taken_in_hand_and_given(
    game: str, page: Page, server: TableServer
) -> None:
    to_the_move(server, page, game)
    before = version(page)
    page.locator("[data-act=hint]").click()
    card = page.locator(CARD)
    expect(card.locator("[data-why]")).not_to_be_empty()
    english = card.locator("[data-why]").inner_text()
    speak(page, "it")
    expect(card).to_contain_text("Il capitano farebbe così")
    assert card.locator("[data-why]").inner_text() != english
    expect(page.locator(".hint-layer path, .hint-layer circle").first).to_be_attached()
    # Nothing was given by it.
    assert version(page) == before
    page.locator(TAKE).click()
    expect(page.locator(".hint-layer")).to_have_count(0)
    page.locator("#orders .foot .button.primary:enabled").first.wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("main.table")).to_have_attribute("data-version", str(before + 1))
    expect(card).to_have_count(0)


def test_a_hint_is_asked_for_and_put_away_with_a_key_wherever_the_focus_is(
    page: Page, server: TableServer
) -> None:
    to_the_move(server, page, "panzergruppe-guderian")
    page.locator(".tabs button").first.focus()
    page.keyboard.press("i")
    expect(page.locator(CARD)).to_be_visible()
    page.keyboard.press("i")
    expect(page.locator(CARD)).to_have_count(0)


@pytest.mark.parametrize("game", ["panzergruppe-guderian", "kasserine"])
def test_who_can_still_act_is_marked_and_walked_through(
    game: str, page: Page, server: TableServer
) -> None:
    to_the_move(server, page, game)
    marked = page.locator(".units [data-able]")
    button = page.locator("[data-act=next-unit]")
    stacks = int(button.locator("b").inner_text())
    assert 1 < marked.count() <= stacks
    page.keyboard.press("j")
    first = page.locator(".pick[aria-pressed=true]").first.get_attribute("data-unit")
    page.keyboard.press("j")
    expect(page.locator(".pick[aria-pressed=true]").first).not_to_have_attribute(
        "data-unit", first or ""
    )
    page.keyboard.press("Shift+J")
    expect(page.locator(".pick[aria-pressed=true]").first).to_have_attribute(
        "data-unit", first or ""
    )
