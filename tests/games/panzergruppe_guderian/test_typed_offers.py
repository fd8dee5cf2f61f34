"""What the laws of offers cannot see: tones, groups, optional fields, company, size."""

from __future__ import annotations

from typing import TypeVar

import pytest

from campagna.core import offers
from campagna.core.chance import SeededChance
from campagna.core.offers import Amount, Group, Offer, Pick, Place, Reach, Say, Some, Toggle
from campagna.games.panzergruppe_guderian.orders import Done, Interdict, Move, Overrun
from campagna.games.panzergruppe_guderian.rules import first_turn
from campagna.games.panzergruppe_guderian.state import Phase, State
from campagna.games.panzergruppe_guderian.table.position import UnitPosition
from campagna.games.panzergruppe_guderian.world import MOVE_CLASSES
from tests.games.panzergruppe_guderian.lay import (
    GAME,
    SCENARIO,
    Words,
    allowed,
    arrange,
    begin,
    play,
    why,
)

ShapeT = TypeVar("ShapeT", bound=Offer)


def offered(state: State, order: str, shape: type[ShapeT]) -> list[ShapeT]:
    return [o for o in GAME.offers(state) if o.order == order and isinstance(o, shape)]


def tones(state: State) -> list[tuple[str, str]]:
    return [(offer.order, offer.tone) for offer in GAME.offers(state)]


def groups_of(state: State, name: str, order: str = "move") -> list[Group]:
    found = [g for offer in offered(state, order, Reach) for g in offer.groups]
    return [g for g in found if not g.grave and (name in g.units or name in g.company)]


def waiting(entry: str, counter: str = "") -> UnitPosition:
    return UnitPosition("", "waiting", counter, entry=entry)


# --- tones ------------------------------------------------------------------------------------------


def test_the_set_up_ends_when_everybody_is_deployed() -> None:
    state = begin()
    assert tones(state) == [("deploy", "main")]
    (deploy,) = offered(state, "deploy", Place)
    assert len(set(deploy.subjects.values())) <= 4, "two armies, leaders apart"
    chance = SeededChance(1)
    while offered(state, "deploy", Place):
        GAME.play(state, GAME.recruit(state, chance), chance)
    assert tones(state) == [("done", "main")]


def test_markers_may_be_declined() -> None:
    state = arrange({}, phase="german-interdict")
    assert tones(state) == [("interdict", "main"), ("done", "decline")]
    (markers,) = offered(state, "interdict", Pick)
    assert (markers.least, markers.most) == (0, 3)


def test_a_side_without_markers_may_still_say_so() -> None:
    state = arrange({}, phase="soviet-interdict", soviet_marker_uses=3)
    assert tones(state) == [("interdict", "decline"), ("done", "decline")]
    assert GAME.offers(state).covers(Interdict())
    assert allowed(state, Interdict())


def test_a_call_to_the_front_asks_again() -> None:
    state = arrange({"S-1": "3010 SR01"}, phase="soviet-move", turn=7)
    assert tones(state)[0] == ("move", "main")
    (front,) = offered(state, "call-front", Amount)
    assert (front.tone, front.least, front.field) == ("grave", 1, "divisions")
    assert tones(state)[-1] == ("done", "plain")


# --- groups -----------------------------------------------------------------------------------------


def test_units_with_the_same_reach_are_one_group() -> None:
    units: dict[str, Words] = {"G-6Inf": "2010", "G-26Inf": "2010", "G-Lehr": "2010"}
    state = arrange(units)
    assert groups_of(state, "G-6Inf") == groups_of(state, "G-26Inf")
    (foot,), (wheels,) = groups_of(state, "G-6Inf"), groups_of(state, "G-Lehr")
    assert foot.units == ("G-6Inf", "G-26Inf")
    assert wheels.units == ("G-Lehr",)
    assert (foot.origin, foot.left, wheels.left) == ("2010", 14, 20)


def test_a_unit_may_come_back_to_its_hex() -> None:
    """As a group of its own, which begins nowhere and is not to be chosen by mistake."""
    state = arrange({"G-Lehr": "2010"})
    _, back = offered(state, "move", Reach)
    (group,) = back.groups
    assert (group.units, group.origin, group.ends, group.grave) == (
        ("G-Lehr",),
        "",
        ("2010",),
        ("2010",),
    )
    order = Move(("G-Lehr",), (group.steps[0][0], "2010"))
    assert allowed(state, order)
    assert GAME.offers(state).covers(order)


@pytest.mark.rule("7.2a")
@pytest.mark.parametrize(("count", "exact"), [(3, True), (4, False)])
def test_more_than_a_hex_holds_do_not_enter_together(count: int, exact: bool) -> None:
    names = ("G-6Inf", "G-26Inf", "G-5Inf", "G-35Inf")[:count]
    state = arrange({name: waiting("A") for name in names})
    (enter,) = offered(state, "move", Reach)
    assert enter.groups[0].units == names
    assert enter.exact == exact == allowed(state, Move(names, (enter.groups[0].steps[0][0],)))


ESCORT: dict[str, Words] = {"G-6Inf": "1516", "SL-konev": "1514"}


