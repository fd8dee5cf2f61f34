"""The geometry chapter as the game uses it: distances, terrain under bases, ground, works (G)."""

from __future__ import annotations

import random
from threading import Thread

import pytest

from campagna.games.alto_comando.orders import Bridge, Cross, Deploy, Enter, Leave, Move
from campagna.games.alto_comando.rules import geometry, leg_rules, movement
from campagna.games.alto_comando.state import Phase, Span
from campagna.games.alto_comando.world import NOBODY
from campagna.plane.legality import Edge
from campagna.plane.shapes import sight_blocked
from tests.games.alto_comando.lay import allowed, at, play, table, why

HILL = [(300, 300), (420, 300), (420, 380), (300, 380)]
RIVER = [(400, 300), (430, 300), (430, 700), (400, 700)]
WOOD = [(195, 150), (295, 150), (295, 250), (195, 250)]


# --- distances ----------------------------------------------------------------------------------------


@pytest.mark.rule("G-3", "G-4")
def test_distance_is_from_edge_to_edge_and_inclusive() -> None:
    state = table({"A1.tank1": "200 200", "G1.tank1": "380 200", "G1.tank2": "381 400"})
    tank, foe = state.find("A1.tank1"), state.find("G1.tank1")
    assert geometry.in_reach(state, tank, foe, 150)
    assert not geometry.in_reach(state, tank, foe, 149)
    enemies = state.roster.of_side[1]
    assert geometry.near(state, (200, 200), enemies, 150) == [foe]
    assert geometry.near(state, (200, 200), enemies, 227) == [foe]
    assert geometry.near(state, (200, 200), enemies, 228) == [foe, state.find("G1.tank2")]


@pytest.mark.rule("G-20", "G-3")
def test_the_nearest_may_be_several() -> None:
    state = table(
        {"A1.tank1": "500 500", "G1.tank1": "600 500", "G1.tank2": "500 600", "G1.tank3": "601 500"}
    )
    others = [state.find(f"G1.tank{n}") for n in (1, 2, 3)]
    assert geometry.nearest_of(state, state.find("A1.tank1"), others) == others[:2]


@pytest.mark.rule("G-5")
def test_a_common_corner_touches() -> None:
    assert geometry.touches((185, 185), (200, 200, 230, 350))
    assert not geometry.touches((184, 185), (200, 200, 230, 350))
    assert not geometry.touches((190, 250), (200, 200, 230, 350))


# --- legs -----------------------------------------------------------------------------------------------


@pytest.mark.rule("G-6", "MOV-6")
@pytest.mark.parametrize(("end", "cost"), [((190, 320), 150), ((206, 306), 150), ((100, 350), 150)])
def test_the_cost_of_a_leg_is_its_length_rounded_up(end: tuple[int, int], cost: int) -> None:
    state = table({"A1.motor1": "100 200"})
    assert leg_rules.judge_path(state, state.find("A1.motor1"), (100, 200), [end]) == cost


@pytest.mark.rule("G-6", "MOV-6")
def test_a_millimetre_too_far_is_refused_with_its_cost() -> None:
    state = table({"A1.motor1": "100 200"})
    assert why(state, Move("A1.motor1", ((207, 307),))) == ("MOV-6", "too-far")


@pytest.mark.rule("G-7", "WF-8", "MOV-1")
def test_every_leg_but_the_last_is_at_least_five_centimetres() -> None:
    state = table({"A1.motor1": "100 200"})
    assert allowed(state, Move("A1.motor1", ((150, 200), (150, 201))))
    assert why(state, Move("A1.motor1", ((149, 200), (149, 240)))) == ("WF-8", "leg-too-short")
    assert allowed(state, Move("A1.motor1", ((120, 200), (160, 200)))), "one direction is one leg"


@pytest.mark.rule("G-7", "MOV-1")
def test_with_the_option_a_move_has_one_leg() -> None:
    state = table({"A1.motor1": "100 200"}, options={"legs": "single"})
    assert why(state, Move("A1.motor1", ((150, 200), (150, 250)))) == ("MOV-1", "one-leg-only")
    assert allowed(state, Move("A1.motor1", ((150, 200), (200, 200))))


