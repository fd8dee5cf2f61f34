"""A result stays until it is read, and a turn ends when its player says so."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from campagna.core.chance import SeededChance
from campagna.core.contract import Setup
from campagna.games.alto_comando.state import DESTROYED
from tests.e2e import hands
from tests.e2e.conftest import BEGIN_TURN, new_context, new_page
from tests.e2e.moments import Layer
from tests.e2e.rehearsal import Given, Rehearsal, Seats, played
from tests.e2e.table_server import TableServer
from tests.games.alto_comando import lay as alto
from tests.games.lion_of_judah import lay as lion
from tests.offered import by_order

OVER = "[data-act=end-turn]"


class _LastOrder:
    """An order of its player, not the end of a phase, with which the turn passes to the other side."""

    def __init__(self, *also: str) -> None:
        self.owner = ""
        self.also = set(also)

    def __call__(self, given: Given) -> bool:
        before = self.owner
        for name, event in zip(given.names, given.events, strict=True):
            self.owner = getattr(event, "side", "") if name == "phase-began" else self.owner
        passed = before == given.side != self.owner and given.order != "done"
        # What a die decides would come out otherwise in the match.
        return passed and self.also <= set(given.names) and (not given.drew or "fired" in self.also)


def _before(rehearsal: Rehearsal, wished: Any) -> tuple[Seats, str, dict[str, Any]]:
    order = rehearsal.before(wished)
    step = rehearsal.match.step
    assert step is not None
    return rehearsal.take_up(), step.side, order


def _version(page: Page, version: int) -> None:
    expect(page.locator(hands.TABLE)).to_have_attribute("data-version", str(version))


def test_the_last_battle_stays_and_the_turn_waits(browser: Browser, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "afrika-korps", 3)
    table, side, order = _before(rehearsal, _LastOrder("battle-won"))
    other = "allied" if side == "axis" else "axis"
    with new_context(browser) as first, new_context(browser) as second:
        mine, theirs = new_page(first), new_page(second)
        theirs.remove_locator_handler(theirs.locator(BEGIN_TURN))
        table.sit(mine, side)
        table.sit(theirs, other)
        table.order(side, order)
        # The attacker sees how his last battle went; the enemy's orders wait behind it.
        expect(mine.locator("[data-card=mine]")).to_contain_text("without a die")
        expect(mine.locator("[data-card=mine]")).to_contain_text("is eliminated")
        expect(mine.locator(OVER)).to_have_text("End the turn")
        table.order(other)
        table.order(other)
        _version(theirs, 3)
        _version(mine, 1)
        mine.get_by_role("button", name=re.compile("^IT")).click()
        expect(mine.locator("[data-card=mine]")).to_contain_text("La tua ultima battaglia")
        mine.locator(OVER).click()
        _version(mine, 3)
        expect(mine.locator("[data-card]")).to_have_count(0)
        # The defender is told too, until he has read it, whatever came after.
        against = theirs.locator("[data-card=against]")
        expect(against).to_contain_text("You were attacked")
        expect(against).to_contain_text("without a die")
        against.get_by_role("button", name="I have read it").click()
        expect(against).to_have_count(0)


def test_every_shot_at_us_is_told(page: Page, server: TableServer) -> None:
    """Three tanks, each with its own target: two of three shots miss."""
    bases = {"A1.hq": "250 650", "G1.hq": "1150 650"}
    for n in range(1, 4):
        bases |= {f"A1.tank{n}": f"500 {50 + 200 * n}", f"G1.motor{n}": f"620 {50 + 200 * n}"}
    state = alto.table(bases, phase="fire")
    layer = Layer(server)
    seats = layer.lay_state(alto.GAME, state.setup, state)
    layer.close()
    seats.sit(page, "allied")
    page.remove_locator_handler(page.locator(BEGIN_TURN))
    for n in range(1, 3):
        shot = {"order": "fire", "unit": f"A1.tank{n}", "target": f"G1.motor{n}"}
        seats.order("axis", shot)
    told = page.locator("[data-card=against]")
    expect(told.get_by_text("fires at")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(told).to_contain_text("Hai subito un attacco")
    expect(told.get_by_text("fa fuoco su")).to_have_count(2)
    # With the third our own phase begins: all three are told, and not once more behind that.
    seats.order("axis", {"order": "fire", "unit": "A1.tank3", "target": "G1.motor3"})
    expect(page.locator("[data-told=battle]")).to_have_count(3)
    page.locator(BEGIN_TURN).click()
    expect(page.locator(".prompt .kicker").first).to_be_visible()
    expect(told).to_have_count(0)


def test_what_is_not_read_survives_a_reload(browser: Browser, server: TableServer) -> None:
    table, side, order = _before(Rehearsal(server, "afrika-korps", 3), _LastOrder("battle-won"))
    other = "allied" if side == "axis" else "axis"
    with new_context(browser) as first, new_context(browser) as second:
        mine, theirs = new_page(first), new_page(second)
        table.sit(mine, side)
        table.sit(theirs, other)
        table.order(side, order)
        theirs.remove_locator_handler(theirs.locator(BEGIN_TURN))
        for page, place in ((mine, "[data-card=mine]"), (theirs, "[data-told=battle]")):
            card = page.locator(place)
            expect(card).to_contain_text("is eliminated")
            page.reload()
            hands.arrived(page)
            expect(card).to_contain_text("is eliminated")
            read = page.locator(f"[data-act=read], {BEGIN_TURN}")
            read.click()
            expect(card).to_have_count(0)
            page.reload()
            hands.arrived(page)
            expect(page.locator(".prompt .kicker").first).to_be_visible()
            expect(page.locator("[data-card]")).to_have_count(0)


def test_a_curtain_hides_what_the_other_has_not_read(page: Page, server: TableServer) -> None:
    table = played(server, "lion-of-judah", 0, italian="human", ethiopian="human")
    told = [
        {
            "match": table.match,
            "seat": side,
            "cards": [{"kind": "mine", "lines": [_line(f"News of the {side} seat")]}],
            "open": None,
            "answered": False,
        }
        for side in ("italian", "ethiopian")
    ]
    page.goto(server.address)
    page.evaluate("k => sessionStorage.setItem('campagna.unread', JSON.stringify(k))", told)
    table.sit(page, "italian", "ethiopian")
    first = table.decision()[0]
    card = page.locator("[data-card=mine]")
    expect(card).to_contain_text(f"News of the {first} seat")
    while table.decision()[0] == first:
        table.order(first)
    page.locator(hands.CURTAIN).or_(page.locator(OVER)).first.wait_for()
    page.reload()
    page.locator(hands.CURTAIN).wait_for()
    expect(card).to_have_count(0)
    hands.arrived(page)
    expect(card).to_contain_text(f"News of the {table.decision()[0]} seat")
    expect(card).not_to_contain_text(f"News of the {first} seat")


def _line(text: str) -> dict[str, Any]:
    return {"event": "told", "rule": "1", "text": {"it": text, "en": text}}


@pytest.mark.parametrize(
    ("game", "seed"), [("kasserine", 2), ("lion-of-judah", 1), ("alto-comando", 2)]
)
def test_the_last_order_does_not_end_the_turn(
    page: Page, server: TableServer, game: str, seed: int
) -> None:
    """Also on one screen: the other side's question comes after the press."""
    wished = _LastOrder("fired") if game == "alto-comando" else _LastOrder()
    table, side, order = _before(Rehearsal(server, game, seed), wished)
    table.sit(page)
    decision = hands.decision(page)
    table.order(side, order)
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator(".prompt .kicker").last).not_to_contain_text("Your move")
    if game == "alto-comando":
        expect(page.locator("[data-card=mine]")).to_contain_text("fires at")
    page.locator(OVER).click()
    expect(page.locator(".prompt .kicker").last).to_contain_text("Your move")
    assert hands.decision(page) != decision


