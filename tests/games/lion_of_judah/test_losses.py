"""12.11 Losses in detail: who may take them, in which order, and what a refusal says."""

from __future__ import annotations

import pytest

from campagna.games.lion_of_judah.frames import Suffer
from campagna.games.lion_of_judah.orders import TakeLosses
from campagna.games.lion_of_judah.rules.combat import step_losses
from campagna.games.lion_of_judah.state import State
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    play,
    slot,
    unit,
    why,
)

SECOND = {"edition": "2"}
CORNER = WORLD.hex_ids[0]
PAIR = ("it_Sb", "it_GS")


def suffering(count: int, *names: str, **options: str) -> State:
    state = arrange(dict.fromkeys(names, "1305"), phase=Phase.COMBAT, options=options)
    state.agenda = [Suffer(ITALIAN, tuple(slot(n) for n in names), count, "combat")]
    return state


def told(state: State, *names: str) -> dict[str, object]:
    refusal = GAME.refusal(state, TakeLosses(names))
    assert refusal is not None
    return {"rule": refusal.rule, "reason": refusal.reason, **refusal.facts}


@pytest.mark.rule("12.11-c")
@pytest.mark.parametrize("edition", ["1", "2"])
def test_one_loss_falls_on_either_and_two_on_each(edition: str) -> None:
    options = {} if edition == "1" else {"edition": edition}
    for name in PAIR:
        assert allowed(suffering(1, *PAIR, **options), TakeLosses((name,)))
    assert allowed(suffering(2, *PAIR, **options), TakeLosses(PAIR))


@pytest.mark.rule("12.11-c")
def test_a_refusal_names_who_loses_too_much_and_who_was_spared() -> None:
    state = suffering(3, *PAIR, "it_Gv", **SECOND)
    found = told(state, "it_GS", "it_GS", "it_Sb")
    assert (found["rule"], found["unit"], found["other"]) == ("12.11-c", "it_GS", "it_Gv")


@pytest.mark.rule("12.11-b")
def test_nobody_loses_more_steps_than_he_has() -> None:
    state = suffering(3, "it_Sb", "it_Di", **SECOND)
    found = told(state, "it_Di", "it_Di", "it_Di")
    assert (found["reason"], found["unit"], found["count"]) == ("more-than-its-steps", "it_Di", 2)


@pytest.mark.rule("12.11-d", "2.3.7-c")
def test_an_attack_factor_of_one_is_enough_to_go_first() -> None:
    units = {"cw_M101": "0905", "cw_SDF1": "0905", "it40_c2": "1005"}
    state = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
    pair = slot("cw_SDF1"), slot("cw_M101")
    frame = Suffer(OTHER, pair, 2, "combat", attacking=True)
    state.agenda = [frame]
    assert step_losses.first_victims(state, frame) == pair[:1]
    found = told(state, "cw_M101", "cw_SDF1")
    assert (found["reason"], found["unit"]) == ("zero-attack-first", "cw_M101")
    assert step_losses.spread(state, frame, (pair[1], pair[0])) == pair
    assert step_losses.spread(state, frame, pair) == pair
    defending = Suffer(OTHER, pair, 2, "combat")
    assert step_losses.spread(state, defending, (pair[1], pair[0])) == (pair[1], pair[0])
    assert step_losses.first_victims(state, defending) == pair


@pytest.mark.rule("12.11-a")
def test_losses_are_taken_in_every_hex_of_the_map() -> None:
    state = arrange({"it_Sb": CORNER, "it_GS": CORNER}, phase=Phase.COMBAT)
    frame = Suffer(ITALIAN, (slot("it_Sb"), slot("it_GS")), 2, "combat")
    state.agenda = [frame]
    assert step_losses.alive(state, frame) == frame.units
    play(state, TakeLosses(PAIR))
    assert [unit(state, n).steps for n in PAIR] == [3, 3]


@pytest.mark.rule("12.11-a", "A-23")
def test_losses_beyond_all_steps_are_ignored() -> None:
    state = suffering(99, *PAIR)
    frame = state.agenda[-1]
    assert isinstance(frame, Suffer)
    assert step_losses.owed(state, frame) == 8
    assert step_losses.forced(state, frame) is not None
    assert why(suffering(2, *PAIR), TakeLosses(("it_Sb",)))[1] == "wrong-number-of-losses"


@pytest.mark.rule("12.11-d")
def test_losses_laid_out_go_round_as_long_as_there_are_steps() -> None:
    state = suffering(5, "it_Sb", "it_Di")
    frame = state.agenda[-1]
    assert isinstance(frame, Suffer)
    sb, di = slot("it_Sb"), slot("it_Di")
    assert step_losses.spread(state, frame, (sb, di)) == (sb, di, sb, di, sb)
    units = {"cw_M101": "0905", "cw_SDF1": "0905", "cw_SDF2": "0905", "it40_c2": "1005"}
    other = arrange(units, scenario="s1940", phase=Phase.COMBAT, side=OTHER, turn=9)
    three = slot("cw_M101"), slot("cw_SDF1"), slot("cw_SDF2")
    attack = Suffer(OTHER, three, 4, "combat", attacking=True)
    zero, first, second = three
    assert step_losses.spread(other, attack, (zero, second, first)) == (second, zero, first, second)
