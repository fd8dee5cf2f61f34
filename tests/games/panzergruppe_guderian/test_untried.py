"""12.1, 12.2 Untried units: unknown to both players, revealed in combat."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.contract import Event
from campagna.games.panzergruppe_guderian.events import (
    BattleRolled,
    Drawn,
    ProvisionalRolled,
    Revealed,
)
from campagna.games.panzergruppe_guderian.orders import (
    Attack,
    Interdict,
    Move,
    Overrun,
)
from campagna.games.panzergruppe_guderian.state import State
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    Words,
    allowed,
    arrange,
    begin,
    events_of,
    flags,
    only,
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
                tuple(GAME.offers(state)),
                refusal,
                GAME.refusal(state, order),
            ):
                told.append(msgspec.json.encode(thing))
            if refusal is None or phase.endswith("combat"):
                told.append(msgspec.json.encode(GAME.forecast(state, order)))
        return told

    assert world("SR31", "SR69") == world("SR72", "SR08") == world("SR69", "SR31")


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
