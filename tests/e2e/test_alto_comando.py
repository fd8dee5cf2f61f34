"""Alto Comando on the measured table, through the page alone: set-up and a turn for both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from campagna.games.alto_comando.orders import Deploy
from campagna.games.alto_comando.state import State
from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.table_server import TableServer
from tests.games.alto_comando.lay import GAME, play, table
from tests.games.alto_comando.test_setup import BRITISH, GERMANS, block, setting_up

PLACES = "all => Object.fromEntries(all.map(b => [b.dataset.base, b.getAttribute('transform')]))"


@pytest.fixture
def layer(server: TableServer) -> Iterator[Layer]:
    made = Layer(server)
    yield made
    made.close()


def test_a_complete_turn_for_both_sides(page: Page, server: TableServer) -> None:
    _begin(page, server, "beda_fomm")
    _set_up(page, column=True)
    sides = []
    while _turn(page) == 1:
        sides.append(_side(page))
        if hands.decision(page) == "move":
            _move_a_base(page)
            _refused_too_far(page)
        hands.end_phase(page)
    assert {"Axis", "Allies"} <= set(sides)
    expect(page.locator(".track .now")).to_have_text("2")


def test_the_buttons_over_the_table_answer_the_mouse(page: Page, server: TableServer) -> None:
    """They lie on the stage, but a press on them is not a press on the table."""
    _begin(page, server, "beda_fomm")
    stage = page.locator(".measured .canvas")
    whole = _scale(stage)
    closer, farther, fit = (page.locator(".zoom button").nth(i) for i in range(3))
    closer.click()
    closer.click()
    near = _scale(stage)
    assert near > whole
    farther.click()
    assert whole < _scale(stage) < near
    fit.click()
    assert _scale(stage) == whole
    # A narrower window still shows all of it.
    page.set_viewport_size({"width": 900, "height": 700})
    expect(stage).not_to_have_attribute("data-k", str(whole))
    narrow = _scale(stage)
    fit.click()
    assert _scale(stage) == narrow
    command = page.locator(".layers button", has_text="Command")
    before = command.get_attribute("aria-pressed")
    command.click()
    assert command.get_attribute("aria-pressed") != before


def test_the_keys_of_the_table_are_not_those_of_hexes(page: Page, server: TableServer) -> None:
    _begin(page, server, "beda_fomm")
    command = page.locator(".layers button", has_text="Command")
    expect(command).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("c")
    expect(command).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("g")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("h")
    keys = page.locator("dialog[open]")
    expect(keys).to_contain_text("bend the way here")
    expect(keys).not_to_contain_text("Go to hex")


def test_a_set_up_that_cannot_end_says_why_and_can_start_over(page: Page, layer: Layer) -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    all_ = block(state, "G2", (770, 120))
    last = all_.units[-1]
    play(state, Deploy(all_.units[:-1], all_.places[:-1]))
    _sit(page, layer, state)
    # From the beginning it is said what the set-up must come to.
    owed = page.locator("[data-obligation=SET-5]")
    expect(owed).to_be_in_viewport()
    expect(owed).to_contain_text("both Defence zones")
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(owed).to_contain_text("nelle due zone di Difese")
    page.get_by_role("button", name=re.compile("^EN")).click()
    expect(page.locator("[data-obligation=SET-3]")).to_contain_text("To be placed")
    _choose(page, 0)
    expect(page.locator(".measure")).to_have_attribute("data-unit", last)
    page.locator(".reach-region").wait_for(state="attached")
    page.mouse.click(*_on_screen(page, all_.units[0], *all_.places[0], *all_.places[-1]))
    # Nothing is red but what was just drafted.
    expect(page.locator(".button.primary:visible")).to_have_attribute("data-act", "give")
    _give(page)
    expect(page.locator(".button.primary:visible")).to_have_count(0)
    # All are placed: no button ends the phase, and the panel says why.
    expect(page.locator("[data-act=end]")).to_have_count(0)
    why = page.locator("[data-stuck]")
    expect(why).to_be_in_viewport()
    expect(why).to_contain_text("Everything is placed")
    expect(why.locator("[data-obligation=SET-5]")).to_be_in_viewport()
    expect(page.locator("[data-obligation]")).to_have_count(1)
    # Who stands may be placed anew.
    page.locator(f"[data-base='{last}']").click(force=True)
    expect(page.locator(".measure")).to_have_attribute("data-unit", last)
    page.keyboard.press("Escape")
    before = hands.version(page)
    page.locator("[data-act=start-over]").click()
    expect(page.locator("dialog [data-sure]")).to_contain_text("go back off the table")
    assert hands.version(page) == before
    page.locator("dialog [data-act=sure]").click()
    hands.moved_on(page, before)
    expect(why).to_have_count(0)
    expect(page.locator("[data-unit-choice]")).to_have_count(len(all_.units))
    expect(page.locator("[data-act=start-over]")).to_have_count(0)


def test_a_set_up_is_kept_in_a_file_and_put_down_again(
    page: Page, layer: Layer, tmp_path: Path
) -> None:
    state, _ = setting_up(GERMANS, BRITISH)
    all_ = block(state, "G2", (770, 120))
    _sit(page, layer, state)
    save = page.locator("[data-act=save-setup]")
    expect(save).to_have_count(0)
    page.locator("[data-act=place-deploy]").click()
    expect(page.locator("[data-unit-choice]")).to_have_count(0)
    with page.expect_download() as download:
        save.click()
    path = tmp_path / "mine.json"
    download.value.save_as(path)
    kept = json.loads(path.read_text())
    assert (kept["game"], kept["scenario"]) == ("alto-comando", "battle")
    assert {u for order in kept["orders"] for u in order["units"]} == set(all_.units)
    stood = page.locator("[data-base]").evaluate_all(PLACES)
    before = hands.version(page)
    page.locator("[data-act=start-over]").click()
    page.locator("dialog [data-act=sure]").click()
    hands.moved_on(page, before)
    expect(page.locator("[data-unit-choice]")).to_have_count(len(all_.units))
    page.locator("[data-load-setup]").set_input_files(path)
    said = page.locator("[data-setup-said]")
    expect(said).to_contain_text(f"accepted now: {len(kept['orders'])} of {len(kept['orders'])}")
    expect(page.locator("[data-unit-choice]")).to_have_count(0)
    assert page.locator("[data-base]").evaluate_all(PLACES) == stood
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(kept | {"game": "kasserine"}))
    page.locator("[data-load-setup]").set_input_files(wrong)
    expect(said).to_contain_text("not a set-up of this game")


def test_a_press_near_the_headquarters_replaces_beside_it(page: Page, layer: Layer) -> None:
    """The allowed places are as narrow as a line: a press beside the line means the line."""
    bases = {"A1.hq": "300 300", "A1.tank1": "scattered", "G1.hq": "1100 300"}
    _sit(page, layer, table(bases, phase="replace"))
    page.locator("[data-act=end]").click()
    expect(page.locator(".prompt .alert")).to_contain_text("Replace, still possible: 1.")
    page.get_by_role("button", name="Back").click()
    _choose(page, 0)
    page.locator(".reach-region").wait_for(state="attached")
    x, y = _on_screen(page, "A1.hq", 300, 300, 338, 304)
    page.mouse.click(x, y)
    expect(page.locator("[data-act=give]")).to_be_enabled()
    _give(page)
    assert hands.decision(page) == "move"


def test_an_air_attack_takes_one_press_and_confirm(page: Page, layer: Layer) -> None:
    enemies = {f"G1.motor{n}": f"700 {200 + 60 * n}" for n in range(1, 4)}
    bases = {"A1.hq": "400 300", "A1.tank2": "640 300", "A1.tank1": "640 400", "G1.hq": "1100 300"}
    _sit(page, layer, table(bases | enemies, phase="air", air=(2, 2)))
    expect(page.locator("[data-left]")).to_contain_text("Air attacks left: 2")
    page.locator("[data-act=end]").click()
    expect(page.locator(".prompt .alert")).to_contain_text("Air attack, still possible: 2.")
    page.get_by_role("button", name="Back").click()
    page.locator("[data-base='G1.motor1']").click(force=True)
    expect(page.locator("[data-confirm=air-attack]")).to_be_in_viewport()
    before = hands.version(page)
    page.locator("[data-act=strike]").click()
    hands.moved_on(page, before)
    expect(page.locator("[data-left]")).to_contain_text("Air attacks left: 1")


def test_a_division_moves_as_a_block_and_says_who_stops_short(page: Page, layer: Layer) -> None:
    bases = {
        "A1.hq": "300 500",
        "A1.tank1": "300 540",
        "A1.tank2": "340 500",
        "A1.motor1": "340 540",
        "G1.motor1": "540 500",
        "G1.hq": "1100 300",
    }
    _sit(page, layer, table(bases))
    page.locator("[data-base='A1.hq']").click(force=True)
    page.locator("[data-how=shape]").click()
    expect(page.locator("[data-member]")).to_have_count(4)
    page.locator("[data-member='A1.motor1']").click()
    page.locator(".reach-region").wait_for(state="attached")
    page.mouse.click(*_on_screen(page, "A1.hq", 300, 500, 440, 500))
    # It is shown before it is given: where each would end, who stops short and by which rule.
    expect(page.locator("[data-ghost]")).to_have_count(3)
    expect(page.locator("[data-draft]")).to_have_attribute("data-draft", "3")
    short = page.locator("[data-stopped='A1.tank2']")
    expect(short).to_contain_text("5")
    expect(short.locator(".rule")).to_contain_text("MOV-2")
    before = hands.version(page)
    page.locator("[data-act=give]").click()
    hands.moved_on(page, before)
    # One order, and one way back.
    assert hands.version(page) == before + 1
    expect(page.locator("[data-unit-choice='A1.motor1']")).to_have_count(1)
    expect(page.locator("[data-unit-choice='A1.hq']")).to_have_count(0)
    page.keyboard.press("u")
    hands.moved_on(page, before + 1)
    expect(page.locator("[data-unit-choice='A1.hq']")).to_have_count(1)


def test_the_ruler_tells_what_a_distance_means(page: Page, layer: Layer) -> None:
    bases = {"A1.hq": "300 500", "A1.tank1": "500 500", "G1.motor1": "650 500", "G1.hq": "900 500"}
    _sit(page, layer, table(bases))
    expect(page.locator("header .score")).to_have_text("Axis 0 : 0 Allies")
    page.keyboard.press("m")
    for base in ("A1.tank1", "G1.motor1"):
        page.locator(f"[data-base='{base}']").click(force=True)
    card = page.locator("[data-ruler='120']")
    expect(card.locator(".distance")).to_have_text("12.0 cm")
    expect(card.locator("[data-reading=FIR-2].holds")).to_have_count(2)
    # It ended no choice and gave no order; the next press measures anew, from a base to a place.
    expect(page.locator(".measure")).to_have_count(0)
    page.locator("[data-base='A1.tank1']").click(force=True)
    page.mouse.click(*_on_screen(page, "A1.tank1", 500, 500, 500, 700))
    expect(page.locator("[data-reading=MOV-6]:not(.holds)")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".ruler")).to_have_count(0)


def _sit(page: Page, layer: Layer, state: State) -> None:
    layer.lay_state(GAME, state.setup, state).sit(page)


def _on_screen(page: Page, base: str, x0: int, y0: int, x: int, y: int) -> tuple[float, float]:
    """Where a place of the table is seen, from a base that stands at a known one."""
    box = page.locator(f"[data-base='{base}']").bounding_box()
    assert box
    scale = _scale(page.locator(".measured .canvas"))
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return middle[0] + (x - x0) * scale, middle[1] + (y - y0) * scale


def _scale(stage: Locator) -> float:
    return float(stage.get_attribute("data-k") or 0)


def test_cards_are_chosen_and_shots_have_exact_chances(page: Page, server: TableServer) -> None:
    _begin(page, server, "battle")
    while hands.decision(page) in ("choose-cards", "attach", "tank-mix"):
        _choose_forces(page)
    _set_up(page)
    for _ in range(60):
        if (
            page.locator("[data-target], [data-unit-choice]").count()
            and hands.decision(page) == "fire"
        ):
            break
        if hands.decision(page) == "move":
            _towards_the_enemy(page)
        hands.end_phase(page)
    page.locator("[data-unit-choice]").first.click()
    page.locator("[data-target]").first.click()
    chances = page.locator(".measure .bars .value")
    expect(chances.first).to_be_visible()
    shares = [float(re.sub(r"[^\d.]", "", text)) for text in chances.all_text_contents()]
    assert 98 <= sum(shares) <= 102
    _give(page)
    expect(page.locator(".log").first).to_contain_text("fires at")


def _begin(page: Page, server: TableServer, scenario: str) -> None:
    page.goto(server.address)
    card = page.locator("[data-game='alto-comando']")
    card.get_by_role("button", name="Play", exact=True).click()
    page.locator("[name=scenario]").select_option(scenario)
    for side in ("axis", "allied"):
        page.locator(f"[name=seat-{side}]").select_option("human")
    page.get_by_role("button", name="Begin").click()
    page.locator(hands.TABLE).wait_for()


def _choose_forces(page: Page) -> None:
    before = hands.version(page)
    cards = page.locator("[data-group=cards]")
    for group in range(cards.count()):
        told = cards.nth(group).locator(".label .numeric").text_content() or "0/0"
        wanted = int(told.split("/")[1]) if hands.decision(page) == "choose-cards" else 0
        for card in range(wanted):
            cards.nth(group).locator("[data-card]").nth(card).click()
    if cards.count():
        page.locator("[data-act=choose]").click()
    else:
        page.locator("[data-choice]").first.click()
        hands.button(page, re.compile("^Confirm")).click()
    hands.moved_on(page, before)


def _set_up(page: Page, column: bool = False) -> None:
    """Both sides let the table place their bases, with one press each, then finish."""
    while hands.decision(page) in ("works", "deploy"):
        place = page.locator("[data-act=place-deploy]")
        if place.count():
            waiting = page.locator("[data-unit-choice]")
            before, count = hands.version(page), waiting.count()
            place.click()
            hands.moved_on(page, before)
            expect(page.locator("[data-act=place-deploy]:disabled")).to_have_count(0)
            # All have their place. Of the column of Beda Fomm some may enter later.
            late = column and _side(page) == "Axis"
            assert waiting.count() < count if late else not waiting.count()
        hands.end_phase(page)


def _give(page: Page) -> None:
    before = hands.version(page)
    page.locator("[data-act=give]").click()
    hands.moved_on(page, before)


def _turn(page: Page) -> int:
    return int(page.locator(".track .now").text_content() or 0)


def _side(page: Page) -> str:
    said = page.locator(".prompt .kicker").text_content() or ""
    return "Axis" if "Axis" in said else "Allies"


def _move_a_base(page: Page) -> None:
    """The first base that can go anywhere moves a little, by the mouse."""
    assert _choose_able(page)
    unit = page.locator(".measure").get_attribute("data-unit")
    box = page.locator(f"[data-base='{unit}']").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for dx, dy in (
        (40, 0),
        (-40, 0),
        (0, 40),
        (0, -40),
        (34, 34),
        (-34, -34),
        (-34, 34),
        (34, -34),
    ):
        page.mouse.click(middle[0] + dx, middle[1] + dy)
        if _appears(page, "[data-act=give]:enabled"):
            _give(page)
            return
        # Another base stood there, or the place is barred: back to the first one.
        page.locator(f"[data-base='{unit}']").click(force=True)
    raise AssertionError("no place round the base is free")


def _choose_able(page: Page) -> bool:
    """The first base on the table that has somewhere to go."""
    for i in range(page.locator("[data-unit-choice]").count()):
        _choose(page, i)
        unit = page.locator(".measure").get_attribute("data-unit")
        # Who waits beside the table has a line to come in by.
        if page.locator(f"[data-base='{unit}']").count() and _appears(page, ".reach-region"):
            return True
    return False


def _choose(page: Page, number: int) -> None:
    """A base out of the list of those that can act."""
    entries = page.locator("[data-unit-choice]")
    if not entries.first.is_visible():
        page.locator("summary", has_text="Bases that can act").click()
    entries.nth(number).click()


def _appears(page: Page, selector: str) -> bool:
    try:
        page.locator(selector).first.wait_for(state="attached", timeout=2_000)
    except Error:
        return False
    return True


def _refused_too_far(page: Page) -> None:
    """Farther than its allowance no base goes: the panel says which rule forbids it."""
    if not _choose_able(page):
        return
    page.locator(".measured .canvas").focus()
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".measure .card .rule").first).to_be_visible()
    expect(page.locator("[data-act=give]")).to_be_disabled()
    page.keyboard.press("Escape")


def _towards_the_enemy(page: Page) -> None:
    """A few bases go as far as they can towards the centre of the table, by the keyboard."""
    west = _side(page) == "Axis"
    for i in range(3):
        entries = page.locator("[data-unit-choice]")
        if entries.count() <= i:
            return
        _choose(page, i)
        if not _appears(page, ".reach-region"):
            continue
        page.locator(".measured .canvas").focus()
        for _ in range(12):
            page.keyboard.press("ArrowRight" if west else "ArrowLeft")
        page.wait_for_timeout(200)
        if page.locator("[data-act=give]").is_enabled():
            _give(page)
