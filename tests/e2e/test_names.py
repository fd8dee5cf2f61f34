"""What a page says: no raw names, no list cut in silence, no end of the game without a warning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campagna.core.contract import Game, Setup
from campagna.core.messages import load_messages
from campagna.games.registry import BUILT_IN, load_game
from tests.e2e import hands
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal, Seats, ask, played
from tests.e2e.table_server import TableServer
from tests.games.afrika_korps.lay import GAME as KORPS
from tests.games.afrika_korps.lay import end_turn, lay, until
from tests.games.afrika_korps.test_victory import AXIS_HOLDS, ELSEWHERE
from tests.games.lion_of_judah import lay as lion
from tests.words.raw_names import Sieve
from tests.words.test_names import program_names

ORDERS = {"alto-comando": 60, "kasserine": 40, "lion-of-judah": 40}
SAID = """() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent.closest('svg, style, script, kbd, .rx, #map')) continue
    const text = walker.currentNode.textContent.trim()
    if (text) found.push(text)
  }
  for (const e of document.querySelectorAll('[aria-label], [title]'))
    found.push(e.getAttribute('aria-label') ?? '', e.getAttribute('title') ?? '')
  return [...new Set(found)].filter(Boolean)
}"""
TABS = {"en": ("Orders", "Log", "Forces", "More"), "it": ("Ordini", "Registro", "Forze", "Altro")}


@pytest.mark.parametrize("slug", BUILT_IN)
def test_no_page_says_a_raw_name(page: Page, server: TableServer, slug: str) -> None:
    game = load_game(slug)
    rehearsal = Rehearsal(server, slug, seed=3)
    _play_on(rehearsal, ORDERS.get(slug, 30))
    seats = rehearsal.take_up()
    sieve = Sieve(program_names(load_messages(game.home)))
    for language in ("en", "it"):
        _open(page, seats, language)
        _read_tabs(page, game, sieve, language, TABS[language])
    page.locator(".tabs").get_by_role("button", name="Forze", exact=True).click()
    for thing in (".force-units button", ".force-name button"):
        for text in _dialog(page, thing):
            sieve.read(thing, "it", text)
    assert not sieve.found, sieve.report()


def _play_on(rehearsal: Rehearsal, orders: int) -> None:
    game, match = rehearsal.game, rehearsal.match
    for _ in range(orders):
        match.play(game.offers(match.state).sample(rehearsal.whim))


def _read_tabs(
    page: Page, game: Game[Any], sieve: Sieve, language: str, tabs: Iterable[str]
) -> None:
    for tab in tabs:
        page.locator(".tabs").get_by_role("button", name=tab, exact=True).click()
        for text in page.evaluate(SAID):
            if text not in game.title.values():
                sieve.read(tab, language, text)


@pytest.mark.parametrize(
    ("slug", "orders", "die"),
    [("kasserine", 200, ("die ", "dado ")), ("alto-comando", 160, ("fires at", "fa fuoco su"))],
)
def test_dice_are_in_the_log_and_in_the_luck_ledger(
    page: Page, server: TableServer, slug: str, orders: int, die: tuple[str, str]
) -> None:
    """And neither says a raw name."""
    rehearsal = Rehearsal(server, slug, seed=3)
    _play_on(rehearsal, orders)
    seats = Seats(server, ask(server, "/records", b"\n".join(rehearsal.match.record.lines())))
    token = seats.tokens["spectator"]
    rolls = ask(server, f"/matches/{seats.match}/luck?token={token}")["rolls"]
    assert rolls
    sieve = Sieve(program_names(load_messages(rehearsal.game.home)))
    for i, language in enumerate(("en", "it")):
        _open(page, seats, language, "spectator")
        _, log, _, more = TABS[language]
        _read_tabs(page, rehearsal.game, sieve, language, [log])
        expect(page.locator(".log")).to_contain_text(die[i])
        _read_tabs(page, rehearsal.game, sieve, language, [more])
        for side in {roll["side"] for roll in rolls}:
            count = sum(roll["side"] == side for roll in rolls)
            expect(page.locator(".stat.two")).to_contain_text(f"({count})")
        most = max(rolls, key=lambda roll: abs(roll["share"] - 0.5))
        line = page.locator("tr", has=page.locator(f"td.numeric:text-is('{most['n']}')"))
        lucky = "good" if most["share"] > 0.5 else "bad"
        expect(line.locator(f".{lucky}")).to_have_count(1)
    assert not sieve.found, sieve.report()


def test_a_ledger_that_is_not_counted_yet_does_not_say_that_it_is_empty(
    page: Page, server: TableServer
) -> None:
    page.route("**/luck?*", lambda route: None)
    seats = played(server, "kasserine", 0, axis="human", allied="human")
    for language, counting in (("en", "Counting…"), ("it", "Si conta…")):
        _open(page, seats, language)
        page.locator(".tabs").get_by_role("button", name=TABS[language][3], exact=True).click()
        expect(page.get_by_text(counting)).to_be_visible()


def _dialog(page: Page, thing: str) -> list[str]:
    """The lines of the card of a unit or hex: the first press shows where it is, the next opens it."""
    found, card = page.locator(thing), page.locator("dialog .dialog-body")
    if not found.count():
        return []
    for _ in range(2):
        if not card.count():
            found.first.click()
    text = card.inner_text()
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    return text.split("\n")


def _open(page: Page, seats: Seats, language: str, *sides: str) -> None:
    seats.sit(page, *sides)
    page.goto(f"{seats.server.address}/?lang={language}#/match/{seats.match}")
    page.locator("main.table").wait_for()


@pytest.mark.parametrize("language", ["en", "it"])
def test_an_end_that_threatens_is_told_in_the_prompt(
    page: Page, server: TableServer, language: str
) -> None:
    state = lay(far=False, turn=10, **AXIS_HOLDS, **ELSEWHERE)
    end_turn(state)
    end_turn(state)
    until(state, "movement")
    layer = Layer(server)
    seats = layer.lay_state(KORPS, Setup("campaign"), state)
    layer.close()
    _open(page, seats, language)
    held = {"it": "per 1 turni su 2: Asse", "en": "held for 1 of 2 turns: Axis"}
    expect(page.locator(".prompt [data-warning='4.1b']")).to_contain_text(held[language])
    page.locator(".tabs").get_by_role("button", name=TABS[language][2], exact=True).click()
    aims = page.locator("[data-aims] li")
    expect(aims).to_have_count(4)
    expect(aims.filter(has_text="G25")).to_contain_text({"it": "Asse", "en": "Axis"}[language])


def test_a_place_has_the_same_name_on_the_map_in_its_tip_and_among_the_aims(
    page: Page, server: TableServer
) -> None:
    state = lion.arrange({"it_Sb": "1405"})
    layer = Layer(server)
    seats = layer.lay_state(lion.GAME, state.setup, state)
    layer.close()
    names = {"en": ("Massawa", "Kismayo"), "it": ("Massaua", "Chisimaio")}
    for language, (harbour, port) in names.items():
        _open(page, seats, language, "italian")
        drawn = [text.casefold() for text in page.locator("#place-names text").all_text_contents()]
        assert {harbour.casefold(), port.casefold()} <= set(drawn)
        page.locator(".unit[data-hex='1405']").hover(force=True)
        expect(page.locator(".tip")).to_contain_text(f"1405 · {harbour}, ")
        page.locator(".tabs").get_by_role("button", name=TABS[language][2], exact=True).click()
        expect(page.locator("[data-aims]")).to_contain_text(harbour)
        told = _dialog(page, "[data-aims] button:text-is('1405')")[0]
        assert told.endswith(f" · {harbour}"), told


def test_lists_are_whole_or_say_how_much_is_left(page: Page, server: TableServer) -> None:
    made = [played(server, "kasserine", 0, axis="human", allied="human") for _ in range(5)]
    held = {seats.match: seats.tokens for seats in made}
    page.goto(server.address)
    page.evaluate("t => localStorage.setItem('campagna.seats', JSON.stringify(t))", held)
    page.reload()
    rows = page.locator(".resume .row")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Show the rest: 2").click()
    expect(rows).to_have_count(5)

    rules = ask(server, "/games/panzergruppe-guderian/rules")
    assert len(rules) > 200, "the list that was cut"
    card = page.locator("[data-game='panzergruppe-guderian']")
    card.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("article[data-rule]")).to_have_count(len(rules))
    expect(page.get_by_role("status").filter(has_text=f"{len(rules)} of")).to_be_visible()


def test_every_hex_of_a_long_list_can_be_reached(page: Page, server: TableServer) -> None:
    """Guerrillas may appear in hundreds of hexes; the first of them are drawn at once."""
    rehearsal = Rehearsal(server, "lion-of-judah", 0, "s1940")
    hexes = rehearsal.when("place-guerrilla")["place-unit"]
    assert len(hexes) > 100, "the list that was cut"
    rehearsal.take_up().sit(page)
    group = page.locator(".choices[data-group=place-unit]")
    shown = group.locator("[data-choice]")
    expect(group.locator("summary")).to_contain_text(str(len(hexes)))
    left = len(hexes) - shown.count()
    rest = group.locator("[data-act=rest]")
    expect(rest).to_have_text(f"Show the rest: {left}")
    hands.speak(page, "it")
    expect(rest).to_have_text(f"Mostra anche il resto: {left}")
    rest.click()
    expect(shown).to_have_count(len(hexes))
    expect(shown.last).to_contain_text(hexes[-1])


def test_the_log_goes_back_to_the_first_line(page: Page, server: TableServer) -> None:
    game = Rehearsal(server, "panzergruppe-guderian", seed=3)
    for _ in range(400):
        game.match.play(game.game.offers(game.match.state).sample(game.whim))
    record = b"\n".join(game.match.record.lines())
    seats = Seats(server, ask(server, "/records", record))
    seats.sit(page, "spectator")
    page.locator(".tabs").get_by_role("button", name="Log", exact=True).click()
    rest = page.locator("[data-act=rest]")
    expect(rest).to_have_text("Show the rest: " + str(_lines(server, seats) - 300))
    while rest.count():
        rest.click()
    expect(page.locator(".log time").last).to_have_text("1")


def _lines(server: TableServer, seats: Seats) -> int:
    token = next(iter(seats.tokens.values()))
    log = ask(server, f"/matches/{seats.match}/log?token={token}")
    return sum(len(entry["events"]) for entry in log)
