"""The worked examples of the book, E9 to E19, on reconstructed positions: figures are lost."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import BattleRolled, Eliminated, Moved, SupplyRolled
from campagna.games.afrika_korps.orders import (
    Attack,
    Capture,
    Declare,
    Done,
    Embark,
    Land,
    LandSupply,
    Lose,
    Move,
    Retreat,
    RollSupply,
)
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    begin,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    only,
    path,
    place,
    play,
    refused,
    unit,
    until,
    why,
)

AXIS_SUPPLY, ALLIED_SUPPLY = ("DE-SUP-1",), ("AL-SUP-1",)


# --- E9: two supplies for one battle ------------------------------------------------------------------


@pytest.mark.rule("11.9", "14.1a", "14.1b", "14.2a", "9.5")
def test_e9_the_trapped_unit_goes_and_both_supplies_are_used() -> None:
    """R35 reaches only R39, U44 only S41: Savona's own zone bars the lines of 9A/20 (A6)."""
    state = lay(
        "allied",
        R40="IT-SAVONA",
        Q42="IT-BOLOGNA",
        S43="IT-PAVIA",
        R41="AU-9-20",
        R39="UK-1-2 UK-1-22",
        S41="UK-32",
        R35="AL-SUP-1",
        U44="AL-SUP-2",
    )
    ring, both = ("UK-1-2", "UK-1-22", "UK-32"), ("AL-SUP-1", "AL-SUP-2")
    assert refused(state, Declare(ring, ("IT-SAVONA",), both)).rule == "9.5"
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["AU-9-20"]
    assert why(state, Attack(ring, ("IT-SAVONA",), both[:1])) == ("14.6", "supply-not-named")
    assert why(state, Attack(ring, ("IT-SAVONA",), both[1:])) == ("14.6", "supply-not-named")
    events = play(state, Attack(ring, ("IT-SAVONA",), both), dice=[4])
    assert only(events, BattleRolled).odds == "5-1"
    play(state, Retreat("IT-SAVONA", path("Q40 P40")))
    end_turn(state)
    assert {place(state, s) for s in both} == {"pool"}


# --- E10: capture beside a battle ---------------------------------------------------------------------


@pytest.mark.rule("15.3.2.2a", "15.3.2.2b", "15.4.1")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (2, True), (3, False), (5, True), (6, True)])
def test_e10_the_supply_is_taken_whatever_the_die(die: int, lost: bool) -> None:
    state = lay("allied", "combat", R40="DE-15-8 DE-SUP-1", R41="SA-2-4", R39="UK-32")
    play(state, Capture("SA-2-4", "DE-SUP-1"))
    assert place(state, "DE-SUP-1") == "pool"
    assert place(state, "AL-CAP-1") == "R40"
    play(state, Done())
    assert not allowed(state, Attack(("UK-32", "SA-2-4"), ("DE-15-8",)))
    events = play(state, Attack(("UK-32",), ("DE-15-8",)), dice=[die])
    assert only(events, BattleRolled).odds == "1-4"
    assert (place(state, "UK-32") == "dead") == lost


@pytest.mark.rule("15.3.2.2b", "15.4.1", "14.1a")
def test_e10_at_one_to_two_another_supply_is_needed() -> None:
    places = {"R40": "DE-15-8 DE-SUP-1", "R41": "SA-2-4", "R39": "UK-32 UK-1ARM"}
    pair, target = ("UK-32", "UK-1ARM"), ("DE-15-8",)
    state = lay("allied", "combat", R36="AL-SUP-1", **places)
    play(state, Capture("SA-2-4", "DE-SUP-1"), Done())
    assert refused(state, Attack(pair, target, ("AL-CAP-1",))).rule.startswith("14.")
    events = play(state, Attack(pair, target, ALLIED_SUPPLY), dice=[1])
    assert only(events, BattleRolled).odds == "1-2"
    assert place(state, "DE-15-8") == "dead", "2SA/4 blocks the way back"


# --- E11, E12, E13: road and escarpment ----------------------------------------------------------------


