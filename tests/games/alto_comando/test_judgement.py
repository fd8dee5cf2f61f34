"""What the captain orders in positions whose best idea is known, and that he can play every table."""

from __future__ import annotations

from functools import partial
from math import isqrt
from typing import Any

import pytest

from campagna.bots.captain import WatchedDice
from campagna.bots.general import General
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import LANGUAGES, Setup
from campagna.core.evaluator import PLAIN, Advice, evaluator_of, reason_text
from campagna.games.alto_comando.opponent.evaluator import Evaluator
from campagna.games.alto_comando.orders import AirAttack, Deploy, Done, Fire, Leave, Move, Replace
from campagna.games.alto_comando.rules import air, fire
from campagna.games.alto_comando.state import State, Tally
from campagna.plane.bases import gap2
from tests.games.alto_comando.lay import GAME, table

JUDGEMENT: Any = evaluator_of(GAME)


def gap(ax: int, ay: int, bx: int, by: int) -> int:
    return isqrt(gap2((ax, ay), (bx, by)))


def counsels(state: State) -> list[Advice]:
    """The captain's orders of this phase, carried out on the state, up to its end."""
    found = []
    for advice in JUDGEMENT.plan(state, PLAIN, SeededChance(1)):
        found.append(advice)
        if isinstance(advice[0], Done | Fire):
            break
        GAME.play(state, advice[0], SeededChance(1))
    return found


def first(state: State) -> Any:
    return next(JUDGEMENT.plan(state, PLAIN, SeededChance(1)))[0]


# --- fire -------------------------------------------------------------------------------------------


@pytest.mark.rule("FIR-8", "SAV-3")
def test_artillery_takes_the_infantry_out_of_command_before_the_tank_in_command() -> None:
    state = table(
        {
            "A1.art": "300 500",
            "A1.recon1": "520 560 fired",
            "G1.tank1": "680 500",
            "G1.motor1": "640 640",
            "G1.hq": "990 440",
        },
        phase="fire",
    )
    order = first(state)
    assert order == Fire("A1.art", "G1.motor1")


@pytest.mark.rule("FIR-9")
@pytest.mark.parametrize(
    ("hq", "target"), [("950 500", "G1.motor1"), ("800 500", "G1.tank1")], ids=["outside", "inside"]
)
def test_88_prefers_the_tank_unless_the_infantry_is_out_of_command(hq: str, target: str) -> None:
    state = table(
        {
            "A1.at88": "500 500",
            "A1.motor1": "560 620 fired",
            "G1.motor1": "600 500",
            "G1.tank1": "690 500",
            "G1.hq": hq,
        },
        phase="fire",
    )
    assert first(state) == Fire("A1.at88", target)


@pytest.mark.rule("FIR-7", "FIR-9")
def test_those_with_one_target_fire_before_the_88() -> None:
    state = table(
        {
            "A1.at88": "500 500",
            "A1.motor1": "520 400",
            "A1.motor2": "520 600",
            "A1.hq": "400 500",
            "G1.motor1": "640 500",
            "G1.tank1": "730 500",
            "G1.hq": "900 500",
        },
        phase="fire",
    )
    order = first(state)
    assert isinstance(order, Fire)
    assert order.unit != "A1.at88"
    assert order.target == "G1.motor1"


@pytest.mark.rule("FIR-6", "SAV-1")
def test_the_chance_in_the_reason_is_that_of_the_forecast() -> None:
    state = table(
        {"A1.motor1": "500 500", "A1.hq": "400 500", "G1.tank1": "640 500", "G1.hq": "900 500"},
        phase="fire",
    )
    order, _, reason, facts = next(JUDGEMENT.plan(state, PLAIN, SeededChance(1)))
    loss: Any = GAME.forecast(state, order).sums["loss"]
    assert facts["percent"] == round(100 * loss["probability"])
    assert all(reason_text(JUDGEMENT, reason, facts)[language] for language in LANGUAGES)


