"""12.0 Untried units: unknown to both players, revealed in combat, drawn again when the pool is dry."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import Event, Setup
from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Drawn,
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
from campagna.games.panzergruppe_guderian.position import Position
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.supply import in_supply
from tests.games.panzergruppe_guderian.board_setup import (
    GAME,
    SCENARIO,
    Words,
    allowed,
    arrange,
    begin,
    events_of,
    flags,
    only,
    place,
    play,
    unit,
    why,
)


def drawn_units(state: State) -> list[str]:
    return [state.name(u) for u in range(state.world.first_drawn, len(state.units))]


def counter(state: State, name: str) -> str:
    return state.counter(state.find(name)).id


# --- unknown to both ----------------------------------------------------------------------------------


@pytest.mark.rule("12.1a", "12.GEN", "S2-1", "5.0c")
def test_every_division_of_the_set_up_is_untried() -> None:
    state = begin()
    assert len(drawn_units(state)) == 34
    assert all("untried" in flags(state, name) for name in drawn_units(state))
    leaders = [c.id for c in state.world.counters if c.is_leader]
    assert not any("untried" in flags(state, name) for name in leaders)


@pytest.mark.rule("12.1a", "14.GEN-4")
def test_reinforcements_arrive_untried() -> None:
    state = arrange({}, phase="german-interdict", turn=3)
    events = play(state, Interdict(), dice=[1])
    names = {u for e in events_of(events, Drawn) for u in e.units}
    assert len(names) == 6  # turn 4: 5 rifle and 1 armour
    names.add(only(events, ProvisionalRolled).unit)
    assert all(flags(state, name) == {"untried"} for name in names)


@pytest.mark.rule("12.1b", "16.1c")
def test_rifles_and_armour_are_drawn_apart() -> None:
    state = begin(seed=5)
    types = {name: state.counter(state.find(name)).type for name in drawn_units(state)}
    army = {name: unit(state, name).army for name in types}
    assert {n for n in types if army[n] == "24th Army" and types[n] == "armor"}
    tally = {(a, t): 0 for a in army.values() for t in ("rifle", "armor")}
    for name, kind in types.items():
        tally[army[name], kind] += 1
    assert tally == {
        ("24th Army", "rifle"): 5,
        ("24th Army", "armor"): 1,
        ("16th Army", "rifle"): 6,
        ("16th Army", "armor"): 0,
        ("19th Army", "rifle"): 4,
        ("19th Army", "armor"): 0,
        ("13th Army", "rifle"): 7,
        ("13th Army", "armor"): 1,
        ("20th Army", "rifle"): 6,
        ("20th Army", "armor"): 4,
    }


@pytest.mark.rule("12.1c", "12.GEN", "3.4e")
@pytest.mark.parametrize("viewer", ["soviet", "german", "spectator"])
def test_nobody_sees_the_strength_of_an_untried_unit(viewer: str) -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR31 untried",
        "S-2": "2409 SR08",
        "SL-konev": "2408",
        "G-6Inf": "2411",
    }
    view = GAME.view(arrange(units), viewer)
    seen = {u.id: u for u in view.position.units}
    assert (seen["S-1"].counter, seen["S-1"].symbol) == ("", "rifle")
    assert seen["S-2"].counter == "SR08"
    assert view.position.pools is None
    assert view.position.dead is None
    assert "SR31" not in msgspec.json.encode(view).decode()


@pytest.mark.rule("12.1c", "3.4e")
def test_two_worlds_with_other_hidden_strengths_look_alike() -> None:
    """View, offers, refusals and forecasts tell nothing of what is hidden."""

    def world(first: str, second: str) -> list[bytes]:
        units: dict[str, Words] = {
            "S-1": f"2410 {first} untried",
            "S-2": f"2511 {second} untried",
            "SL-konev": "2408",
            "G-6Inf": "2411",
        }
        told: list[bytes] = []
        for phase, order in (
            ("german-combat", Attack(("G-6Inf",), ("2410", "2511"))),
            ("soviet-combat", Attack(("S-1", "S-2"), ("2411",))),
            ("soviet-move", Move(("S-1",), ("2409",))),
        ):
            state = arrange(units, phase=phase, turn=7)
            refusal = GAME.refusal(state, Move(("S-1",), ("2510", "2610", "2710")))
            for thing in (
                GAME.view(state, "german"),
                GAME.view(state, "soviet"),
                GAME.offers(state).listing(),
                refusal,
                GAME.refusal(state, order),
            ):
                told.append(msgspec.json.encode(thing))
            if refusal is None or phase.endswith("combat"):
                told.append(msgspec.json.encode(GAME.forecast(state, order)))
        return told

    assert world("SR31", "SR69") == world("SR72", "SR08") == world("SR69", "SR31")


@pytest.mark.rule("12.1c")
def test_a_drawn_division_is_known_by_its_number_not_by_its_counter() -> None:
    state = arrange({"S-1": "2410 SR31 untried", "SL-konev": "2410"}, phase="soviet-move")
    assert why(state, Move(("SR31",), ("2409",))) == ("3.4a", "unknown-unit")
    revealed = arrange({"S-1": "2410 SR31", "SL-konev": "2410"}, phase="soviet-move")
    assert allowed(revealed, Move(("SR31",), ("2409",)))


# --- revelation ---------------------------------------------------------------------------------------

FRONT: dict[str, Words] = {
    "S-1": "2410 SR31 untried",
    "S-2": "2410 SR08 untried",
    "S-3": "2409 SR01 untried",
    "SL-konev": "2410",
    "G-6Inf": "2411",
    "G-26Inf": "2411",
}


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(e) for e in events]


@pytest.mark.rule("12.2a", "S2-2", "9.21")
def test_defenders_are_revealed_just_before_the_die() -> None:
    state = arrange(FRONT, phase="german-combat")
    events = play(state, Attack(("G-6Inf", "G-26Inf"), ("2410",)), dice=[5])
    assert kinds(events)[:3] == [Revealed, Revealed, BattleRolled]
    told = [(e.unit, e.counter, e.strength) for e in events_of(events, Revealed)]
    assert told == [("S-1", "SR31", "9-8-6"), ("S-2", "SR08", "5-5-6")]
    assert only(events, BattleRolled).defence == 8 + 5 + 5
    assert "untried" in flags(state, "S-3"), "it was not attacked"


@pytest.mark.rule("12.2a", "S2-2", "9.12b")
def test_attackers_are_revealed_too_but_only_those_who_attack() -> None:
    state = arrange(FRONT, phase="soviet-combat", turn=7)
    events = play(state, Attack(("S-1",), ("2411",)), dice=[6])
    assert [e.unit for e in events_of(events, Revealed)] == ["S-1"]
    assert "untried" in flags(state, "S-2")


@pytest.mark.rule("12.2a", "S2-2")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("german-move", Overrun(("G-6Inf", "G-26Inf"), "2410")),
        ("soviet-move", Overrun(("S-1", "S-2"), "2411")),
    ],
)
def test_overruns_reveal_both_attackers_and_defenders(phase: str, order: Overrun) -> None:
    state = arrange(FRONT, phase=phase, turn=7)
    events = play(state, order, dice=[5])
    assert [e.unit for e in events_of(events, Revealed)] == ["S-1", "S-2"]


@pytest.mark.rule("12.2a")
def test_moving_next_to_the_enemy_reveals_nothing() -> None:
    units = FRONT | {"G-GD": "2512"}
    state = arrange(units, phase="german-move")
    play(state, Move(("G-GD",), ("2511",)))
    assert all("untried" in flags(state, n) for n in ("S-1", "S-2", "S-3"))


@pytest.mark.rule("12.2b")
@pytest.mark.parametrize(("die", "result"), [(1, "A1"), (6, "Ae")])
def test_designated_units_fight_however_bad_the_odds_turn_out(die: int, result: str) -> None:
    """The example of 12.2: once revealed nobody is taken back."""
    units: dict[str, Words] = {"S-1": "2410 SR64 untried", "SL-konev": "2408", "G-6Inf": "2411"}
    state = arrange(units, phase="soviet-combat", turn=7)
    events = play(state, Attack(("S-1",), ("2411",)), dice=[die])
    roll = only(events, BattleRolled)
    assert (roll.attack, roll.odds, roll.result) == (1, "1-3", result)


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
    assert GAME.offers(state).listing()["units"] == {"S-2": 1}, "the vanished satisfies no loss"


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
    advance = GAME.offers(state).listing()["advance"]["G-6Inf"]
    assert ["2410"] in advance
    assert ["2511"] in advance


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


@pytest.mark.rule("12.3c")
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
    assert GAME.offers(state).listing()["attack"] == {"2411": ("SL-konev", "S-2")}
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
    return GAME.arrange(Setup(SCENARIO), position, SeededChance(2))


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


@pytest.mark.rule("12.4b")
def test_a_recycled_division_is_revealed_and_buried_like_any_other() -> None:
    units: dict[str, Words] = {"S-1": "2410 SR69 untried recycled", "G-6Inf": "2411"}
    state = arrange(units, phase="german-combat")
    events = play(state, Attack(("G-6Inf",), ("2410",)))
    assert only(events, Revealed).counter == "SR69"
    assert dead(state)[0] == ["SR69"]
    play(state, Done())
