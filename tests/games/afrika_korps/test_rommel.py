"""22 Rommel."""

from __future__ import annotations

import pytest

from campagna.core.offers import Pick
from campagna.games.afrika_korps.events import RommelDisplaced
from campagna.games.afrika_korps.orders import (
    Attack,
    Capture,
    Done,
    Embark,
    Move,
    PlaceRommel,
    RollSupply,
)
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    at,
    decider,
    decision,
    end_turn,
    events_of,
    go,
    lay,
    only,
    phase,
    place,
    play,
    why,
)

BOTH = ("DE-ROMMEL", "DE-21-5")


def east(start: int, count: int) -> tuple[str, ...]:
    return tuple(f"R{n}" for n in range(start + 1, start + count + 1))


POCKET = {"Q38": "SA-1-1", "P40": "SA-1-2", "S43": "SA-1-3", "T41": "SA-1-5"}
"""Their zones shut in R40 and R41, which lie in none."""


# --- 22.1 -------------------------------------------------------------------------------------------


@pytest.mark.rule("22.1a")
def test_two_hexes_with_rommel_give_two_factors() -> None:
    state = lay(R30="DE-21-5 DE-ROMMEL")
    assert allowed(state, Move(BOTH, east(30, 12)))
    assert not allowed(state, Move(BOTH, east(30, 13)))
    assert not allowed(state, Move(("DE-21-5",), east(30, 11)))


@pytest.mark.rule("22.1a")
def test_one_hex_with_rommel_gives_one() -> None:
    """A10."""
    state = lay(R30="DE-21-5 DE-ROMMEL")
    play(state, Move(BOTH, ("R31",)))
    assert allowed(state, Move(("DE-21-5",), east(31, 10)))
    assert not allowed(state, Move(("DE-21-5",), east(31, 11)))


@pytest.mark.rule("22.1a")
@pytest.mark.parametrize("first", ["DE-ROMMEL", "DE-21-5"])
def test_it_does_not_matter_who_goes_first(first: str) -> None:
    """A10: the shared steps count, before or after."""
    state = lay(R30="DE-21-5 DE-ROMMEL")
    other = BOTH[1] if first == BOTH[0] else BOTH[0]
    play(state, Move((first,), ("R31", "R32")), Move((other,), ("R31", "R32")))
    play(state, Move(("DE-21-5",), east(32, 10)))
    assert place(state, "DE-21-5") == "R42"


@pytest.mark.rule("22.1a")
def test_the_two_hexes_must_be_in_a_row() -> None:
    """One step together, one apart, one together again: a run of one."""
    state = lay(R30="DE-21-5 DE-ROMMEL")
    play(state, Move(BOTH, ("R31",)))
    play(state, go("DE-ROMMEL", "Q31 R32"), go("DE-21-5", "R32"))
    play(state, Move(BOTH, ("R33",)))
    assert allowed(state, Move(("DE-21-5",), east(33, 8)))
    assert not allowed(state, Move(("DE-21-5",), east(33, 9)))


@pytest.mark.rule("22.1a")
def test_the_other_way_round_is_not_together() -> None:
    state = lay(R30="DE-21-5", R32="DE-ROMMEL")
    play(state, go("DE-ROMMEL", "R31 R30"))
    assert not allowed(state, Move(("DE-21-5",), east(30, 11)))


@pytest.mark.rule("22.1b")
def test_many_units_once_each_supplies_too() -> None:
    units = ("DE-ROMMEL", "DE-21-5", "DE-15-8", "IT-SAVONA", "DE-SUP-1")
    state = lay(R30=" ".join(units))
    play(state, Move(units, east(30, 6)))
    assert not allowed(state, Move(("IT-SAVONA",), east(36, 1))), "4 and 2"
    rest = ("DE-ROMMEL", "DE-21-5", "DE-15-8", "DE-SUP-1")
    play(state, Move(rest, east(36, 6)))
    assert not allowed(state, Move(("DE-21-5",), east(42, 1))), "no second bonus"


@pytest.mark.rule("22.1a", "17.1")
def test_the_bonus_adds_to_the_road() -> None:
    road = "W7 W8 W9 W10 W11 V11 U11 T10 S9 R9 Q8 P7 O6 N5 M4 L3 K3"
    way = tuple(road.split())
    state = lay(far=False, W6="IT-SAVONA DE-ROMMEL", N40="AU-7-1", X40="IT-PAVIA")
    pair = ("DE-ROMMEL", "IT-SAVONA")
    assert allowed(state, Move(pair, way[:16]))
    assert not allowed(state, Move(pair, way))


# --- 22.2, 22.3 -------------------------------------------------------------------------------------


@pytest.mark.rule("22.2")
def test_he_does_not_count_for_stacking() -> None:
    state = lay(R40="IT-SAVONA IT-PAVIA IT-TRENTO DE-ROMMEL")
    assert allowed(state, Done())


