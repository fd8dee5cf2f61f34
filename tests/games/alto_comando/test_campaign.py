"""The row of areas: what a battle does to the front, to shattered divisions, to the campaign."""

from __future__ import annotations

import pytest

from campagna.core.contract import BadPosition
from campagna.games.alto_comando.campaign_data import (
    Campaign,
    battle_area,
    campaign_ids,
    campaign_of,
)
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.rules.campaign import (
    FOR_GOOD,
    BattleReport,
    Verdict,
    area_of,
    may_assault,
    returned,
    verdict,
)
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY

DEFAULTS: dict[str, bool | str] = {
    "deck": "c3",
    "short_track": False,
    "four_cards": False,
    "novice_draft": False,
    "gazala_start": "bir_hacheim",
}


def campaign(id_: str, **options: bool | str) -> Campaign:
    return campaign_of(id_, DEFAULTS | options)


def at(played: Campaign, area: str, **fields: object) -> CampaignState:
    return CampaignState(played.index(area), **fields)  # type: ignore[arg-type]


def after(id_: str, area: str, winner: int, level: str, **fields: object) -> Verdict:
    played = campaign(id_)
    return verdict(played, at(played, area, **fields), BattleReport(winner, level))


def front(id_: str, found: Verdict) -> str:
    return campaign(id_).areas[found.state.front].id


# --- the front ----------------------------------------------------------------------------------


@pytest.mark.rule("CAM-3", "C1-4", "C2-4", "C4-5", "C5-4", "C6-4", "C7-5", "C8-5", "C9-1")
def test_every_campaign_starts_in_its_start_area() -> None:
    starts = [campaign(id_).areas[campaign(id_).start].id for id_ in campaign_ids()]
    assert starts == [
        "sollum", "sidi_el_barrani", "agedabia", "sollum", "bir_hacheim", "kidney_ridge",
        "kasserine", "hargheisa", "tobruk",
    ]  # fmt: skip


@pytest.mark.rule("C5-4")
def test_gazala_may_start_at_acroma() -> None:
    other = campaign("c5", gazala_start="acroma")
    assert other.areas[other.start].id == "acroma"


@pytest.mark.rule("CAM-4", "CAM-5")
@pytest.mark.parametrize(
    ("winner", "level", "area"),
    [
        (AXIS, "victory", "marsa_matruh"),
        (ALLIED, "victory", "sollum"),
        (ALLIED, "great_victory", "bardia"),
        (NOBODY, "draw", "sidi_el_barrani"),
    ],
)
def test_t22_the_front_moves_with_the_result(winner: int, level: str, area: str) -> None:
    found = after("c1", "sidi_el_barrani", winner, level)
    assert found.winner is None
    assert front("c1", found) == area
    assert found.state.battle == 2


@pytest.mark.rule("CAM-5")
def test_t22_a_great_victory_in_the_last_area_but_one_wins() -> None:
    found = after("c1", "sidi_el_barrani", AXIS, "great_victory")
    assert (found.winner, found.reason) == (AXIS, "beyond-the-last-area")


@pytest.mark.rule("CAM-5", "C1-4")
@pytest.mark.parametrize("level", ["victory", "great_victory"])
def test_losing_the_last_area_is_defeat_for_either_side(level: str) -> None:
    assert after("c1", "marsa_matruh", AXIS, level).winner == AXIS
    assert after("c1", "tobruk", ALLIED, level).winner == ALLIED
    assert after("c1", "tobruk", AXIS, level).winner is None


@pytest.mark.rule("CAM-5")
def test_the_last_area_itself_is_still_fought_for() -> None:
    assert front("c1", after("c1", "bardia", ALLIED, "great_victory")) == "tobruk"
    assert front("c1", after("c1", "sollum", AXIS, "great_victory")) == "marsa_matruh"


@pytest.mark.rule("C7-5", "CAM-4")
def test_in_tunisia_the_axis_pushes_towards_the_first_area() -> None:
    assert front("c7", after("c7", "kasserine", AXIS, "victory")) == "el_kef"
    assert front("c7", after("c7", "kasserine", ALLIED, "great_victory")) == "uadi_akarit"
    assert after("c7", "el_kef", AXIS, "great_victory").winner == AXIS
    assert after("c7", "enfidaville", ALLIED, "victory").winner == ALLIED


@pytest.mark.rule("CAM-4")
def test_victories_are_counted() -> None:
    first = after("c6", "kidney_ridge", AXIS, "victory")
    played = campaign("c6")
    second = verdict(played, first.state, BattleReport(ALLIED, "victory"))
    third = verdict(played, second.state, BattleReport(NOBODY, "draw"))
    assert third.state.won == (1, 1)
    assert third.state.battle == 4