@pytest.mark.rule("G-8", "TAB-2")
def test_nobody_leaves_the_land_by_a_plain_move() -> None:
    state = table({"A1.motor1": "100 150"})
    assert allowed(state, Move("A1.motor1", ((100, 115),)))
    assert why(state, Move("A1.motor1", ((100, 114),))) == ("G-8", "off-the-land")
    assert why(state, Move("A1.motor1", ((10**9, 114),))) == ("G-8", "off-the-land")


@pytest.mark.rule("G-9", "MOV-2", "ITP-1")
def test_the_five_centimetres_hold_along_the_whole_leg() -> None:
    near = {"A1.recon1": "300 300", "G1.tank1": "430 310"}
    assert why(table(near), Move("A1.recon1", ((400, 400),))) == ("MOV-2", "too-near-enemy")
    assert allowed(
        table({"A1.recon1": "300 300", "G1.tank1": "440 300"}), Move("A1.recon1", ((400, 400),))
    )


@pytest.mark.rule("G-11")
def test_a_friend_may_be_passed_but_not_ended_on() -> None:
    state = table({"A1.motor1": "300 300", "A1.motor2": "370 300"})
    assert allowed(state, Move("A1.motor1", ((440, 300),)))
    assert why(state, Move("A1.motor1", ((380, 310),))) == ("G-11", "place-taken")


@pytest.mark.rule("G-12", "MOV-3")
def test_leaving_needs_the_whole_base_off_the_own_edge() -> None:
    state = table({"A1.motor1": "100 400", "A1.hq": "100 600", "G1.motor1": "1100 400"})
    assert why(state, Leave("A1.motor1", ((-14, 400),), "west")) == ("G-12", "not-over-the-edge")
    assert why(state, Leave("A1.motor1", ((-15, 400),), "east")) == ("MOV-3", "not-your-edge")
    assert why(state, Leave("A1.hq", ((-15, 600),), "west")) == ("G-12", "hq-stays")
    play(state, Leave("A1.motor1", ((-15, 400),), "west"))
    assert movement.exits(state, state.find("G1.motor1")) == [Edge.EAST]


# --- terrain --------------------------------------------------------------------------------------------


@pytest.mark.rule("G-13")
def test_in_a_zone_is_the_whole_base_on_a_hill_its_centre() -> None:
    state = table({"A1.tank1": "300 340"}, terrain=[("hill", HILL)])
    assert geometry.standing_in(state, (300, 340), ("hill",)) == 0
    assert geometry.standing_in(state, (299, 340), ("hill",)) == NOBODY
    assert geometry.standing_in(state, (300, 340), ("woods",)) == NOBODY
    assert geometry.inside((15, 115), (0, 100, 300, 400))
    assert not geometry.inside((14, 115), (0, 100, 300, 400))


@pytest.mark.rule("G-13", "SET-3")
def test_a_base_is_placed_wholly_inside_its_own_zones() -> None:
    state = table({"A1.tank1": "reserve", "G1.tank1": "reserve"}, phase="deploy")
    state.placing, state.side = 2, 0
    assert allowed(state, Deploy(("A1.tank1",), ((585, 1285),)))
    assert why(state, Deploy(("A1.tank1",), ((586, 1285),))) == ("SET-3", "outside-own-zones")
    assert why(state, Deploy(("A1.tank1",), ((585, 1286),))) == ("SET-3", "outside-own-zones")


@pytest.mark.rule("G-14", "FIR-10")
def test_a_hill_hides_unless_one_of_both_stands_on_it_and_bases_hide_nobody() -> None:
    state = table(
        {"A1.tank1": "280 340", "G1.tank1": "450 340", "A1.tank2": "365 200"},
        terrain=[("hill", HILL)],
    )
    assert not geometry.line_is_clear(state, (280, 340), (450, 340))
    assert geometry.line_is_clear(state, (310, 340), (450, 340))
    assert geometry.line_is_clear(state, (280, 300), (450, 300)), "along the edge"
    assert geometry.line_is_clear(state, (280, 200), (450, 200)), "through a base"


@pytest.mark.rule("G-8", "TER-1")
def test_rough_ground_bars_all_but_infantry_and_a_scarp_everybody() -> None:
    units = {"A1.tank1": "280 340", "A1.motor1": "280 340"}
    for unit, kind, free in (
        ("A1.tank1", "rough", False),
        ("A1.motor1", "rough", True),
        ("A1.motor1", "scarp", False),
    ):
        state = table({unit: units[unit]}, terrain=[(kind, HILL)])
        order = Move(unit, ((330, 340),))
        assert allowed(state, order) == free
        if not free:
            assert why(state, order) == ("TER-1", "impassable")


