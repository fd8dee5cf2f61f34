"""7.5d, 15.3.1, 16.3, 21.3 Paying with broken substitutes, and what is open when a battle is over."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from campagna.core.chance import ScriptedChance
from campagna.games.afrika_korps.events import Eliminated
from campagna.games.afrika_korps.frames import Advancing, Battle, Exchange
from campagna.games.afrika_korps.orders import Lose
from campagna.games.afrika_korps.rules.combat import results
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import GAME, allowed, events_of, lay, place, play, why

ASIDE = "UK-2-SG UK-7-7 UK-7-7SG"


def ids(state: State, names: str) -> tuple[int, ...]:
    return tuple(state.world.index[name] for name in names.split())


def owing(debt: int, units: str, *, attacking: bool = False, aside: str = ASIDE) -> State:
    """The Allies owe so many factors of an exchange and choose among these units in R40."""
    state = lay("axis", "combat", turn=35, R40=units, aside=aside)
    state.agenda.append(Exchange(ALLIED, ids(state, units), debt, attacking))
    return state


@pytest.mark.rule("7.5d", "21.3")
@pytest.mark.parametrize("debt", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("units", ["SUB-ARM-1 UK-7-7", "SUB-ARM-1 SUB-ARM-2", "SUB-ARM-1"])
def test_every_way_to_pay_is_found(debt: int, units: str) -> None:
    """All groups of up to two units, and all that substitutes among them may leave behind."""
    aside = "UK-2-SG UK-7-7SG" if "UK-7-7" in units else ASIDE
    state = owing(debt, units, aside=aside)
    frame = state.agenda[-1]
    assert isinstance(frame, Exchange)
    some, left = units.split(), aside.split()
    groups = [g for n in range(1, len(some) + 1) for g in combinations(some, n)]
    rests = list(chain.from_iterable(combinations(left, n) for n in range(4)))
    legal = {
        (frozenset(g), frozenset(r)) for g in groups for r in rests if allowed(state, Lose(g, r))
    }
    found = [(frozenset(o.units), frozenset(o.rest)) for o in results.ways_to_pay(state, frame)]
    assert set(found) == legal
    whole = [units for units, rest in found if not rest]
    assert len(whole) == len(set(whole))


@pytest.mark.rule("21.3")
def test_what_two_broken_substitutes_leave_must_find_room_together() -> None:
    """Each may leave two brigades of one factor and pays one; four are too many for R40."""
    aside = ("AU-7-1", "AU-7-2", "SA-1-1", "SA-1-2")
    state = owing(2, "SUB-INF-3 SUB-INF-4", aside=" ".join(aside))
    order = Lose(("SUB-INF-3", "SUB-INF-4"), aside)
    refusal = GAME.refusal(state, order)
    assert refusal is not None
    assert refusal.rule != "7.5d", refusal
    apart = owing(2, "SUB-INF-3 SUB-INF-4", aside=" ".join(aside))
    apart.put(ids(apart, "SUB-INF-4")[0], apart.world.hex_index["R50"])
    assert allowed(apart, order)


@pytest.mark.rule("7.5d", "21.3")
def test_nobody_pays_besides_if_the_others_pay_just_enough() -> None:
    state = owing(4, "SUB-ARM-1 UK-7-4")
    order = Lose(("SUB-ARM-1", "UK-7-4"), ("UK-7-7",))
    assert why(state, order) == ("7.5d", "wrong-payment"), "7/4 alone is enough"
    assert allowed(state, Lose(("UK-7-4",)))


@pytest.mark.rule("21.3", "7.5d")
def test_a_substitute_that_leaves_all_it_is_worth_pays_nothing() -> None:
    state = owing(1, "SUB-ARM-1 UK-7-4")
    assert why(state, Lose(("SUB-ARM-1",), ("UK-7-7", "UK-2-SG"))) == ("7.5d", "wrong-payment")
    assert allowed(state, Lose(("SUB-ARM-1",), ("UK-7-7",)))
    superfluous = Lose(("SUB-ARM-1", "UK-7-4"), ("UK-7-7",))
    assert why(state, superfluous) == ("7.5d", "wrong-payment")


@pytest.mark.rule("21.3")
def test_a_substitute_that_is_broken_is_not_eliminated_besides() -> None:
    state = owing(5, "SUB-ARM-1 UK-7-4")
    events = play(state, Lose(("UK-7-4", "SUB-ARM-1"), ("UK-7-7",)))
    assert [e.unit for e in events_of(events, Eliminated)] == ["UK-7-4"]
    assert place(state, "UK-7-4") == "dead"
    assert place(state, "SUB-ARM-1") == "pool"
    assert place(state, "UK-7-7") == "R40"


@pytest.mark.rule("7.5d")
def test_with_a_substitute_in_the_stack_the_owner_is_asked() -> None:
    """Whole, there is one way to pay 4 with 4 and 1; the substitute might be broken instead."""
    state = owing(5, "SUB-ARM-1 AU-7-1")
    frame = state.agenda[-1]
    assert isinstance(frame, Exchange)
    assert len(results.payments(state, frame)) == 1
    assert results.settle_exchange(state, frame, ScriptedChance([])) == ([], True)


# --- when a battle is over --------------------------------------------------------------------------------


def over(state: State, attackers: str, defenders: str, post: str) -> Battle:
    posts = (state.world.hex_index[post],)
    return Battle(AXIS, ids(state, attackers), ids(state, defenders), posts, "DE")


@pytest.mark.rule("16.3")
@pytest.mark.parametrize("held", [False, True])
def test_the_captor_of_a_lone_supply_enters_when_its_battle_is_over(held: bool) -> None:
    garrison = {"G25": "UK-7-7"} if held else {}
    state = lay(phase="combat", G24="DE-21-5 DE-15-8", U48="AU-7-1", **garrison)
    first, other = ids(state, "DE-21-5 DE-15-8")
    fort = state.world.tobruch
    state.inroads = [(first, fort), (other, fort)]
    state.agenda = []
    results.finish(state, over(state, "DE-21-5", "AU-7-1", "G23"))
    entering = [f.units for f in state.agenda if isinstance(f, Advancing) and f.hexes == (fort,)]
    assert entering == ([] if held else [(first,)])
    assert state.inroads == [(other, fort)], "whose battle is still to come waits"
