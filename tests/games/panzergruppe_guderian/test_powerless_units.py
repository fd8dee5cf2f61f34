"""12.3, 12.4 Units without strength, and the dead who are drawn again."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Eliminated,
    HexEmptied,
    ProvisionalRolled,
    Revealed,
    Vanished,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    CallFront,
    Done,
    GiveGround,
    Interdict,
    Move,
    Overrun,
    TakeLosses,
)
from campagna.games.panzergruppe_guderian.rules.supply import in_supply
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import Position
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    SCENARIO,
    Words,
    allowed,
    arrange,
    events_of,
    flags,
    only,
    place,
    play,
    why,
)
from tests.offered import by_order


def drawn_units(state: State) -> list[str]:
    return [state.name(u) for u in range(state.world.first_drawn, len(state.units))]


def counter(state: State, name: str) -> str:
    return state.counter(state.find(name)).id


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(e) for e in events]


# --- units without strength -----------------------------------------------------------------------------


@pytest.mark.rule("12.3a", "S2-11")
@pytest.mark.parametrize("zero", ["SR69", "SA06"])
def test_a_division_without_strength_is_removed_when_revealed(zero: str) -> None:
    """T41: no die is rolled against nobody."""
    units: dict[str, Words] = {"S-1": f"2410 {zero} untried", "G-6Inf": "2411"}
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert kinds(events) == [Revealed, Vanished, HexEmptied]
    assert place(state, "S-1") == "dead"
    assert [zero in [state.world.counters[c].id for c in pool] for pool in state.dead] == [
        zero.startswith("SR"),
        zero.startswith("SA"),
    ]


@pytest.mark.rule("12.3a")
def test_the_others_of_the_hex_fight_on() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR69 untried",
        "S-2": "2410 SR01 untried",
        "SL-konev": "2408",
        "G-6Inf": "2411",
    }
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)), dice=[2])
    assert only(events, Vanished).unit == "S-1"
    assert only(events, BattleRolled).defence == 4
    assert by_order(GAME.offers(state))["take-losses"] == ["S-2"], "the vanished satisfies no loss"


@pytest.mark.rule("12.3a")
def test_an_attack_on_two_hexes_goes_on_against_the_one_still_held() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR69 untried",
        "S-2": "2511 SR01 untried",
        "SL-konev": "2509",
        "G-6Inf": "2411",
    }
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410", "2511")), dice=[1])
    assert only(events, HexEmptied).hex == "2410"
    assert (only(events, BattleRolled).defence, only(events, BattleRolled).result) == (4, "D2")
    play(state, TakeLosses(("S-2",)))
    advance = by_order(GAME.offers(state))["advance"]["G-6Inf"]
    assert ("2410",) in advance
    assert ("2511",) in advance


@pytest.mark.rule("12.3a", "6.51e")
def test_an_overrun_of_nobody_enters_and_goes_on() -> None:
    """AMB-28: the 3 MP are spent, the units move in and may go on."""
    units: dict[str, Words] = {"S-1": "2410 SR69 untried", "G-6Inf": "2411"}
    state = arrange(units)
    play(state, Overrun(("G-6Inf",), "2410"))
    assert place(state, "G-6Inf") == "2410"
    assert allowed(state, Move(("G-6Inf",), ("2409", "2408", "2407", "2406")))
    assert why(state, Move(("G-6Inf",), ("2409", "2408", "2407", "2406", "2405")))[0] == "6.23a"


@pytest.mark.rule("12.3b", "8.11")
def test_while_untried_it_controls_and_blocks_like_any_other() -> None:
    units: dict[str, Words] = {"S-1": "2410 SR69 untried", "G-GD": "2412"}
    state = arrange(units)
    assert why(state, Move(("G-GD",), ("2411", "2511"))) == ("6.22a", "zone-stop")
    supply = arrange({"S-1": "0219 SR69 untried", "G-6Inf": "3010"})
    assert not in_supply(supply, supply.find("G-6Inf"))


@pytest.mark.rule("12.3b", "9.71b")
def test_while_untried_it_blocks_retreats() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR31",
        "S-2": "2312 SR69 untried",
        "S-3": "2513 SR70 untried",
        "SL-konev": "2408",
        "G-Lehr": "2411",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    play(state, Attack(("S-1",), ("2411",)), dice=[5])  # 9:1 without supply = 9-1, D2
    assert only(play(state, GiveGround()), Eliminated).unit == "G-Lehr"


def test_the_mix_has_two_0_1_6_divisions() -> None:
    """AMB-20."""
    found = [c.id for c in GAME.world.counters if str(c.steps[0]) == "0-1-6"]
    assert found == ["SR72", "SR73"]


@pytest.mark.rule("12.3c")
def test_a_0_1_6_stays_and_defends_with_one() -> None:
    units: dict[str, Words] = {"S-1": "2410 SR72 untried", "SL-konev": "2408", "G-GD": "2411"}
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-GD",), ("2410",)), dice=[6])  # 4:1 = 4-1, Eng
    assert only(events, BattleRolled).defence == 1
    assert not events_of(events, Vanished)


@pytest.mark.rule("12.3c")
def test_a_known_0_1_6_never_attacks() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR72",
        "S-2": "2410 SR31",
        "SL-konev": "2410",
        "G-6Inf": "2411",
    }
    state = arrange(units, phase="soviet-combat", turn=7)
    assert why(state, Attack(("S-1", "S-2"), ("2411",))) == ("12.3c", "cannot-attack")
    assert by_order(GAME.offers(state))["attack"] == {"2411": ["SL-konev", "S-2"]}
    moving = arrange(units, phase="soviet-move", turn=7)
    assert why(moving, Overrun(("S-1",), "2411")) == ("12.3c", "cannot-attack")


# --- the dead come back ---------------------------------------------------------------------------------


def dead(state: State) -> list[list[str]]:
    return [[state.world.counters[c].id for c in pool] for pool in state.dead]


@pytest.mark.rule("12.4a", "9.64")
def test_eliminated_divisions_are_kept_apart_by_type() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR64",
        "S-2": "2410 SA05",
        "SL-rakutin": "2410",
        **dict.fromkeys(("G-6Inf", "G-26Inf", "G-5Inf"), "2411"),
        **dict.fromkeys(("G-35Inf", "G-161Inf"), "2311"),
    }
    state = arrange(units, phase="german-combat")
    attackers = ("G-6Inf", "G-26Inf", "G-5Inf", "G-35Inf", "G-161Inf")
    play(state, Attack(attackers, ("2410",)), dice=[1])  # 45 : 1 + 1 + 2 = 10-1, De
    assert dead(state) == [["SR64"], ["SA05"]]
    assert place(state, "SL-rakutin") == "dead", "a leader does not come back"


def dry(**fields: object) -> State:
    """The end of turn 6 with nothing left in the original pools: turn 7 asks for 4 rifles and 1."""
    position = Position(turn=6, phase="german-interdict", **fields)  # type: ignore[arg-type]
    return GAME.arrange(GAME.new_setup(SCENARIO), position, SeededChance(2))


@pytest.mark.rule("12.4b", "14.14")
def test_when_the_pool_is_dry_the_eliminated_are_drawn_again_untried() -> None:
    six = ("SR01", "SR02", "SR69", "SR72", "SR31", "SR08")
    state = dry(pools=((), ()), dead=(six, ("SA05",)))
    play(state, Interdict(), dice=[3])
    assert state.phase == Phase.SOVIET_MOVE
    names = drawn_units(state)
    assert len(names) == 5  # the provisional division and the four scheduled ones
    assert all(flags(state, name) == {"untried", "recycled"} for name in names)
    assert {counter(state, name) for name in names} < set(six)
    assert len(dead(state)[0]) == 1
    assert dead(state)[1] == ["SA05"], "rifles are never drawn from the armour"
    assert all(u.counter == "" for u in GAME.view(state, "german").position.units if u.id in names)


@pytest.mark.rule("12.4b")
def test_the_original_pool_goes_first() -> None:
    state = dry(pools=(("SR40", "SR41", "SR42"), ()), dead=(("SR01", "SR02", "SR03"), ()))
    play(state, Interdict(), dice=[3])
    fresh = [n for n in drawn_units(state) if "recycled" not in flags(state, n)]
    assert {counter(state, n) for n in fresh} == {"SR40", "SR41", "SR42"}
    assert len(drawn_units(state)) == 5


@pytest.mark.rule("12.4b", "14.14")
def test_when_both_are_empty_nobody_comes() -> None:
    """AMB-49: scheduled divisions stay owed, the provisional one is lost."""
    state = dry(pools=((), ()), dead=((), ()))
    events = play(state, Interdict(), dice=[3])
    assert only(events, ProvisionalRolled).unit == ""
    assert drawn_units(state) == []
    assert [(o.entry, o.count) for o in state.owed if o.count] == [("X", 4)]
    assert why(state, CallFront(1)) == ("14.14", "no-counters")


def test_a_recycled_division_is_revealed_and_buried_like_any_other() -> None:
    units: dict[str, Words] = {"S-1": "2410 SR69 untried recycled", "G-6Inf": "2411"}
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert only(events, Revealed).counter == "SR69"
    assert dead(state)[0] == ["SR69"]
    play(state, Done())
