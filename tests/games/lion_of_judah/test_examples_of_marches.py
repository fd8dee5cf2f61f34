"""The examples of the rulebook and the cases of the digest on the reconstructed map: all before combat."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.field_events import MarchRolled, StepLost
from campagna.games.lion_of_judah.orders import (
    Attack,
    BreakDown,
    Consolidate,
    Done,
    Embark,
    ForcedMarch,
    Load,
    Move,
    MoveHq,
    Pay,
    Rebuild,
)
from campagna.games.lion_of_judah.rules.air_hq import air_support, hq_moves
from campagna.games.lion_of_judah.rules.combat import combat
from campagna.games.lion_of_judah.rules.general import losses, stacking, strength
from campagna.games.lion_of_judah.rules.movement import forced_march
from campagna.games.lion_of_judah.rules.movement.movement import left
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground
from campagna.games.lion_of_judah.rules.resources import resources
from campagna.games.lion_of_judah.rules.sequence import administration
from campagna.games.lion_of_judah.state import ADMINISTRATIVE, State
from campagna.hexes.grid import DIRECTIONS
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    begin,
    box,
    only,
    place,
    play,
    slot,
    unit,
    why,
)

# --- 2: steps, breakdown, consolidation -----------------------------------------------------------


@pytest.mark.rule("2.3.9-b", "2.3.9-d")
def test_sila_shows_its_replacement_counter_and_comes_back() -> None:
    state = arrange({"it_SL": "1305"})
    sila = slot("it_SL")

    def shows_replacement() -> bool:
        pieces = GAME.tabletop(GAME.view(state, "ethiopian")).pieces
        return "replacement" in next(p.states for p in pieces if p.id == "it_SL")

    shown = []
    for _ in range(3):
        losses.lose_step(state, sila, "combat", "12.11-a")
        shown.append((state.units[sila].steps, shows_replacement()))
    assert shown == [(3, False), (2, True), (1, True)]
    assert strength.factors(state, sila) == (1, 2)
    state.change(sila, steps=2)
    assert shows_replacement()
    state.change(sila, steps=3)
    assert not shows_replacement()
    assert strength.factors(state, sila) == (4, 5)


@pytest.mark.rule("2.4-a", "2.4-b", "5.2-A-IV")
def test_peloritana_breaks_down_into_a_regular_breakdown_unit() -> None:
    units = {"it_PL": "2320", "it_bd_regular_1": "breakdown", "it_bd_ccnn_1": "breakdown"}
    state = arrange(units, phase=Phase.BREAKDOWN)
    assert why(state, BreakDown("it_PL", "2320", "it_bd_ccnn_1")) == ("2.4-b", "wrong-breakdown")
    play(state, BreakDown("it_PL", "2320", "it_bd_regular_1"))
    assert (unit(state, "it_PL").steps, place(state, "it_bd_regular_1")) == (3, "2320")
    assert unit(state, "it_bd_regular_1").steps == 1


@pytest.mark.rule("2.4-a")
def test_a_four_step_unit_may_break_down_twice_never_below_two_steps() -> None:
    units = {"it_PL": "2320"} | {f"it_bd_regular_{n}": "breakdown" for n in (1, 2, 3)}
    state = arrange(units, phase=Phase.BREAKDOWN)
    play(state, BreakDown("it_PL", "2320", "it_bd_regular_1"))
    play(state, BreakDown("it_PL", "2320", "it_bd_regular_2"))
    assert unit(state, "it_PL").steps == 2
    assert why(state, BreakDown("it_PL", "2320", "it_bd_regular_3")) == ("2.4-a", "too-few-steps")


@pytest.mark.rule("2.5-a", "2.5-b")
def test_an_eritrean_breakdown_unit_does_not_join_blackshirts() -> None:
    units = {"it_23": "1406 3s", "it_1E": "1406 2s", "it_bd_colonial_regular_1": "1406"}
    state = arrange(units, phase=Phase.BREAKDOWN)
    wrong = Consolidate("it_bd_colonial_regular_1", "it_23", "1406")
    assert why(state, wrong) == ("2.5-b", "not-its-parent")
    play(state, Consolidate("it_bd_colonial_regular_1", "it_1E", "1406"))
    assert (unit(state, "it_1E").steps, place(state, "it_bd_colonial_regular_1")) == (
        3,
        "breakdown",
    )


# --- 5, 7: sequence and resource points -----------------------------------------------------------


@pytest.mark.rule("5.1-a", "5.1-b", "5.2-C", "5.2-D", "7.1", "PB 13.1")
def test_the_italian_plays_first_then_the_ethiopian() -> None:
    state, chance = begin(), SeededChance(3)
    seen: list[tuple[int, int]] = []
    while state.turn == 1:
        if not state.agenda:
            seen.append((state.phase, state.side))
        order = Done() if allowed(state, Done()) else GAME.offers(state).sample(chance)
        GAME.play(state, order, chance)
    administrative = [p for p, _ in seen if p in ADMINISTRATIVE]
    assert administrative == sorted(administrative)
    assert seen.index((Phase.MOVEMENT, ITALIAN)) < seen.index((Phase.COMBAT, ITALIAN))
    assert seen.index((Phase.COMBAT, ITALIAN)) < seen.index((Phase.ACTIVATION, OTHER))


@pytest.mark.rule("7.3.2-d", "7.3.2-f")
def test_the_hq_in_1008_spends_the_last_point_of_the_northern_box() -> None:
    units = {"it_hq_1CA": "1008", "it_Sb": "1008 3s", "it_Gv": "1305 3s", "it_hq_2CA": "1305"}
    state = arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 1})
    play(state, Pay("it_Sb", "it_hq_1CA", "north"))
    assert box(state, "north") == 0
    far = next(
        h
        for h in WORLD.board.grid.around(at("1008"))
        if not resources.path_reach(state, 0)[h] and not WORLD.desert[h]
    )
    farther = {"it_hq_1CA": WORLD.hex_ids[far], "it_Sb": f"{WORLD.hex_ids[far]} 3s"}
    without = arrange(farther, phase=Phase.REPLACEMENTS, boxes={"north": 1})
    assert why(without, Pay("it_Sb", "it_hq_1CA", "north")) == ("7.3.2-d", "no-rp-path")
    with_truck = arrange(
        {**farther, "it_trk1": "north"}, phase=Phase.REPLACEMENTS, boxes={"north": 1}
    )
    assert allowed(with_truck, Pay("it_Sb", "it_hq_1CA", "north"))


@pytest.mark.rule("7.3.2-c")
def test_points_on_a_truck_pay_for_nothing() -> None:
    units = {"it_hq_1CA": "1008", "it_Sb": "1008 3s", "it_trk1": "1008 +1"}
    paid = Pay("it_Sb", "it_hq_1CA", "north")
    loaded = arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 0})
    assert why(loaded, paid) == ("7.3.1-a", "too-few-points")
    assert allowed(arrange(units, phase=Phase.REPLACEMENTS, boxes={"north": 1}), paid)


@pytest.mark.rule("7.3.4-b", "7.3.4-c")
def test_one_point_rebuilds_a_division_of_one_step_at_mogadishu() -> None:
    state = arrange({"it_SL": "dead"}, phase=Phase.REPLACEMENTS, boxes={"south": 2})
    play(state, Rebuild("it_SL", "south", "2324"))
    assert (place(state, "it_SL"), unit(state, "it_SL").steps, box(state, "south")) == (
        "2324",
        1,
        1,
    )


# --- 8: stacking -----------------------------------------------------------


@pytest.mark.rule("8.2-b", "8.2-d")
def test_an_amba_is_attacked_by_four_divisions_from_each_side() -> None:
    state = arrange({"et_kassa_1": "1308"})
    assert stacking.limit(state, at("1308")) == 8
    assert len(WORLD.board.grid.around(at("1308"))) * stacking.limit(state, at("1308")) == 48


@pytest.mark.rule("8.2-a", "8.2-b", "8.2-d", "12.8.2")
def test_gondar_lets_four_divisions_attack_from_the_plain_because_it_is_a_city() -> None:
    names = ("it_Sb", "it_Gv", "it_GS", "it_PL")
    state = arrange(dict.fromkeys(names, "0909") | {"et_ayalew_1": "1009"}, phase=Phase.COMBAT)
    assert allowed(state, Attack(names, "1009"))
    assert stacking.capacity(state, OTHER, at("1009")) == 8
    mountain = next(
        h
        for h in range(WORLD.size)
        if WORLD.mountain[h]
        and not WORLD.roomy[h]
        and WORLD.ethiopia[h]
        and any(WORLD.roomy[n] and not WORLD.desert[n] for n in WORLD.board.grid.around(h))
    )
    plain = next(
        n
        for n in WORLD.board.grid.around(mountain)
        if WORLD.roomy[n] and not WORLD.desert[n] and combat.touches(state, n, mountain)
    )
    other = arrange(
        dict.fromkeys(names, WORLD.hex_ids[plain]) | {"et_ayalew_1": WORLD.hex_ids[mountain]},
        phase=Phase.COMBAT,
    )
    crowded = Attack(names, WORLD.hex_ids[mountain])
    assert why(other, crowded) == ("12.8.2", "too-many-attackers")
    assert allowed(other, Attack(names[:3], WORLD.hex_ids[mountain]))


# --- 10: air, HQs, trucks -----------------------------------------------------------


@pytest.mark.rule("10.1.3-c")
def test_superiority_takes_a_column_from_each() -> None:
    state = arrange(scenario="s1940")
    assert air_support.columns(state, ("shift", "superiority"), ("superiority",)) == (1, 0)


@pytest.mark.rule("10.2.1-b", "11.4.2-b")
def test_the_second_corps_hq_moves_one_hex_the_first_cannot_reach_makale() -> None:
    two = arrange({"it_hq_2CA": "1006"})
    assert {len(o.path) for o in hq_moves.moves(two, slot("it_hq_2CA"))} == {2}
    state = arrange(
        {"it_hq_1CA": "1207", "it_hq_CAE": "1307", "it_trk1": "1207"},
        italian=["1408", "1306", "1407"],
    )
    g = ground(state, [slot("it_hq_1CA")])
    assert (
        state.world.field.walk(g.costs, g.closed, g.stop, [at("1207"), at("1307"), at("1408")])
        == 2 * 7
    )
    assert why(state, MoveHq("it_hq_1CA", ("1207", "1307", "1408"))) == ("10.2.1-b", "too-far")
    assert allowed(state, MoveHq("it_hq_1CA", ("1207", "1306", "1407"), ("it_trk1",)))


@pytest.mark.rule("10.3.1-a", "10.3.1-b", "7.3.2-b")
def test_a_truck_that_spent_three_points_loads_and_goes_on_with_three() -> None:
    way = next(
        path
        for a in WORLD.board.grid.around(at("1405"))
        for path in [(WORLD.hex_ids[a], "1405")]
        if not WORLD.walls[a * DIRECTIONS + WORLD.board.grid.direction(a, at("1405"))]
    )
    state = arrange({"it_trk1": way[0]}, boxes={"north": 2})
    play(state, Move(("it_trk1",), way))
    before = left(state, slot("it_trk1"))
    play(state, Load("it_trk1", 1))
    assert (unit(state, "it_trk1").load, box(state, "north")) == (1, 1)
    assert left(state, slot("it_trk1")) == before
    play(state, Load("it_trk1", -1))
    assert (unit(state, "it_trk1").load, box(state, "north")) == (0, 2)


# --- 11: movement -----------------------------------------------------------


@pytest.mark.rule("11.1-a", "11.1-c", "2.3.8-a", "11.4")
def test_a_leg_unit_pays_three_for_a_mountain_across_a_river() -> None:
    state = arrange({"it_Sb": "1306"})
    costs = state.theatre.costs(0, (), rains=False, river_extra=0)
    net = state.theatre.net(())
    crossings = [
        s
        for s in range(len(costs))
        if WORLD.river[s]
        and not net.any[s]
        and WORLD.board.grid.neighbours[s] >= 0
        and WORLD.board.terrain_name(WORLD.board.grid.neighbours[s]) == "mountain"
    ]
    assert crossings
    assert {costs[s] for s in crossings} == {2 * 3}


def way_of(cost: int, tail: int) -> tuple[str, str, str, str]:
    """Two hexes of Eritrea that cost a leg unit so much together, and a third within `tail`."""
    costs = WORLD.parts[0].costs(0, (), rains=False, river_extra=0)
    home, grid = WORLD.parts[0].home[ITALIAN], WORLD.board.grid

    def step(a: int, b: int) -> int:
        return costs[a * DIRECTIONS + grid.direction(a, b)]

    return next(
        (WORLD.hex_ids[a], WORLD.hex_ids[b], WORLD.hex_ids[c], WORLD.hex_ids[d])
        for a in WORLD.regions(["eritrea"])
        if not WORLD.desert[a]
        for b in grid.around(a)
        for c in grid.around(b)
        for d in grid.around(c)
        if len({a, b, c, d}) == 4
        and all(home[h] and not WORLD.desert[h] for h in (b, c, d))
        and step(a, b) + step(b, c) == cost
        and step(c, d) <= tail
    )


@pytest.mark.rule("11.3-a", "11.3-b", "11.2-a")
def test_a_stack_drops_its_slowest_unit_and_the_others_have_two_points_left() -> None:
    names = ("it_irr1", "it_irr2", "it_Sb")
    a, b, c, d = way_of(2 * 4, 2 * 2)
    state = arrange(dict.fromkeys(names, a))
    assert why(state, Move(names, (a, b, c, d)))[1] == "too-far"
    play(state, Move(names, (a, b, c)))
    assert (left(state, slot("it_irr1")), left(state, slot("it_Sb"))) == (2 * 2, 0)
    play(state, Move(("it_irr1", "it_irr2"), (c, d)))
    assert place(state, "it_irr1") == d
    assert why(state, Move(("it_Sb",), (c, b)))[1] == "moved-already"
    dropping = arrange(dict.fromkeys(names, a))
    play(dropping, Move(names, (a, b, c, d), (("it_Sb", c),)))
    assert [place(dropping, n) for n in names] == [d, d, c]


@pytest.mark.rule("11.4.3", "11.4")
def test_1505_is_playable_and_1204_is_clear() -> None:
    assert "1505" in WORLD.hex_index
    assert WORLD.board.terrain_name(at("1204")) == "clear"


def jijiga() -> State:
    units = {
        "et_nasibu_1": "1915",
        "et_nasibu_2": "1814",
        "it_hq_SOM": "2016",
        "it_CVS": "2016",
        "it_PL": "2016",
    }
    return arrange(units, italian=["2015", "2016", "2017", "2117", "2217"])


@pytest.mark.rule("11.5.3-a", "11.5.3-c", "11.5.3-d", "9.1-b", "11.5.1", "11.5.2-a", "9.2")
def test_the_march_to_jijiga() -> None:
    state = jijiga()
    armour = Move(("it_CVS",), ("2016", "2015", "1914"))
    assert why(state, armour) == ("9.1-b", "ends-unsupplied")
    play(state, Move(("it_CVS",), ("2016", "2015")))
    peloritana = slot("it_PL")
    play(state, Move(("it_PL",), ("2016", "2015")))
    state.change(peloritana, spent=8)
    assert left(state, peloritana) == 0
    state.moving = [peloritana]
    drm = forced_march.modifier(state, at("2015"), at("1914"))
    events = play(state, ForcedMarch(("it_PL",), "2015", "1914"), dice=[1 - drm])
    rolled = only(events, MarchRolled)
    assert (rolled.extra, rolled.ambush, rolled.entered) == (1, True, True)
    assert place(state, "it_PL") == "1914"
    assert only(events, StepLost).cause == "ambush"
    assert unit(state, "it_PL").steps == 3
    assert unit(state, "it_PL").spent == 8 + 2 * 3


@pytest.mark.rule("11.8-a", "11.8-b", "11.8-c", "PB 13.5.2")
def test_one_division_sails_from_massawa_and_the_second_waits() -> None:
    state = arrange({"it_Sb": "1405", "it_Gv": "1405"}, phase=Phase.TRANSPORT, turn=4)
    both = Embark(("it_Sb", "it_Gv"), "1405", "2324")
    assert why(state, both)[1] == "ships-full"
    play(state, Embark(("it_Sb",), "1405", "2324"))
    assert place(state, "it_Sb") == "due"
    assert why(state, Embark(("it_Gv",), "1405", "2324"))[1] in ("ships-full", "not-now")
    later = arrange({"it_Sb": "1405"}, phase=Phase.TRANSPORT, turn=4)
    play(later, Embark(("it_Sb",), "1405", "2324"))
    later.phase, later.side, later.turn = Phase.ARRIVALS, ITALIAN, 5
    administration.open_step(later, SeededChance(1))
    assert place(later, "it_Sb") == "2324"
