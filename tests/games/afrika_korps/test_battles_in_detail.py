"""7, 9, 15.2.3, 20.1, 23.2 Battles and automatic victories: who is offered, what is marked, who is lost."""

from __future__ import annotations

import pytest

from campagna.core import offers
from campagna.core.offers import Some
from campagna.games.afrika_korps.events import BattleWon, Eliminated, VictoryVoid
from campagna.games.afrika_korps.orders import Attack, Declare, Done, Move
from campagna.games.afrika_korps.rules.combat import automatic_victory, losses
from campagna.games.afrika_korps.rules.combat.declared_victories import is_surrounded
from campagna.games.afrika_korps.state import State, Victory
from campagna.games.afrika_korps.world import AXIS
from tests.games.afrika_korps.lay import (
    GAME,
    allowed,
    go,
    lay,
    marks,
    only,
    path,
    place,
    play,
    refused,
    unit,
    why,
)

ONE, TWO = ("DE-SUP-1",), ("DE-SUP-2",)


# --- losses -----------------------------------------------------------------------------------------------


@pytest.mark.rule("20.1", "21.6")
def test_where_the_lost_go_and_what_is_told() -> None:
    state = lay(
        R40="DE-21-5",
        sea="IT-SAVONA",
        U40="SUB-ARM-1",
        aside="UK-7-7 UK-2-SG",
        R45="AU-7-1",
        R47="UK-7-4",
    )
    index = state.world.index
    parts = tuple(index[p] for p in ("UK-7-7", "UK-7-4"))
    state.change(index["SUB-ARM-1"], parts=parts)
    names = ("DE-21-5", "IT-SAVONA", "SUB-ARM-1", "AU-7-1")
    events = losses.eliminate(state, [index[n] for n in names], "combat", "7.5a")
    told = [(e.unit, e.hex) for e in events if isinstance(e, Eliminated)]
    assert told == list(zip(names, ("R40", "sea", "U40", "R45"), strict=True))
    assert [place(state, n) for n in names] == ["dead", "dead", "pool", "dead"]
    assert marks(state, "DE-21-5") == {"late"}, "lost in the own turn"
    assert marks(state, "AU-7-1") == set()
    assert (place(state, "UK-7-7"), place(state, "UK-2-SG")) == ("dead", "aside")
    assert place(state, "UK-7-4") == "R47", "it is no longer set aside"
    assert unit(state, "SUB-ARM-1").parts == ()


@pytest.mark.rule("21.3")
@pytest.mark.parametrize(("side", "late"), [("allied", {"late"}), ("axis", set())])
def test_parts_given_for_losses_are_lost(side: str, late: set[str]) -> None:
    state = lay(side, aside="UK-7-7", R47="UK-7-4")
    losses.lose_parts(state, [state.world.index[n] for n in ("UK-7-7", "UK-7-4")])
    assert (place(state, "UK-7-7"), marks(state, "UK-7-7")) == ("dead", late)
    assert place(state, "UK-7-4") == "R47"


# --- attacks offered --------------------------------------------------------------------------------------


def attacks(state: State, order: str = "attack") -> offers.Attack | None:
    found = [o for o in GAME.offers(state) if isinstance(o, offers.Attack) and o.order == order]
    return found[0] if found else None


@pytest.mark.rule("8.5", "15.2.3c", "14.2a")
def test_every_enemy_with_those_beside_him_is_offered() -> None:
    state = lay(
        phase="combat",
        R41="DE-21-5 DE-15-8:fought DE-SUP-1",
        R40="UK-22GDS AU-7-1:defended",
        H25="DE-90-580",
        G25="AL-SUP-1",
        U20="DE-SUP-2",
    )
    offer = attacks(state)
    assert offer is not None
    assert dict(offer.targets) == {"R40": ("DE-21-5",)}
    assert dict(offer.defenders) == {"R40": ("UK-22GDS",)}
    assert (offer.by_unit, offer.exact) == (True, False)
    (supplies,) = offer.extras
    assert isinstance(supplies, Some)
    assert (supplies.field, supplies.options) == ("supplies", ONE)