@pytest.mark.rule("10.23a")
@pytest.mark.parametrize(
    ("escort", "led"), [("1514 SR01", True), ("1514 SR72", False), ("1513 SR01", False)]
)
def test_a_leader_is_the_company_of_his_escort(escort: str, led: bool) -> None:
    state = arrange(ESCORT | {"S-1": escort}, phase="soviet-move", turn=7)
    assert why(state, Move(("SL-konev",), ("1515",))) == ("10.23a", "leader-alone-in-zone")
    company = [g for g in groups_of(state, "SL-konev") if g.company]
    assert bool(company) == led
    for group in company:
        assert (group.units, group.company) == (("S-1",), ("SL-konev",))
        assert group.ends is not None
        assert "1515" in group.ends
        alone = groups_of(state, "SL-konev")
        reached = {h for g in alone if "SL-konev" in g.units for h, _, _ in g.steps}
        assert reached.isdisjoint(group.ends), "he needs nobody to go there"
    order = Move(("SL-konev", "S-1"), ("1515",))
    assert GAME.offers(state).covers(order) == led == allowed(state, order)


@pytest.mark.rule("10.21a")
def test_no_soviet_unit_pays_less_than_a_leader() -> None:
    """Else a leader could not follow wherever his escort can go."""
    world = GAME.world
    leader = MOVE_CLASSES.index("leader")
    for name in ("soviet_infantry", "soviet_motorized"):
        other = MOVE_CLASSES.index(name)
        for tables in (world.costs, world.entry_cost):
            assert all(a <= b for a, b in zip(tables[leader], tables[other], strict=True))


@pytest.mark.rule("5.23a", "5.23b")
def test_marches_are_offered_with_all_their_ends() -> None:
    chance, seat = SeededChance(4), SeededChance(5)
    state = GAME.start(GAME.new_setup(SCENARIO), chance)
    while state.phase != Phase.SOVIET_MOVE:
        GAME.play(state, GAME.recruit(state, seat), chance)
    for unit in first_turn.unmarched(state)[::5]:
        name = state.name(unit)
        groups = groups_of(state, name)
        ends = [end for g in groups for end in g.ends or ()]
        assert sorted(ends) == sorted(state.hexes(first_turn.march_ends(state, unit)))
        for group in groups:
            costs = [cost for _, cost, _ in group.steps]
            assert costs == sorted(costs)


# --- optional fields ----------------------------------------------------------------------------------


@pytest.mark.rule("6.37a", "6.37e")
def test_germans_may_cut_and_lift_along_their_path() -> None:
    state = arrange({"G-Lehr": "2010"})
    reach, back = offered(state, "move", Reach)
    assert reach.extras == back.extras
    (cut,) = reach.extras
    assert isinstance(cut, Some)
    assert (cut.field, cut.along, cut.most) == ("cut", "path", 6)
    assert set(cut.options) == set(state.hexes(state.world.rail_hexes))
    state = arrange({"G-Lehr": "2010"}, cuts=("2216",))
    reach = offered(state, "move", Reach)[0]
    assert [e.field for e in reach.extras] == ["cut", "lift"]
    assert reach.extras[1] == Some("lift", ("2216",), along="path")
    state = arrange({"S-1": "3010 SR01"}, phase="soviet-move", cuts=("2216",))
    assert all(not offer.extras for offer in GAME.offers(state))


@pytest.mark.rule("6.37a")
def test_an_overrun_may_cut_the_rail_only_where_there_is_one() -> None:
    on_rail = next(h for h in sorted(GAME.world.rail_names) if h.startswith("26"))
    around = GAME.world.beside(GAME.world.hex_index[on_rail])
    for target, cuts in ((on_rail, True), ("2410", False)):
        from_ = GAME.world.hex_ids[around[0]] if cuts else "2411"
        state = arrange({"G-Lehr": from_, "S-1": f"{target} SR17"})
        (overrun,) = offered(state, "overrun", offers.Attack)
        assert overrun.targets == {target: ("G-Lehr",)}
        assert overrun.exact
        assert overrun.extras == ((Toggle("cut"),) if cuts else ())
        order = Overrun(("G-Lehr",), target, cut=True)
        assert GAME.offers(state).covers(order) == cuts == allowed(state, order)


@pytest.mark.rule("10.GEN")
@pytest.mark.parametrize("leader", ["2410", "2409"])
def test_attacks_with_leaders_are_not_exact(leader: str) -> None:
    units: dict[str, Words] = {"G-6Inf": "2411", "S-1": "2410 SR34", "SL-konev": leader}
    state = arrange(units, phase="soviet-combat", turn=7)
    (attack,) = offered(state, "attack", offers.Attack)
    assert attack.exact == (leader == "2409")
    assert (attack.target, attack.most_targets, attack.tone) == ("targets", 2, "main")


# --- what is left --------------------------------------------------------------------------------------


def test_nothing_is_offered_twice() -> None:
    state = arrange({"G-6Inf": "2010"})
    play(state, Move(("G-6Inf",), ("2011",)))
    assert tones(state) == [("done", "plain")]
    assert [type(offer) for offer in GAME.offers(state)] == [Say]
    play(state, Done())
