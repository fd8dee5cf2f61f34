"""The worked examples of the book and its digest, EX-1 to EX-5 and EX-19 to EX-30; figures are lost."""

from __future__ import annotations

import pytest

from campagna.games.kasserine.events import (
    CombatHopeless,
    CombatRolled,
    GameEnded,
    Moved,
    Reduced,
    Retreated,
)
from campagna.games.kasserine.orders import (
    Assault,
    Done,
    Leave,
    LetPass,
    Retreat,
)
from campagna.games.kasserine.rules.attack import aircraft_left
from campagna.games.kasserine.rules.strength import (
    attack_total,
    column,
    defence_total,
    defence_value,
    table_for,
)
from campagna.games.kasserine.rules.victory import level_at_the_end
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    NIGHT,
    allowed,
    at,
    attack,
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


@pytest.mark.rule("CMD-3", "CMD-5")
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
