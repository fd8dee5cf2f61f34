"""What the enemy did is told at the start of one's turn, shown on the map, and can be played again."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campagna.core.contract import Setup
from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.conftest import BEGIN_TURN
from tests.e2e.rehearsal import Seats, ask, played
from tests.e2e.table_server import TableServer

MOST = 1500
QUIET = {"afrika-korps"}
"""Random orders hardly ever fight here: it is told how the enemy moved."""
WORDS = {"en": "What happened", "it": "Che cosa è successo"}


def _attacked(server: TableServer, table: Seats, side: str, battles: list[str]) -> bool:
    """Whether this side begins to decide in a phase of its own after the enemy has fought."""
    log: list[dict[str, Any]] = ask(
        server, f"/matches/{table.match}/log?token={table.tokens[side]}&from=1"
    )
    owner, fought = "", False
    for line in log:
        if line["side"] == owner == side:
            fought = False
        for event in line["events"]:
            fought |= event["event"] in battles and line["side"] != side
            owner = event["side"] if event["event"] == "phase-began" else owner
    return owner == side and fought and log[-1]["side"] != side


def told_table(server: TableServer, slug: str) -> tuple[Seats, str]:
    """A match in which somebody was attacked and now begins his phase, and that side."""
    game = load_game(slug)
    sides = game.scenario(Setup(game.scenarios[0].id)).sides
    about = tomllib.loads((game.home / "data" / "about.toml").read_text())
    table = played(server, slug, 40, **dict.fromkeys(sides, "human"))
    for _ in range(MOST):
        side, _decision = table.decision()
        told = about["tells"]["battles"] if slug not in QUIET else ["moved"]
        if _attacked(server, table, side, told):
            return table, side
        table.order(side)
    raise AssertionError("nobody is attacked")


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_the_turn_of_the_enemy_is_told(page: Page, server: TableServer, slug: str) -> None:
    page.remove_locator_handler(page.locator(BEGIN_TURN))
    table, side = told_table(server, slug)
    table.sit(page, side)
    begin = page.locator(BEGIN_TURN)
    begin.wait_for()
    for language, words in WORDS.items():
        hands.speak(page, language)
        expect(page.locator("#orders h2").first).to_have_text(words)
    # The strip says where the game stands.
    expect(page.locator(".strip [aria-current=step]")).to_have_count(1)
    # A line shows its place, and the arrows walk the list.
    first = page.locator("[data-told]").first
    first.click()
    expect(first).to_have_attribute("aria-current", "true")
    marks = ".traces [data-disc]" if slug not in QUIET else ".traces .arrow"
    expect(page.locator(marks).first).to_be_attached()
    if page.locator("[data-told]").count() > 1:
        page.keyboard.press("ArrowDown")
        expect(first).not_to_have_attribute("aria-current", "true")
    # Played again, one order at a time, and back.
    page.locator("[data-act=replay-step]").click()
    expect(page.locator(".traces")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".traces")).to_have_count(1)
    hands.speak(page, "en")
    begin.click()
    expect(begin).to_have_count(0)
    # The traces stay on the map until an order is given; the card is not opened again by a reload.
    expect(page.locator(".traces")).to_have_count(1)
    page.reload()
    hands.arrived(page)
    expect(page.locator(".prompt")).to_be_visible()
    expect(begin).to_have_count(0)


def test_a_match_opened_again_tells_what_happened_since(page: Page, server: TableServer) -> None:
    """Who comes back hears of the turns since, and since when; what was read is not told again."""
    page.remove_locator_handler(page.locator(BEGIN_TURN))
    table, side = told_table(server, "kasserine")
    table.sit(page, side)
    begin = page.locator(BEGIN_TURN)
    begin.click()
    expect(begin).to_have_count(0)
    page.goto(f"{server.address}/api/health")
    for _ in range(MOST):
        table.order(table.decision()[0])
        if _attacked(server, table, side, ["combat-rolled", "shot", "bombed"]):
            break
    page.goto(f"{server.address}/#/match/{table.match}")
    hands.arrived(page)
    begin.wait_for()
    kicker = page.locator("#orders .told .kicker")
    for language, words in {"it": "Da quando hai guardato", "en": "Since you looked"}.items():
        hands.speak(page, language)
        expect(kicker).to_contain_text(words)
    expect(page.locator("[data-told]").first).to_be_visible()
    begin.click()
    page.reload()
    hands.arrived(page)
    expect(page.locator(".prompt")).to_be_visible()
    expect(begin).to_have_count(0)


def test_on_a_phone_the_card_keeps_its_head_and_its_button(page: Page, server: TableServer) -> None:
    page.remove_locator_handler(page.locator(BEGIN_TURN))
    page.set_viewport_size({"width": 390, "height": 844})
    table, side = told_table(server, "kasserine")
    table.sit(page, side)
    expect(page.locator(BEGIN_TURN)).to_be_in_viewport(ratio=1)
    expect(page.locator("#orders h2").first).to_be_in_viewport(ratio=1)
    # The strip begins at the present phase.
    expect(page.locator(".strip [aria-current=step] button")).to_be_in_viewport(ratio=0.6)


def test_the_state_of_the_game_is_one_card(page: Page, server: TableServer) -> None:
    table = played(server, "kasserine", 120, axis="human", allied="human")
    table.sit(page, table.decision()[0])
    page.keyboard.press("y")
    card = page.locator("dialog")
    expect(card).to_contain_text("State of the game")
    expect(card.locator("[data-condition=weather]")).to_be_visible()
    expect(card.locator("[data-condition=level]")).to_have_count(5)
