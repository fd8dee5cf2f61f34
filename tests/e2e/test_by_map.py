"""A turn of both sides with the mouse on the map and on head and foot of the panel, and nowhere else.

At every step question, die and primary button are inside the window, at four sizes by turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from campagna.core.contract import Setup
from campagna.games.lion_of_judah.state import Phase
from campagna.games.registry import load_game
from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal
from tests.e2e.table_server import TableServer
from tests.e2e.test_panel_in_sight import NO_MAP, OUT_OF_SIGHT
from tests.games.lion_of_judah import lay as lion

SIZES = ((1440, 900), (1920, 1080), (720, 450), (390, 844))
MOST_STEPS = 90
ORDERS = 2
"""So many orders of each decision and side; then the phase is ended."""
LION = "lion-of-judah"

FOOT = "#orders .foot .actions:not(.phase)"
GIVE = f"{FOOT} .button.primary:enabled, {FOOT} .button:has(kbd:text-is('⏎')):enabled"
END = "#orders .foot [data-act=end]"
NEXT = "#orders .foot [data-act=next-unit]:enabled"
STAGE = ".canvas"


class Mouse:
    """Presses on hexes of the map, wherever they lie on the stage."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page = page
        address = page.url.split("/#")[0]
        self.hexes = page.request.get(f"{address}/api/games/{slug}/board").json()["hexes"]

    def press(self, hex_: str) -> bool:
        """False if the hex is out of sight: the map is not moved for it."""
        stage = self.page.locator(STAGE)
        x, y = self.hexes[hex_][:2]
        k, left, top = (float(stage.get_attribute(f"data-{a}") or 0) for a in "kxy")
        box = stage.bounding_box()
        assert box
        at = box["x"] + x * k + left, box["y"] + y * k + top
        on_stage = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.canvas'))"
        if not self.page.evaluate(on_stage, at):
            return False
        self.page.mouse.click(*at)
        return True


def _lit(page: Page) -> list[str]:
    """Hexes that the table shows as places to press."""
    return str(
        page.evaluate(
            "() => [...document.querySelectorAll('.overlay [data-lit]')].map(e => e.dataset.lit).join(' ')"
        )
    ).split()


def _able(page: Page) -> list[str]:
    marked = page.locator(".unit[data-able]")
    found: list[str] = marked.evaluate_all("all => all.map(e => e.dataset.hex)")
    return found


def _give(page: Page) -> bool:
    """Press the red button of an order in hand, as soon as the judge has said that it may be given."""
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )
    if not page.locator(GIVE.replace(":enabled", "")).count():
        return False
    try:
        page.locator(GIVE).first.wait_for(timeout=1500)
    except Error:
        # The judge refused it: another hex is tried.
        return False
    before = hands.version(page)
    page.locator(GIVE).first.click()
    hands.moved_on(page, before)
    return True


def _order(page: Page, mouse: Mouse) -> bool:
    """One order by presses on marked counters and lit hexes, given by the red button."""
    before = hands.version(page)
    if hands.kind(page) == "losses":
        return _lose(page, mouse)
    pressed = [hex_ for hex_ in _able(page)[:4] if mouse.press(hex_) or None][:1]
    if _gave(page, before) or _aim(page, mouse, before, pressed):
        return True
    page.locator(STAGE).click(button="right", position={"x": 5, "y": 200})
    # The button of the foot goes to the others, and brings them into sight.
    for _ in range(3):
        if not page.locator(NEXT).count():
            break
        page.locator(NEXT).click()
        if _gave(page, before) or _aim(page, mouse, before, []):
            return True
    page.locator(STAGE).click(button="right", position={"x": 5, "y": 200})
    return False


