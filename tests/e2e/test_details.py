"""What a gesture leaves open is filled in by hand: aircraft of an attack, units left on the way."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from campagna.games.kasserine.orders import Attack
from campagna.match.refining import details
from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal, ask
from tests.e2e.table_server import TableServer


def last_order(server: TableServer, match: str, tokens: dict[str, str]) -> dict[str, Any]:
    for token in tokens.values():
        order = ask(server, f"/matches/{match}/log?token={token}&from=1")[-1]["order"]
        if order is not None:
            found: dict[str, Any] = order
            return found
    raise AssertionError("nobody knows the last order")


def test_an_aircraft_flies_with_an_attack(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "kasserine", 3)

    def by_air(listing: dict[str, Any]) -> bool:
        step = game.match.step
        if step is None or not listing.get("aircraft"):
            return False
        return any(
            "aircraft" in [d.field for d in details(game.game, game.match.state, fight, step.side)]
            for hex_, entry in listing["attack"].items()
            if (fight := Attack(tuple(entry["units"]), (hex_,)))
        )

    listing = game.until(by_air)
    seats = game.take_up()
    seats.sit(page)
    for hex_ in listing["attack"]:
        hands.from_list(page, f"button:has-text('Attack on {hex_}')")
        plane = page.locator(f"[data-detail=aircraft][aria-label*='{hex_}']")
        expect(page.locator(".also, .refusal, .forecast").first).to_be_visible()
        page.wait_for_timeout(400)
        if plane.count():
            break
        page.keyboard.press("Escape")
    plane.click()
    expect(plane).to_have_attribute("aria-pressed", "true")
    expect(hands.button(page, re.compile("^Attack ?⏎?$"))).to_be_enabled()
    hands.press(page, re.compile("^Attack ?⏎?$"))
    assert last_order(server, seats.match, seats.tokens)["aircraft"] == [hex_]


def test_a_unit_is_left_on_the_way(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "lion-of-judah", 3)

    def together(listing: dict[str, Any]) -> bool:
        return len(companions(listing)) > 1

    def companions(listing: dict[str, Any]) -> list[str]:
        """Units that stand together and reach far, as the offers list them."""
        stacks: dict[str, list[str]] = {}
        for unit, mover in listing.get("move", {}).items():
            if len(mover["ends"]) > 12:
                stacks.setdefault(mover["from"], []).append(unit)
        return max(stacks.values(), key=len, default=[])

    units = companions(game.until(together))
    seats = game.take_up()
    seats.sit(page)
    hands.from_list(page, f"[data-stack='{game.place(units[0])}']")
    hands.only(page, units[:2])
    far = page.locator(".offer-list [data-to]").last
    far.focus()
    far.press("Enter")
    drop = page.locator("[data-detail=drops]")
    expect(drop.first).to_be_attached()
    if not drop.first.is_visible():
        page.locator(".also summary").first.click()
    drop.first.click()
    expect(page.locator("[data-detail=drops][aria-pressed=true]")).to_have_count(1)
    hands.press(page, "Move here")
    (left,) = last_order(server, seats.match, seats.tokens)["drops"]
    assert left[0] in units[:2]
