"""Gathering the forces: area, cards, attachments, the Tiger, British tanks, forfeited battles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campagna.core.chance import Chance, ScriptedChance, SeededChance
from campagna.core.contract import BadPosition, Event, Setup
from campagna.games.alto_comando import attachments, forces, forces_offers, opening
from campagna.games.alto_comando.availability import allowance
from campagna.games.alto_comando.campaign import FOR_GOOD, BattleReport, CampaignState
from campagna.games.alto_comando.campaign_events import (
    Attached,
    BattleForfeited,
    CampaignEnded,
    CardExcluded,
    CardsChosen,
    CardsDrawn,
    CardsRevealed,
    CommanderReplaced,
    FrontHeld,
    FrontMoved,
    GarrisonJoined,
    StayedAlone,
)
from campagna.games.alto_comando.orders import Attach, ChooseArea, ChooseCards, Done, TankMix
from campagna.games.alto_comando.position import Position
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY
from tests.games.alto_comando.board_setup import (
    GAME,
    allowed,
    decision,
    events_of,
    only,
    play,
    why,
)


def start(scenario: str, seed: int = 1, **options: bool | str) -> State:
    return GAME.start(Setup(scenario, dict(options)), SeededChance(seed))


def begin(scenario: str, chance: Chance, **fields: Any) -> tuple[State, list[Event]]:
    """A campaign that begins, or goes on, with these fields of its state."""
    state = start(scenario)
    campaign = forces.plan(state)
    opening.clear_table(state)
    state.phase = Phase.FORCES
    state.campaign = CampaignState(**({"front": campaign.start} | fields))
    return state, forces.proceed(state, chance)


def hand(state: State, side: int) -> tuple[str, ...]:
    assert state.campaign is not None
    return state.campaign.hand(side)


def templates(state: State, side: int) -> list[str]:
    return [f.template for f in state.formations if f.side == side]


# --- area and cards -----------------------------------------------------------------------------


@pytest.mark.rule("CAM-1", "SET-1")
def test_the_axis_chooses_then_the_allies_then_both_draw() -> None:
    state = start("c1")
    assert decision(state) == ("axis", "choose-cards")
    told = play(state, ChooseCards(("c1.axis.blackshirt_division",)))
    assert [type(e) for e in told] == [CardsChosen]
    assert decision(state) == ("allied", "choose-cards")
    told = play(state, ChooseCards(("c1.allied.7th_armoured_division",)))
    assert [e.side for e in events_of(told, CardsRevealed)] == ["axis", "allied"]
    assert [len(e.cards) for e in events_of(told, CardsDrawn)] == [3, 3]
    assert hand(state, AXIS)[0] == "c1.axis.blackshirt_division"
    assert len(hand(state, AXIS)) == len(hand(state, ALLIED)) == 4
    assert {f.card for f in state.formations} <= {*hand(state, AXIS), *hand(state, ALLIED)}


@pytest.mark.rule("CAM-2")
def test_a_card_that_brings_nothing_brings_nothing() -> None:
    chance = ScriptedChance([], [3, 0, 0, 0, 0, 0])
    state = start("c1")
    GAME.play(state, ChooseCards(("c1.axis.blackshirt_division",)), chance)
    GAME.play(state, ChooseCards(("c1.allied.7th_armoured_division",)), chance)
    for side in (AXIS, ALLIED):
        cards = hand(state, side)
        nothing = [card for card in cards if card.endswith(".nothing")]
        assert len(templates(state, side)) == len(cards) - len(nothing)


@pytest.mark.rule("C8-3")
def test_a_double_card_brings_two_formations() -> None:
    state = start("c8")
    play(state, ChooseCards(("c8.axis.blackshirt_battalion",)))
    play(state, ChooseCards(("c8.allied.two_fusilier_battalions",)))
    ids = [f.id for f in state.formations if f.card == "c8.allied.two_fusilier_battalions"]
    assert ids == [f"c8.allied.two_fusilier_battalions.{n}" for n in (1, 2)]


@pytest.mark.rule("CAM-1")
def test_a_choice_stays_secret_in_view_and_event() -> None:
    state = start("c3")
    card = "c3.axis.ariete_armoured_division"
    told = only(play(state, ChooseCards((card,))), CardsChosen)
    for viewer in ("allied", "spectator"):
        seen = GAME.view(state, viewer)
        assert card not in msgspec.json.encode(seen).decode()
        witnessed = GAME.witness(told, viewer)
        assert isinstance(witnessed, CardsChosen)
        assert (witnessed.count, witnessed.cards) == (1, ())
        again = GAME.view(GAME.imagine(seen, SeededChance(5)), viewer)
        assert again == seen
    assert card in msgspec.json.encode(GAME.view(state, "axis")).decode()
    assert GAME.witness(told, "axis") == told


@pytest.mark.rule("CAM-1")
def test_only_the_order_that_is_asked_for_is_taken() -> None:
    state = start("c1")
    assert why(state, Done())[1] == "not-now"
    assert why(state, TankMix(()))[1] == "not-now"
    assert why(state, ChooseArea("sollum"))[1] == "not-now"
    assert why(state, ChooseCards(())) == ("CAM-1", "wrong-number-of-cards")


@pytest.mark.rule("CAM-1", "CAM-2")
def test_the_forecast_of_a_choice_says_what_may_be_drawn() -> None:
    state = start("c1")
    told = forces_offers.forecast(state, ChooseCards(("c1.axis.blackshirt_division",)))
    assert told.sums["drawn"] == 3
    chances = told.sums["chance"]
    assert len(chances) == 7
    assert chances["c1.axis.nothing"] == pytest.approx(3 / 7)
    assert sum(chances.values()) == pytest.approx(3)


@pytest.mark.rule("C9-9", "C9-10")
def test_beginners_draw_two_and_choose_two() -> None:
    state = start("c9", novice_draft=True)
    assert state.campaign is not None
    assert [len(cards) for cards in state.campaign.drawn] == [2, 2]
    step = GAME.step(state)
    assert step is not None
    assert (step.side, step.decision, step.facts["count"]) == ("axis", "choose-cards", 2)
    for _ in range(2):
        GAME.play(state, GAME.offers(state).sample(SeededChance(2)), SeededChance(3))
    assert len(hand(state, AXIS)) == len(hand(state, ALLIED)) == 4
    four = start("c9", four_cards=True)
    for _ in range(2):
        GAME.play(four, GAME.offers(four).sample(SeededChance(2)), SeededChance(3))
    assert len(hand(four, AXIS)) == len(hand(four, ALLIED)) == 4


# --- Tunisia ------------------------------------------------------------------------------------


@pytest.mark.rule("C7-6")
def test_t6_the_four_american_divisions_fight_the_first_battle() -> None:
    state = start("c7")
    assert decision(state) == ("axis", "choose-cards")
    play(state, ChooseCards(("c7.axis.superga_infantry_division",)))
    american = [f for f in state.formations if f.side == ALLIED]
    assert [f.template for f in american] == ["tun.us.infantry"] * 3 + ["tun.us.armoured"]
    world = GAME.world
    assert [world.templates[f.template].size for f in american] == [15, 15, 15, 14]
    assert len(hand(state, AXIS)) == 4
    assert forces.areas_to_choose(state) == ()


@pytest.mark.rule("C7-9")
def test_t6_aircraft_fly_from_the_second_battle_on() -> None:
    assert allowance(start("c7")).air == (0, 0)
    later, _ = begin("c7", SeededChance(1), battle=2)
    assert allowance(later).air == (3, 3)
    assert allowance(start("battle", deck="c7")).air == (3, 3)


@pytest.mark.rule("C7-7")
def test_later_the_allies_choose_four_cards_of_one_army() -> None:
    state, _ = begin("c7", SeededChance(1), battle=2)
    play(state, ChooseCards(("c7.axis.superga_infantry_division",)))
    assert decision(state) == ("allied", "choose-army")
    eighth = tuple(card.id for card in forces.plan(state).armies[0].cards)
    assert why(state, ChooseCards(eighth[:3])) == ("C7-7", "wrong-number-of-cards")
    play(state, ChooseCards(eighth[:4]))
    assert hand(state, ALLIED) == eighth[:4]


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
    hosts = GAME.offers(state).listing()["attach"]["hosts"]
    assert set(hosts) == {
        "", "c7.axis.10th_panzer_division", "c7.axis.15th_panzer_division",
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


# --- attachments --------------------------------------------------------------------------------

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
    assert set(GAME.offers(state).listing()["tank-mix"]["tanks"]) == set(tanks)
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


# --- Tobruk -------------------------------------------------------------------------------------


@pytest.mark.rule("C3-5")
def test_the_axis_says_whether_it_assaults_tobruk() -> None:
    state, _ = begin("c3", SeededChance(1), front=5)
    assert decision(state) == ("axis", "choose-area")
    assert why(state, ChooseArea("sollum")) == ("CAM-3", "not-the-front")
    assert why(state, ChooseArea("cairo")) == ("CAM-3", "unknown-hex")
    field = state.copy()
    play(field, ChooseArea("bardia"))
    assert field.campaign is not None
    assert (field.campaign.assault, field.campaign.area_chosen) == (False, True)
    play(state, ChooseArea("tobruk"))
    assert state.campaign is not None
    assert state.campaign.assault
    assert decision(state) == ("axis", "choose-cards")


@pytest.mark.rule("C4-4", "C4-6")
def test_the_garrison_of_tobruk_is_in_the_hand() -> None:
    state, _ = begin("c4", SeededChance(1), front=5)
    told = play(state, ChooseArea("tobruk"))
    garrison = tuple(card.id for card in forces.plan(state).garrison)
    assert only(told, GarrisonJoined).cards == garrison
    play(state, ChooseCards(("c4.axis.21st_panzer_division",)))
    play(state, ChooseCards(("c4.allied.4th_indian_division",)))
    held = hand(state, ALLIED)
    assert len(held) == 5
    assert set(garrison) < set(held)


# --- after a battle -----------------------------------------------------------------------------


def concluded(scenario: str, report: BattleReport, **fields: Any) -> tuple[State, list[Event]]:
    state, _ = begin(scenario, SeededChance(1), **fields)
    return state, forces.conclude_battle(state, report, SeededChance(2))


@pytest.mark.rule("CAM-4", "CAM-5")
def test_the_front_moves_and_the_next_battle_is_called() -> None:
    state, told = concluded("c1", BattleReport(AXIS, "victory"))
    moved = only(told, FrontMoved)
    assert (moved.area, moved.areas) == ("sidi_el_barrani", 1)
    assert state.campaign is not None
    assert (state.campaign.battle, state.phase) == (2, Phase.FORCES)
    state, told = concluded("c1", BattleReport(NOBODY, "draw"))
    assert only(told, FrontHeld).area == "sollum"


@pytest.mark.rule("CAM-5")
def test_beyond_the_last_area_the_campaign_is_over() -> None:
    state, told = concluded("c1", BattleReport(AXIS, "victory"), front=5, won=(2, 1))
    ended = only(told, CampaignEnded)
    assert (ended.winner, ended.reason) == ("axis", "beyond-the-last-area")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("axis", "axis_campaign")
    assert outcome.points == {"axis": 3, "allied": 1}
    assert GAME.step(state) is None


@pytest.mark.rule("CAM-6")
def test_a_shattered_division_is_told_and_left_out() -> None:
    card = "c1.axis.pavia_infantry_division"
    report = BattleReport(
        NOBODY, "draw", bases={card: 9}, destroyed={card: 5}, destroyed_in_play={card: 5}
    )
    state = start("c1")
    assert state.campaign is not None
    state.campaign = msgspec.structs.replace(state.campaign, chosen=((card,), ()), revealed=True)
    told = forces.conclude_battle(state, report, SeededChance(1))
    assert only(told, CardExcluded).card == card
    assert why(state, ChooseCards((card,))) == ("CAM-6", "division-left-out")


@pytest.mark.rule("C9-3")
def test_the_british_commander_is_replaced_after_a_great_defeat() -> None:
    _, told = concluded("c9", BattleReport(AXIS, "great_victory"))
    assert only(told, CommanderReplaced).name == "O'Connor"
    for report in (BattleReport(AXIS, "victory"), BattleReport(ALLIED, "great_victory")):
        assert events_of(concluded("c9", report)[1], CommanderReplaced) == []


@pytest.mark.rule("CAM-1", "CAM-6")
def test_a_side_without_any_formation_loses_by_a_great_victory() -> None:
    deck = tuple((c.id, FOR_GOOD) for c in forces.plan(start("c1")).decks[ALLIED])
    state, _ = begin("c1", SeededChance(1), out=deck)
    told = play(state, ChooseCards(("c1.axis.blackshirt_division",)))
    assert only(told, BattleForfeited).sides == ("allied",)
    assert only(told, FrontMoved).areas == 2
    assert state.campaign is not None
    assert state.campaign.won == (1, 0)


@pytest.mark.rule("CAM-5", "CAM-6")
def test_a_campaign_that_nobody_can_go_on_with_is_undecided() -> None:
    decks = forces.plan(start("c1")).decks
    out = tuple((c.id, FOR_GOOD) for deck in decks for c in deck if c.formations)
    state = start("c1")
    assert state.campaign is not None
    state.campaign = msgspec.structs.replace(state.campaign, out=out)
    told = forces.conclude_battle(state, BattleReport(NOBODY, "draw"), SeededChance(1))
    assert only(told, CampaignEnded).reason == "no-divisions-left"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (None, "undecided")


# --- positions ----------------------------------------------------------------------------------


@pytest.mark.rule("CAM-3")
def test_a_position_may_leave_the_campaign_out() -> None:
    formations = (Formation("A1", "A1", "gen.de.panzer", AXIS),)
    state = GAME.arrange(Setup("c1"), Position(formations=formations), SeededChance(1))
    assert state.campaign is not None
    assert (state.campaign.front, state.campaign.battle) == (forces.plan(state).start, 1)
    told = forces.conclude_battle(state, BattleReport(AXIS, "victory"), SeededChance(1))
    assert only(told, FrontMoved).area == "sidi_el_barrani"


@pytest.mark.rule("CAM-3")
@pytest.mark.parametrize("front", [0, 5])
def test_a_campaign_may_stand_at_either_end(front: int) -> None:
    given = Position(phase="forces", campaign=CampaignState(front, area_chosen=True))
    state = GAME.arrange(Setup("c1"), given, SeededChance(1))
    assert GAME.describe(state).campaign == given.campaign


@pytest.mark.parametrize(
    "nonsense",
    [
        CampaignState(6),
        CampaignState(0, battle=0),
        CampaignState(0, assault=True),
        CampaignState(0, out=(("c1.axis.nobody", 0),)),
        CampaignState(0, chosen=(("c2.axis.blackshirt_division",), None)),
    ],
)
def test_a_campaign_that_cannot_be_is_told_so(nonsense: CampaignState) -> None:
    with pytest.raises(BadPosition):
        GAME.arrange(Setup("c1"), Position(phase="forces", campaign=nonsense), SeededChance(1))
    with pytest.raises(BadPosition):
        GAME.arrange(
            Setup("beda_fomm"), Position(phase="forces", campaign=nonsense), SeededChance(1)
        )
