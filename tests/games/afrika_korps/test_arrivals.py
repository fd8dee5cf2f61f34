"""19 Reinforcements, 20 replacements, 23.3-23.5 movement by sea."""

from __future__ import annotations

import pytest

from campagna.games.afrika_korps.events import (
    Eliminated,
    Landed,
    ReplacementsGained,
    SupplyExpended,
    WentToSea,
)
from campagna.games.afrika_korps.orders import (
    Attack,
    Destroy,
    Done,
    Embark,
    Land,
    LandSupply,
    Sacrifice,
)
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
    refused,
    until,
    why,
)
from tests.offered import listed

# --- 19 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("19.1", "3.1b")
def test_reinforcements_come_from_their_turn_on() -> None:
    early = lay(phase="arrival", turn=2, W3="IT-SAVONA")
    assert why(early, Land(("DE-15-8",), "W3")) == ("19.1", "not-due")
    assert refused(early, Land(("DE-15-8",), "W3")).facts == {
        "unit": "DE-15-8",
        "turn": 2,
        "due": 3,
    }
    assert why(early, Land(("IT-SAVONA",), "W3")) == ("19.1", "does-not-land")
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA")
    events = play(state, Land(("DE-15-8", "DE-15-115"), "W3"))
    landed = only(events, Landed)
    assert (landed.units, landed.hex, landed.how) == (
        ("DE-15-8", "DE-15-115"),
        "W3",
        "reinforcement",
    )
    assert why(state, Land(("UK-7-4",), "W3"))[1] == "not-your-unit"


@pytest.mark.rule("19.1", "19.3")
def test_they_may_wait() -> None:
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA")
    play(state, Done())
    assert place(state, "DE-15-8") == "pool"
    later = lay(phase="arrival", turn=20, W3="IT-SAVONA")
    assert allowed(later, Land(("DE-15-8",), "W3")), "they were never at sea"


@pytest.mark.rule("19.2a", "19.7", "4.3d", "23.3")
def test_they_land_at_tobruch_or_their_base_if_controlled() -> None:
    state = lay(
        phase="arrival", turn=3, W3="IT-SAVONA", G25="IT-PAVIA", H2="IT-TRENTO", J62="IT-BOLOGNA"
    )
    play(state, Land(("DE-15-8",), "W3"), Land(("DE-15-115",), "G25"))
    for port in ("H2", "J62"):
        assert why(state, Land(("DE-15-33",), port)) == ("19.2a", "port-not-controlled")
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA")
    assert not allowed(state, Land(("DE-15-8",), "G25"))


@pytest.mark.rule("19.2a", "4.3c")
def test_a_base_in_an_enemy_zone_is_no_port() -> None:
    state = lay(phase="supply", turn=3, W3="IT-SAVONA", W4="AU-7-1")
    assert state.ports == []


@pytest.mark.rule("19.5", "7.1a")
def test_besieged_tobruch_is_a_port() -> None:
    state = lay(
        "allied", "arrival", turn=5, G25="AU-7-1", G24="IT-SAVONA", H25="IT-PAVIA", H26="IT-TRENTO"
    )
    assert allowed(state, Land(("UK-7-4",), "G25"))
    state = lay(
        "allied", "supply", turn=5, G25="AU-7-1", G24="IT-SAVONA", H25="IT-PAVIA", H26="IT-TRENTO"
    )
    assert allowed(state, LandSupply("G25"))


@pytest.mark.rule("19.2b")
def test_landing_costs_nothing() -> None:
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA", R9="AU-7-1")
    play(state, Land(("DE-15-8",), "W3"), Done())
    assert allowed(state, go("DE-15-8", "W4 W5 W6 W7 W8 W9 W10 W11 V11 U11 T10"))
    play(state, go("DE-15-8", "W4 W5 W6 W7 W8 W9 W10 W11 V11 U11 T10 S9"))


@pytest.mark.rule("19.4", "6.1a")
def test_they_may_overstack_until_movement_ends() -> None:
    state = lay(phase="arrival", turn=3, W3="IT-SAVONA")
    play(state, Land(("DE-15-8", "DE-15-115", "DE-15-33"), "W3"))
    until(state, "movement")
    assert len(at(state, "W3")) == 4
    assert why(state, Done()) == ("6.1a", "overstacked")
    play(state, go("DE-15-8", "W4"))
    assert allowed(state, Done())