def test_the_end_of_a_campaign_battle_is_told(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "alto-comando", 1, "c1")
    rehearsal.until(lambda offers: rehearsal.turn == 1 and "concede" in offers)
    step = rehearsal.match.step
    assert step is not None
    table = rehearsal.take_up()
    table.sit(page, step.side)
    table.order(step.side, {"order": "concede"})
    card = page.locator("[data-card=ended]")
    expect(card).to_contain_text("The battle is over")
    expect(card).to_contain_text(re.compile("great victory", re.IGNORECASE))
    expect(card).to_contain_text(re.compile("The front (moves|stays)"))
    expect(card).to_contain_text(re.compile(r"VP of the Axis: \d+, of the Allies: \d+"))
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(card).to_contain_text("La battaglia è finita")
    expect(card).to_contain_text(re.compile("grande vittoria", re.IGNORECASE))
    expect(card).to_contain_text(re.compile("Il fronte (si sposta|resta)"))
    expect(card).to_contain_text(re.compile(r"PV dell'Asse: \d+, degli Alleati: \d+"))


def test_a_division_that_is_lost_is_told_with_the_battle(page: Page, server: TableServer) -> None:
    """More than half of its units are destroyed: it is out for the rest of the campaign."""
    state, dice = alto.start("c1"), SeededChance(1)
    while "concede" not in by_order(alto.GAME.offers(state)):
        alto.GAME.play(state, alto.GAME.offers(state).sample(dice), dice)
    lost = state.roster.units[0].formation
    for base, unit in enumerate(state.roster.units):
        if unit.formation == lost and not unit.is_hq:
            state.remove(base, DESTROYED)
    layer = Layer(server)
    table = layer.lay_state(alto.GAME, state.setup, state)
    layer.close()
    step = alto.GAME.step(state)
    assert step is not None
    table.sit(page, step.side)
    table.order(step.side, {"order": "concede"})
    told = page.locator("[data-card=ended]")
    expect(told).to_contain_text("more than half of its units destroyed, out of the deck")
    hands.speak(page, "it")
    expect(told).to_contain_text("oltre metà delle unità distrutte, fuori dal mazzo")


