"""Formations without headquarters, the Tiger, and the mix of British tanks."""

from __future__ import annotations

import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import (
    Attached,
    StayedAlone,
    TigerLeftOut,
)
from campagna.games.alto_comando.orders import Attach, ChooseCards, TankMix
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import attachments
from campagna.games.alto_comando.rules.campaign import FOR_GOOD
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import AXIS, NOBODY
from tests.games.alto_comando.lay import (
    GAME,
    allowed,
    begin,
    decision,
    only,
    play,
    start,
    templates,
    why,
)
from tests.offered import by_order

# --- the Tiger ------------------------------------------------------------------------------------


@pytest.mark.rule("DIV-21")
def test_the_tiger_joins_one_german_armoured_division_or_none() -> None:
    def at_the_tiger() -> State:
        chance = ScriptedChance([], [0, 0, 0])
        state = start("c7")
        GAME.play(state, ChooseCards(("c7.axis.10th_panzer_division",)), chance)
        return state

    state = at_the_tiger()
    assert decision(state) == ("axis", "attach-tiger")
    tiger = "c7.axis.tiger501"
    hosts = by_order(o for o in GAME.offers(state) if o.shape != "say")["attach"]
    assert set(hosts) == {
        "c7.axis.10th_panzer_division", "c7.axis.15th_panzer_division",
        "c7.axis.21st_panzer_division",
    }  # fmt: skip
    american = "c7.usfr.allied.us_1st_armoured_division"
    light = "c7.axis.german_90th_light_division"
    assert light in {f.id for f in state.formations}
    assert why(state, Attach(tiger, light)) == ("DIV-21", "not-german-armour")
    assert why(state, Attach(tiger, american)) == ("DIV-21", "not-your-unit")
    assert why(state, Attach(tiger, "nobody")) == ("DIV-21", "unknown-unit")
    told = play(state, Attach(tiger, "c7.axis.10th_panzer_division"))
    assert only(told, Attached).host == "c7.axis.10th_panzer_division"
    assert state.find(f"{tiger}.tiger") >= 0
    left_out = at_the_tiger()
    play(left_out, Attach(tiger))
    assert left_out.find(f"{tiger}.tiger") == NOBODY


@pytest.mark.rule("DIV-21")
def test_no_tiger_without_german_armour_or_once_it_is_lost() -> None:
    chance = ScriptedChance([], [2, 2, 2])
    state = start("c7")
    GAME.play(state, ChooseCards(("c7.axis.superga_infantry_division",)), chance)
    assert not any(GAME.world.templates[t].german_armour for t in templates(state, AXIS))
    assert "c7.axis.tiger501" not in {f.id for f in state.formations}
    lost = ScriptedChance([], [0, 0, 0])
    again, _ = begin("c7", lost, out=(("c7.axis.tiger501", FOR_GOOD),))
    GAME.play(again, ChooseCards(("c7.axis.10th_panzer_division",)), lost)
    assert decision(again)[1] != "attach-tiger"


# --- brigades and tanks ---------------------------------------------------------------------------

BRIGADE = "c3.allied.3rd_armoured_brigade"
AUSTRALIAN = "c3.allied.9th_australian_division"


def with_brigade() -> State:
    """The 3rd Armoured Brigade chosen, with some formations that have headquarters."""
    state = start("c3")
    GAME.play(state, ChooseCards(("c3.axis.bologna_infantry_division",)), SeededChance(1))
    GAME.play(state, ChooseCards((BRIGADE,)), ScriptedChance([], [0, 0, 0, 0, 2, 0, 0, 0]))
    return state


@pytest.mark.rule("DIV-14")
def test_a_formation_without_headquarters_may_join_another() -> None:
    state = with_brigade()
    assert decision(state) == ("allied", "attach")
    assert AUSTRALIAN in {f.id for f in state.formations}
    assert why(state, Attach(BRIGADE, "c3.axis.bologna_infantry_division")) == (
        "DIV-14",
        "not-your-unit",
    )
    assert why(state, Attach(BRIGADE, BRIGADE)) == ("DIV-14", "host-without-hq")
    assert why(state, Attach(AUSTRALIAN, BRIGADE)) == ("DIV-14", "another-formation-first")
    told = play(state, Attach(BRIGADE, AUSTRALIAN))
    assert only(told, Attached).host == AUSTRALIAN
    play(state, TankMix(()))
    tank, hq = state.find(f"{BRIGADE}.tank1"), state.find(f"{AUSTRALIAN}.hq")
    assert state.unit(tank).group == state.unit(hq).group
    assert state.unit(tank).formation != state.unit(hq).formation