@pytest.mark.rule("VIC-3")
def test_aircraft_go_for_a_supply_base_in_sight() -> None:
    state = table(
        {
            "A1.recon1": "820 550",
            "G1.motor1": "1000 700",
            "G1.hq": "1050 800",
            "supply.allied.2": "1050 550",
        },
        phase="air",
    )
    assert first(state) == AirAttack("supply.allied.2")


# --- moving -----------------------------------------------------------------------------------------


@pytest.mark.rule("MOV-6", "FIR-2")
def test_nobody_stops_inside_the_reach_of_tanks_without_firing() -> None:
    state = table(
        {
            "A1.motor1": "300 500",
            "A1.motor2": "300 560",
            "A1.hq": "200 530",
            "G1.tank1": "650 500",
            "G1.tank2": "650 560",
            "G1.tank3": "650 620",
            "G1.hq": "800 530",
        },
        air=(0, 0),
    )
    counsels(state)
    for name in ("A1.motor1", "A1.motor2"):
        x, y = state.at(state.find(name))
        nearest = min(
            gap(x, y, *state.at(state.find(tank))) for tank in ("G1.tank1", "G1.tank2", "G1.tank3")
        )
        assert nearest > 300 or nearest <= 150


@pytest.mark.rule("HQ-13")
def test_a_division_on_the_march_stays_under_command() -> None:
    units = {f"A1.motor{n}": f"200 {300 + 60 * n}" for n in range(1, 5)}
    state = table({**units, "A1.hq": "150 450", "G1.motor1": "1100 450", "G1.hq": "1150 450"})
    counsels(state)
    head = state.at(state.find("A1.hq"))
    assert all(gap(*state.at(state.find(name)), *head) <= 300 for name in units)


@pytest.mark.parametrize(("axis", "closes"), [(8, False), (0, True)], ids=["ahead", "behind"])
def test_late_in_the_day_who_leads_refuses_contact(axis: int, closes: bool) -> None:
    units = {f"A1.motor{n}": f"300 {440 + 60 * n}" for n in range(1, 4)}
    foes = {f"G1.motor{n}": f"590 {440 + 60 * n}" for n in range(1, 5)}
    state = table({**units, **foes, "A1.hq": "200 530", "G1.hq": "800 530"}, turn=11, air=(0, 0))
    state.tallies = [Tally(scattered=axis), Tally(scattered=8 - axis)]
    counsels(state)
    places = [state.at(state.find(name)) for name in units]
    near = min(gap(*p, *state.at(state.find(foe))) for p in places for foe in foes)
    assert (near <= 150) == closes


# --- answers ----------------------------------------------------------------------------------------


@pytest.mark.rule("HQ-1")
def test_the_boxed_unit_comes_back_behind_its_headquarters() -> None:
    state = table(
        {
            "A1.tank1": "scattered",
            "A1.motor1": "400 500",
            "A1.hq": "300 500",
            "G1.tank1": "600 500",
            "G1.hq": "800 500",
        },
        phase="replace",
        turn=9,
    )
    order = first(state)
    assert isinstance(order, Replace)
    assert order.unit == "A1.tank1"
    assert order.at[0] < 300
    assert gap(*order.at, 600, 500) > 250


@pytest.mark.rule("MIN-6")
def test_engineers_leave_their_own_mines_alone() -> None:
    mine = table(
        {"A1.motor1": "525 200", "A1.hq": "400 200", "G1.hq": "900 200"},
        phase="clear",
        strips={"axis": [(540, 150, 570, 300)]},
    )
    assert first(mine) == Done()


# --- Beda Fomm --------------------------------------------------------------------------------------


@pytest.mark.rule("BF-5")
def test_a_column_at_the_edge_leaves_before_it_fights() -> None:
    state = GAME.start(Setup("beda_fomm"), SeededChance(1))
    _play_on(state, 12, until="move")
    tank = next(b for b in state.roster.of_side[0] if state.unit(b).line.class_ == "tank")
    state.put(tank, (30, 750))
    order = first(state)
    assert isinstance(order, Leave)
    assert order.unit == state.name(tank)