@pytest.mark.rule("15.2.3c")
def test_a_lone_supply_in_a_fortress_may_be_gone_for_as_well() -> None:
    state = lay(phase="combat", H25="DE-21-5 DE-SUP-1", H26="UK-22GDS", G25="AL-SUP-1")
    offer = attacks(state)
    assert offer is not None
    fields = {extra.field: extra.options for extra in offer.extras if isinstance(extra, Some)}
    assert fields == {"supplies": ONE, "prey": ("AL-SUP-1",)}
    both = Attack(("DE-21-5",), ("UK-22GDS",), ONE, ("AL-SUP-1",))
    assert allowed(state, both)
    for prey, cause in (
        (("DE-SUP-1",), ("15.2.3c", "not-your-unit")),
        (("UK-22GDS",), ("15.2.3c", "no-supply-there")),
        (("AL-SUP-2",), ("15.2.3c", "no-supply-there")),
    ):
        assert why(state, Attack(both.attackers, both.defenders, ONE, prey)) == cause
    escorted = lay(phase="combat", H25="DE-21-5 DE-SUP-1", H26="UK-22GDS", G25="AL-SUP-1 AU-7-1")
    assert why(escorted, both) == ("15.2.3c", "no-fortress")
    outside = lay(phase="combat", H25="DE-21-5 DE-SUP-1", H26="UK-22GDS", J62="AL-SUP-1")
    assert why(outside, both) == ("15.2.3c", "no-fortress")
    far = lay(phase="combat", R41="DE-21-5 DE-SUP-1", R40="UK-22GDS", G25="AL-SUP-1")
    assert why(far, both) == ("15.2.3c", "not-adjacent-to")


@pytest.mark.rule("15.2.3c")
def test_one_attacker_beside_the_fortress_is_enough() -> None:
    state = lay(
        phase="combat",
        H25="DE-21-5 DE-SUP-1",
        H27="DE-15-8 DE-SUP-2",
        H26="UK-22GDS",
        G25="AL-SUP-1",
    )
    team = ("DE-21-5", "DE-15-8")
    assert allowed(state, Attack(team, ("UK-22GDS",), (*ONE, *TWO), ("AL-SUP-1",)))


# --- automatic victories ------------------------------------------------------------------------------------


@pytest.mark.rule("9.1a", "9.2a")
@pytest.mark.parametrize(
    ("places", "offered"),
    [
        ({"R39": "DE-21-5", "R40": "AU-7-2"}, True),
        ({"R39": "DE-21-104 IT-PAVIA", "R40": "AU-7-2"}, False),
        (
            {"R39": "DE-21-104 IT-PAVIA", "R40": "AU-7-2", "R41": "IT-FOLGORE", "Q41": "IT-SAVONA"},
            True,
        ),
        ({"R39": "DE-21-5", "R40": "UK-22GDS"}, False),
        ({"R38": "DE-21-5", "R40": "AU-7-2"}, False),
    ],
    ids=["7-1", "5-1", "5-1 shut in", "3-1", "not beside"],
)
def test_victories_are_offered_where_they_are_certain(
    places: dict[str, str], offered: bool
) -> None:
    state = lay(R36="DE-SUP-1", **places)
    offer = attacks(state, "declare-victory")
    assert (offer is not None) is offered
    if offer is None:
        return
    assert set(offer.targets) == {"R40"}
    assert (offer.by_unit, offer.exact) == (True, False)
    (supplies,) = offer.extras
    assert isinstance(supplies, Some)
    assert (supplies.options, supplies.least) == (ONE, 1)


@pytest.mark.rule("9.1a", "11.7a")
def test_a_beaten_enemy_is_not_offered_again() -> None:
    state = lay(R39="DE-21-5", R41="DE-15-8", R40="AU-7-2", R36="DE-SUP-1", R44="DE-SUP-2")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    assert attacks(state, "declare-victory") is None
    assert why(state, Declare(("DE-15-8",), ("AU-7-2",), TWO)) == ("11.7a", "attacked-already")


@pytest.mark.rule("8.5", "9.1a")
def test_only_combat_units_on_the_map_fight() -> None:
    state = lay(R39="DE-21-5 DE-SUP-1", R40="AU-7-2 AL-SUP-1", dead="DE-15-8")
    assert why(state, Declare(("DE-15-8",), ("AU-7-2",), ONE)) == ("9.1a", "no-combat-unit")
    assert why(state, Declare(ONE, ("AU-7-2",), ONE)) == ("9.1a", "no-combat-unit")
    assert why(state, Declare(("DE-21-5",), ("AL-SUP-1",), ONE)) == ("9.1a", "no-combat-unit")


