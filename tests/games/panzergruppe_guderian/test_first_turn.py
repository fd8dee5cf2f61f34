"""5.2: the special restrictions of the first Soviet turn."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.panzergruppe_guderian.events import ArmyRolled, Moved
from campagna.games.panzergruppe_guderian.orders import (
    Deploy,
    Done,
    Interdict,
    Move,
    RailMove,
    Remove,
)
from campagna.games.panzergruppe_guderian.rules.first_turn import (
    must_march,
    special_move,
    unmarched,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    begin,
    decision,
    events_of,
    only,
    place,
    play,
    points_left,
    why,
)
from tests.offered import paths

# --- 5.21, 5.22: frozen armies ----------------------------------------------------------------------


def first_turn(*, sixteenth: int, nineteenth: int) -> tuple[State, list[ArmyRolled]]:
    """The first Soviet movement phase after these two dice; the first die is that of 14.11."""
    state = begin()
    ways = {"13th Army": ("0123", "0124", "0125", "0126"), "20th Army": ("0111", "0112", "0113")}
    for i, u in enumerate(state.units):
        for hex_ in (*ways.get(u.army, ()), "0114"):
            if u.army in ways and allowed(state, Deploy(state.name(i), hex_)):
                play(state, Deploy(state.name(i), hex_))
                break
    events = play(state, Done(), Interdict(()), dice=[1, sixteenth, nineteenth])
    return state, events_of(events, ArmyRolled)


def rifles(state: State, army: str) -> list[str]:
    drawn = range(state.world.first_drawn, len(state.units))
    return [state.name(i) for i in drawn if state.units[i].army == army]


@pytest.mark.rule("5.21a")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_each_army_moves_on_1_to_3_and_stays_on_4_to_6(die: int) -> None:
    other = 7 - die
    state, rolled = first_turn(sixteenth=die, nineteenth=other)
    assert [(e.army, e.die, e.free) for e in rolled] == [
        ("16th Army", die, die <= 3),
        ("19th Army", other, other <= 3),
    ]
    two_hexes = {"16th Army": ("2215", "2214"), "19th Army": ("1413", "1313")}
    for army, free in (("16th Army", die <= 3), ("19th Army", other <= 3)):
        order = Move((rifles(state, army)[0],), two_hexes[army])
        assert allowed(state, order) if free else why(state, order) == ("5.22", "one-hex-only")


@pytest.mark.rule("5.21a", "5.22")
def test_a_3_frees_the_16th_army_and_a_4_leaves_the_19th_one_step() -> None:
    """T30: of four divisions and Konev in 1414 exactly one division steps out."""
    state, _ = first_turn(sixteenth=3, nineteenth=4)
    assert allowed(state, Move((rifles(state, "16th Army")[0],), ("2215", "2214", "2115")))
    assert allowed(state, Move(("SL-lukin",), ("2215", "2214")))
    first, second, *_ = rifles(state, "19th Army")
    assert why(state, Move(("SL-konev",), ("1413",))) == ("5.22", "too-many-leave")
    assert why(state, Move((first, second), ("1413",))) == ("5.22", "too-many-leave")
    play(state, Move((first,), ("1413",)))
    assert why(state, Move((second,), ("1415",))) == ("5.21a", "army-frozen")
    assert why(state, Move(("SL-konev",), ("1413",))) == ("5.21a", "army-frozen")
    assert why(state, Move((first,), ("1412",))) == ("6.GEN-2", "moved-already")


@pytest.mark.rule("5.22")
def test_three_divisions_of_the_frozen_16th_army_step_out() -> None:
    """T31: six divisions and Lukin in 2216."""
    state, _ = first_turn(sixteenth=5, nineteenth=1)
    names = rifles(state, "16th Army")
    assert why(state, Move(tuple(names[:4]), ("2215",))) == ("5.22", "too-many-leave")
    play(state, Move(tuple(names[:2]), ("2215",)), Move((names[2],), ("2217",)))
    for name in names[3:]:
        assert why(state, Move((name,), ("2215",))) == ("5.21a", "army-frozen")
    assert {place(state, n) for n in (*names[3:], "SL-lukin")} == {"2216"}


@pytest.mark.rule("5.22", "7.1e")
def test_a_frozen_army_that_stays_too_large_loses_units() -> None:
    units: dict[str, Words] = {
        f"S-{i}": UnitPosition("", "1414", f"SR0{i}", army="19th Army") for i in range(1, 5)
    }
    state = arrange(
        {**units, "SL-konev": UnitPosition("", "1414", army="19th Army")},
        phase="soviet-move",
        turn=1,
        frozen=("19th Army",),
    )
    play(state, Done())
    assert decision(state) == "remove"
    play(state, Remove("S-2"))
    assert decision(state) != "remove"


@pytest.mark.rule("5.21a", "6.31a")
def test_a_frozen_army_takes_no_train() -> None:
    state, _ = first_turn(sixteenth=6, nineteenth=6)
    name = rifles(state, "16th Army")[0]
    assert why(state, RailMove(name, ("2116",))) == ("5.21a", "army-frozen")
    assert why(state, RailMove("SL-lukin", ("2116",))) == ("5.21a", "army-frozen")
    free, _ = first_turn(sixteenth=1, nineteenth=6)
    assert allowed(free, RailMove(rifles(free, "16th Army")[0], ("2116",)))


@pytest.mark.rule("5.21a")
def test_the_24th_army_is_never_frozen() -> None:
    state, _ = first_turn(sixteenth=6, nineteenth=6)
    name = rifles(state, "24th Army")[0]
    assert allowed(state, Move((name,), ("4014", "4013")))
    assert allowed(state, RailMove(name, ("4115", "4114")))


@pytest.mark.rule("5.21b")
def test_both_armies_are_free_from_the_second_turn() -> None:
    """Everything of the first turn is played as the offers allow, then the second turn comes."""
    state, _ = first_turn(sixteenth=6, nineteenth=6)
    march_all(state)
    play(state, *(Move((n,), ("2215",)) for n in rifles(state, "16th Army")[:3]))
    play(state, Move((rifles(state, "19th Army")[0],), ("1413",)))
    assert state.frozen == ("16th Army", "19th Army")
    play(state, Done())
    while decision(state) == "remove":
        vyazma = state.stack(state.world.hex_index["4015"])
        play(state, Remove(state.name(vyazma[-1])))
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[1] if decision(state) == "german-interdict" else [])
    assert state.turn == 2
    assert {*state.frozen} == set()
    assert allowed(state, Move((rifles(state, "16th Army")[-1],), ("2215", "2214")))
    assert allowed(state, Move((rifles(state, "19th Army")[-1],), ("1413", "1313")))


def march_all(state: State) -> None:
    """Let the 13th and 20th Armies march as the offers propose."""
    chance = SeededChance(3)
    for _ in range(500):
        owing = state.names(unmarched(state))
        if not owing:
            return
        order = GAME.offers(state).sample(chance)
        if isinstance(order, Move) and order.units[0] in owing:
            GAME.play(state, order, chance)
    raise AssertionError("the march does not end")


# --- 5.23: the armies that march --------------------------------------------------------------------


def marching(*, leader: bool = True) -> State:
    """A rifle division of the 13th Army in 0124, with Remezov if it shall be in supply."""
    units: dict[str, Words] = {"S-1": UnitPosition("", "0124", "SR17", army="13th Army")}
    if leader:
        units["SL-remezov"] = UnitPosition("", "0124", army="13th Army")
    return arrange(units, phase="soviet-move", turn=1)


# 1 + 1 + 1 + 1, and the river before Orsha 1 + 1.
TO_ORSHA = ("0223", "0323", "0422", "0421", "0420")


@pytest.mark.rule("5.23a")
def test_a_marching_division_spends_its_whole_allowance() -> None:
    state = marching()
    for length in range(2, 5):
        order = Move(("S-1",), TO_ORSHA[:length])
        assert why(state, order) == ("5.23a", "march-not-finished")
    assert why(state, Move(("S-1",), (*TO_ORSHA, "0419"))) == ("6.23a", "too-far")
    assert only(play(state, Move(("S-1",), TO_ORSHA)), Moved).cost == 2 * 6


@pytest.mark.rule("5.23a")
def test_a_rest_too_small_for_any_step_is_lost() -> None:
    """The ruling AMB-4: in 0421, with 0422 behind it, every further step crosses a river for 2."""
    state = marching()
    play(state, Move(("S-1",), ("0223", "0323", "0423", "0422", "0421")))
    assert points_left(state, "S-1") == 1


@pytest.mark.rule("5.23a", "6.25")
def test_without_supply_the_halved_allowance_is_what_must_be_spent() -> None:
    state = marching(leader=False)
    assert points_left(state, "S-1") == 3
    assert why(state, Move(("S-1",), TO_ORSHA[:2])) == ("5.23a", "march-not-finished")
    assert allowed(state, Move(("S-1",), TO_ORSHA[:3]))
    assert why(state, Move(("S-1",), TO_ORSHA[:4])) == ("6.25", "too-far-unsupplied")


@pytest.mark.rule("5.23a")
def test_the_phase_does_not_end_before_everybody_has_marched_leaders_included() -> None:
    state = marching()
    assert why(state, Done()) == ("5.23a", "must-march")
    play(state, Move(("S-1",), TO_ORSHA))
    assert why(state, Done()) == ("5.23a", "must-march")
    assert state.names(unmarched(state)) == ("SL-remezov",)
    # Remezov has 10 points: 5 to 0421, 2 over the river, then ½ on the road and 2 forest hexes.
    assert why(state, Move(("SL-remezov",), TO_ORSHA)) == ("5.23a", "march-not-finished")
    march_all(state)
    assert points_left(state, "SL-remezov") < 10
    assert allowed(state, Done())


@pytest.mark.rule("5.23b")
def test_the_march_does_not_end_in_the_two_western_columns() -> None:
    """North along column 01, with the river between 0121 and 0120: 1 + 1 + 1 + 2 + 1."""
    state = marching()
    north = ("0123", "0122", "0121", "0120", "0119")
    assert why(state, Move(("S-1",), north)) == ("5.23b", "march-ends-west")
    assert why(state, Move(("S-1",), (*north[:3], "0220"))) == ("5.23b", "march-ends-west")


@pytest.mark.rule("5.23c")
def test_the_march_enters_no_hex_twice() -> None:
    state = marching()
    again = ("0223", "0323", "0322", "0323")
    assert why(state, Move(("S-1",), again)) == ("5.23c", "hex-twice")
    home = ("0123", "0124")
    assert why(state, Move(("S-1",), home)) == ("5.23c", "hex-twice")


@pytest.mark.rule("5.23d")
@pytest.mark.parametrize("west", ["0222", "0422 0322"])
def test_the_march_never_goes_west(west: str) -> None:
    state = marching()
    way = ("0223", "0323", *west.split())
    assert why(state, Move(("S-1",), way)) == ("5.23d", "no-march-west")


@pytest.mark.rule("5.23d", "6.4a")
def test_the_march_goes_north_south_and_east_and_through_the_western_columns() -> None:
    """0124 south to 0125, east to 0225 and 0326, and so on: columns 01 and 02 are open to it."""
    state = marching()
    order = Move(("S-1",), ("0125", "0225", "0325", "0324", "0323", "0422"))
    assert allowed(state, order)
    others = arrange({"S-1": "0310 SR17"}, phase="soviet-move", turn=1)
    assert why(others, Move(("S-1",), ("0210",))) == ("6.4a", "west-closed")


@pytest.mark.rule("5.23e")
def test_the_marching_armies_take_no_train_in_the_first_turn() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "0112", "SR17", army="20th Army"),
        "SL-kurochkin": UnitPosition("", "0112", army="20th Army"),
    }
    state = arrange(units, phase="soviet-move", turn=1)
    for name in ("S-1", "SL-kurochkin"):
        assert why(state, RailMove(name, ("0212", "0312"))) == ("5.23e", "no-rail-march")
    second: dict[str, Words] = {"S-1": UnitPosition("", "0312", "SR17", army="20th Army")}
    assert allowed(arrange(second, phase="soviet-move", turn=2), RailMove("S-1", ("0412",)))


@pytest.mark.rule("5.23a", "5.23d")
def test_the_second_turn_knows_no_march() -> None:
    """Standing still, a short move and a move to the west are all allowed again."""
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "0423", "SR17", army="13th Army"),
        "SL-remezov": UnitPosition("", "0423", army="13th Army"),
    }
    state = arrange(units, phase="soviet-move", turn=2)
    assert allowed(state, Done())
    assert allowed(state, Move(("S-1",), ("0422",)))
    assert allowed(state, Move(("S-1",), ("0323",)))


# --- what the table is offered --------------------------------------------------------------------------


@pytest.mark.rule("5.22", "5.23a", "5.23b", "5.23c", "5.23d")
def test_the_listed_marches_and_steps_are_all_allowed_and_no_end_is_missing() -> None:
    state, _ = first_turn(sixteenth=4, nineteenth=3)
    moves = paths(GAME.offers(state), "move")
    bound = {u: ways for u, ways in moves.items() if special_move(state, state.find(u))}
    marching = {u: ways for u, ways in bound.items() if must_march(state, state.find(u))}
    stepping = {u: ways for u, ways in bound.items() if u not in marching}
    assert marching
    assert stepping
    for unit, ways in bound.items():
        assert all(allowed(state, Move((unit,), way)) for way in ways.values()), unit
    # Marches that the random seat finds end where the list says marches can end.
    for seed in range(60):
        order = GAME.offers(state).sample(SeededChance(seed))
        if isinstance(order, Move) and order.units[0] in marching:
            assert order.path[-1] in marching[order.units[0]]
