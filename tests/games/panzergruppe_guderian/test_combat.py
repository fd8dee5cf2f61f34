"""9.1, 9.2 Combat: who may attack whom, and how strong both are together."""

from __future__ import annotations

import pytest

from campagna.games.panzergruppe_guderian.events import BattleRolled
from campagna.games.panzergruppe_guderian.orders import (
    Advance,
    Attack,
    Done,
    GiveGround,
    Overrun,
    TakeLosses,
)
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    flags,
    only,
    place,
    play,
    unit,
    why,
)
from tests.offered import by_order


def rolled(
    units: dict[str, Words], attackers: tuple[str, ...], *targets: str, die: int = 1
) -> BattleRolled:
    """What a German attack came to."""
    state = arrange(units, phase="german-combat")
    return only(play(state, Attack(attackers, targets), dice=[die]), BattleRolled)


# --- who may attack -------------------------------------------------------------------------------

FACE_TO_FACE: dict[str, Words] = {
    "G-6Inf": "2411",
    "G-26Inf": "2411",
    "G-5Inf": "2311",
    "S-1": "2410 SR01",
    "S-2": "2511 SR08",
    "SL-konev": "2408",
}


@pytest.mark.parametrize("phase", ["german-move", "german-mech-move", "german-interdict"])
def test_units_attack_only_in_their_own_combat_phase(phase: str) -> None:
    state = arrange(FACE_TO_FACE, phase=phase)
    assert why(state, Attack(("G-6Inf",), ("2410",)))[1] == "not-now"


@pytest.mark.rule("9.11a", "9.GEN-1")
def test_the_phasing_player_is_the_attacker() -> None:
    order = Attack(("G-6Inf",), ("2410",))
    assert allowed(arrange(FACE_TO_FACE, phase="german-combat"), order)
    assert why(arrange(FACE_TO_FACE, phase="soviet-combat"), order) == ("9.GEN-1", "not-your-unit")
    soviet = Attack(("S-1",), ("2411",))
    assert allowed(arrange(FACE_TO_FACE, phase="soviet-combat"), soviet)
    assert why(arrange(FACE_TO_FACE, phase="german-combat"), soviet) == ("9.GEN-1", "not-your-unit")


@pytest.mark.rule("9.11b", "9.23")
@pytest.mark.parametrize(
    ("attackers", "targets", "reason"),
    [
        (("G-6Inf",), ("2512",), ("9.11b", "no-enemy-there")),
        (("G-6Inf",), ("2411",), ("9.11b", "no-enemy-there")),
        (("G-5Inf",), ("2511",), ("9.23", "not-adjacent-to-target")),
        (("G-6Inf", "G-5Inf"), ("2511",), ("9.23", "not-adjacent-to-target")),
        (("G-6Inf",), ("2408",), ("9.23", "not-adjacent-to-target")),
        (("G-6Inf",), ("2410", "2410"), ("9.23", "named-twice")),
        (("G-6Inf", "G-6Inf"), ("2410",), ("9.GEN-1", "named-twice")),
        ((), ("2410",), ("9.GEN-1", "no-units")),
        (("G-7Inf",), ("2410",), ("9.11b", "not-on-map")),
        (("G-nobody",), ("2410",), ("3.4a", "unknown-unit")),
        (("G-6Inf",), ("9999",), ("6.GEN-2", "unknown-hex")),
    ],
)
def test_only_units_next_to_an_enemy_attack_it(
    attackers: tuple[str, ...], targets: tuple[str, ...], reason: tuple[str, str]
) -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    order = Attack(attackers, targets)
    assert why(state, order) == reason
    if attackers not in ((), ("G-6Inf", "G-6Inf")) and targets != ("2410", "2410"):
        assert not GAME.offers(state).covers(order)


@pytest.mark.rule("9.12a", "S2-10")
def test_attacks_are_voluntary_and_the_player_chooses_who_takes_part() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    assert allowed(state, Done())
    for group in (("G-6Inf",), ("G-26Inf",), ("G-6Inf", "G-26Inf"), ("G-5Inf", "G-26Inf")):
        assert allowed(state, Attack(group, ("2410",)))
    assert by_order(GAME.offers(state)) == {
        "attack": {"2410": ["G-5Inf", "G-6Inf", "G-26Inf"], "2511": ["G-6Inf", "G-26Inf"]},
        "done": True,
    }


@pytest.mark.rule("9.12b", "9.22")
def test_who_stays_out_of_an_attack_does_not_share_its_result() -> None:
    # 9 against 8 + 8 + 8 + 5: below 1-3; die 6 is Ae.
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR32",
        "S-2": "2410 SR33",
        "S-3": "2410 SR31",
        "SL-konev": "2410",
    }
    state = arrange(units, phase="german-combat")
    roll = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[6]), BattleRolled)
    assert (roll.attack, roll.defence, roll.odds, roll.result) == (9, 29, "1-3", "Ae")
    assert place(state, "G-6Inf") == "dead"
    assert place(state, "G-26Inf") == "2411"
    assert unit(state, "G-26Inf").step == 0


