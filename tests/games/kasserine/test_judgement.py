"""The captain's judgement: puzzles with a best answer, and whole turns without a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from campagna.bots.captain import Captain
from campagna.core.chance import SeededChance, UnrecordedChance
from campagna.core.contract import Order
from campagna.core.evaluator import PLAIN, evaluator_of, reason_text
from campagna.games.kasserine.game import Kasserine
from campagna.games.kasserine.opponent.battle_value import RESULTS, Prices, gains, way_back
from campagna.games.kasserine.opponent.evaluator import Evaluator
from campagna.games.kasserine.orders import Assault, Attack, Defend, Done, Fire, Leave, March
from campagna.games.kasserine.rules.victory import beyond_the_railway
from campagna.games.kasserine.state import State
from tests.games.kasserine.lay import GAME, NIGHT, lay, number, play, until

JUDGEMENT = Evaluator(GAME)


def advice(state: State, style: Mapping[str, float] = PLAIN) -> list[Order]:
    """The orders of the captain's plan for this decision, played as he gives them."""
    step = GAME.step(state)
    assert step is not None
    given: list[Order] = []
    for order, _, reason, facts in JUDGEMENT.plan(state, style, SeededChance(1)):
        assert all(reason_text(JUDGEMENT, reason, facts).values())
        given.append(order)
        dice = UnrecordedChance(1)
        GAME.play(state, order, dice)
        after = GAME.step(state)
        if after is None or (after.side, after.decision) != (step.side, step.decision):
            break
    return given


def first(state: State) -> Order:
    return next(iter(JUDGEMENT.plan(state, PLAIN, SeededChance(1))))[0]


def reasons(state: State) -> set[str]:
    """Why the captain gives the orders of this decision; the state stays as it is."""
    copy, found = state.copy(), set()
    for order, _, reason, _ in JUDGEMENT.plan(copy, PLAIN, SeededChance(1)):
        found.add(reason)
        GAME.play(copy, order, UnrecordedChance(1))
    return found


# --- puzzles --------------------------------------------------------------------------------------


def answer_to(places: dict[str, str], attackers: str, hex_: str) -> tuple[Order, str]:
    """The defender's answer to a medium attack with an aircraft, and why."""
    state = lay(places, phase="plan", move=8)
    play(state, Attack(tuple(attackers.split()), (hex_,), (hex_,)))
    until(state, "combat")
    play(state, Assault(hex_, "medium"))
    order, _, reason, facts = next(iter(JUDGEMENT.plan(state, PLAIN, UnrecordedChance(1))))
    return order, reason_text(JUDGEMENT, reason, facts)["en"]


def test_a_fresh_battalion_holds_the_pass_to_the_last() -> None:
    """At 4-1 it is neither driven out nor killed, and half of the dice hurt the tanks as well."""
    places = {
        "1118": "LUK-3Gren",
        "1218": "A21-I5 A21-II5",
        "1217": "A10-I7 A10-II7",
        "1119": "ADK-I8",
        "0911": "CL-1A CD-6",
        "1320": "S-M01 CD-10 CD-21 CD-DAK CA-ARNIM",
    }
    order, why = answer_to(places, "A21-I5 A21-II5 A10-I7 A10-II7 ADK-I8", "1118")
    assert order == Defend("to_the_last")
    assert "4-1" in why


def test_a_worn_battalion_in_the_open_gives_way() -> None:
    """At 6-1 it dies on every die if it stays, on one of six if it goes."""
    places = {
        "1520": "L34-1-133:reduced",
        "1620": "A10-II7",
        "1313": "CL-1A CD-34",
        "1820": "S-M01 CD-10 CA-ARNIM",
    }
    order, why = answer_to(places, "A10-II7", "1520")
    assert order == Defend("disengage")
    assert "6-1" in why


def test_reconnaissance_drives_off_the_map_by_night_for_the_last_points() -> None:
    """No zones at night: nine road hexes and the exit are five of its six points in the rain."""
    places = {
        "0724": "ADK-33",
        "0624": "L1A-2-168",
        "0825": "L1A-3-168",
        "exited": "A21-I5 A10-I7 ADK-3",
    }
    state = lay(places, move=NIGHT, weather="rain")
    order = first(state)
    assert isinstance(order, Leave)
    assert order.unit == "ADK-33"
    play(state, order)
    assert GAME.outcome(state) is not None


def test_the_battery_fires_at_the_ground_that_helps() -> None:
    """In the plain a shock changes nothing; in the mountains it halves the defence."""
    places = {
        "1118": "LI1-1-26",
        "1218": "A10-I7 A10-II7 CD-10 S-M01",
        "1320": "A10-III90",
        "1421": "LI1-3-26",
        "1521": "A21-I5",
        "1522": "A21-II5 CD-21",
        "1622": "CA-ARNIM",
    }
    state = lay(places, phase="plan")
    play(
        state,
        Attack(("A10-I7", "A10-II7"), ("1118",)),
        Attack(("A21-I5",), ("1421",)),
        Done(),
    )
    assert first(state) == Fire("A10-III90", "LI1-1-26")