# --- Tobruk -------------------------------------------------------------------------------------


@pytest.mark.rule("C3-5", "C4-6")
@pytest.mark.parametrize(
    ("id_", "areas"),
    [("c3", {"bardia", "sollum"}), ("c4", {"bardia", "sollum", "sidi_el_barrani"})],
)
def test_tobruk_may_be_entered_once_the_area_beside_it_is_passed(id_: str, areas: set[str]) -> None:
    played = campaign(id_)
    assert {a.id for a in played.areas if may_assault(played, at(played, a.id))} == areas


@pytest.mark.rule("C3-5")
def test_other_campaigns_have_nothing_to_assault() -> None:
    for id_ in ("c1", "c2", "c5", "c6", "c7", "c8", "c9"):
        played = campaign(id_)
        assert not any(may_assault(played, at(played, a.id)) for a in played.areas)


@pytest.mark.rule("C3-4", "C3-5")
@pytest.mark.parametrize("level", ["victory", "great_victory"])
def test_t23_taking_tobruk_wins_the_campaign(level: str) -> None:
    found = after("c3", "bardia", AXIS, level, assault=True)
    assert (found.winner, found.reason) == (AXIS, "tobruk-taken")


@pytest.mark.rule("C3-4", "C3-5", "C4-6")
@pytest.mark.parametrize(
    ("id_", "level", "area"),
    [
        ("c3", "victory", "el_aden"),
        ("c3", "great_victory", "derna"),
        ("c4", "victory", "bir_el_gobi"),
        ("c4", "great_victory", "bir_hacheim"),
    ],
)
def test_t23_a_british_victory_at_tobruk_throws_the_front_back(
    id_: str, level: str, area: str
) -> None:
    found = after(id_, "sollum", ALLIED, level, assault=True)
    assert found.winner is None
    assert front(id_, found) == area
    played = campaign(id_)
    assert found.moved == played.index(area) - played.index("sollum")
    assert not found.state.assault


@pytest.mark.rule("C3-5")
def test_a_drawn_assault_changes_nothing() -> None:
    found = after("c3", "bardia", NOBODY, "draw", assault=True)
    assert (found.winner, front("c3", found), found.moved) == (None, "bardia", 0)


def test_the_battle_of_an_assault_is_fought_at_tobruk() -> None:
    played = campaign("c3")
    assert area_of(played, at(played, "bardia", assault=True)).id == "tobruk"
    assert area_of(played, at(played, "bardia")).id == "bardia"


# --- shattered divisions ------------------------------------------------------------------------

BOLOGNA = "c1.axis.bologna_infantry_division"
SEVENTH = "c1.allied.7th_armoured_division"


