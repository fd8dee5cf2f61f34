"""Every end names the winner, how much, why, and whether the reader won, in both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, Route, expect

from campagna.core.chance import SeededChance
from campagna.games.alto_comando.orders import Concede, Deploy
from campagna.games.alto_comando.state import State
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Rehearsal, Seats, ask, played
from tests.e2e.table_server import TableServer
from tests.games.alto_comando import lay as alto
from tests.offered import by_order

CUT_OFF = """() => [...document.querySelectorAll('.scale > span, .victory .message')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map((e) => e.textContent)"""
MOST_TRIES = 100
SIZES = ((1440, 900), (900, 700), (390, 844))
WINS = {
    "axis": ("The Axis wins", "Vince l’Asse"),
    "allied": ("The Allies win", "Vincono gli Alleati"),
    "german": ("The German player wins", "Vince il tedesco"),
    "soviet": ("The Soviet player wins", "Vince il sovietico"),
    "italian": ("The Italian player wins", "Vince l’italiano"),
    "ethiopian": ("The Ethiopian player wins", "Vince l’etiope"),
}
CAMPAIGN = (
    (
        "EN",
        {"axis": "The Axis wins the campaign", "allied": "The Allies win the campaign"},
        {"axis": "Axis", "allied": "Allies"},
        "You lost",
        "The campaign is over, battles: {battles}. Winner: {winner} (",
    ),
    (
        "IT",
        {"axis": "L'Asse vince la campagna", "allied": "Gli Alleati vincono la campagna"},
        {"axis": "Asse", "allied": "Alleati"},
        "Hai perso",
        "Fine della campagna, battaglie: {battles}. Vincitore: {winner} (",
    ),
)


def _read(page: Page, winner: str | None, ours: str) -> None:
    """What the end says, in both languages and at every size."""
    heading = page.get_by_role("heading", level=1)
    won = ("You won", "Hai vinto") if winner == ours else ("You lost", "Hai perso")
    for i, language in enumerate(("EN", "IT")):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_role("button", name=re.compile(f"^{language},")).click()
        if winner:
            expect(heading).to_contain_text(f"{WINS[winner][i]}: ")
            expect(page.locator("[data-verdict]")).to_have_text(won[i])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(CUT_OFF), (language, width)
    expect(page.locator("body")).not_to_contain_text("pensando…")


def _come_to_the_end(page: Page) -> None:
    """A turn of ours that an order ended waits for its button."""
    end, over = page.locator("main.victory"), page.locator("[data-act=end-turn]")
    end.or_(over).first.wait_for()
    while over.count():
        over.click()
        end.or_(over).first.wait_for()
    expect(end).to_be_visible()


def _ended(table: Seats) -> dict[str, Any]:
    token = next(iter(table.tokens.values()))
    found: dict[str, Any] = ask(table.server, f"/matches/{table.match}?token={token}")
    return found


@pytest.mark.parametrize(
    ("game", "seed", "ours"),
    [
        ("afrika-korps", 1, "axis"),
        ("panzergruppe-guderian", 1, "german"),
        ("kasserine", 1, "axis"),
        ("lion-of-judah", 2, "ethiopian"),
    ],
)
def test_an_end_by_the_rules(
    page: Page, server: TableServer, game: str, seed: int, ours: str
) -> None:
    rehearsal = Rehearsal(server, game, seed)
    rehearsal.before(lambda given: "game-ended" in given.names)
    table = rehearsal.take_up()
    table.sit(page, ours)
    while (now := _ended(table))["outcome"] is None:
        table.order(now["step"]["side"])
    _come_to_the_end(page)
    _read(page, now["outcome"]["winner"], ours)
    expect(page.locator("[data-how]")).to_contain_text(re.compile("[Ff]ine|finita"))
    points = page.locator("[data-points]")
    if game == "afrika-korps":
        expect(points).to_have_count(0)
        return
    # Kasserine counts losses and exits; the points of its sides stand at the table.
    counted = [str(n) for s, n in now["outcome"]["points"].items() if s in WINS] or [r"\d+"]
    page.set_viewport_size({"width": 1440, "height": 900})
    for i, language in enumerate(("EN", "IT")):
        page.get_by_role("button", name=re.compile(f"^{language},")).click()
        for n in counted:
            expect(page.locator(".message .net")).to_contain_text(re.compile(rf"\s{n}\b"))
        expect(points.get_by_role("heading")).to_have_text(("The points", "I punti")[i])
        # What a side can still spend is no victory point.
        expect(points).not_to_contain_text(re.compile("Aerei|notturni|Aircraft|[Nn]ight attacks"))


def test_the_loser_of_a_battle_reads_that_he_lost(page: Page, server: TableServer) -> None:
    """A great victory is the other's."""
    rehearsal = Rehearsal(server, "alto-comando", 1)
    rehearsal.until(lambda offers: rehearsal.turn == 1 and "concede" in offers)
    step = rehearsal.match.step
    assert step is not None
    table = rehearsal.take_up()
    table.sit(page, step.side)
    table.order(step.side, {"order": "concede"})
    expect(page.locator("main.victory")).to_be_visible()
    winner = _ended(table)["outcome"]["winner"]
    assert winner != step.side
    _read(page, winner, step.side)
    expect(page.get_by_role("heading", level=1)).to_contain_text("grande vittoria")
    expect(page.locator(".scale .current")).to_have_count(1)
    page.get_by_role("button", name=re.compile("Al tavolo")).click()
    expect(page.locator(".prompt")).to_contain_text("grande vittoria")


def _last_battle() -> State:
    """A campaign that whoever decides now loses with this battle."""
    state, dice = alto.start("c1"), SeededChance(1)
    while not _loses_the_campaign(state):
        step, offers = alto.GAME.step(state), alto.GAME.offers(state)
        assert step is not None
        gives_up = step.side == "axis" and "concede" in by_order(offers)
        alto.GAME.play(state, Concede() if gives_up else offers.sample(dice), dice)
    return state


def _loses_the_campaign(state: State) -> bool:
    if "concede" not in by_order(alto.GAME.offers(state)):
        return False
    notes = alto.GAME.forecast(state, Concede()).notes
    return any(note.key == "campaign-lost" for note in notes)


def _placing(state: State) -> dict[str, Any]:
    """An order with which nothing is decided."""
    drawn = (alto.GAME.offers(state).sample(SeededChance(n)) for n in range(MOST_TRIES))
    told: dict[str, Any] = next(to_builtins(o) for o in drawn if isinstance(o, Deploy))
    return told


def test_the_end_of_a_campaign(page: Page, server: TableServer) -> None:
    """Who won it, by how many battles, after how many, and why."""
    state = _last_battle()
    step = alto.GAME.step(state)
    assert step is not None
    layer = Layer(server)
    table = layer.lay_state(alto.GAME, state.setup, state)
    layer.close()
    table.sit(page, step.side)
    table.order(step.side, _placing(state))
    expect(page.locator("main.table")).to_have_attribute("data-version", "1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/log?*", hold)
    table.order(step.side, {"order": "concede"})
    expect(page.locator("main.victory")).to_be_visible()
    # Until the log has come nothing older is said to have decided.
    expect(page.locator("[data-how]")).to_have_count(0)
    for request in held:
        request.continue_()
    page.unroute("**/log?*")
    outcome = _ended(table)["outcome"]
    winner, points = outcome["winner"], outcome["points"]
    assert winner != step.side
    for language, wins, sides, lost, over in CAMPAIGN:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_role("button", name=re.compile(f"^{language},")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(wins[winner])
        expect(page.locator("[data-verdict]")).to_have_text(lost)
        how = over.format(battles=sum(points.values()), winner=sides[winner])
        expect(page.locator("[data-how]")).to_contain_text(how)
        for side, n in points.items():
            expect(page.locator(".message .net")).to_contain_text(f"{sides[side]} {n}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(CUT_OFF), (language, width)


def test_a_resignation_says_who_and_when(page: Page, server: TableServer) -> None:
    table = played(server, "afrika-korps", 3, axis="human", allied="human")
    table.sit(page, "allied")
    wish = {"token": table.tokens["axis"], "version": 3}
    ask(server, f"/matches/{table.match}/resign", json.dumps(wish).encode())
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("The Allies win: the Axis resigned on turn 1")
    _read(page, "allied", "allied")
    expect(heading).to_have_text("Vincono gli Alleati: l’Asse ha abbandonato al turno 1")
