"""12.3 The unseen units of a side: every way to deal them that agrees with the view is as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import msgspec
import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import View
from campagna.games.lion_of_judah.field_events import AttackDeclared
from campagna.games.lion_of_judah.orders import Attack, Done
from campagna.games.lion_of_judah.rules.combat import unseen
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.table.position import SOMEWHERE
from campagna.games.lion_of_judah.table.position_reader import build
from tests.games.lion_of_judah.lay import GAME, ITALIAN, OTHER, Phase, arrange, at, only, play, slot

SCREENED = {
    "cw_SDF1": "0805",
    "cw_dummy3": "0805",
    "cw_dummy1": "0607",
    "cw_21B": "0607 fought",
    "cw_SDF2": "0607",
    "cw_trk1": "0607 <cw_SDF2",
    "cw_23NI": "0929",
    "cw_24GC": "0929",
}
"""No top is seen in Sudan, only a unit with its truck; in Kenya a brigade below the top is unseen."""
CROWDED = {
    "it_Sb": "1306",
    "it_irr1": "1306",
    "it_Gv": "1306",
    "it_irr2": "1306",
    "it_PL": "1305",
    "it_GS": "1305",
    "it_irr3": "1305",
}
"""Below the top of 1306 there is room for one more division."""
AMONG_GUERRILLAS = {
    "cw_M101": "1011",
    "cw_Gid": "1011",
    "et40_g1": "1011",
    "cw_23NI": "0929",
    "cw_24GC": "0929",
}
CASES: dict[str, tuple[str, dict[str, str], int, str]] = {
    "screened": ("s1940", SCREENED, OTHER, "0805"),
    "crowded": ("s1935", CROWDED, ITALIAN, "1306"),
    "guerrillas": ("s1940", AMONG_GUERRILLAS, OTHER, "1011"),
}


def laid(case: str) -> tuple[State, View, int]:
    scenario, units, side, _ = CASES[case]
    state = arrange(units, scenario=scenario, phase=Phase.COMBAT, side=1 - side)
    return state, GAME.view(state, state.side_name(1 - side)), side


def by_force(state: State, view: View) -> Iterator[State]:
    """Every world that looks the same, by trying all of them."""
    position = view.position
    names = [u.id for u in position.units if u.at == SOMEWHERE]
    hexes = [h.hex for h in position.hidden for _ in range(h.count)]
    tops = {u.at for u in position.units if "top" in u.state}
    bare = sorted({*hexes} - tops)
    for places in {*permutations(hexes)}:
        where = dict(zip(names, places, strict=True))
        stacks = [[n for n in names if where[n] == h] for h in bare]
        for crowned in product(*stacks):
            units = tuple(
                msgspec.structs.replace(
                    u, at=where[u.id], state=(*u.state, "top") if u.id in crowned else u.state
                )
                if u.id in where
                else u
                for u in position.units
            )
            whole = msgspec.structs.replace(position, units=units, hidden=())
            world = build(GAME.world, state.setup, state.options, whole, SeededChance(1))
            if GAME.view(world, view.viewer) == view and not GAME.violations(world):
                yield world


def there(world: State, target: str, among: set[int]) -> tuple[int, ...]:
    return tuple(u for u in world.stack(at(target)) if u in among)


@pytest.mark.rule("12.3-a", "PB 14.6.5", "8.2-b", "PB 14.6.4.1-d")
@pytest.mark.parametrize("case", CASES)
def test_the_ways_to_fill_a_hex_are_those_found_by_force(case: str) -> None:
    state, view, side = laid(case)
    target = CASES[case][-1]
    deal = unseen.deal(unseen.sight(state, side), "", apart=at(target))
    counted = {
        taken: ways * prod(comb(len(u), n) for u, n in zip(deal.units, taken, strict=True))
        for taken, ways in deal.count.first()
    }
    found: Counter[tuple[int, ...]] = Counter()
    for world in by_force(state, view):
        stack = there(world, target, {u for units in deal.units for u in units})
        found[tuple(sum(u in units for u in stack) for units in deal.units)] += 1
    assert len(found) > 1 or case == "guerrillas"
    total, all_ways = sum(found.values()), sum(counted.values())
    assert total == all_ways or case != "screened"
    assert {t: Fraction(n, total) for t, n in found.items()} == {
        t: Fraction(n, all_ways) for t, n in counted.items()
    }


@pytest.mark.rule("12.3-a", "PB 14.6.5", "8.2-b", "PB 14.6.4.1-d")
@pytest.mark.parametrize("case", CASES)
def test_imagined_worlds_are_drawn_from_all_of_them_alike(case: str) -> None:
    state, view, _ = laid(case)
    target = CASES[case][-1]
    among = {slot(u.id) for u in view.position.units if u.at == SOMEWHERE}
    worlds = list(by_force(state, view))
    expected = Counter(there(w, target, among) for w in worlds)
    size = 600
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(size):
        world = GAME.imagine(view, SeededChance(seed))
        assert GAME.view(world, view.viewer) == view
        assert GAME.violations(world) == []
        drawn[there(world, target, among)] += 1
    assert drawn.keys() == expected.keys()
    for stack, n in expected.items():
        p = n / len(worlds)
        assert abs(drawn[stack] / size - p) <= 4 * (p * (1 - p) / size) ** 0.5


@pytest.mark.rule("PB 14.6.5", "12.13")
def test_units_outside_sudan_make_a_dummy_in_sudan_more_likely() -> None:
    """Two units and two dummies are unseen, but one unit is in Kenya: two of three in Sudan."""
    units = {
        "cw_SDF1": "0805",
        "cw_dummy1": "0607",
        "cw_dummy2": "0205",
        "cw_23NI": "0929",
        "cw_24GC": "0929",
    }
    foes = {"it40_GdS": "0905", "it40_hq_NORD": "0905"}
    state = arrange({**foes, **units}, scenario="s1940", phase=Phase.COMBAT)
    forecast = GAME.forecast(state, Attack(("it40_GdS",), "0805"))
    chances = {line.result: line.probability for line in forecast.lines}
    assert chances["undefended"] == pytest.approx(2 / 3)


@pytest.mark.rule("12.6-a", "9.3-b")
def test_an_unseen_defender_cut_off_is_halved_in_the_forecast() -> None:
    """The attacker can follow the lines of supply himself."""
    near = {"cw_SDF1": "0805", "cw_5IND": "0805", "cw_21B": "0801", "it40_GdS": "0905"}
    ring = {"it40_c2": "0704", "it40_c3": "0806", "it40_c4": "0804", "it40_c5": "0705"}
    totals = []
    for foes in (near, {**near, **ring, "it40_c8": "0904"}):
        state = arrange(foes, scenario="s1940", phase=Phase.COMBAT, turn=9)
        told = GAME.forecast(state, Attack(("it40_GdS",), "0805")).sums["defence_total"]
        declared = only(play(state, Attack(("it40_GdS",), "0805")), AttackDeclared)
        assert told == declared.defence
        totals.append(told)
    assert totals == [9, 5]


@pytest.mark.rule("8.3", "12.3-a")
def test_a_hex_found_over_the_limit_is_imagined_over_it() -> None:
    """In the first hex there is one division too many, in the second one headquarters."""
    crowd = {"it_Sb": "1306", "it_Gv": "1306", "it_GS": "1306", "it_PL": "1306", "it_irr1": "1305"}
    pair = {"it_hq_1CA": "1405", "it_hq_2CA": "1405", "it_21": "1405", "it_irr2": "1405"}
    rest = {"it_irr3": "1305", "it_irr4": "1305", "it_23": "1305", "it_28": "1305"}
    state = arrange({**crowd, **pair, **rest}, phase=Phase.SPECIAL, side=OTHER)
    play(state, Done())
    view = GAME.view(state, "ethiopian")
    assert view.step is not None
    assert view.step.decision == "excess"
    assert {*view.step.facts["hexes"]} == {"1306", "1405"}  # type: ignore[misc]
    stacks = set()
    for seed in range(60):
        world = GAME.imagine(view, SeededChance(seed))
        assert GAME.view(world, "ethiopian") == view
        stacks.add(world.stack(at("1405")))
    assert len(stacks) > 1


def test_the_limit_is_late_in_the_administrative_phase_only() -> None:
    new, old = arrange(options={"edition": "2"}).options, arrange().options
    assert unseen.limit_is_late(Phase.SPECIAL, new)
    assert not unseen.limit_is_late(Phase.COMBAT, new)
    assert not unseen.limit_is_late(Phase.SPECIAL, old)


def test_a_draw_may_have_more_ways_than_one_number_holds() -> None:
    sort = unseen.Sort(False, False, False, True)
    other = unseen.Sort(False, True, False, True)
    closed = unseen.Spot(40, 0, 0, dummies=False, friends=False, top=False)
    open_ = unseen.Spot(40, 0, 0, dummies=True, friends=False, top=False)
    count = unseen.Count((sort, other), (60, 20), (closed, open_))
    assert count.ways(0, count.left) == comb(60, 40) > unseen.WORD
    assert list(count.draw(SeededChance(1))) == [(40, 0), (20, 20)]