@pytest.mark.rule("19.6")
def test_only_in_the_own_turn() -> None:
    state = lay("allied", "arrival", turn=5, J62="AU-7-1", W3="IT-SAVONA")
    assert why(state, Land(("DE-15-8",), "W3"))[1] == "not-your-unit"
    state = lay(phase="movement", turn=5, W3="IT-SAVONA")
    assert why(state, Land(("DE-15-8",), "W3"))[1] == "not-now"


@pytest.mark.rule("19.8", "4.2c")
def test_who_has_not_come_by_the_end_never_comes() -> None:
    state = lay("allied", "movement", turn=38, K62="AU-7-1", W6="IT-SAVONA")
    end_turn(state)
    assert decision(state) == "over"


@pytest.mark.rule("19.2a", "15.5")
def test_a_port_lost_after_the_turn_began_still_serves() -> None:
    """Control is tested at the beginning; destroying the lone supply there changes nothing."""
    state = lay(phase="supply", turn=3, W3="DE-SUP-1", U40="DE-21-5")
    play(state, Destroy("DE-SUP-1"))
    until(state, "arrival")
    play(state, Land(("DE-15-8",), "W3"))
    assert at(state, "W3") == {"DE-15-8"}


# --- 20 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("20.2")
@pytest.mark.parametrize(
    ("places", "factors"),
    [
        ({"W3": "IT-SAVONA"}, 1),
        ({"G25": "IT-SAVONA"}, 1),
        ({"W3": "IT-SAVONA", "G25": "IT-PAVIA"}, 2),
        ({"W3": "IT-SAVONA", "G25": "IT-PAVIA", "J62": "IT-TRENTO", "H2": "IT-BOLOGNA"}, 2),
    ],
)
def test_axis_replacements(places: dict[str, str], factors: int) -> None:
    state = lay("allied", turn=22, far=False, X40="AU-7-1", **places)
    events = end_turn(state)
    gained = [e for e in events_of(events, ReplacementsGained) if e.side == "axis"]
    assert [e.factors for e in gained] == [factors]
    assert state.pool[0] == factors


@pytest.mark.rule("20.3")
@pytest.mark.parametrize(
    ("places", "factors"),
    [({"J62": "AU-7-1"}, 2), ({"G25": "AU-7-1"}, 1), ({"J62": "AU-7-1", "G25": "AU-7-2"}, 3)],
)
def test_allied_replacements(places: dict[str, str], factors: int) -> None:
    state = lay(turn=23, W6="IT-SAVONA", **places)
    end_turn(state)
    assert state.pool[1] == factors


@pytest.mark.rule("20.1")
def test_no_replacements_before_march_1942() -> None:
    state = lay("allied", turn=21, W3="IT-SAVONA", X40="AU-7-1")
    end_turn(state)
    assert (state.turn, state.pool[0]) == (22, 0)
    state = lay(phase="arrival", turn=22, W3="IT-SAVONA", dead="DE-21-5", fields={"pool": (9, 9)})
    assert not allowed(state, Land(("DE-21-5",), "W3"))


@pytest.mark.rule("20.4", "20.1")
def test_eliminated_units_are_bought_back_at_their_attack_factor() -> None:
    places = {"W3": "IT-SAVONA", "dead": "DE-21-5 IT-ARIETE"}
    state = lay(phase="arrival", turn=25, fields={"pool": (7, 0)}, **places)
    assert why(state, Land(("DE-21-5", "IT-ARIETE"), "W3")) == ("20.4", "too-few-factors")
    events = play(state, Land(("IT-ARIETE",), "W3"))
    assert only(events, Landed).how == "replacement"
    assert state.pool[0] == 3
    assert not allowed(state, Land(("DE-21-5",), "W3"))
    assert why(state, Land(("DE-21-5",), "H2"))[0] in ("19.2a", "20.4")