@pytest.mark.rule("9.3", "9.1a")
def test_shut_in_are_those_of_whom_nobody_can_go_back() -> None:
    state = lay(R40="AU-7-2", R39="DE-21-5", U45="AU-7-1")
    index = state.world.index
    assert not is_surrounded(state, [index["AU-7-2"], index["AU-7-1"]])
    ring = lay(
        R40="AU-7-2", R38="DE-21-5", R42="IT-SAVONA", P39="IT-PAVIA", T41="IT-TRENTO", U48="AU-7-1"
    )
    assert is_surrounded(ring, [index["AU-7-2"]])
    assert not is_surrounded(ring, [index["AU-7-2"]], [index["DE-21-5"]])
    assert not is_surrounded(ring, [index["AU-7-2"], index["AU-7-1"]])


@pytest.mark.rule("9.5", "9.2b")
def test_a_void_victory_sets_its_attackers_free() -> None:
    state = lay(R39="DE-21-5 DE-15-8", R40="AU-7-2", R36="DE-SUP-1")
    play(state, Declare(("DE-21-5", "DE-15-8"), ("AU-7-2",), ONE))
    (victory,) = state.victories
    state.put(state.world.index["DE-15-8"], -2)
    (event,) = automatic_victory.drop_void(state)
    assert isinstance(event, VictoryVoid)
    assert (event.rule, event.defenders) == ("9.5", ("AU-7-2",))
    assert state.victories == []
    assert marks(state, "DE-21-5") == set()
    assert isinstance(victory, Victory)


@pytest.mark.rule("9.2b", "9.1c")
def test_who_made_a_victory_fights_no_other_battle() -> None:
    state = lay(
        R39="DE-21-5 DE-15-8",
        R40="AU-7-2",
        R36="DE-SUP-1",
        R38="IT-ARIETE",
        Q37="UK-22GDS",
        Q34="DE-SUP-2",
    )
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE), Done())
    other = Attack(("DE-21-5",), ("UK-22GDS",), TWO)
    assert why(state, other)[0] in ("8.5", "9.2b")
    partly = Attack(("DE-15-8",), ("AU-7-2",), ONE)
    assert why(state, partly) == ("9.1c", "victory-as-declared")
    facts = refused(state, partly).facts
    assert (facts["units"], facts["targets"]) == (("DE-21-5",), ("AU-7-2",))
    won = only(play(state, Attack(("DE-21-5", "DE-15-8"), ("AU-7-2",), ONE)), BattleWon)
    assert won.rule == "9.1c"


@pytest.mark.rule("9.7", "14.5")
def test_a_victory_may_lose_its_line_while_another_supply_can_come() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R36="DE-SUP-1", R30="DE-SUP-2")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ONE))
    away = Move(ONE, path("S37 T38 U39 V40 V41 W42 X43 X44 X45 X46"))
    assert allowed(state, away), "the second can take over"
    play(state, away)
    assert why(state, Done())[0] == "14.5"
    play(state, go("DE-SUP-2", "R31 R32 R33 R34"))
    assert allowed(state, Done())
    assert state.side == AXIS


@pytest.mark.rule("9.1c", "9.1a")
def test_a_victory_over_a_unit_that_is_shut_in_needs_no_die_either() -> None:
    state = lay(
        R36="DE-SUP-1",
        R39="DE-21-104 IT-PAVIA",
        R40="AU-7-2",
        R42="IT-SAVONA",
        P39="IT-FOLGORE",
        T41="IT-TRENTO",
    )
    team = ("DE-21-104", "IT-PAVIA")
    play(state, Declare(team, ("AU-7-2",), ONE), Done())
    won = only(play(state, Attack(team, ("AU-7-2",), ONE)), BattleWon)
    assert (won.rule, won.odds) == ("9.1c", "5-1")
    assert place(state, "AU-7-2") == "dead"


@pytest.mark.rule("23.2b")
def test_a_sortie_is_noted_with_its_first_attack() -> None:
    state = lay("allied", "combat", G25="UK-7-4 UK-7-7 AL-SUP-1", G24="IT-SAVONA", H26="IT-PAVIA")
    play(state, Attack(("UK-7-4",), ("IT-SAVONA",), ("AL-SUP-1",)), dice=[1])
    assert state.sorties == [state.world.tobruch]
    assert state.names(state.must_defend) == ("IT-PAVIA",)
    while state.agenda:
        play(state, Done())
    assert allowed(state, Attack(("UK-7-7",), ("IT-PAVIA",), ("AL-SUP-1",)))
