"""With motion, the orders of a computer are shown one after the other, at a pace one can follow."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import hands
from tests.e2e.conftest import BEGIN_TURN, PATIENCE
from tests.e2e.rehearsal import Seats, played
from tests.e2e.table_server import TableServer

LONGEST = 15_000
SHORTEST = 150
"""Milliseconds that a move is seen at least; the page's own 260 less what a busy machine is late."""
WATCHED = """
() => {
  window.watched = []
  new MutationObserver(() => {
    const n = Number(document.querySelector('[data-watching]')?.dataset.watching ?? 0)
    if (n && n !== window.watched.at(-1)?.[0]) window.watched.push([n, performance.now()])
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}
"""

CHIPS = """
() => {
  window.chips = []
  new MutationObserver(() => {
    const [ground, words] = ['.roll-chip', '.odds-text'].map((c) => document.querySelector(c))
    if (!ground || !words || window.chips.length) return
    const opacity = (e) => getComputedStyle(e).opacity
    window.chips.push({ground: opacity(ground), words: opacity(words)})
  }).observe(document.body, {subtree: true, childList: true})
}
"""


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def _before_their_turn(server: TableServer) -> Seats:
    """The Ethiopian's railways: when he is done with them, the Italian moves a whole army."""
    table = played(server, "lion-of-judah", 0, italian="captain", ethiopian="human")
    for _ in range(300):
        side, decision = table.decision()
        if side == "ethiopian":
            if decision == "transport":
                return table
            table.order(side)
        time.sleep(0.1)
    raise AssertionError("the Italian does not get ready")


def test_a_computer_can_be_followed_stopped_and_skipped(moving: Page, server: TableServer) -> None:
    _before_their_turn(server).sit(moving, "ethiopian")
    moving.evaluate(WATCHED)
    moving.locator("[data-act=end]").click()
    watching = moving.locator("[data-watching]")
    while not moving.evaluate("window.watched.length > 2"):
        expect(watching).to_be_visible()
        moving.wait_for_timeout(50)
    # Nothing that only a screen reader hears makes the page longer than the window.
    assert moving.evaluate("document.documentElement.scrollHeight <= innerHeight")
    moving.keyboard.press(" ")
    moving.wait_for_timeout(400)
    held = watching.get_attribute("data-watching") or ""
    moving.wait_for_timeout(900)
    expect(watching).to_have_attribute("data-watching", held)
    moving.keyboard.press(".")
    expect(watching).to_have_attribute("data-watching", str(int(held) + 1))
    seen = moving.evaluate("window.watched")
    gaps = [after[1] - before[1] for before, after in pairwise(seen[:3])]
    assert min(gaps) >= SHORTEST, gaps
    moving.keyboard.press("Escape")
    # The Italian's attacks may ask the defender before his turn is over.
    asked = moving.locator(BEGIN_TURN).or_(moving.locator(hands.OURS))
    asked.first.wait_for(timeout=LONGEST)
    expect(watching).to_have_count(0)


def test_no_result_stands_on_the_map_before_its_die_lies_still(
    moving: Page, server: TableServer
) -> None:
    """The chip at the hex comes when the die has fallen, its words with it."""
    _before_their_turn(server).sit(moving, "ethiopian")
    moving.evaluate(CHIPS)
    moving.locator("[data-act=end]").click()
    moving.wait_for_function("() => window.chips.length > 0", timeout=60_000)
    shown = moving.evaluate("window.chips[0]")
    assert shown == {"ground": "0", "words": "0"}
    moving.keyboard.press("Escape")


def test_a_phase_with_nothing_to_decide_passes_by_itself(moving: Page, server: TableServer) -> None:
    """Nobody has losses in the first turn: after the set-up the next question is the breakdown."""
    table = played(server, "lion-of-judah", 0, italian="human", ethiopian="human")
    table.sit(moving)
    hands.end_phase(moving)
    expect(moving.locator(hands.TABLE)).to_have_attribute("data-decision", "breakdown")
    # Who wants to stop at it does.
    other = played(server, "lion-of-judah", 0, italian="human", ethiopian="human")
    moving.evaluate("localStorage.setItem('campagna.settings', JSON.stringify({stops: true}))")
    moving.reload()
    other.sit(moving)
    hands.end_phase(moving)
    expect(moving.locator(hands.TABLE)).to_have_attribute("data-decision", "replacements")