@pytest.mark.rule("17.1", "17.2")
def test_e11_ten_road_hexes_and_six_factors() -> None:
    way = path("J43 I43 I44 I45 I46 J47 I47 I48 J49 K50 K51 K52 J52 J53 J54 J55")
    state = lay("allied", K43="AU-9-20")
    assert why(state, Move(("AU-9-20",), (*way, "J56"))) == ("5.2", "too-far")
    moved = only(play(state, Move(("AU-9-20",), way)), Moved)
    assert (moved.cost, moved.road) == (6, 10)


@pytest.mark.rule("18.4", "18.4.1", "18.4.2", "18.5")
@pytest.mark.parametrize(
    "way",
    [
        "G24 H24 H23",
        "G24 H24 H25",
        "I24 H24 I25",
        "G24 H24 I25 I26 J27 I27 I28 H28 H29 I30",
        "G22 H23 H24 H25 H26 H27",
        "G25 H26 I27 J27 J28",
    ],
)
def test_e12_legal_ways_over_the_escarpment(way: str) -> None:
    start, *rest = way.split()
    state = lay(**{start: "DE-21-5"})
    assert allowed(state, Move(("DE-21-5",), tuple(rest)))


@pytest.mark.rule("18.4.1", "18.5")
@pytest.mark.parametrize("way", ["G24 H24 H25 H26", "I24 H24 H25 H26", "G25 H26 I27 J28"])
def test_e12_illegal_ways_over_the_escarpment(way: str) -> None:
    start, *rest = way.split()
    state = lay(**{start: "DE-21-5"})
    assert why(state, Move(("DE-21-5",), tuple(rest))) == ("18.5", "second-crossing")
    assert allowed(state, Move(("DE-21-5",), tuple(rest[:-1])))


@pytest.mark.rule("17.3", "17.3.2a", "17.3.2b")
@pytest.mark.parametrize(
    ("way", "cost", "road"), [("I26 H26", 1, 2), ("I26 J27 I26 H26", 0, 4), ("I26 J27", 0, 2)]
)
def test_e13_changing_road_in_i26_costs_a_factor(way: str, cost: int, road: int) -> None:
    state = lay(I25="AU-9-20", side="allied")
    moved = only(play(state, Move(("AU-9-20",), path(way))), Moved)
    assert (moved.cost, moved.road) == (cost, road)


# --- E14: a substitute pays ---------------------------------------------------------------------------


@pytest.mark.rule("21.3", "7.5d")
def test_e14_a_substitute_leaves_a_part_behind() -> None:
    state = lay(
        phase="combat",
        turn=35,
        R41="DE-15-115",
        R43="DE-SUP-1",
        R40="SUB-ARM-1",
        aside="UK-2-SG UK-7-7",
    )
    play(state, Attack(("DE-15-115",), ("SUB-ARM-1",), AXIS_SUPPLY), dice=[2])
    assert (decision(state), decider(state)) == ("exchange", "allied")
    assert not allowed(state, Lose(("SUB-ARM-1",), ("UK-7-7",)))
    play(state, Lose(("SUB-ARM-1",), ("UK-2-SG",)))
    assert at(state, "R40") == {"UK-2-SG"}
    assert place(state, "SUB-ARM-1") == "pool"


# --- E15, E16: Tobruch under siege ----------------------------------------------------------------------

SIEGE = {"H25": "IT-ARIETE DE-21-3", "H26": "IT-FOLGORE", "G24": "IT-SAVONA", "J26": "DE-SUP-1"}


@pytest.mark.rule("23.1a", "23.1b", "23.7", "15.3.2.1a", "10.2")
def test_e15_an_attack_on_besieged_tobruch() -> None:
    state = lay(phase="combat", G25="AU-7-1 UK-7-7 AL-SUP-1", **SIEGE)
    assert allowed(state, Done()), "nobody has to attack"
    pair = ("IT-ARIETE", "DE-21-3")
    events = play(state, Attack(pair, ("AU-7-1",), AXIS_SUPPLY), dice=[3])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds, rolled.result) == (6, 2, "3-1", "DR")
    assert place(state, "AU-7-1") == "dead"
    assert why(state, Done()) == ("23.1b", "not-attacked")
    events = play(state, Attack(("IT-FOLGORE",), ("UK-7-7",)), dice=[1])
    assert only(events, BattleRolled).odds == "1-6"
    assert place(state, "IT-FOLGORE") == "dead"
    assert place(state, "AL-SUP-1") == "G25"


