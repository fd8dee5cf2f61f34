"""6.6 Disruption."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Disrupted,
    Recovered,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Done,
    GiveGround,
    Move,
    Overrun,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.strength import attack_strength
from campagna.games.panzergruppe_guderian.rules.supply import commanded_hexes, in_supply
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    allowed,
    arrange,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    take_losses,
    why,
)

PANZER = ("G-7Pz-PzR25", "G-7Pz-SR6", "G-7Pz-SR7")
"""The 7th Panzer Division, 4 + 2 + 2: intact 16, in an overrun 8."""

STACK = dict.fromkeys(PANZER, "2411")
KONEV = {"SL-konev": "2407"}
"""Konev, rating 5, keeps the Soviets around 2410 in supply and in command."""

FIVE = {"S-1": "2410 SR08"}
"""A 5-5-6 division in clear terrain, next to 2411."""


def overrun(state: State, die: int, target: str = "2410") -> list[Event]:
    return play(state, Overrun(PANZER, target), dice=[die])


@pytest.mark.rule("6.61a")
def test_an_engagement_or_a_repulse_disrupts_nobody() -> None:
    """8 against 4 is 2-1: Eng on a 5, A1 on a 6."""
    units = {"S-1": "2410 SR61", "S-2": "2410 SR59"}
    for die, left in ((5, ["S-2"]), (6, ["S-1", "S-2"])):
        state = arrange(STACK | units | KONEV)
        events = overrun(state, die) + take_losses(state)
        assert not events_of(events, Disrupted)
        assert [n for n in ("S-1", "S-2") if place(state, n) == "2410"] == left
        assert not any(flags(state, n) & {"disrupted"} for n in left)


@pytest.mark.rule("6.61b")
def test_only_defenders_and_only_overruns_make_disruption() -> None:
    """The same D1, 8 against 4 on a 2, in a combat of an infantry division with 9."""
    units = {"S-1": "2410 SR61", "S-2": "2410 SR59"}
    combat = arrange({"G-6Inf": "2411", **units, **KONEV}, phase="german-combat")
    play(combat, Attack(("G-6Inf",), ("2410",)), dice=[2])
    play(combat, TakeLosses(("S-1",)))
    assert "disrupted" not in flags(combat, "S-2")
    attacker = arrange(STACK | FIVE | KONEV)
    overrun(attacker, 5)
    play(attacker, GiveGround(), *(Retreat(name, ("2412",)) for name in PANZER))
    assert not any("disrupted" in flags(attacker, name) for name in PANZER)


@pytest.mark.rule("6.62")
def test_a_disrupted_unit_defends_normally_and_is_not_disrupted_twice() -> None:
    state = arrange(STACK | {"S-1": "2410 SR08 disrupted"} | KONEV)
    assert only(overrun(state, 1), BattleRolled).defence == 5
    events = play(state, GiveGround(), Retreat("S-1", ("2409",)))
    assert not events_of(events, Disrupted)
    assert "disrupted" in flags(state, "S-1")


@pytest.mark.rule("6.62", "6.63", "4.2 B4")
def test_a_disrupted_german_unit_rests_until_the_german_removal_phase() -> None:
    units = {"G-GD": "2411 disrupted", "G-Lehr": "2412", "S-1": "2410 SR08", **KONEV}
    move = arrange(units)
    assert why(move, Move(("G-GD",), ("2412",))) == ("6.62", "disrupted")
    assert why(move, Overrun(("G-GD",), "2410")) == ("6.62", "disrupted")
    combat = arrange(units, phase="german-combat")
    assert why(combat, Attack(("G-GD",), ("2410",))) == ("6.62", "disrupted")
    second = arrange(units, phase="german-mech-move")
    assert why(second, Move(("G-GD",), ("2412",))) == ("6.62", "disrupted")
    assert only(play(second, Done()), Recovered).units == ("G-GD",)
    assert decision(second) == "german-interdict"


@pytest.mark.rule("6.63")
def test_each_removal_phase_helps_its_own_side_only() -> None:
    units = {"G-GD": "2411 disrupted", "S-1": "2420 SR08 disrupted"}
    soviet = arrange(units, phase="soviet-combat")
    play(soviet, Done())
    assert "disrupted" in flags(soviet, "G-GD")
    assert "disrupted" not in flags(soviet, "S-1")
    german = arrange(units, phase="german-mech-move")
    play(german, Done())
    assert "disrupted" in flags(german, "S-1")
    assert "disrupted" not in flags(german, "G-GD")


@pytest.mark.rule("6.64")
def test_a_disrupted_leader_commands_supplies_and_supports_nobody() -> None:
    units = {"S-1": "2409 SR34", "SL-konev": "2410", "G-Lehr": "2411", "S-2": "2410 SR08"}
    for words, able in (("2410", True), ("2410 disrupted", False)):
        state = arrange({**units, "SL-konev": words}, phase="soviet-combat")
        assert in_supply(state, state.find("S-1")) == able
        assert bool(commanded_hexes(state)[state.world.hex_index["2409"]]) == able
        assert allowed(state, Attack(("S-2", "SL-konev"), ("2411",))) == able
        assert allowed(state, Attack(("S-2",), ("2411",))) == able
    other = arrange(
        {**units, "SL-konev": "2410 disrupted", "SL-lukin": "2409"}, phase="soviet-combat"
    )
    assert allowed(other, Attack(("S-2",), ("2411",)))
    assert why(other, Attack(("S-2", "SL-konev"), ("2411",))) == ("6.62", "disrupted")
    helped = [other.find("S-2"), other.find("SL-konev")]
    assert attack_strength(other, helped) == 5, "his points add nothing"


@pytest.mark.rule("6.64")
def test_a_disrupted_leader_still_defends_with_his_rating() -> None:
    state = arrange({**STACK, "SL-konev": "2410 disrupted"})
    rolled = only(overrun(state, 1), BattleRolled)
    assert rolled.defence == 5


@pytest.mark.rule("6.64", "6.61a")
def test_a_leader_overrun_with_his_stack_is_disrupted_with_it() -> None:
    state = arrange({**STACK, "S-1": "2410 SR61", "SL-lukin": "2410"})
    overrun(state, 1)
    events = play(state, TakeLosses(("S-1",)))
    assert only(events, Disrupted).units == ("SL-lukin",)
    assert place(state, "SL-lukin") == "2410"
