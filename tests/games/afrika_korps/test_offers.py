"""What the laws of offers cannot see: tones, groups, company, extras, proposals, and their size."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

import msgspec
import pytest

from campagna.core import offers
from campagna.core.chance import SeededChance
from campagna.core.offers import Group, Offer, Pick, Place, Reach, Routes, Say, Some, orders
from campagna.core.offers.listing import ends_of
from campagna.games.afrika_korps.orders import Attack, Declare, Destroy, Done, Move
from campagna.games.afrika_korps.state import State
from tests.games.afrika_korps.lay import GAME, allowed, begin, decision, go, lay, play

O = TypeVar("O", bound=Offer)  # noqa: E741


def all_of(state: State, order: str, kind: type[O]) -> list[O]:
    return [o for o in GAME.offers(state) if o.order == order and isinstance(o, kind)]


def one(state: State, order: str, kind: type[O]) -> O:
    (found,) = all_of(state, order, kind)
    return found


def groups(state: State, unit: str, *company: str) -> list[Group]:
    reach = one(state, "move", Reach)
    return [g for g in reach.groups if unit in g.units and set(g.company) == set(company)]


def ends(state: State, unit: str, *company: str) -> set[str]:
    return {end for group in groups(state, unit, *company) for end in ends_of(group)}


# --- tones ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [11, 12])
def test_one_offer_at_most_is_what_most_players_want(seed: int) -> None:
    chance, whim, met = SeededChance(seed), SeededChance(seed + 1), Counter[str]()
    state = begin()
    while (step := GAME.step(state)) is not None:
        if met[step.decision] < 12:
            tones = [(o.order, o.tone) for o in GAME.offers(state)]
            assert len({order for order, tone in tones if tone == "main"}) <= 1, tones
            assert tones[0][1] != "grave", tones
            met[step.decision] += 1
        GAME.play(state, GAME.recruit(state, whim), chance)
    assert len(met) > 4


@pytest.mark.rule("15.5")
def test_destroying_a_supply_is_grave_and_comes_last() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", R45="AU-7-1")
    found = tuple(GAME.offers(state))
    assert (found[-1].order, found[-1].tone) == ("destroy", "grave")
    assert one(state, "done", Say).tone == "plain"


@pytest.mark.rule("13.2", "15.5")
def test_but_not_where_movement_cannot_end_without() -> None:
    """The supply went into a zone where nobody attacks: it must be destroyed."""
    state = lay(R40="DE-SUP-1", R43="AU-7-1")
    play(state, go("DE-SUP-1", "R41 R42"))
    assert not all_of(state, "done", Say)
    assert one(state, "destroy", Pick).tone == "plain"
    assert allowed(state, Destroy("DE-SUP-1"))


@pytest.mark.rule("15.5")
def test_who_is_asked_about_supplies_in_danger_keeps_them_by_default() -> None:
    state = lay(R40="DE-21-5", R45="AL-SUP-1", U48="UK-7-4")
    GAME.play(state, go("DE-21-5", "R41 R42 R43 R44"), SeededChance(1))
    assert decision(state) == "respite"
    keep, burn = GAME.offers(state)
    assert (keep.order, keep.tone) == ("done", "main")
    assert (burn.order, burn.tone) == ("destroy", "grave")


@pytest.mark.rule("12.4")
def test_ending_a_phase_without_acting_is_quiet() -> None:
    state = lay("allied", "supply", fields={"ports": ("J62",)}, J62="UK-1-2")
    assert one(state, "land-supply", Place).tone == "main"
    assert one(state, "done", Say).tone == "decline"


# --- moves ------------------------------------------------------------------------------------------


@pytest.mark.rule("5.2")
def test_units_with_the_same_reach_are_one_group() -> None:
    state = lay(R40="DE-21-5 DE-15-8 IT-SAVONA")
    reach = one(state, "move", Reach)
    here = {frozenset(g.units) for g in reach.groups if g.origin == "R40"}
    assert here == {frozenset({"DE-21-5", "DE-15-8"}), frozenset({"IT-SAVONA"})}


@pytest.mark.rule("8.4a")
def test_a_hex_beside_the_enemy_says_that_it_means_combat() -> None:
    state = lay(R40="DE-21-5", R43="AU-7-1")
    effects = {h: word for g in groups(state, "DE-21-5") for h, word in g.effects.items()}
    assert effects["R42"] == "combat"
    assert "R41" not in effects


@pytest.mark.rule("22.1a")
def test_rommels_bonus_is_a_group_in_his_company() -> None:
    state = lay(R30="DE-21-5 DE-ROMMEL")
    assert "R40" in ends(state, "DE-21-5")
    assert "R41" not in ends(state, "DE-21-5")
    assert {"R41", "R42"} <= ends(state, "DE-21-5", "DE-ROMMEL")
    assert "R43" not in ends(state, "DE-21-5", "DE-ROMMEL")


@pytest.mark.rule("22.1a")
def test_the_bonus_is_not_offered_twice() -> None:
    """Both went two hexes together: what is left is what the first march left."""
    state = lay(R30="DE-21-5 DE-ROMMEL")
    play(state, Move(("DE-ROMMEL", "DE-21-5"), ("R31", "R32")))
    assert "R42" in ends(state, "DE-21-5", "DE-ROMMEL")
    assert "R43" not in ends(state, "DE-21-5", "DE-ROMMEL")


@pytest.mark.rule("22.1a")
def test_a_march_after_rommel_is_offered_where_it_leads() -> None:
    state = lay(R30="DE-21-5 DE-ROMMEL")
    play(state, go("DE-ROMMEL", "R31 R32"))
    assert {"R41", "R42"} <= ends(state, "DE-21-5")
    marches = [o for o in orders(one(state, "move", Reach)) if o["units"] == ("DE-21-5",)]
    assert all(allowed(state, msgspec.convert(o, Move)) for o in marches)
    for route in all_of(state, "move", Routes):
        for order in orders(route):
            assert allowed(state, msgspec.convert(order, Move))


@pytest.mark.rule("5.2", "9.1b")
def test_out_and_back_is_offered_unless_beaten_enemies_stand_there() -> None:
    state = lay(R40="DE-21-5")
    assert "R40" in ends(state, "DE-21-5")
    assert all("R40" in g.grave for g in groups(state, "DE-21-5") if "R40" in ends_of(g))
    state = lay(R39="DE-21-5", R40="AU-7-2 AL-SUP-1", R36="DE-SUP-1")
    play(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    assert "R41" in ends(state, "DE-CAP-1")
    assert "R40" not in ends(state, "DE-CAP-1")


@pytest.mark.rule("13.3a", "15.1b")
def test_a_supply_goes_beside_an_enemy_supply_in_company() -> None:
    state = lay(R40="DE-21-5 DE-SUP-1", R43="AL-SUP-1", U48="UK-7-4")
    assert "R42" not in ends(state, "DE-SUP-1")
    together = ends(state, "DE-21-5", "DE-SUP-1") | ends(state, "DE-SUP-1", "DE-21-5")
    assert "R42" in together
    order = Move(("DE-SUP-1", "DE-21-5"), ("R41", "R42"))
    assert allowed(state, order)
    assert GAME.offers(state).covers(order)


@pytest.mark.rule("15.2.1.1")
def test_a_captor_too_weak_alone_is_offered_the_hex_in_company() -> None:
    """A7: one factor beside eight is too little, three units together are 1-3."""
    state = lay("allied", R40="DE-SUP-1", R42="DE-15-8", R37="AU-7-1 AU-7-2 NZ-2-4")
    path = ("R38", "R39", "R40", "R41")
    found = [u for u in ("AU-7-1", "AU-7-2", "NZ-2-4") if allowed(state, Move((u,), path))]
    for unit in ("AU-7-1", "AU-7-2", "NZ-2-4"):
        assert ("R41" in ends(state, unit)) == (unit in found)
    together = Move(("AU-7-1", "AU-7-2", "NZ-2-4"), path)
    assert allowed(state, together) == GAME.offers(state).covers(together)


@pytest.mark.parametrize("seed", range(3))
def test_every_end_of_every_group_is_allowed(seed: int) -> None:
    """The laws draw a few: here all of one position in the middle of a game."""
    chance, whim = SeededChance(seed), SeededChance(seed + 50)
    state = begin()
    while decision(state) != "movement" or state.turn < 3 + seed:
        GAME.play(state, GAME.recruit(state, whim), chance)
    for offer in all_of(state, "move", Reach):
        for fields in orders(offer):
            assert allowed(state, msgspec.convert(fields, Move)), fields


# --- combat -----------------------------------------------------------------------------------------


def battle() -> State:
    state = lay(R40="DE-21-5 DE-15-8", R41="AU-7-1", R36="DE-SUP-1", S45="UK-7-4")
    play(state, Done())
    assert decision(state) == "combat"
    return state


@pytest.mark.rule("8.4a", "14.2a")
def test_a_battle_has_targets_defenders_supplies_and_a_plan() -> None:
    state = battle()
    offer = one(state, "attack", offers.Attack)
    assert {h: set(units) for h, units in offer.targets.items()} == {"R41": {"DE-15-8", "DE-21-5"}}
    assert offer.defenders == {"R41": ("AU-7-1",)}
    assert offer.extras == (Some("supplies", ("DE-SUP-1",)),)
    assert (offer.exact, offer.by_unit, offer.tone) == (False, True, "main")
    (plan,) = offer.suggest
    assert allowed(state, msgspec.convert({"order": "attack", **plan}, Attack))
    assert not all_of(state, "done", Say)


@pytest.mark.rule("15.2.3c")
def test_a_lone_supply_in_a_fortress_may_be_attacked_as_well() -> None:
    places = {"H25": "DE-21-5 DE-SUP-1", "G25": "AL-SUP-1", "I26": "AU-9-20", "U48": "UK-7-4"}
    state = lay(phase="combat", **places)
    offer = one(state, "attack", offers.Attack)
    assert Some("prey", ("AL-SUP-1",)) in offer.extras


@pytest.mark.rule("9.1a")
def test_an_automatic_victory_is_offered_with_a_proposal() -> None:
    state = lay(R39="DE-21-5", R40="AU-7-2", R36="DE-SUP-1")
    offer = one(state, "declare-victory", offers.Attack)
    assert offer.suggest == (
        {"attackers": ("DE-21-5",), "defenders": ("AU-7-2",), "supplies": ("DE-SUP-1",)},
    )
    assert allowed(state, Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)))
    assert not all_of(lay(R39="IT-SAVONA", R40="AU-7-2"), "declare-victory", offers.Attack)


# --- substitutes ------------------------------------------------------------------------------------


@pytest.mark.rule("21.1a")
def test_each_free_substitute_asks_for_its_factors() -> None:
    state = lay("allied", "substitution", turn=33, R40="UK-7-7 UK-7-7SG")
    found = all_of(state, "substitute", Pick)
    assert {o.fixed["counter"] for o in found} == {"SUB-ARM-1", "SUB-ARM-2", "SUB-ARM-3"} & {
        state.name(s) for s in state.world.substitutes
    }
    for offer in found:
        assert sum(offer.weights.values()) == offer.sum
        assert offer.suggest[0]["units"] == ("UK-7-7", "UK-7-7SG")
