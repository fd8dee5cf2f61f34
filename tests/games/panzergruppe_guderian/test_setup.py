"""5.0, 5.1: the initial set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.games.panzergruppe_guderian.events import ArmyRolled, Deployed, ProvisionalRolled
from campagna.games.panzergruppe_guderian.orders import Deploy, Done, Interdict, Move, Remove
from campagna.games.panzergruppe_guderian.rules.stacking import fits
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    begin,
    decider,
    decision,
    flags,
    place,
    play,
    why,
)

ARMIES = {
    "24th Army": ("SL-rakutin", 5, 1),
    "16th Army": ("SL-lukin", 6, 0),
    "19th Army": ("SL-konev", 4, 0),
    "13th Army": ("SL-remezov", 7, 1),
    "20th Army": ("SL-kurochkin", 6, 4),
}


def army(state: State, name: str) -> list[str]:
    """The units of an army, in the order of the units."""
    return [state.name(i) for i, u in enumerate(state.units) if u.army == name]


def deploy(state: State, name: str, hexes: list[str]) -> None:
    """Put the units of an army on these hexes, as many as fit in each."""
    for unit_name in army(state, name):
        for hex_ in hexes:
            if allowed(state, Deploy(unit_name, hex_)):
                play(state, Deploy(unit_name, hex_))
                break


def deployed(seed: int = 1) -> State:
    """A set-up ready to be ended."""
    state = begin(seed)
    deploy(state, "13th Army", ["0123", "0124", "0125", "0126"])
    deploy(state, "20th Army", [f"01{row:02d}" for row in range(8, 16)])
    return state


# --- 5.1: the armies --------------------------------------------------------------------------------


@pytest.mark.rule("5.1a", "5.1b", "5.1c", "5.1d", "5.1e", "5.0c")
@pytest.mark.parametrize("name", ARMIES)
def test_each_army_draws_its_divisions_and_its_general(name: str) -> None:
    leader, rifle, armor = ARMIES[name]
    state = begin()
    units = army(state, name)
    kinds = Counter(state.counter(state.find(u)).type for u in units)
    assert kinds == Counter(leader=1, rifle=rifle, armor=armor)
    assert leader in units


@pytest.mark.rule("5.1a", "5.1b", "5.1c", "5.1d", "5.1e")
def test_28_rifle_6_armoured_divisions_and_5_leaders_in_all() -> None:
    state = begin()
    kinds = Counter(state.counter(i).type for i, u in enumerate(state.units) if u.army)
    assert kinds == Counter(rifle=28, armor=6, leader=5)
    assert [len(pool) for pool in state.pools] == [78 - 28, 20 - 6]


@pytest.mark.rule("5.0d", "5.1a", "5.1b", "5.1c")
def test_the_armies_of_one_hex_stand_there_whatever_the_stacking_limit() -> None:
    state = begin()
    for name, hex_, count in (
        ("24th Army", "4015", 7),
        ("16th Army", "2216", 7),
        ("19th Army", "1414", 5),
    ):
        assert [place(state, u) for u in army(state, name)] == [hex_] * count
    for stack in state.maps.stacks.values():
        assert not fits(state, SOVIET, stack)


# --- 5.0: procedure ---------------------------------------------------------------------------------


@pytest.mark.rule("5.0a", "5.0e", "S2-1")
def test_the_soviet_player_deploys_first_and_everything() -> None:
    state = begin()
    assert (decision(state), decider(state)) == ("setup", "soviet")
    assert why(state, Done()) == ("5.0e", "still-to-deploy")
    deploy(state, "13th Army", ["0123", "0124", "0125", "0126"])
    deploy(state, "20th Army", ["0108", "0109", "0110"])
    assert why(state, Done()) == ("5.0e", "still-to-deploy"), "nine divisions fill three hexes"
    deploy(state, "20th Army", ["0111"])
    play(state, Done())
    assert (decision(state), decider(state)) == ("setup-air", "german")


@pytest.mark.rule("5.0e", "5.1d", "5.1e")
def test_an_army_of_several_hexes_uses_its_own_within_the_stacking_limit() -> None:
    state = begin()
    of_13th, of_20th = army(state, "13th Army"), army(state, "20th Army")
    for hex_ in ("0122", "0127", "0224", "0108"):
        assert why(state, Deploy(of_13th[1], hex_)) == ("5.0e", "wrong-army-hex")
    for hex_ in ("0107", "0116", "0123"):
        assert why(state, Deploy(of_20th[1], hex_)) == ("5.0e", "wrong-army-hex")
    rifles = [u for u in of_13th if u.startswith("S-")]
    for name in rifles[:3]:
        play(state, Deploy(name, "0123"))
    assert why(state, Deploy(rifles[3], "0123")) == ("5.0e", "no-room")
    play(state, Deploy("SL-remezov", "0123"))
    assert place(state, "SL-remezov") == "0123"


@pytest.mark.rule("5.0e")
def test_a_unit_is_deployed_once_and_only_if_it_is_to_be_deployed() -> None:
    state = begin()
    name = army(state, "13th Army")[1]
    (event,) = play(state, Deploy(name, "0124"))
    assert isinstance(event, Deployed)
    assert why(state, Deploy(name, "0125")) == ("5.0e", "not-to-deploy")
    assert why(state, Deploy("SL-konev", "0124")) == ("5.0e", "not-to-deploy")
    assert why(state, Deploy("SL-rokossovsky", "0124")) == ("5.0e", "not-to-deploy")
    assert why(state, Deploy("G-6Inf", "0124")) == ("5.0e", "not-your-unit")
    assert why(state, Move((name,), ("0224",))) == ("5.0a", "not-now")


@pytest.mark.rule("5.0c", "12.1a", "12.1c", "S2-1")
def test_divisions_lie_face_down_and_both_players_see_only_their_kind() -> None:
    state = begin()
    divisions = [state.name(i) for i in range(state.world.first_drawn, len(state.units))]
    assert all("untried" in flags(state, name) for name in divisions)
    for viewer in ("soviet", "german", "spectator"):
        seen = GAME.view(state, viewer).position
        shown = {u.id: u for u in seen.units}
        assert all(not shown[name].counter for name in divisions)
        assert {shown[name].symbol for name in divisions} <= {"rifle", "tank", "mech"}
        assert seen.pools is None
        assert shown["SL-konev"].at == "1414"


@pytest.mark.rule("5.0c")
def test_the_draw_is_random() -> None:
    """Other dice, other divisions; the same dice, the same."""

    def drawn(seed: int) -> list[int]:
        state = begin(seed)
        return [u.counter for u in state.units[state.world.first_drawn :]]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(10)}) == 10


@pytest.mark.rule("5.0a", "5.0b", "5.21a", "14.11")
def test_the_german_places_his_markers_before_any_die() -> None:
    state = deployed()
    assert not state.air
    play(state, Done())
    assert decision(state) == "setup-air"
    assert why(state, Interdict(("2015", "2116", "2216", "2317"))) == ("13.1", "too-many-markers")
    events = play(state, Interdict(("2015", "2116", "2216")), dice=[1, 2, 5])
    assert [type(e) for e in events if isinstance(e, ArmyRolled | ProvisionalRolled)] == [
        ProvisionalRolled,
        ArmyRolled,
        ArmyRolled,
    ]
    assert (decision(state), state.turn) == ("soviet-move", 1)
    assert [state.world.hex_ids[h] for h in state.air] == ["2015", "2116", "2216"]


@pytest.mark.rule("5.0a", "13.2a", "13.2b")
def test_the_first_markers_keep_to_the_first_forty_columns() -> None:
    state = deployed()
    play(state, Done())
    assert why(state, Interdict(("4115",))) == ("13.2b", "beyond-air-limit")
    assert allowed(state, Interdict(("4015",)))
    assert allowed(state, Interdict(()))


@pytest.mark.rule("S2-4", "S2-3", "5.0a")
def test_no_german_unit_starts_on_the_map() -> None:
    state = deployed()
    play(state, Done(), Interdict(()), dice=[1, 1, 1])
    germans = [i for i in range(len(state.units)) if state.side(i) == GERMAN]
    assert len(germans) == 61
    assert {place(state, state.name(i)) for i in germans} == {"not-due"}
    assert not any("untried" in flags(state, state.name(i)) for i in germans)


@pytest.mark.rule("7.1e")
def test_the_stacking_limit_binds_at_the_end_of_the_first_movement_phase() -> None:
    """The 24th Army is free to move; if it does not, the player must remove three divisions."""
    given = {f"S-{i}": UnitPosition("", "4015", f"SR0{i}", army="24th Army") for i in range(1, 7)}
    units: dict[str, Words] = {**given, "SL-rakutin": "4015"}
    idle = arrange(units, phase="soviet-move", turn=1)
    play(idle, Done())
    assert decision(idle) == "remove"
    play(idle, Remove("S-1"), Remove("S-2"))
    assert decision(idle) == "remove"
    play(idle, Remove("S-3"))
    assert decision(idle) != "remove"
    moved = arrange(units, phase="soviet-move", turn=1)
    play(moved, *(Move((f"S-{i}",), ("4014",)) for i in (1, 2, 3)), Done())
    assert decision(moved) != "remove"