@pytest.mark.rule("DIV-14")
def test_or_stay_alone() -> None:
    state = with_brigade()
    told = play(state, Attach(BRIGADE))
    assert only(told, StayedAlone).formation == BRIGADE
    play(state, TankMix(()))
    tank = state.find(f"{BRIGADE}.tank1")
    group = state.roster.groups[state.unit(tank).group]
    assert (group.hq, len(group.members)) == (NOBODY, 3)


@pytest.mark.rule("DIV-14", "C9-12")
def test_the_two_brigades_of_a_double_card_choose_separately() -> None:
    state = start("c9")
    GAME.play(state, ChooseCards(("c9.axis.pavia_infantry_division",)), SeededChance(1))
    card = "c9.allied.two_british_armoured_brigades"
    GAME.play(state, ChooseCards((card,)), ScriptedChance([], [0] * 8))
    asked = []
    while decision(state)[1] == "attach":
        step = GAME.step(state)
        assert step is not None
        asked.append(step.facts["formation"])
        hosts = step.facts["hosts"]
        assert isinstance(hosts, tuple)
        play(state, Attach(str(step.facts["formation"]), hosts[len(asked) - 1]))
    assert asked == [f"{card}.1", f"{card}.2"]
    hosts_of = {f.id: f.host for f in state.formations if f.card == card}
    assert len(set(hosts_of.values())) == 2


@pytest.mark.rule("DIV-17")
def test_every_british_tank_may_be_a_cruiser() -> None:
    state = with_brigade()
    play(state, Attach(BRIGADE))
    assert decision(state) == ("allied", "tank-mix")
    tanks = attachments.mixable(state)
    assert set(by_order(GAME.offers(state))["tank-mix"]) == set(tanks)
    assert f"{BRIGADE}.tank1" in tanks
    assert why(state, TankMix((f"{AUSTRALIAN}.motor1",))) == ("DIV-17", "no-british-tank")
    assert why(state, TankMix(("c3.axis.bologna_infantry_division.hq",)))[1] == "not-your-unit"
    assert why(state, TankMix(("tank",)))[1] == "unknown-unit"
    assert why(state, TankMix((tanks[0], tanks[0]))) == ("DIV-17", "unit-named-twice")
    assert allowed(state, TankMix(()))
    play(state, TankMix((f"{BRIGADE}.tank2",)))
    kinds = {n: state.unit(state.find(f"{BRIGADE}.tank{n}")).kind for n in (1, 2, 3)}
    assert kinds == {1: "tank", 2: "cruiser", 3: "tank"}


@pytest.mark.rule("DIV-17")
def test_american_tanks_are_not_mixed() -> None:
    state = start("c7")
    play(state, ChooseCards(("c7.axis.superga_infantry_division",)))
    assert attachments.mixable(state) == ()


# --- what is told of those who stay alone -------------------------------------------------------


def gathered(*formations: tuple[str, str, int]) -> State:
    """A battle of campaign 7 whose forces are known and not yet attached."""
    state, _ = begin("c7", SeededChance(1), revealed=True, chosen=((), ()), area_chosen=True)
    state.campaign = CampaignState(2, area_chosen=True, revealed=True, chosen=((), ()))
    state.formations = tuple(Formation(id_, id_, t, side) for id_, t, side in formations)
    return state


@pytest.mark.rule("DIV-21")
def test_a_tiger_without_german_armour_is_left_out_without_a_word() -> None:
    state = gathered(("A1", "tun.it.infantry", AXIS), ("G1", "tun.us.infantry", 1))
    assert attachments.settle(state) == []
    assert state.campaign is not None
    assert state.campaign.attached == ("c7.axis.tiger501",)


@pytest.mark.rule("DIV-21")
def test_a_tiger_that_its_owner_leaves_out_is_told() -> None:
    chance = ScriptedChance([], [0, 0, 0])
    state = start("c7")
    GAME.play(state, ChooseCards(("c7.axis.10th_panzer_division",)), chance)
    assert only(play(state, Attach("c7.axis.tiger501")), TigerLeftOut).rule == "DIV-21"


@pytest.mark.rule("DIV-14")
def test_a_brigade_for_which_there_is_no_host_is_told_to_stay_alone() -> None:
    state, _ = begin("c9", SeededChance(1))
    state.campaign = CampaignState(4, area_chosen=True, revealed=True, chosen=((), ()))
    state.formations = (
        Formation("A1", "A1", "gen.it.infantry", AXIS),
        Formation("G1", "G1", "gen.gb.armoured_brigade", 1),
    )
    (alone,) = attachments.settle(state)
    assert isinstance(alone, StayedAlone)
    assert (alone.formation, state.campaign.attached) == ("G1", ("G1",))