def test_the_rear_supply_moves_and_the_front_one_feeds() -> None:
    places = {
        "2018": "A21-I5 A21-II5",
        "2019": "A21-I104 A21-II104",
        "2119": "S-M01",
        "3022": "S-M02",
        "2219": "CD-21",
        "1218": "LI1-1-26",
    }
    state = lay(places, phase="logistics")
    assert March("S-M02") in advice(state)
    state = lay(places, phase="logistics")
    assert March("S-M01") not in advice(state)


def test_no_attack_that_would_turn_a_victory_into_a_defeat() -> None:
    """At the end, with 34 points lost and one Ally beyond the railway, nothing is worth a risk."""
    places = {
        "dead": "A10-I7 A10-II7 A10-501 A10-II69 A10-II86 A10-K10 ADK-I8 ADK-33 AIT-Lodi",
        "2018": "A21-I5",
        "1919": "LI1-1-26",
        "2120": "S-M01 CD-21 CA-ARNIM",
    }
    state = lay(places, move=32, phase="plan")
    orders = advice(state)
    assert orders == [Done()]


# --- the railway ----------------------------------------------------------------------------------

BEATEN = "A10-I7 A10-II7 A10-501 A10-II69 A10-II86 A21-II5"
"""So many points lost that the way out is shut and the limit near."""


def test_who_cannot_break_out_any_more_gathers_and_attacks_nobody() -> None:
    """With every exit held and few tanks left nobody drives at an exit; a fresh army would."""
    places = {
        "0112": "LI1-1-26 LI1-3-26",
        "0116": "LI1-1-18 LI1-2-18",
        "0119": "LI1-1-16 LI1-2-16",
        "0801": "LUK-3Gren LUK-2Cold",
        "1301": "LUK-17-21L LUK-16-5L",
        "1218": "A21-I5 A21-I104",
        "1320": "S-M01 CD-21 CA-ARNIM",
    }
    fresh = lay(places, move=20)
    assert reasons(fresh) >= {"drive"}
    beaten = lay(places | {"dead": BEATEN}, move=20)
    assert "drive" not in reasons(beaten)
    assert "face" not in reasons(beaten)


def test_in_the_last_night_the_line_of_an_ally_beyond_the_railway_is_cut() -> None:
    """He stands at the end of a long line over the hills: one tank battalion is enough to cut it."""
    places = {
        "1524": "LI1-1-26",
        "1419": "S-M05",
        "1826": "A21-I5",
        "1930": "S-M01 CD-21 CA-ARNIM",
        "dead": BEATEN,
    }
    state = lay(places, move=33)
    assert len(beyond_the_railway(state)) == 1
    assert "cut-off" in reasons(state)
    advice(state)
    assert beyond_the_railway(state) == []


# --- arithmetic -----------------------------------------------------------------------------------


def test_an_enclosed_defender_is_worth_more_to_drive_back() -> None:
    state = lay({"1520": "LI1-1-26", "1620": "A21-I5"})
    unit, tank = number(state, "LI1-1-26"), number(state, "A21-I5")
    around = state.world.near[state.place(unit)]
    ring = {n for h in around for n in state.world.near[h]}
    open_way = way_back(state, unit, (), ())
    watched = way_back(state, unit, (), ring)
    shut = way_back(state, unit, around, ())
    values = []
    for way in (open_way, watched, shut):
        values.append(gains(Prices(state), (tank,), (unit,), (way,), 0.0).by_result)
    back = [v[RESULTS.index("D2")] for v in values]
    assert back[0] < back[1] < back[2]


# --- whole games ----------------------------------------------------------------------------------


def test_two_captains_play_to_the_end_without_a_refusal() -> None:
    """`play` raises for an order that the judge refuses; both captains trust their memory."""
    game, chance = Kasserine(), SeededChance(31)
    evaluator = evaluator_of(game)
    assert evaluator is not None
    seats = {
        side: Captain(game, evaluator, side, UnrecordedChance(n))
        for n, side in enumerate(("axis", "allied"))
    }
    state = game.start(game.new_setup("campaign"), chance)
    orders = 0
    while (step := game.step(state)) is not None:
        seat = seats[step.side]
        seat.sees_every_order = True
        look = partial(game.view, state, step.side)
        game.play(state, seat.decide(game.offers(state), look), chance)
        orders += 1
    assert 200 < orders < 6_000
    assert game.outcome(state) is not None