@pytest.mark.parametrize("strong", ["west", "east"])
def test_the_column_sets_up_away_from_the_road_where_the_british_are_fewer(strong: str) -> None:
    state = GAME.start(Setup("beda_fomm"), SeededChance(1))
    for order, *_ in JUDGEMENT.plan(state, PLAIN, SeededChance(1)):
        GAME.play(state, order, SeededChance(1))
    middle = state.field.size[0] // 2
    for b in state.table_of(1):
        x, y = state.bases[b].x, state.bases[b].y
        if (x > middle) == (strong == "west") and y > 600:
            state.put(b, (2 * middle - x, y + 40))
    order = first(state)
    assert isinstance(order, Deploy)
    assert len(order.places) == 14
    assert all((x < middle) == (strong == "east") for x, _ in order.places)


# --- every table ------------------------------------------------------------------------------------


def _play_on(state: State, most: int, until: str = "") -> int:
    """The captain's orders for both sides; none may be refused, each can be explained."""
    dice = WatchedDice(7)
    plan, last = None, ""
    for number in range(most):
        step = GAME.step(state)
        if step is None or step.decision == until:
            return number
        key = f"{step.side} {step.decision}"
        advice = None if plan is None or dice.thrown or key != last else next(plan, None)
        if advice is None:
            plan, last, dice.thrown = JUDGEMENT.plan(state, PLAIN, SeededChance(1)), key, False
            advice = next(plan)
        order, _, reason, facts = advice
        assert all(reason_text(JUDGEMENT, reason, facts)[language] for language in LANGUAGES)
        GAME.play(state, order, dice)
    return most


TABLES: list[tuple[str, dict[str, bool | str]]] = [
    ("battle", {"mines": "full", "trenches": "full", "deck": "c9"}),
    ("battle", {"terrain": "western_sample", "western_front": True}),
    ("battle", {"terrain": "escarpment", "legs": "single"}),
    ("battle", {"table": "reduced", "hq_self_replacement_uses_slot": True}),
    ("battle", {"deck": "c8", "setup_15cm": "all_units", "table": "one_extra_row"}),
    ("battle", {"deck": "c4", "area": "side", "tobruk_force": "garrison_only"}),
    ("c7", {}),
    ("beda_fomm", {}),
]


@pytest.mark.parametrize(("scenario", "options"), TABLES)
def test_the_captain_has_a_legal_order_for_everything(
    scenario: str, options: dict[str, bool | str]
) -> None:
    state = GAME.start(Setup(scenario, options), SeededChance(3))
    _play_on(state, 150)
    assert state.turn >= 1


def _march(state: State) -> list[Move]:
    return [c[0] for c in counsels(state) if isinstance(c[0], Move)]


def test_the_same_position_gives_the_same_orders() -> None:
    orders = []
    for _ in range(2):
        state = GAME.start(Setup("battle"), SeededChance(5))
        _play_on(state, 40, until="move")
        orders.append(_march(state))
    assert orders[0]
    assert orders[0] == orders[1]


def test_a_won_battle_is_worth_more_than_any_other() -> None:
    state = GAME.start(Setup("battle"), SeededChance(5))
    _play_on(state, 40, until="move")
    level = JUDGEMENT.value(state, "axis")
    assert JUDGEMENT.value(state, "allied") == -level
    victim = next(b for b in state.roster.of_side[1] if state.unit(b).kind == "motor")
    state.remove(victim, 3)
    assert JUDGEMENT.value(state, "axis") > level


# --- what a general has learnt ----------------------------------------------------------------------


def test_generals_have_a_doctrine_for_each_side_of_a_battle_and_none_for_beda_fomm() -> None:
    battle = GAME.start(Setup("battle"), SeededChance(3))
    doctrines = [JUDGEMENT.learned_style(battle, side) for side in ("axis", "allied")]
    assert doctrines[0]["front"] < 1.0 < doctrines[1]["front"]
    assert all(
        style_factor in JUDGEMENT.style_factors for style in doctrines for style_factor in style
    )
    assert not JUDGEMENT.learned_style(GAME.start(Setup("beda_fomm"), SeededChance(3)), "axis")


