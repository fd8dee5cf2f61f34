"""4.0 Sequence of play."""

from __future__ import annotations

import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    GameEnded,
    InterdictionEnded,
    PhaseBegan,
    ProvisionalLost,
    ProvisionalRolled,
    Recovered,
    TurnBegan,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    CallFront,
    Deploy,
    Done,
    Interdict,
    Move,
    Overrun,
    RailMove,
    Withdraw,
)
from campagna.games.panzergruppe_guderian.state import State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    decider,
    decision,
    events_of,
    flags,
    only,
    place,
    play,
    points_left,
    why,
)

FRONT: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": "2410"}
"""Two divisions face to face, so that both combat phases have something to decide."""


def end_phase(state: State) -> list[Event]:
    """Done; the Soviet movement phase of a new turn begins with the die of 14.11."""
    new_turn = decision(state) == "german-interdict" and state.turn < 12
    return play(state, Done(), dice=[1] if new_turn else [])


def go_to(state: State, phase: str) -> None:
    for _ in range(12):
        if decision(state) == phase:
            return
        end_phase(state)
    raise AssertionError(f"no {phase} came")


# --- 4.1: the game-turn -----------------------------------------------------------------------------


@pytest.mark.rule(
    "4.1", "4.2 A1", "4.2 A2", "4.2 A4", "4.2 B1", "4.2 B2", "4.2 B3", "4.2 B5", "4.2 C"
)
def test_a_turn_runs_through_its_phases_in_the_printed_order() -> None:
    state = arrange(FRONT, phase="soviet-move")
    seen = []
    events: list[Event] = []
    while state.turn == 5:
        seen.append((decider(state), decision(state)))
        events += end_phase(state)
    assert seen == [
        ("soviet", "soviet-move"),
        ("soviet", "soviet-combat"),
        ("soviet", "soviet-interdict"),
        ("german", "german-move"),
        ("german", "german-combat"),
        ("german", "german-mech-move"),
        ("german", "german-interdict"),
    ]
    assert only(events, TurnBegan).turn == 6
    assert (decider(state), decision(state)) == ("soviet", "soviet-move")


@pytest.mark.rule("4.1")
def test_every_phase_takes_its_own_orders_only() -> None:
    orders = {
        "move": Move(("G-6Inf",), ("2412",)),
        "overrun": Overrun(("G-6Inf",), "2410"),
        "rail": RailMove("S-1", ("2409",)),
        "attack": Attack(("G-6Inf",), ("2410",)),
        "front": CallFront(1),
        "markers": Interdict(("2015",)),
        "deploy": Deploy("S-1", "0112"),
        "withdraw": Withdraw("SL-konev"),
    }
    taken = {
        "soviet-move": {"move", "overrun", "rail", "front"},
        "soviet-combat": {"attack"},
        "soviet-interdict": {"markers"},
        "german-move": {"move", "overrun", "rail"},
        "german-combat": {"attack"},
        "german-mech-move": {"move", "overrun", "rail"},
        "german-interdict": {"markers"},
    }
    for phase, kinds in taken.items():
        state = arrange(FRONT, phase=phase)
        for kind, order in orders.items():
            refusal = GAME.refusal(state, order)
            not_now = refusal is not None and refusal.reason == "not-now"
            assert not_now == (kind not in kinds), (phase, kind)


@pytest.mark.rule("4.1")
def test_a_phase_without_anything_to_decide_is_passed_over() -> None:
    """Nobody is near an enemy and the Soviet marker is used up."""
    state = arrange(
        {"G-6Inf": "2411", "S-1": "3009 SR17"}, phase="soviet-move", soviet_marker_uses=3
    )
    events = end_phase(state)
    assert [e.phase for e in events_of(events, PhaseBegan)] == [
        "soviet-combat",
        "soviet-interdict",
        "german-move",
    ]
    assert decision(state) == "german-move"
    end_phase(state)
    assert decision(state) == "german-mech-move"


# --- 4.2 A: the Soviet player-turn ------------------------------------------------------------------


