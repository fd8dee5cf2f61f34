"""Who leaves the map is chosen first, with what follows, and goes when it is confirmed by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from campagna.core.contract import Setup
from campagna.games.panzergruppe_guderian.orders import Done
from campagna.games.panzergruppe_guderian.state import State
from tests.e2e import hands
from tests.e2e.conftest import new_page
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Seats
from tests.e2e.table_server import TableServer
from tests.games.panzergruppe_guderian.lay import GAME, Words, arrange, play

REMOVE, WITHDRAW = "[data-confirm=remove]", "[data-confirm=withdraw]"


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


def _laid(layer: Layer, state: State, **options: bool | str) -> Seats:
    return layer.lay_state(GAME, Setup("campaign-1941", options), state)


def _pick(page: Page, unit: str) -> None:
    page.locator(f".panel [data-choice]:has([data-unit='{unit}'])").click()


def _crowd() -> State:
    """Four divisions in a hex as the Soviet movement ends."""
    units: dict[str, Words] = {f"S-{i}": f"2410 SR0{i}" for i in range(1, 5)}
    state = arrange({**units, "SL-konev": "2412"}, phase="soviet-move")
    play(state, Done())
    return state


def test_a_unit_is_removed_when_it_is_confirmed(page: Page, layer: Layer) -> None:
    _laid(layer, _crowd()).sit(page)
    expect(page.locator(REMOVE)).to_have_count(0)
    _pick(page, "S-2")
    chosen = page.locator(".panel [data-choice][aria-pressed=true]")
    expect(chosen.locator("[data-unit=S-2]")).to_have_count(1)
    expect(page.locator("[data-note=leaves-the-game]")).to_contain_text("leaves the game")
    assert hands.version(page) == 0, "nothing is ordered yet"
    # Another press chooses another; Escape takes the choice back.
    _pick(page, "S-3")
    expect(chosen).to_have_count(1)
    expect(chosen.locator("[data-unit=S-3]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(page.locator(REMOVE)).to_have_count(0)
    _pick(page, "S-3")
    expect(page.locator(REMOVE).locator("[data-unit=S-3]")).to_have_count(1)
    hands.press(page, re.compile("^Confirm"))
    hands.moved_on(page, 0)
    expect(page.locator(".unit[data-hex='2410']")).to_be_visible()


def test_a_leader_is_withdrawn_when_it_is_confirmed(browser: Browser, layer: Layer) -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2309", "G-5Inf": "2609"}
    pocket = {**units, "SL-konev": "2410"}
    state = arrange(pocket, phase="soviet-start", options={"leader_withdrawal": True}, turn=3)
    context = browser.new_context(locale="it-IT", reduced_motion="reduce")
    page = new_page(context)
    _laid(layer, state, leader_withdrawal=True).sit(page)
    _pick(page, "SL-konev")
    expect(page.locator("[data-note=leader-back]")).to_contain_text("Dal turno: 4")
    expect(page.locator("[data-note=withdrawals-left]")).to_contain_text("1 di 2")
    assert hands.version(page) == 0, "nothing is ordered yet"
    expect(page.locator(WITHDRAW)).to_contain_text("Konev")
    hands.press(page, re.compile("^Conferma"))
    hands.moved_on(page, 0)
    context.close()