def _setting_up(side: str) -> State:
    state = GAME.start(Setup("battle"), SeededChance(5))
    chance = SeededChance(5)
    while (step := GAME.step(state)) is not None and (step.side, step.decision) != (side, "deploy"):
        GAME.play(state, next(JUDGEMENT.plan(state, PLAIN, SeededChance(1)))[0], chance)
    return state


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_general_sets_up_by_his_doctrine_without_a_search(side: str) -> None:
    state = _setting_up(side)
    seat = General(GAME, JUDGEMENT, side, UnrecordedChance(3))
    evaluations: list[int] = []
    seat.progress = lambda done, of: evaluations.append(done)
    order = seat.decide(GAME.offers(state), partial(GAME.view, state, side))
    assert seat.style == JUDGEMENT.learned_style(state, side)
    learnt, plain = (list(JUDGEMENT.plan(state, s, SeededChance(0))) for s in (seat.style, PLAIN))
    assert order == learnt[0][0]
    assert learnt != plain
    assert not evaluations


@pytest.mark.rule("SET-3")
def test_the_front_says_how_far_from_the_enemy_a_side_sets_up() -> None:
    fronts = []
    for front in (0.5, 1.0, 1.5):
        state = _setting_up("allied")
        for order, *_ in JUDGEMENT.plan(state, {"front": front}, SeededChance(1)):
            if isinstance(order, Done):
                break
            GAME.play(state, order, SeededChance(1))
        placed = [state.at(b)[0] for b in state.table_of(1) if not state.unit(b).is_supply]
        fronts.append(sum(placed) / len(placed))
    assert fronts[0] < fronts[1] < fronts[2]


def test_with_resolve_those_who_close_do_not_shun_the_reach_of_the_enemy() -> None:
    nearest = []
    for resolve in (0.1, 10.0):
        units = {f"A1.motor{n}": f"300 {440 + 60 * n}" for n in range(1, 4)}
        foes = {f"G1.tank{n}": f"760 {440 + 60 * n}" for n in range(1, 4)}
        state = table({**units, **foes, "A1.hq": "200 530", "G1.hq": "900 530"}, air=(0, 0))
        for order, *_ in JUDGEMENT.plan(
            state, {"manner": 0.0, "resolve": resolve}, SeededChance(1)
        ):
            if isinstance(order, Done):
                break
            GAME.play(state, order, SeededChance(1))
        at = [state.at(state.find(name)) for name in units]
        nearest.append(min(gap(*p, *state.at(state.find(foe))) for p in at for foe in foes))
    assert nearest[1] < nearest[0]


# --- what is remembered -----------------------------------------------------------------------------


def test_a_remembered_table_gives_the_orders_of_one_measured_anew() -> None:
    state = GAME.start(Setup("battle"), SeededChance(5))
    styles: list[dict[str, float]] = [
        {},
        {"manner": 1.0},
        {"fear": 3.0},
        {"raid": 2.5},
        {"resolve": 9.0},
    ]
    for number in range(3):
        _play_on(state, 80, until="move")
        for style in styles:
            # One judgement has played on with this position before, the other never saw it.
            again = list(JUDGEMENT.plan(state.copy(), style, SeededChance(1)))
            assert again == list(Evaluator(GAME).plan(state.copy(), style, SeededChance(1)))
        for order, *_ in JUDGEMENT.plan(state, styles[number], SeededChance(1)):
            GAME.play(state, order, SeededChance(1))


@pytest.mark.rule("FIR-3", "FIR-7", "AIR-6")
def test_remembered_targets_are_those_of_a_table_measured_anew() -> None:
    state = GAME.start(Setup("battle", {"trenches": "full"}), SeededChance(3))
    compared = 0
    while compared < 400 and GAME.step(state) is not None:
        _play_on(state, 3)
        fresh = state.copy()
        fresh.derived.works_changed()
        for base in [*state.table_of(0), *state.table_of(1)]:
            if state.unit(base).line.range_:
                assert fire.targets(state, base) == fire.targets(fresh, base)
            assert air.is_spotted(state, base) == air.is_spotted(fresh, base)
            compared += bool(fire.targets(fresh, base))
    assert compared
