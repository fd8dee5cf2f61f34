"""Rail, overrun, the South-Western Front and retreats in the browser, where a game offers them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campagna.games.panzergruppe_guderian.rules.overrun import overrun_options
from campagna.games.panzergruppe_guderian.state import State
from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer

Moment = Callable[[Callable[[dict[str, Any]], bool]], tuple[Rehearsal, dict[str, Any]]]


@pytest.fixture
def moment(page: Page, server: TableServer) -> Moment:
    """The table at the first moment of a random game that is as wished."""

    def find(ready: Callable[[dict[str, Any]], bool]) -> tuple[Rehearsal, dict[str, Any]]:
        game = Rehearsal(server, hands.GUDERIAN, 11)
        listing = game.until(ready)
        game.take_up().sit(page)
        return game, listing

    return find


def test_a_unit_takes_the_train(page: Page, moment: Moment) -> None:
    def trains(listing: dict[str, Any]) -> list[str]:
        return [u for u, ends in listing.get("rail", {}).items() if len(ends) > 3]

    game, listing = moment(lambda listing: bool(trains(listing)))
    unit = trains(listing)[0]
    hands.from_list(page, f"[data-stack='{game.place(unit)}']")
    hands.only(page, [unit])
    hands.button(page, re.compile("By rail")).click()
    way = page.locator(".offer-list [data-to]").last
    goal = way.get_attribute("data-to")
    way.focus()
    way.press("Enter")
    hands.press(page, "Move here")
    expect(page.locator(f".unit[data-hex='{goal}']")).to_have_count(1)
    expect(page.locator(".log").first).to_contain_text("went by rail")


def test_an_overrun_with_its_forecast(page: Page, moment: Moment) -> None:
    game, _ = moment(lambda listing: bool(listing.get("overrun")))
    state = game.match.state
    assert isinstance(state, State)
    ((group, hex_), *_) = overrun_options(state)
    units, target = state.names(group), state.world.hex_ids[hex_]
    hands.from_list(page, f"[data-stack='{game.place(units[0])}']")
    hands.only(page, list(units))
    hands.button(page, target).first.click()
    expect(page.get_by_role("heading", name=f"Overrun of {target}")).to_be_visible()
    expect(page.locator(".bars")).to_be_visible()
    # Every line of the account has its rule; an overrun counts half.
    expect(page.locator(".account")).to_contain_text("6.51c")
    hands.press(page, re.compile("^Overrun ?⏎?$"))
    expect(page.locator(".roll")).to_be_visible()
    hands.resolve_battle(page)


def test_the_distant_front_is_called(page: Page, moment: Moment) -> None:
    moment(lambda listing: "call-front" in listing)
    hands.choose(page, "call-front")
    expect(page.locator(".log").first).to_contain_text("South-Western Front")


def test_the_ways_of_a_retreat_and_why_the_others_are_barred(page: Page, moment: Moment) -> None:
    moment(lambda listing: any(len(w) < 9 for w in listing.get("retreat", {}).values()))
    expect(page.locator(hands.TABLE)).to_have_attribute("data-kind", "retreat")
    barred = page.locator(".barred-list li")
    expect(barred.first).to_be_visible()
    assert barred.get_by_role("button", name=re.compile("paraphrase of rule")).count()
    assert page.locator(".barred").count()
    hands.resolve_battle(page)