@pytest.mark.rule("4.2 A1", "14.GEN-1")
def test_the_soviet_turn_opens_with_supply_and_reinforcements() -> None:
    """Turn 2 brings the 30th Army to W and four divisions to X."""
    state = arrange({"S-1": "3009 SR17"}, phase="german-interdict", turn=1)
    play(state, Done(), dice=[2])
    assert (state.turn, decision(state)) == (2, "soviet-move")
    assert "unsupplied" in flags(state, "S-1")
    waiting = [u.entry for u in state.units if u.place == -2]
    assert sorted(waiting) == sorted(["W"] * 5 + ["X"] * 4 + ["2"])
    assert place(state, "SL-khomenko") == "waiting"


@pytest.mark.rule("4.2 A1", "13.33b", "S2-12")
def test_german_aircraft_leave_at_the_end_of_the_soviet_movement_phase() -> None:
    """The ruling AMB-1: before the combat phase, not after it."""
    state = arrange(FRONT, phase="soviet-move", air=("2015", "2116"))
    events = end_phase(state)
    kinds = [type(e) for e in events]
    assert kinds.index(InterdictionEnded) < kinds.index(PhaseBegan)
    assert only(events, InterdictionEnded).side == "german"
    assert (state.air, decision(state)) == ((), "soviet-combat")


@pytest.mark.rule("9.11a")
def test_only_the_phasing_side_attacks_in_its_combat_phase() -> None:
    soviet = arrange(FRONT, phase="soviet-combat")
    assert allowed(soviet, Attack(("S-1",), ("2411",)))
    assert why(soviet, Attack(("G-6Inf",), ("2410",))) == ("9.GEN-1", "not-your-unit")
    german = arrange(FRONT, phase="german-combat")
    assert allowed(german, Attack(("G-6Inf",), ("2410",)))
    assert why(german, Attack(("S-1",), ("2411",))) == ("9.GEN-1", "not-your-unit")


@pytest.mark.rule("4.2 A3", "6.63")
def test_soviet_disruption_ends_between_combat_and_interdiction() -> None:
    state = arrange({**FRONT, "S-2": "2420 SR17 disrupted"}, phase="soviet-combat")
    events = end_phase(state)
    kinds = [type(e) for e in events]
    assert kinds.index(Recovered) < kinds.index(PhaseBegan)
    assert decision(state) == "soviet-interdict"
    assert "disrupted" not in flags(state, "S-2")


@pytest.mark.rule("4.2 A4", "13.41", "13.42")
def test_the_soviet_player_may_place_his_marker_or_not() -> None:
    skips = arrange(FRONT, phase="soviet-interdict")
    end_phase(skips)
    assert (skips.soviet_marker_uses, decision(skips)) == (0, "german-move")
    places = arrange(FRONT, phase="soviet-interdict")
    play(places, Interdict(("2015",)))
    assert (places.soviet_marker_uses, decision(places)) == (1, "german-move")


# --- 4.2 B: the German player-turn ------------------------------------------------------------------


@pytest.mark.rule("4.2 B1", "14.GEN-1", "16.2")
def test_the_german_turn_opens_with_supply_and_reinforcements() -> None:
    cut_off = {"G-Lehr": "2411", "S-1": "2410 SR17", "S-2": "2412 SR18"}
    state = arrange(cut_off, phase="soviet-interdict", turn=1)
    end_phase(state)
    assert decision(state) == "german-move"
    assert "unsupplied" in flags(state, "G-Lehr")
    waiting = [state.name(i) for i, u in enumerate(state.units) if u.place == -2]
    assert len(waiting) == 13
    assert {state.units[state.find(n)].entry for n in waiting} == {"C"}


@pytest.mark.rule("4.2 B1")
def test_reinforcements_come_in_during_the_first_german_movement_phase_only() -> None:
    waiting: dict[str, Words] = {"G-7Pz-PzR25": UnitPosition("", "waiting", entry="C")}
    assert allowed(arrange(waiting), Move(("G-7Pz-PzR25",), ("0112",)))
    second = arrange({**waiting, "G-Lehr": "2411"}, phase="german-mech-move")
    order = Move(("G-7Pz-PzR25",), ("0112",))
    assert why(second, order) == ("4.2 B1", "entry-in-first-move")
    soviet = arrange(waiting, phase="soviet-move")
    assert why(soviet, order) == ("6.GEN-1", "not-your-unit")


