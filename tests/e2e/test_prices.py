"""Lion of Judah: what an order costs or brings stands beside its Confirm button, before it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from campagna.games.lion_of_judah.orders import Attack
from campagna.games.lion_of_judah.state import AirStatus, State
from tests.e2e import hands
from tests.e2e.conftest import new_context, new_page
from tests.e2e.moments import Layer
from tests.e2e.table_server import TableServer
from tests.games.lion_of_judah import lay as lion
from tests.games.lion_of_judah.lay import OTHER, Phase, arrange, play


class Told(NamedTuple):
    """A note of the game, as it is said in English and in Italian."""

    note: str
    english: str
    italian: str


class Priced(NamedTuple):
    order: str
    lay: Callable[[], State]
    told: tuple[Told, ...]
    detail: str = ""
    """A part of the order that is ticked by hand."""


def _battle(**aircraft: AirStatus) -> State:
    """The attacker is asked for his support; only these aircraft are ready."""
    units = {"it_Sb": "1306", "it_hq_1CA": "1306", "et_seyoum_1": "1307"}
    state = arrange(units, phase=Phase.COMBAT, boxes={"north": 2, "south": 0})
    for marker in state.theatre.air:
        state.change_air(marker, status=AirStatus.COMMITTED)
    for name, status in aircraft.items():
        state.change_air(lion.marker(name), status=status)
    play(state, Attack(("it_Sb",), "1307"))
    return state


def _payment() -> State:
    units = {"it_Sb": "1306 2s", "it_hq_1CA": "1306"}
    return arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 5, "south": 0})


def _rebuilding() -> State:
    units = {"it_Sb": "dead", "it_hq_1CA": "1306"}
    return arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 5, "south": 0})


def _recall() -> State:
    units = {"et_KAS": "1110 +1", "et_kassa_1": "dead"}
    return arrange(units, phase=Phase.REPLACEMENTS, side=OTHER)


def _raid() -> State:
    return arrange({"it_Sb": "1306", "et_kassa_1": "1307"}, phase=Phase.BOMBING)


def _depot() -> State:
    units = {"it_Di": "1305", "it_trk1": "1305", "it_trk2": "1405"}
    return arrange(units, phase=Phase.MOTORISATION)


def _truck_box() -> State:
    return arrange({"it_Sb": "1306", "it_trk1": "1405"}, phase=Phase.TRUCK_BOXES)


def _interdiction() -> State:
    units = {"it40_c2": "0905", "it40_c5": "0905"}
    return arrange(units, scenario="s1940", phase=Phase.INTERDICTION)


def _cut_off() -> State:
    units = {"it_Sb": "1210", "it_Gv": "1210"}
    return arrange(units, phase=Phase.SPECIAL, italian=["1411"], enemy=["1405", "2324"])


def _points(count: int, left: int) -> Told:
    return Told(
        "costs-points",
        f"Costs resource points: {count} (Northern Front). Left: {left}",
        f"Costa punti risorsa: {count} (Fronte nord). Restano: {left}",
    )


AIRCRAFT = Told(
    "aircraft-used", "Markers used for this turn: 1", "Segnalini impegnati per questo turno: 1"
)
PRICED = (
    Priced("pay", _payment, (_points(2, left=3),)),
    Priced("rebuild", _rebuilding, (_points(4, left=1),)),
    Priced(
        "recall",
        _recall,
        (Told("costs-carried", "Costs resource points: 1 (", "Costa punti risorsa: 1 ("),),
    ),
    Priced("bomb", _raid, (AIRCRAFT,)),
    Priced(
        "bomb",
        _raid,
        (
            Told("gas-halves", "fight at half strength", "combattono a metà forza"),
            Told("gas-counts", "the bombing track goes up by", "livello dei bombardamenti"),
        ),
        detail="gas",
    ),
    Priced("motorise", _depot, (Told("trucks-used", "Trucks used: 1", "Autocarri impegnati: 1"),)),
    Priced(
        "shift-truck",
        _truck_box,
        (Told("trucks-in-box", "At most", "Ne contano al massimo"),),
    ),
    Priced("interdict", _interdiction, (AIRCRAFT,)),
    Priced(
        "air-supply",
        _cut_off,
        (
            AIRCRAFT,
            Told("air-supplies-left", "Supplies from the air still", "Rifornimenti dal cielo"),
        ),
    ),
    Priced("commit-air", lambda: _battle(it_air1=AirStatus.READY), (AIRCRAFT,)),
    Priced(
        "commit-hq",
        _battle,
        (
            _points(1, left=1),
            Told("support-shifts", "Columns in your favour: 1", "Colonne a tuo favore: 1"),
        ),
    ),
)


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Page]:
    """One page for all: the tables are opened one after the other."""
    context = new_context(browser)
    yield new_page(context)
    context.close()


@pytest.mark.parametrize("priced", PRICED, ids=lambda p: f"{p.order}{p.detail}")
def test_the_price_stands_beside_the_confirmation(
    desk: Page, server: TableServer, priced: Priced
) -> None:
    state = priced.lay()
    layer = Layer(server)
    layer.lay_state(lion.GAME, state.setup, state).sit(desk)
    layer.close()
    _take(desk, priced.order)
    if priced.detail:
        desk.locator(f"[data-detail={priced.detail}]").check()
    for language in ("it", "en"):
        hands.speak(desk, language)
        for told in priced.told:
            note = desk.locator(f"#orders [data-note={told.note}]").first
            expect(note).to_contain_text(told.italian if language == "it" else told.english)
    # Nothing is ordered by the choice alone; one button gives it, and Escape takes it back.
    assert hands.version(desk) == 0
    expect(desk.locator(hands.CONFIRM)).to_be_enabled()
    desk.keyboard.press("Escape")
    expect(desk.locator(f"#orders [data-note={priced.told[0].note}]")).to_have_count(0)
    assert hands.version(desk) == 0


def _take(page: Page, order: str) -> None:
    """Choose the last of these orders, in its list or by a tap on who gives it: the first may be nobody."""
    pick = page.locator(f"[data-pick={order}] :is(.pick, [data-tap])")
    group = page.locator(f".choices[data-group={order}]")
    pick.or_(group).first.wait_for()
    if pick.count():
        pick.last.click()
        return
    if not group.locator("[data-choice], .pick").first.is_visible():
        group.locator("summary").click()
    if group.locator(".pick").count():
        group.locator(".pick").first.click()
    line = group.locator("[data-choice]").last
    if line.get_attribute("aria-pressed") != "true":
        line.click()
