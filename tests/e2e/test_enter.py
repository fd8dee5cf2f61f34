"""Enter gives the order whose button says so, wherever the focus is; afterwards the focus is not lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from campagna.core.contract import Setup
from campagna.games.afrika_korps.state import State
from tests.e2e import hands
from tests.e2e.afrika_korps_moments import exchange
from tests.e2e.conftest import new_page
from tests.e2e.moments import Layer
from tests.e2e.table_server import TableServer
from tests.games.afrika_korps.lay import GAME, lay

LINE = "[data-choice]"


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


def _open(page: Page, layer: Layer, state: State) -> None:
    layer.lay_state(GAME, Setup("campaign"), state).sit(page)


def _focused_prompt(page: Page) -> None:
    expect(page.locator("#orders .prompt")).to_be_focused()


def test_after_a_press_of_the_mouse(page: Page, layer: Layer) -> None:
    _open(page, layer, exchange())
    page.locator(LINE).first.click()
    expect(page.locator(hands.CONFIRM)).to_be_enabled()
    page.keyboard.press("Enter")
    hands.moved_on(page, 0)
    _focused_prompt(page)


def test_from_the_keyboard_alone(page: Page, layer: Layer) -> None:
    _open(page, layer, exchange())
    page.locator(LINE).nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(hands.CONFIRM)).to_be_enabled()
    # A key that is held down neither gives the order nor takes it back.
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    hands.moved_on(page, 0)
    assert hands.version(page) == 1
    _focused_prompt(page)


def test_another_action_stays_what_it_is(page: Page, layer: Layer) -> None:
    _open(page, layer, exchange())
    page.locator(LINE).first.click()
    expect(page.locator(hands.CONFIRM)).to_be_enabled()
    hands.button(page, re.compile("^Cancel")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(hands.CONFIRM)).to_have_count(0)
    _focused_prompt(page)
    # There is no button any more that says Enter.
    page.keyboard.press("Enter")
    page.locator(LINE).first.focus()
    assert hands.version(page) == 0


def test_a_target_pressed_on_the_map_is_not_taken_back(page: Page, layer: Layer) -> None:
    _open(page, layer, lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS", U48="UK-7-4"))
    page.locator(".unit[data-hex=R40]").click()
    expect(hands.button(page, re.compile("^Attack ?⏎?$"))).to_be_enabled()
    page.keyboard.press("Enter")
    hands.moved_on(page, 0)


def test_units_left_out_with_the_mouse_stay_left_out(page: Page, layer: Layer) -> None:
    places = {"R41": "DE-21-5 DE-15-8 DE-SUP-1 DE-SUP-2", "R40": "UK-22GDS", "S42": "AU-9-20"}
    _open(page, layer, lay(phase="combat", U48="UK-7-4", **places))
    page.locator(".unit[data-hex=R40]").click()
    page.locator(".panel .pick[data-unit='DE-15-8']").click()
    expect(page.locator(".panel .pick[data-unit='DE-15-8']")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(hands.button(page, re.compile("^Attack ?⏎?$"))).to_be_enabled()
    page.keyboard.press("Enter")
    hands.moved_on(page, 0)
    expect(page.locator(".log").first).not_to_contain_text("15/8")


def test_what_is_chosen_stays_chosen_when_somebody_sits_down(
    page: Page, layer: Layer, context: BrowserContext
) -> None:
    """The table is told who is there, and reads its offers no second time."""
    table = layer.lay_state(GAME, Setup("campaign"), exchange())
    lines: list[WebSocket] = []

    def opened(line: WebSocket) -> None:
        lines.append(line)

    page.on("websocket", opened)
    table.sit(page, "axis")
    page.locator(LINE).first.click()
    expect(page.locator(hands.CONFIRM)).to_be_enabled()
    with lines[-1].expect_event("framereceived", lambda frame: '"seats"' in str(frame)):
        table.sit(new_page(context), "allied")
    expect(page.locator(LINE).first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(hands.CONFIRM)).to_be_enabled()