@pytest.mark.rule("22.3")
def test_he_captures_nothing_and_blocks_nobody() -> None:
    state = lay(R40="DE-ROMMEL", R43="AL-SUP-1", U48="UK-7-4")
    assert not allowed(state, go("DE-ROMMEL", "R41 R42 R43"))
    state = lay(phase="combat", H25="DE-ROMMEL", G25="AL-SUP-1", U48="UK-7-4")
    assert not allowed(state, Capture("DE-ROMMEL", "AL-SUP-1"))
    state = lay("allied", R40="UK-7-4", R42="DE-ROMMEL", U48="IT-SAVONA")
    assert allowed(state, go("UK-7-4", "R41 R42 R43 R44"))


# --- 22.4 -------------------------------------------------------------------------------------------


@pytest.mark.rule("22.4a")
def test_he_cannot_be_attacked() -> None:
    state = lay("allied", "combat", R41="UK-7-4 AL-SUP-1", R40="DE-ROMMEL IT-SAVONA")
    both = Attack(("UK-7-4",), ("IT-SAVONA", "DE-ROMMEL"), ("AL-SUP-1",))
    assert why(state, both)[1] == "no-combat-unit"
    play(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert place(state, "DE-ROMMEL") == "W10", "with the nearest Axis unit"


@pytest.mark.rule("22.4b", "22.3")
def test_a_passing_enemy_drives_him_to_the_nearest_unit() -> None:
    state = lay("allied", R40="UK-7-4", R43="DE-ROMMEL", R47="IT-SAVONA", T30="IT-PAVIA")
    events = play(state, go("UK-7-4", "R41 R42"))
    moved = only(events, RommelDisplaced)
    assert (moved.hex, moved.to) == ("R43", "R47")


@pytest.mark.rule("22.4b")
def test_his_escort_protects_him() -> None:
    state = lay("allied", R40="UK-7-4", R43="DE-ROMMEL IT-SAVONA")
    events = play(state, go("UK-7-4", "R41 R42"))
    assert not events_of(events, RommelDisplaced)


@pytest.mark.rule("22.4b")
def test_left_alone_in_a_zone_he_goes() -> None:
    state = lay(R41="DE-ROMMEL DE-21-5", R40="UK-7-4", R44="IT-SAVONA")
    play(state, go("DE-21-5", "R42 R43"))
    assert place(state, "DE-ROMMEL") == "R43"


@pytest.mark.rule("22.4c")
def test_shut_in_alone_he_gets_out_at_the_end_of_the_turn() -> None:
    state = lay(R40="DE-ROMMEL", R47="IT-SAVONA DE-SUP-1", **POCKET)
    events = end_turn(state)
    assert only(events, RommelDisplaced).to == "R47"


@pytest.mark.rule("22.4c")
def test_with_a_supply_in_the_pocket_he_is_not_isolated() -> None:
    state = lay(R40="DE-ROMMEL", R41="DE-SUP-1", R47="IT-SAVONA", **POCKET)
    end_turn(state)
    assert place(state, "DE-ROMMEL") == "R40"


@pytest.mark.rule("22.4d")
def test_shut_in_with_a_unit_he_stays() -> None:
    state = lay(R40="DE-ROMMEL", R41="DE-15-33", R47="IT-SAVONA DE-SUP-1", **POCKET)
    end_turn(state)
    assert place(state, "DE-ROMMEL") == "R40"


@pytest.mark.rule("22.4.1")
def test_he_does_not_walk_alone_into_a_zone() -> None:
    state = lay(R43="DE-ROMMEL DE-21-5", R40="UK-7-4")
    assert why(state, go("DE-ROMMEL", "R42 R41")) == ("22.4.1", "rommel-alone-in-zone")
    assert allowed(state, Move(BOTH, ("R42", "R41")))
    play(state, go("DE-21-5", "R42 R41"))
    assert allowed(state, go("DE-ROMMEL", "R42 R41")), "his unit is there"


@pytest.mark.rule("22.4.2a")
def test_the_nearest_is_counted_over_open_ground() -> None:
    """Savona is four hexes off through the zone of 7/7 and six around it; Pavia is five."""
    state = lay(
        "allied", R38="UK-7-4", R41="DE-ROMMEL", R45="IT-SAVONA", R43="UK-7-7", M41="IT-PAVIA"
    )
    events = play(state, go("UK-7-4", "R39 R40"))
    assert only(events, RommelDisplaced).to == "M41"


@pytest.mark.rule("22.4.2a")
def test_zones_are_crossed_where_there_is_no_other_way() -> None:
    state = lay(R40="DE-ROMMEL", R47="IT-SAVONA DE-SUP-1", **POCKET)
    end_turn(state)
    assert place(state, "DE-ROMMEL") == "R47"


@pytest.mark.rule("22.4.2b")
def test_on_a_tie_the_axis_chooses() -> None:
    state = lay("allied", R38="UK-7-4", R41="DE-ROMMEL", R45="IT-SAVONA", V45="IT-PAVIA")
    play(state, go("UK-7-4", "R39 R40"))
    assert (decision(state), decider(state)) == ("place-rommel", "axis")
    assert why(state, PlaceRommel("W10")) == ("22.4.2b", "not-nearest")
    play(state, PlaceRommel("V45"))
    assert at(state, "V45") == {"IT-PAVIA", "DE-ROMMEL"}
    assert (decision(state), decider(state)) == ("movement", "allied")


@pytest.mark.rule("22.4.2b", "22.4b")
def test_the_axis_chooses_before_the_battle_goes_on() -> None:
    """His escort is lost in a battle: he is asked for while the battle still waits."""
    state = lay(
        "allied",
        "combat",
        R40="UK-7-4 AL-SUP-1",
        R41="DE-ROMMEL IT-PAVIA",
        R45="IT-SAVONA",
        V45="IT-BRESCIA",
    )
    play(state, Attack(("UK-7-4",), ("IT-PAVIA",), ("AL-SUP-1",)), dice=[1])
    assert (decision(state), decider(state)) == ("place-rommel", "axis")
    play(state, PlaceRommel("V45"))
    assert at(state, "V45") == {"IT-BRESCIA", "DE-ROMMEL"}


# --- 22.5 -------------------------------------------------------------------------------------------


@pytest.mark.rule("22.5", "4.3b")
def test_he_holds_a_port() -> None:
    state = lay(phase="supply", W3="DE-ROMMEL")
    assert allowed(state, RollSupply())
    state = lay(phase="supply", W3="DE-ROMMEL", W4="AU-7-1")
    assert phase(state) == "supply"
    assert not allowed(state, RollSupply())


@pytest.mark.rule("22.5", "4.2a")
def test_he_does_not_save_the_axis() -> None:
    state = lay(
        "allied",
        "combat",
        far=False,
        R41="UK-7-4 AL-SUP-1",
        R40="IT-SAVONA",
        U44="DE-ROMMEL DE-SUP-1",
    )
    play(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert (decision(state), state.level) == ("over", "allied_elimination")


@pytest.mark.rule("22.4b")
def test_passing_by_is_enough_to_drive_him_off() -> None:
    state = lay("allied", R38="UK-7-4", Q41="DE-ROMMEL", M41="IT-SAVONA")
    play(state, go("UK-7-4", "R39 R40 R41 R42 R43 R44"))
    assert place(state, "DE-ROMMEL") == "M41"


@pytest.mark.rule("22.4a", "23.4.2")
def test_too_long_at_sea_rommel_is_put_ashore() -> None:
    """A37: he cannot be lost; Bologna stands nearer to W3 than 21/5 does to Tobruch."""
    state = lay(W6="IT-BOLOGNA DE-SUP-1", R40="DE-21-5", sea="DE-ROMMEL", far=False, K63="UK-51-2")
    events = end_turn(state)
    moved = only(events, RommelDisplaced)
    assert (moved.hex, moved.to) == ("sea", "W6")
    assert place(state, "DE-ROMMEL") == "W6"


@pytest.mark.rule("22.4a", "23.4.2", "22.4.2b")
def test_of_units_equally_near_the_axis_chooses() -> None:
    state = lay(W4="IT-BOLOGNA", V3="DE-21-5 DE-SUP-1", sea="DE-ROMMEL", far=False, K63="UK-51-2")
    end_turn(state)
    assert (decision(state), decider(state)) == ("place-rommel", "axis")
    play(state, PlaceRommel("V3"))
    assert place(state, "DE-ROMMEL") == "V3"


# --- 22.4d: in a pocket -----------------------------------------------------------------------------------

LEAVE = Embark(("DE-ROMMEL",))


@pytest.mark.rule("22.4d")
@pytest.mark.parametrize(
    "places", [{"G25": "DE-ROMMEL IT-SAVONA"}, {"G25": "DE-ROMMEL", "G24": "IT-SAVONA"}]
)
def test_shut_in_with_a_unit_rommel_does_not_leave_by_sea(places: dict[str, str]) -> None:
    state = lay(H25="UK-7-4", **places)
    assert why(state, LEAVE) == ("22.4d", "rommel-shut-in")
    assert "DE-ROMMEL" not in embarking(state)


@pytest.mark.rule("22.4d", "23.6")
@pytest.mark.parametrize(
    "places",
    [
        {"G25": "DE-ROMMEL IT-SAVONA DE-SUP-1", "H25": "UK-7-4"},
        {"G25": "DE-ROMMEL IT-SAVONA", "W3": "DE-SUP-1"},
        {"G25": "DE-ROMMEL", "H25": "UK-7-4"},
    ],
    ids=["supplied", "not shut in", "alone"],
)
def test_otherwise_rommel_may_embark(places: dict[str, str]) -> None:
    state = lay(**places)
    assert allowed(state, LEAVE)
    assert "DE-ROMMEL" in embarking(state)


@pytest.mark.rule("22.4d")
def test_up_to_edition_3_rommel_could_leave_the_pocket() -> None:
    state = lay(H25="UK-7-4", G25="DE-ROMMEL IT-SAVONA", options={"edition": "3"})
    assert allowed(state, LEAVE)


def embarking(state: State) -> set[object]:
    """The units that are offered to embark."""
    return {
        u
        for o in GAME.offers(state)
        if isinstance(o, Pick) and o.order == "embark"
        for u in o.options
    }
