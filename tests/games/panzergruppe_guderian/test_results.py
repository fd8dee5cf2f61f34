"""9.6 Combat results: steps, losses or retreat, and the end of all units (Ae, De)."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Eliminated,
    RetreatChosen,
    StepLost,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    GiveGround,
    Retreat,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    events_of,
    only,
    place,
    play,
    refused,
    unit,
    waits_for,
    why,
)
from tests.offered import by_order


def strength(state: State, name: str) -> str:
    return str(state.values(state.find(name)))


# --- steps ----------------------------------------------------------------------------------------


@pytest.mark.rule("9.61", "9.63")
def test_a_german_infantry_division_has_four_steps() -> None:
    """T11: 9-7, 4-7, 2-7, 1-7, then eliminated."""
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR32", "SL-konev": "2410"}
    seen = []
    for turn in range(4):
        units["G-6Inf"] = f"2411 step{turn}"
        state = arrange(units, phase="german-combat")
        seen.append(strength(state, "G-6Inf"))
        # At most 9 against 8 + 5: 1-2 on the first step, 1-3 below; die 3 is A1 in both.
        play(state, Attack(("G-6Inf",), ("2410",)), dice=[3])
        events = play(state, TakeLosses(("G-6Inf",)))
        assert unit(state, "G-6Inf").step == min(turn + 1, 3)
    assert seen == ["9-9-7", "4-4-7", "2-2-7", "1-1-7"]
    assert only(events, Eliminated).unit == "G-6Inf"
    assert place(state, "G-6Inf") == "dead"


@pytest.mark.rule("9.61", "9.63")
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("G-7Pz-PzR25", ["4-4-10", "2-2-10"]),
        ("G-7Pz-SR6", ["2-2-10", "1-1-10"]),
        ("G-14Mot-IR11", ["3-3-10", "2-2-10"]),
        ("G-GD", ["4-4-10", "2-2-10"]),
        ("G-1Cav", ["4-4-5", "2-2-5"]),
    ],
)
def test_panzer_motorised_and_cavalry_units_have_two_steps(name: str, steps: list[str]) -> None:
    """T11: a panzer regiment goes from 4-10 to 2-10 and is then eliminated."""
    state = arrange({name: "2411", "S-1": "2410 SR32", "SL-konev": "2410"}, phase="german-combat")
    assert strength(state, name) == steps[0]
    play(state, Attack((name,), ("2410",)), dice=[4])  # 1-3: A2
    assert only(play(state, TakeLosses((name, name))), StepLost).strength == steps[1]
    assert place(state, name) == "dead"


@pytest.mark.rule("9.61")
def test_each_loss_is_one_step() -> None:
    state = arrange(
        {"G-6Inf": "2411", "G-26Inf": "2411", "S-1": "2410 SR32", "SL-konev": "2410"},
        phase="german-combat",
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[5])  # 9:13 = 1-2: A2
    events = play(state, TakeLosses(("G-6Inf", "G-6Inf")))
    assert [e.strength for e in events_of(events, StepLost)] == ["4-4-7", "2-2-7"]
    assert strength(state, "G-26Inf") == "9-9-7"


@pytest.mark.rule("9.62", "10.24")
@pytest.mark.parametrize("victim", ["S-1", "S-2", "SL-rakutin"])
def test_every_soviet_unit_has_one_step(victim: str) -> None:
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR44", "S-2": "2410 SA05", "SL-rakutin": "2410"},
        phase="german-combat",
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])  # 9 : 3 + 1 + 2 = 1-1: D1
    play(state, TakeLosses((victim,)))
    assert place(state, victim) == "dead"
    left = {"S-1", "S-2", "SL-rakutin"} - {victim}
    assert {place(state, name) for name in left} == {"2410"}


# --- losses or retreat ------------------------------------------------------------------------------

THREE_SOVIETS: dict[str, Words] = {
    "G-7Inf": "1419",
    "G-17Inf": "1419",
    "S-1": "1418 SR01",  # defence 4
    "S-2": "1418 SR02",  # 4
    "S-3": "1418 SR44",  # 3
    "SL-konev": "1416",
}


@pytest.mark.rule("9.65a", "9.65b", "SUM-2")
def test_three_soviets_lose_one_unit_or_retreat_all() -> None:
    """T12, the example of 9.65: three Soviet units in 1418 defend, D1."""
    state = arrange(THREE_SOVIETS, phase="german-combat")
    roll = only(play(state, Attack(("G-7Inf", "G-17Inf"), ("1418",)), dice=[1]), BattleRolled)
    assert (roll.odds, roll.result) == ("1-1", "D1")
    assert waits_for(state) == ("soviet", "suffer")
    assert by_order(GAME.offers(state)) == {
        "take-losses": ["S-1", "S-2", "S-3"],
        "give-ground": True,
    }
    for name in ("S-1", "S-2", "S-3"):
        assert allowed(state, TakeLosses((name,)))
    assert allowed(state, GiveGround())
    assert refused(state, TakeLosses(())).rule == "9.65a"
    assert refused(state, TakeLosses(("S-1", "S-2"))).facts == {"count": 1, "named": 2}
    assert why(state, TakeLosses(("S-1", "S-1"))) == ("9.65b", "not-so-many-steps")
    assert why(state, TakeLosses(("SL-konev",))) == ("9.65b", "not-involved")
    assert why(state, TakeLosses(("G-7Inf",))) == ("9.65b", "not-involved")
    assert why(state, TakeLosses(("S-9",))) == ("3.4a", "unknown-unit")


@pytest.mark.rule("9.65a")
def test_a_loss_leaves_the_others_in_place() -> None:
    """T12, first choice."""
    state = arrange(THREE_SOVIETS, phase="german-combat")
    play(state, Attack(("G-7Inf", "G-17Inf"), ("1418",)), dice=[1])
    events = play(state, TakeLosses(("S-2",)))
    assert only(events, Eliminated).unit == "S-2"
    assert (place(state, "S-1"), place(state, "S-3")) == ("1418", "1418")
    assert waits_for(state) == ("german", "german-combat"), "neither retreat nor advance"


@pytest.mark.rule("9.65a", "9.72a")
def test_giving_ground_costs_no_step_and_moves_everybody() -> None:
    """T12, second choice: all three retreat one hex without loss."""
    state = arrange(THREE_SOVIETS, phase="german-combat")
    play(state, Attack(("G-7Inf", "G-17Inf"), ("1418",)), dice=[1])
    chosen = only(play(state, GiveGround()), RetreatChosen)
    assert (chosen.side, chosen.hexes) == ("soviet", 1)
    assert waits_for(state) == ("german", "retreat")
    assert why(state, TakeLosses(("S-1",))) == ("9.72a", "not-now")
    for name, hex_ in (("S-1", "1417"), ("S-2", "1417"), ("S-3", "1518")):
        play(state, Retreat(name, (hex_,)))
        assert place(state, name) == hex_


@pytest.mark.rule("9.65b")
def test_the_owner_spreads_the_losses_over_his_units() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-7Pz-PzR25": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR32",
        "S-2": "2410 SR33",
        "SL-konev": "2410",
    }
    # 9 + 4 against 8 + 8 + 5 is 1-2, die 5 is A2: two steps in all, not two each.
    for losses in (
        ("G-6Inf", "G-6Inf"),
        ("G-6Inf", "G-7Pz-PzR25"),
        ("G-7Pz-PzR25", "G-7Pz-PzR25"),
    ):
        state = arrange(units, phase="german-combat")
        play(state, Attack(("G-6Inf", "G-7Pz-PzR25"), ("2410",)), dice=[5])
        assert why(state, TakeLosses(("G-26Inf", "G-6Inf"))) == ("9.65b", "not-involved")
        assert why(state, TakeLosses(("G-7Pz-PzR25",))) == ("9.65a", "wrong-losses")
        play(state, TakeLosses(losses))
        for name, steps in (("G-6Inf", 4), ("G-7Pz-PzR25", 2)):
            lost = losses.count(name)
            assert place(state, name) == ("dead" if lost == steps else "2411")
            assert unit(state, name).step == min(lost, steps - 1)


@pytest.mark.rule("9.65b", "SUM-2")
def test_missing_steps_are_forgiven() -> None:
    """AMB-13: D2 against one Soviet division takes the one step it has."""
    state = arrange(
        {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}, phase="german-combat"
    )
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])  # 2-1: D2
    assert by_order(GAME.offers(state)) == {"take-losses": ["S-1"], "give-ground": True}
    assert why(state, TakeLosses(("S-1", "S-1"))) == ("9.65b", "not-so-many-steps")
    play(state, TakeLosses(("S-1",)))
    assert place(state, "S-1") == "dead"


# --- Ae and De --------------------------------------------------------------------------------------


@pytest.mark.rule("9.64", "SUM-1")
def test_de_eliminates_every_defender_without_a_choice() -> None:
    state = arrange(
        {
            "G-6Inf": "2411",
            "G-26Inf": "2411",
            "G-5Inf": "2311",
            "G-Lehr": "2311",
            "S-1": "2410 SR64",
            "S-2": "2410 SR65",
            "S-3": "2410 SR66",
            "SL-konev": "2408",
        },
        phase="german-combat",
    )
    attackers = ("G-6Inf", "G-26Inf", "G-5Inf", "G-Lehr")
    events = play(state, Attack(attackers, ("2410",)), dice=[1])  # 30 : 1 + 1 + 1 = 10-1
    assert only(events, BattleRolled).result == "De"
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [
        ("S-1", "9.64"),
        ("S-2", "9.64"),
        ("S-3", "9.64"),
    ]
    assert waits_for(state) == ("german", "advance"), "the defender had nothing to say"


@pytest.mark.rule("9.64", "SUM-1")
def test_de_takes_all_four_steps_of_an_infantry_division() -> None:
    counters = ["SR31", "SR32", "SR33", "SA13", "SA14", "SA15", "SA16", "SR23", "SR27"]
    hexes = ["2410"] * 3 + ["2311"] * 3 + ["2511"] * 3
    units: dict[str, Words] = {
        f"S-{i}": f"{h} {c}" for i, (h, c) in enumerate(zip(hexes, counters, strict=True), start=1)
    }
    soviets = tuple(units)
    state = arrange(units | {"G-6Inf": "2411", "SL-konev": "2409"}, phase="soviet-combat", turn=7)
    roll = only(play(state, Attack(soviets, ("2411",)), dice=[1]), BattleRolled)
    assert (roll.attack, roll.result) == (9 + 8 * 5 + 7 * 3, "De")
    assert place(state, "G-6Inf") == "dead"


@pytest.mark.rule("9.64", "SUM-1")
def test_ae_eliminates_every_attacker_with_all_steps() -> None:
    state = arrange(
        {
            "G-6Inf": "2411",
            "G-GD": "2411",
            "S-1": "2410 SR31",
            "S-2": "2410 SR32",
            "S-3": "2410 SR33",
            "SL-konev": "2408",
        },
        phase="german-combat",
    )
    events = play(state, Attack(("G-6Inf", "G-GD"), ("2410",)), dice=[6])  # 13 : 24 = 1-2
    assert only(events, BattleRolled).result == "Ae"
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [
        ("G-6Inf", "9.64"),
        ("G-GD", "9.64"),
    ]
    assert {place(state, "G-6Inf"), place(state, "G-GD")} == {"dead"}
    assert waits_for(state) == ("soviet", "advance")
