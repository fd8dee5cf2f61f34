"""Movement by rule: costs, stacks, enemies, zones (MOV-1 to MOV-20)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.core.offers import Reach, ends_of
from campagna.core.offers.listing import path_to
from campagna.games.kasserine.events import Moved
from campagna.games.kasserine.orders import Done, Move
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    at,
    costs,
    lay,
    marks,
    move,
    only,
    path,
    place,
    play,
    refused,
    why,
)
from tests.games.kasserine.naive_map import TERRAIN, distances

READY = ":supplied:under-division"


def alone(unit: str, hex_: str, **given: Any) -> State:
    """One unit, supplied and under its divisional command."""
    return lay({hex_: unit + READY}, opened=True, **given)


def cost_of(state: State, unit: str, way: str) -> int:
    return only(play(state, move(unit, way)), Moved).cost


@pytest.mark.rule("MOV-1", "MOV-11", "MOV-14")
def test_plain_costs_one_in_any_direction_and_zigzag() -> None:
    assert cost_of(alone("A21-I5", "2015"), "A21-I5", "2016 2116 2117 2016") == 8
    assert why(alone("A21-I5", "2015"), move("A21-I5", "2017")) == ("MOV-1", "not-adjacent")


@pytest.mark.rule("MOV-1", "MOV-18")
@pytest.mark.parametrize(
    ("unit", "arm", "hex_", "points"),
    [
        ("A21-I5", "armour", "2420", 5),
        ("A21-580", "recon", "1824", 7),
        ("AIT-XIV5", "foot_inf", "1523", 4),
        ("CD-21", "UCM", "1119", 5),
    ],
)
def test_offers_agree_with_a_slow_search(unit: str, arm: str, hex_: str, points: int) -> None:
    """The kernels on two nodes per hex, against a search that carries the track rate along."""
    state = alone(unit, hex_) if arm != "UCM" else lay({hex_: unit}, opened=True)
    cheapest = {h: c for h, c in distances(hex_, arm).items() if c <= 2 * points}
    assert costs(state, unit) == cheapest


@pytest.mark.rule("MOV-1", "MOV-13")
def test_every_listed_way_costs_what_the_list_says() -> None:
    """Following the previous hexes back is a legal way of exactly that cost."""
    state = alone("A21-580", "1824")
    moves = [o for o in GAME.offers(state) if isinstance(o, Reach) and o.order == "move"]
    groups = [(o, group) for o in moves for group in o.groups if "A21-580" in group.units]
    for offer, group in groups:
        cost = {hex_: spent for hex_, spent, _ in group.steps}
        for end in ends_of(group):
            twin = state.copy()
            way = path_to(offer, group, end)
            if end != group.origin:
                moved = only(play(twin, Move(("A21-580",), way)), Moved)
                assert moved.cost == cost[end]


@pytest.mark.rule("MOV-2")
def test_nobody_has_to_move() -> None:
    state = alone("A21-I5", "2420")
    assert allowed(state, Done())


@pytest.mark.rule("MOV-4")
def test_movement_rolls_no_die() -> None:
    play(alone("A21-I5", "2420"), move("A21-I5", "2320"), dice=[])


@pytest.mark.rule("MOV-5")
def test_a_stack_moves_at_the_pace_of_its_slowest() -> None:
    board = {"2420": f"A21-I5{READY} AIT-XIV5{READY}"}
    both = ("A21-I5", "AIT-XIV5")
    four = path("2419 2418 2417 2416")
    state = lay(board, opened=True)
    assert only(play(state, Move(both, four)), Moved).units == both
    assert at(state, "2416") == set(both)
    five = (*four, "2415")
    assert why(lay(board, opened=True), Move(both, five)) == ("MOV-18", "too-far")
    assert allowed(lay(board, opened=True), Move(("A21-I5",), five))


@pytest.mark.rule("MOV-5", "MOV-16", "MOV-17")
def test_a_stack_pays_for_its_heaviest() -> None:
    board = {"1117": f"A21-I5{READY} AIT-XIV5{READY}"}
    state = lay(board, opened=True)
    assert only(play(state, Move(("A21-I5", "AIT-XIV5"), ("1217",))), Moved).cost == 6
    state = lay({"1118": f"A21-I5{READY} AIT-XIV5{READY}"}, opened=True)
    assert why(state, Move(("A21-I5", "AIT-XIV5"), ("1018",))) == ("MOV-17", "impassable")


@pytest.mark.rule("MOV-5")
def test_only_who_stands_together_moves_together() -> None:
    state = lay({"2420": f"A21-I5{READY}", "2421": f"A21-I104{READY}"}, opened=True)
    assert why(state, Move(("A21-I5", "A21-I104"), ("2320",))) == ("MOV-5", "not-together")


@pytest.mark.rule("MOV-6")
def test_commands_and_supplies_stack_without_limit() -> None:
    state = lay(
        {"2420": "A21-I104 A21-II104 CD-21 S-M01", "2421": "CA-ARNIM S-M02:marching"},
        opened=True,
    )
    play(state, move("CA-ARNIM", "2420"), move("S-M02", "2420"))
    assert len(at(state, "2420")) == 6


@pytest.mark.rule("MOV-7")
def test_full_hexes_may_be_crossed_not_kept() -> None:
    state = lay(
        {"2420": "A21-I104 A21-II104", "2520": f"A21-I5{READY}", "2320": "A10-I7"}, opened=True
    )
    assert why(state, move("A21-I5", "2420")) == ("MOV-5", "no-room")
    play(state, move("A21-I5", "2420 2320"))
    assert at(state, "2320") == {"A21-I5", "A10-I7"}


@pytest.mark.rule("MOV-9")
@pytest.mark.parametrize("enemy", ["L1A-91", "CL-II", "S-M07"])
def test_enemies_of_any_kind_are_not_passed(enemy: str) -> None:
    state = lay({"2420": enemy, "2520": f"A21-I5{READY}"}, opened=True)
    assert why(state, move("A21-I5", "2420")) == ("MOV-9", "enemy-there")
    assert "2420" not in costs(state, "A21-I5")


@pytest.mark.rule("MOV-10")
def test_leaving_an_enemy_zone_costs_nothing_more() -> None:
    state = lay({"2320": "L34-1-133", "2420": f"A21-I5{READY}"}, opened=True)
    assert cost_of(state, "A21-I5", "2521") == 1


@pytest.mark.rule("MOV-12")
def test_the_road_rate_needs_the_road() -> None:
    assert cost_of(alone("A21-I5", "2421"), "A21-I5", "2420") == 2
    crossing = alone("A21-I5", "2421", options={"road_rate_requires_link": False})
    assert cost_of(crossing, "A21-I5", "2420") == 1


@pytest.mark.rule("MOV-13")
def test_the_alternation_goes_on_after_a_stretch_without_track() -> None:
    """Track 2521-2520, then plain to 2519, then 2619-2618: the second stretch begins with 1."""
    way = "2520 2519 2619 2618"
    assert TERRAIN["2519"] == "plain"
    first = alone("A21-580", "2521")
    afresh = alone("A21-580", "2521", options={"track_alternation_persists": False})
    assert cost_of(first, "A21-580", way) == 1 + 2 + 2 + 2
    assert cost_of(afresh, "A21-580", way) == 1 + 2 + 2 + 1


@pytest.mark.rule("MOV-13")
def test_beginning_with_the_full_rate_is_allowed_and_never_cheaper() -> None:
    for way in ("1421", "1421 1522", "1421 1522 1523"):
        half = cost_of(alone("A21-580", "1420"), "A21-580", way)
        state = alone("A21-580", "1420")
        full = only(play(state, move("A21-580", way, full_first=True)), Moved).cost
        assert full >= half
    # 1/2, 1, 1/2, 1, 1/2 or 1, 1/2, 1, 1/2, 1.
    state = alone("A10-501", "1420")
    five = "1421 1522 1523 1623 1624"
    assert allowed(state, move("A10-501", five))
    assert cost_of(alone("A10-501", "1420"), "A10-501", five) == 7


@pytest.mark.rule("MOV-15")
def test_a_town_costs_two_by_road_track_or_plain() -> None:
    assert cost_of(alone("A21-I5", "1818"), "A21-I5", "1918") == 4
    assert cost_of(alone("A21-I5", "1919"), "A21-I5", "1918") == 4
    assert cost_of(alone("A21-I5", "1818"), "A21-I5", "1918 1917") == 5


@pytest.mark.rule("MOV-18")
def test_who_lacks_the_points_stops_before() -> None:
    state = alone("A21-I5", "1117", weather="storm")
    refusal = refused(state, move("A21-I5", "1217"))
    assert (refusal.rule, refusal.reason) == ("MOV-18", "too-far")
    assert (refusal.facts["cost"], refusal.facts["left"]) == ("3", "2")
    half = refused(alone("A21-I5", "1818", weather="storm"), move("A21-I5", "1918 1917"))
    assert half.facts["cost"] == "2½"


@pytest.mark.rule("MOV-19")
def test_railways_do_not_matter_to_movement() -> None:
    """3014-3114 follows the railway over a mountain without a road."""
    state = alone("A21-I5", "3014")
    assert TERRAIN["3114"] == "mountain1"
    assert cost_of(state, "A21-I5", "3114") == 6


@pytest.mark.rule("MOV-20")
def test_reduced_infantry_knows_no_terrain() -> None:
    state = lay({"1818": "AIT-XIV5:reduced"}, opened=True)
    assert cost_of(state, "AIT-XIV5", "1918") == 1
    state = lay({"1817": "AIT-XIV5:reduced"}, opened=True)
    assert cost_of(state, "AIT-XIV5", "1918") == 2
    mechanised = lay({"1118": f"A21-I104{READY}:reduced"}, opened=True)
    assert why(mechanised, move("A21-I104", "1018")) == ("MOV-17", "impassable")


# --- contact ------------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-2")
def test_entering_a_zone_stops_and_obliges() -> None:
    state = lay({"2320": "L34-1-133", "2521": f"A21-I5{READY}"}, opened=True)
    assert why(state, move("A21-I5", "2420 2421")) == ("ATT-2", "zone-stop")
    play(state, move("A21-I5", "2420"))
    assert "engaged" in marks(state, "A21-I5")


@pytest.mark.rule("ATT-2", "ATT-4")
def test_from_zone_to_zone_is_one_step_and_an_attack() -> None:
    state = lay({"2320": "L34-1-133", "2420": f"A21-I5{READY}"}, opened=True)
    play(state, move("A21-I5", "2419"))
    assert "engaged" in marks(state, "A21-I5")


@pytest.mark.rule("ATT-16")
@pytest.mark.parametrize("piece", ["CD-21", "S-M01:marching"])
def test_commands_and_supplies_do_not_enter_zones_by_day(piece: str) -> None:
    name = piece.split(":", maxsplit=1)[0]
    board = {"2320": "L34-1-133", "2521": piece}
    state = lay(board, opened=True)
    assert why(state, move(name, "2420")) == ("ATT-16", "no-fighter")
    assert allowed(lay(board, opened=True, move=NIGHT), move(name, "2420"))
    inside = lay({"2320": "L34-1-133", "2420": piece}, opened=True)
    assert allowed(inside, move(name, "2521"))


@pytest.mark.rule("ATT-16", "CMD-5")
def test_artillery_enters_a_zone_only_with_the_complete_chain() -> None:
    board = {"2320": "L34-1-133", "2521": f"A21-I155{READY}"}
    assert why(lay(board, opened=True), move("A21-I155", "2420")) == (
        "ATT-16",
        "no-attack-factor",
    )
    board["2521"] += ":complete"
    assert allowed(lay(board, opened=True), move("A21-I155", "2420"))


@pytest.mark.rule("CMD-6", "CMD-4", "CMD-7")
def test_without_supply_or_command_no_zone_is_entered_except_by_reconnaissance() -> None:
    board = {"2320": "L34-1-133", "2521": "A21-I5:supplied", "2520": "A21-580"}
    state = lay(board, opened=True)
    assert why(state, move("A21-I5", "2420")) == ("CMD-4", "attack-uncommanded")
    assert allowed(state, move("A21-580", "2420"))
    light = lay({"2320": "L34-1-133", "2521": "AIT-XIV5:reduced:under-division"}, opened=True)
    assert why(light, move("AIT-XIV5", "2420")) == ("CMD-6", "attack-unsupplied")
    options = {"reduced_infantry_needs_supply_to_attack": False}
    board = {"2320": "L34-1-133", "2521": "AIT-XIV5:reduced:under-division"}
    assert allowed(lay(board, opened=True, options=options), move("AIT-XIV5", "2420"))


# --- mistaken input -----------------------------------------------------------------------------------


def test_mistakes_are_named() -> None:
    state = lay({"2420": f"A21-I5{READY}", "1320": "L34-1-133", "dead": "A10-I7"}, opened=True)
    assert why(state, move("A99", "2320"))[1] == "unknown-unit"
    assert why(state, move("L34-1-133", "2320"))[1] == "not-your-unit"
    assert why(state, move("A21-I5", "9999"))[1] == "unknown-hex"
    assert why(state, move("A21-I5", ""))[1] == "no-path"
    assert why(state, move("A10-I7", "2320"))[1] == "not-on-map"
    assert why(state, Move((), path("2320")))[1] == "nobody-named"
    assert why(state, Move(("A21-I5", "A21-I5"), path("2320")))[1] == "named-twice"
    assert place(state, "A21-I5") == "2420"


@pytest.mark.rule("MOV-5", "ATT-16")
@pytest.mark.parametrize("units", [("A21-I5", "CD-21"), ("CD-21", "A21-I5")])
def test_a_stack_enters_an_enemy_zone_only_if_all_of_it_may(units: tuple[str, str]) -> None:
    board = {"2420": "A21-I5:supplied:under-division CD-21", "2318": "L34-1-133"}
    state = lay(board, opened=True)
    assert allowed(state, move("A21-I5", "2320 2319"))
    assert why(state, Move(units, ("2320", "2319"))) == ("ATT-16", "no-fighter")


@pytest.mark.rule("MOV-1")
@pytest.mark.parametrize("there", ["2420", "2422", "2522", "0102", "2418"])
def test_a_step_leads_to_a_neighbour(there: str) -> None:
    """Not to the hex one stands in, nor to one farther off."""
    state = lay({"2420": "A21-I5:supplied"}, opened=True)
    assert why(state, move("A21-I5", there)) == ("MOV-1", "not-adjacent")