@pytest.mark.rule("G-17b", "WF-5a")
def test_a_bridge_carries_whoever_keeps_to_its_middle() -> None:
    units = {"A1.motor1": "385 500", "A1.tank1": "385 560"}
    state = table(units, terrain=[("river", RIVER)], options={"western_front": True})
    assert why(state, Move("A1.motor1", ((445, 500),))) == ("WF-5a", "river-in-the-way")
    state.spans.append(Span(0, 500))
    state.derived.works_changed()
    assert geometry.rivers(state)[0].bridges == (500,)
    assert allowed(state, Move("A1.motor1", ((445, 500),)))
    assert why(state, Move("A1.motor1", ((445, 501),))) == ("WF-5a", "river-in-the-way")
    assert why(state, Move("A1.tank1", ((445, 560),))) == ("WF-5a", "river-in-the-way")


@pytest.mark.rule("G-17b", "WF-5a", "WF-5b")
def test_a_bridge_is_built_ahead_of_the_base_that_touches_the_bank() -> None:
    units = {"A1.motor1": "385 500", "A1.motor2": "385 600", "A1.motor3": "384 400"}
    state = table(units, phase="clear", terrain=[("river", RIVER)], options={"western_front": True})
    assert why(state, Bridge("A1.motor3", 0)) == ("WF-5a", "not-at-river")
    play(state, Bridge("A1.motor1", 0), dice=[5])
    assert state.spans == [Span(0, 500)]
    state.phase = Phase.CLEAR
    assert why(state, Bridge("A1.motor2", 0)) == ("WF-5b", "pontoniers-used")


@pytest.mark.rule("G-22", "BF-13")
def test_the_road_lengthens_the_move_of_foot_that_stays_on_it() -> None:
    state = table(
        {"A1.foot1": "500 100"}, scenario="beda_fomm", formations={"A1": "bf.it", "G1": "bf.gb"}
    )
    assert geometry.is_on_road(state, (515, 9999))
    assert not geometry.is_on_road(state, (516, 100))
    assert allowed(state, Move("A1.foot1", ((500, 250),)))
    assert why(state, Move("A1.foot1", ((520, 180),))) == ("MOV-6", "too-far")


# --- falling back, coming back ----------------------------------------------------------------------------


@pytest.mark.rule("G-15", "HQ-10")
def test_a_replaced_unit_touches_its_headquarters_or_comes_as_near_as_there_is_room() -> None:
    units = {"A1.hq": "500 500", "A1.tank1": "scattered"}
    state = table(units, phase="replace")
    places = geometry.replacement_places(state, state.find("A1.tank1"), state.find("A1.hq"))
    assert all(p in places for p in ((530, 530), (470, 500), (500, 470), (515, 530)))
    assert (531, 500) not in places
    assert (500, 500) not in places


@pytest.mark.rule("G-16", "HQ-11")
@pytest.mark.parametrize(
    ("hq", "enemies", "end"),
    [
        ("700 500", ["560 420"], (830, 574)),
        ("1140 500", ["1000 500"], (1185, 500)),
        ("700 500", ["560 500", "900 500"], (820, 500)),
        ("700 500", [], (700, 500)),
    ],
)
def test_t27_a_headquarters_falls_back(hq: str, enemies: list[str], end: tuple[int, int]) -> None:
    foes = {f"A1.motor{n + 1}": place for n, place in enumerate(enemies)}
    state = table({"G1.hq": hq, **foes})
    assert geometry.retreat_of(state, state.find("G1.hq"), NOBODY) == end


@pytest.mark.rule("G-16")
def test_of_two_enemies_as_near_the_one_that_hit_is_fled_from() -> None:
    state = table({"G1.hq": "700 500", "A1.motor1": "560 500", "A1.motor2": "700 360"})
    hq = state.find("G1.hq")
    assert geometry.retreat_of(state, hq, state.find("A1.motor2")) == (700, 650)
    assert geometry.retreat_of(state, hq, NOBODY) == (850, 500), "else the smaller name"


# --- works ------------------------------------------------------------------------------------------------