@pytest.mark.rule("20.4", "21.6")
def test_substitutes_are_no_replacements() -> None:
    state = lay("allied", "arrival", turn=35, J62="AU-7-1", fields={"pool": (0, 9)})
    assert not allowed(state, Land(("SUB-ARM-1",), "J62"))


@pytest.mark.rule("20.5", "20.6")
def test_factors_are_saved_even_without_ports() -> None:
    state = lay("allied", turn=24, W6="IT-SAVONA", X40="AU-7-1", fields={"pool": (5, 0)})
    end_turn(state)
    end_turn(state)
    assert state.pool[0] == 5
    state = lay("allied", turn=24, W3="IT-SAVONA", X40="AU-7-1", fields={"pool": (5, 0)})
    end_turn(state)
    assert state.pool[0] == 6


@pytest.mark.rule("20.4")
def test_nobody_comes_back_in_the_turn_of_his_death() -> None:
    """A27: the dead of this turn wait for the next one."""
    state = lay(
        "allied",
        "arrival",
        turn=30,
        J62="UK-7-4",
        fields={"pool": (0, 9), "opened": True, "ports": ("J62",)},
        dead="AU-7-1:late AU-7-2",
    )
    assert not allowed(state, Land(("AU-7-1",), "J62"))
    assert allowed(state, Land(("AU-7-2",), "J62"))


# --- 23.3 to 23.5 -----------------------------------------------------------------------------------


@pytest.mark.rule("23.4", "23.4.3")
@pytest.mark.parametrize("port", ["J62", "G25"])
def test_by_sea_from_port_to_port_in_two_turns(port: str) -> None:
    state = lay("allied", J62="AU-7-1 AL-SUP-1", G25="UK-7-4 AL-SUP-2", W6="IT-SAVONA")
    events = play(state, Embark(("UK-7-4", "AL-SUP-2")))
    assert only(events, WentToSea).hex == "G25"
    assert place(state, "UK-7-4") == "sea"
    play(state, go("AU-7-1", "K62 K61 K60"), go("AU-7-1", "K61 K62 J62"))
    end_turn(state)
    end_turn(state)
    until(state, "arrival")
    ports = {state.hex_name(h) for h in state.ports}
    assert ports == {"J62"}, "nobody is left in Tobruch"
    if port == "J62":
        play(state, Land(("UK-7-4", "AL-SUP-2"), port), Done())
        assert allowed(state, go("UK-7-4", "K62 K61 K60 K59 K58 J57 J56"))
    else:
        assert not allowed(state, Land(("UK-7-4",), port))


@pytest.mark.rule("23.4")
def test_a_unit_may_reach_the_port_and_leave_in_one_turn() -> None:
    state = lay("allied", K61="UK-7-4", J62="AU-7-1", W6="IT-SAVONA")
    assert why(state, Embark(("UK-7-4",))) == ("23.4", "not-in-port")
    play(state, go("UK-7-4", "K62 J62"), Embark(("UK-7-4",)))
    assert place(state, "UK-7-4") == "sea"


@pytest.mark.rule("23.3", "23.5")
def test_no_ships_at_bengasi_or_the_enemy_base() -> None:
    state = lay("allied", H2="UK-7-4", W3="UK-7-7", X40="IT-SAVONA")
    assert not allowed(state, Embark(("UK-7-4",)))
    assert not allowed(state, Embark(("UK-7-7",)))


@pytest.mark.rule("23.4.1", "23.4.4")
def test_enemies_beside_tobruch_do_not_stop_the_ships() -> None:
    state = lay("allied", G25="UK-7-4", G24="IT-SAVONA", H25="IT-PAVIA", H26="IT-TRENTO")
    assert allowed(state, Embark(("UK-7-4",)))


@pytest.mark.rule("23.4.4")
def test_a_base_in_an_enemy_zone_is_left_by_nobody() -> None:
    state = lay("allied", J62="UK-7-4", K62="IT-SAVONA")
    assert why(state, Embark(("UK-7-4",))) == ("23.4.4", "port-in-zone")


