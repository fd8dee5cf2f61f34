"""Artillery and strategic bombers (ART-1 to ART-10, STR-1, STR-2, PCS-6)."""

from __future__ import annotations

from typing import Any

import pytest

from campagna.games.kasserine.events import Bombed, Eliminated, RaidMade, Reduced, Shot
from campagna.games.kasserine.orders import Done, Fire, Raid
from campagna.games.kasserine.rules.artillery import modifier, read_table
from campagna.games.kasserine.rules.strength import defence_value
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    attack,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    marks,
    number,
    only,
    place,
    play,
    refused,
    until,
    why,
)
from tests.games.kasserine.naive_map import TABLES

GUN = "A21-I155:supplied"


def battery(places: dict[str, str], side: str = "axis", phase: str = "fire", **given: Any) -> State:
    return lay(places, side, phase, opened=True, **given)


@pytest.mark.rule("ART-1")
@pytest.mark.parametrize("row", ["L", "M", "H", "W", "strategic"])
@pytest.mark.parametrize(
    ("target", "column"),
    [("L34-1-133", "soft"), ("L1A-3-1", "armour"), ("L1A-91", "artillery"), ("LUK-DY", "soft")],
)
def test_the_table_is_read_by_gun_and_target(row: str, target: str, column: str) -> None:
    state = battery({"2420": target})
    printed = TABLES["artillery"]["table"][row][column].split()
    read = [read_table(state, row, number(state, target), die)[1] for die in range(1, 7)]
    assert read == printed


@pytest.mark.rule("ART-1", "ART-4", "ART-5")
@pytest.mark.parametrize(("die", "mark"), [(3, set()), (4, {"shocked"}), (6, {"reduced"})])
def test_effects_of_a_shot(die: int, mark: set[str]) -> None:
    state = battery({"2420": GUN, "2320": "L34-1-133"})
    shot = only(play(state, Fire("A21-I155", "L34-1-133"), dice=[die]), Shot)
    assert (shot.die, shot.modified) == (die, die)
    assert marks(state, "L34-1-133") == mark


@pytest.mark.rule("ART-2")
@pytest.mark.parametrize(
    ("gun", "hex_", "within"),
    [
        ("A21-I155", "2418", True),
        ("A21-I155", "2417", False),
        ("A10-III90", "2417", True),
        ("ADK-71W", "2418", False),
        ("ADK-71W", "2419", True),
    ],
)
def test_range_by_calibre(gun: str, hex_: str, within: bool) -> None:
    state = battery({"2420": f"{gun}:supplied", hex_: "L34-1-133"})
    assert allowed(state, Fire(gun, "L34-1-133")) == within
    if not within:
        refusal = refused(state, Fire(gun, "L34-1-133"))
        assert (refusal.rule, refusal.reason) == ("ART-2", "out-of-range")
        far = refusal.facts["range"]
        assert refusal.facts == {
            "unit": gun,
            "target": "L34-1-133",
            "distance": GAME.board.grid.distance(*(GAME.board.hex(h) for h in ("2420", hex_))),
            "range": far,
        }
        assert refusal.facts["distance"] == far + 1  # type: ignore[operator]


@pytest.mark.rule("ART-3")
def test_the_phasing_side_fires_first_then_the_other() -> None:
    board = {"2420": f"{GUN} A21-I5", "2320": "L34-1-133", "2219": "L34-125:supplied"}
    state = battery(board)
    assert (decision(state), decider(state)) == ("fire", "axis")
    assert why(state, Fire("L34-125", "A21-I5"))[1] == "not-your-unit"
    play(state, Fire("A21-I155", "L34-1-133"), dice=[1])
    assert why(state, Fire("A21-I155", "L34-1-133")) == ("ART-3", "fired-already")
    play(state, Done())
    assert (decision(state), decider(state)) == ("defensive-fire", "allied")
    play(state, Fire("L34-125", "A21-I5"), dice=[1])


@pytest.mark.rule("ART-3")
def test_defensive_fire_needs_contact_or_a_gun_that_fired() -> None:
    board = {
        "2420": f"{GUN} A21-I5",
        "2422": "A10-I7",
        "2321": "L34-1-133",
        "2418": "L34-185:supplied",
    }
    state = battery(board)
    play(state, Fire("A21-I155", "L34-185"), dice=[1])
    play(state, Done())
    # 2420 is next to 2321; 2422 is not next to anybody.
    assert allowed(state, Fire("L34-185", "A21-I5"))
    far = battery({"2420": f"{GUN} A21-I5", "2418": "L34-185:supplied"}, phase="defensive-fire")
    assert why(far, Fire("L34-185", "A21-I5")) == ("ART-3", "defensive-target")
    fired = battery(
        {"2420": f"{GUN}:fired A21-I5", "2418": "L34-185:supplied"}, phase="defensive-fire"
    )
    assert allowed(fired, Fire("L34-185", "A21-I155"))
    assert why(fired, Fire("L34-185", "A21-I5")) == ("ART-3", "defensive-target")


