"""11.2, 11.5, PB 13.6.7: what movement may and may not do, forced marches, columns, deserts."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.field_events import MarchRolled, Overrun
from campagna.games.lion_of_judah.flags import COLUMN, UNSUPPLIED
from campagna.games.lion_of_judah.frames import Battle, Suffer
from campagna.games.lion_of_judah.orders import Attack, ForcedMarch, Interdict, Move, TakeLosses
from campagna.games.lion_of_judah.rules.combat import odds
from campagna.games.lion_of_judah.rules.movement import forced_march
from campagna.games.lion_of_judah.rules.movement.movement import available, left
from campagna.games.lion_of_judah.rules.movement.terrain_costs import ground
from campagna.games.lion_of_judah.state import InForce, State
from campagna.hexes.grid import DIRECTIONS
from campagna.hexes.kernels import BARRED
from tests.games.lion_of_judah.lay import (
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    at,
    has,
    only,
    place,
    play,
    slot,
    unit,
    why,
)

# --- moving -----------------------------------------------------------


@pytest.mark.rule("11.2-b")
def test_a_unit_may_always_move_one_hex_with_all_its_points() -> None:
    costs = WORLD.parts[0].costs(2, (), rains=True, river_extra=0)
    grid = WORLD.board.grid
    dear = next(
        (WORLD.hex_ids[a], WORLD.hex_ids[b])
        for a in WORLD.regions(["eritrea"])
        if not WORLD.desert[a]
        for b in grid.around(a)
        if WORLD.region_of[b] == "eritrea"
        and 2 * 4 < costs[a * DIRECTIONS + grid.direction(a, b)] < BARRED
    )
    rains = arrange({"it_CVN": dear[0]}, in_force=[InForce("A2", 3)])
    rains.flag(slot("it_CVN"), UNSUPPLIED)
    assert available(rains, slot("it_CVN")) == 2 * 4
    play(rains, Move(("it_CVN",), dear))
    assert place(rains, "it_CVN") == dear[1]
    assert left(rains, slot("it_CVN")) == 0


@pytest.mark.rule("11.2-c", "PB 13.5.3", "11.6")
def test_enemies_closed_countries_and_sea_bar_the_way() -> None:
    state = arrange({"it_Sb": "1306", "et_kassa_1": "1307"})
    assert why(state, Move(("it_Sb",), ("1306", "1307")))[1] == "enemy-there"
    border = next(
        (WORLD.hex_ids[a], WORLD.hex_ids[b])
        for a in WORLD.regions(["eritrea"])
        for b in WORLD.board.grid.around(a)
        if WORLD.region_of[b] == "sudan" and not WORLD.desert[a]
    )
    closed = arrange({"it_irr1": border[0]})
    assert why(closed, Move(("it_irr1",), border))[1] == "closed-country"


@pytest.mark.rule("11.2-d", "11.2-a")
def test_no_unit_moves_beyond_its_points_or_twice() -> None:
    state = arrange({"it_Sb": "1306", "it_Gv": "1306"})
    far = ("1306", "1305", "1405", "1305", "1306", "1206", "1106")
    assert why(state, Move(("it_Sb",), far))[1] == "too-far"
    play(state, Move(("it_Sb",), ("1306", "1305")), Move(("it_Gv",), ("1306", "1206")))
    assert why(state, Move(("it_Sb",), ("1305", "1306")))[1] == "moved-already"


@pytest.mark.rule("11.2-e")
def test_air_markers_do_not_stand_in_the_way() -> None:
    units = {"it40_c2": "0905", "cw_5IND": "0805"}
    state = arrange(units, scenario="s1940", phase=Phase.INTERDICTION, turn=8)
    before = ground(state, [slot("it40_c2")])
    play(state, Interdict("cw_air1", "0905"))
    after = ground(state, [slot("it40_c2")])
    assert (before.costs, before.closed, before.stop) == (after.costs, after.closed, after.stop)


@pytest.mark.rule("11.6", "2.3.7-d", "7.3.1-c")
def test_combat_units_walk_over_trucks_for_nothing_and_over_hqs_for_a_point() -> None:
    base = {"cw_5IND": "0905", "cw_21B": "0905"}
    hq = next(c.id for c in WORLD.counters if c.part == 1 and c.side == 0 and c.type == "hq")

    def cost(defender: str) -> int:
        state = arrange({**base, defender: "1005"}, scenario="s1940", side=OTHER, turn=9)
        side = at("0905") * DIRECTIONS + WORLD.board.grid.direction(at("0905"), at("1005"))
        return ground(state, [slot("cw_5IND")]).costs[side]

    assert cost(hq) - cost("it40_trk1") == 2
    state = arrange({**base, "it40_trk1": "1005 +1"}, scenario="s1940", side=OTHER, turn=9)
    events = play(state, Move(("cw_5IND",), ("0905", "1005")))
    assert only(events, Overrun).units == ("it40_trk1",)
    assert place(state, "it40_trk1") == "dead"


@pytest.mark.rule("PB 13.6.7.2", "PB 13.6.7.1", "11.2-c")
def test_only_ethiopians_colonials_on_foot_and_irregulars_enter_the_desert_for_three_points() -> (
    None
):
    desert = {
        n: at_desert(n) for n in ("it_Sb", "it_CVN", "it_1E", "it_irr1", "et_kassa_1", "it_trk1")
    }
    assert desert == {
        "it_Sb": BARRED,
        "it_CVN": BARRED,
        "it_1E": 6,
        "it_irr1": 6,
        "et_kassa_1": 6,
        "it_trk1": BARRED,
    }
    river = WORLD.river
    costs = [WORLD.parts[0].costs(k, (), rains=False, river_extra=0) for k in (0, 1)]
    crossing = next(
        s for s in range(len(river)) if river[s] and BARRED not in (costs[0][s], costs[1][s])
    )
    assert costs[0][crossing] == costs[1][crossing]


def at_desert(name: str) -> int:
    """What a step from dry ground into the desert costs a unit."""
    grid = WORLD.board.grid
    side = next(
        a * DIRECTIONS + grid.direction(a, b)
        for a in range(WORLD.size)
        if not WORLD.desert[a]
        for b in grid.around(a)
        if WORLD.desert[b]
        and not WORLD.walls[a * DIRECTIONS + grid.direction(a, b)]
        and not WORLD.river[a * DIRECTIONS + grid.direction(a, b)]
        and not WORLD.parts[0].net(()).any[a * DIRECTIONS + grid.direction(a, b)]
    )
    state = arrange({name: "1305"})
    return ground(state, [slot(name)]).costs[side]


# --- columns -----------------------------------------------------------


@pytest.mark.rule("PB 13.6.7.3", "2.3.4-b")
def test_a_column_on_friendly_lines_has_two_points_more_and_does_not_fight() -> None:
    state = arrange({"it_Sb": "1405", "it_1E": "1405"})
    line = ("1405", "1305", "1205")
    assert why(state, Move(("it_1E",), line, column=True))[1] == "not-european"
    play(state, Move(("it_Sb",), line, column=True))
    assert has(state, "it_Sb", COLUMN)
    combat = arrange(
        {"it_Sb": "1306 column", "it_Gv": "1306", "et_kassa_1": "1307"}, phase=Phase.COMBAT
    )
    assert why(combat, Attack(("it_Sb",), "1307")) == ("PB 13.6.7.3", "in-column")


@pytest.mark.rule("PB 13.6.7.3")
@pytest.mark.parametrize(
    ("units", "path", "reason"),
    [
        ({"it_Sb": "1305"}, ("1305", "1306", "1207"), "not-friendly-ground"),
        ({"it_Sb": "1206", "et_kassa_1": "1207"}, ("1206", "1305"), "enemy-near-column"),
        ({"it_Sb": "1004"}, ("1004", "1003"), "off-the-lines"),
    ],
)
def test_where_columns_do_not_go(units: dict[str, str], path: tuple[str, ...], reason: str) -> None:
    state = arrange(units)
    assert why(state, Move(("it_Sb",), path, column=True))[1] == reason


# --- forced marches -----------------------------------------------------------


def spent_stack(names: tuple[str, ...], hex_: str) -> State:
    state = arrange(dict.fromkeys(names, hex_))
    for name in names:
        state.change(slot(name), spent=available(state, slot(name)))
    state.moving = [slot(n) for n in names]
    return state


@pytest.mark.rule("11.5.1", "11.5.2-a", "2.3.4-b")
def test_europeans_and_eritreans_march_others_and_hqs_do_not() -> None:
    state = arrange()
    able = {
        n: forced_march.may_force(state, slot(n))
        for n in (
            "it_Sb",
            "it_21",
            "it_1E",
            "it_S1",
            "it_irr1",
            "it_hq_1CA",
            "it_trk1",
            "et_kassa_1",
        )
    }
    assert [n for n, yes in able.items() if yes] == ["it_Sb", "it_21", "it_1E", "it_trk1"]


@pytest.mark.rule("11.5.2-a", "11.4.1")
def test_nobody_marches_into_an_amba() -> None:
    state = spent_stack(("it_Sb",), "1305")
    assert WORLD.amba[at("1205")]
    assert why(state, ForcedMarch(("it_Sb",), "1305", "1205"))[1] == "no-march-there"


@pytest.mark.rule("11.5.3-a", "11.5.3-b", "11.5.3-d")
def test_one_roll_for_the_whole_stack_and_one_step_for_its_ambush() -> None:
    state = spent_stack(("it_Sb", "it_Gv"), "1306")
    drm = forced_march.modifier(state, at("1306"), at("1307"))
    order = ForcedMarch(("it_Sb", "it_Gv"), "1306", "1307")
    rolled = only(play(state, order, dice=[max(1, -drm + 1)]), MarchRolled)
    assert rolled.ambush
    frame = state.agenda[-1]
    assert isinstance(frame, Suffer)
    assert (frame.count, set(frame.units)) == (1, {slot("it_Sb"), slot("it_Gv")})
    play(state, TakeLosses(("it_Gv",)))
    assert (unit(state, "it_Sb").steps, unit(state, "it_Gv").steps) == (4, 3)


@pytest.mark.rule("11.5.3-a", "1-c")
def test_the_table_and_its_modifiers() -> None:
    state = arrange()
    results = [
        (r.extra // 2, r.ambush) for n in range(-1, 8) for r in [forced_march.result_of(state, n)]
    ]
    assert results[:4] == [(2, True), (2, True), (1, True), (2, False)]
    assert results[4:6] == [(1, False), (1, False)]
    assert set(results[6:]) == {(0, False)}
    rains = arrange(in_force=[InForce("A2", 3)])
    here, there = at("1306"), at("1305")
    assert (
        forced_march.modifier(rains, here, there) == forced_march.modifier(state, here, there) - 1
    )


@pytest.mark.rule("11.5.3-c")
def test_a_march_that_costs_too_much_stops_where_it_is() -> None:
    state = spent_stack(("it_Sb",), "1306")
    state.change(slot("it_Sb"), spent=2 * 8 - 2 * 3)
    drm = forced_march.modifier(state, at("1306"), at("1307"))
    rolled = only(
        play(state, ForcedMarch(("it_Sb",), "1306", "1307"), dice=[max(1, 2 - drm)]), MarchRolled
    )
    assert not rolled.entered
    assert place(state, "it_Sb") == "1306"
    assert why(state, Move(("it_Sb",), ("1306", "1305")))[1] == "moved-already"


# --- tribes -----------------------------------------------------------


@pytest.mark.rule("12.7-c", "2.3.5-b", "PB 14.6.4.1-e")
def test_tribal_friction_is_optional_and_counts_tribes_in_one_hex() -> None:
    units = {"et_kassa_1": "1307", "et_kassa_2": "1307", "et_kassa_3": "1308", "it_Sb": "1306"}

    def drm(names: tuple[str, ...], **options: bool) -> int:
        state = arrange(units, options=options)
        attackers = tuple(slot(n) for n in names)
        origins = tuple(state.units[u].place for u in attackers)
        defenders = (slot("it_Sb"),)
        battle = Battle(OTHER, attackers, origins, at("1306"), defenders, 0)
        return odds.friction(state, battle)

    assert drm(("et_kassa_1", "et_kassa_2")) == 0
    assert drm(("et_kassa_1", "et_kassa_2"), tribal_friction=True) == -1
    assert drm(("et_kassa_1", "et_kassa_3"), tribal_friction=True) == 0
    state = arrange(units, options={"tribal_friction": True})
    both = (slot("et_kassa_1"), slot("et_kassa_2"))
    defence = Battle(ITALIAN, (slot("it_Sb"),), (at("1306"),), at("1307"), both, 0)
    assert odds.friction(state, defence) == 1
    patriots = arrange(
        {"et40_g1": "1111", "et40_g2": "1111", "it40_c3": "1112"},
        scenario="s1940",
        options={"tribal_friction": True},
    )
    band = (slot("et40_g1"), slot("et40_g2"))
    raid = Battle(OTHER, band, (at("1111"), at("1111")), at("1112"), (slot("it40_c3"),), 0)
    assert odds.friction(patriots, raid) == -1
    assert allowed(patriots, Move(("it40_c3",), ("1112", "1113")))