def test_the_change_of_turn_is_told(page: Page, server: TableServer) -> None:
    rehearsal = Rehearsal(server, "lion-of-judah", 2)
    wished = {"turn-began", "points-received", "attrition-rolled"}
    table, side, order = _before(rehearsal, lambda given: wished <= set(given.names))
    table.sit(page, "italian")
    table.order(side, order)
    card = page.locator("[data-card=between]")
    expect(card).to_contain_text("Attrition at")
    given = 1
    # The dice may ask for losses first.
    while (now := table.decision())[1] == "attrition":
        table.order(now[0])
        given += 1
    expect(card).to_contain_text("Resource points received")
    # Another order changes nothing: it goes when it is read.
    table.order(table.decision()[0])
    _version(page, given + 1)
    expect(card).to_contain_text("Attrition at")
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(card).to_contain_text("Logoramento a")
    expect(card).to_contain_text("Punti risorsa ricevuti")
    card.get_by_role("button", name="Ho letto").click()
    expect(card).to_have_count(0)


def test_an_event_says_what_it_does_where_it_is_drawn(page: Page, server: TableServer) -> None:
    state = lion.arrange({"it_Sb": "1306"}, phase=lion.Phase.SPECIAL, cup=["A2"])
    layer = Layer(server)
    table = layer.lay_state(lion.GAME, Setup("s1935"), state)
    layer.close()
    table.sit(page, "italian")
    while (now := table.decision())[1] == "special":
        table.order(now[0], {"order": "done"})
    card = page.locator("[data-card=between]")
    expect(card).to_contain_text("A2 Little rains. This turn motorised units and headquarters pay")
    page.get_by_role("button", name=re.compile("^IT")).click()
    expect(card).to_contain_text("A2 Piccole piogge. In questo turno unità motorizzate e comandi")
