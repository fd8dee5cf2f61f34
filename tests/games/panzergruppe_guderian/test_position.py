"""Positions: a state in words and back, what both players see of it, and worlds they may imagine."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache
from typing import Any

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import BadPosition, digest
from campagna.games.panzergruppe_guderian.frames import Advancing, Excess, Retreating, Suffer
from campagna.games.panzergruppe_guderian.orders import Attack, GiveGround
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import FLAG_NAMES, Position, UnitPosition
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    SCENARIO,
    Words,
    arrange,
    flags,
    place,
    play,
    points_left,
    unit,
)

SETUP = GAME.new_setup(SCENARIO)


@cache
def states_of_a_game(seed: int) -> tuple[State, ...]:
    """States of random play: one of every 60, and the first of each kind of decision."""
    chance, seat = SeededChance(seed), SeededChance(seed + 77)
    state = GAME.start(SETUP, chance)
    found = [state.copy()]
    decisions: set[tuple[int | type, ...]] = set()
    orders = 0
    while GAME.step(state) is not None:
        GAME.play(state, GAME.offers(state).sample(seat), chance)
        orders += 1
        decision = (state.phase, *(type(frame) for frame in state.agenda))
        if orders % 60 == 0 or decision not in decisions:
            decisions.add(decision)
            found.append(state.copy())
    return (*found, state)


SEEDS = range(4)


def test_random_play_reaches_every_kind_of_interrupted_decision() -> None:
    """The states the tests below go through."""
    found = {
        type(frame) for seed in SEEDS for s in states_of_a_game(seed) for frame in s.agenda[-1:]
    }
    assert found == {Suffer, Retreating, Advancing, Excess}
    assert {s.phase for seed in SEEDS for s in states_of_a_game(seed)} >= set(Phase) - {
        Phase.SOVIET_START  # only with the option of 10.4
    }


# --- there and back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_described_state_is_arranged_again_byte_for_byte(seed: int) -> None:
    for state in states_of_a_game(seed):
        again = GAME.arrange(SETUP, GAME.describe(state), SeededChance(0))
        assert digest(again) == digest(state)
        assert GAME.step(again) == GAME.step(state)
        assert GAME.violations(again) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_survives_being_written_and_read(seed: int) -> None:
    for state in states_of_a_game(seed):
        position = GAME.describe(state)
        text = msgspec.json.encode(position)
        assert msgspec.json.decode(text, type=Position) == position


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_arranged_again_plays_on_alike(seed: int) -> None:
    for state in states_of_a_game(seed)[5::9]:
        first, second = state.copy(), GAME.arrange(SETUP, GAME.describe(state), SeededChance(0))
        for world in (first, second):
            chance, seat = SeededChance(5), SeededChance(6)
            for _ in range(25):
                if GAME.step(world) is None:
                    break
                GAME.play(world, GAME.offers(world).sample(seat), chance)
        assert digest(first) == digest(second)


def test_every_field_of_a_unit_is_described() -> None:
    given = UnitPosition(
        "SL-konev",
        "2410",
        state=tuple(n for n in FLAG_NAMES if n != "untried"),
        spent=3,
        start="2411",
        back="2409",
        army="19th Army",
    )
    newcomer = UnitPosition("G-6Inf", "0110", step=2, spent=2, start="entry 4", state=("entered",))
    hidden = UnitPosition("S-1", "waiting", "SR31", "rifle", state=("untried",), entry="X")
    position = Position(turn=4, opened=True, units=(given, newcomer, hidden), entries=4)
    state = GAME.arrange(SETUP, position, SeededChance(0))
    described = {u.id: u for u in GAME.describe(state).units}
    assert described["SL-konev"] == given
    assert described["G-6Inf"] == newcomer
    assert described["S-1"] == hidden


def test_every_field_of_a_position_is_described() -> None:
    fields: dict[str, Any] = {
        "turn": 7,
        "phase": "soviet-move",
        "opened": True,
        "air": ("2216", "4015"),
        "soviet_marker": "2410",
        "soviet_marker_uses": 2,
        "cuts": ("4115", "4114"),
        "repaired": ("4113",),
        "german_hexes": ("0412", "2216"),
        "held_cities": ("Orsha",),
        "smolensk_free": True,
        "rail_used": 5,
        "front_turn": 2,
        "front_total": 6,
        "front_entered": 4,
        "withdrawals": 1,
        "withdrawn_this_turn": True,
        "recaptures": 3,
        "attacked_from": ("2411",),
        "wanted_cut": "4112",
        "wanted_lift": "4111",
        "frozen": ("16th Army",),
        "provisional": "S-1",
        "entries": 3,
        "pools": (("SR02", "SR03"), ("SA01",)),
        "dead": (("SR04",), ()),
        "left": {"mech": 1, "rifle": 2},
        "fallen": {"rifle": 1},
    }
    units = (UnitPosition("S-1", "waiting", "SR01", "rifle", state=("untried",), entry="3"),)
    position = Position(units=units, **fields)
    described = GAME.describe(GAME.arrange(SETUP, position, SeededChance(0)))
    for name, value in fields.items():
        assert getattr(described, name) == value, name
    missing = {f.name for f in msgspec.structs.fields(Position)} - set(fields)
    assert missing == {"units", "owed", "agenda"}, "these are in whole games"


# --- partial positions --------------------------------------------------------------------------------------


def test_a_position_may_name_only_what_matters() -> None:
    state = arrange({"G-6Inf": "2411", "S-1": "2410"})
    assert place(state, "G-26Inf") == "not-due"
    assert flags(state, "S-1") == {"untried"}, "nobody said what it is"
    assert GAME.violations(state) == []
    counters = [state.world.counters[c].id for c in state.pools[0]]
    assert len(counters) == 77
    assert state.counter(state.find("S-1")).id not in counters


def test_hidden_counters_are_drawn_by_symbol() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "2410", symbol="rifle"),
        "S-2": UnitPosition("", "2410", symbol="tank"),
        "S-3": UnitPosition("", "2410", symbol="mech"),
    }
    drawn = set()
    for seed in range(30):
        state = arrange(units, seed=seed)
        names = [state.counter(state.find(n)).symbol for n in units]
        assert names == ["rifle", "tank", "mech"]
        drawn.add(tuple(state.counter(state.find(n)).id for n in units))
    assert len(drawn) > 20


def test_a_division_may_be_named_by_its_counter() -> None:
    state = arrange({"SR31": "2410", "SA13": "2409"})
    assert place(state, "S-1") == "2410"
    assert [str(state.values(state.find(n))) for n in ("SR31", "SA13")] == ["9-8-6", "8-8-10"]
    assert "untried" not in flags(state, "S-1")


@pytest.mark.rule("11.GEN-2")
def test_a_movement_phase_opens_with_its_supply_check() -> None:
    state = arrange({"S-1": "2410 SR01"}, phase="soviet-move")
    assert "unsupplied" in flags(state, "S-1")
    assert state.world.hex_ids[unit(state, "S-1").start] == "2410"
    opened = arrange({"S-1": "2410 SR01"}, phase="soviet-move", opened=True)
    assert points_left(opened, "S-1") == 6


@pytest.mark.parametrize(
    ("units", "fields", "words"),
    [
        ({"G-6Inf": "9999"}, {}, "no hex '9999'"),
        ({"G-6Inf": "1503"}, {}, "hex 1503 is a lake"),
        ({"G-6Inf": "2411", "S-1": "2411 SR01"}, {}, "hex 2411 holds units of both sides"),
        ({"S-1": "2411 SR01", "S-2": "2410 SR01"}, {}, "counter SR01 is named twice"),
        ({"S-2": "2411 SR01"}, {}, "number Soviet divisions in order, this one is S-1"),
        ({"G-9Inf": "2411"}, {}, "no unit 'G-9Inf'"),
        ({"S-1": "2411 SR99"}, {}, "no counter 'SR99'"),
        ({"G-6Inf": "2411 step4"}, {}, "G-6Inf has 4 steps"),
        ({"G-6Inf": UnitPosition("", "2411", state=("tired",))}, {}, "no state 'tired'"),
        ({"G-6Inf": "2411 untried"}, {}, "can never be untried"),
        ({"G-6Inf": UnitPosition("", "waiting", entry="Q")}, {}, "waits at no entry"),
        ({"G-6Inf": UnitPosition("", "2411", start="entry x")}, {}, "no hex 'entry x'"),
        ({"S-1": UnitPosition("", "2411", symbol="mule")}, {}, "no mule counter is left"),
        ({}, {"turn": 13}, "there are turns 1 to 12"),
        ({}, {"turn": -1}, "there are turns 1 to 12"),
        ({}, {"phase": "tea"}, "no phase 'tea'"),
        ({}, {"air": ("2216", "2217", "2218", "2219")}, "too many air markers"),
        ({}, {"air": ("22x6",)}, "no hex '22x6'"),
        ({}, {"cuts": ("0101",)}, "a rail cut away from the railroad"),
        ({}, {"german_hexes": ("0101",)}, "hex 0101 is worth no victory points"),
        ({}, {"held_cities": ("Paris",)}, "no city 'Paris'"),
        ({}, {"pools": (("SR01",),)}, "'pools' needs two lists"),
        ({}, {"pools": (("SA01",), ())}, "wrong pool"),
        ({"S-1": "2410 SR01"}, {"pools": (("SR01",), ())}, "a counter is in two places"),
    ],
)
def test_a_position_without_sense_says_what_to_change(
    units: dict[str, Words], fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadPosition, match=words.replace("(", r"\(")):
        arrange(units, **fields)


def test_naming_a_unit_twice_is_refused() -> None:
    twice = (UnitPosition("G-6Inf", "2411"), UnitPosition("G-6Inf", "2412"))
    with pytest.raises(BadPosition, match="G-6Inf is named twice"):
        GAME.arrange(SETUP, Position(units=twice), SeededChance(0))


def test_something_else_is_no_position() -> None:
    with pytest.raises(BadPosition, match="not a position"):
        GAME.arrange(SETUP, {"turn": 3}, SeededChance(0))


# --- what is seen -------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1c", "12.GEN", "3.4e", "S2-1", "S2-3")
@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_counters_of_untried_divisions_and_the_pools_are_hidden(seed: int) -> None:
    for state in states_of_a_game(seed):
        whole = GAME.describe(state)
        seen = GAME.view(state, "soviet").position
        assert seen == GAME.view(state, "german").position
        assert (seen.pools, seen.dead) == (None, None)
        assert [u.counter for u in seen.units if "untried" in u.state] == [""] * sum(
            "untried" in u.state for u in whole.units
        )
        restored = tuple(
            msgspec.structs.replace(s, counter=w.counter)
            for s, w in zip(seen.units, whole.units, strict=True)
        )
        again = msgspec.structs.replace(seen, units=restored, pools=whole.pools, dead=whole.dead)
        assert again == whole, "nothing else is left out or changed"


@pytest.mark.rule("12.1c")
def test_the_size_of_the_pools_is_public_their_order_is_not() -> None:
    units: dict[str, Words] = {"S-1": "2410 SR01 untried", "S-2": "2410 SA01"}
    seen = GAME.view(arrange(units), "german").position
    assert seen.left == {"rifle": 77, "tank": 10, "mech": 9}
    assert seen.fallen == {}


# --- imagination --------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1c", "12.GEN")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_world_agrees_with_the_view(seed: int) -> None:
    chance = SeededChance(seed)
    for state in states_of_a_game(seed):
        view = GAME.view(state, "german")
        world = GAME.imagine(view, chance)
        assert GAME.view(world, "german") == view
        assert GAME.violations(world) == []
        assert GAME.step(world) == GAME.step(state)


@pytest.mark.rule("12.1c")
def test_known_counters_stay_and_hidden_ones_are_dealt_evenly() -> None:
    """Three rifles were never seen: two divisions on the map and the one left in the pool."""
    units: dict[str, Words] = {
        "S-1": "2410 SR01 untried",
        "S-2": "2409 SR31 untried",
        "S-3": "2408 SR08",
    }
    number = 3
    for c in GAME.world.counters:
        if c.symbol == "rifle" and c.id not in ("SR01", "SR31", "SR69", "SR08"):
            number += 1
            units[f"S-{number}"] = f"dead {c.id}"
    view = GAME.view(arrange(units), "german")
    chance = SeededChance(4)
    tally: Tally[tuple[str, str]] = Tally()
    for _ in range(600):
        world = GAME.imagine(view, chance)
        assert world.counter(world.find("S-3")).id == "SR08"
        tally[world.counter(world.find("S-1")).id, world.counter(world.find("S-2")).id] += 1
    hidden = ("SR01", "SR31", "SR69")
    assert set(tally) == {(a, b) for a in hidden for b in hidden if a != b}
    assert all(60 < count < 140 for count in tally.values()), tally


@pytest.mark.rule("12.1c")
def test_recycled_divisions_are_imagined_among_the_dead() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR01 untried recycled",
        "S-2": "2409 SR31",
        "S-3": "dead SR01",
        "S-4": "dead SR69",
        "S-5": "removed SR70",
    }
    view = GAME.view(arrange(units), "soviet")
    chance = SeededChance(4)
    worlds = [GAME.imagine(view, chance) for _ in range(40)]
    assert {w.counter(w.find("S-1")).id for w in worlds} == {"SR01", "SR69"}
    for w in worlds:
        dead = {w.world.counters[c].id for c in w.dead[0]}
        assert dead == {"SR01", "SR69"} - {w.counter(w.find("S-1")).id}
        assert w.world.counter_index["SR70"] not in w.pools[0], "out of the game (7.1e)"


@pytest.mark.rule("12.1c", "9.65a")
def test_an_imagined_world_can_be_played_on_from_the_middle_of_a_combat() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "S-1": "2410 SR01",
        "S-2": "2409 SR08 untried",
        "SL-konev": "2408",
    }
    state = arrange(units, phase="german-combat")
    play(state, Attack(("G-6Inf",), ("2410",)), dice=[1])
    world = GAME.imagine(GAME.view(state, "soviet"), SeededChance(1))
    play(world, GiveGround())
    assert isinstance(world.agenda[-1], Retreating)
