"""Question, die and buttons of the panel stay in sight through a turn of every game.

At every size and in both languages: Italian sentences are longer.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal, played
from tests.e2e.table_server import TableServer
from tests.games.alto_comando import lay as alto

DESKTOP = (1440, 900)
SIZES = ((1920, 1080), (720, 450), (390, 844), DESKTOP)
SEED = 3
MOST_STEPS = 60
GIVE = "#orders .foot .actions:not(.phase) .button.primary"

NO_MAP = ".map-sheet { display: none }"
"""The drawing under the counters is left out: what is looked at stands beside it, and some hundred
changes of size and language would draw it anew each time."""

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
    """At each size in both languages: each begins with the language that the one before ended with."""
    languages = ["en", "it"]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in languages:
            hidden = page.evaluate(OUT_OF_SIGHT, language)
            assert not hidden, (when, language, (width, height), hidden)
        languages.reverse()


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
    page.add_style_tag(content=NO_MAP)
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


ABOVE_THE_TABS = """e => {
  const r = e.getBoundingClientRect()
  const hit = document.elementFromPoint(r.left + r.width / 2, r.bottom - 3)
  return e.contains(hit)
}"""


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_question_of_the_end_has_room_below_a_warning(
    page: Page, server: TableServer, language: str
) -> None:
    """The first turn of Afrika Korps warns that no supply comes, which takes room of the sheet."""
    played(server, "afrika-korps", 0, axis="human", allied="human").sit(page, "axis")
    hands.speak(page, language)
    for unit, to in (("IT-BOLOGNA", "W3"), ("IT-ARIETE", "W7"), ("DE-21-5", "W9")):
        mates = {"IT-BOLOGNA": ["IT-SAVONA"], "IT-ARIETE": ["IT-BRESCIA"], "DE-21-5": ["DE-21-104"]}
        hands.from_list(page, "[data-stack='W6']")
        hands.only(page, [unit, *mates[unit]])
        hands.from_list(page, f"[data-to='{to}']")
        hands.press(page, re.compile("^(Move here|Muovi qui)"))
    expect(page.locator(".prompt .warning")).to_have_count(1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-act=end]").click()
        for name in (
            re.compile("^(End anyway|Chiudi comunque)"),
            re.compile("^(Back|Go back|Torna)"),
        ):
            answer = page.locator("#orders .foot").get_by_role("button", name=name)
            expect(answer).to_be_in_viewport(ratio=1)
            assert answer.evaluate(ABOVE_THE_TABS), (name, width)
        expect(page.locator(".prompt [role=alert]")).to_be_in_viewport(ratio=1)
        page.locator("#orders .foot .phase .button").click()


def test_the_question_of_the_end_has_room_after_a_roll(page: Page, server: TableServer) -> None:
    bases = {"A1.hq": "250 650", "G1.hq": "1150 650"}
    for n in (1, 2):
        bases |= {f"A1.tank{n}": f"500 {50 + 200 * n}", f"G1.motor{n}": f"620 {50 + 200 * n}"}
    state = alto.table(bases, phase="fire")
    layer = Layer(server)
    seats = layer.lay_state(alto.GAME, state.setup, state)
    layer.close()
    page.set_viewport_size({"width": 390, "height": 844})
    seats.sit(page, "axis")
    seats.order("axis", {"order": "fire", "unit": "A1.tank1", "target": "G1.motor1"})
    expect(page.locator(".prompt .die")).to_be_visible()
    page.locator("[data-act=end]").click()
    expect(page.locator(".prompt [data-closing]")).to_be_in_viewport(ratio=1)


def test_counters_laid_out_are_not_covered(page: Page, server: TableServer) -> None:
    """Neither by the strip of layers nor by the card of their hex."""
    table = played(server, "afrika-korps", 0, axis="human", allied="human")
    for width, height in (DESKTOP, (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        table.sit(page, "axis")
        page.locator(".unit[data-hex='W6']").hover(force=True)
        expect(page.locator(".tip")).to_have_count(1)
        page.locator(".unit[data-hex='W6']").click(force=True)
        expect(page.locator(".tip")).to_have_count(0)
        strip = page.locator(".layers").bounding_box()
        fan = page.locator(".fan-back").bounding_box()
        assert strip
        assert fan
        assert fan["y"] >= strip["y"] + strip["height"]
        assert fan["x"] >= 0
        assert fan["x"] + fan["width"] <= page.locator(".stage").evaluate("e => e.clientWidth")


NEWS = ("between", "mine", "against")
LONG = [{"event": "told", "rule": "1", "text": {"it": "Notizia", "en": "News"}}] * 12


@pytest.mark.parametrize(
    ("decision", "wanted"), [("losses", ".panel .pick"), ("combat", ".panel .odds")]
)
def test_what_is_asked_comes_before_what_happened(
    page: Page, server: TableServer, decision: str, wanted: str
) -> None:
    """Three cards with results would push the units that may lose steps, or the odds, out of sight."""
    rehearsal = Rehearsal(server, "lion-of-judah", SEED)
    rehearsal.when(decision)
    step = rehearsal.match.step
    assert step is not None
    table = rehearsal.take_up()
    cards = [{"kind": kind, "lines": LONG} for kind in NEWS]
    seat = {
        "match": table.match,
        "seat": step.side,
        "cards": cards,
        "open": None,
        "answered": False,
    }
    page.goto(server.address)
    page.evaluate("k => sessionStorage.setItem('campagna.unread', JSON.stringify(k))", [seat])
    table.sit(page, step.side)
    expect(page.locator("[data-card]")).to_have_count(len(NEWS))
    if decision == "combat":
        page.locator(".todo").get_by_role("button", name=re.compile("^Attack · ")).first.click()
    expect(page.locator(wanted).first).to_be_in_viewport(ratio=1)
