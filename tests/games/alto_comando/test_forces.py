"""Gathering the forces: the area, secret choice and draw of cards, Tunisia, Tobruk."""

from __future__ import annotations

import msgspec
import pytest

from campagna.core.chance import ScriptedChance, SeededChance
from campagna.games.alto_comando.events import (
    CardsChosen,
    CardsDrawn,
    CardsRevealed,
    GarrisonJoined,
)
from campagna.games.alto_comando.orders import ChooseArea, ChooseCards, Done, TankMix
from campagna.games.alto_comando.rules import forces
from campagna.games.alto_comando.rules.works_available import allowance
from campagna.games.alto_comando.world import ALLIED, AXIS
from tests.games.alto_comando.lay import (
    GAME,
    begin,
    decision,
    events_of,
    hand,
    only,
    play,
    start,
    templates,
    why,
)

# --- area and cards -------------------------------------------------------------------------------


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
    told = GAME.forecast(state, ChooseCards(("c1.axis.blackshirt_division",)))
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


# --- Tunisia --------------------------------------------------------------------------------------


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


# --- Tobruk ---------------------------------------------------------------------------------------


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
