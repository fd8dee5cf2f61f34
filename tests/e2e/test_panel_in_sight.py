"""Question, die and buttons of the panel stay in sight through a turn of every game.

At every size and in both languages: Italian sentences are longer.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer

DESKTOP = (1440, 900)
SIZES = ((1920, 1080), (720, 450), (390, 844), DESKTOP)
SEED = 3
MOST_STEPS = 60
GIVE = "#orders .foot .actions:not(.phase) .button.primary"

OUT_OF_SIGHT = """async (language) => {
  document.querySelector(`.language button[lang=${language}]`).click()
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
  const inside = (e) => {
    const r = e.getBoundingClientRect()
    const frames = [document.documentElement, e.closest('.head, #orders > .panel, .foot') ?? document.body]
    return frames.map((f) => f.getBoundingClientRect()).every((f) =>
      r.left >= f.left - 1 && r.right <= f.right + 1 && r.top >= f.top - 1 && r.bottom <= f.bottom + 1)
  }
  const wanted = ['.prompt .kicker', '.prompt h2', '.prompt .die', '.button.primary', '[data-act=end]']
  const reds = [...document.querySelectorAll("#orders .button.primary")].filter((e) => e.offsetParent)
  if (reds.length > 1) return reds.map((e) => `one of several: ${e.textContent.trim()}`)
  const all = wanted.flatMap((w) => [...document.querySelectorAll(`#orders ${w}`)])
  const shown = all.filter((e) => e.offsetParent !== null)
  if (!shown.some((e) => e.matches('h2, .kicker'))) return ['no question']
  return shown.filter((e) => !inside(e)).map((e) => `${e.className}: ${e.textContent.trim()}`)
}"""


def _look(page: Page, when: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in ("it", "en"):
            hidden = page.evaluate(OUT_OF_SIGHT, language)
            assert not hidden, (when, language, (width, height), hidden)


@pytest.mark.parametrize(
    ("game", "turn"),
    [
        ("afrika-korps", 6),
        ("panzergruppe-guderian", 2),
        ("kasserine", 3),
        ("lion-of-judah", 2),
        ("alto-comando", 2),
    ],
)
def test_a_turn_with_everything_in_sight(
    page: Page, server: TableServer, game: str, turn: int
) -> None:
    rehearsal = Rehearsal(server, game, SEED)
    rehearsal.until(lambda _: rehearsal.turn == turn)
    rehearsal.take_up().sit(page)
    tried: set[str] = set()
    for _ in range(MOST_STEPS):
        step = f"{page.locator('.prompt .kicker').last.text_content()} {hands.decision(page)}"
        _look(page, step)
        if page.locator(".prompt .die").count():
            tried.add("die")
        if page.locator(".track .now").text_content() != str(turn) or {"die", "fight"} <= tried:
            break
        page.locator("#orders > .panel").evaluate("e => (e.scrollTop = e.scrollHeight)")
        before = hands.version(page)
        _order(page, step, tried)
        hands.moved_on(page, before)
        expect(page.locator("#orders > .panel")).to_have_js_property("scrollTop", 0)
    assert {"move", "fight", "die"} <= tried, tried


def _order(page: Page, step: str, tried: set[str]) -> None:
    """One order of each phase, looked at before it is given; then the end of the phase."""
    free = page.locator("[data-act=end]").count() > 0
    if free and step in tried:
        return hands.end_phase(page)
    tried.add(step)
    if _move(page):
        tried.add("move")
    elif _fight(page):
        tried.add("fight")
    elif free and hands.decision(page) != "combat":
        return hands.end_phase(page)
    else:
        # What must be answered is, and a planned battle is fought.
        return None if hands.decide(page) else hands.end_phase(page)
    give = page.locator(GIVE)
    expect(give).to_be_enabled()
    _look(page, f"{step}, before it is given")
    give.click()
    return None


def _move(page: Page) -> bool:
    """Draft a move: of a stack on the map, or of a base on the measured table."""
    if hands.decision(page) == "move" and page.locator("[data-unit-choice]").count():
        return _aim_a_base(page)
    if hands.kind(page) != "move":
        return False
    stacks = page.locator(".offer-list [data-stack]")
    for stack in stacks.evaluate_all("all => all.map(e => e.dataset.stack)"):
        hands.from_list(page, f"[data-stack='{stack}']")
        hands.keep(page, 1)
        if page.locator(".offer-list [data-to]").count():
            into_battle = page.locator(".offer-list [data-effect]").count()
            hands.from_list(page, "[data-effect]" if into_battle else "[data-to]")
            return True
    return False


def _aim_a_base(page: Page) -> bool:
    page.locator("[data-unit-choice]").first.click()
    unit = page.locator(".measure").get_attribute("data-unit")
    box = page.locator(f"[data-base='{unit}']").bounding_box()
    assert box
    for dx, dy in ((34, 34), (-34, -34), (0, 40), (0, -40), (-34, 34)):
        page.mouse.click(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy)
        page.locator("[data-act=give]:enabled, .measure .card .rule").first.wait_for()
        if page.locator("[data-act=give]:enabled").count():
            return True
    return False


def _fight(page: Page) -> bool:
    """Draft an attack, or a shot at the nearest target."""
    if hands.decision(page) == "fire" and page.locator("[data-unit-choice]").count():
        page.locator("[data-unit-choice]").first.click()
        page.locator("[data-target]").first.click()
        return True
    if hands.kind(page) != "attack":
        return False
    fights = page.locator("[data-proposal]")
    if not fights.count():
        fights = page.locator(".todo").get_by_role("button", name=re.compile("^Attack · "))
    if not fights.count():
        return False
    fights.first.click()
    return True
