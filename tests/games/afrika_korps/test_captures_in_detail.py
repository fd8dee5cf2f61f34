"""15.3.2, 15.4, 16.3 Captures beside a battle and the way of the prize, in detail."""

from __future__ import annotations

import pytest

from campagna.core.offers import Reach, Routes
from campagna.games.afrika_korps.frames import Hauling
from campagna.games.afrika_korps.orders import Capture, Haul
from campagna.games.afrika_korps.rules.combat.advance import _is_free
from campagna.games.afrika_korps.state import FROZEN, State
from campagna.games.afrika_korps.world import AXIS
from tests.games.afrika_korps.lay import GAME, allowed, lay, why


def hauling(at: str) -> State:
    """The Axis has taken a supply in this hex and moves it now."""
    state = lay(phase="combat", R41="DE-21-5", U48="UK-7-4")
    supply = state.world.index["DE-CAP-1"]
    state.put(supply, state.world.hex_index[at])
    state.agenda = [Hauling(AXIS, (supply,), ())]
    return state


def named(state: State) -> tuple[set[str], list[tuple[str, ...]]]:
    """The hexes on the trees of the offers, and the ways that are on none."""
    offers = [o for o in GAME.offers(state) if o.order == "haul"]
    on_trees = {s[0] for o in offers if isinstance(o, Reach) for g in o.groups for s in g.steps}
    routes = [w.path for o in offers if isinstance(o, Routes) for g in o.groups for w in g.ways]
    return on_trees, routes


@pytest.mark.rule("15.4.1", "17.1")
def test_a_prize_may_change_roads_and_come_back_to_a_hex() -> None:
    """From K25 the way to H26 by road passes I26 twice: it is offered as a way of its own."""
    state = hauling("K25")
    on_trees, routes = named(state)
    crossing = ("J25", "I25", "I26", "J27", "I26", "H26")
    assert crossing in routes
    assert all(allowed(state, Haul("DE-CAP-1", way)) for way in routes)
    assert "K25" in on_trees, "out and back"
    plain, none = named(hauling("R40"))
    assert "R50" in plain
    assert none == []


@pytest.mark.rule("15.3.2.2a")
def test_every_unit_of_the_escort_must_be_attacked() -> None:
    units = {"R40": "DE-15-8 DE-21-3 DE-SUP-1", "R41": "SA-2-4", "R39": "UK-32 UK-22GDS"}
    state = lay("allied", "combat", **units)
    order = Capture("SA-2-4", "DE-SUP-1")
    assert allowed(state, order)
    state.must_defend = [state.world.index["DE-15-8"]]
    assert why(state, order) == ("15.3.2.2a", "escort-not-attacked")
    state.must_defend = []
    assert why(state, order) == ("15.3.2.2a", "escort-not-attacked")


@pytest.mark.rule("16.3", "8.4b")
@pytest.mark.parametrize("bound", ["must attack", "frozen", ""])
def test_who_is_counted_on_is_not_free_to_enter_the_fortress_at_once(bound: str) -> None:
    state = lay(phase="combat", H25="DE-21-5", G25="AL-SUP-1", U48="UK-7-4")
    unit = state.world.index["DE-21-5"]
    if bound == "must attack":
        state.must_attack = [unit]
    if bound == "frozen":
        state.flag(unit, FROZEN)
    assert _is_free(state, unit) == (not bound)
