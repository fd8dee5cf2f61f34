"""Forecasts: exact tables of attacks, air, headquarters, marches; offers of a whole segment."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Setup
from campagna.games.lion_of_judah.field_events import BattleRolled, MarchRolled
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.orders import Attack, CommitAir, CommitHq, Done, ForcedMarch, Move
from campagna.games.lion_of_judah.rules.combat import odds
from campagna.games.lion_of_judah.rules.movement import destinations
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.hexes.board import marked
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    allowed,
    arrange,
    decision,
    only,
    play,
)


def face_down(state: State, pool: str) -> State:
    """The same with every counter of a pool face down, on the map or off it."""
    for unit in WORLD.pools[pool]:
        state.flag(unit, HIDDEN)
    return state


def ratios(state: State, order: Attack) -> dict[str, float]:
    """The odds before any shift."""
    found: dict[str, float] = GAME.forecast(state, order).sums["odds"]
    return found


def told(state: State, order: object) -> dict[str, float]:
    return {line.result: line.probability for line in GAME.forecast(state, order).lines}  # type: ignore[arg-type]


@pytest.mark.rule("12.5", "12.3-c")
def test_the_odds_against_a_hidden_warrior_are_those_of_its_pool() -> None:
    units = {"it_Sb": "1306", "et_kassa_1": "1307"}
    state = face_down(arrange(units, phase=Phase.COMBAT), "et_kassa")
    pool = WORLD.tables["factor_pools"]["et_kassa"]
    expected = Counter(odds.odds_name(5, value) for value in pool)
    found = ratios(state, Attack(("it_Sb",), "1307"))
    assert found == {name: pytest.approx(n / len(pool)) for name, n in expected.items()}


@pytest.mark.rule("12.5", "12.6-a")
def test_two_hidden_warriors_are_drawn_without_return() -> None:
    units = {"it_Sb": "1306", "et_kassa_1": "1307 shown", "et_kassa_2": "1307 shown"}
    state = face_down(arrange(units, phase=Phase.COMBAT), "et_kassa")
    pool = WORLD.tables["factor_pools"]["et_kassa"]
    pairs = list(permutations(pool, 2))
    expected = Counter(odds.odds_name(5, a + b) for a, b in pairs)
    found = ratios(state, Attack(("it_Sb",), "1307"))
    assert found == {name: pytest.approx(n / len(pairs)) for name, n in expected.items()}


@pytest.mark.rule("12.3-a", "12.4-6")
def test_the_tables_of_every_column_are_told() -> None:
    state = arrange({"it_Sb": "1306", "et_kassa_1": "1307"}, phase=Phase.COMBAT)
    tables = GAME.forecast(state, Attack(("it_Sb",), "1307")).sums["tables"]
    assert list(tables) == list(state.theatre.crt[0].columns)
    assert all(sum(table.values()) == pytest.approx(1) for table in tables.values())


@pytest.mark.rule("12.3-a", "12.3-c", "12.5")
def test_a_unit_below_the_top_is_any_whose_place_is_not_known() -> None:
    """kassa_1 is seen on top; who lies below it is kassa_2 (3), kassa_4 (1) or a face down kassa_5."""
    units = {
        "it_Sb": "1306",
        "et_kassa_1": "1307 =2",
        "et_kassa_2": "1307 =3",
        "et_kassa_3": "1408 =2",
        "et_kassa_4": "1408 =1",
        "et_kassa_5": "1408",
    }
    state = arrange(units, phase=Phase.COMBAT)
    for name in ("et_kassa_5", "et_kassa_6", "et_kassa_7"):
        state.flag(WORLD.slots[name], HIDDEN)
    left = Counter(WORLD.tables["factor_pools"]["et_kassa"]) - Counter([2, 3, 2, 1])
    expected: Counter[str] = Counter()
    for below in (3, 1):
        expected[odds.odds_name(5, 2 + below)] += left.total()
    for value in left.elements():
        expected[odds.odds_name(5, 2 + value)] += 1
    found = ratios(state, Attack(("it_Sb",), "1307"))
    assert found == {n: pytest.approx(ways / expected.total()) for n, ways in expected.items()}


@pytest.mark.rule("12.3-a", "8.2-b")
def test_the_unseen_part_of_a_stack_has_to_fit_into_the_hex() -> None:
    """Four units lie below a division: room for small ones only, so not the division of 1305."""
    below = ("it_S1", "it_S2", "it_S3", "it_bd_regular_1")
    units = {"it_Sb": "1306", **dict.fromkeys(below, "1306"), "it_Di": "1305", "it_Gv": "1305"}
    state = arrange(units | {"et_seyoum_1": "1307 =3"}, phase=Phase.COMBAT, side=OTHER)
    forecast = GAME.forecast(state, Attack(("et_seyoum_1",), "1306"))
    assert forecast.sums["unknown"] == 4
    assert forecast.sums["odds"] == {odds.odds_name(3, 7 + 2 + 2 + 2 + 3): 1}


def combat_with_support() -> State:
    units = {"it_Sb": "1306", "it_hq_1CA": "1306", "et_seyoum_1": "1307 =2"}
    state = arrange(units, phase=Phase.COMBAT, boxes={"north": 2})
    for marker in state.theatre.air:
        state.change_air(marker, status=AirStatus.COMMITTED)
    for name in ("it_air1", "it_air2"):
        state.change_air(WORLD.air_slots[name], status=AirStatus.READY)
    play(state, Attack(("it_Sb",), "1307"))
    return state


@pytest.mark.rule("12.4-7", "10.1.3-b", "12.4-4")
@pytest.mark.parametrize("markers", [(), ("it_air1",), ("it_air1", "it_air2")])
def test_air_support_is_forecast_exactly(markers: tuple[str, ...]) -> None:
    """By force: every die of every marker and of the combat, played out."""
    state = combat_with_support()
    expected: dict[str, Fraction] = {}
    rolls: list[tuple[int, ...]] = [()]
    for _ in markers:
        rolls = [(*r, d) for r in rolls for d in range(1, 7)]
    for air_dice in rolls:
        for die in range(1, 7):
            world = state.copy()
            chance = ScriptedChance([*air_dice, die, *[1] * 8])
            events = GAME.play(world, CommitAir(markers), chance)
            events += GAME.play(world, CommitHq(()), chance)
            result = only(events, BattleRolled).result
            share = Fraction(1, 6 * len(rolls))
            expected[result] = expected.get(result, Fraction(0)) + share
    found = told(state, CommitAir(markers))
    assert found == {name: pytest.approx(float(p)) for name, p in expected.items()}


@pytest.mark.rule("12.4-5", "10.2.3-b")
def test_a_headquarters_is_forecast_as_a_choice() -> None:
    state = combat_with_support()
    play(state, CommitAir(()))
    without, with_ = CommitHq(()), CommitHq((("it_hq_1CA", "north"),))
    sums = GAME.forecast(state, without).sums
    assert sums["by_shift"]["1"] == {k: pytest.approx(v) for k, v in told(state, with_).items()}
    assert sums["by_shift"]["0"] == {k: pytest.approx(v) for k, v in told(state, without).items()}
    assert told(state, with_) != told(state, without)


@pytest.mark.rule("12.4-6", "12.4-5")
@pytest.mark.parametrize(
    ("defence", "spare"), [("=1", {"count": 1, "column": "7:1"}), ("=4", None)]
)
def test_support_beyond_the_last_column_is_told_before_it_is_paid(
    defence: str, spare: dict[str, object] | None
) -> None:
    strong = {"it_Sb": "1306", "it_Gv": "1306", "it_Di": "1306"}
    units = {**strong, "it_hq_1CA": "1306", "et_seyoum_1": f"1307 {defence}"}
    state = arrange(units, phase=Phase.COMBAT, boxes={"north": 2})
    play(state, Attack(tuple(strong), "1307"))
    while decision(state)[1].endswith("air"):
        play(state, CommitAir(()))
    notes = {n.key: n for n in GAME.forecast(state, CommitHq((("it_hq_1CA", "north"),))).notes}
    found = notes.get("support-spare")
    assert (found and found.facts) == spare
    assert not notes.keys() & {"support-lost"}
    assert "support-spare" not in {n.key for n in GAME.forecast(state, CommitHq(())).notes}


@pytest.mark.rule("12.4-6", "12.4-5")
def test_a_defender_who_pays_for_nothing_is_asked() -> None:
    units = {"et_seyoum_1": "1307 =1", "it_Sb": "1306", "it_hq_1CA": "1306", "it_S1": "1306"}
    state = arrange(units, phase=Phase.COMBAT, side=OTHER, boxes={"north": 2})
    play(state, Attack(("et_seyoum_1",), "1306"))
    while decision(state)[1] != "defender-hq":
        play(state, CommitAir(()) if decision(state)[1].endswith("air") else CommitHq(()))
    found = GAME.forecast(state, CommitHq((("it_hq_1CA", "north"),)))
    (lost,) = [n for n in found.notes if n.key == "support-lost"]
    assert lost.facts["count"] == 1
    assert lost.grave
    assert GAME.forecast(state, CommitHq(())).lines == found.lines


@pytest.mark.rule("11.5.3-a")
def test_a_forced_march_is_forecast_die_by_die() -> None:
    state = arrange({"it_Sb": "1305", "it_hq_1CA": "1306"})
    play(state, Move(("it_Sb",), ("1305", "1406", "1306")))
    order = ForcedMarch(("it_Sb",), "1306", "1307")
    expected: Counter[str] = Counter()
    for die in range(1, 7):
        rolled = only(GAME.play(state.copy(), order, ScriptedChance([die])), MarchRolled)
        expected[f"{rolled.extra}{'/A' if rolled.ambush else ''}"] += 1
    assert told(state, order) == {k: pytest.approx(n / 6) for k, n in expected.items()}


@pytest.mark.rule("11.2-a")
@pytest.mark.parametrize("scenario", ["s1935", "s1940"])
def test_every_listed_end_of_a_move_is_allowed_and_no_other(scenario: str) -> None:
    """The kernels and the judge agree, hex by hex, for every unit of the Italian segment."""
    state = GAME.start(Setup(scenario), SeededChance(2))
    chance = SeededChance(4)
    while state.phase != Phase.MOVEMENT:
        GAME.play(state, Done() if not state.agenda else GAME.offers(state).sample(chance), chance)
    for team in destinations.teams(state):
        name, here = state.name(team[0]), state.units[team[0]].place
        ends = set(marked(destinations.reach(state, team[:1])))
        field = state.world.field
        ways = {h: field.path(h) if field.cost(h) >= 0 else [here, h] for h in ends}
        open_ = [h for h in field.hexes() if h != here]
        ways |= {h: field.path(h) for h in open_}
        for h, way in ways.items():
            order = Move((name,), tuple(state.hex_name(x) for x in way))
            assert allowed(state, order) == (h in ends), order
