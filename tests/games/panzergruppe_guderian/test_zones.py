"""8.0 Zones of control."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import Moved
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    GiveGround,
    Move,
    Overrun,
    Retreat,
)
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from campagna.games.panzergruppe_guderian.rules.zones import blocked, zone
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.world import GERMAN, SOVIET
from tests.games.panzergruppe_guderian.lay import (
    allowed,
    arrange,
    only,
    place,
    play,
    points_left,
    why,
)

AROUND_2410 = {"2409", "2510", "2511", "2411", "2311", "2310"}


def zone_of(state: State, side: int) -> set[str]:
    mask = zone(state, side)
    return {state.world.hex_ids[h] for h in range(state.world.size) if mask[h]}


# --- what exerts a zone -----------------------------------------------------------------------------


@pytest.mark.rule("8.GEN", "8.11")
def test_a_zone_is_the_six_hexes_around_a_unit() -> None:
    state = arrange({"G-6Inf": "2410", "S-1": "3009 SR17"})
    assert zone_of(state, GERMAN) == AROUND_2410
    assert zone_of(state, SOVIET) == {"3008", "3109", "3110", "3010", "2910", "2909"}


@pytest.mark.rule("8.GEN")
def test_at_the_edge_of_the_map_a_zone_is_what_the_map_leaves_of_it() -> None:
    state = arrange({"G-6Inf": "0120"})
    assert zone_of(state, GERMAN) == {"0119", "0219", "0220", "0121"}


@pytest.mark.rule("8.11", "10.22", "12.3b")
@pytest.mark.parametrize(
    "units",
    [
        {"S-1": "2410 SR17"},
        {"S-1": "2410 SR69 untried"},
        {"S-1": "2410 SR72"},
        {"SL-konev": "2410"},
        {"S-1": "2410 SR17", "S-2": "2410 SR18 disrupted"},
    ],
    ids=["division", "untried 0-0-6", "0-1-6", "leader", "one of two disrupted"],
)
def test_every_unit_exerts_a_zone(units: dict[str, str]) -> None:
    assert zone_of(arrange(units), SOVIET) == AROUND_2410


@pytest.mark.rule("8.11", "6.62")
def test_a_disrupted_unit_exerts_none() -> None:
    assert zone_of(arrange({"S-1": "2410 SR17 disrupted"}), SOVIET) == set()
    both = {"G-Lehr": "2410 disrupted", "G-GD": "2410 disrupted"}
    assert zone_of(arrange(both, phase="soviet-move"), GERMAN) == set()


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("phase", ["soviet-move", "soviet-combat", "german-move", "german-combat"])
def test_zones_hold_in_every_phase(phase: str) -> None:
    state = arrange({"G-6Inf": "2410", "S-1": "2510 SR17"}, phase=phase)
    assert zone_of(state, GERMAN) == AROUND_2410
    assert "2410" in zone_of(state, SOVIET)


@pytest.mark.rule("8.11", "11.35")
def test_a_unit_without_supply_exerts_its_zone() -> None:
    state = arrange({"G-6Inf": "2410", "S-1": "2510 SR17"}, phase="soviet-move")
    assert not in_supply(state, state.find("S-1"))
    assert "2410" in zone_of(state, SOVIET)


@pytest.mark.rule("8.17")
def test_zones_cross_rivers() -> None:
    """Around 2216 the river runs in front of 2217 and 2117."""
    assert zone_of(arrange({"G-6Inf": "2216"}), GERMAN) >= {"2217", "2117"}
    state = arrange({"G-6Inf": "2216", "S-1": "2119 SR17", "SL-lukin": "2119"}, phase="soviet-move")
    assert why(state, Move(("S-1",), ("2118", "2117", "2016"))) == ("6.22a", "zone-stop")


@pytest.mark.rule("8.17")
def test_zones_do_not_cross_lake_hexsides() -> None:
    """1403 has lake hexsides towards 1402 and 1503."""
    zone_1403 = zone_of(arrange({"G-6Inf": "1403"}), GERMAN)
    assert zone_1403 == {"1504", "1404", "1304", "1303"}


@pytest.mark.rule("8.16")
def test_zones_are_mutual() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410 SR17"})
    assert "2411" in zone_of(state, SOVIET)
    assert "2410" in zone_of(state, GERMAN)


# --- what a zone does -------------------------------------------------------------------------------


@pytest.mark.rule("8.12", "8.18")
def test_entering_a_zone_costs_nothing_more_however_many_exert_it() -> None:
    plain = arrange({"G-Lehr": "2412"})
    once = arrange({"G-Lehr": "2412", "S-1": "2410 SR17"})
    thrice = arrange({"G-Lehr": "2412", "S-1": "2410 SR17", "S-2": "2511 SR18", "S-3": "2311 SR19"})
    for state in (plain, once, thrice):
        assert only(play(state, Move(("G-Lehr",), ("2411",))), Moved).cost == 2
        assert points_left(state, "G-Lehr") == 9
    assert allowed(thrice, Overrun(("G-Lehr",), "2410"))


@pytest.mark.rule("8.13", "6.22b")
def test_a_unit_leaves_a_zone_only_by_combat_or_overrun() -> None:
    units = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2406"}
    move = arrange(units)
    assert why(move, Move(("G-6Inf",), ("2412",))) == ("6.22b", "zone-locked")
    # 9 against 8 is 1-1, on a 1 D1: the Soviets leave by retreat, the Germans by advance.
    combat = arrange(units, phase="german-combat")
    play(combat, Attack(("G-6Inf",), ("2410",)), dice=[1])
    play(combat, GiveGround(), Retreat("S-1", ("2409",)), Advance("G-6Inf", ("2410",)))
    assert (place(combat, "S-1"), place(combat, "G-6Inf")) == ("2409", "2410")


@pytest.mark.rule("8.14")
def test_friendly_zones_do_not_stop_friendly_units() -> None:
    state = arrange({"G-Lehr": "2412", "G-6Inf": "2410", "G-26Inf": "2511"})
    assert allowed(state, Move(("G-Lehr",), ("2411", "2311", "2310", "2209")))


@pytest.mark.rule("8.14", "8.15")
def test_a_friendly_zone_takes_nothing_from_an_enemy_zone() -> None:
    """2409 lies in the zones of both sides: the German unit stops there all the same."""
    units = {"G-Lehr": "2411", "G-GD": "2310", "S-1": "2408 SR17"}
    state = arrange(units)
    assert {"2409"} <= zone_of(state, GERMAN) & zone_of(state, SOVIET)
    assert why(state, Move(("G-Lehr",), ("2410", "2409", "2510"))) == ("6.22a", "zone-stop")
    assert state.world.hex_index["2409"] in blocked_hexes(state, GERMAN)


def blocked_hexes(state: State, side: int) -> set[int]:
    return {h for h, shut in enumerate(blocked(state, side)) if shut}


@pytest.mark.rule("8.15")
def test_a_friendly_unit_does_not_open_an_enemy_zone_to_movement() -> None:
    units = {"G-Lehr": "2411", "G-GD": "2409", "S-1": "2408 SR17"}
    state = arrange(units)
    assert why(state, Move(("G-Lehr",), ("2410", "2409", "2309"))) == ("6.22a", "zone-stop")


@pytest.mark.rule("8.15", "11.21b")
def test_a_friendly_unit_opens_an_enemy_zone_to_supply() -> None:
    """2411 is ringed by the zones of 2410 and 2412; a regiment in 2512 lets the line through."""
    ring = {"G-Lehr": "2411", "S-1": "2410 SR17", "S-2": "2412 SR18"}
    alone = arrange(ring)
    assert not in_supply(alone, alone.find("G-Lehr"))
    opened = arrange({**ring, "G-GD": "2512"})
    assert in_supply(opened, opened.find("G-Lehr"))
    # The zone of a friendly unit two hexes away opens nothing.
    beyond = arrange({**ring, "G-GD": "2612"})
    assert "2512" in zone_of(beyond, GERMAN)
    assert not in_supply(beyond, beyond.find("G-Lehr"))


@pytest.mark.rule("8.15", "10.35a")
def test_a_friendly_unit_opens_an_enemy_zone_to_command() -> None:
    """Lukin in 2411, radius 3, ringed by Germans in 2410 and 2412."""
    ring = {"SL-lukin": "2411", "S-1": "2514 SR17", "G-6Inf": "2410", "G-26Inf": "2412"}
    target = "2514"
    alone = arrange(ring, phase="soviet-move")
    assert not commanded_hexes(alone)[alone.world.hex_index[target]]
    helped = arrange({**ring, "S-2": "2512 SR18", "S-3": "2513 SR19"}, phase="soviet-move")
    assert commanded_hexes(helped)[helped.world.hex_index[target]]


@pytest.mark.rule("8.15", "9.71b")
def test_a_friendly_unit_opens_an_enemy_zone_to_retreats() -> None:
    """The division in 2410 is ringed by Germans in 2411 and 2409; 9 against 4 is 2-1, a 2 is D1."""
    ring = {"S-1": "2410 SR34", "G-6Inf": "2411", "G-26Inf": "2409"}
    alone = arrange(ring, phase="german-combat")
    play(alone, Attack(("G-6Inf",), ("2410",)), dice=[2])
    play(alone, GiveGround())
    assert place(alone, "S-1") == "dead"
    helped = arrange({**ring, "S-2": "2510 SR18"}, phase="german-combat")
    play(helped, Attack(("G-6Inf",), ("2410",)), dice=[2])
    play(helped, GiveGround())
    assert place(helped, "S-1") == "2510"
