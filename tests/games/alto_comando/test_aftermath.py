"""After a battle: the front, shattered divisions, battles not fought, the end; positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campagna.core.chance import Chance, ScriptedChance, SeededChance
from campagna.core.contract import BadPosition, Event, Setup
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import (
    BattleForfeited,
    CampaignEnded,
    CardExcluded,
    CardReturned,
    CommanderReplaced,
    FrontHeld,
    FrontMoved,
)
from campagna.games.alto_comando.orders import ChooseCards
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import aftermath, battle_start, forces
from campagna.games.alto_comando.rules.campaign import FOR_GOOD, BattleReport
from campagna.games.alto_comando.state import Phase, Span, State
from campagna.games.alto_comando.table.position import Position
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY, Element
from tests.games.alto_comando.lay import (
    GAME,
    begin,
    events_of,
    only,
    play,
    start,
    table,
    why,
)

KEPT_OF_A_BATTLE = (
    "formations",
    "cruisers",
    "bases",
    "placing",
    "turned",
    "terrain",
    "laying",
    "strips",
    "segments",
    "spans",
    "turn",
    "active",
    "replaced",
    "engineers",
    "pontoniers",
    "markers",
    "air",
    "tallies",
)
"""What a state knows of one battle; the rest belongs to the campaign."""

# --- after a battle -------------------------------------------------------------------------------


def conclude(state: State, report: BattleReport, chance: Chance) -> list[Event]:
    """A battle is over: what it means, and the forces of the next one."""
    return aftermath.after_battle(state, report) + forces.proceed(state, chance)


def concluded(scenario: str, report: BattleReport, **fields: Any) -> tuple[State, list[Event]]:
    state, _ = begin(scenario, SeededChance(1), **fields)
    return state, conclude(state, report, SeededChance(2))


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
    told = conclude(state, report, SeededChance(1))
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


@pytest.mark.rule("CAM-5", "CAM-6", "A-54")
def test_a_campaign_that_nobody_can_go_on_with_is_undecided() -> None:
    decks = forces.plan(start("c1")).decks
    out = tuple((c.id, FOR_GOOD) for deck in decks for c in deck if c.formations)
    state = start("c1")
    assert state.campaign is not None
    state.campaign = msgspec.structs.replace(state.campaign, out=out)
    told = conclude(state, BattleReport(NOBODY, "draw"), SeededChance(1))
    ended = only(told, CampaignEnded)
    assert (ended.reason, ended.rule) == ("no-divisions-left", "A-54")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (None, "undecided")


# --- positions ------------------------------------------------------------------------------------


@pytest.mark.rule("CAM-3")
def test_a_position_may_leave_the_campaign_out() -> None:
    formations = (Formation("A1", "A1", "gen.de.panzer", AXIS),)
    state = GAME.arrange(Setup("c1"), Position(formations=formations), SeededChance(1))
    assert state.campaign is not None
    assert (state.campaign.front, state.campaign.battle) == (forces.plan(state).start, 1)
    told = conclude(state, BattleReport(AXIS, "victory"), SeededChance(1))
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


@pytest.mark.rule("SET-1")
def test_nothing_is_left_of_the_last_battle() -> None:
    units = {"A1.tank1": "500 500 moved", "G1.tank1": "800 500", "A1.hq": "scattered"}
    state = table(units, strips={"axis": [(500, 300, 530, 450)]}, segments={"axis": [(400, 400)]})
    state.turned, state.replaced, state.placing = True, True, 2
    state.terrain = (Element("hill", ((0, 0), (9, 0), (9, 9))),)
    state.spans, state.markers = [Span(0, 500)], [3]
    state.engineers, state.pontoniers = [1], [2]
    battle_start.clear_table(state)
    fresh = battle_start.empty_state(GAME.world, state.setup, state.options)
    told = {name: getattr(state, name) for name in KEPT_OF_A_BATTLE}
    assert told == {name: getattr(fresh, name) for name in KEPT_OF_A_BATTLE}


@pytest.mark.rule("C9-4")
def test_a_division_that_rested_is_told_when_it_returns() -> None:
    pavia = "c9.axis.pavia_infantry_division"
    report = BattleReport(NOBODY, "draw")
    _, told = concluded("c9", report, battle=4, out=((pavia, 4),))
    assert only(told, CardReturned).card == pavia
    _, told = concluded("c9", report, battle=4, out=((pavia, 5),))
    assert events_of(told, CardReturned) == []


@pytest.mark.rule("TER-2")
def test_the_terrain_is_turned_by_a_die_of_six() -> None:
    state = table({"A1.hq": "300 300"}, terrain=[("hill", [(300, 300), (420, 300), (420, 380)])])
    chance = ScriptedChance([1])
    state.terrain = state.derived.elements
    battle_start.begin_setup(state, chance)
    assert [draw.sides for draw in chance.log] == [6]