def lost(
    id_: str, side: int, card: str, bases: int, destroyed: int, in_play: int | None = None
) -> tuple[tuple[str, int], ...]:
    """What goes out of the deck when a division of so many bases loses these."""
    played = campaign(id_)
    chosen: list[tuple[str, ...]] = [(), ()]
    chosen[side] = (card,)
    now = CampaignState(played.start, battle=3, chosen=(chosen[0], chosen[1]), revealed=True)
    still = destroyed if in_play is None else in_play
    found = played.card(card)
    assert found is not None
    names = found.formation_ids()
    report = BattleReport(
        NOBODY,
        "draw",
        bases={name: bases // len(names) for name in names},
        destroyed={names[0]: destroyed},
        destroyed_in_play={names[0]: still},
    )
    return verdict(played, now, report).excluded


@pytest.mark.rule("CAM-6")
def test_t24_more_than_half_destroyed_is_out_for_good() -> None:
    assert lost("c1", AXIS, BOLOGNA, 9, 4) == ()
    assert lost("c1", AXIS, BOLOGNA, 9, 5) == ((BOLOGNA, FOR_GOOD),)
    assert lost("c1", ALLIED, SEVENTH, 12, 6) == ()
    assert lost("c1", ALLIED, SEVENTH, 12, 7) == ((SEVENTH, FOR_GOOD),)


@pytest.mark.rule("CAM-6")
def test_the_scattered_of_the_end_count() -> None:
    assert lost("c1", AXIS, BOLOGNA, 9, 5, in_play=0) == ((BOLOGNA, FOR_GOOD),)


@pytest.mark.rule("C6-5")
def test_at_alamein_only_axis_divisions_go_out() -> None:
    assert lost("c6", AXIS, "c6.axis.21st_panzer_division", 12, 7)
    assert lost("c6", ALLIED, "c6.allied.7th_armoured_division", 11, 11) == ()


@pytest.mark.rule("C9-4")
def test_t24_in_the_simplified_campaign_half_is_enough_for_one_battle() -> None:
    pavia, light = "c9.axis.pavia_infantry_division", "c9.axis.german_90th_light_division"
    armoured = "c9.axis.21st_panzer_division"
    assert lost("c9", AXIS, pavia, 9, 4) == ()
    assert lost("c9", AXIS, pavia, 9, 5) == ((pavia, 4),)
    assert lost("c9", AXIS, light, 11, 5) == ()
    assert lost("c9", AXIS, light, 11, 6) == ((light, 4),)
    assert lost("c9", AXIS, armoured, 12, 6) == ((armoured, 4),)
    assert lost("c9", AXIS, pavia, 9, 9, in_play=4) == ()


@pytest.mark.rule("CAM-6", "C9-12")
def test_a_double_card_is_counted_as_one() -> None:
    brigades = "c9.allied.two_british_armoured_brigades"
    assert lost("c9", ALLIED, brigades, 6, 2) == ()
    assert lost("c9", ALLIED, brigades, 6, 3) == ((brigades, 4),)


@pytest.mark.rule("CAM-6", "DIV-21")
def test_a_lost_tiger_does_not_come_back() -> None:
    played = campaign("c7")
    now = CampaignState(played.start, revealed=True, chosen=((), ()))
    tiger = "c7.axis.tiger501"
    report = BattleReport(NOBODY, "draw", bases={tiger: 1}, destroyed={tiger: 1})
    assert verdict(played, now, report).excluded == ((tiger, FOR_GOOD),)
    unhurt = BattleReport(NOBODY, "draw", bases={tiger: 1})
    assert verdict(played, now, unhurt).excluded == ()


@pytest.mark.rule("C9-4")
def test_a_rested_division_misses_one_battle_and_returns() -> None:
    played = campaign("c9")
    pavia = "c9.axis.pavia_infantry_division"
    now = CampaignState(played.start, battle=3, chosen=((pavia,), ()), revealed=True)
    report = BattleReport(NOBODY, "draw", bases={pavia: 9}, destroyed_in_play={pavia: 9})
    fourth = verdict(played, now, report).state
    assert fourth.battle == 4
    assert fourth.is_out(pavia)
    fifth = verdict(played, fourth, BattleReport(NOBODY, "draw")).state
    assert not fifth.is_out(pavia)
    assert returned(fourth, fifth) == (pavia,)


@pytest.mark.rule("CAM-6")
def test_an_excluded_division_stays_out() -> None:
    played = campaign("c1")
    now = CampaignState(played.start, out=((BOLOGNA, FOR_GOOD),))
    for _ in range(5):
        now = verdict(played, now, BattleReport(NOBODY, "draw")).state
    assert now.is_out(BOLOGNA)
    assert not now.is_out(SEVENTH)


# --- the options of the simplified campaign, single battles --------------------------------------


@pytest.mark.rule("C9-5")
def test_the_short_row_lacks_two_areas() -> None:
    short = campaign("c9", short_track=True)
    assert [a.id for a in short.areas] == [
        "tunisia", "benghazi", "gazala", "tobruk", "mersa_matruh", "el_alamein", "cairo",
    ]  # fmt: skip
    assert short.areas[short.start].id == "tobruk"
    assert verdict(short, CampaignState(5), BattleReport(AXIS, "great_victory")).winner == AXIS


@pytest.mark.rule("C9-9", "C9-10")
def test_fewer_cards_and_the_draft_for_beginners() -> None:
    assert (campaign("c9").choose, campaign("c9").draw) == (1, 4)
    four = campaign("c9", four_cards=True)
    assert (four.choose, four.draw, four.draw_first) == (1, 3, 0)
    draft = campaign("c9", novice_draft=True)
    assert (draft.choose, draft.draw, draft.draw_first) == (2, 0, 2)


@pytest.mark.rule("C9-5", "C9-9", "C9-10")
def test_those_options_leave_other_campaigns_alone() -> None:
    options = {"short_track": True, "four_cards": True, "novice_draft": True}
    assert campaign("c3", **options) == campaign("c3")


def test_the_place_of_a_single_battle() -> None:
    played = campaign("battle", deck="c4")
    assert played.id == "c4"
    assert battle_area(played, "start") == (played.start, False)
    assert battle_area(played, "1") == (0, False)
    assert battle_area(played, "side") == (played.index("bir_el_gobi"), True)
    with pytest.raises(BadPosition):
        battle_area(played, "8")
    with pytest.raises(BadPosition):
        battle_area(campaign("c1"), "side")


def test_a_british_great_defeat_brings_another_commander() -> None:
    assert after("c9", "tobruk", AXIS, "great_victory").state.commander == 1
    assert after("c9", "tobruk", AXIS, "victory").state.commander == 0
    assert after("c9", "tobruk", ALLIED, "great_victory").state.commander == 0
