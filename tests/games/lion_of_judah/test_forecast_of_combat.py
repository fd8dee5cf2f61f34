"""The forecast of an attack lists results, and they are those that play brings, by force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import LANGUAGES, Setup
from campagna.core.messages import load_messages
from campagna.games.lion_of_judah.field_events import BattleRolled
from campagna.games.lion_of_judah.flags import AIRLIFTED, HIDDEN, TOP
from campagna.games.lion_of_judah.maps import EVERYTHING
from campagna.games.lion_of_judah.orders import Attack, Bomb, ForcedMarch, Move
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import AirStatus, InForce, State
from tests.games.lion_of_judah.lay import (
    GAME,
    OTHER,
    WORLD,
    Phase,
    arrange,
    marker,
    only,
    play,
    raid,
)

Found = dict[str, Fraction]
OTHER_NAME = "ethiopian"


def at_rest(units: dict[str, str], **more: object) -> State:
    """Combat without aircraft; the factors of Kassa's people lie face down."""
    state = arrange(units, phase=Phase.COMBAT, **more)  # type: ignore[arg-type]
    for air in state.theatre.air:
        state.change_air(air, status=AirStatus.COMMITTED)
    for unit in WORLD.pools["et_kassa"]:
        state.flag(unit, HIDDEN)
    return state


def worlds(state: State, names: tuple[str, ...]) -> Iterator[State]:
    """Every way to deal the factors of the pool to these units."""
    for values in permutations(WORLD.tables["factor_pools"]["et_kassa"], len(names)):
        world = state.copy()
        for name, value in zip(names, values, strict=True):
            world.change(WORLD.slots[name], value=value)
        yield world


def by_force(state: State, order: Attack, names: tuple[str, ...]) -> tuple[Found, Found]:
    """The results and the columns of all factors and dice."""
    results: Found = {}
    columns: Found = {}
    dealt = list(worlds(state, names))
    share = Fraction(1, 6 * len(dealt))
    for world in dealt:
        for die in range(1, 7):
            events = GAME.play(world.copy(), order, ScriptedChance([die, *[1] * 8]))
            rolled = only(events, BattleRolled)
            results[rolled.result] = results.get(rolled.result, Fraction(0)) + share
            columns[rolled.column] = columns.get(rolled.column, Fraction(0)) + share
    return results, columns


CASES = {
    "terrain": ({"it_Sb": "1306", "et_kassa_1": "1307"}, 0, ("it_Sb",), "1307"),
    "river": (
        {"it_Sb": "1314", "it_Gv": "1313 1s", "et_kassa_1": "1214"},
        0,
        ("it_Sb", "it_Gv"),
        "1214",
    ),
    "river that depends on factors": (
        {"et_kassa_1": "1314", "et_kassa_2": "1313", "it_Sb": "1214"},
        OTHER,
        ("et_kassa_1", "et_kassa_2"),
        "1214",
    ),
    "gas": ({"it_Sb": "1306", "et_kassa_1": "1307 gassed"}, 0, ("it_Sb",), "1307"),
}


@pytest.mark.rule("12.4-7", "12.5", "12.8", "12.8.1", "PB 13.6.5.1-b")
@pytest.mark.parametrize("case", CASES)
def test_an_attack_is_forecast_by_its_results(case: str) -> None:
    units, side, attackers, target = CASES[case]
    state = at_rest(units, side=side)
    if case == "gas":
        state.gassed.append(WORLD.hex_index[target])
    order = Attack(attackers, target)
    names = tuple(n for n in units if n.startswith("et_kassa"))
    results, columns = by_force(state, order, names)
    forecast = GAME.forecast(state, order)
    told = {line.result: line.probability for line in forecast.lines}
    assert told == {r: pytest.approx(float(p)) for r, p in results.items()}
    assert forecast.sums["columns"] == {c: pytest.approx(float(p)) for c, p in columns.items()}
    terms = {t["what"]: t for t in forecast.sums["terms"]}
    if case.startswith("river"):
        assert terms["river"]["value"] == -1
        assert ("probability" in terms["river"]) == (case != "river")
    if case == "terrain":
        assert terms["terrain"]["value"] == -1
        assert terms["terrain"]["rule"] == "12.8"
    if case == "gas":
        assert [row["what"] for row in forecast.sums["defence"] if "what" in row] == ["gassed"]


@pytest.mark.rule("12.4-6", "12.7-a")
@pytest.mark.parametrize("scenario", ["s1935", "s1940"])
def test_the_terms_of_a_roll_are_its_shift_and_its_modifier(scenario: str) -> None:
    """In whole random games, with every option that adds to a combat."""
    chance, whim = SeededChance(5), SeededChance(6)
    state = GAME.start(Setup(scenario, {"tribal_friction": True}), chance)
    rolls: list[BattleRolled] = []
    while GAME.step(state) is not None and len(rolls) < 60:
        events = GAME.play(state, GAME.offers(state).sample(whim), chance)
        rolls += [e for e in events if isinstance(e, BattleRolled)]
    assert len(rolls) > 10
    for rolled in rolls:
        assert sum(t.value for t in rolled.terms if t.on == "column") == rolled.shift
        assert sum(t.value for t in rolled.terms if t.on == "die") == rolled.modifier
        assert rolled.attack or rolled.defence
    named = {t.what for r in rolls for t in r.terms}
    assert named >= {"terrain", "river", "aircraft"}
    assert named & {"support", "enemy_support"}


