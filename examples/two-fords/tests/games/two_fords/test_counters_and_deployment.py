"""Chapters 1 and 2."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import SPECTATOR, Setup
from campagna.core.offers import Place
from two_fords.orders import Attack, Deploy
from two_fords.state import State, units_of
from two_fords_lay import GAME, SETUP, lay, play, refused, unit


def strengths(state: State, side: str) -> list[int]:
    return [state.units[i].strength for i in units_of(side)]


@pytest.mark.rule("1.1")
def test_each_side_is_dealt_the_four_strengths_as_the_draw_falls() -> None:
    state = GAME.start(SETUP, ScriptedChance((), picks=[3, 0, 1, 0, 0, 0, 0, 0]))
    assert strengths(state, "north") == [0, 3, 1, 2]
    assert strengths(state, "south") == [3, 2, 1, 0]
    assert not any(u.up for u in state.units)


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(
    ("viewer", "seen"), [("north", (3, None)), ("south", (None, 2)), (SPECTATOR, (None, None))]
)
def test_a_face_down_strength_is_shown_to_its_owner_only(
    viewer: str, seen: tuple[int | None, int | None]
) -> None:
    state = lay("N1 0302 3", "S1 0505 2")
    shown = {c.id: c.strength for c in GAME.view(state, viewer).position.units}
    assert (shown["N1"], shown["S1"]) == seen


@pytest.mark.rule("1.3", "6.2")
def test_counters_turned_up_in_combat_stay_up_for_everyone() -> None:
    state = lay("N1 0203 3", "S1 0204 2", phase="attack")
    play(state, Attack(("N1",), "0204"), dice=[2])
    assert unit(state, "N1").up
    assert unit(state, "S1").up
    shown = {c.id: c.strength for c in GAME.view(state, SPECTATOR).position.units}
    assert (shown["N1"], shown["S1"]) == (3, 2)


@pytest.mark.rule("9.1")
def test_with_open_counters_everything_is_face_up_from_the_start() -> None:
    state = GAME.start(Setup("crossing", {"open-counters": True}), SeededChance(1))
    position = GAME.view(state, SPECTATOR).position
    assert sorted(c.strength for c in position.units) == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.rule("2.1")
def test_north_deploys_all_its_counters_before_south_begins() -> None:
    state = GAME.start(SETUP, SeededChance(1))
    sides = []
    while (step := GAME.step(state)) is not None and step.decision == "deploy":
        sides.append(step.side)
        order = GAME.offers(state).sample(SeededChance(len(sides)))
        play(state, order)
    assert sides == ["north"] * 4 + ["south"] * 4
    assert step is not None
    assert (step.side, step.decision, state.turn) == ("north", "move", 1)


@pytest.mark.rule("2.1")
def test_deployment_is_inside_ones_own_area_and_once() -> None:
    state = GAME.start(SETUP, SeededChance(1))
    assert refused(state, Deploy("N1", "0204")) == ("2.1", "outside-deployment")
    play(state, Deploy("N1", "0302"))
    assert refused(state, Deploy("N1", "0402")) == ("2.1", "already-deployed")


@pytest.mark.rule("2.2")
def test_no_two_counters_are_deployed_in_one_hex() -> None:
    state = GAME.start(SETUP, SeededChance(1))
    play(state, Deploy("N1", "0302"))
    assert refused(state, Deploy("N2", "0302")) == ("2.2", "occupied")
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Place)
    assert "0302" not in offer.places
    assert "0402" in offer.places
