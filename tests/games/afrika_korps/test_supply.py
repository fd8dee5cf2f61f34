"""12 Availability of supply, 13 its movement, 14 supplied attacks."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import (
    BattleRolled,
    Landed,
    SupplyExpended,
    SupplyRefused,
    SupplyRolled,
)
from campagna.games.afrika_korps.orders import (
    Attack,
    Destroy,
    Done,
    LandSupply,
    Move,
    Retreat,
    RollSupply,
)
from tests.games.afrika_korps.lay import (
    allowed,
    at,
    decision,
    events_of,
    go,
    lay,
    marks,
    only,
    phase,
    place,
    play,
    refused,
    until,
    why,
)

ONE, TWO = ("DE-SUP-1",), ("DE-SUP-2",)


# --- 12 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1a", "3.3")
@pytest.mark.parametrize("port", ["J62", "G25"])
def test_the_allies_get_one_a_turn_in_a_controlled_port(port: str) -> None:
    state = lay("allied", "supply", J62="AU-7-1", G25="AU-7-2")
    events = play(state, LandSupply(port))
    landed = only(events, Landed)
    assert (landed.hex, landed.how) == (port, "supply")
    assert why(state, LandSupply(port))[1] == "not-now", "one a turn"


@pytest.mark.rule("12.1a", "4.3d", "12.3.1", "23.3")
def test_no_supply_where_no_port_is_controlled() -> None:
    state = lay("allied", "supply", W3="AU-7-1", H2="AU-7-2", G25="UK-7-4")
    for port in ("W3", "H2", "J62"):
        assert why(state, LandSupply(port)) == ("12.3.1", "port-not-controlled")
    state = lay("allied", turn=10, R40="AU-7-1")
    assert phase(state) == "movement"


@pytest.mark.rule("12.1b")
def test_four_own_allied_supplies_at_most() -> None:
    places = {"J62": "AU-7-1 AL-SUP-1 AL-SUP-2 AL-SUP-3"}
    assert allowed(lay("allied", "supply", **places), LandSupply("J62"))
    state = lay("allied", "supply", K62="AL-SUP-4", **places)
    assert why(state, LandSupply("J62")) == ("12.1b", "too-many-supplies")
    state = lay("allied", "supply", sea="AL-SUP-4", **places)
    assert not allowed(state, LandSupply("J62")), "A18: at sea they count too"


@pytest.mark.rule("12.3")
def test_captured_supplies_have_no_limit() -> None:
    places = {"J62": "AU-7-1 AL-SUP-1 AL-SUP-2 AL-SUP-3", "K62": "AL-CAP-1 AL-CAP-2 AL-CAP-3"}
    assert allowed(lay("allied", "supply", **places), LandSupply("J62"))


@pytest.mark.rule("15.5", "12.1b")
def test_destroying_one_makes_room() -> None:
    state = lay("allied", "supply", J62="AU-7-1 AL-SUP-1 AL-SUP-2 AL-SUP-3 AL-SUP-4")
    play(state, Destroy("AL-SUP-4"), LandSupply("J62"))
    assert place(state, "AL-SUP-4") == "J62"


@pytest.mark.rule("12.2a", "3.1a", "1.5")
@pytest.mark.parametrize(("die", "sunk"), [(1, True), (2, True), (3, True), (4, False)])
def test_the_axis_rolls_once_a_turn(die: int, sunk: bool) -> None:
    state = lay(phase="supply", turn=7, W3="IT-SAVONA", X40="AU-7-1")
    assert why(state, LandSupply("W3"))[1] == "not-now"
    events = play(state, RollSupply(), dice=[die])
    assert only(events, SupplyRolled).sunk == sunk
    if not sunk:
        assert decision(state) == "land-supply"
        play(state, LandSupply("W3"))
    assert (at(state, "W3") == {"IT-SAVONA", "DE-SUP-1"}) == (not sunk)
    assert why(state, RollSupply())[1] == "not-now"


@pytest.mark.rule("12.2d")
@pytest.mark.parametrize(("turn", "worst"), [(1, 2), (6, 2), (7, 3), (16, 3), (17, 1), (38, 1)])
def test_the_table_changes_with_the_calendar(turn: int, worst: int) -> None:
    for die in range(1, 7):
        state = lay(phase="supply", turn=turn, W3="IT-SAVONA")
        assert only(play(state, RollSupply(), dice=[die]), SupplyRolled).sunk == (die <= worst)


@pytest.mark.rule("12.2c")
def test_three_own_axis_supplies_at_most() -> None:
    state = lay(phase="supply", W3="IT-SAVONA", W4="DE-SUP-1 DE-SUP-2 DE-SUP-3")
    assert why(state, RollSupply()) == ("12.2c", "too-many-supplies")
    state = lay(phase="supply", W3="IT-SAVONA", W4="DE-SUP-1 DE-SUP-2 DE-CAP-1 DE-CAP-2")
    assert allowed(state, RollSupply())


@pytest.mark.rule("12.2a", "12.2b")
def test_without_a_port_nobody_rolls() -> None:
    state = lay(phase="supply", W6="IT-SAVONA", H2="IT-PAVIA", J62="IT-TRENTO")
    assert not allowed(state, RollSupply())


@pytest.mark.rule("12.4", "12.3.1")
def test_a_supply_may_be_refused_and_is_then_lost() -> None:
    state = lay("allied", "supply", J62="AU-7-1")
    play(state, Done())
    assert why(state, LandSupply("J62"))[1] == "not-now"
    state = lay(phase="supply", turn=20, W3="IT-SAVONA")
    play(state, RollSupply(), dice=[6])
    events = play(state, Done())
    assert only(events, SupplyRefused).side == "axis"
    assert place(state, "DE-SUP-1") == "pool"


@pytest.mark.rule("13.1", "19.5")
def test_a_landed_supply_moves_and_sustains_at_once() -> None:
    state = lay("allied", "supply", G25="UK-7-4", H26="IT-SAVONA", G24="IT-PAVIA", H25="IT-TRENTO")
    play(state, LandSupply("G25"))
    until(state, "movement")
    assert allowed(state, Done())
    play(state, Done())
    battle = Attack(("UK-7-4",), ("IT-SAVONA", "IT-PAVIA", "IT-TRENTO"))
    assert allowed(state, battle), "1-4"
    state = lay("allied", "supply", J62="UK-7-4", K40="IT-SAVONA")
    play(state, LandSupply("J62"))
    until(state, "movement")
    assert allowed(state, go("AL-SUP-1", "K62 K61 K60 K59 K58 J57 J56 J55"))


# --- 13 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("13.2")
def test_a_supply_enters_a_zone_only_to_sustain_an_attack_there() -> None:
    state = lay(R42="DE-SUP-1", R40="UK-22GDS", T44="DE-21-5")
    play(state, go("DE-SUP-1", "R41"))
    assert "into-zone" in marks(state, "DE-SUP-1")
    assert why(state, Done()) == ("13.2", "supply-idle")
    play(state, go("DE-21-5", "S43 S42 S41"))
    assert allowed(state, Done())


@pytest.mark.rule("13.2")
def test_an_attack_that_needs_no_supply_does_not_excuse_it() -> None:
    """A19: at 1-4 nothing is sustained."""
    state = lay(R42="DE-SUP-1", S41="DE-21-3", R40="UK-1-2 UK-1-22", T44="DE-21-5")
    play(state, go("DE-SUP-1", "R41"))
    assert why(state, Done()) == ("13.2", "supply-idle")
    play(state, go("DE-21-5", "S43 S42 R41"))
    assert allowed(state, Done())


@pytest.mark.rule("13.2")
def test_it_must_then_be_used_there() -> None:
    """A19: with two supplies in line the one in the zone has to be named."""
    state = lay(R42="DE-SUP-1 DE-SUP-2", R40="UK-22GDS", T44="DE-21-5")
    play(state, go("DE-SUP-1", "R41"), go("DE-21-5", "S43 S42 R41"), Done())
    assert why(state, Attack(("DE-21-5",), ("UK-22GDS",), TWO))[0] == "13.2"
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])


@pytest.mark.rule("13.2")
def test_a_supply_that_stood_there_owes_nothing() -> None:
    state = lay(R41="DE-21-3 DE-SUP-1", R40="UK-1-2 UK-1-22")
    play(state, Done())
    play(state, Attack(("DE-21-3",), ("UK-1-2", "UK-1-22")), dice=[3])


@pytest.mark.rule("13.3a", "15.1b")
def test_alone_a_supply_keeps_away_from_enemy_supplies() -> None:
    state = lay(R40="DE-SUP-1 DE-21-5", R43="AL-SUP-1", U48="UK-7-4")
    assert why(state, go("DE-SUP-1", "R41 R42")) == ("13.3a", "alone-near-supply")
    assert why(state, go("DE-SUP-1", "R41 Q41 Q42 P42")) == ("13.3a", "alone-near-supply")
    both = Move(("DE-SUP-1", "DE-21-5"), ("R41", "R42"))
    assert allowed(state, both)


@pytest.mark.rule("13.3a")
def test_fortresses_and_barred_sides_hide_supplies() -> None:
    state = lay(H24="DE-SUP-1", G25="AL-SUP-1", D17="DE-SUP-2", F19="AL-SUP-2", U48="UK-7-4")
    assert allowed(state, go("DE-SUP-1", "H25 H26"))
    assert allowed(state, go("DE-SUP-2", "E18"))
    assert not allowed(state, go("DE-SUP-2", "E17 F18"))


@pytest.mark.rule("13.3a")
def test_a_supply_captures_nothing() -> None:
    state = lay(R40="DE-SUP-1 DE-ROMMEL", R43="AL-SUP-1", U48="UK-7-4")
    assert not allowed(state, go("DE-SUP-1", "R41 R42 R43"))


@pytest.mark.rule("13.3b")
def test_a_supply_may_go_next_to_rommel_and_onto_him() -> None:
    state = lay("allied", R43="DE-ROMMEL", R40="AL-SUP-1", U48="IT-SAVONA")
    play(state, go("AL-SUP-1", "R41 R42"))
    assert place(state, "DE-ROMMEL") == "R43"
    play(state, go("AL-SUP-1", "R43"))
    assert at(state, "R43") == {"DE-ROMMEL", "AL-SUP-1"}


# --- 14 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("14.1a", "14.3a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "needed"),
    [
        ("DE-21-104", "UK-1-2 AU-9-20", "1-2", True),
        ("DE-21-3", "UK-1-2", "1-2", True),
        ("DE-21-3", "UK-1-2 AU-7-1", "1-3", False),
        ("DE-21-5", "UK-22GDS", "3-1", True),
    ],
)
def test_from_one_to_two_supply_is_needed(
    attackers: str, defenders: str, odds: str, needed: bool
) -> None:
    ours, theirs = tuple(attackers.split()), tuple(defenders.split())
    state = lay(phase="combat", R41=attackers, R43="DE-SUP-1", R40=defenders)
    assert allowed(state, Attack(ours, theirs)) == (not needed)
    assert allowed(state, Attack(ours, theirs, ONE)) == needed
    used = ONE if needed else ()
    assert only(play(state, Attack(ours, theirs, used), dice=[1]), BattleRolled).odds == odds


@pytest.mark.rule("14.1b", "14.4")
def test_used_supplies_leave_at_the_end_of_the_turn_and_others_stay() -> None:
    state = lay(phase="combat", R41="DE-21-5", R43="DE-SUP-1", R44="DE-SUP-2", R40="UK-22GDS")
    events = play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1])
    events += until(state, "movement")
    assert [e.supply for e in events_of(events, SupplyExpended)] == ["DE-SUP-1"]
    assert (place(state, "DE-SUP-1"), place(state, "DE-SUP-2")) == ("pool", "R44")


@pytest.mark.rule("14.2a", "14.2c")
@pytest.mark.parametrize(("supply_at", "ok"), [("G24", True), ("L29", True), ("M30", False)])
def test_five_hexes_the_supply_counted_the_attacker_not(supply_at: str, ok: bool) -> None:
    """From G24 the line runs H25-I26-J27-K28-L29; attacks on a fortress are free to fail."""
    counters = {"G24": "DE-21-5", "G25": "UK-22GDS"}
    counters[supply_at] = f"{counters.get(supply_at, '')} DE-SUP-1"
    state = lay(phase="combat", **counters)
    assert allowed(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE)) == ok


@pytest.mark.rule("14.2a")
def test_every_attacker_needs_the_line() -> None:
    state = lay(phase="combat", G24="DE-21-5 DE-SUP-1", H26="DE-15-8", G25="UK-7-4")
    both = ("DE-21-5", "DE-15-8")
    assert allowed(state, Attack(both, ("UK-7-4",), ONE)), "H26-H25-G24 is two hexes"
    state = lay(phase="combat", G24="DE-21-5 DE-SUP-1", H26="DE-15-8", G25="UK-7-4", I26="AU-7-1")
    assert not allowed(state, Attack(both, ("UK-7-4",), ONE)), "7A/1 bars H25 and I27"


@pytest.mark.rule("14.2b")
def test_enemy_zones_bar_the_line() -> None:
    """Guards in T42 cover S41, S42 and T41, T43; the line from R41 to T41 is shut."""
    free = lay(phase="combat", R41="DE-21-5", S42="DE-SUP-1", R40="UK-22GDS")
    assert allowed(free, Attack(("DE-21-5",), ("UK-22GDS",), ONE))
    shut = lay(
        phase="combat", R41="DE-21-5 DE-SUP-2", S42="DE-SUP-1", R40="UK-22GDS", T42="AU-9-20"
    )
    assert why(shut, Attack(("DE-21-5",), ("UK-22GDS",), ONE))[0].startswith("14.")
    assert allowed(shut, Attack(("DE-21-5",), ("UK-22GDS",), TWO))


@pytest.mark.rule("14.2b", "13.2")
def test_the_supply_itself_may_lie_in_the_zone_of_the_unit_attacked() -> None:
    """A6."""
    state = lay(phase="combat", R41="DE-21-5", S41="DE-SUP-1", R40="UK-22GDS")
    assert allowed(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE))
    state = lay(
        phase="combat", R41="DE-21-5 DE-SUP-2", S41="DE-SUP-1", R40="UK-22GDS", T41="AU-7-1"
    )
    assert not allowed(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE)), "nor in another zone"


@pytest.mark.rule("14.2b")
@pytest.mark.parametrize(
    ("unit_at", "supply_at", "enemy_at"),
    [("E18", "F19", "E17"), ("Q60", "S61", "Q61")],
    ids=["sea", "depression"],
)
def test_the_line_respects_sea_and_depression(unit_at: str, supply_at: str, enemy_at: str) -> None:
    places = {unit_at: "DE-21-5 DE-SUP-2", supply_at: "DE-SUP-1", enemy_at: "AU-9-20"}
    state = lay(phase="combat", **places)
    assert not allowed(state, Attack(("DE-21-5",), ("AU-9-20",), ONE))
    assert allowed(state, Attack(("DE-21-5",), ("AU-9-20",), TWO))


@pytest.mark.rule("14.2d")
def test_enemies_that_retreat_into_the_line_do_not_cut_it() -> None:
    """22 Gds go back to R43, next to the depot in S44."""
    others = {"S44": "DE-SUP-1", "S46": "IT-ARIETE", "S47": "AU-7-1"}
    next_attack = Attack(("IT-ARIETE",), ("AU-7-1",), ONE)
    state = lay(phase="combat", Q40="DE-21-5", R41="UK-22GDS", **others)
    play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[3])
    play(state, Retreat("UK-22GDS", ("R42", "R43")))
    assert allowed(state, next_attack)
    before = lay(phase="combat", R43="UK-22GDS", **(others | {"S46": "IT-ARIETE DE-SUP-2"}))
    assert not allowed(before, next_attack), "standing there from the start they would have"


@pytest.mark.rule("14.3b")
def test_odds_are_those_of_all_units_named() -> None:
    """No way to say that a unit holds back part of its factor: 7 against 2 is 3-1."""
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS")
    rolled = only(play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1]), BattleRolled)
    assert (rolled.attack, rolled.odds) == (7, "3-1")


@pytest.mark.rule("14.4")
def test_one_supply_sustains_many_attacks() -> None:
    state = lay(
        phase="combat",
        R43="DE-SUP-1",
        R41="DE-21-5",
        R40="UK-22GDS",
        T45="DE-15-8",
        T46="AU-9-20",
    )
    events = play(
        state,
        Attack(("DE-21-5",), ("UK-22GDS",), ONE),
        Attack(("DE-15-8",), ("AU-9-20",), ONE),
        dice=[1, 1],
    )
    events += until(state, "movement")
    assert [e.supply for e in events_of(events, SupplyExpended)] == ["DE-SUP-1"]


@pytest.mark.rule("14.6")
def test_the_attacker_names_the_supply_first() -> None:
    state = lay(phase="combat", R41="DE-21-5", R43="DE-SUP-1 DE-SUP-2", R40="UK-22GDS")
    assert why(state, Attack(("DE-21-5",), ("UK-22GDS",))) == ("14.6", "supply-not-named")
    events = play(state, Attack(("DE-21-5",), ("UK-22GDS",), TWO), dice=[1])
    assert only(events, BattleRolled).supplies == TWO


@pytest.mark.rule("14.2a", "14.6")
def test_supplies_out_of_reach_may_not_be_named() -> None:
    state = lay(phase="combat", R41="DE-21-5", R43="DE-SUP-1", W40="DE-SUP-2", R40="UK-22GDS")
    both = Attack(("DE-21-5",), ("UK-22GDS",), (*ONE, *TWO))
    assert why(state, both) == ("14.2a", "supply-out-of-range")
    facts = refused(state, both).facts
    assert facts == {"supply": "DE-SUP-2", "unit": "DE-21-5", "distance": 6, "limit": 5}
    assert why(state, Attack(("DE-21-5",), ("UK-22GDS",), ("AL-SUP-1",)))[1] == "not-your-unit"


@pytest.mark.rule("14.7")
def test_defence_needs_no_supply() -> None:
    state = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS:isolated:count=1")
    rolled = only(play(state, Attack(("DE-21-5",), ("UK-22GDS",), ONE), dice=[1]), BattleRolled)
    assert rolled.defence == 2


@pytest.mark.rule("13.3a")
def test_in_a_fortress_a_supply_is_hidden_from_its_neighbours() -> None:
    state = lay(G24="DE-SUP-1", H26="AL-SUP-1", U48="UK-7-4")
    assert allowed(state, go("DE-SUP-1", "G25"))
    assert not allowed(state, go("DE-SUP-1", "H25"))