def test_every_result_of_the_tables_has_words() -> None:
    words = load_messages(GAME.home).tables["result"]
    for name, block in WORLD.tables.items():
        if name.startswith("crt"):
            for result in (r for row in block["rows"] for r in row):
                assert all(words[result][language] for language in LANGUAGES)


@pytest.mark.rule("11.5.3-a")
def test_a_forced_march_tells_its_price_in_movement_points() -> None:
    state = arrange({"it_Sb": "1305", "it_hq_1CA": "1306"})
    play(state, Move(("it_Sb",), ("1305", "1406", "1306")))
    forecast = GAME.forecast(state, ForcedMarch(("it_Sb",), "1306", "1307"))
    messages = load_messages(GAME.home)
    for line in forecast.lines:
        assert "movement points" in messages.result(line, "en")
        assert "punti movimento" in messages.result(line, "it")
        assert not line.pays


@pytest.mark.rule("PB 13.6.5.1-a")
def test_nobody_pays_for_a_bomb_and_rain_is_part_of_its_forecast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = raid({"it_Sb": "1306", "et_seyoum_1": "1307"})
    state.change_air(marker("it_air1"), status=AirStatus.READY)
    order = Bomb("it_air1", "1307", False)
    assert all(not line.pays for line in GAME.forecast(state, order).lines)
    monkeypatch.setattr(
        "campagna.games.lion_of_judah.rules.events.effects_in_force.flying_weather", lambda *_: 4
    )
    lines = GAME.forecast(state, order).lines
    assert lines[-1].result == "grounded"
    assert lines[-1].probability == pytest.approx(0.5)


@pytest.mark.rule("12.3-a", "12.6-a", "PB 13.6.6.1")
def test_the_enemy_is_not_told_whom_the_minor_source_serves() -> None:
    """Three small units compete for its two places; all three count in full for him."""
    near = {"it_Di": "1908", "it_S1": "1908", "it_S2": "1908 shown", "et_kassa_1": "1808"}
    state, order = at_rest(near, side=OTHER), Attack(("et_kassa_1",), "1908")
    unnamed = GAME.forecast(state, order)
    served = state.copy()
    served.minor_users = [WORLD.slots["it_S2"]]
    served.maps.memos.touch(EVERYTHING)
    last = WORLD.slots["it_S2"]
    assert (in_supply(state, last), in_supply(served, last)) == (False, True)
    assert GAME.view(state, OTHER_NAME) == GAME.view(served, OTHER_NAME)
    assert GAME.forecast(served, order) == unnamed
    assert not [row for row in unnamed.sums["defence"] if row.get("what") == "unsupplied"]


@pytest.mark.rule("12.3-a", "12.6-a", "PB 13.6.5.2")
@pytest.mark.parametrize(("seen", "hidden"), [(" shown", False), ("", True)])
def test_supplies_dropped_for_a_unit_that_is_seen_count(seen: str, hidden: bool) -> None:
    """Of one below the top of its stack the enemy cannot tell, and the forecast does not either."""
    state = at_rest({"it_Di": "1023" + seen, "et_kassa_1": "1022"}, side=OTHER)
    unit, order = WORLD.slots["it_Di"], Attack(("et_kassa_1",), "1023")
    first = next(iter(state.theatre.air))
    state.change_air(first, status=AirStatus.SUPPLYING, place=WORLD.hex_index["1023"])
    if not seen:
        state.flag(unit, 0, TOP)
    state.maps.memos.touch(EVERYTHING)
    fed = state.copy()
    fed.flag(unit, AIRLIFTED)
    assert (in_supply(state, unit), in_supply(fed, unit)) == (False, True)
    alike = GAME.view(state, OTHER_NAME) == GAME.view(fed, OTHER_NAME)
    assert alike == hidden
    assert (GAME.forecast(fed, order) == GAME.forecast(state, order)) == alike


EVENTS = {
    # event: attacker, defenders, target, side, scenario, where it counts, by how much
    "B8": ({"it_Sb": "1915", "et_nasibu_1": "1914 shown"}, "it_Sb", "1914", "s1935", "column", -1),
    "D1": ({"cw_5IND": "0905", "it40_c2": "1005 shown"}, "cw_5IND", "1005", "s1940", "die", 1),
    "D7": ({"cw_5IND": "1307", "it40_c2": "1308 shown"}, "cw_5IND", "1308", "s1940", "column", -1),
}


@pytest.mark.rule("12.10", "12.4-6", "12.7-a")
@pytest.mark.parametrize("event", EVENTS)
def test_events_in_force_are_in_the_forecast_as_they_are_in_the_roll(event: str) -> None:
    units, attacker, target, scenario, where, value = EVENTS[event]
    side = OTHER if attacker.startswith("cw") else 0
    state = at_rest(units, side=side, scenario=scenario, turn=6)
    order = Attack((attacker,), target)
    before = GAME.forecast(state, order)
    state.in_force.append(InForce(event, 99))
    state.maps.memos.touch(EVERYTHING)
    forecast = GAME.forecast(state, order)
    (term,) = (t for t in forecast.sums["terms"] if t["what"] == event)
    assert (term["on"], term["value"], term["rule"]) == (where, value, "12.10")
    assert not [t for t in before.sums["terms"] if t["what"] == event]
    results, _ = by_force(state, order, ())
    told = {line.result: line.probability for line in forecast.lines}
    assert told == {r: pytest.approx(float(p)) for r, p in results.items()}
