"""The worked examples of the book and of its digest, EX-1 to EX-30; the figures of the book are lost."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.attack import aircraft_left
from campagna.games.kasserine.combat import (
    attack_total,
    column,
    defence_total,
    defence_value,
    table_for,
)
from campagna.games.kasserine.events import (
    CombatHopeless,
    CombatRolled,
    DemolitionRolled,
    GameEnded,
    Moved,
    Reduced,
    Retreated,
)
from campagna.games.kasserine.logistics import line_length
from campagna.games.kasserine.movement import allowance
from campagna.games.kasserine.orders import (
    Assault,
    Demolish,
    Done,
    Leave,
    LetPass,
    March,
    Retreat,
    SelfReduce,
)
from campagna.games.kasserine.state import State
from campagna.games.kasserine.victory import level_at_the_end
from tests.games.kasserine.board_setup import (
    NIGHT,
    allowed,
    at,
    attack,
    costs,
    decider,
    decision,
    end_turn,
    face,
    lay,
    marks,
    move,
    number,
    only,
    path,
    place,
    play,
    unit,
    until,
    why,
)

STORM = "storm"


def town_fight(**given: str) -> dict[str, str]:
    """The combat example: two units of the 21st against one of the US in Sbeitla."""
    return {
        "1918": "LI1-1-26",
        "2018": "A21-I5",
        "2017": "A21-I104",
        "2219": "S-M01 CD-21 CA-ARNIM",
    } | given


@pytest.mark.rule(
    "CRT-2 (a)", "CRT-4 (b)", "CRT-5 (c)", "CRT-6", "CMD-5", "TER-2", "RES-11", "CAP-7"
)
def test_ex1_the_combat_of_the_book() -> None:
    state = lay(town_fight(), phase="plan", weather=STORM)
    assert why(state, attack("A21-I5 A21-I104", "1918", "1918")) == ("AIR-4 (c)", "air-in-storm")
    play(state, attack("A21-I5 A21-I104", "1918"))
    until(state, "combat")
    events = play(state, Assault("1918", "medium"), dice=[4])
    rolled = only(events, CombatRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (8, 4, "2-1")
    assert (rolled.table, rolled.result) == ("E", "R/R")
    assert {e.unit for e in events if isinstance(e, Reduced)} == {"A21-I5", "A21-I104", "LI1-1-26"}
    assert face(state, "A21-I5") == "3-2-5"
    assert face(state, "A21-I104") == "1-1-5"
    assert face(state, "LI1-1-26") == "1-1-3"
    assert at(state, "1918") == {"LI1-1-26"}
    assert at(state, "2018") == {"A21-I5"}


@pytest.mark.rule("CRT-5 (c)")
@pytest.mark.parametrize(
    ("strength", "defence", "odds"), [(2, 2, "1-1"), (5, 2, "2.5-1"), (5, 3, "1.5-1")]
)
def test_ex2_odds_of_the_book(strength: int, defence: int, odds: str) -> None:
    state = lay({})
    assert state.world.columns[column(state, strength, defence)] == odds


@pytest.mark.rule("CRT-3 (a)")
@pytest.mark.parametrize(
    ("attack_kind", "defence_kind", "table"),
    [
        ("violent", "disengage", "C"),
        ("medium", "medium", "E"),
        ("violent", "to_the_last", "A"),
        ("violent", "medium", "B"),
        ("medium", "to_the_last", "D"),
        ("medium", "disengage", "F"),
    ],
)
def test_ex3_tables(attack_kind: str, defence_kind: str, table: str) -> None:
    assert table_for(lay({}), attack_kind, defence_kind).id == table


@pytest.mark.rule("AIR-6", "ATT-6")
def test_ex4_an_aircraft_adds_two() -> None:
    """1 + 1 + 2 of the units and 2 of the aircraft, without a complete chain."""
    state = lay(
        {
            "2521": "L34-1-133",
            "2420": "A10-II69:supplied@CA-ARNIM",
            "2421": "A10-II86:supplied@CA-ARNIM",
            "2522": "A10-501:supplied@CA-ARNIM",
        },
        phase="plan",
        opened=True,
    )
    play(state, attack("A10-II69 A10-II86 A10-501", "2521", "2521"))
    assert attack_total(state, state.combats[0]) == 6


@pytest.mark.rule("AIR-8")
def test_ex5_three_aircraft_now_leave_one_for_the_second_move() -> None:
    board = {
        "2420": "A10-I7:supplied@CA-ARNIM",
        "2421": "A10-II7:supplied@CA-ARNIM",
        "2521": "L34-1-133",
        "2522": "L34-3-133",
    }
    used = lay(board, phase="plan", opened=True, move=8, aircraft=((7, 7, 7), ()))
    both = attack("A10-I7", "2521", "2521")
    play(used, both)
    assert why(used, attack("A10-II7", "2522", "2522")) == ("AIR-8", "no-aircraft-left")
    assert allowed(used, attack("A10-II7", "2522"))
    storm = lay(board, phase="plan", opened=True, move=8, weather=STORM, aircraft=((7, 7, 7), ()))
    assert why(storm, both) == ("AIR-4 (c)", "air-in-storm")
    next_day = lay(board, phase="plan", opened=True, move=10, aircraft=((7, 7, 7, 8), ()))
    assert aircraft_left(next_day, 0) == 4
    assert aircraft_left(next_day, 1) == 2


@pytest.mark.rule("WX-2", "WX-4", "WX-5")
@pytest.mark.parametrize(
    ("die", "weather", "tank", "recon", "french", "line"),
    [
        (2, "clear", 5, 7, 3, 7),
        (3, "rain", 4, 6, 2, 6),
        (5, "rain", 4, 6, 2, 6),
        (6, STORM, 2, 4, 0, 4),
    ],
)
def test_ex6_weather(die: int, weather: str, tank: int, recon: int, french: int, line: int) -> None:
    state = lay({}, weather=weather)
    assert state.world.tables["weather"]["die"][die - 1] == weather
    supplied = {"2420": "A21-I5:supplied A21-580", "2422": "S-M01:marching"}
    state = lay(supplied, weather=weather, opened=True)
    assert allowance(state, number(state, "A21-I5")) == 2 * tank
    assert allowance(state, number(state, "S-M01")) == 2 * tank
    assert allowance(state, number(state, "A21-580")) == 2 * recon
    state = lay({"2905": "LFR-I3Z:supplied"}, "allied", weather=weather, opened=True)
    assert allowance(state, number(state, "LFR-I3Z")) == 2 * french
    assert line_length(state) == 2 * line


@pytest.mark.rule("MOV-12", "MOV-15")
def test_ex7_road_and_town() -> None:
    state = lay({"1818": "A21-I104:supplied"}, opened=True)
    found = costs(state, "A21-I104")
    assert found["1419"] == 4
    assert found["1320"] == 8
    moved = only(play(state, move("A21-I104", "1719 1619 1520 1419")), Moved)
    assert moved.cost == 4


@pytest.mark.rule("MOV-13", "MOV-16")
def test_ex8_track_rates_in_turn() -> None:
    way = "1421 1522 1523"
    for full_first, cost in ((False, 4), (True, 5)):
        state = lay({"1420": "A21-I104:supplied"}, opened=True)
        order = move("A21-I104", way, full_first=full_first)
        assert only(play(state, order), Moved).cost == cost


@pytest.mark.rule("MOV-16", "MOV-17", "MOV-20")
@pytest.mark.parametrize(
    ("unit_", "first", "second"),
    [
        ("AIT-XIV5:supplied", 4, 6),
        ("CD-21", 4, 6),
        ("S-M01:marching", 4, 6),
        ("A21-I5:supplied", 6, None),
        ("A21-I104:supplied", 6, None),
        ("A21-I155:supplied", 6, None),
        ("A21-580", 6, None),
        ("AIT-XIV5:reduced", 2, 2),
    ],
)
def test_ex9_mountains(unit_: str, first: int, second: int | None) -> None:
    name = unit_.split(":", maxsplit=1)[0]
    state = lay({"1117": unit_}, opened=True)
    assert only(play(state, move(name, "1217")), Moved).cost == first
    state = lay({"1118": unit_}, opened=True)
    if second is None:
        assert why(state, move(name, "1018")) == ("MOV-17", "impassable")
    else:
        assert only(play(state, move(name, "1018")), Moved).cost == second


@pytest.mark.rule("MOV-12", "TER-2")
def test_ex10_the_kasserine_pass() -> None:
    state = lay({"1218": "A21-I5:supplied"}, opened=True)
    assert only(play(state, move("A21-I5", "1118 1117")), Moved).cost == 2
    state = lay(
        {"1118": "LI1-1-26 LI1-805", "1117": "A21-I5:supplied:under-division"},
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-I5", "1118"))
    assert defence_total(state, state.combats[0]) == 2 * 2 + 2


@pytest.mark.rule("LOG-3", "LOG-4", "WX-5")
@pytest.mark.parametrize(("weather", "supplied"), [("clear", True), ("rain", True), (STORM, False)])
def test_ex11_a_line_of_four_and_a_half(weather: str, supplied: bool) -> None:
    state = lay({"1320": "S-M07", "1918": "L34-1-133"}, "allied", weather=weather)
    assert ("supplied" in marks(state, "L34-1-133")) == supplied


@pytest.mark.rule("LOG-5", "LOG-2", "LOG-1", "CMD-6")
def test_ex12_outrunning_the_supply() -> None:
    state = lay({"2420": "A21-I5", "3022": "S-M01", "2421": "CD-21", "0101": "L34-1-133"})
    way = "2320 2219 2119 2018 1918 1818"
    assert only(play(state, move("A21-I5", way)), Moved).cost == 9
    end_turn(state)
    end_turn(state, dice=[3])
    until(state, "movement")
    assert "supplied" not in marks(state, "A21-I5")
    assert why(state, move("A21-I5", "1719")) == ("LOG-1", "unsupplied")


@pytest.mark.rule("LOG-4", "WX-5")
@pytest.mark.parametrize(("weather", "supplied"), [("clear", True), ("rain", False)])
def test_ex12_its_line_is_now_seven_points_long(weather: str, supplied: bool) -> None:
    """Enough in clear weather, too long as soon as it rains."""
    state = lay({"1818": "A21-I5", "3022": "S-M01"}, weather=weather)
    assert ("supplied" in marks(state, "A21-I5")) == supplied


@pytest.mark.rule("LOG-8", "NGT-2")
def test_ex13_a_line_through_an_enemy_zone() -> None:
    """In a storm every line from 2219 to 2018 meets the zones of 2117 or 2120."""
    board = {"2219": "S-M01", "2018": "A21-I5", "2120": "L1A-3-1", "2117": "L34-1-133"}
    assert "supplied" not in marks(lay(board, weather=STORM), "A21-I5")
    assert "supplied" in marks(lay(board, weather=STORM, move=NIGHT), "A21-I5")
    half = {hex_: names for hex_, names in board.items() if hex_ != "2117"}
    assert "supplied" in marks(lay(half, weather=STORM), "A21-I5")


@pytest.mark.rule("LOG-7")
def test_ex14_a_supply_moves_or_supplies() -> None:
    board = {"2420": "S-M01 A21-I5"}
    state = lay(board, phase="logistics")
    play(state, Done())
    assert why(state, move("S-M01", "2421")) == ("LOG-7", "supplying")
    assert "supplied" in marks(state, "A21-I5")
    state = lay(board, phase="logistics")
    play(state, March("S-M01"), Done())
    assert allowed(state, move("S-M01", "2421"))
    assert why(state, move("A21-I5", "2421")) == ("LOG-1", "unsupplied")


@pytest.mark.rule("LOG-10", "LOG-11", "LOG-12")
def test_ex15_demolition() -> None:
    board = {"1918": "S-F-1918 L34-1-133", "1818": "L34-3-133"}
    state = lay(board, "allied", "logistics")
    assert only(play(state, Demolish("S-F-1918"), dice=[3]), DemolitionRolled).blown
    play(state, Done())
    assert "supplied" in marks(state, "L34-3-133")
    play(state, Done(), dice=[1])
    assert place(state, "S-F-1918") == "dead"
    state = lay(board, "allied", "logistics")
    assert not only(play(state, Demolish("S-F-1918"), dice=[2]), DemolitionRolled).blown
    assert why(state, Demolish("S-F-1918")) == ("LOG-11", "second-demolition")
    play(state, Done(), Done(), dice=[1])
    assert place(state, "S-F-1918") == "1918"


@pytest.mark.rule("LOG-14", "LOG-15", "LOG-13", "MOV-20")
def test_ex16_self_reduction() -> None:
    state = lay({"1217": "L34-1-133"}, "allied", "logistics")
    assert face(state, "L34-1-133") == "1-2-4"
    play(state, SelfReduce("L34-1-133"))
    assert face(state, "L34-1-133") == "1-1-3"
    assert why(state, SelfReduce("L34-1-133")) == ("LOG-15", "already-reduced")
    play(state, Done())
    found = costs(state, "L34-1-133")
    assert max(found.values()) == 6
    assert only(play(state, move("L34-1-133", "1317 1416 1516")), Moved).cost == 6


@pytest.mark.rule("MOV-5", "MOV-6", "MOV-7")
def test_ex17_two_combat_units_in_a_hex() -> None:
    state = lay(
        {"2420": "A21-I104 A21-II104 CD-21 S-M01 CA-ARNIM S-M02", "2520": "A21-I5:supplied"},
    )
    assert why(state, move("A21-I5", "2420")) == ("MOV-5", "no-room")
    assert allowed(state, move("A21-I5", "2420 2321"))


@pytest.mark.rule("ATT-3")
def test_ex18_artillery_and_towns_have_no_zone() -> None:
    state = lay({"2018": "L1A-91", "1918": "L34-1-133", "2118": "A21-I5:supplied"}, opened=True)
    assert allowed(state, move("A21-I5", "2017 1917"))
    play(state, move("A21-I5", "2017"), Done())
    assert "engaged" not in marks(state, "A21-I5")


@pytest.mark.rule("ATT-2", "ATT-7")
def test_ex19_whoever_is_met_must_be_attacked_by_somebody() -> None:
    """2420 lies in the zones of 2320 and 2321, 2421 in that of 2321 only."""
    state = lay(
        {
            "2320": "L34-1-133",
            "2321": "L34-3-133",
            "2521": "A21-I5:supplied:under-division A21-I104:supplied:under-division",
        },
        opened=True,
    )
    play(state, move("A21-I5", "2420"), move("A21-I104", "2421"), Done())
    assert why(state, attack("A21-I5 A21-I104", "2321")) == ("ATT-7", "leaves-defender")
    assert why(state, attack("A21-I5", "2320 2321")) == ("ATT-2", "leaves-attacker")
    play(state, attack("A21-I104", "2321"))
    assert why(state, Done()) == ("ATT-2", "must-attack")
    play(state, attack("A21-I5", "2320"))
    assert allowed(state, Done())


@pytest.mark.rule("ATT-8")
def test_ex20_one_against_two_hexes() -> None:
    state = lay(
        {
            "2319": "L34-1-133",
            "2420": "L34-3-133",
            "2320": "A21-I5:supplied:under-division",
        },
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-I5", "2319 2420"))
    assert defence_total(state, state.combats[0]) == 4


@pytest.mark.rule("ATT-9")
def test_ex21_below_the_lowest_odds() -> None:
    state = lay(
        {"2420": "LUK-3Gren", "2320": "A21-I104:supplied:under-division"},
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-I104", "2420"))
    until(state, "combat")
    hopeless = only(play(state, Assault("2420", "medium")), CombatHopeless)
    assert (hopeless.attack, hopeless.defence) == (1, 3)
    assert place(state, "A21-I104") == "dead"


def driven_back(**more: str) -> State:
    """D2 on table E for the unit in 2420, attacked from 2320 and 2321."""
    ready = ":supplied:under-division"
    board = {"2420": "L34-1-133", "2320": f"A21-II5{ready}", "2321": f"A21-I104{ready}"}
    state = lay(
        board | {name.removeprefix("h"): units for name, units in more.items()},
        phase="plan",
        opened=True,
    )
    play(state, attack("A21-II5 A21-I104", "2420"))
    until(state, "combat")
    rolled = only(play(state, Assault("2420", "medium"), dice=[5]), CombatRolled)
    assert (rolled.odds, rolled.table, rolled.result) == ("2-1", "E", "D2")
    return state


@pytest.mark.rule("RES-2", "RES-4", "RES-9")
def test_ex22_the_free_way_must_be_taken() -> None:
    state = driven_back()
    assert (decision(state), decider(state)) == ("retreat", "allied")
    watched = Retreat("L34-1-133", path("2419 2519"))
    assert why(state, watched) == ("RES-9", "retreat-clear-way")
    retreated = only(play(state, Retreat("L34-1-133", path("2521 2621"))), Retreated)
    assert retreated.path == path("2420 2521 2621")


@pytest.mark.rule("RES-5")
@pytest.mark.parametrize("agree", [True, False])
def test_ex22_the_winner_decides_if_every_way_is_watched(agree: bool) -> None:
    state = driven_back(h2619="A10-I7", h2622="A10-II7", h2621="A10-II69")
    play(state, Retreat("L34-1-133", path("2520 2519")))
    assert (decision(state), decider(state)) == ("let-pass", "axis")
    play(state, LetPass(agree))
    assert place(state, "L34-1-133") == ("2519" if agree else "2420")
    assert ("reduced" in marks(state, "L34-1-133")) != agree


@pytest.mark.rule("RES-6")
def test_ex22_only_enemies_around() -> None:
    state = driven_back(h2419="A10-I90", h2421="A10-III90", h2520="A10-II69", h2521="A10-K10")
    assert place(state, "L34-1-133") == "dead"


@pytest.mark.rule("NGT-2", "ATT-4", "NGT-1")
def test_ex23_by_night_between_two_enemies() -> None:
    board = {
        "2319": "L34-1-133",
        "2321": "L34-3-133",
        "2520": "A21-I5 S-M01 CD-21 CA-ARNIM",
    }
    state = lay(board, move=NIGHT)
    play(state, move("A21-I5", "2420 2320"))
    assert "engaged" not in marks(state, "A21-I5")
    end_turn(state)
    end_turn(state, dice=[1])
    assert state.move == NIGHT + 1
    end_turn(state)
    assert at(state, "2320") == {"A21-I5"}
    assert decider(state) == "allied"


@pytest.mark.rule("NGT-3", "NGT-5")
def test_ex24_the_third_night() -> None:
    board = {
        "2420": "L34-1-133",
        "2320": "A21-I5:supplied:under-division",
        "2421": "A21-580",
    }
    state = lay(board, phase="plan", opened=True, move=NIGHT, nights=((3, 6), ()))
    assert why(state, attack("A21-I5", "2420")) == ("NGT-3", "no-night-attack-left")
    state = lay(board, phase="plan", opened=True, move=NIGHT, nights=((3,), ()))
    assert why(state, attack("A21-580", "2420")) == ("NGT-5", "night-recon")
    assert allowed(state, attack("A21-I5", "2420"))


PAUSE = 13


@pytest.mark.rule("CAL-7 (a)", "CAL-8 (b)", "CAL-13 (d)", "CAL-14", "CAL-10 (c)", "CAL-15")
def test_ex25_the_pause() -> None:
    board = {
        "2420": "A21-I5",
        "2421": "A21-580",
        "2521": "L34-1-133",
        "2217": "L34-3-133",
        "2620": "CA-ARNIM CD-21 S-M01",
        "1234": "ADK-I8 CD-DAK S-M02",
        "1034": "L1B-2-13",
        "1235": "CA-ROMMEL",
    }
    state = lay(board, move=PAUSE)
    assert why(state, move("A21-I5", "2320 2319 2318")) == ("CAL-8 (b)", "pause-contact")
    assert allowed(state, move("ADK-I8", "1134"))
    gone = lay(board | {"1235": "CD-131", "dead": "CA-ROMMEL"}, move=PAUSE)
    assert why(gone, move("ADK-I8", "1134")) == ("CAL-8 (b)", "pause-contact")
    until(state, "plan")
    assert allowed(state, attack("A21-I5", "2521"))
    assert why(state, attack("A21-580", "2521")) == ("CAL-13 (d)", "pause-recon")
    allies = lay({"1419": "L34-1-133 S-M07", "1520": "LUK-DY"}, "allied", move=PAUSE)
    assert why(allies, move("L34-1-133", "1420")) == ("CAL-10 (c)", "pause-railway")
    north = lay({"1618": "LUK-DY", "1718": "A21-I5"}, "allied", "plan", move=PAUSE)
    assert allowed(north, attack("LUK-DY", "1718"))


@pytest.mark.rule("CAL-16", "MOV-7")
def test_ex26_entry_at_gafsa() -> None:
    state = lay({"1236": "AIT-XIV5 AIT-XXII5"}, move=4)
    assert why(state, move("ADK-I8", "1236")) == ("MOV-5", "no-room")
    assert only(play(state, move("ADK-I8", "1236 1235")), Moved).cost == 1


@pytest.mark.rule("VIC-1")
def test_ex27_twenty_points_off_the_map() -> None:
    state = lay(
        {
            "0116": "A21-I5:supplied A10-I7:supplied:reduced",
            "0801": "A21-II5:supplied A10-K10",
        },
        opened=True,
    )
    play(state, Leave("A21-I5"), Leave("A10-I7"), Leave("A21-II5"))
    assert decision(state) == "movement"
    ended = only(play(state, Leave("A10-K10")), GameEnded)
    assert (ended.level, ended.winner) == ("german_total", "axis")


@pytest.mark.rule("VIC-2", "VIC-3", "VIC-4", "VIC-5")
@pytest.mark.parametrize(
    ("units", "losses", "level"),
    [
        (1, 35, "german_partial"),
        (1, 36, "allied_partial"),
        (3, 36, "allied_total"),
        (2, 36, "allied_partial"),
        (2, 35, "draw"),
        (0, 0, "german_partial"),
        (9, 0, "draw"),
    ],
)
def test_ex28_levels(units: int, losses: int, level: str) -> None:
    assert level_at_the_end(lay({}), units, losses) == level


@pytest.mark.rule("CMD-3", "CMD-5", "CMD-4", "CAP-7")
def test_ex29_chains_at_the_start() -> None:
    state = lay(
        {
            "3022": "CD-10 A10-I7 S-M01",
            "3524": "CA-ARNIM",
            "2723": "L1A-3-1 S-M05",
            "1320": "CD-1AD CL-II",
        },
        move=1,
    )
    assert "complete" in marks(state, "A10-I7")
    assert {"under-division", "complete"}.isdisjoint(marks(state, "L1A-3-1"))
    assert unit(state, "L1A-3-1").control == 0


@pytest.mark.rule("ART-4")
def test_ex30_shock_lasts_one_turn() -> None:
    state = lay({"1118": "LI1-1-26:shocked", "1015": "A21-I5"}, opened=True, phase="fire")
    who = number(state, "LI1-1-26")
    assert defence_value(state, who) == 2
    end_turn(state)
    assert defence_value(state, who) == 4
