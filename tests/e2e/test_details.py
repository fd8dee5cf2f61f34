"""What a gesture leaves open is filled in by hand: aircraft of an attack, units left on the way."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Request, Route, expect

from campagna.games.kasserine.orders import Attack
from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal, Seats, ask, played
from tests.e2e.table_server import TableServer
from tests.offered import by_order


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
        targets = listing.get("attack", {})
        fights = [Attack(tuple(units), (h,), (h,)) for h, units in targets.items()]
        return any(game.game.refusal(game.match.state, fight) is None for fight in fights)

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


def test_who_is_tapped_is_not_listed_a_second_time(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "lion-of-judah", 2)
    game.when("advance", lambda: len(by_order(game.game.offers(game.match.state))["advance"]) > 1)
    game.take_up().sit(page)
    with page.expect_response(re.compile("/check$")):
        page.locator("[data-pick=advance] .pick").first.click()
    expect(page.locator("[data-act=pick]")).to_be_enabled()
    page.wait_for_timeout(600)
    expect(page.locator("[data-detail]")).to_have_count(0)


def test_to_name_nobody_stands_in_the_foot_only_where_somebody_must_answer(
    page: Page, server: TableServer
) -> None:
    """In a phase that can be ended it would look like a question."""
    game = Rehearsal(server, "lion-of-judah", 2)
    game.until(lambda offers: bool(offers.get("draw-from")))
    game.take_up().sit(page)
    pick = page.locator("[data-pick=draw-from]")
    expect(pick.locator("[data-act=pick]")).to_contain_text("nobody")
    expect(page.locator(".foot [data-act=pick]")).to_have_count(0)
    pick.locator(".pick").first.click()
    expect(page.locator(".foot [data-act=pick]")).to_be_enabled()
    expect(pick.locator("[data-act=pick]")).to_have_count(0)


def test_a_button_stays_where_it_is_when_details_come(page: Page, server: TableServer) -> None:
    """They come later than the rest; a hand that is already there must not miss."""
    _italians_move(server).sit(page)
    hands.from_list(page, "[data-stack]")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if _asks_for_details(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route(re.compile("/check$"), hold)
    far = page.locator(".offer-list [data-to]").last
    far.focus()
    with page.expect_request(_asks_for_details):
        far.press("Enter")
    go = hands.button(page, "Move here")
    before = go.bounding_box()
    assert page.locator(".also").count() == 0
    for request in held:
        request.continue_()
    page.unroute(re.compile("/check$"))
    page.locator(".also").wait_for()
    assert go.bounding_box() == before


def test_a_unit_is_left_on_the_way(page: Page, server: TableServer) -> None:
    """Stacks are tried until one of two units or more goes far enough to leave one behind."""
    seats = _italians_move(server)
    seats.sit(page)
    drop = page.locator("[data-detail=drops]")
    for n in range(page.locator(".offer-list [data-stack]").count()):
        stack = page.locator(".offer-list [data-stack]").nth(n)
        stack.focus()
        stack.press("Enter")
        chosen = page.locator(".panel .pick[aria-pressed=true]")
        hands.keep(page, 2)
        if chosen.count() < 2 or not page.locator(".offer-list [data-to]").count():
            continue
        far = page.locator(".offer-list [data-to]").last
        far.focus()
        far.press("Enter")
        page.wait_for_timeout(600)
        if drop.count():
            break
    if not drop.first.is_visible():
        page.locator(".also summary").first.click()
    drop.first.click()
    expect(page.locator("[data-detail=drops][aria-pressed=true]")).to_have_count(1)
    hands.press(page, "Move here")
    order = last_order(server, seats.match, seats.tokens)
    ((unit, hex_),) = order["drops"]
    assert unit in order["units"]
    assert hex_ in order["path"][1:-1]


def test_a_column_goes_farther_than_the_reach_shows(page: Page, server: TableServer) -> None:
    """Beyond the reach the judge is asked, and the detail that allows the way is ticked."""
    seats = _italians_move(server)
    seats.sit(page)
    hands.from_list(page, "[data-stack='1822']")
    hands.only(page, ["it_Ago"])
    hands.from_list(page, "[data-to='2224']")
    # Trucks stand at the end of the way: with Shift it is a goal all the same.
    _aim_at(page, "2324")
    expect(page.locator("[data-detail=column]")).to_be_checked()
    hands.press(page, "Move here")
    order = last_order(server, seats.match, seats.tokens)
    assert order["path"][-1] == "2324"
    assert order["column"] is True


def _asks_for_details(request: Request) -> bool:
    """Which changes of the order are allowed: their forecasts are not asked for."""
    if not request.url.endswith("/check"):
        return False
    asked = request.post_data_json
    return asked is not None and asked.get("forecasts") is False


def _italians_move(server: TableServer) -> Seats:
    """The first Italian movement phase of 1935; nothing was done before it that could be left."""
    seats = played(server, "lion-of-judah", 0, italian="human", ethiopian="human")
    path, done = f"/matches/{seats.match}", {"order": "done"}
    for version in range(60):
        snap = ask(server, f"{path}?token={seats.tokens['italian']}")
        step = snap["step"]
        if (step["side"], step["decision"]) == ("italian", "movement"):
            return seats
        token = seats.tokens[step["side"]]
        judged = ask(server, f"{path}/judge", json.dumps({"token": token, "order": done}).encode())
        free = judged["refusal"] is None
        order = done if free else ask(server, f"{path}/ideas?token={token}")[0]
        body = {"token": token, "version": version, "order": order}
        ask(server, f"{path}/orders", json.dumps(body).encode())
    raise AssertionError("the Italians never move")


def _aim_at(page: Page, hex_: str) -> None:
    page.keyboard.press("g")
    page.get_by_role("dialog").get_by_role("textbox").fill(hex_)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".canvas").focus()
    page.keyboard.press("Shift+Enter")
