"""Offers: what is drawn is allowed, what is surveyed is exactly what the judge allows."""

from __future__ import annotations

from itertools import product

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Order, Setup
from campagna.core.offers import Measured
from campagna.core.tabletop import Survey
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.opponent import random_ways
from campagna.games.alto_comando.orders import Deploy, Fortify, Move, Replace
from campagna.games.alto_comando.rules import deployment, minefields
from campagna.games.alto_comando.rules.geometry import inside, outlined
from campagna.games.alto_comando.state import State
from campagna.plane.bases import Point
from campagna.plane.region import Region
from tests.games.alto_comando.lay import GAME, allowed, table
from tests.offered import by_order

CROWD = {
    "A1.motor1": "500 500",
    "A1.motor2": "540 560",
    "A1.hq": "430 470",
    "G1.tank1": "600 420",
    "G1.tank2": "610 600",
    "supply.allied.1": "560 640",
}
WOOD = [(440, 540), (520, 540), (520, 640), (440, 640)]
RIVER = [(380, 380), (410, 380), (410, 640), (380, 640)]


def survey(state: State, piece: str, path: tuple[Point, ...] = ()) -> Survey | None:
    return GAME.survey(state, piece, path)


def filled(found: Survey | None) -> set[Point]:
    """The places inside the rings, filled even-odd: what a browser would paint."""
    if found is None:
        return set()
    sides = []
    for ring in found.rings:
        corners = list(zip(ring[::2], ring[1::2], strict=True))
        sides += [
            (a[0], *sorted((a[1], b[1])))
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            if a[0] == b[0]
        ]
    places: set[Point] = set()
    for y in {row for _, top, bottom in sides for row in range(top, bottom)}:
        crossings = sorted(x for x, top, bottom in sides if top <= y < bottom)
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            places |= {(x, y) for x in range(left, right)}
    return places


def around(centre: Point, reach: int, step: int) -> list[Point]:
    spread = range(-reach, reach + 1, step)
    return [(centre[0] + dx, centre[1] + dy) for dx, dy in product(spread, spread)]


# --- surveys --------------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-1", "MOV-2", "MOV-6", "G-9", "G-11")
@pytest.mark.parametrize(
    ("terrain", "options"),
    [
        ((), {}),
        ((), {"legs": "single"}),
        ([("woods", WOOD)], {"western_front": True}),
        ([("scarp", WOOD)], {}),
        ([("river", RIVER)], {"western_front": True}),
    ],
)
def test_the_surveyed_region_is_what_the_judge_allows(
    terrain: list[tuple[str, list[Point]]], options: dict[str, bool | str]
) -> None:
    state = table(CROWD, terrain=terrain, options=options)
    places = filled(survey(state, "A1.motor1"))
    verdicts = {p: allowed(state, Move("A1.motor1", (p,))) for p in around((500, 500), 155, 5)}
    assert {p for p, free in verdicts.items() if free} == places & set(verdicts)
    assert 0 < sum(verdicts.values()) < len(verdicts)


@pytest.mark.rule("MOV-1", "WF-8", "G-7")
def test_after_a_way_point_the_region_is_that_of_the_next_leg() -> None:
    state = table(CROWD)
    turn = (450, 480)
    places = filled(survey(state, "A1.motor1", (turn,)))
    verdicts = {p: allowed(state, Move("A1.motor1", (turn, p))) for p in around(turn, 105, 3)}
    assert {p for p, free in verdicts.items() if free} == places & set(verdicts)
    assert survey(state, "A1.motor1", ((490, 500),)) is None, "too short to turn after"


@pytest.mark.rule("G-6", "G-7")
def test_straight_on_the_joined_leg_is_judged() -> None:
    """Two collinear legs may cost a millimetre less joined: the survey knows."""
    state = table({"A1.recon1": "300 300"})
    turn = (357, 357)
    places = filled(survey(state, "A1.recon1", (turn,)))
    for k in range(1, 130):
        end = (357 + k, 357 + k)
        assert (end in places) == allowed(state, Move("A1.recon1", (turn, end)))


def test_who_cannot_move_has_nowhere_to_go() -> None:
    state = table(CROWD | {"A1.motor2": "540 560 moved", "A1.hq": "430 470 shaken"})
    assert survey(state, "A1.motor2") is None
    assert survey(state, "A1.hq") is None
    assert survey(state, "G1.tank1") is None
    assert survey(state, "nobody") is None


@pytest.mark.rule("HQ-10", "G-15")
def test_replacements_are_surveyed() -> None:
    state = table({"A1.hq": "500 500", "A1.tank1": "scattered"}, phase="replace")
    places = filled(survey(state, "A1.tank1"))
    near = around((500, 500), 40, 1)
    assert {p for p in near if allowed(state, Replace("A1.tank1", p))} == places
    assert survey(state, "A1.hq") is None


@pytest.mark.rule("SET-3")
def test_places_of_the_set_up_are_surveyed() -> None:
    state = table(
        {"A1.tank1": "reserve", "A1.hq": "300 300", "G1.tank1": "620 700"}, phase="deploy"
    )
    state.placing, state.side = 2, 0
    places = filled(survey(state, "A1.tank1"))
    for p in [*around((300, 300), 40, 8), *around((590, 700), 120, 15), (15, 115), (14, 115)]:
        assert (p in places) == allowed(state, Deploy(("A1.tank1",), (p,)))


