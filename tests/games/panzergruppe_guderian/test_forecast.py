"""The exact forecast against brute force: every deal of unseen counters, every die, really played."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.core.contract import Order, Refused, Setup
from campagna.games.panzergruppe_guderian.combat import AttackPlan
from campagna.games.panzergruppe_guderian.events import AttackCancelled, BattleRolled
from campagna.games.panzergruppe_guderian.forecast import deal, unseen_values
from campagna.games.panzergruppe_guderian.orders import Attack, Done, Move, Overrun
from campagna.games.panzergruppe_guderian.position import UnitPosition
from campagna.games.panzergruppe_guderian.state import COMBAT_PHASES, UNTRIED, State
from campagna.games.panzergruppe_guderian.world import Values
from tests.games.panzergruppe_guderian.board_setup import GAME, SCENARIO, Words, arrange

# The columns of 9.5, from die 1 to die 6.
CRT = {
    "1-3": "A1 A1 A1 A2 Ae Ae",
    "1-2": "D1/A1 Eng A1 A1 A2 Ae",
    "1-1": "D1 D1/A1 D1/A1 Eng A1 A2",
    "2-1": "D2 D1 D1/A1 D1/A1 Eng A1",
    "3-1": "D2 D2 D1 D1/A1 D1/A1 Eng",
    "4-1": "D2 D2 D2/A1 D1 D1/A1 Eng",
    "5-1": "D2 D2 D2 D2/A1 D1 D1/A1",
    "6-1": "De/A1 D2 D2 D2 D2/A1 D1",
    "7-1": "De De/A1 D2 D2 D2 D2/A1",
    "8-1": "De De De/A1 D2 D2 D2",
    "9-1": "De De De De/A1 D2 D2",
    "10-1": "De De De De De D2",
}
Chances = dict[str, Fraction]
Deal = tuple[dict[int, int], Fraction]


def unseen_counters(state: State, symbol: str, *, recycled: bool) -> list[int]:
    """Counters that a hidden division may be, from what both players see."""
    shown, standing = set(), set()
    for u in GAME.view(state, "german").position.units:
        if u.symbol == symbol and u.counter:
            shown.add(u.counter)
            if u.at not in ("dead", "lost"):
                standing.add(u.counter)
    names = (
        shown - standing
        if recycled
        else {c.id for c in state.world.counters if c.symbol == symbol} - shown
    )
    return [state.world.counter_index[n] for n in sorted(names)]


def deals(state: State, hidden: list[int]) -> Iterator[Deal]:
    """Every way to give unseen counters to hidden divisions, with its chance.

    Counters of equal values are interchangeable, so one of each kind is tried with their weight.
    """
    if not hidden:
        yield {}, Fraction(1)
        return
    groups: dict[tuple[str, bool], list[int]] = {}
    for unit in hidden:
        recycled = "recycled" in GAME.describe(state).units[unit].state
        groups.setdefault((state.counter(unit).symbol, recycled), []).append(unit)
    (kind, members), *_ = groups.items()
    rest = [u for u in hidden if u not in members]
    counters = unseen_counters(state, kind[0], recycled=kind[1])
    for dealt, chance in _fill(state, members, counters):
        for more, weight in deals(state, rest) if rest else [({}, Fraction(1))]:
            yield {**dealt, **more}, chance * weight


def _fill(state: State, members: list[int], counters: list[int]) -> Iterator[Deal]:
    if not members:
        yield {}, Fraction(1)
        return
    alike: dict[Values, list[int]] = {}
    for c in counters:
        alike.setdefault(state.world.counters[c].steps[0], []).append(c)
    for same in alike.values():
        left = [c for c in counters if c != same[0]]
        for more, chance in _fill(state, members[1:], left):
            yield {members[0]: same[0], **more}, chance * Fraction(len(same), len(counters))


def truth(state: State, order: Attack | Overrun) -> Chances:
    """The chance of each result, by playing the order in every world that may be true."""
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    involved = [state.find(n) for n in order.units]
    involved += [u for t in targets for u in state.stack(state.world.hex_index[t])]
    hidden = [u for u in involved if state.units[u].flags & UNTRIED]
    chances: Chances = {}
    for dealt, chance in deals(state, hidden):
        world = state.copy()
        for unit, counter in dealt.items():
            world.units[unit] = msgspec.structs.replace(world.units[unit], counter=counter)
        for result, share in outcome(world, order).items():
            chances[result] = chances.get(result, Fraction(0)) + chance * share
    assert sum(chances.values()) == 1
    return chances


def outcome(world: State, order: Order) -> Chances:
    """The chances of the die in one world, or what happens without one."""
    for event in GAME.play(world, order, ScriptedChance([1])):
        if isinstance(event, BattleRolled):
            cells = CRT[event.odds].split()
            return {r: Fraction(cells.count(r), 6) for r in cells}
        if isinstance(event, AttackCancelled):
            return {"cancelled": Fraction(1)}
    return {"emptied": Fraction(1)}


def forecast(state: State, order: Order) -> dict[str, float]:
    lines = GAME.forecast(state, order).lines
    assert len({line.result for line in lines}) == len(lines)
    return {line.result: line.probability for line in lines}


def exact(chances: Chances) -> dict[str, float]:
    return {result: float(chance) for result, chance in chances.items()}


RIFLES = ["SR69", "SR70", "SR72", "SR61", "SR44", "SR01", "SR08", "SR31"]
ARMOUR = ["SA06", "SA09", "SA01", "SA13"]  # two tank, two mechanised divisions


def few_unseen(units: dict[str, Words], *, recycled: bool = False) -> dict[str, Words]:
    """The same position late in the game: all but eight rifles and four tanks were seen and died."""
    number = sum(name.startswith("S-") for name in units)
    found = dict(units)
    for c in GAME.world.counters:
        if c.side == 0 and not c.is_leader and (recycled or c.id not in RIFLES + ARMOUR):
            number += 1
            found[f"S-{number}"] = f"dead {c.id}"
    return found


# --- known strengths --------------------------------------------------------------------------------------


@pytest.mark.rule("9.4", "9.5")
def test_between_known_units_the_forecast_is_the_column() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    state = arrange(units, phase="german-combat")
    found = GAME.forecast(state, Attack(("G-6Inf",), ("2410",)))
    assert {line.result: line.probability for line in found.lines} == {
        "D2": 1 / 6,
        "D1": 1 / 6,
        "D1/A1": 2 / 6,
        "Eng": 1 / 6,
        "A1": 1 / 6,
    }
    assert found.sums["odds"] == {"2-1": 1.0}


@pytest.mark.rule("9.64", "9.65a", "9.66b", "9.67b", "6.52b")
@pytest.mark.parametrize(
    ("overrun", "meanings"),
    [
        (
            False,
            {
                "D2": {"defender": "lose 2 or retreat 2", "advance": "attacker"},
                "D1/A1": {
                    "defender": "lose 1 or retreat 1",
                    "attacker": "lose 1 or retreat 1",
                    "advance": "attacker",
                },
                "Eng": {"defender": "lose 1", "attacker": "lose 1", "advance": "nobody"},
                "A1": {"attacker": "lose 1 or retreat 1", "advance": "defender"},
            },
        ),
        (
            True,
            {
                "D1": {"defender": "lose 1 or retreat 1", "advance": "attacker"},
                "D1/A1": {
                    "defender": "lose 1 or retreat 1",
                    "attacker": "lose 1 or retreat 1",
                    "advance": "nobody",
                },
                "A2": {"attacker": "lose 2 or retreat 2", "advance": "nobody"},
            },
        ),
    ],
)
def test_each_line_says_what_it_lets_the_sides_do(
    overrun: bool, meanings: dict[str, dict[str, str]]
) -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01", "SL-konev": "2408"}
    order = Overrun(("G-6Inf",), "2410") if overrun else Attack(("G-6Inf",), ("2410",))
    state = arrange(units, phase="german-move" if overrun else "german-combat")
    lines = {line.result: line.outcomes for line in GAME.forecast(state, order).lines}
    assert {result: lines[result] for result in meanings} == meanings


@pytest.mark.rule("9.4", "12.2a")
def test_the_sums_show_how_the_odds_come_about() -> None:
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "S-1": "2617 SR01",
        "S-2": "2617 SR31 untried",
        "SL-konev": "2617",
    }
    state = arrange(units, phase="german-combat")
    sums = GAME.forecast(state, Attack(("G-6Inf",), ("2617",))).sums
    assert sums["attack"] == [{"unit": "G-6Inf", "supplied": True, "integral": False, "printed": 9}]
    (hex_,) = sums["defence"]
    assert (hex_["hex"], hex_["multiplier"]) == ("2617", 3)
    shares = {u["unit"]: u for u in hex_["units"]}
    assert shares["S-1"]["printed"] == 4
    assert shares["SL-konev"]["printed"] == 5
    assert "printed" not in shares["S-2"], "nobody knows it"


@pytest.mark.rule("9.5")
def test_lines_run_from_the_defenders_end_to_the_attackers() -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR01 untried", "SL-konev": "2408"}
    state = arrange(units, phase="german-combat")
    found = [x.result for x in GAME.forecast(state, Attack(("G-6Inf",), ("2410",))).lines]
    chart = ["emptied", "De", "De/A1", "D2", "D2/A1", "D1", "D1/A1", "Eng", "A1", "A2", "Ae"]
    assert found == [r for r in chart if r in found]


@pytest.mark.rule("4.1")
def test_orders_without_dice_are_certain_and_refused_ones_are_refused() -> None:
    state = arrange({"G-6Inf": "2411"}, phase="german-move")
    assert forecast(state, Move(("G-6Inf",), ("2410",))) == {"certain": 1.0}
    assert forecast(state, Done()) == {"certain": 1.0}
    with pytest.raises(Refused):
        GAME.forecast(state, Overrun(("G-6Inf",), "2410"))


# --- hidden defenders -------------------------------------------------------------------------------------

GERMANS: dict[str, Words] = {"G-6Inf": "2411", "G-26Inf": "2411", "G-GD": "2311"}
ATTACK = Attack(("G-6Inf", "G-26Inf"), ("2410",))
HIDDEN_DEFENDERS: dict[str, dict[str, Words]] = {
    "one": {"S-1": "2410 SR01 untried", "SL-konev": "2408"},
    "one, unsupplied": {"S-1": "2410 SR01 untried"},
    "two": {"S-1": "2410 SR01 untried", "S-2": "2410 SR08 untried", "SL-konev": "2408"},
    "three": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "S-3": "2410 SR31 untried",
        "SL-konev": "2408",
    },
    "one with a known one": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR27",
        "SL-konev": "2408",
    },
    "two with their leader": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    },
    "rifle, tank and mechanised": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SA06 untried",
        "S-3": "2410 SA01 untried",
        "SL-konev": "2408",
    },
    "two tanks": {
        "S-1": "2410 SA06 untried",
        "S-2": "2410 SA09 untried",
        "SL-konev": "2408",
    },
    "one that retreated onto others": {
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried retreated",
        "SL-konev": "2408",
    },
}


@pytest.mark.rule("9.4", "9.5", "12.2a", "12.3a")
@pytest.mark.parametrize("defenders", HIDDEN_DEFENDERS.values(), ids=HIDDEN_DEFENDERS.keys())
def test_hidden_defenders_are_averaged_exactly(defenders: dict[str, Words]) -> None:
    state = arrange(few_unseen(GERMANS | defenders), phase="german-combat")
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


@pytest.mark.rule("12.2a", "6.55a")
@pytest.mark.parametrize("defenders", HIDDEN_DEFENDERS.values(), ids=HIDDEN_DEFENDERS.keys())
def test_hidden_defenders_of_an_overrun(defenders: dict[str, Words]) -> None:
    state = arrange(few_unseen(GERMANS | defenders), phase="german-move")
    order = Overrun(("G-6Inf", "G-26Inf"), "2410")
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.2a")
@pytest.mark.parametrize("number", [1, 2])
def test_from_the_full_mix(number: int) -> None:
    """78 rifles, none of them seen."""
    defenders: dict[str, Words] = {
        "S-1": "2410 SR01 untried",
        "S-2": "2409 SR02 untried" if number == 1 else "2410 SR02 untried",
        "SL-konev": "2408",
    }
    state = arrange(GERMANS | defenders, phase="german-combat")
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


@pytest.mark.rule("12.2a", "9.32", "9.33")
@pytest.mark.parametrize("targets", [("2617",), ("2617", "2616"), ("2616", "2518"), ("2518",)])
def test_terrain_multiplies_hex_by_hex(targets: tuple[str, ...]) -> None:
    """From 2517: 2617 is forest behind the river, 2518 behind the river, 2616 open."""
    units: dict[str, Words] = {
        "G-6Inf": "2517",
        "G-26Inf": "2517",
        "G-5Inf": "2517",
        "S-1": "2617 SR01 untried",
        "S-2": "2616 SR08 untried",
        "S-3": "2518 SR31 untried",
        "S-4": "2616 SR44",
        "SL-konev": "2717",
    }
    state = arrange(few_unseen(units), phase="german-combat")
    order = Attack(("G-6Inf", "G-26Inf", "G-5Inf"), targets)
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.4b", "12.2a")
def test_recycled_divisions_are_among_the_dead() -> None:
    units: dict[str, Words] = {
        "S-1": UnitPosition("", "2410", "SR01", state=("untried", "recycled")),
        "S-2": UnitPosition("", "2410", "SR31", state=("untried", "recycled")),
        "S-3": "2409 SR69",  # face up on the map: nobody else can be it
        "SL-konev": "2408",
    }
    found: dict[str, Words] = GERMANS | units
    for i, c in enumerate(["SR01", "SR31", "SR70", "SR44", "SR72"], start=4):
        found[f"S-{i}"] = f"dead {c}"
    state = arrange(found, phase="german-combat")
    names = {state.world.counters[c].id for c in unseen_counters(state, "rifle", recycled=True)}
    assert names == {"SR01", "SR31", "SR70", "SR44", "SR72"}
    assert forecast(state, ATTACK) == exact(truth(state, ATTACK))


# --- hidden attackers -------------------------------------------------------------------------------------

HIDDEN_ATTACKERS: dict[str, tuple[dict[str, Words], tuple[str, ...]]] = {
    "one": ({"S-1": "2410 SR01 untried", "SL-konev": "2408"}, ("S-1",)),
    "one with his leader": (
        {"S-1": "2410 SR01 untried", "SL-konev": "2410"},
        ("S-1", "SL-konev"),
    ),
    "two with a leader": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR08 untried", "SL-lukin": "2410"},
        ("S-1", "S-2", "SL-lukin"),
    ),
    "three with a leader": (
        {
            "S-1": "2410 SR01 untried",
            "S-2": "2410 SR08 untried",
            "S-3": "2410 SR31 untried",
            "SL-konev": "2410",
        },
        ("S-1", "S-2", "S-3", "SL-konev"),
    ),
    "with a known one": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR27", "SL-konev": "2410"},
        ("S-1", "S-2", "SL-konev"),
    ),
    "a known one stays out": (
        {"S-1": "2410 SR01 untried", "S-2": "2410 SR27", "SL-konev": "2410"},
        ("S-1", "SL-konev"),
    ),
    "two leaders": (
        {"S-1": "2410 SR01 untried", "SL-lukin": "2410", "SL-rakutin": "2410"},
        ("S-1", "SL-lukin", "SL-rakutin"),
    ),
    "from two hexes, a leader in each": (
        {
            "S-1": "2410 SR01 untried",
            "S-2": "2511 SR08 untried",
            "S-3": "2511 SA06 untried",
            "SL-konev": "2410",
            "SL-lukin": "2511",
        },
        ("S-1", "S-2", "S-3", "SL-konev", "SL-lukin"),
    ),
}


@pytest.mark.rule("12.2a", "12.3c", "10.36b", "10.23b")
@pytest.mark.parametrize("case", HIDDEN_ATTACKERS.values(), ids=HIDDEN_ATTACKERS.keys())
@pytest.mark.parametrize("cut_off", [False, True])
def test_hidden_attackers_are_averaged_exactly(
    case: tuple[dict[str, Words], tuple[str, ...]], cut_off: bool
) -> None:
    soviets, attackers = case
    germans: dict[str, Words] = {"G-6Inf": "2411"}
    if cut_off:  # nobody reaches the east edge
        germans |= {f"G-{n}Inf": f"30{row:02d}" for n, row in WALL}
    state = arrange(few_unseen(germans | soviets), phase="soviet-combat", turn=7)
    order = Attack(attackers, ("2411",))
    assert forecast(state, order) == exact(truth(state, order))


# Every second hex of column 30: their zones close the way to the east.
WALL = list(
    zip(
        (26, 5, 35, 161, 263, 137, 23, 258, 292, 7, 15, 17, 268, 252, 78, 31),
        range(1, 32, 2),
        strict=True,
    )
)


@pytest.mark.rule("12.2a", "6.55a", "10.36b")
@pytest.mark.parametrize("leader", [False, True])
def test_hidden_units_overrunning(leader: bool) -> None:
    units: dict[str, Words] = {
        "G-Lehr": "2411",
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    }
    state = arrange(few_unseen(units), phase="soviet-move", turn=7)
    order = Overrun(("S-1", "S-2", *(("SL-konev",) if leader else ())), "2411")
    assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("12.2a", "9.32")
def test_who_drops_out_does_not_undo_the_river() -> None:
    """From 2616 across the river, from 2618 not; either may prove to have no attack strength."""
    units: dict[str, Words] = {
        "G-6Inf": "2617",
        "S-1": "2618 SR01 untried",
        "S-2": "2616 SR08 untried",
        "S-3": "2618 SR31",
        "SL-konev": "2618",
        "SL-lukin": "2615",
    }
    state = arrange(few_unseen(units), phase="soviet-combat", turn=7)
    for attackers in (("S-1", "S-2"), ("S-1", "S-2", "SL-konev"), ("S-1", "S-2", "S-3")):
        order = Attack(attackers, ("2617",))
        assert forecast(state, order) == exact(truth(state, order))


# --- the pieces -------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1c", "12.4b")
def test_unseen_values_are_what_nobody_has_seen() -> None:
    units: dict[str, Words] = {
        "S-1": "2410 SR01 untried",
        "S-2": "2409 SR02",
        "S-3": "2408 SR31 untried",
        "S-4": "dead SR69",
        "S-5": "removed SR70",
        "S-6": "removed SR71 untried",
        "S-7": "2410 SA06 untried",
    }
    state = arrange(units)
    everything = Tally(c.steps[0] for c in state.world.counters if c.symbol == "rifle")
    seen = Tally(
        state.world.counters[state.world.counter_index[c]].steps[0]
        for c in ("SR02", "SR69", "SR70")
    )
    assert unseen_values(state, state.find("S-1")) == everything - seen
    tanks = Tally(c.steps[0] for c in state.world.counters if c.symbol == "tank")
    assert unseen_values(state, state.find("S-7")) == tanks
    assert sum(tanks.values()) == 10


@pytest.mark.rule("12.1c")
@pytest.mark.parametrize("attack", [True, False])
@pytest.mark.parametrize(
    "slots",
    [
        [(0, True)],
        [(0, True), (0, False)],
        [(0, True), (0, True), (1, False)],
        [(1, True), (0, False), (1, True), (0, True)],
    ],
)
def test_dealing_without_replacement_is_exact(attack: bool, slots: list[tuple[int, bool]]) -> None:
    hand = [Values(0, 0, 6), Values(0, 0, 6), Values(0, 1, 6), Values(3, 4, 6), Values(9, 8, 6)]
    expected: dict[tuple[int, ...], Fraction] = {}
    ways = list(permutations(hand, len(slots)))
    for dealt in ways:
        sums = [0, 0]
        for (hex_, supplied), values in zip(slots, dealt, strict=True):
            printed = values.attack if attack else values.defence
            sums[hex_] += printed if supplied or printed == 0 else max(1, printed // 2)
        expected[tuple(sums)] = expected.get(tuple(sums), Fraction(0)) + Fraction(1, len(ways))
    assert deal(Tally(hand), slots, attack, 2) == expected


# --- in whole games ---------------------------------------------------------------------------------------


def attacks_of_a_game(seed: int) -> Iterator[tuple[State, Attack]]:
    """Attacks on or by at most two untried divisions, as random play orders them."""
    chance, seat = SeededChance(seed), SeededChance(seed + 500)
    state = GAME.start(Setup(SCENARIO), chance)
    while GAME.step(state) is not None:
        order = GAME.offers(state).sample(seat)
        if state.phase in COMBAT_PHASES and isinstance(order, Attack):
            plan = GAME._judge(state, order)
            assert isinstance(plan, AttackPlan)
            involved = [*plan.units, *(u for t in plan.targets for u in state.stack(t))]
            if 0 < sum(bool(state.units[u].flags & UNTRIED) for u in involved) <= 2:
                yield state.copy(), order
        GAME.play(state, order, chance)


@pytest.mark.rule("9.4", "9.5", "12.2a")
@pytest.mark.parametrize("seed", range(8))
def test_attacks_of_whole_games(seed: int) -> None:
    found = list(attacks_of_a_game(seed))
    for state, order in found[:: max(1, len(found) // 4)]:
        assert forecast(state, order) == exact(truth(state, order))


@pytest.mark.rule("9.5", "12.1c")
@pytest.mark.parametrize(
    ("phase", "order"),
    [
        ("german-combat", ATTACK),
        ("soviet-combat", Attack(("S-1", "S-2", "SL-konev"), ("2411",))),
    ],
)
def test_imagined_worlds_play_out_as_forecast(phase: str, order: Attack) -> None:
    """What a seat may imagine from its view, played with real dice, comes out as foretold."""
    units: dict[str, Words] = {
        "G-6Inf": "2411",
        "G-26Inf": "2411",
        "S-1": "2410 SR01 untried",
        "S-2": "2410 SR08 untried",
        "SL-konev": "2410",
    }
    state = arrange(few_unseen(units), phase=phase, turn=7)
    view = GAME.view(state, "german")
    chance = SeededChance(11)
    games = 1500
    tally: Tally[str] = Tally()
    for _ in range(games):
        world = GAME.imagine(view, chance)
        events = GAME.play(world, order, chance)
        rolls = [e.result for e in events if isinstance(e, BattleRolled)]
        cancelled = any(isinstance(e, AttackCancelled) for e in events)
        tally[rolls[0] if rolls else "cancelled" if cancelled else "emptied"] += 1
    expected = forecast(state, order)
    assert set(tally) <= set(expected)
    for result, chance_of in expected.items():
        spread = (chance_of * (1 - chance_of) / games) ** 0.5
        assert abs(tally[result] / games - chance_of) < 4 * spread, result
