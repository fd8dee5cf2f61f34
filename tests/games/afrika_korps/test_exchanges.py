"""7.5c, 7.5d, 21.3 Exchanges: who loses all, and every way to pay, found a second time by trying all."""

from __future__ import annotations

from itertools import combinations

import pytest

from campagna.core.offers import Pick, Some
from campagna.games.afrika_korps.events import Eliminated, Exchanged
from campagna.games.afrika_korps.frames import Exchange
from campagna.games.afrika_korps.orders import Attack, Lose
from campagna.games.afrika_korps.rules.combat import results
from campagna.games.afrika_korps.state import State
from campagna.games.afrika_korps.world import ALLIED, AXIS
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    decider,
    decision,
    events_of,
    lay,
    only,
    place,
    play,
    why,
)

SUPPLY = ("DE-SUP-1",)
AXIS_STACK = ("DE-21-5", "DE-21-104", "IT-SAVONA", "IT-FOLGORE", "IT-ARIETE")
ALLIED_STACK = ("UK-7-4", "UK-7-7", "UK-1-2", "AU-9-20", "AU-7-1")


def owing(
    side: int, names: tuple[str, ...], debt: int, hex_: str = "R40"
) -> tuple[State, Exchange]:
    state = lay("axis", **{hex_: " ".join(names[:3]), "R44": " ".join(names[3:])})
    units = tuple(state.world.index[n] for n in names)
    return state, Exchange(side, units, debt, side == AXIS)


def worth(state: State, frame: Exchange, unit: int) -> int:
    """Attackers pay with attack factors, defenders with defence as it counted in the battle."""
    if frame.attacking:
        return state.counter(unit).attack
    double = state.world.doubled[state.place(unit)]
    return state.counter(unit).defence * (2 if double else 1)


@pytest.mark.rule("7.5d")
@pytest.mark.parametrize("debt", range(1, 12))
@pytest.mark.parametrize(
    ("side", "names", "hex_"),
    [(AXIS, AXIS_STACK, "R40"), (ALLIED, ALLIED_STACK, "R40"), (ALLIED, ALLIED_STACK, "F8")],
)
def test_every_way_to_pay(side: int, names: tuple[str, ...], hex_: str, debt: int) -> None:
    state, frame = owing(side, names, debt, hex_)
    wanted = set()
    for size in range(1, len(names) + 1):
        for group in combinations(frame.units, size):
            values = [worth(state, frame, u) for u in group]
            enough = sum(values) >= debt
            if enough and all(sum(values) - v < debt for v in values):
                wanted.add(group)
    found = results.payments(state, frame)
    assert set(found) == wanted
    assert len(found) == len(wanted)
    assert [len(g) for g in found] == sorted(len(g) for g in found), "small sets first"
    for size in range(1, len(names) + 1):
        for group in combinations(frame.units, size):
            assert results.pays(state, frame, group) is (group in wanted)


@pytest.mark.rule("7.5c")
def test_the_weaker_attacker_loses_all_and_the_defender_pays() -> None:
    state = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-7-4 UK-7-7")
    events = play(state, Attack(("IT-ARIETE",), ("UK-7-4", "UK-7-7"), SUPPLY), dice=[2])
    assert only(events, Exchanged).attack == 4
    assert place(state, "IT-ARIETE") == "dead"
    assert decision(state) == "movement", "there is one way to pay four factors"
    assert (place(state, "UK-7-4"), place(state, "UK-7-7")) == ("dead", "R40")


@pytest.mark.rule("7.5c")
def test_the_weaker_defender_loses_all_and_the_attacker_pays() -> None:
    state = lay(phase="combat", R41="DE-21-104 IT-ARIETE IT-SAVONA DE-SUP-1", R40="UK-7-7")
    attackers = ("DE-21-104", "IT-ARIETE", "IT-SAVONA")
    events = play(state, Attack(attackers, ("UK-7-7",), SUPPLY), dice=[2])
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [("UK-7-7", "7.5c")]
    assert (decision(state), decider(state)) == ("exchange", "axis")
    step = GAME.step(state)
    assert step is not None
    assert step.facts["debt"] == 3
    assert not allowed(state, Lose(("IT-SAVONA",))), "two factors are too few"
    assert not allowed(state, Lose(("IT-ARIETE", "IT-SAVONA"))), "one is superfluous"
    events = play(state, Lose(("DE-21-104",)))
    assert [(e.unit, e.rule) for e in events_of(events, Eliminated)] == [("DE-21-104", "7.5d")]


