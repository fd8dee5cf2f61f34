"""Typed offers where the laws of the suite cannot see: tones, groups, optional parts, their size."""

from __future__ import annotations

from typing import TypeVar

import pytest

from campagna.core.offers import (
    Amount,
    Attack,
    Form,
    Pick,
    Place,
    Reach,
    Some,
    Toggle,
    orders,
)
from campagna.games.lion_of_judah.frames import FreeMove, Suffer
from campagna.games.lion_of_judah.orders import (
    AirSupply,
    Bomb,
    DrawFrom,
    ForcedMarch,
    Motorise,
    Move,
    MoveHq,
    Pay,
    Ship,
    TakeLosses,
)
from campagna.games.lion_of_judah.state import InForce, State
from tests.games.lion_of_judah.lay import GAME, OTHER, Phase, arrange, slot

T = TypeVar("T")


def offered(state: State, order: str, shape: type[T]) -> list[T]:
    return [o for o in GAME.offers(state) if isinstance(o, shape) and o.order == order]


def tones(state: State) -> list[tuple[str, str]]:
    return [(o.order, o.tone) for o in GAME.offers(state)]


def is_covered(state: State, order: Move | Motorise | MoveHq | ForcedMarch | Ship) -> bool:
    assert GAME.refusal(state, order) is None, order
    return GAME.offers(state).covers(order)


# --- tones --------------------------------------------------------------------------------------------


def test_movement_is_what_players_want_and_steps_are_passed_over_quietly() -> None:
    state = arrange({"it_Sb": "1305", "it_hq_2CA": "1305"})
    assert tones(state)[0] == ("move", "main")
    assert tones(state)[-1] == ("done", "plain")
    state = arrange({"it_Sb": "1305 1s", "it_hq_2CA": "1305"}, phase=Phase.REPLACEMENTS)
    assert tones(state) == [("pay", "plain"), ("done", "decline")]


# --- movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.3-a")
def test_units_alike_are_one_group_and_others_have_their_own() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305", "it_Di": "1305", "it_trk1": "1305 <it_Di"})
    (reach, *_) = offered(state, "move", Reach)
    assert [g.units for g in reach.groups] == [("it_Sb", "it_GS"), ("it_Di",)]
    assert not reach.exact
    assert is_covered(state, Move(("it_Di", "it_Sb"), ("1305", "1205")))


@pytest.mark.rule("PB 13.6.7.3")
def test_a_column_is_a_reach_of_its_own_along_the_lines() -> None:
    state = arrange({"it_Sb": "1405", "it_1E": "1405"})
    (column,) = [r for r in offered(state, "move", Reach) if r.fixed]
    assert column.fixed == {"column": True}
    assert [g.units for g in column.groups] == [("it_Sb",)]
    for fields in orders(column):
        assert GAME.refusal(state, GAME.order(fields)) is None, fields
    assert is_covered(state, Move(("it_Sb",), ("1405", "1305", "1205"), column=True))


@pytest.mark.rule("12.10")
def test_under_the_iron_will_wheels_go_farther_along_the_lines() -> None:
    units = {"it_Sb": "1305", "it_trk1": "1305 <it_Sb", "it_trk2": "1305 <it_Sb"}
    before = offered(arrange(units), "move", Reach)
    state = arrange(units, in_force=[InForce("B7", 3)])
    found = offered(state, "move", Reach)
    assert len(found) == len(before) + 1
    farther = found[1].groups[0]
    assert farther.ends
    assert not set(farther.ends) & set(found[0].groups[0].ends or ())
    for fields in orders(found[1]):
        assert GAME.refusal(state, GAME.order(fields)) is None, fields