@pytest.mark.rule("4.2 B3", "S2-15")
@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("G-7Pz-PzR25", True),
        ("G-7Pz-SR6", True),
        ("G-14Mot-IR11", True),
        ("G-Lehr", True),
        ("G-1Cav", True),
        ("G-6Inf", False),
    ],
)
def test_everything_but_infantry_moves_again(name: str, moves: bool) -> None:
    state = arrange({name: "2411"}, phase="german-mech-move")
    order = Move((name,), ("2412",))
    assert allowed(state, order) if moves else why(state, order) == ("4.2 B3", "not-mechanised")


@pytest.mark.rule("4.2 B3", "11.GEN-2")
def test_the_second_movement_phase_has_a_supply_check_of_its_own() -> None:
    relieved = arrange({"G-Lehr": "2411 unsupplied"}, phase="german-combat")
    end_phase(relieved)
    assert decision(relieved) == "german-mech-move"
    assert points_left(relieved, "G-Lehr") == 10
    ring = {"G-Lehr": "2411", "S-1": "2410 SR17", "S-2": "2412 SR18"}
    cut_off = arrange(ring, phase="german-combat")
    assert "unsupplied" not in flags(cut_off, "G-Lehr")
    end_phase(cut_off)
    assert points_left(cut_off, "G-Lehr") == 5


@pytest.mark.rule("4.2 B4", "6.63")
def test_german_disruption_ends_after_the_second_movement_phase() -> None:
    state = arrange({**FRONT, "G-Lehr": "2420 disrupted"}, phase="german-combat")
    end_phase(state)
    assert "disrupted" in flags(state, "G-Lehr")
    events = end_phase(state)
    assert only(events, Recovered).units == ("G-Lehr",)
    assert decision(state) == "german-interdict"


@pytest.mark.rule("4.2 B5", "13.46", "13.2a")
def test_the_soviet_marker_leaves_and_the_german_places_his() -> None:
    state = arrange({"G-Lehr": "2411"}, phase="german-mech-move", soviet_marker="2420")
    events = end_phase(state)
    assert only(events, InterdictionEnded).side == "soviet"
    assert decision(state) == "german-interdict"
    play(state, Interdict(("2015", "2116")), dice=[1])
    assert [state.world.hex_ids[h] for h in state.air] == ["2015", "2116"]
    assert (state.turn, decision(state)) == (6, "soviet-move")


# --- 4.2 C: the turn marker -------------------------------------------------------------------------


@pytest.mark.rule("4.2 C", "S2-16", "S2-5", "15.GEN")
def test_twelve_turns_and_the_game_is_over() -> None:
    """A game in which nobody ever orders anything but the end of his phases."""
    state = arrange(phase="soviet-move", turn=1)
    events: list[Event] = []
    first: list[str] = []
    while decision(state) != "over":
        if decision(state) == "soviet-move":
            first.append(decider(state))
        events += end_phase(state)
    assert [e.turn for e in events_of(events, TurnBegan)] == list(range(2, 13))
    assert first == ["soviet"] * 12
    assert len(events_of(events, ProvisionalRolled)) == 11
    assert len(events_of(events, ProvisionalLost)) == 11
    assert isinstance(events[-1], GameEnded)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.level == "soviet_decisive"
    assert GAME.step(state) is None
    assert why(state, Done()) == ("15.GEN", "not-now")


@pytest.mark.rule("4.2 C", "13.41")
def test_the_last_turn_ends_without_markers() -> None:
    """No Soviet marker in turn 12, and no aircraft for a turn that never comes."""
    state = arrange(FRONT, phase="soviet-combat", turn=12)
    end_phase(state)
    assert decision(state) == "german-move"
    go_to(state, "german-mech-move")
    events = end_phase(state)
    assert isinstance(events[-1], GameEnded)
    assert decision(state) == "over"


@pytest.mark.rule("4.1", "9.14")
def test_what_was_done_in_a_phase_is_forgotten_in_the_next() -> None:
    """Moved, stopped, attacked, defended, advanced, retreated, railed: marks of one phase."""
    words = "2411 moved stopped attacked defended advanced retreated railed"
    state = arrange({"G-Lehr": words, "G-GD": "2424"}, phase="german-move", opened=True)
    assert why(state, Move(("G-Lehr",), ("2412",)))[0] in ("6.32a", "6.52a", "6.GEN-2")
    end_phase(state)
    assert decision(state) == "german-mech-move"
    assert flags(state, "G-Lehr") == set()
    assert allowed(state, Move(("G-Lehr",), ("2412",)))
