"""Obligations, the plan of attack, aircraft (ATT-2 to ATT-16, AIR-1 to AIR-8)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from campagna.core.chance import SeededChance
from campagna.games.kasserine.events import (
    AirSupport,
    CombatDropped,
    CombatRolled,
    SupplyCaptured,
    SupplyRemoved,
)
from campagna.games.kasserine.orders import Assault, Attack, Done, Fire, Retreat, Take
from campagna.games.kasserine.rules.attack import aircraft_left
from campagna.games.kasserine.rules.obligations import proposals, wanted
from campagna.games.kasserine.rules.strength import attack_total, defence_total
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import ALLIED, AXIS
from tests.games.kasserine.lay import (
    GAME,
    NIGHT,
    allowed,
    at,
    attack,
    events_of,
    lay,
    marks,
    move,
    number,
    only,
    place,
    play,
    unit,
    until,
    why,
)
from tests.games.kasserine.naive_map import TOWNS, around
from tests.offered import suggested

READY = ":supplied:under-division"


def plan(places: dict[str, str], side: str = "axis", **given: Any) -> State:
    """A plan of attack in which everybody named with `!` is ready to attack."""
    ready = {h: names.replace("!", READY) for h, names in places.items()}
    return lay(ready, side, "plan", opened=True, **given)


def offered_plan(state: State) -> list[Attack]:
    """The attacks that the offers propose."""
    return [convert(order, Attack) for order in suggested(GAME.offers(state), "attack")]


# --- who must attack ----------------------------------------------------------------------------------


@pytest.mark.rule("ATT-2")
def test_who_entered_must_be_part_of_an_attack() -> None:
    state = plan({"2320": "L34-1-133", "2420": "A21-I5!:engaged"})
    assert why(state, Done()) == ("ATT-2", "must-attack")
    play(state, attack("A21-I5", "2320"))
    assert allowed(state, Done())


@pytest.mark.rule("ATT-2", "ATT-7")
def test_the_proposed_combat_is_that_of_the_unit_that_owes_one() -> None:
    """The other unit beside it, though first in order, is left alone."""
    board = {"2320": "L34-1-133", "2420": "A10-I7! A21-I5!:engaged"}
    state = plan(board)
    units, targets = [number(state, "A21-I5")], [state.world.hex_index["2320"]]
    assert proposals(state) == [(units, targets)]


@pytest.mark.rule("ATT-4")
def test_old_contact_obliges_nobody() -> None:
    state = plan({"2320": "L34-1-133", "2420": "A21-I5!"})
    assert allowed(state, Done())
    assert allowed(state, attack("A21-I5", "2320"))


@pytest.mark.rule("ATT-5")
def test_two_of_a_stack_attack_two_enemies() -> None:
    state = plan({"2320": "L34-1-133", "2521": "L34-3-133", "2420": "A21-I5! A21-I104!"})
    play(state, attack("A21-I5", "2320"), attack("A21-I104", "2521"))
    assert len(state.combats) == 2


@pytest.mark.rule("ATT-6")
def test_several_attack_one_adding_their_values() -> None:
    state = plan({"2320": "L34-1-133", "2420": "A21-I5! A21-I104!", "2219": "A21-II5!"})
    play(state, attack("A21-I5 A21-I104 A21-II5", "2320"))
    assert attack_total(state, state.combats[0]) == 5 + 1 + 3


@pytest.mark.rule("ATT-7")
def test_everybody_met_must_be_attacked_by_somebody_even_from_elsewhere() -> None:
    board = {
        "2320": "L34-1-133",
        "2321": "L34-3-133",
        "2420": "A21-I5!:engaged",
        "2220": "A21-I104!",
    }
    state = plan(board)
    play(state, attack("A21-I5", "2320"))
    assert why(state, Done()) == ("ATT-7", "must-be-attacked")
    assert offered_plan(state) == [attack("A21-I104", "2321")]
    play(state, attack("A21-I104", "2321"))
    assert allowed(state, Done())
    state = plan({h: u for h, u in board.items() if h != "2220"})
    assert why(state, attack("A21-I5", "2320")) == ("ATT-7", "leaves-defender")
    play(state, attack("A21-I5", "2320 2321"))
    assert allowed(state, Done())


@pytest.mark.rule("ATT-7", "ATT-13")
def test_units_without_a_zone_need_not_be_attacked() -> None:
    state = plan({"2320": "L34-1-133", "2321": "L1A-91", "2420": "A21-I5!:engaged"})
    play(state, attack("A21-I5", "2320"))
    assert allowed(state, Done())


@pytest.mark.rule("ATT-7", "ATT-13", "ATT-3")
def test_an_enemy_in_a_town_need_not_be_attacked() -> None:
    """1918 is Sbeitla. Who came beside it and beside another enemy owes that one an attack only."""
    beside = next(h for h in around("1918") if h in around("2018") and h not in TOWNS)
    board = {"1918": "L34-1-133", beside: "L34-3-133", "2018": "A21-I5!:engaged A10-I7!"}
    state = plan(board)
    assert why(state, Done()) == ("ATT-2", "must-attack")
    assert wanted(state) == [state.world.hex_index[beside]]
    play(state, attack("A21-I5", beside))
    assert allowed(state, Done())
    town = lay({"1918": "L34-1-133", "2017": "A21-I5:supplied:under-division"}, opened=True)
    play(town, move("A21-I5", "2018"))
    assert "engaged" not in marks(town, "A21-I5")
    assert allowed(town, Done())


@pytest.mark.rule("ATT-13")
@pytest.mark.parametrize(
    ("target", "hex_", "start"), [("L1A-91", "2320", "2420"), ("L34-1-133", "1918", "2018")]
)
def test_units_without_a_zone_may_be_attacked(target: str, hex_: str, start: str) -> None:
    state = plan({hex_: target, start: "A21-I5!"})
    assert allowed(state, attack("A21-I5", hex_))


@pytest.mark.rule("ATT-2", "ATT-7")
def test_proposals_meet_every_obligation() -> None:
    """Three hexes met by two units, and a third with one enemy only."""
    board = {
        "2320": "L34-1-133",
        "2321": "L34-3-133",
        "2521": "L34-1-135",
        "2420": "A21-I5!:engaged A21-I104!:engaged",
        "2522": "A10-I7!:engaged",
    }
    state = plan(board)
    for proposal in offered_plan(state):
        play(state, proposal)
    assert allowed(state, Done())


@pytest.mark.rule("ATT-2", "ATT-7", "ATT-8")
@pytest.mark.parametrize("seed", range(25))
def test_whatever_touches_whatever_a_plan_exists_and_can_be_reached_step_by_step(seed: int) -> None:
    """Random enemies and units that entered their zones; random choices among the proposals."""
    chance = SeededChance(seed)
    field = ["2419", "2420", "2421", "2320", "2321", "2520", "2521", "2219", "2220", "2522", "2620"]
    foes = ["L34-1-133", "L34-3-133", "L34-1-135", "L1A-3-1", "LUK-3Gren"]
    own = ["A21-I5", "A21-I104", "A21-II5", "A10-I7", "A10-II7", "ADK-I8"]
    board: dict[str, str] = {}
    for foe in foes[: 2 + chance.pick(4, "foes")]:
        board[field.pop(chance.pick(len(field), "hex"))] = foe
    met = [h for h in field if set(around(h)) & set(board)]
    for unit_ in own[: 1 + chance.pick(6, "own")]:
        if met:
            board[met.pop(chance.pick(len(met), "hex"))] = f"{unit_}!:engaged"
    state = plan(board)
    while proposed := offered_plan(state):
        play(state, proposed[chance.pick(len(proposed), "proposal")])
    assert allowed(state, Done())
    assert len(state.combats) >= 1


# --- a combat -----------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-8")
def test_every_attacker_is_next_to_every_attacked_hex() -> None:
    board = {"2320": "L34-1-133", "2321": "L34-3-133", "2420": "A21-I5!", "2219": "A21-I104!"}
    state = plan(board)
    assert why(state, attack("A21-I5 A21-I104", "2320 2321")) == (
        "ATT-8",
        "attacker-not-adjacent",
    )
    assert why(state, attack("A21-I5", "2418"))[1] == "no-enemy-there"
    assert why(state, attack("A21-I5", "2320 2320"))[1] == "hex-twice"
    play(state, attack("A21-I5", "2320 2321"))
    # 2 on the plain of 2320 and twice 2 on the mountain of 2321.
    assert defence_total(state, state.combats[0]) == 6


@pytest.mark.rule("ATT-11")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    state = plan({"2320": "L34-1-133", "2321": "L34-3-133", "2420": "A21-I5! A21-I104!"})
    play(state, attack("A21-I5", "2320"))
    assert why(state, attack("A21-I5", "2321")) == ("ATT-11", "attacks-already")
    assert why(state, attack("A21-I104", "2320")) == ("ATT-11", "attacked-already")


@pytest.mark.rule("ATT-12")
def test_a_hex_defends_as_a_whole() -> None:
    state = plan({"2320": "L34-1-133 LUK-3Gren", "2420": "A21-I5!"})
    play(state, attack("A21-I5", "2320"))
    assert state.names(state.combats[0].defenders) == ("L34-1-133", "LUK-3Gren")
    assert defence_total(state, state.combats[0]) == 5


@pytest.mark.rule("ATT-14")
def test_nobody_advances_after_combat() -> None:
    state = plan({"2320": "L34-1-133:reduced", "2420": "A10-I7! A21-I5!"})
    play(state, attack("A10-I7 A21-I5", "2320"))
    until(state, "combat")
    play(state, Assault("2320", "medium"), dice=[6])
    assert place(state, "L34-1-133") == "dead"
    assert at(state, "2320") == set()
    assert at(state, "2420") == {"A10-I7", "A21-I5"}


@pytest.mark.rule("ATT-16")
def test_attack_factor_nought_joins_with_the_chain_only() -> None:
    state = plan({"2320": "L34-1-133", "2420": "A21-I155! A21-I5!"})
    assert why(state, attack("A21-I155 A21-I5", "2320")) == ("ATT-16", "no-attack-factor")
    state = plan({"2320": "L34-1-133", "2420": "A21-I155!:complete"})
    play(state, attack("A21-I155", "2320"))
    assert attack_total(state, state.combats[0]) == 1
    assert why(plan({"2320": "L34-1-133", "2420": "CD-21"}), attack("CD-21", "2320")) == (
        "ATT-16",
        "no-fighter",
    )


# --- taking commands and supplies ---------------------------------------------------------------------


@pytest.mark.rule("ATT-15", "LOG-16", "CMD-9")
def test_undefended_commands_die_and_supplies_change_hands() -> None:
    state = plan({"2320": "CL-II S-M07", "2420": "A21-I5!"})
    play(state, attack("A21-I5", "2320"), Done())
    assert why(state, Assault("2320", "medium")) == ("ATT-15", "nobody-defends")
    assert only(play(state, Take("2320")), SupplyCaptured).side == "axis"
    assert place(state, "CL-II") == "dead"
    assert unit(state, "S-M07").side == AXIS
    assert place(state, "S-M07") == "2320"


@pytest.mark.rule("ATT-15", "LOG-16")
def test_or_they_are_destroyed() -> None:
    state = plan({"2320": "S-M07", "2420": "A21-I5!"})
    play(state, attack("A21-I5", "2320", destroy=True), Done())
    assert only(play(state, Take("2320")), SupplyRemoved).how == "destroyed"
    assert place(state, "S-M07") == "dead"
    options = {"supply_capture": False}
    state = plan({"2320": "S-M07", "2420": "A21-I5!"}, options=options)
    assert why(state, attack("A21-I5", "2320")) == ("LOG-16", "capture-not-allowed")
    assert allowed(state, attack("A21-I5", "2320", destroy=True))


@pytest.mark.rule("ATT-15")
def test_taking_is_an_attack_of_its_own() -> None:
    state = plan({"2320": "S-M07", "2321": "L34-1-133", "2420": "A21-I5!"})
    assert why(state, attack("A21-I5", "2320 2321")) == ("ATT-15", "taking-alone")
    assert why(state, attack("A21-I5", "2321", destroy=True)) == ("ATT-15", "nothing-to-destroy")
    state = plan({"2320": "CL-II", "2420": "A21-I5!"})
    assert why(state, attack("A21-I5", "2320", destroy=True)) == ("ATT-15", "nothing-to-destroy")
    lame = plan({"2320": "S-M07", "2420": "A21-I5"})
    assert why(lame, attack("A21-I5", "2320"))[0] == "CMD-6"
    tired = plan({"2320": "S-M07", "2420": "A21-I5!"}, move=NIGHT, nights=((3, 6), ()))
    assert why(tired, attack("A21-I5", "2320"))[0] == "NGT-3"


@pytest.mark.rule("ATT-15", "CRT-1")
@pytest.mark.parametrize("edition", ["1", "2"])
def test_a_friend_who_retreats_onto_them_saves_them(edition: str) -> None:
    """The loser of 2320 goes back to 2218, where a gun was to take the supply."""
    board = {
        "2320": "L34-1-133",
        "2218": "S-M07",
        "2420": "A21-I5! A10-I7!",
        "2118": "A21-I155!:complete",
    }
    state = plan(board, options={"edition": edition})
    play(state, attack("A21-I5 A10-I7", "2320"), attack("A21-I155", "2218"))
    until(state, "combat")
    play(state, Assault("2320", "medium"), dice=[1])
    events = play(state, Retreat("L34-1-133", ("2219", "2218")))
    if edition == "1":
        assert only(events, CombatDropped).hexes == ("2218",)
    else:
        assert why(state, Take("2218")) == ("ATT-15", "defended")
        assert allowed(state, Assault("2218", "medium"))
    assert unit(state, "S-M07").side == ALLIED


@pytest.mark.rule("ATT-12", "CRT-1")
@pytest.mark.parametrize(("edition", "defenders"), [("1", 1), ("2", 2)])
def test_who_retreats_onto_a_hex_still_to_be_attacked_defends_there(
    edition: str, defenders: int
) -> None:
    """A41: a hex defends as a whole, with everybody who stands in it when it is fought for."""
    board = {
        "2320": "L34-1-133",
        "2218": "L34-3-133",
        "2420": "A21-I5! A10-I7!",
        "2118": "A21-I155!:complete A10-I90!:complete",
    }
    state = plan(board, options={"edition": edition})
    play(state, attack("A21-I5 A10-I7", "2320"), attack("A21-I155 A10-I90", "2218"))
    until(state, "combat")
    play(state, Assault("2320", "medium"), dice=[1])
    play(state, Retreat("L34-1-133", ("2219", "2218")))
    assert at(state, "2218") == {"L34-1-133", "L34-3-133"}
    assert len(state.combats[0].defenders) == defenders
    told = play(state, Assault("2218", "medium"), dice=[6])
    rolled = only(told, CombatRolled)
    assert len(rolled.defenders) == defenders
    assert rolled.defence == 2 * defenders


@pytest.mark.rule("ATT-15")
def test_commands_and_supplies_of_an_eliminated_stack_stay() -> None:
    state = plan({"2320": "L34-1-133:reduced CL-II S-M07", "2420": "A10-I7! A21-I5!"})
    play(state, attack("A10-I7 A21-I5", "2320"))
    until(state, "combat")
    play(state, Assault("2320", "medium"), dice=[6])
    assert at(state, "2320") == {"CL-II", "S-M07"}
    assert unit(state, "S-M07").side == ALLIED


# --- aircraft -----------------------------------------------------------------------------------------

TARGETS = {
    "2320": "L34-1-133",
    "2521": "L34-3-133",
    "2420": f"A21-I5{READY}@CA-ARNIM A21-I104{READY}",
}


def air_plan(**given: Any) -> State:
    return lay(TARGETS, phase="plan", opened=True, **given)


@pytest.mark.rule("AIR-1", "AIR-6", "AIR-8")
def test_any_attack_may_have_an_aircraft_on_each_attacked_hex() -> None:
    state = air_plan()
    event = only(play(state, attack("A21-I5", "2320 2521", "2320 2521")), AirSupport)
    assert (event.aircraft, event.left) == (2, 2)
    assert attack_total(state, state.combats[0]) == 5 + 4
    state = air_plan()
    assert why(state, attack("A21-I5", "2320", "2320 2320")) == ("AIR-6", "second-aircraft")


@pytest.mark.rule("AIR-2 (a)")
def test_no_aircraft_without_a_ground_combat() -> None:
    state = air_plan()
    assert why(state, attack("A21-I5", "2320", "2521")) == ("AIR-2 (a)", "air-without-combat")
    taking = plan({"2320": "S-M07", "2420": "A21-I5!@CA-ARNIM"})
    assert why(taking, attack("A21-I5", "2320", "2320")) == ("AIR-2 (a)", "air-without-combat")


@pytest.mark.rule("AIR-3 (b)")
def test_one_attacker_under_an_army_is_enough() -> None:
    state = air_plan()
    assert why(state, attack("A21-I104", "2320", "2320")) == ("AIR-3 (b)", "air-uncommanded")
    assert allowed(state, attack("A21-I104 A21-I5", "2320", "2320"))


@pytest.mark.rule("AIR-4 (c)", "AIR-5 (d)", "WX-6")
def test_neither_in_a_storm_nor_at_night() -> None:
    order = attack("A21-I5", "2320", "2320")
    assert why(air_plan(weather="storm"), order) == ("AIR-4 (c)", "air-in-storm")
    assert why(air_plan(move=NIGHT), order) == ("AIR-5 (d)", "air-at-night")
    assert allowed(air_plan(weather="rain"), order)


@pytest.mark.rule("AIR-7")
def test_the_defender_has_no_aircraft() -> None:
    """No order of his names one, and an attack's aircraft count for the attack only."""
    state = air_plan()
    play(state, attack("A21-I5", "2320", "2320"))
    assert defence_total(state, state.combats[0]) == 2
    assert why(state, attack("L34-3-133", "2420", "2420"))[1] == "not-your-unit"