@pytest.mark.rule("ART-3")
def test_in_the_allied_turn_the_axis_answers() -> None:
    board = {"2420": f"{GUN} A21-I5", "2320": "L34-1-133"}
    state = battery(board, "allied", "defensive-fire")
    assert (decision(state), decider(state)) == ("defensive-fire", "axis")
    play(state, Fire("A21-I155", "L34-1-133"), dice=[1])


@pytest.mark.rule("ART-3")
def test_defensive_fire_can_be_switched_off() -> None:
    board = {"2420": f"{GUN} A21-I5", "2320": "L34-1-133 L34-125:supplied"}
    state = battery(board, options={"defensive_artillery": False})
    play(state, Done())
    assert decision(state) != "defensive-fire"


@pytest.mark.rule("ART-4", "TER-2")
def test_shock_takes_the_terrain_for_this_turn_only() -> None:
    state = battery({"1118": "LI1-1-26", "1016": "A10-III90:supplied"})
    who = number(state, "LI1-1-26")
    assert defence_value(state, who) == 4
    play(state, Fire("A10-III90", "LI1-1-26"), dice=[4])
    assert (marks(state, "LI1-1-26"), defence_value(state, who)) == ({"shocked"}, 2)
    end_turn(state)
    assert defence_value(state, who) == 4


@pytest.mark.rule("ART-5", "PCS-6", "ART-9")
def test_a_second_reduction_condemns_and_the_unit_goes_when_the_fire_ends() -> None:
    board = {"2420": GUN, "2320": "L34-1-133:reduced L34-125:supplied:reduced"}
    state = battery(board)
    play(state, Fire("A21-I155", "L34-125"), dice=[5])
    assert place(state, "L34-125") == "2320"
    assert "condemned" in marks(state, "L34-125")
    play(state, Done())
    assert (decision(state), decider(state)) == ("defensive-fire", "allied")
    assert why(state, Fire("A21-I155", "L34-125"))[1] == "not-your-unit"
    play(state, Fire("L34-125", "A21-I155"), dice=[1])
    gone = only(play(state, Done()), Eliminated)
    assert (gone.unit, gone.cause) == ("L34-125", "shelled")
    assert place(state, "L34-125") == "dead"


@pytest.mark.rule("PCS-6")
def test_the_condemned_are_no_target() -> None:
    state = battery({"2420": f"{GUN} A10-I90:supplied", "2320": "L34-1-133:reduced"})
    play(state, Fire("A21-I155", "L34-1-133"), dice=[6])
    assert why(state, Fire("A10-I90", "L34-1-133")) == ("PCS-6", "target-condemned")


@pytest.mark.rule("ART-6")
def test_a_gun_without_supply_is_silent_in_either_turn() -> None:
    mine = {"2420": "A21-I155", "2320": "L34-1-133"}
    assert why(lay(mine, phase="fire"), Fire("A21-I155", "L34-1-133")) == (
        "ART-6",
        "gun-unsupplied",
    )
    marching = {"2420": "A21-I155 S-M01:marching", "2320": "L34-1-133"}
    assert why(lay(marching, phase="fire"), Fire("A21-I155", "L34-1-133"))[0] == "ART-6"
    theirs = lay({"2420": "A21-I155 S-M01", "2320": "L34-1-133"}, "allied", "defensive-fire")
    assert allowed(theirs, Fire("A21-I155", "L34-1-133"))
    assert "supplied" not in marks(
        lay({"2420": "A21-I5 S-M01", "2320": "L34-1-133"}, "allied", "defensive-fire"), "A21-I5"
    )


@pytest.mark.rule("ART-7", "TER-3")
@pytest.mark.parametrize(
    ("places", "night", "wanted"),
    [
        ({"2420": "L34-1-133"}, False, 0),
        ({"2420": "L34-1-133"}, True, -1),
        ({"2420": "L34-1-133 L34-3-133"}, False, 1),
        ({"2420": "L34-1-133 CL-II S-M07"}, False, 0),
        ({"1918": "L34-1-133"}, False, -1),
        ({"1118": "L34-1-133"}, False, -1),
        ({"1118": "L34-1-133:shocked"}, False, 0),
        ({"1918": "L34-1-133 L34-3-133"}, True, -1),
    ],
)
def test_modifiers(places: dict[str, str], night: bool, wanted: int) -> None:
    state = battery(places, move=NIGHT if night else 7)
    assert modifier(state, number(state, "L34-1-133")) == wanted


@pytest.mark.rule("TER-3", "ART-7")
def test_cover_helps_tanks_against_fire_and_the_die_stays_within_the_table() -> None:
    state = battery({"1918": "L1A-3-1"})
    tank = number(state, "L1A-3-1")
    assert modifier(state, tank) == -1
    assert read_table(state, "H", tank, 1)[0] == 1
    stacked = battery({"2420": "L1A-3-1 L34-1-133"})
    assert read_table(stacked, "H", number(stacked, "L1A-3-1"), 6) == (6, "R")