@pytest.mark.rule("10.2.1-a", "10.3.3")
def test_trucks_of_an_hq_are_chosen_in_any_order() -> None:
    state = arrange({"it_hq_2CA": "1305", "it_trk1": "1305", "it_trk2": "1206", "it_Sb": "1206"})
    carried = [r for r in offered(state, "move-hq", Reach) if r.extras]
    assert [r.extras for r in carried] == [
        (Some("trucks", ("it_trk1", "it_trk2"), least=n, most=n),) for n in (1, 2)
    ]
    way = ("1305", "1205")
    assert is_covered(state, MoveHq("it_hq_2CA", way, ("it_trk2", "it_trk1")))
    assert is_covered(state, MoveHq("it_hq_2CA", way, ("it_trk2",)))


@pytest.mark.rule("11.5.3-a")
def test_who_needs_no_forced_march_is_offered_only_in_company() -> None:
    state = arrange({"it_Sb": "1305", "it_trk1": "1305"})
    state.moving = [slot("it_Sb"), slot("it_trk1")]
    state.change(slot("it_Sb"), spent=GAME_POINTS)
    alone = offered(state, "forced-march", Place)
    assert [set(o.subjects) for o in alone] == [{"it_Sb"}]
    assert alone[0].fixed == {"hex": "1305"}
    together = offered(state, "forced-march", Pick)
    assert together
    assert all(not o.exact and o.options == ("it_Sb", "it_trk1") for o in together)
    to = str(together[0].fixed["to"])
    assert is_covered(state, ForcedMarch(("it_trk1", "it_Sb"), "1305", to))


GAME_POINTS = 8
"""Half points that leave an infantry division nothing."""


@pytest.mark.rule("10.3.1-a")
def test_a_load_goes_from_all_it_carries_to_all_it_can_take() -> None:
    state = arrange({"it_trk1": "1305 +1"}, boxes={"north": 2})
    found = offered(state, "load", Amount)
    for offer in found:
        assert offer.not_zero
        for fields in orders(offer):
            assert GAME.refusal(state, GAME.order(fields)) is None, fields


# --- administration -----------------------------------------------------------------------------------


@pytest.mark.rule("10.3.2-a")
def test_a_division_takes_two_trucks_in_any_order_a_smaller_unit_one() -> None:
    trucks = {"it_trk1": "1305", "it_trk2": "1305", "it_trk3": "1206"}
    state = arrange({"it_Sb": "1305", "it_Di": "1206", **trucks}, phase=Phase.MOTORISATION)
    (division,) = offered(state, "motorise", Pick)
    assert division.fixed == {"unit": "it_Sb", "hex": "1305"}
    assert (division.least, division.most) == (2, 2)
    for pair in (("it_trk1", "it_trk3"), ("it_trk3", "it_trk1")):
        assert is_covered(state, Motorise("it_Sb", "1305", pair))
    (form,) = offered(state, "motorise", Form)
    found = [GAME.order(fields) for fields in orders(form)]
    assert found == [Motorise("it_Di", "1206", (truck,)) for truck in trucks]


@pytest.mark.rule("7.3.3-a")
def test_steps_are_paid_as_far_as_the_box_and_the_counter_go() -> None:
    state = arrange(
        {"it_Sb": "1305 1s", "it_hq_2CA": "1305"}, phase=Phase.REPLACEMENTS, boxes={"north": 2}
    )
    (form,) = offered(state, "pay", Form)
    found = [GAME.order(fields) for fields in orders(form)]
    assert found == [Pay("it_Sb", "it_hq_2CA", "north", steps) for steps in (1, 2)]


@pytest.mark.rule("11.8-b")
def test_ships_take_points_with_trucks_or_trucks_alone() -> None:
    units = {"it_trk1": "north", "it_trk2": "north"}
    state = arrange(units, phase=Phase.TRANSPORT, boxes={"north": 2})
    (points,) = offered(state, "ship", Form)
    assert points.extras == (Some("trucks", ("it_trk1", "it_trk2")),)
    (trucks,) = offered(state, "ship", Place)
    assert trucks.origins == dict.fromkeys(units, "north")
    assert is_covered(state, Ship("north", "south", 1, ("it_trk2", "it_trk1")))
    assert is_covered(state, Ship("north", "south", 0, ("it_trk2",)))