@pytest.mark.rule("23.4.1", "23.4.2")
@pytest.mark.parametrize("how", ["sea", "reinforcement", "supply"])
def test_who_lands_does_not_leave_again_that_turn(how: str) -> None:
    """A33: whatever it came as."""
    state = lay("allied", "supply", turn=9, J62="AU-7-1", sea="UK-7-4 AL-SUP-2", W6="IT-SAVONA")
    play(state, LandSupply("J62"))
    play(state, Land(("UK-7-4",), "J62"), Land(("UK-70-23",), "J62"), Done())
    unit = {"sea": "UK-7-4", "reinforcement": "UK-70-23", "supply": "AL-SUP-1"}[how]
    assert why(state, Embark((unit,))) == ("23.4.2", "just-landed")
    assert allowed(state, Embark(("AU-7-1",)))


@pytest.mark.rule("23.4.1")
def test_who_lands_in_tobruch_does_not_leave_it_that_turn() -> None:
    state = lay("allied", "arrival", turn=9, G25="AU-7-1", sea="UK-7-4", W6="IT-SAVONA")
    play(state, Land(("UK-7-4",), "G25"), Done())
    assert why(state, Embark(("UK-7-4",))) == ("23.4.1", "just-landed")
    assert allowed(state, Embark(("AU-7-1",)))


@pytest.mark.rule("23.4.2")
def test_who_does_not_land_in_the_next_turn_is_lost() -> None:
    state = lay("allied", "arrival", J62="AU-7-1", sea="UK-7-4 AL-SUP-2", W6="IT-SAVONA")
    events = end_turn(state)
    lost = [e for e in events_of(events, Eliminated) if e.unit == "UK-7-4"]
    assert [e.rule for e in lost] == ["23.4.2"]
    assert [e.supply for e in events_of(events, SupplyExpended)] == ["AL-SUP-2"]


@pytest.mark.rule("23.4.2")
def test_who_left_this_turn_has_time_until_the_next() -> None:
    state = lay("allied", J62="AU-7-1 UK-7-4 AL-SUP-1", W6="IT-SAVONA")
    play(state, Embark(("UK-7-4", "AL-SUP-1")))
    events = end_turn(state)
    assert not events_of(events, Eliminated)
    assert place(state, "UK-7-4") == "sea"


def test_going_to_sea_is_part_of_movement() -> None:
    state = lay("allied", "combat", G25="UK-7-4", G24="IT-SAVONA")
    assert phase(state) == "combat"
    assert why(state, Embark(("UK-7-4",)))[1] == "not-now"
    assert not allowed(state, Attack(("UK-7-4",), ("IT-SAVONA",)))


@pytest.mark.rule("19.4", "6.1a")
def test_landings_that_nobody_can_make_room_for_cost_a_unit_of_the_owners_choice() -> None:
    """A35: every hex around Tobruch holds an enemy, and who has landed does not leave again."""
    siege = {"G24": "IT-SAVONA", "H25": "IT-PAVIA", "H26": "IT-TRENTO"}
    state = lay("allied", "arrival", turn=9, G25="AU-7-1:landed UK-7-4 UK-7-7 AL-SUP-1", **siege)
    play(state, Land(("UK-70-23", "IN-5-29"), "G25"))
    until(state, "movement")
    assert why(state, Done()) == ("6.1a", "overstacked"), "7/4 could still sail"
    state = lay("allied", "arrival", turn=9, G25="AL-SUP-1", sea="UK-7-4 UK-7-7", **siege)
    play(state, Land(("UK-70-23", "IN-5-29", "UK-7-4", "UK-7-7"), "G25"))
    until(state, "movement")
    assert not events_of(play(state, Done()), Eliminated)
    assert (decision(state), decider(state)) == ("thin-out", "allied")
    assert why(state, Sacrifice(("UK-7-4", "UK-7-7"))) == ("6.1a", "wrong-sacrifice")
    assert why(state, Sacrifice(("UK-51-2",))) == ("6.1a", "wrong-sacrifice")
    assert len(listed(GAME.offers(state))["sacrifice"]) == 4
    events = play(state, Sacrifice(("UK-7-4",)))
    assert [(e.rule, e.unit) for e in events_of(events, Eliminated)] == [("6.1a", "UK-7-4")]
    assert {"UK-70-23", "IN-5-29", "UK-7-7"} < at(state, "G25")
    assert decision(state) != "movement"
