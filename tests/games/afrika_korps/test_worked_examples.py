"""The worked examples of the book, E1 to E19, on reconstructed positions: figures are lost."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import (
    BattleRolled,
    Eliminated,
    Moved,
    SupplyExpended,
    SupplyRolled,
)
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
from tests.games.afrika_korps.board_setup import (
    allowed,
    at,
    begin,
    decider,
    decision,
    end_turn,
    events_of,
    lay,
    only,
    phase,
    place,
    play,
    refused,
    unit,
    until,
    why,
)

AXIS_SUPPLY, ALLIED_SUPPLY = ("DE-SUP-1",), ("AL-SUP-1",)


def path(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# --- E1: odds ---------------------------------------------------------------------------------------


@pytest.mark.rule("7.3", "7.5a", "7.5f", "14.1b")
@pytest.mark.parametrize(("die", "lost"), [(6, "UK-7-7"), (1, "IT-SAVONA")])
def test_e1_three_against_two_is_one_to_one(die: int, lost: str) -> None:
    state = lay("allied", "combat", R41="UK-7-7", R40="IT-SAVONA", R43="AL-SUP-1")
    assert why(state, Attack(("UK-7-7",), ("IT-SAVONA",))) == ("14.6", "supply-not-named")
    events = play(state, Attack(("UK-7-7",), ("IT-SAVONA",), ALLIED_SUPPLY), dice=[die])
    assert only(events, BattleRolled).odds == "1-1"
    assert [e.unit for e in events_of(events, Eliminated)] == [lost]
    events += until(state, "movement")
    assert only(events, SupplyExpended).supply == "AL-SUP-1"
    assert place(state, "AL-SUP-1") == "pool"


# --- E2, E3: exchanges ------------------------------------------------------------------------------

SEVEN = path("AU-7-1 AU-7-2 IN-4-5 IN-4-7 IN-4-11 SA-1-1 SA-1-2")


@pytest.mark.rule("7.5c", "7.5d", "10.2")
def test_e2_an_exchange_counts_the_doubled_defence() -> None:
    state = lay(
        "allied",
        "combat",
        K18="IT-PAVIA",
        K17=" ".join(SEVEN[:3]),
        J18=" ".join(SEVEN[3:6]),
        L18=SEVEN[6],
        K15="AL-SUP-1",
    )
    events = play(state, Attack(SEVEN, ("IT-PAVIA",), ALLIED_SUPPLY), dice=[2])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (7, 6, "1-1")
    assert place(state, "IT-PAVIA") == "dead"
    assert (decision(state), decider(state)) == ("exchange", "allied")
    assert why(state, Lose(SEVEN[:5])) == ("7.5d", "wrong-payment")
    assert why(state, Lose(SEVEN)) == ("7.5d", "wrong-payment")
    play(state, Lose(SEVEN[:6]))
    assert [place(state, u) for u in SEVEN] == ["dead"] * 6 + ["L18"]


@pytest.mark.rule("7.5c", "7.5d", "11.2")
def test_e3_the_weaker_attacker_takes_three_of_four_with_it() -> None:
    four = SEVEN[:4]
    state = lay(
        "axis",
        "combat",
        R41="IT-TRIESTE",
        R40=" ".join(four[:2]),
        Q40=" ".join(four[2:]),
        R43="DE-SUP-1",
    )
    events = play(state, Attack(("IT-TRIESTE",), four, AXIS_SUPPLY), dice=[2])
    assert only(events, BattleRolled).odds == "1-2"
    assert place(state, "IT-TRIESTE") == "dead"
    assert decider(state) == "allied"
    assert not allowed(state, Lose(four[:2]))
    assert not allowed(state, Lose(four))
    play(state, Lose(four[1:]))
    assert place(state, four[0]) == "R40"


# --- E4: a supply passes over the beaten unit -----------------------------------------------------------


@pytest.mark.rule("9.1b", "9.2a", "9.2b", "9.6", "9.7")
def test_e4_the_supply_follows_over_the_beaten_unit() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R35="DE-SUP-1")
    assert not allowed(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40 R41 R42 R43")))
    play(state, Declare(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert why(state, Move(("DE-21-5",), ("R38",))) == ("9.2b", "frozen")
    assert why(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40")))[0] == "9.1b"
    # One hex farther and the line S40-S41-S42-S43-R43 of five hexes is lost.
    too_far = path("R36 R37 R38 R39 R40 R41 R42 R43 R44 R45")
    assert why(state, Move(AXIS_SUPPLY, too_far)) == ("14.5", "victory-unsupplied")
    other = state.copy()
    play(other, Move(AXIS_SUPPLY, too_far[:-1]))
    assert why(other, Done()) == ("14.5", "victory-unsupplied")
    play(state, Move(AXIS_SUPPLY, path("R36 R37 R38 R39 R40 R41 R42 R43")))
    play(state, Done())
    assert phase(state) == "combat"
    play(state, Attack(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert place(state, "AU-7-2") == "dead"


@pytest.mark.rule("9.6", "9.2a")
def test_e4_the_victory_cannot_open_its_own_line() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R43="DE-SUP-1")
    refusal = refused(state, Declare(("DE-21-5",), ("AU-7-2",), AXIS_SUPPLY))
    assert refusal.reason == "no-supply-in-range"


# --- E5: a doomed blocker -----------------------------------------------------------------------------

FIVE_TO_ONE = Declare(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), AXIS_SUPPLY)


def pocket(supply_at: str, keepers: str = "UK-1-22 UK-32", **places: str) -> State:
    """15/115 in R40 is shut in by R39 and R41; `places` come to its help."""
    places = {supply_at: "DE-SUP-1", "R40": "DE-15-115", "R41": "SA-1-1", "R39": keepers} | places
    return lay(**places)


@pytest.mark.rule("9.5", "11.9", "9.3")
@pytest.mark.parametrize("supply_at", ["R46", "R44"])
def test_e5_an_unsupplied_blocker_makes_no_automatic_victory(supply_at: str) -> None:
    """In R44 the supply would reach 15/115 once 1SA/1 is beaten; that line must not be assumed."""
    state = pocket(supply_at, R42="DE-21-104 IT-BRESCIA")
    assert refused(state, FIVE_TO_ONE).rule == "9.5"
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["DE-15-115"]
    assert phase(state) == "combat"
    battle = Attack(("DE-21-104", "IT-BRESCIA"), ("SA-1-1",), AXIS_SUPPLY)
    events = play(state, battle, dice=[4])
    assert only(events, BattleRolled).odds == "5-1"
    assert decision(state) == "retreat"
    assert allowed(state, Retreat("SA-1-1", path("Q40 P40")))
    assert allowed(state, Retreat("SA-1-1", path("S41 T42")))


@pytest.mark.rule("9.1a", "9.1b", "14.1a", "8.3c")
def test_e5_seven_to_one_from_outside_saves_the_pocket() -> None:
    state = pocket("R44", R42="DE-21-5")
    assert not allowed(state, Move(("DE-15-115",), path("Q40 Q41")))
    play(state, Declare(("DE-21-5",), ("SA-1-1",), AXIS_SUPPLY))
    assert allowed(state, Move(("DE-15-115",), path("Q40 Q41")))
    play(state, Done())
    assert place(state, "DE-15-115") == "R40"
    assert allowed(state, Attack(("DE-15-115",), ("UK-1-22", "UK-32"), AXIS_SUPPLY))


@pytest.mark.rule("9.5", "14.3a")
def test_e5_stronger_jailers_would_have_saved_it() -> None:
    """Against 7 defence factors it attacks at 1-3 without supply, so it is not doomed and blocks."""
    state = pocket("R46", "UK-1-22 UK-7-7", R42="DE-21-104 IT-BRESCIA")
    play(state, FIVE_TO_ONE)
    play(state, Done())
    assert place(state, "DE-15-115") == "R40"
    play(state, Attack(("DE-15-115",), ("UK-1-22", "UK-7-7")), dice=[4])
    assert (decision(state), decider(state)) == ("retreat", "allied")
    assert not allowed(state, Retreat("DE-15-115", path("R41 R42")))
    assert allowed(state, Retreat("DE-15-115", path("Q40 Q41")))


# --- E6, E7, E8: soak-offs ----------------------------------------------------------------------------


@pytest.mark.rule("11.6a", "11.3", "8.4a", "8.4b", "14.3a")
def test_e6_a_soak_off_buys_five_to_one() -> None:
    state = lay(
        phase="combat",
        R40="UK-22GDS",
        R41="UK-1-22 AU-9-24",
        R39="DE-21-5 DE-21-104",
        Q40="DE-21-3",
        R35="DE-SUP-1",
    )
    soak_off = Attack(("DE-21-3",), ("UK-1-22", "AU-9-24"))
    assert only(play(state, soak_off, dice=[1]), BattleRolled).odds == "1-3"
    assert (decision(state), decider(state)) == ("retreat", "allied")
    play(state, Retreat("DE-21-3", path("P39 O39")))
    main = Attack(("DE-21-5", "DE-21-104"), ("UK-22GDS",), AXIS_SUPPLY)
    events = play(state, main, dice=[1])
    assert only(events, BattleRolled).odds == "5-1"
    assert allowed(state, Done())


@pytest.mark.rule("8.4a", "11.3.1")
def test_e6_without_the_soak_off_somebody_is_left_over() -> None:
    state = lay(
        phase="combat",
        R40="UK-22GDS",
        R41="UK-1-22 AU-9-24",
        R39="DE-21-5 DE-21-104",
        Q40="DE-21-3",
        R36="DE-SUP-1",
        O40="DE-SUP-2",
    )
    both = ("DE-SUP-1", "DE-SUP-2")
    everybody = Attack(("DE-21-5", "DE-21-104", "DE-21-3"), ("UK-22GDS",), both)
    refusal = refused(state, everybody)
    assert (refusal.rule, refusal.reason) == ("8.4a", "leaves-defender")
    assert refusal.facts["unit"] in ("UK-1-22", "AU-9-24")


@pytest.mark.rule("11.6a", "10.2", "8.4a")
def test_e7_a_soak_off_against_an_escarpment() -> None:
    state = lay(
        phase="combat",
        K35="UK-7-4",
        K36="AU-7-1",
        L35="DE-90-200",
        K37="DE-21-104 DE-90-361",
        K40="DE-SUP-1",
    )
    events = play(state, Attack(("DE-90-200",), ("UK-7-4",)), dice=[2])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (2, 8, "1-4")
    events = play(state, Attack(("DE-21-104", "DE-90-361"), ("AU-7-1",), AXIS_SUPPLY), dice=[1])
    rolled = only(events, BattleRolled)
    assert (rolled.attack, rolled.defence, rolled.odds) == (6, 2, "3-1")


@pytest.mark.rule("7.4c", "11.6b")
def test_e8_a_soak_off_below_one_to_six_is_removed_first() -> None:
    places = {"R40": "NZ-2", "R42": "UK-1-2 UK-1-22", "R39": "IT-ARIETE", "R41": "IT-FOLGORE"}
    state = lay(R36="DE-SUP-1", **places)
    assert not allowed(state, Declare(("IT-ARIETE",), ("NZ-2",), AXIS_SUPPLY))
    events = play(state, Done())
    assert [e.unit for e in events_of(events, Eliminated)] == ["IT-FOLGORE"]
    events = play(state, Attack(("IT-ARIETE",), ("NZ-2",), AXIS_SUPPLY), dice=[5])
    assert only(events, BattleRolled).odds == "4-1"
    assert allowed(state, Retreat("NZ-2", path("R41 S42")))


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
    pair, prey = ("UK-32", "UK-1ARM"), ("DE-15-8",)
    state = lay("allied", "combat", R36="AL-SUP-1", **places)
    play(state, Capture("SA-2-4", "DE-SUP-1"), Done())
    assert refused(state, Attack(pair, prey, ("AL-CAP-1",))).rule.startswith("14.")
    events = play(state, Attack(pair, prey, ALLIED_SUPPLY), dice=[1])
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
    assert why(state, Done()) == ("8.4a", "not-attacked")
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
