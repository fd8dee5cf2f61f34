"""The forecast of an attack lists results, and they are those that play brings, by force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import LANGUAGES, Setup
from campagna.core.messages import load_messages
from campagna.games.lion_of_judah.field_events import BattleRolled
from campagna.games.lion_of_judah.flags import AIRLIFTED, HIDDEN, TOP
from campagna.games.lion_of_judah.maps import EVERYTHING
from campagna.games.lion_of_judah.orders import Attack, Bomb, ForcedMarch, Move
from campagna.games.lion_of_judah.rules.combat.forecast_sums import defence_totals
from campagna.games.lion_of_judah.rules.resources.supply import in_supply, minor_needy
from campagna.games.lion_of_judah.state import AirStatus, InForce, State
from campagna.games.lion_of_judah.table.position import SOMEWHERE
from tests.games.lion_of_judah.lay import (
    GAME,
    ITALIAN,
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


def every_world(state: State) -> Iterator[tuple[State, Fraction]]:
    """Every dealing of unseen units that the view allows, with every two whom the source may serve."""
    view = GAME.view(state, OTHER_NAME)
    names = [u.id for u in view.position.units if u.at == SOMEWHERE]
    hexes = [h.hex for h in view.position.hidden for _ in range(h.count)]
    found = []
    for places in {*permutations(hexes)}:
        world = state.copy()
        world.minor_users = []
        for name, hex_ in zip(names, places, strict=True):
            world.put(WORLD.slots[name], WORLD.hex_index[hex_])
            world.flag(WORLD.slots[name], 0, TOP)
        world.maps.memos.touch(EVERYTHING)
        if GAME.view(world, OTHER_NAME) == view and not GAME.violations(world):
            found.append(world)
    assert found
    for world in found:
        needy = minor_needy(world)
        pairs = [*combinations(needy, 2)] if len(needy) > 2 else [()]
        dealt = [*factors_dealt(world)]
        for pair, whole in product(pairs, dealt):
            served = whole.copy()
            served.minor_users = [*pair]
            yield served, Fraction(1, len(found) * len(pairs) * len(dealt))


def factors_dealt(state: State) -> Iterator[State]:
    """Every factor that an irregular on the map may have, if it lies face down."""
    hidden = [u for u in state.on_map(ITALIAN) if state.has(u, HIDDEN)]
    pool = WORLD.tables["factor_pools"][state.counter(hidden[0]).pool] if hidden else ()
    for values in permutations(pool, len(hidden)):
        world = state.copy()
        for unit, value in zip(hidden, values, strict=True):
            world.change(unit, value=value)
        yield world


RAIDERS = ("et_kassa_1", "et_kassa_2", "et_kassa_3")


def seen_from_outside(units: dict[str, str]) -> State:
    """An attack on the minor source; the Italian stacks have the tops that are marked."""
    state = at_rest({**units, **dict.fromkeys(RAIDERS, "1808")}, side=OTHER)
    for unit in (*state.on_map(ITALIAN), *state.on_map(OTHER)):
        hidden = "hidden" in units.get(state.name(unit), "")
        for other in WORLD.pools[state.counter(unit).pool] if hidden else (unit,):
            state.flag(other, HIDDEN if hidden else 0, 0 if hidden else HIDDEN)
    for unit in state.on_map(ITALIAN):
        shown = "top" in units[state.name(unit)]
        state.flag(unit, TOP * shown, 0 if shown else TOP)
    first = next(iter(state.theatre.air))
    state.change_air(first, status=AirStatus.SUPPLYING, place=WORLD.hex_index["1908"])
    state.maps.memos.touch(EVERYTHING)
    return state


ONE_BELOW = {"it_Di": "1908 top", "it_S1": "1908"}
CROWDS = {
    "all are seen": {"it_Di": "1908 top 1s", "it_S1": "1908 shown", "it_S2": "1908 shown"},
    "two are enough for two": {"it_Di": "1908 top", "it_S1": "1908 shown", "it_Sb": "1306 top"},
    "below the top": {**ONE_BELOW, "it_S2": "1908 1s"},
    "a division among them": {**ONE_BELOW, "it_S2": "1908", "it_GS": "1306 top", "it_Sb": "1306"},
    "more of them elsewhere": {
        **ONE_BELOW,
        "it_S2": "1909 top",
        "it_S3": "1909 1s",
        "it_GS": "1306 top",
        "it_Sb": "1306",
    },
    "irregulars live off fertile land": {
        **ONE_BELOW,
        "it_irr2": "1810 top",
        "it_irr1": "1810",
        "it_S3": "1909",
        "it_irr3": "1909 top",
    },
    "nobody below the top": {"it_Di": "1908 top", "it_S2": "1909 top", "it_S3": "1909"},
    "a factor face down": {**ONE_BELOW, "it_irr1": "1908 hidden", "it_S2": "1909 top"},
    "fed from the air": {
        "it_Di": "1908 top airlifted",
        "it_S1": "1908 shown",
        "it_S2": "1908 shown 1s",
    },
}


@pytest.mark.rule("12.3-a", "12.6-a", "PB 13.6.6.1")
@pytest.mark.parametrize("crowd", CROWDS)
def test_the_minor_source_counts_for_two_in_the_forecast_as_in_play(crowd: str) -> None:
    """The results are those of all worlds that look the same, and tell nothing of the truth."""
    state, order = seen_from_outside(CROWDS[crowd]), Attack(RAIDERS, "1908")
    results: Found = {}
    totals: dict[int, Fraction] = {}
    for world, share in every_world(state):
        assert GAME.forecast(world, order) == GAME.forecast(state, order)
        for die in range(1, 7):
            events = GAME.play(world.copy(), order, ScriptedChance([die, *[1] * 8]))
            rolled = only(events, BattleRolled)
            totals[rolled.defence] = totals.get(rolled.defence, Fraction(0)) + share / 6
            results[rolled.result] = results.get(rolled.result, Fraction(0)) + share / 6
    forecast = GAME.forecast(state, order)
    told = {line.result: line.probability for line in forecast.lines}
    assert told == {r: pytest.approx(float(p)) for r, p in results.items()}
    hex_ = WORLD.hex_index["1908"]
    assert defence_totals(state, state.stack(hex_), hex_) == totals
    short = [r["rule"] for r in forecast.sums["defence"] if r.get("what") == "minor-source"]
    assert short == ([] if crowd == "two are enough for two" else ["PB 13.6.6.1"])
    assert ("defence_total" in forecast.sums) == (len(totals) == 1)


@pytest.mark.rule("12.3-a", "PB 13.6.6.1")
def test_an_enemy_imagines_any_two_served_by_the_minor_source() -> None:
    state = seen_from_outside(CROWDS["all are seen"])
    view = GAME.view(state, OTHER_NAME)
    users = {tuple(GAME.imagine(view, SeededChance(n)).minor_users) for n in range(30)}
    assert users == {*combinations(minor_needy(state), 2)}
    assert GAME.imagine(GAME.view(state, "italian"), SeededChance(1)).minor_users == []


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