def _aim(page: Page, mouse: Mouse, before: int, stood: list[str]) -> bool:
    """Whoever was pressed goes to a lit hex; of a stack that lies open the next counter is pressed."""
    tried = [h for h in _lit(page) if h not in stood]
    goals = [*tried[:2], *tried[len(tried) // 2 :][:1]]
    if any(mouse.press(goal) and _gave(page, before) for goal in goals):
        return True
    again = stood if page.locator(".fan-layer").count() else []
    return any(mouse.press(hex_) and _gave(page, before) for hex_ in again)


def _lose(page: Page, mouse: Mouse) -> bool:
    """Steps off whoever stands in the lit hexes, one press after the other, with the whole map in sight."""
    page.locator(".zoom button").nth(2).click()
    for hex_ in [hex_ for hex_ in _lit(page) for _ in range(6)]:
        if page.locator(GIVE).count():
            break
        mouse.press(hex_)
    return _give(page)


def _gave(page: Page, before: int) -> bool:
    """Whether an order was given: some are by the press itself, as to put somebody on a hex."""
    return _give(page) or hands.version(page) != before


def _answer(page: Page) -> bool:
    """What stands in the foot and must be pressed first: an answer, or the one order most players want."""
    nothing = (
        ".actions:not(.phase) .button.grow" if hands.kind(page) == "markers" else "[data-answer]"
    )
    nobody = "[data-never]" if page.locator(END).count() else "[data-act=pick]"
    for wanted in (nothing, "[data-act=main]", "[data-act=give-ground]", nobody):
        button = page.locator(f"#orders .foot {wanted}:enabled")
        if button.count():
            before, markers = hands.version(page), hands.kind(page) == "markers"
            button.first.click()
            if markers or wanted == nobody:
                hands.moved_on(page, before)
            return hands.version(page) != before or _gave(page, before)
    return False


def _end(page: Page) -> bool:
    if not page.locator(END).count():
        return False
    before = hands.version(page)
    page.locator(END).click()
    anyway = page.locator("#orders .foot").get_by_role(
        "button", name=re.compile("^End anyway|^Chiudi")
    )
    moved = page.locator(f"main:not([data-version='{before}']), {hands.CURTAIN}")
    moved.or_(anyway).first.wait_for()
    if anyway.count():
        anyway.click()
    hands.moved_on(page, before)
    return True


def _look(page: Page, size: tuple[int, int], language: str, when: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hidden = page.evaluate(OUT_OF_SIGHT, language)
    assert not hidden, (when, language, size, hidden)


@pytest.mark.parametrize(
    ("slug", "turn", "language"),
    [
        ("afrika-korps", 3, "it"),
        ("panzergruppe-guderian", 2, "en"),
        ("kasserine", 2, "it"),
        (LION, 1, "en"),
    ],
)
def test_a_turn_of_both_sides_by_the_map(
    page: Page, server: TableServer, slug: str, turn: int, language: str
) -> None:
    rehearsal = Rehearsal(server, slug, seed=3)
    rehearsal.until(lambda _: rehearsal.turn == turn)
    if slug == LION:
        rehearsal.when("replacements")
    rehearsal.take_up().sit(page)
    page.add_style_tag(content=NO_MAP)
    mouse, given, sides = Mouse(page, slug), dict[str, int](), set[str]()
    sizes = cycle(SIZES)
    for _ in range(MOST_STEPS):
        if page.locator(".track .now").text_content() != str(turn):
            break
        kicker = page.locator(".prompt .kicker").last.text_content() or ""
        step = f"{kicker} {hands.decision(page)}"
        _look(page, next(sizes), language, step)
        page.set_viewport_size({"width": 1440, "height": 900})
        sides.add(page.locator("main.table").get_attribute("data-side") or kicker)
        read = page.locator("#orders .foot [data-act=understood]")
        if read.count():
            read.click()
        free = page.locator(END).count() > 0
        if free and given.get(step, 0) >= ORDERS:
            assert _end(page)
        elif _answer(page) or _order(page, mouse):
            given[step] = given.get(step, 0) + 1
        else:
            assert free, f"{step}: no answer on the map, in head or foot"
            given[step] = ORDERS
    assert page.locator(".track .now").text_content() != str(turn), given
    assert len(given) >= 4, given
    print(slug, given)


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


def _counter(page: Page, unit: str) -> Locator:
    """A counter of the stack that lies open."""
    return page.locator(f".fan-layer [data-unit='{unit}']")


def _fan(page: Page, mouse: Mouse, hex_: str, unit: str) -> None:
    assert mouse.press(hex_)
    _counter(page, unit).click(force=True)


def test_trucks_and_aircraft_answer_presses_on_the_map(page: Page, layer: Layer) -> None:
    """Motorisation, then supply from the air: whom, and with what."""
    units = {"it_Sb": "1306", "it_GS": "1306", "it_trk1": "1306", "it_trk2": "1306"}
    state = lion.arrange(units, phase=Phase.MOTORISATION)
    seats = layer.lay_state(lion.GAME, Setup("s1935"), state)
    seats.sit(page, "italian")
    mouse = Mouse(page, LION)
    _fan(page, mouse, "1306", "it_Sb")
    picked = page.locator(".panel .pick[aria-pressed=true]")
    expect(picked).to_have_count(2)
    # One truck out, and in again, by its counter on the map.
    _counter(page, "it_trk1").click(force=True)
    expect(picked).to_have_count(1)
    _counter(page, "it_trk1").click(force=True)
    expect(picked).to_have_count(2)
    before = hands.version(page)
    page.locator(GIVE).click()
    hands.moved_on(page, before)
    expect(page.locator(".log").first).to_contain_text("Sabauda")


def test_a_headquarters_shows_where_it_supports(page: Page, layer: Layer) -> None:
    """Its violet dots go with the hex that is pointed at; the panel says what moving forbids."""
    state = lion.arrange({"it_Sb": "1306", "it_hq_1CA": "1306", "it_hq_2CA": "1206"})
    layer.lay_state(lion.GAME, Setup("s1935"), state).sit(page, "italian")
    mouse = Mouse(page, LION)
    mouse.press("1306")
    mouse.press("1306")
    chosen = page.locator(".panel .pick[aria-pressed=true]")
    expect(chosen).to_have_attribute("data-unit", "it_hq_1CA")
    dots = page.locator("[data-serves]")
    expect(page.locator("[data-serves='1306']")).to_have_count(1)
    goal = next(h for h in _lit(page) if h != "1306")
    mouse.press(goal)
    grid = load_game(LION).world.board.grid  # type: ignore[attr-defined]
    ids = load_game(LION).world.hex_ids  # type: ignore[attr-defined]
    near = {h for h in ids if grid.distance(ids.index(h), ids.index(goal)) <= 1}
    shown = dots.evaluate_all("all => all.map(e => e.dataset.serves)")
    assert set(shown) == near
    told = page.locator(".panel [data-note=hq-moved-no-support]")
    expect(told).to_contain_text("supports no combat until the end of the turn")
    hands.speak(page, "it")
    expect(told).to_contain_text("non appoggia combattimenti")


def test_the_card_of_a_stack_names_all_and_lies_beside_it(page: Page, layer: Layer) -> None:
    units = ["it_Sb", "it_Gv", "it_GS", "it_Di", "it_hq_1CA", "it_trk1", "it_trk2"]
    state = lion.arrange(dict.fromkeys(units, "1306"))
    layer.lay_state(lion.GAME, Setup("s1935"), state).sit(page, "italian")
    stack = page.locator(".unit[data-hex='1306']")
    stack.hover(force=True)
    card, lines = page.locator(".tip"), page.locator(".tip [data-unit]")
    expect(lines).to_have_count(len(units))
    for size in ((1440, 900), (900, 500)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        stack.hover(force=True)
        beside, counters = card.bounding_box(), stack.locator(".lift").bounding_box()
        assert beside
        assert counters
        apart = (
            beside["x"] >= counters["x"] + counters["width"] - 4
            or beside["x"] + beside["width"] <= counters["x"] + 4
        )
        assert apart, (size, beside, counters)
        stage = page.locator(".stage").bounding_box()
        assert stage
        assert beside["y"] >= stage["y"]
        assert beside["y"] + beside["height"] <= stage["y"] + stage["height"]
    expect(card).to_contain_text(re.compile("5-7-4|Sabauda"))