@pytest.mark.rule("ART-8", "NGT-6")
def test_at_night_only_contacts_are_fired_on_and_no_night_attack_is_used() -> None:
    board = {"2420": f"{GUN} A21-I5", "2418": "L34-1-133", "2521": "L34-3-133"}
    state = battery(board, move=NIGHT, nights=((3, 6), ()))
    assert why(state, Fire("A21-I155", "L34-1-133")) == ("ART-8", "night-target")
    play(state, Fire("A21-I155", "L34-3-133"), dice=[1])
    assert state.nights == [[3, 6], []]


@pytest.mark.rule("ART-9")
def test_fire_works_before_the_combats() -> None:
    board = {
        "1118": "LI1-1-26",
        "1117": "A21-I5:supplied:under-division",
        "1016": "A10-III90:supplied",
    }
    state = battery(board, phase="plan")
    play(state, attack("A21-I5", "1118"), Done(), Fire("A10-III90", "LI1-1-26"), dice=[4])
    until(state, "combat")
    assert defence_value(state, number(state, "LI1-1-26")) == 2


@pytest.mark.rule("ART-10")
def test_who_attacks_does_not_fire() -> None:
    board = {"2420": f"{GUN}:under-division:complete A10-I90:supplied", "2320": "L34-1-133"}
    state = battery(board, phase="plan")
    play(state, attack("A21-I155", "2320"), Done())
    assert why(state, Fire("A21-I155", "L34-1-133")) == ("ART-10", "gun-attacks")
    assert allowed(state, Fire("A10-I90", "L34-1-133"))


def test_only_guns_fire_at_enemies_on_the_map() -> None:
    state = battery({"2420": f"{GUN} A21-I5", "2320": "L34-1-133", "dead": "L34-3-133"})
    assert why(state, Fire("A21-I5", "L34-1-133")) == ("ART-1", "not-artillery")
    assert why(state, Fire("A21-I155", "A21-I5")) == ("ART-1", "no-target")
    assert why(state, Fire("A21-I155", "L34-3-133")) == ("ART-1", "no-target")
    assert why(state, Fire("A21-I155", "nobody"))[1] == "unknown-unit"
    assert why(state, Fire("A10-I90", "L34-1-133"))[1] == "not-on-map"


# --- commands, supplies, bombers ----------------------------------------------------------------------


@pytest.mark.rule("ART-5", "STR-2")
@pytest.mark.parametrize("piece", ["CL-II", "S-M07"])
def test_commands_and_supplies_mind_only_a_reduction(piece: str) -> None:
    state = battery({"2420": f"{GUN} A10-I90:supplied", "2320": piece})
    play(state, Fire("A21-I155", piece), dice=[5])
    assert marks(state, piece) == set()
    play(state, Fire("A10-I90", piece), Done(), dice=[6])
    assert place(state, piece) == "dead"


@pytest.mark.rule("STR-1", "STR-2")
def test_a_raid_rolls_for_every_piece_in_the_hex() -> None:
    board = {"2420": "A21-I5 A21-I104 CD-21 S-M01", "0911": "L34-1-133"}
    state = battery(board, "allied", move=25)
    events = play(state, Raid("2420"), dice=[3, 4, 1, 3])
    assert only(events, RaidMade).hex == "2420"
    # Both combat units are stacked (+1); a command and a supply share the hex with them too.
    results = {e.target: e.result for e in events_of(events, Bombed)}
    assert results == {"A21-I5": "RT", "A21-I104": "R", "CD-21": "RT", "S-M01": "R"}
    assert {e.unit for e in events_of(events, Reduced)} == {"A21-I104"}
    assert why(state, Raid("2420")) == ("STR-1", "no-bombers")
    until(state, "logistics", dice=[1])
    assert place(state, "S-M01") == "dead"
    assert place(state, "CD-21") == "2420"
    assert state.aircraft == [[], []]


@pytest.mark.rule("STR-1", "STR-2")
@pytest.mark.parametrize(
    ("when", "side", "weather", "possible"),
    [
        (25, "allied", "clear", True),
        (28, "allied", "rain", True),
        (31, "allied", "clear", True),
        (26, "allied", "clear", False),
        (25, "axis", "clear", False),
        (25, "allied", "storm", False),
    ],
)
def test_when_the_bombers_come(when: int, side: str, weather: str, possible: bool) -> None:
    board = {"2420": f"A21-I5 {GUN}", "2320": "L34-1-133 L34-125:supplied"}
    state = battery(board, side, move=when, weather=weather)
    assert allowed(state, Raid("2420")) == possible


@pytest.mark.rule("STR-2")
def test_any_hex_may_be_bombed() -> None:
    state = battery({"2420": "A21-I5", "0911": "L34-1-133"}, "allied", move=25)
    assert events_of(play(state, Raid("0101")), Bombed) == []
    assert why(battery({"2420": "A21-I5"}, "allied", move=25), Raid("0000"))[1] == "unknown-hex"