@pytest.mark.rule("PB 13.6.5.2")
def test_supplies_fall_on_units_of_one_hex() -> None:
    state = arrange({"it_Sb": "1305", "it_1E": "1206", "it_2E": "1206"}, phase=Phase.SPECIAL)
    (offer,) = offered(state, "air-supply", Place)
    assert offer.origins["it_1E"] == "1206"
    marker = str((offer.subjects["it_1E"] or offer.places)[0])
    legal = AirSupply(marker, "1206", ("it_2E", "it_1E"))
    mixed = AirSupply(marker, "1206", ("it_Sb", "it_1E"))
    assert GAME.offers(state).covers(legal) == (GAME.refusal(state, legal) is None)
    assert not GAME.offers(state).covers(mixed)


def test_gas_is_an_optional_part_of_a_mission() -> None:
    state = arrange({"it_Sb": "1305", "et_kassa_1": "1307"}, phase=Phase.BOMBING)
    (offer,) = offered(state, "bomb", Place)
    assert offer.extras == (Toggle("gas"),)
    assert offer.places == ("1307",)
    marker = next(iter(offer.subjects))
    assert GAME.offers(state).covers(Bomb(marker, "1307", gas=True))


@pytest.mark.rule("PB 13.6.6.1")
def test_nobody_may_be_named_for_the_minor_source_when_somebody_uses_it() -> None:
    state = arrange(phase=Phase.SPECIAL, minor_users=[slot("it_1E")])
    (offer,) = offered(state, "draw-from", Pick)
    assert (offer.least, offer.most) == (0, 0)
    assert GAME.refusal(state, DrawFrom(())) is None
    assert GAME.offers(state).covers(DrawFrom(()))


# --- frames -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a")
def test_imperial_units_march_only_with_the_negus() -> None:
    state = arrange({"et_NEG": "1215", "et_guard_1": "1215", "et_NAS": "1215"}, phase=Phase.EVENT)
    state.agenda.append(FreeMove(OTHER, (slot("et_NEG"),), 20))
    (reach,) = offered(state, "move", Reach)
    assert [(g.units, g.company) for g in reach.groups] == [
        (("et_NEG",), ()),
        (("et_guard_1",), ("et_NEG",)),
    ]
    assert tones(state) == [("move", "main"), ("done", "decline")]
    assert is_covered(state, Move(("et_NEG", "et_guard_1"), ("1215", "1314")))


@pytest.mark.rule("12.11-c", "A-23")
def test_a_second_round_of_losses_comes_after_the_first() -> None:
    state = arrange({"it_Sb": "1305", "it_GS": "1305"}, phase=Phase.COMBAT)
    units = (slot("it_Sb"), slot("it_GS"))
    for count, exact in ((1, True), (2, True), (3, True), (4, False)):
        state.agenda = [Suffer(state.side, units, count, "combat")]
        (pick,) = offered(state, "take-losses", Pick)
        assert pick.exact is exact, count
        assert all(GAME.refusal(state, TakeLosses(**s)) is None for s in pick.suggest)  # type: ignore[arg-type]
        listed = [GAME.order(fields) for fields in orders(pick)] if exact else []
        assert all(GAME.refusal(state, order) is None for order in listed)


@pytest.mark.rule("12.8.2")
def test_an_attack_is_exact_unless_too_many_stand_in_one_hex() -> None:
    few = arrange({"it_Sb": "1306", "et_kassa_1": "1307"}, phase=Phase.COMBAT)
    many = dict.fromkeys(("it_Sb", "it_Gv", "it_GS", "it_PL", "it_SL", "it_AS"), "1306")
    many["et_kassa_1"] = "1307"
    (one,) = offered(few, "attack", Attack)
    (crowd,) = offered(arrange(many, phase=Phase.COMBAT), "attack", Attack)
    assert (one.exact, crowd.exact) == (True, False)
    assert one.tone == "main"