@pytest.mark.rule("7.5c")
def test_equals_lose_all_on_both_sides() -> None:
    """A16."""
    state = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-7-4")
    events = play(state, Attack(("IT-ARIETE",), ("UK-7-4",), SUPPLY), dice=[2])
    assert {e.unit for e in events_of(events, Eliminated)} == {"IT-ARIETE", "UK-7-4"}
    assert decision(state) != "exchange"


@pytest.mark.rule("7.5c", "7.5d")
def test_what_an_exchange_costs_is_foreseen() -> None:
    state = lay(phase="combat", R41="DE-21-5 IT-SAVONA IT-FOLGORE DE-SUP-1", R40="UK-7-4")
    attackers = ("DE-21-5", "IT-SAVONA", "IT-FOLGORE")
    lines = GAME.forecast(state, Attack(attackers, ("UK-7-4",), SUPPLY)).lines
    costs = {line.result: line.outcomes for line in lines}
    assert costs["EX"] == {
        "defenders_lost": ("UK-7-4",),
        "attackers_pay": 7,
        "attackers_ways_to_pay": 1,
        "attackers_lost": ("DE-21-5",),
    }
    assert costs["DE"] == {"defenders_lost": ("UK-7-4",)}
    weak = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-7-4 UK-7-7")
    lines = GAME.forecast(weak, Attack(("IT-ARIETE",), ("UK-7-4", "UK-7-7"), SUPPLY)).lines
    costs = {line.result: line.outcomes for line in lines}
    assert costs["EX"] == {
        "attackers_lost": ("IT-ARIETE",),
        "defenders_pay": 4,
        "defenders_ways_to_pay": 1,
        "defenders_lost": ("UK-7-4",),
    }
    assert costs["AE"] == {"attackers_lost": ("IT-ARIETE",)}
    assert costs["AR"]["attackers_back"] == ("IT-ARIETE",)
    even = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-7-4")
    lines = GAME.forecast(even, Attack(("IT-ARIETE",), ("UK-7-4",), SUPPLY)).lines
    costs = {line.result: line.outcomes for line in lines}
    assert costs["EX"] == {"attackers_lost": ("IT-ARIETE",), "defenders_lost": ("UK-7-4",)}


# --- substitutes broken down to pay ---------------------------------------------------------------------


def broken(debt: int, *, attacking: bool = False, aside: str = "UK-2-SG UK-7-7 UK-7-7SG") -> State:
    """A 4-4-10 owes so many factors; counters lie aside."""
    state = lay(
        "axis" if not attacking else "allied", "combat", turn=35, R40="SUB-ARM-1", aside=aside
    )
    unit = state.world.index["SUB-ARM-1"]
    state.agenda.append(Exchange(ALLIED, (unit,), debt, attacking))
    return state


@pytest.mark.rule("21.3", "7.5d")
@pytest.mark.parametrize("attacking", [False, True])
@pytest.mark.parametrize(
    ("debt", "rest", "ok"),
    [
        (3, "UK-2-SG", True),
        (4, "UK-2-SG", False),
        (1, "UK-7-7", True),
        (2, "UK-7-7", False),
        (2, "UK-2-SG", True),
        (2, "UK-2-SG UK-7-7SG", True),
        (1, "UK-2-SG UK-7-7", False),
    ],
)
def test_a_substitute_pays_the_difference(debt: int, rest: str, ok: bool, attacking: bool) -> None:
    state = broken(debt, attacking=attacking)
    assert allowed(state, Lose(("SUB-ARM-1",), tuple(rest.split()))) is ok


