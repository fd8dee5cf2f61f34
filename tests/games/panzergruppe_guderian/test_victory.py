"""15.0 Victory."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import Captured, Occupied, Recaptured
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    RailMove,
    Retreat,
)
from campagna.games.panzergruppe_guderian.rules.victory import (
    german_points,
    soviet_points,
    victory_level,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    arrange,
    decision,
    events_of,
    only,
    play,
    take_losses,
)

POINTS = {
    "0412 0513": 10,  # Vitebsk
    "0420": 5,  # Orsha
    "0424 0525": 5,  # Mogilev
    "2216 2217": 25,  # Smolensk
    "2626": 10,  # Roslavl
    "3122": 10,  # Yelnya
    "3901": 5,  # Rzhev
    "4607": 5,  # Gzhatsk
    "4015": 15,  # Vyazma
    "5921": 20,  # Kaluga
    "5907": 20,
    "5915": 20,
}


def control(state: State) -> set[str]:
    return {
        state.world.hex_ids[h] for h, bit in state.world.prize_bit.items() if state.control & bit
    }


# --- 15.11: what the German holds -------------------------------------------------------------------


@pytest.mark.rule("15.11a", "15.11d")
@pytest.mark.parametrize("hexes", POINTS)
def test_each_place_is_worth_its_points(hexes: str) -> None:
    state = arrange(german_hexes=tuple(hexes.split()))
    assert german_points(state) == POINTS[hexes]


@pytest.mark.rule("15.11d")
def test_twelve_places_are_worth_150_points() -> None:
    everything = tuple(h for hexes in POINTS for h in hexes.split())
    assert len(POINTS) == 12
    assert german_points(arrange(german_hexes=everything)) == 150
    assert german_points(arrange()) == 0


@pytest.mark.rule("15.11b")
@pytest.mark.parametrize("hexes", [h for h in POINTS if " " in h])
def test_a_city_of_two_hexes_must_be_held_whole(hexes: str) -> None:
    for half in hexes.split():
        assert german_points(arrange(german_hexes=(half,))) == 0


@pytest.mark.rule("15.11b")
def test_the_last_to_pass_a_unit_through_a_hex_controls_it() -> None:
    """A regiment drives through both hexes of Vitebsk and on; a division takes one of them back."""
    state = arrange({"G-Lehr": "0411", "S-1": "0616 SR17", "SL-konev": "0616"})
    events = play(state, Move(("G-Lehr",), ("0412", "0513", "0514")))
    assert [(e.place, e.hex, e.side) for e in events_of(events, Captured)] == [
        ("Vitebsk", "0412", "german"),
        ("Vitebsk", "0513", "german"),
    ]
    assert german_points(state) == 10
    soviet = arrange(
        {"S-1": "0512 SR17", "SL-konev": "0512"},
        phase="soviet-move",
        german_hexes=("0412", "0513"),
    )
    events = play(soviet, Move(("S-1",), ("0412", "0411")))
    assert only(events, Captured).side == "soviet"
    assert (control(soviet), german_points(soviet)) == ({"0513"}, 0)


@pytest.mark.rule("15.11b")
def test_any_unit_takes_control_a_leader_too_and_by_rail_too() -> None:
    held = ("2626", "4015")
    units = {"SL-konev": "2526", "S-1": "4115 SR17"}
    state = arrange(units, phase="soviet-move", german_hexes=held)
    play(state, Move(("SL-konev",), ("2626", "2625")))
    assert control(state) == {"4015"}
    play(state, RailMove("S-1", ("4015", "3916")))
    assert control(state) == set()


@pytest.mark.rule("15.11b")
def test_passing_one_s_own_hex_captures_nothing() -> None:
    state = arrange({"G-Lehr": "2525"}, german_hexes=("2626",))
    assert not events_of(play(state, Move(("G-Lehr",), ("2526", "2626"))), Captured)


@pytest.mark.rule("15.11b", "9.81")
def test_an_advance_after_combat_takes_control() -> None:
    """9 against 1 x 2 is 4-1, on a 1 D2: the division in Roslavl is lost."""
    state = arrange({"G-6Inf": "2526", "S-1": "2626 SR64"}, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2626",)), dice=[1])
    take_losses(state)
    events = play(state, Advance("G-6Inf", ("2626",)))
    assert only(events, Captured).place == "Roslavl"
    assert german_points(state) == 10


@pytest.mark.rule("15.11b", "6.51e")
def test_an_overrun_takes_control_of_the_hex_it_enters() -> None:
    """4 against 1 x 2 is 2-1, on a 1 D2."""
    state = arrange({"G-6Inf": "2526", "S-1": "2626 SR64"})
    events = play(state, Overrun(("G-6Inf",), "2626"), dice=[1]) + take_losses(state)
    assert only(events, Occupied).hex == "2626"
    assert only(events, Captured).place == "Roslavl"


@pytest.mark.rule("15.11b", "9.72a")
def test_a_retreat_takes_control_of_the_hexes_it_passes() -> None:
    """A German stack driven into Roslavl holds it. 9 and 5 against 9 is 1-1, on a 1 D1."""
    units = {"G-6Inf": "2526", "S-1": "2425 SR31", "SL-konev": "2425"}
    state = arrange(units, phase="soviet-combat")
    play(state, Attack(("S-1", "SL-konev"), ("2526",)), dice=[1])
    play(state, GiveGround())
    events = play(state, Retreat("G-6Inf", ("2626",)))
    assert only(events, Captured).side == "german"


RING = {"S-1": "0419 SR17", "S-2": "0421 SR18"}
"""Around Orsha (0420) every hex is held by these two or lies in their zones."""


@pytest.mark.rule("15.11c")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({}, 5),
        (RING, 0),
        ({"S-1": "0419 SR17"}, 5),
        ({**RING, "S-1": "0419 SR17 disrupted"}, 5),
        ({**RING, "G-6Inf": "0320"}, 5),
        ({**RING, "G-6Inf": "0520"}, 5),
        ({**RING, "G-6Inf": "0420"}, 0),
    ],
    ids=[
        "nobody near",
        "ringed",
        "in one zone only",
        "one of the ring disrupted",
        "a friend opens a zone",
        "another friend, the long way round",
        "a friend in the city itself",
    ],
)
def test_a_line_must_lead_from_the_city_to_the_west_edge(
    units: dict[str, str], points: int
) -> None:
    assert german_points(arrange(units, german_hexes=("0420",))) == points


@pytest.mark.rule("15.11c")
def test_the_line_has_any_length_and_minds_neither_markers_nor_rivers() -> None:
    """From 5915 to the west edge; a Soviet marker in the way is no obstacle (AMB-52)."""
    assert german_points(arrange(german_hexes=("5915",))) == 20
    wall = {"S-1": "5809 SR01", "S-2": "5806 SR02"}
    assert german_points(arrange(wall, german_hexes=("5907",))) == 0
    only_way = {**wall, "G-6Inf": "5807"}
    state = arrange(only_way, german_hexes=("5907",), soviet_marker="5807")
    assert german_points(state) == 20


@pytest.mark.rule("15.11c")
def test_the_line_does_not_end_before_the_west_edge() -> None:
    """Nine divisions around Mogilev leave the city free ground, but no way out of their ring."""
    cage = ("0321", "0223", "0225", "0327", "0528", "0626", "0624", "0622", "0521")
    units = {f"S-{i + 1}": f"{h} SR{i + 1:02d}" for i, h in enumerate(cage)}
    held = ("0424", "0525")
    assert german_points(arrange(units, german_hexes=held)) == 0
    broken = {k: v for k, v in units.items() if k not in ("S-8", "S-9")}
    assert german_points(arrange(broken, german_hexes=held)) == 5


@pytest.mark.rule("15.11e", "14.23")
def test_the_south_western_front_is_added() -> None:
    assert german_points(arrange(german_hexes=("0420",), front_total=7)) == 5 + 5 + 4


# --- 15.12: what the Soviets score ------------------------------------------------------------------


@pytest.mark.rule("15.12a")
@pytest.mark.parametrize(
    ("dead", "points"),
    [
        (("G-14Mot-IR11", "G-14Mot-IR53"), 5),
        (("G-14Mot-IR11",), 0),
        (("G-1Cav",), 0),
        (("G-Lehr", "G-GD"), 0),
        (("G-6Inf",), 5),
        (("G-7Pz-PzR25", "G-7Pz-SR6"), 0),
        (("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7"), 5),
        (("G-DasReich-2", "G-DasReich-3", "G-DasReich-4"), 5),
        (("G-6Inf", "G-26Inf", "G-20Mot-IR76", "G-20Mot-IR90"), 15),
    ],
)
def test_five_points_for_a_whole_division(dead: tuple[str, ...], points: int) -> None:
    """T43: the 14th Motorised is worth 5, the cavalry and single regiments nothing."""
    assert soviet_points(arrange(dict.fromkeys(dead, "dead"))) == points


@pytest.mark.rule("15.12a")
def test_a_division_that_waits_or_fights_on_with_one_step_is_worth_nothing() -> None:
    off_map = UnitPosition("", "waiting", entry="B")
    state = arrange({"G-6Inf": "2411 step3", "G-26Inf": off_map})
    assert soviet_points(state) == 0


def german_turn_ends(units: dict[str, Words], *held: str) -> State:
    """The German player-turn is over: the Soviet movement phase of turn 6 begins."""
    state = arrange(units, phase="german-interdict", german_hexes=held)
    play(state, Done(), dice=[6])
    return state


def soviet_turn_ends(state: State) -> list[Event]:
    events: list[Event] = []
    while decision(state) != "german-move":
        events += play(state, Done())
    return events


@pytest.mark.rule("15.12b", "15.12c", "15.12d")
def test_two_points_for_a_city_taken_back() -> None:
    state = german_turn_ends({"S-1": "2527 SR17", "SL-konev": "2527"}, "2626")
    play(state, Move(("S-1",), ("2526", "2626")))
    assert soviet_points(state) == 0, "only the end of the player-turn counts"
    assert only(soviet_turn_ends(state), Recaptured).points == 2
    assert (soviet_points(state), german_points(state)) == (2, 0)


@pytest.mark.rule("15.12d", "15.12b")
def test_the_same_city_scores_every_time() -> None:
    units: dict[str, Words] = {"S-1": "2527 SR17", "SL-konev": "2530", "G-Lehr": "2624"}
    state = german_turn_ends(units, "2626")
    play(state, Move(("S-1",), ("2626", "2526", "2426")))
    assert only(soviet_turn_ends(state), Recaptured).place == "Roslavl"
    play(state, Move(("G-Lehr",), ("2625", "2626", "2625", "2624")))
    while decision(state) != "soviet-move":
        play(state, Done(), dice=[6] if decision(state) == "german-interdict" else [])
    play(state, Move(("S-1",), ("2526", "2626")))
    assert only(soviet_turn_ends(state), Recaptured).place == "Roslavl"
    assert soviet_points(state) == 4


@pytest.mark.rule("15.12d")
def test_all_hexes_of_the_city_must_be_taken_back() -> None:
    state = german_turn_ends({"S-1": "2316 SR17", "SL-lukin": "2316"}, "2216", "2217")
    play(state, Move(("S-1",), ("2216",)))
    assert not events_of(soviet_turn_ends(state), Recaptured)
    whole = german_turn_ends({"S-1": "2215 SR17", "SL-lukin": "2215"}, "2216", "2217")
    play(whole, Move(("S-1",), ("2216", "2217")))
    assert only(soviet_turn_ends(whole), Recaptured).place == "Smolensk"


@pytest.mark.rule("15.12c")
def test_a_city_the_german_did_not_hold_whole_scores_nothing() -> None:
    state = german_turn_ends({"S-1": "2215 SR17", "SL-lukin": "2215"}, "2216")
    play(state, Move(("S-1",), ("2216", "2217")))
    assert control(state) == set()
    assert not events_of(soviet_turn_ends(state), Recaptured)


@pytest.mark.rule("15.12c")
def test_a_city_without_a_line_to_the_west_scores_nothing() -> None:
    ring: dict[str, Words] = {**RING, "SL-konev": "0421"}
    cut_off = german_turn_ends(ring, "0420")
    play(cut_off, Move(("S-1",), ("0420",)))
    assert control(cut_off) == set()
    assert not events_of(soviet_turn_ends(cut_off), Recaptured)
    open_: dict[str, Words] = {"S-1": "0419 SR17", "SL-konev": "0419"}
    connected = german_turn_ends(open_, "0420")
    play(connected, Move(("S-1",), ("0420",)))
    assert only(soviet_turn_ends(connected), Recaptured).place == "Orsha"


@pytest.mark.rule("15.12b")
def test_the_two_hexes_of_the_east_edge_are_no_cities() -> None:
    """The ruling AMB-26."""
    state = german_turn_ends({"S-1": "5807 SR17", "SL-konev": "5807"}, "5907")
    play(state, Move(("S-1",), ("5907",)))
    assert control(state) == set()
    assert not events_of(soviet_turn_ends(state), Recaptured)


# --- 15.2: the level --------------------------------------------------------------------------------


@pytest.mark.rule("15.2")
@pytest.mark.parametrize(
    ("net", "level"),
    [
        (-20, "soviet_decisive"),
        (0, "soviet_decisive"),
        (1, "soviet_strategic"),
        (25, "soviet_strategic"),
        (26, "soviet_marginal"),
        (49, "soviet_marginal"),
        (50, "german_marginal"),
        (79, "german_marginal"),
        (80, "german_strategic"),
        (124, "german_strategic"),
        (125, "german_decisive"),
        (165, "german_decisive"),
    ],
)
def test_levels_of_victory(net: int, level: str) -> None:
    assert victory_level(arrange(), net) == level


EIGHTY = ("2216", "2217", "5907", "5915", "4015")
"""Smolensk 25, the two hexes of the east edge 20 each, Vyazma 15."""


@pytest.mark.rule("15.2", "15.GEN", "15.11e", "15.12a")
def test_german_84_and_soviet_5_make_a_german_marginal_victory() -> None:
    """T44."""
    dead = dict.fromkeys(("G-14Mot-IR11", "G-14Mot-IR53"), "dead")
    state = arrange(dead, phase="over", turn=12, german_hexes=EIGHTY, front_total=4)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.points == {"german": 84, "soviet": 5, "net": 79}
    assert (outcome.winner, outcome.level) == ("german", "german_marginal")


@pytest.mark.rule("15.GEN")
def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(arrange(german_hexes=EIGHTY)) is None


@pytest.mark.rule("BAL-1", "15.2")
@pytest.mark.parametrize(
    ("hexes", "level", "winner", "by_option"),
    [
        (EIGHTY[:4], "german_marginal", "german", None),  # 65
        (EIGHTY, "german_strategic", "german", "german"),  # 80
        (EIGHTY[:2], "soviet_strategic", "soviet", "soviet"),  # 25
        (EIGHTY[:3], "soviet_marginal", "soviet", "soviet"),  # 45
        ((), "soviet_decisive", "soviet", "soviet"),
    ],
)
def test_a_german_marginal_victory_may_count_as_a_draw(
    hexes: tuple[str, ...], level: str, winner: str, by_option: str | None
) -> None:
    for option, expected in ((False, winner), (True, by_option)):
        options = {"german_marginal_is_draw": option}
        state = arrange(options=options, phase="over", german_hexes=hexes)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.level, outcome.winner) == (level, expected)
