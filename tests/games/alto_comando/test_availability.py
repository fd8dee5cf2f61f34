"""Minefields, trenches and air attacks by area, battle and option."""

from __future__ import annotations

import pytest

from campagna.games.alto_comando.campaign_data import campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.rules.works_available import Allowance, allowed

OPTIONS: dict[str, bool | str] = {
    "short_track": False,
    "four_cards": False,
    "novice_draft": False,
    "gazala_start": "bir_hacheim",
    "air": "campaign",
    "mines": "campaign",
    "trenches": "campaign",
}


def at(
    id_: str, area: str, *, opening: bool = False, options: dict[str, bool | str] | None = None
) -> Allowance:
    campaign = campaign_of(id_, OPTIONS)
    if campaign.side_area is not None and area == campaign.side_area.area.id:
        now = CampaignState(campaign.index(campaign.side_area.needed), assault=True)
    else:
        now = CampaignState(campaign.index(area))
    return allowed(campaign, now, OPTIONS | (options or {}), opening=opening)


@pytest.mark.rule("CAM-7", "C1-5", "C3-6", "C4-7", "C6-6", "C8-6")
@pytest.mark.parametrize(
    ("id_", "area", "strips", "segments", "air"),
    [
        ("c1", "tobruk", (5, 0), (0, 0), (3, 3)),
        ("c1", "marsa_matruh", (0, 5), (0, 0), (3, 3)),
        ("c1", "sollum", (0, 0), (0, 0), (3, 3)),
        ("c2", "tobruk", (5, 0), (16, 0), (3, 3)),
        ("c3", "marsa_el_brega", (5, 0), (16, 0), (3, 3)),
        ("c3", "tobruk", (0, 5), (0, 16), (3, 3)),
        ("c4", "tobruk", (0, 5), (0, 16), (3, 3)),
        ("c6", "kidney_ridge", (5, 5), (16, 16), (1, 3)),
        ("c8", "argan", (0, 0), (0, 8), (3, 3)),
        ("c8", "berbera", (0, 5), (0, 0), (3, 3)),
        ("c9", "gazala", (5, 5), (16, 16), (3, 3)),
    ],
)
def test_by_area(
    id_: str, area: str, strips: tuple[int, int], segments: tuple[int, int], air: tuple[int, int]
) -> None:
    assert at(id_, area) == Allowance(strips, segments, air)


@pytest.mark.rule("C7-9")
def test_t6_no_aircraft_in_the_first_battle_of_tunisia() -> None:
    assert at("c7", "kasserine", opening=True).air == (0, 0)
    assert at("c7", "kasserine").air == (3, 3)
    assert at("c1", "sollum", opening=True).air == (3, 3)


@pytest.mark.rule("C9-6")
def test_t32_after_a_great_victory_half_of_the_works() -> None:
    campaign = campaign_of("c9", OPTIONS)
    now = CampaignState(campaign.start, battle=2, after_great_victory=True)
    assert allowed(campaign, now, OPTIONS, opening=False) == Allowance((2, 2), (8, 8), (3, 3))
    other = campaign_of("c6", OPTIONS)
    now = CampaignState(other.start, battle=2, after_great_victory=True)
    assert allowed(other, now, OPTIONS, opening=False).strips == (5, 5)


@pytest.mark.rule("MIN-1", "TRE-1", "AIR-1")
def test_options_overrule_the_area() -> None:
    full = {"mines": "full", "trenches": "full", "air": "full"}
    assert at("c8", "argan", options=dict(full)) == Allowance((5, 5), (16, 16), (3, 3))
    none = {"mines": "none", "trenches": "none", "air": "none"}
    assert at("c6", "el_daba", options=dict(none)) == Allowance((0, 0), (0, 0), (0, 0))