@pytest.mark.rule("G-17", "MIN-1")
def test_strips_lie_in_the_band_in_line_or_apart() -> None:
    state = table({"A1.tank1": "100 200"})
    band = (450, 100, 600, 700)
    assert geometry.strip_fits(state, (570, 100, 600, 250), band, [])
    assert not geometry.strip_fits(state, (571, 100, 601, 250), band, [])
    assert not geometry.strip_fits(state, (570, 100, 600, 249), band, [])
    assert not geometry.strip_fits(state, (600, 250, 570, 100), band, []), "turned inside out"
    laid = [(570, 100, 600, 250)]
    assert geometry.strip_fits(state, (570, 250, 600, 400), band, laid), "end to end"
    assert geometry.strip_fits(state, (510, 100, 540, 250), band, laid), "30 apart"
    assert not geometry.strip_fits(state, (511, 100, 541, 250), band, laid)


@pytest.mark.rule("G-18", "MIN-2")
def test_a_crossing_ends_on_the_other_side_and_needs_room_and_allowance() -> None:
    strips = {"allied": [(570, 300, 600, 450)]}
    units = {"G1.motor1": "700 375"}
    state = table(units, active="allied", strips=strips)
    assert allowed(state, Cross("G1.motor1", ((615, 375),), (555, 375)))
    assert why(state, Cross("G1.motor1", ((615, 375),), (554, 375))) == ("G-18", "no-crossing")
    assert why(state, Cross("G1.motor1", ((616, 375),), (555, 375))) == ("G-18", "no-crossing")
    assert why(state, Move("G1.motor1", ((560, 375),))) == ("G-8", "minefield-in-the-way")
    far = table({"G1.motor1": "706 375"}, active="allied", strips=strips)
    assert why(far, Cross("G1.motor1", ((615, 375),), (555, 375))) == ("MOV-6", "too-far")
    full = table(units | {"G1.motor2": "560 380"}, active="allied", strips=strips)
    assert why(full, Cross("G1.motor1", ((615, 375),), (555, 375))) == ("G-11", "place-taken")
    bent = table({"G1.motor1": "630 400"}, active="allied", strips=strips)
    order = Cross("G1.motor1", ((615, 375),), (555, 375))
    assert why(bent, order) == ("WF-8", "leg-too-short")


@pytest.mark.rule("G-18", "MIN-3", "MIN-4")
@pytest.mark.parametrize(("die", "end"), [(5, (555, 375)), (6, (555, 375)), (2, (615, 375))])
def test_a_base_in_contact_crosses_without_a_leg(die: int, end: tuple[int, int]) -> None:
    strips = {"axis": [(570, 300, 600, 450)]}
    units = {"G1.motor1": "615 375", "G1.tank1": "900 900"}
    state = table(units, active="allied", strips=strips)
    play(state, Cross("G1.motor1", (), (555, 375)), dice=[die])
    assert at(state, "G1.motor1") == end


@pytest.mark.rule("G-19")
def test_a_segment_holds_west_and_north_of_its_middle_and_helps_its_owner_only() -> None:
    cells = {"axis": [(400, 250)]}
    for place, held in (("385 235", True), ("414 264", True), ("415 250", False)):
        state = table({"A1.motor1": place}, segments=cells)
        assert geometry.own_segment(state, state.find("A1.motor1")) == held
    state = table({"G1.motor1": "400 250"}, segments=cells)
    assert not geometry.own_segment(state, state.find("G1.motor1"))
    fits = geometry.segment_fits
    assert fits(state, (430, 250), (300, 100, 600, 700), [(400, 250)], [])
    assert not fits(state, (429, 250), (300, 100, 600, 700), [(400, 250)], [])


@pytest.mark.rule("G-21", "TAB-10")
def test_a_supply_base_is_an_enemy_to_keep_away_from_and_never_moves() -> None:
    state = table({"G1.tank1": "230 250", "supply.axis.1": "150 250"}, active="allied")
    assert why(state, Move("G1.tank1", ((229, 250),))) == ("MOV-2", "too-near-enemy")
    own = table({"supply.axis.1": "150 250", "A1.tank1": "230 250"})
    assert why(own, Move("supply.axis.1", ((150, 300),))) == ("CHR-6", "never-moves")
    assert own.unit(own.find("supply.axis.1")).group == NOBODY


