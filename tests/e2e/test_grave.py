"""What cannot be taken back: never chosen for the player, never red, under More, and asked once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import convert
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from campagna.core.contract import Note, Setup
from campagna.games.kasserine.state import State as Kasserine
from campagna.games.panzergruppe_guderian.orders import CallFront
from tests.e2e import hands
from tests.e2e.conftest import new_page
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal, played
from tests.e2e.table_server import TableServer
from tests.games.lion_of_judah import lay as lion
from tests.offered import by_order, listed

ALTO = "alto-comando"
KORPS = "afrika-korps"


def _red(page: Page) -> Locator:
    """The red buttons that can be seen."""
    return page.locator(".button.primary:visible")


def _at(
    page: Page,
    server: TableServer,
    game: str,
    ready: Callable[[dict[str, Any]], bool],
    seed: int = 3,
) -> None:
    """The table where the offers are as wished."""
    rehearsal = Rehearsal(server, game, seed)
    rehearsal.until(ready)
    rehearsal.take_up().sit(page)


def _asked(
    page: Page,
    server: TableServer,
    game: str,
    decision: str,
    ready: Callable[[dict[str, Any]], bool] = lambda listing: True,
    seed: int = 3,
) -> None:
    """The table where this decision is asked and its offers are as wished."""
    rehearsal = Rehearsal(server, game, seed)
    rehearsal.when(decision, lambda: ready(by_order(rehearsal.game.offers(rehearsal.match.state))))
    rehearsal.take_up().sit(page)


# --- conceding, resigning, stopping -----------------------------------------------------------------


def test_conceding_stands_under_more_and_asks(page: Page, server: TableServer) -> None:
    _at(page, server, ALTO, lambda listing: "deploy" in listing and "done" not in listing)
    expect(page.locator("#orders")).not_to_contain_text("Concede")
    expect(_red(page)).to_have_count(0)
    page.keyboard.press("Enter")
    hands.tab(page, "More")
    page.locator("[data-grave=concede]").click()
    question = page.locator("dialog")
    expect(question).to_contain_text("Concede the battle?")
    expect(question).to_contain_text("The battle is lost. Winner: Allies (great victory)")
    expect(question).to_contain_text("The match ends")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    expect(_red(page)).to_have_count(0)
    # Enter takes the question back.
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert hands.version(page) == 0
    page.locator("[data-grave=concede]").click()
    page.locator("[data-act=sure]").click()
    expect(page.locator("main.victory")).to_be_visible()


def test_the_price_of_conceding_in_italian(browser: Browser, server: TableServer) -> None:
    context = browser.new_context(locale="it-IT", reduced_motion="reduce")
    page = new_page(context)
    _at(page, server, ALTO, lambda listing: "deploy" in listing)
    hands.tab(page, "Altro")
    page.locator("[data-grave=concede]").click()
    question = page.locator("dialog")
    expect(question).to_contain_text("La battaglia è perduta. Vincitore: Alleati (grande vittoria)")
    expect(question.get_by_role("button", name="Annulla")).to_be_focused()
    context.close()


def test_resigning_names_the_winner(page: Page, server: TableServer) -> None:
    played(server, KORPS, 3, axis="human", allied="human").sit(page, "axis")
    hands.tab(page, "More")
    hands.button(page, "Resign").click()
    question = page.locator("dialog")
    expect(question).to_contain_text("Winner: Allied. The match ends.")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    question.get_by_role("button", name="Cancel").click()
    hands.button(page, "Offer to stop").click()
    expect(question).to_contain_text("The offer goes to: Allied.")
    expect(question).to_contain_text("without a winner")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    page.locator(".top .language").get_by_role("button", name=re.compile("^IT")).click()
    hands.button(page, "Abbandona").click()
    expect(question).to_contain_text("Vincitore: Alleati. La partita finisce.")
    page.keyboard.press("Escape")
    hands.button(page, "Proponi di smettere").click()
    expect(question).to_contain_text("senza vincitore")
    page.keyboard.press("Escape")
    assert hands.version(page) == 3


# --- ending a phase ---------------------------------------------------------------------------------


def _middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _in_both(page: Page, told: Locator, english: str, italian: str) -> None:
    hands.speak(page, "it")
    expect(told).to_contain_text(italian)
    hands.speak(page, "en")
    expect(told).to_contain_text(english)


def _asks(page: Page, english: str, italian: str) -> None:
    """The end of the phase asks once, with this line; going back changes nothing."""
    before = hands.version(page)
    button = page.locator("[data-act=end]")
    expect(_red(page)).to_have_count(0)
    end = button.bounding_box()
    assert end
    button.click()
    question = page.locator(".prompt [role=alert]")
    _in_both(page, question, english, italian)
    expect(_red(page)).to_have_count(0)
    # A second press on the same place goes back.
    page.mouse.click(*_middle(end))
    expect(question).to_have_count(0)
    assert hands.version(page) == before
    hands.end_phase(page)


def test_ending_with_attacks_left_asks_in_lion_of_judah(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "lion-of-judah", 3)
    listing = rehearsal.when("combat")
    rehearsal.take_up().sit(page)
    left = len(listing["attack"])
    _asks(page, f"Attacks still possible: {left}.", f"Attacchi ancora possibili: {left}.")


def test_ending_with_shots_left_asks_in_alto_comando(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, ALTO, 3)
    listing = rehearsal.until(lambda found: bool(found.get("fire")))
    rehearsal.take_up().sit(page)
    able = set(listing["fire"])
    english = f"Fire, still possible: {len(able)}."
    _asks(page, english, f"Fai fuoco, ancora possibile: {len(able)}.")


def test_ending_with_moves_left_asks_in_italian(browser: Browser, server: TableServer) -> None:
    context = browser.new_context(locale="it-IT", reduced_motion="reduce")
    page = new_page(context)
    rehearsal = Rehearsal(server, ALTO, 3)
    listing = rehearsal.until(lambda found: bool(found.get("move")))
    rehearsal.take_up().sit(page)
    page.locator("[data-act=end]").click()
    question = page.locator(".prompt [role=alert]")
    expect(question).to_contain_text(f"Muovi, ancora possibile: {len(listing['move'])}.")
    before = hands.version(page)
    page.get_by_role("button", name="Chiudi comunque").click()
    hands.moved_on(page, before)
    context.close()


def test_ending_without_anything_left_does_not_ask(page: Page, server: TableServer) -> None:
    """Every base has its place: the button is red, and one press ends the set-up."""
    _at(page, server, ALTO, lambda found: "start-over" in found and "done" in found)
    expect(page.locator("[data-act=end].primary")).to_be_visible()
    before = hands.version(page)
    page.locator("[data-act=end]").click()
    hands.moved_on(page, before)


def test_a_reminder_that_was_left_is_not_repeated_by_the_next_phase(
    page: Page, server: TableServer
) -> None:
    """Too many units stand in a port: nothing can be done about it before the transports."""
    crowd = dict.fromkeys(("it_Sb", "it_Gv", "it_GS", "it_Di", "it_hq_1CA", "it_hq_2CA"), "1405")
    state = lion.arrange(crowd, phase=lion.Phase.MOTORISATION)
    layer = Layer(server)
    layer.lay_state(lion.GAME, state.setup, state).sit(page, "italian")
    layer.close()
    end, question = page.locator("[data-act=end]"), page.locator("[data-closing]")
    end.click()
    expect(question).to_contain_text("Too many units in a hex: 1405")
    page.get_by_role("button", name="End anyway").click()
    expect(page.locator(hands.TABLE)).to_have_attribute("data-decision", "roads")
    expect(page.locator("#orders .panel")).to_contain_text("Too many units in a hex: 1405")
    end.click()
    expect(page.locator(hands.TABLE)).to_have_attribute("data-decision", "transport")
    expect(question).to_have_count(0)


# --- what a button costs ------------------------------------------------------------------------------

GUDERIAN = "panzergruppe-guderian"


def _notes(rehearsal: Rehearsal, order: dict[str, Any]) -> list[Note]:
    """What the game says of an order, before the page is asked."""
    asked = convert(order, rehearsal.game.order_type)
    return list(rehearsal.game.forecast(rehearsal.match.state, asked).notes)


def test_a_retreat_that_eliminates_says_so_and_asks(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, GUDERIAN, 4)
    ground = {"order": "give-ground"}
    rehearsal.when(
        "suffer", lambda: any(n.key == "retreat-eliminates" for n in _notes(rehearsal, ground))
    )
    rehearsal.take_up().sit(page)
    told = page.locator(".panel [data-note=retreat-eliminates]")
    _in_both(
        page, told, "Eliminated, no hex is free: ", "Nessun esagono è libero, unità eliminate: "
    )
    before = hands.version(page)
    page.locator("[data-act=give-ground]").click()
    question = page.locator("dialog")
    expect(question).to_contain_text("Eliminated, no hex is free: ")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    assert hands.version(page) == before
    hands.press(page, "Retreat")


def test_calling_the_front_says_the_points_it_gives(browser: Browser, server: TableServer) -> None:
    context = browser.new_context(locale="it-IT", reduced_motion="reduce")
    page = new_page(context)
    rehearsal = Rehearsal(server, GUDERIAN, 3)
    call = CallFront(3)
    rehearsal.when(
        "soviet-move", lambda: rehearsal.game.refusal(rehearsal.match.state, call) is None
    )
    (given, left) = _notes(rehearsal, {"order": "call-front", "divisions": 3})
    rehearsal.take_up().sit(page)
    points, more = given.facts["points"], left.facts["left"]
    question = page.locator("[data-confirm=call-front]")
    three = page.locator("[data-group=call-front] [data-choice='2']")
    hands.speak(page, "en")
    three.click()
    expect(question).to_contain_text(f"Gives the opponent (German) victory points: {points}")
    page.keyboard.press("Escape")
    hands.speak(page, "it")
    three.click()
    expect(question).to_contain_text(f"Dà punti vittoria all'avversario (tedesco): {points}")
    expect(question).to_contain_text(f"ancora chiamare in questo turno: {more}")
    before = hands.version(page)
    hands.press(page, re.compile("^Conferma"))
    hands.moved_on(page, before)
    context.close()


def test_a_road_says_its_price(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "lion-of-judah", 3)
    rehearsal.when("roads")
    (first, *_) = listed(rehearsal.game.offers(rehearsal.match.state))["build-road"]
    (price, _) = _notes(rehearsal, dict(first))
    rehearsal.take_up().sit(page)
    group = page.locator(".choices[data-group=build-road]")
    expect(page.locator("[data-act=end].primary")).to_have_count(0)
    if group.locator(".pick").count():
        group.locator(".pick").first.click()
    group.locator("[data-choice]").first.click()
    count = price.facts["count"]
    english = f"Costs resource points: {count} (Northern Front)."
    italian = f"Costa punti risorsa: {count} (Fronte nord)."
    _in_both(page, group.locator("[data-note=costs-points]"), english, italian)
    expect(_red(page)).to_have_count(1)


def test_a_move_on_wheels_says_the_fuel_it_burns(page: Page, server: TableServer) -> None:
    board = lion.WORLD
    wheels = next(c.id for c in board.counters if c.part == 1 and c.side == 0 and c.motorised)
    state = lion.arrange({wheels: "1305"}, scenario="s1940", fuel=5)
    price = state.theatre.scenario["fuel"]["costs"]["motorised_unit"]
    layer = Layer(server)
    layer.lay_state(lion.GAME, Setup("s1940"), state).sit(page)
    layer.close()
    hands.from_list(page, "[data-stack='1305']")
    hands.from_list(page, "[data-to='1306']")
    told = page.locator(".panel [data-note=costs-fuel]")
    expect(told).to_contain_text(f"Costs fuel: {price}. Left: {5 - price}")
    assert hands.version(page) == 0, "nothing is ordered yet"
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(told).to_contain_text(f"Costa carburante: {price}. Resta: {5 - price}")


def test_a_night_attack_says_how_many_are_left(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "kasserine", 3)

    def night() -> bool:
        state = rehearsal.match.state
        assert isinstance(state, Kasserine)
        attacks = by_order(rehearsal.game.offers(state)).get("attack")
        return bool(attacks) and state.night and not any(state.nights)

    listing = rehearsal.when("plan", night)
    rehearsal.take_up().sit(page)
    target = next(iter(listing["attack"]))
    hands.button(page, re.compile(f"Attack on {target}")).first.click()
    _in_both(
        page, page.locator("[data-note=night-attack-used]"), "Left: 1 of 2", "Ne restano 1 di 2"
    )


def test_logistics_says_what_is_given_up(page: Page, server: TableServer) -> None:
    """The table of Kasserine names no other price: a supply that moves, a unit reduced for good."""
    rehearsal = Rehearsal(server, "kasserine", 3)
    rehearsal.until(lambda listing: "march" in listing and "self-reduce" in listing)
    rehearsal.take_up().sit(page)
    for kind, note, english, italian in (
        ("march", "supplies-nobody", "supplies nobody", "non rifornisce nessuno"),
        ("self-reduce", "reduced-for-good", "stays reduced", "resta ridotta"),
    ):
        group = page.locator(f".choices[data-group={kind}]")
        if not group.locator("[data-choice]").first.is_visible():
            group.locator("summary").click()
        group.locator("[data-choice]").first.click()
        _in_both(page, group.locator(f"[data-note={note}]"), english, italian)
        page.keyboard.press("Escape")
    assert hands.version(page) == 0


# --- red ----------------------------------------------------------------------------------------------


def _says(page: Page, red: list[tuple[str, str]], quiet: str = "", *texts: str) -> None:
    """The red buttons and a quiet one, by their English and Italian words."""
    for i, language in enumerate(("EN", "IT")):
        page.get_by_role("button", name=re.compile(f"^{language},")).first.click()
        expect(_red(page)).to_have_text([re.compile(f"^{both[i]}") for both in red])
        if quiet:
            expect(page.locator(quiet)).to_contain_text(texts[i])
    page.get_by_role("button", name=re.compile("^EN,")).first.click()


END = "[data-act=end]"


def test_red_is_the_roll_for_the_supply(page: Page, server: TableServer) -> None:
    _asked(page, server, KORPS, "supply", lambda listing: "roll-supply" in listing)
    roll = ("Roll for the supply", "Tira per il rifornimento")
    _says(page, [roll], END, "No supply this turn", "Nessun rifornimento")
    page.locator("[data-act=main]").click()
    _says(page, [("Confirm", "Conferma")])
    hands.press(page, re.compile("^Confirm"))
    # Dice are not taken back, and the table says so.
    expect(page.locator("[data-undo-barred=dice]")).to_have_text("No undo: dice were rolled")


def test_red_is_the_port_of_the_supply(page: Page, server: TableServer) -> None:
    _asked(page, server, KORPS, "land-supply")
    port = ("Port for the supply", "Porto per il rifornimento")
    _says(page, [port], END, "Refuse the supply", "Rifiuta il rifornimento")


def test_red_is_to_keep_the_supplies(page: Page, server: TableServer) -> None:
    _asked(page, server, KORPS, "respite")
    _says(page, [("Keep them", "Tienili")])


def test_staying_is_quiet_when_units_may_advance(page: Page, server: TableServer) -> None:
    _asked(page, server, GUDERIAN, "advance")
    advance = ("Advance here", "Avanza qui")
    _says(page, [advance], END, "Stay: end the advance", "Resta: chiudi l’avanzata")


def test_red_is_to_advance_in_afrika_korps(page: Page, server: TableServer) -> None:
    """As soon as somebody is chosen to advance; to stay is never red."""
    _asked(page, server, KORPS, "advance", seed=27)
    _says(page, [], END, "Stay: nobody advances", "Resta: nessuno avanza")
    page.locator("[data-pick] .pick").first.click()
    _says(page, [("Advance", "Avanza")], END, "Stay: nobody advances", "Resta: nessuno avanza")


def test_no_markers_is_quiet(page: Page, server: TableServer) -> None:
    _asked(page, server, GUDERIAN, "setup-air")
    _says(page, [], "#orders .foot .button:not(.aid)", "No markers", "Nessun contrassegno")