@pytest.mark.rule("23.4", "23.6", "24.2")
@pytest.mark.parametrize("back", [True, False])
def test_e16_the_supply_must_come_back_in_time(back: bool) -> None:
    siege = SIEGE | {"H26": "IT-BOLOGNA"}
    state = lay("allied", G25="UK-7-7 AL-SUP-1", J62="UK-50-69", turn=10, **siege)
    play(state, Embark(ALLIED_SUPPLY))
    end_turn(state)
    assert unit(state, "UK-7-7").count == 0
    end_turn(state)
    until(state, "arrival")
    play(state, Land(ALLIED_SUPPLY, "J62"))
    end_turn(state)
    assert unit(state, "UK-7-7").count == 1
    end_turn(state)
    if back:
        play(state, LandSupply("G25"))
    end_turn(state)
    assert (place(state, "UK-7-7") == "G25") == back


# --- E18: the first supply ------------------------------------------------------------------------------


@pytest.mark.rule("12.2a", "12.2b", "12.2d")
@pytest.mark.parametrize(("die", "sunk"), [(1, True), (2, True), (3, False), (6, False)])
def test_e18_the_first_roll_is_on_turn_two(die: int, sunk: bool) -> None:
    state = begin()
    assert decision(state) == "movement"
    assert why(state, RollSupply())[1] == "not-now"
    units = ("IT-BOLOGNA",)
    play(state, Move(units, path("W5 W4 W3")))
    others = {
        "W7": ("IT-BRESCIA", "IT-PAVIA", "IT-SAVONA"),
        "W5": ("DE-21-5", "DE-21-104", "DE-21-3"),
    }
    for hex_, group in others.items():
        play(state, Move(group, (hex_,)))
    end_turn(state)
    until(state, "movement")
    play(state, Move(("IN-4-5",), ("L58",)))
    end_turn(state)
    assert (state.turn, decision(state)) == (2, "supply")
    events = play(state, RollSupply(), dice=[die])
    assert only(events, SupplyRolled).sunk == sunk
    assert (decision(state) == "land-supply") == (not sunk)


# --- E19: splitting the fight ---------------------------------------------------------------------------


def two_groups() -> State:
    """Red in R41 and R43; blue touches both from Q42, and each from outside; the French touch none."""
    return lay(
        "allied",
        "combat",
        R41="IT-SAVONA",
        R43="IT-BOLOGNA",
        R40="UK-7-4",
        S43="UK-7-7",
        R44="UK-1-2",
        P46="FR-1",
        Q45="AL-SUP-1",
        R37="AL-SUP-2",
    )


@pytest.mark.rule("11.3", "11.3.1", "11.3.2", "11.3.3", "8.4a", "8.4b", "8.5")
def test_e19_the_fight_may_be_split_if_everybody_is_attacked() -> None:
    state = two_groups()
    french = Attack(("FR-1",), ("IT-BOLOGNA",), ALLIED_SUPPLY)
    assert why(state, french) == ("8.5", "not-adjacent-to")
    assert state.names(state.must_attack) == ("UK-7-4", "UK-7-7", "UK-1-2")
    both = Attack(("UK-7-7", "UK-1-2"), ("IT-BOLOGNA",), ALLIED_SUPPLY)
    left = Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-2",))
    play(state, left, both, dice=[1, 1])
    assert allowed(state, Done())


@pytest.mark.rule("11.3", "11.4")
def test_e19_three_battles_where_two_would_do() -> None:
    state = lay(
        "allied",
        "combat",
        R41="IT-SAVONA IT-SABRATHA",
        R43="IT-BOLOGNA",
        R40="UK-7-4 UK-7-7",
        R44="UK-1-2",
        P46="FR-1",
        Q45="AL-SUP-1",
        R37="AL-SUP-2",
    )
    together = Attack(("UK-7-4", "UK-7-7"), ("IT-SAVONA", "IT-SABRATHA"), ("AL-SUP-2",))
    assert allowed(state, together)
    play(
        state,
        Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-2",)),
        Attack(("UK-7-7",), ("IT-SABRATHA",), ("AL-SUP-2",)),
        Attack(("UK-1-2",), ("IT-BOLOGNA",), ALLIED_SUPPLY),
        dice=[1, 1, 1],
    )
    assert allowed(state, Done())