@pytest.mark.rule("G-23")
def test_broken_invariants_are_named() -> None:
    sound = table({"A1.tank1": "200 200", "G1.tank1": "280 200"})
    assert geometry.broken_invariants(sound) == []
    for units, word in (
        ({"A1.tank1": "200 200", "G1.tank1": "279 200"}, "enemy"),
        ({"A1.tank1": "200 200", "A1.tank2": "229 229"}, "base"),
        ({"A1.tank1": "14 200"}, "land"),
    ):
        (broken,) = geometry.broken_invariants(table(units))
        assert broken.startswith("A1.tank1")
        assert word in broken
    mined = table({"A1.tank1": "580 310"}, strips={"axis": [(570, 300, 600, 450)]})
    assert "minefield" in geometry.broken_invariants(mined)[0]


@pytest.mark.rule("WF-1b", "WF-1c")
def test_woods_halve_the_whole_move_of_whoever_touches_them() -> None:
    state = table(
        {"A1.motor1": "100 200"}, terrain=[("woods", WOOD)], options={"western_front": True}
    )
    assert allowed(state, Move("A1.motor1", ((180, 200),)))
    assert why(state, Move("A1.motor1", ((181, 200),))) == ("WF-1b", "too-far-in-cover")


@pytest.mark.rule("BF-3", "G-8")
def test_an_entry_is_judged_like_a_move() -> None:
    state = table(
        {"A1.foot1": "reserve", "A1.foot2": "300 100", "G1.tank1": "500 700"},
        scenario="beda_fomm",
        formations={"A1": "bf.it", "G1": "bf.gb"},
    )
    assert allowed(state, Enter("A1.foot1", ((300, -15), (300, 65))))
    assert why(state, Enter("A1.foot1", ((300, -15), (300, 75)))) == ("MOV-6", "too-far")


def test_the_region_finder_belongs_to_its_thread() -> None:
    seen: list[object] = []
    thread = Thread(target=lambda: seen.append(geometry.region_finder()))
    thread.start()
    thread.join()
    assert seen[0] is not geometry.region_finder()


@pytest.mark.rule("G-3", "G-4")
@pytest.mark.parametrize("foe", [(380, 200), (200, 380), (20, 200), (200, 20)])
def test_exactly_in_reach_in_every_direction(foe: tuple[int, int]) -> None:
    state = table({"A1.tank1": "200 200", "G1.tank1": f"{foe[0]} {foe[1]}"})
    enemies = state.roster.of_side[1]
    assert geometry.near(state, (200, 200), enemies, 150) == [state.find("G1.tank1")]
    assert geometry.near(state, (200, 200), enemies, 149) == []


@pytest.mark.rule("G-14", "FIR-10")
def test_every_hill_that_a_line_crosses_is_asked_about() -> None:
    hills = [[(700, 200), (760, 200), (760, 260), (700, 260)], HILL]
    state = table({"A1.tank1": "280 340"}, terrain=[("hill", hill) for hill in hills])
    chance = random.Random(7)
    hidden = 0
    for _ in range(400):
        x0, y0, x1, y1 = (chance.randrange(900) for _ in range(4))
        blocked = sight_blocked((x0, y0), (x1, y1), [tuple(hill) for hill in hills])
        assert geometry.line_is_clear(state, (x0, y0), (x1, y1)) != blocked
        hidden += blocked
    assert hidden > 20


@pytest.mark.rule("G-23")
@pytest.mark.parametrize(
    ("strip", "broken"),
    [
        ((415, 325, 445, 475), False),
        ((414, 325, 444, 475), True),
        ((355, 325, 385, 475), False),
        ((356, 325, 386, 475), True),
        ((325, 415, 475, 445), False),
        ((325, 414, 475, 444), True),
        ((325, 355, 475, 385), False),
        ((325, 356, 475, 386), True),
        ((385, 325, 415, 475), True),
        ((600, 325, 630, 475), False),
        ((325, 600, 475, 630), False),
    ],
)
def test_nobody_stands_on_a_minefield_but_may_touch_it(
    strip: tuple[int, int, int, int], broken: bool
) -> None:
    for name in ("A1.tank1", "G1.tank1"):
        state = table({name: "400 400", "A1.hq": "100 650"}, strips={"allied": [strip]})
        found = geometry.broken_invariants(state)
        assert bool(found) == broken
        assert all("stands on a minefield" in words for words in found)