@pytest.mark.rule("AIR-8")
def test_four_and_two_a_day_over_both_moves() -> None:
    state = air_plan(aircraft=((7, 7, 7, 7), (7,)))
    assert why(state, attack("A21-I5", "2320", "2320")) == ("AIR-8", "no-aircraft-left")
    assert (aircraft_left(state, AXIS), aircraft_left(state, ALLIED)) == (0, 1)
    second = air_plan(move=8, aircraft=((4, 5, 7, 7), (7, 7)))
    assert (aircraft_left(second, AXIS), aircraft_left(second, ALLIED)) == (2, 0)
    three = air_plan(aircraft=((7, 7, 7), ()))
    assert why(three, attack("A21-I5", "2320 2521", "2320 2521"))[1] == "no-aircraft-left"


@pytest.mark.rule("AIR-8", "ART-9")
def test_aircraft_stay_used_when_the_combat_is_dropped() -> None:
    board = {
        "2320": "L34-1-133:reduced",
        "2420": f"A21-I5{READY}@CA-ARNIM",
        "2421": "A21-I155:supplied",
    }
    state = lay(board, phase="plan", opened=True)
    play(state, attack("A21-I5", "2320", "2320"), Done())
    play(state, Fire("A21-I155", "L34-1-133"), dice=[6])
    events = play(state, Done())
    assert only(events, CombatDropped).hexes == ("2320",)
    assert place(state, "L34-1-133") == "dead"
    assert state.aircraft[AXIS] == [7]
    assert not events_of(events, AirSupport)


