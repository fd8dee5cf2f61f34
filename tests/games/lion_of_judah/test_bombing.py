"""10.1.6, 10.1.7, PB 13.6.5: bombs and gas, the bombing marker, supply by air."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.games.lion_of_judah.counters import OTHER
from campagna.games.lion_of_judah.events import BombingCounted
from campagna.games.lion_of_judah.field_events import Bombed
from campagna.games.lion_of_judah.flags import AIRLIFTED, DISRUPTED, GASSED
from campagna.games.lion_of_judah.frames import Attrition
from campagna.games.lion_of_judah.orders import AirSupply, Bomb, Remove
from campagna.games.lion_of_judah.rules.air_hq import airfields, bombing
from campagna.games.lion_of_judah.rules.general import strength
from campagna.games.lion_of_judah.rules.resources.supply import in_supply
from campagna.games.lion_of_judah.state import AirStatus
from tests.games.lion_of_judah.lay import (
    GAME,
    WORLD,
    Phase,
    air,
    allowed,
    arrange,
    at,
    decision,
    events_of,
    has,
    marker,
    only,
    place,
    play,
    raid,
    why,
)


@pytest.mark.rule("PB 13.6.5.1-a", "10.1.6", "10.1")
def test_bombs_confuse_leaders_and_a_good_roll_costs_a_unit_of_his_choice() -> None:
    people = {"et_SEY": "1207", "et_seyoum_1": "1207", "et_seyoum_2": "1207"}
    state = raid(people)
    drm = bombing.bombing_drm(state, at("1207"))
    events = play(state, Bomb("it_air1", "1207"), dice=[6 - drm if drm > 0 else 6, 1])
    bombed = only(events, Bombed)
    assert has(state, "et_SEY", DISRUPTED) == (bombed.result != "NE")
    state = raid(people)
    for die in (4, 5):
        other = raid(people)
        play(other, Bomb("it_air1", "1207"), dice=[die - drm, 1])
        assert has(other, "et_SEY", DISRUPTED)
        assert not other.agenda
    clear = next(h for h in range(WORLD.size) if WORLD.clear[h] and airfields.in_range(state, 0, h))
    open_ground = raid(dict.fromkeys(people, WORLD.hex_ids[clear]))
    play(open_ground, Bomb("it_air1", WORLD.hex_ids[clear]), dice=[5, 1])
    assert isinstance(open_ground.agenda[-1], Attrition)
    assert decision(open_ground) == ("ethiopian", "attrition")
    play(open_ground, Remove("et_seyoum_2", WORLD.hex_ids[clear]))
    assert place(open_ground, "et_seyoum_2") == "dead"


@pytest.mark.rule("PB 13.6.5.1-b", "12.6-a")
def test_gas_halves_every_ethiopian_in_the_hex_until_the_end_of_the_turn() -> None:
    state = raid({"et_seyoum_1": "1207 =3", "et_seyoum_2": "1207 =2", "et_seyoum_3": "1407 =2"})
    play(state, Bomb("it_air1", "1207", gas=True), dice=[1])
    assert has(state, "et_seyoum_1", GASSED)
    assert not has(state, "et_seyoum_3", GASSED)
    both = [WORLD.slots["et_seyoum_1"], WORLD.slots["et_seyoum_2"]]
    assert strength.total(state, both, attacking=False) == 3
    assert why(state, Bomb("it_air2", "1207", gas=True)) == ("PB 13.6.5.1-b", "gassed-already")
    assert allowed(state, Bomb("it_air2", "1207"))


@pytest.mark.rule("PB 13.6.5.1-b", "12.3-a")
def test_everybody_sees_who_was_gassed() -> None:
    """Whoever stands in the hex, also below the top; the forecast and what the attacker imagines agree."""
    stack = {"et_SEY": "1207", "et_seyoum_1": "1207", "et_seyoum_2": "1207", "et_seyoum_3": "1407"}
    state = raid(stack)
    play(state, Bomb("it_air1", "1207", gas=True), dice=[1])
    for seed in range(8):
        world = GAME.imagine(GAME.view(state, "italian"), SeededChance(seed))
        unseen = [u for u in world.stack(at("1207")) if world.own(u) == OTHER]
        assert len(unseen) == 3
        assert all(world.units[u].flags & GASSED for u in unseen)
        assert not any(world.units[u].flags & GASSED for u in world.stack(at("1407")))


@pytest.mark.rule("PB 13.6.5.1-a", "PB 13.6.5.1-b", "PB 13.6.5.1-c")
def test_the_bombing_marker_moves_one_for_bombs_two_for_gas_until_the_league_speaks() -> None:
    state = raid({"et_seyoum_1": "1207", "et_seyoum_2": "1407"})
    play(state, Bomb("it_air1", "1207"), dice=[1, 1])
    assert state.bombing == 1
    play(state, Bomb("it_air2", "1407", gas=True), dice=[1])
    assert state.bombing == 3
    assert state.bombed_turn == state.turn
    closed = raid({"et_seyoum_1": "1207"}, drawn=["A4"], bombing=3)
    events = play(closed, Bomb("it_air1", "1207", gas=True), dice=[1])
    assert not events_of(events, BombingCounted)
    assert closed.bombing == 3


@pytest.mark.rule("PB 13.6.5.1-a")
def test_only_hexes_with_ethiopians_are_bombed() -> None:
    state = raid({"et_seyoum_1": "1207"})
    assert why(state, Bomb("it_air1", "1307")) == ("PB 13.6.5.1-a", "nothing-to-bomb")


@pytest.mark.rule("10.1.7", "PB 13.6.5.2")
def test_air_supply_keeps_two_divisions_supplied_until_the_next_phase() -> None:
    cut = {"it_Sb": "1210", "it_Gv": "1210", "it_GS": "1210"}
    state = arrange(cut, phase=Phase.SPECIAL, italian=["1411"], enemy=["1405", "2324"])
    assert not in_supply(state, WORLD.slots["it_Sb"])
    three = AirSupply("it_air1", "1210", ("it_Sb", "it_Gv", "it_GS"))
    assert why(state, three) == ("PB 13.6.5.2", "too-many-to-supply")
    play(state, AirSupply("it_air1", "1210", ("it_Sb", "it_Gv")))
    assert has(state, "it_Sb", AIRLIFTED)
    assert in_supply(state, WORLD.slots["it_Sb"])
    assert not in_supply(state, WORLD.slots["it_GS"])
    assert air(state, "it_air1") == AirStatus.SUPPLYING
    again = AirSupply("it_air2", "1210", ("it_Sb",))
    assert why(state, again) == ("PB 13.6.5.2", "supplied-already")
    play(state, AirSupply("it_air2", "1210", ("it_GS",)))
    state.change_air(marker("it_air4"), status=AirStatus.READY)
    third = AirSupply("it_air3", "1210", ("it_GS",))
    assert why(state, third) == ("PB 13.6.5.2", "air-supply-used-up")