@pytest.mark.rule("21.3")
def test_only_a_substitute_leaves_parts_behind() -> None:
    state = lay("axis", "combat", turn=35, R40="UK-7-4", aside="UK-2-SG")
    state.agenda.append(Exchange(ALLIED, (state.world.index["UK-7-4"],), 2, False))
    assert why(state, Lose(("UK-7-4",), ("UK-2-SG",))) == ("21.3", "no-substitute-lost")


@pytest.mark.rule("21.3", "20.1")
def test_what_is_left_stands_in_its_place_and_the_rest_is_lost() -> None:
    state = broken(3, aside="UK-2-SG UK-7-7")
    index = state.world.index
    state.change(index["SUB-ARM-1"], parts=(index["UK-7-7"], index["UK-2-SG"]))
    play(state, Lose(("SUB-ARM-1",), ("UK-2-SG",)))
    assert (place(state, "UK-2-SG"), place(state, "UK-7-7")) == ("R40", "dead")
    assert place(state, "SUB-ARM-1") == "pool"


@pytest.mark.rule("7.5d", "21.3")
def test_the_offer_tells_the_debt_the_worth_and_what_may_be_left() -> None:
    state = broken(3)
    (offer,) = GAME.offers(state)
    assert isinstance(offer, Pick)
    assert (offer.sum, dict(offer.weights)) == (3, {"SUB-ARM-1": 4})
    assert (offer.options, offer.most, offer.many, offer.exact) == (("SUB-ARM-1",), 1, True, False)
    (rest,) = offer.extras
    assert isinstance(rest, Some)
    assert set(rest.options) == {"UK-2-SG", "UK-7-7", "UK-7-7SG"}
    for left in ((), ("UK-2-SG",)):
        assert allowed(state, Lose(("SUB-ARM-1",), left))
        assert GAME.offers(state).covers(Lose(("SUB-ARM-1",), left))


# --- whose factors count ----------------------------------------------------------------------------------


@pytest.mark.rule("7.5c", "7.5d", "1.3.2")
def test_defenders_pay_with_their_defence() -> None:
    """Ariete defends with 5 and attacks with 4: alone it pays for the five lost."""
    state = lay(
        "allied", "combat", R41="UK-7-4 AU-7-1 AL-SUP-1", R40="IT-ARIETE IT-SAVONA IT-FOLGORE"
    )
    stack = ("IT-ARIETE", "IT-SAVONA", "IT-FOLGORE")
    play(state, Attack(("UK-7-4", "AU-7-1"), stack, ("AL-SUP-1",)), dice=[2])
    assert decision(state) == "movement", "there is one way to pay"
    assert [place(state, u) for u in stack] == ["dead", "R40", "R40"]


@pytest.mark.rule("7.5c", "7.5d", "1.3.1")
def test_attackers_pay_with_their_attack() -> None:
    """Ariete attacks with 4: alone it does not pay for the five lost."""
    state = lay(phase="combat", R41="IT-ARIETE DE-21-104 IT-SAVONA DE-SUP-1", R40="UK-7-4 AU-7-1")
    team = ("IT-ARIETE", "DE-21-104", "IT-SAVONA")
    play(state, Attack(team, ("UK-7-4", "AU-7-1"), SUPPLY), dice=[2])
    assert (decision(state), decider(state)) == ("exchange", "axis")
    assert why(state, Lose(("IT-ARIETE",))) == ("7.5d", "wrong-payment")
    play(state, Lose(("DE-21-104", "IT-SAVONA")))
    assert [place(state, u) for u in team] == ["R41", "dead", "dead"]


@pytest.mark.rule("7.5c")
def test_nobody_is_lost_twice() -> None:
    state = lay(phase="combat", R41="IT-ARIETE DE-SUP-1", R40="UK-7-4")
    events = play(state, Attack(("IT-ARIETE",), ("UK-7-4",), SUPPLY), dice=[2])
    assert sorted(e.unit for e in events_of(events, Eliminated)) == ["IT-ARIETE", "UK-7-4"]