@pytest.mark.rule("9.22", "9.24")
def test_units_of_one_stack_may_attack_different_hexes() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    first = only(play(state, Attack(("G-6Inf",), ("2410",)), dice=[5]), BattleRolled)
    assert (first.attack, first.defence, first.result) == (9, 4, "Eng")
    second = only(play(state, Attack(("G-26Inf",), ("2511",)), dice=[5]), BattleRolled)
    assert (second.attack, second.defence) == (9, 5)


@pytest.mark.rule("9.13")
def test_as_many_units_attack_as_six_hexes_hold() -> None:
    regiments = [
        c.id for c in GAME.world.counters if c.id.startswith("G-") and c.size != "division"
    ]
    ring = ["2409", "2510", "2511", "2411", "2311", "2310"]
    stacks = {h: regiments[i * 3 : i * 3 + 3] for i, h in enumerate(ring)}
    # Mixed stacks: no hex holds exactly one division.
    stacks["2409"][0], stacks["2311"][0] = stacks["2311"][0], stacks["2409"][0]
    units: dict[str, Words] = {u: h for h, stack in stacks.items() for u in stack}
    units["S-1"] = "2410 SR32"
    state = arrange(units, phase="german-combat")
    assert allowed(state, Attack(tuple(n for n in units if n != "S-1"), ("2410",)))
    assert len(by_order(GAME.offers(state))["attack"]["2410"]) == 18


@pytest.mark.rule("9.14")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2511",)), dice=[4])  # 9:5 = 1-1, Eng: S-2 dies
    assert place(state, "S-2") == "dead"
    assert why(state, Attack(("G-6Inf",), ("2410",))) == ("9.14", "attacked-already")
    assert why(state, Attack(("G-6Inf", "G-26Inf"), ("2410",))) == ("9.14", "attacked-already")
    play(state, Attack(("G-26Inf",), ("2410",)), dice=[6])  # 9:4 = 2-1, A1
    play(state, TakeLosses(("G-26Inf",)))
    assert why(state, Attack(("G-5Inf",), ("2410",))) == ("9.14", "defended-already")
    assert not GAME.offers(state).covers(Attack(("G-5Inf",), ("2410",)))


@pytest.mark.rule("9.14")
def test_the_limit_of_one_combat_ends_with_the_phase() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    play(state, Attack(("G-26Inf",), ("2410",)), dice=[6])
    play(state, TakeLosses(("G-26Inf",)), Done())
    assert "attacked" not in flags(state, "G-26Inf")
    assert "defended" not in flags(state, "S-1")


@pytest.mark.rule("9.14")
def test_an_overrun_is_not_combat() -> None:
    """AMB-40: the overrun unit may be attacked in the combat phase that follows, by the same units."""
    state = arrange(FACE_TO_FACE, phase="german-move")
    play(state, Overrun(("G-6Inf", "G-26Inf"), "2410"), dice=[6])  # 18/2:4 = 2-1, A1
    play(state, TakeLosses(("G-6Inf",)), Done())
    assert allowed(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)))


@pytest.mark.rule("9.GEN-2")
def test_a_result_is_carried_out_before_any_other_attack() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    play(state, Attack(("G-26Inf",), ("2410",)), dice=[2])  # 9:4 = 2-1, D1
    assert why(state, Attack(("G-6Inf",), ("2511",))) == ("9.65a", "not-now")
    assert why(state, Done()) == ("9.65a", "not-now")
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision, step.facts["count"]) == ("soviet", "suffer", 1)


# --- strengths --------------------------------------------------------------------------------------


@pytest.mark.rule("9.21", "9.GEN-2")
def test_all_units_of_an_attacked_hex_defend_together() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-GD": "2311",
        "S-1": "2410 SR01",  # defence 4
        "S-2": "2410 SR08",  # defence 5
        "S-3": "2409 SR32",  # not attacked
        "SL-lukin": "2410",  # defence 3
    }
    roll = rolled(units, ("G-6Inf", "G-GD"), "2410")
    assert (roll.attack, roll.defence, roll.odds) == (9 + 4, 4 + 5 + 3, "1-1")


@pytest.mark.rule("9.23", "9.24")
def test_one_attack_on_two_hexes_adds_their_defences() -> None:
    roll = rolled(FACE_TO_FACE, ("G-6Inf", "G-26Inf"), "2410", "2511")
    assert (roll.attack, roll.defence, roll.odds) == (18, 4 + 5, "2-1")
    assert roll.targets == ("2410", "2511")