@pytest.mark.rule("G-17", "G-19", "MIN-1", "TRE-1")
def test_places_for_works_are_surveyed() -> None:
    state = table(
        {"A1.tank1": "reserve", "G1.tank1": "reserve"},
        phase="works",
        options={"mines": "full", "trenches": "full"},
        strips={"axis": [(500, 300, 530, 450), (450, 200, 600, 230)]},
        segments={"axis": [(400, 400), (560, 600)]},
    )
    for piece, (width, height) in (
        ("minefield-upright", (30, 150)),
        ("minefield-across", (150, 30)),
    ):
        corners = filled(survey(state, piece))
        for x, y in product(range(445, 580, 5), range(95, 690, 5)):
            order = Fortify(strips=((x, y, x + width, y + height),))
            assert ((x, y) in corners) == allowed(state, order), order
        assert corners
    centres = filled(survey(state, "trench"))
    for place in product(range(310, 600, 5), range(110, 700, 5)):
        assert (place in centres) == allowed(state, Fortify(segments=(place,))), place
    assert survey(state, "A1.tank1") is None


@pytest.mark.rule("G-18")
def test_landings_of_a_base_in_contact_are_listed() -> None:
    strips = {"axis": [(570, 300, 600, 450), (630, 360, 780, 390)]}
    state = table({"G1.motor1": "615 375"}, active="allied", strips=strips)
    assert by_order(GAME.offers(state))["cross"].keys() == {"G1.motor1"}
    assert minefields.landings(state, state.find("G1.motor1"), ()) == [(555, 375)]
    apart = table({"G1.motor1": "616 300"}, active="allied", strips=strips)
    assert minefields.landings(apart, apart.find("G1.motor1"), ()) == []


def test_an_empty_region_is_no_survey() -> None:
    assert outlined("A1.tank1", Region.of_points(()), 10, "MOV-6") is None


# --- samples --------------------------------------------------------------------------------------------


def _samples(state: State, count: int) -> list[Order]:
    offers = GAME.offers(state)
    found = [offers.sample(SeededChance(seed)) for seed in range(count)]
    for order in found:
        assert GAME.refusal(state, order) is None
        assert offers.covers(order)
    return found


@pytest.mark.rule("G-18", "MIN-2")
def test_crossings_are_drawn_where_there_are_mines() -> None:
    state = table({"A1.motor1": "500 375"}, strips={"axis": [(540, 300, 570, 450)]})
    kinds = {type(order) for order in _samples(state, 60)}
    assert kinds >= {orders.Cross, orders.Move}


@pytest.mark.rule("MOV-3", "G-12")
def test_leaving_is_drawn_near_the_own_edge() -> None:
    state = table({"A1.motor1": "60 375", "A1.motor2": "900 375"})
    assert {type(order) for order in _samples(state, 60)} >= {orders.Leave, orders.Move}
    leave = [o for o in GAME.offers(state) if o.order == "leave"]
    assert [dict(offer.fixed) for offer in leave] == [{"edge": "west"}]
    assert by_order(leave)["leave"].keys() == {"A1.motor1"}, "the page would offer what is refused"


@pytest.mark.rule("WF-5a")
def test_infantry_is_drawn_to_the_river_bank() -> None:
    state = table(
        {"A1.motor1": "300 500"}, terrain=[("river", RIVER)], options={"western_front": True}
    )
    ends = [order.path[-1] for order in _samples(state, 60) if isinstance(order, Move)]
    assert any(x == 365 for x, _ in ends)


def test_a_base_shut_in_leaves_nothing_but_the_end_of_the_phase() -> None:
    ring = {
        f"G1.{key}": f"{500 + dx} {500 + dy}"
        for key, (dx, dy) in zip(
            ("tank1", "tank2", "tank3", "motor1"),
            ((80, 0), (-80, 0), (0, 80), (0, -80)),
            strict=True,
        )
    }
    state = table({"A1.tank1": "500 500", **ring})
    assert (
        random_ways.random_path(state, state.find("A1.tank1"), (500, 500), SeededChance(1)) is None
    )
    assert set(_samples(state, 5)) == {orders.Done()}


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize("field", ["standard", "reduced", "two_extra_rows"])
@pytest.mark.parametrize("distance", ["designated", "all_units"])
def test_random_set_ups_are_complete_and_hold_the_defences(field: str, distance: str) -> None:
    setup = Setup("battle", {"deck": "c5", "table": field, "setup_15cm": distance})
    chance, whim = SeededChance(5), SeededChance(6)
    state = GAME.start(setup, chance)
    while state.turn == 0:
        order = GAME.offers(state).sample(whim)
        assert not isinstance(order, orders.StartOver)
        GAME.play(state, order, chance)
    for side in range(2):
        assert deployment.is_met(state, side)
        area = deployment.area_of(state, side)
        for base in state.table_of(side):
            if not state.unit(base).is_supply:
                assert inside(state.at(base), area)


def test_offers_name_what_can_be_ordered() -> None:
    state = table(CROWD)
    offered = by_order(GAME.offers(state))
    assert set(offered["move"]) == {"A1.motor1", "A1.motor2", "A1.hq"}
    (move,) = [o for o in GAME.offers(state) if isinstance(o, Measured) and o.order == "move"]
    assert move.pieces["A1.hq"] == 150
    assert "leave" not in offered, "the edge is 500 mm away"
    assert offered["done"] is True
    shooting = table(CROWD, phase="fire")
    assert "G1.tank1" in by_order(GAME.offers(shooting))["fire"]["A1.motor1"]


@pytest.mark.rule("MOV-6")
def test_nothing_is_surveyed_for_nobody_and_for_ways_from_nowhere() -> None:
    state = table({"A1.tank1": "300 300", "G1.tank1": "620 700"})
    assert survey(state, "A1.tank1") is not None
    assert survey(state, "nobody") is None
    assert survey(state, "A1.tank1", ((10**9, 300),)) is None
    assert survey(state, "G1.tank1") is None