@pytest.mark.rule("AIR-2 (a)", "AIR-6", "ART-9")
@pytest.mark.parametrize(("edition", "attack_"), [("1", 9), ("2", 7)])
def test_an_aircraft_over_a_hex_emptied_by_fire_adds_nothing(edition: str, attack_: int) -> None:
    """A40: 5 for the tanks, 2 for the one aircraft that still has somebody below."""
    board = {**TARGETS, "2320": "L34-1-133:reduced", "2421": "A21-I155:supplied"}
    state = lay(board, phase="plan", opened=True, options={"edition": edition})
    play(state, attack("A21-I5", "2320 2521", "2320 2521"), Done())
    play(state, Fire("A21-I155", "L34-1-133"), dice=[6])
    play(state, Done())
    assert place(state, "L34-1-133") == "dead"
    assert attack_total(state, state.combats[0]) == attack_
    sums = GAME.forecast(state, Assault("2521", "medium")).sums
    assert (sums["attack_total"], sums["aircraft"]) == (attack_, (attack_ - 5) // 2)
    assert state.aircraft[AXIS] == [7, 7], "both stay used"
    rolled = only(play(state, Assault("2521", "medium"), dice=[6]), CombatRolled)
    assert rolled.attack == attack_


# --- night --------------------------------------------------------------------------------------------


@pytest.mark.rule("NGT-1", "NGT-3")
def test_each_night_with_attacks_counts_once() -> None:
    board = {"2320": "L34-1-133", "2521": "L34-3-133", "2420": "A21-I5! A21-I104!"}
    state = plan(board, move=NIGHT)
    play(state, attack("A21-I5", "2320"), attack("A21-I104", "2521"))
    assert state.nights == [[NIGHT], []]
    late = plan(board, move=12, nights=((3, 9), ()))
    assert why(late, attack("A21-I5", "2320")) == ("NGT-3", "no-night-attack-left")
    mine = plan(board, move=12, nights=((3,), (6, 9)))
    assert allowed(mine, attack("A21-I5", "2320"))
    options = {"night_attacks": "in_all"}
    shared = plan(board, move=12, nights=((3,), (6,)), options=options)
    assert why(shared, attack("A21-I5", "2320")) == ("NGT-3", "no-night-attack-left")


@pytest.mark.rule("NGT-3")
def test_the_forecast_tells_what_a_night_attack_leaves() -> None:
    board = {"2320": "L34-1-133", "2521": "L34-3-133", "2420": "A21-I5! A21-I104!"}
    state = plan(board, move=NIGHT)
    (note,) = GAME.forecast(state, attack("A21-I5", "2320")).notes
    assert (note.key, note.grave, note.facts) == ("night-attack-used", True, {"left": 1, "of": 2})
    play(state, attack("A21-I5", "2320"))
    assert GAME.forecast(state, attack("A21-I104", "2521")).notes == (), "the night is counted"
    assert GAME.forecast(plan(board, move=7), attack("A21-I5", "2320")).notes == ()


@pytest.mark.rule("AIR-8")
def test_the_forecast_tells_what_aircraft_are_left() -> None:
    (note,) = GAME.forecast(air_plan(), attack("A21-I5", "2320", "2320")).notes
    left = aircraft_left(air_plan(), AXIS) - 1
    assert (note.key, note.facts) == ("aircraft-used", {"count": 1, "left": left})


@pytest.mark.rule("NGT-2", "NGT-4")
def test_at_night_contact_obliges_nobody_and_the_needs_are_the_same() -> None:
    state = lay({"2521": "A21-I5 S-M01 CD-21", "2320": "L34-1-133"}, move=NIGHT)
    play(state, move("A21-I5", "2420 2419"), Done())
    assert allowed(state, Done())
    unsupplied = plan({"2320": "L34-1-133", "2420": "A21-I5:under-division"}, move=NIGHT)
    assert why(unsupplied, attack("A21-I5", "2320")) == ("CMD-6", "attack-unsupplied")


@pytest.mark.rule("NGT-5")
def test_at_night_reconnaissance_needs_a_command() -> None:
    for ready, free in (("", False), (":under-division", True), ("@CA-ARNIM", True)):
        board = {"2320": "L34-1-133", "2420": f"A21-580{ready}"}
        state = lay(board, phase="plan", opened=True, move=NIGHT)
        assert allowed(state, attack("A21-580", "2320")) == free