@pytest.mark.rule("9.23")
def test_every_attacker_must_touch_every_attacked_hex() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    both = Attack(("G-6Inf", "G-5Inf"), ("2410", "2511"))
    assert why(state, both) == ("9.23", "not-adjacent-to-target")
    assert allowed(state, Attack(("G-6Inf", "G-26Inf"), ("2410", "2511")))


@pytest.mark.rule("9.31", "6.7d")
def test_a_major_city_doubles_the_defence() -> None:
    """T5: defence 4 in Roslavl (2626), attackers not all across rivers."""
    units: dict[str, Words] = {
        "G-6Inf": "2625",
        "G-26Inf": "2726",  # across the river
        "S-1": "2626 SR01",
        "SL-konev": "2629",
    }
    assert rolled(units, ("G-6Inf",), "2626").defence == 8
    assert rolled(units, ("G-6Inf", "G-26Inf"), "2626").defence == 8


@pytest.mark.rule("9.33", "9.32", "6.7b", "6.7c")
def test_forest_and_river_triple_the_defence() -> None:
    """T6: defence 4 in forest 2617, attacked from 2616 and 2517, both across the river."""
    units: dict[str, Words] = {
        "G-6Inf": "2616",
        "G-26Inf": "2517",
        "S-1": "2617 SR01",
        "SL-konev": "2718",
    }
    assert rolled(units, ("G-6Inf", "G-26Inf"), "2617").defence == 12
    assert rolled(units, ("G-6Inf",), "2617").defence == 12


@pytest.mark.rule("9.32", "6.7b")
def test_one_attacker_not_across_the_river_undoes_its_doubling() -> None:
    """T7: as T6 with one attacker in 2618."""
    units: dict[str, Words] = {
        "G-6Inf": "2616",
        "G-26Inf": "2517",
        "G-5Inf": "2618",
        "S-1": "2617 SR01",
        "SL-konev": "2718",
    }
    assert rolled(units, ("G-6Inf", "G-26Inf", "G-5Inf"), "2617").defence == 8
    # Who only stands there does not attack.
    assert rolled(units, ("G-6Inf", "G-26Inf"), "2617").defence == 12


@pytest.mark.rule("9.33", "9.32", "6.7c", "6.7d")
@pytest.mark.parametrize(
    ("attackers", "defence"),
    [
        (("G-6Inf", "G-26Inf"), 12),
        (("G-6Inf", "G-26Inf", "G-5Inf"), 8),
        (("G-6Inf", "G-26Inf", "G-35Inf"), 8),
        (("G-5Inf",), 8),
    ],
)
def test_city_and_river_triple_the_defence(attackers: tuple[str, ...], defence: int) -> None:
    """T8: defence 4 in Orsha (0420), attacked from 0520 and 0521 and perhaps 0419 or 0320."""
    units: dict[str, Words] = {
        "G-6Inf": "0520",
        "G-26Inf": "0521",
        "G-5Inf": "0419",
        "G-35Inf": "0320",
        "S-1": "0420 SR01",
        "SL-konev": "0321",
    }
    assert rolled(units, attackers, "0420").defence == defence


@pytest.mark.rule("9.31", "6.7a", "6.7e")
@pytest.mark.parametrize(
    ("hex_", "attacker", "leader"),
    [("2410", "2411", "2409"), ("1509", "1510", "1508"), ("3005", "3006", "3004")],
    ids=["clear", "minor city Velizh", "minor city Bely"],
)
def test_clear_ground_and_minor_cities_add_nothing(hex_: str, attacker: str, leader: str) -> None:
    units: dict[str, Words] = {"G-6Inf": attacker, "S-1": f"{hex_} SR01", "SL-konev": leader}
    assert rolled(units, ("G-6Inf",), hex_).defence == 4


@pytest.mark.rule("9.32", "6.7f")
def test_the_river_is_judged_for_each_attacked_hex() -> None:
    """AMB-12: from 2517 the swamp hex 2518 lies across the river, the clear hex 2616 does not."""
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "S-1": "2518 SR01",  # 4, doubled by the river; swamp adds nothing
        "S-2": "2616 SR08",  # 5
        "SL-konev": "2617",
    }
    assert rolled(units, ("G-6Inf",), "2518", "2616").defence == 2 * 4 + 5


def test_answers_to_a_result_are_refused_when_nobody_asked() -> None:
    state = arrange(FACE_TO_FACE, phase="german-combat")
    for order in (TakeLosses(("G-6Inf",)), GiveGround(), Advance("G-6Inf", ("2410",))):
        assert why(state, order)[1] == "not-now"
