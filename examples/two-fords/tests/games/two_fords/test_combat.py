"""Chapter 6."""

from __future__ import annotations

from collections import Counter

import pytest

from campagna.core import offers
from campagna.core.contract import Refused
from two_fords.events import Eliminated, Fought, Retreated, TurnedUp
from two_fords.orders import Attack, EndPhase, Retreat
from two_fords.rules.combat import result
from two_fords.state import LOST
from two_fords_lay import GAME, lay, play, refused, unit


@pytest.mark.rule("6.1")
def test_attacks_are_voluntary_and_one_per_counter_and_target() -> None:
    state = lay("N1 0203 1", "N2 0104 2", "S1 0204 1", "S2 0304 3", phase="attack")
    assert refused(state, EndPhase()) is None
    play(state, Attack(("N1",), "0204"), dice=[2])
    assert refused(state, Attack(("N2",), "0204")) == ("6.1", "already-attacked")
    assert refused(state, Attack(("N1", "N2"), "0304")) == ("6.1", "already-acted")


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Attack((), "0204"), "name-attackers-once"),
        (Attack(("N1", "N1"), "0204"), "name-attackers-once"),
        (Attack(("N1",), "0205"), "no-enemy"),
        (Attack(("N2",), "0204"), "not-in-zone"),
        (Attack(("N1",), "0304"), "not-in-zone"),
    ],
)
def test_attackers_have_the_target_in_their_zone(order: Attack, reason: str) -> None:
    state = lay("N1 0203 3", "N2 0302 2", "S1 0204 2", "S2 0304 1", phase="attack")
    assert refused(state, order) == ("6.1", reason)
    assert not GAME.offers(state).covers(order)


@pytest.mark.rule("6.2")
def test_attackers_and_defender_are_turned_up_before_the_die() -> None:
    state = lay("N1 0203 3", "S1 0204 2", phase="attack")
    events = play(state, Attack(("N1",), "0204"), dice=[2])
    assert [type(e) for e in events] == [TurnedUp, TurnedUp, Fought]
    assert [e.strength for e in events if isinstance(e, TurnedUp)] == [3, 2]


@pytest.mark.rule("6.3")
def test_a_decoy_does_not_attack() -> None:
    state = lay("N1 0203 0", "N2 0205 2", "S1 0204 2", phase="attack")
    assert refused(state, Attack(("N1", "N2"), "0204")) == ("6.3", "decoy-attacks")
    assert GAME.offers(state)[0] == offers.Attack("attack", {"0204": ("N2",)})


@pytest.mark.rule("6.4")
def test_an_attacked_decoy_is_removed_without_a_die() -> None:
    state = lay("N1 0203 1", "S1 0204 0", phase="attack")
    events = play(state, Attack(("N1",), "0204"))
    assert [type(e) for e in events] == [TurnedUp, TurnedUp, Eliminated]
    assert unit(state, "S1").place == LOST


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("target", "strength", "difference"), [("0204", 2, 1), ("0204", 1, 2), ("0105", 2, 0)]
)
def test_the_difference_counts_strengths_and_wood(
    target: str, strength: int, difference: int
) -> None:
    attacker = "0203" if target == "0204" else "0104"
    state = lay(f"N1 {attacker} 3", f"S1 {target} {strength}", phase="attack")
    events = play(state, Attack(("N1",), target), dice=[3])
    assert [e.difference for e in events if isinstance(e, Fought)] == [difference]


@pytest.mark.rule("6.5")
def test_attackers_add_up() -> None:
    state = lay("N1 0203 2", "N2 0104 1", "S1 0204 3", phase="attack")
    events = play(state, Attack(("N1", "N2"), "0204"), dice=[2])
    assert [e.difference for e in events if isinstance(e, Fought)] == [0]


PRINTED = {
    -1: "AE AE NE NE DR DR",
    0: "AE NE NE DR DR DE",
    1: "NE NE DR DR DE DE",
    2: "DR DR DR DE DE DE",
}


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("difference", range(-4, 6))
def test_every_cell_of_the_table(difference: int) -> None:
    column = PRINTED[min(max(difference, -1), 2)].split()
    assert [result(difference, die) for die in range(1, 7)] == column


@pytest.mark.rule("6.6")
def test_ae_eliminates_all_attackers_and_de_the_defender() -> None:
    state = lay("N1 0203 1", "N2 0104 2", "S1 0204 3", phase="attack")
    play(state, Attack(("N1", "N2"), "0204"), dice=[1])
    assert [unit(state, u).place == LOST for u in ("N1", "N2", "S1")] == [True, True, False]
    state = lay("N1 0203 1", "N2 0104 2", "S1 0204 3", phase="attack")
    play(state, Attack(("N1", "N2"), "0204"), dice=[6])
    assert [unit(state, u).place == LOST for u in ("N1", "N2", "S1")] == [False, False, True]


@pytest.mark.rule("6.7")
def test_the_owner_chooses_a_free_hex_outside_enemy_zones_then_the_attacker_goes_on() -> None:
    state = lay("N1 0203 3", "N2 0104 1", "S1 0204 2", "S2 0305 1", phase="attack")
    play(state, Attack(("N1",), "0204"), dice=[3])
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision) == ("south", "retreat")
    # 0104 is N2, 0105 lies in N2's zone, 0305 is S2, 0203 is N1.
    ways = offers.Place("retreat", {}, subject="", places=("0304", "0205"))
    assert tuple(GAME.offers(state)) == (ways,)
    assert refused(state, Retreat("0105")) == ("6.7", "no-retreat-there")
    events = play(state, Retreat("0205"))
    assert [type(e) for e in events] == [Retreated]
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision) == ("north", "attack")


@pytest.mark.rule("6.7")
def test_a_counter_that_cannot_retreat_is_eliminated() -> None:
    surrounded = lay(
        "N1 0203 3", "N2 0105 1", "N3 0305 2", "S1 0204 2", "S2 0205 1", phase="attack"
    )
    events = play(surrounded, Attack(("N1",), "0204"), dice=[3])
    assert isinstance(events[-1], Eliminated)
    assert events[-1].rule == "6.7"
    assert unit(surrounded, "S1").place == LOST


@pytest.mark.rule("6.6")
def test_the_forecast_of_a_known_target_counts_the_column() -> None:
    state = lay("N1 0203 3", "S1 0204 2 up", phase="attack")
    forecast = GAME.forecast(state, Attack(("N1",), "0204"))
    chances = {line.result: line.probability for line in forecast.lines}
    assert chances == {r: n / 6 for r, n in Counter(PRINTED[1].split()).items()}


@pytest.mark.rule("1.2", "6.6")
def test_the_forecast_of_a_hidden_target_weighs_what_is_left() -> None:
    state = lay("N1 0203 3", "S1 0204 0", "S2 0505 3 up", "S3 0405 1", phase="attack")
    forecast = GAME.forecast(state, Attack(("N1",), "0204"))
    chances = {line.result: line.probability for line in forecast.lines}
    assert chances["decoy"] == pytest.approx(1 / 3)  # 0, 1 or 2: the 3 is known
    assert sum(chances.values()) == pytest.approx(1)
    with pytest.raises(Refused):
        GAME.forecast(state, Attack(("N1",), "0405"))
