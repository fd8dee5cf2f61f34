"""Which minefields, trenches and air attacks each side has in a battle (CAM-7)."""

from __future__ import annotations

import msgspec

from campagna.core.editions import OptionValues
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import Area, Campaign, campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.rules.campaign import area_of
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import BATTLE, load_world


class Allowance(msgspec.Struct, frozen=True):
    """For the Axis and the Allies: strips of minefield, trench segments, air attacks per turn."""

    strips: tuple[int, int]
    segments: tuple[int, int]
    air: tuple[int, int]


@rule("BF-1")
def _no_works() -> Allowance:
    """Beda Fomm is fought without any of them."""
    return Allowance((0, 0), (0, 0), (0, 0))


def allowance(state: State) -> Allowance:
    """What the two sides have in the battle that is about to be set up."""
    if state.campaign is None:
        return _no_works()
    campaign = campaign_of(state.setup.scenario, state.options)
    opening = state.setup.scenario != BATTLE and state.campaign.battle == 1
    return allowed(campaign, state.campaign, state.options, opening=opening)


@rule("CAM-7", "C7-9", "C9-6", "AIR-1", "MIN-1", "TRE-1")
def allowed(
    campaign: Campaign, now: CampaignState, options: OptionValues, *, opening: bool
) -> Allowance:
    """Only the side named for the area of the battle may use its works there (A-50).

    `opening` is the first battle of a campaign, in which Tunisia has no air attacks.
    """
    area = area_of(campaign, now)
    full = load_world().card_battle["full_allowance"]
    strips, segments, air = full["max_strips"], full["max_trench_segments"], full["air"]
    flown = campaign.air_first_battle if opening else campaign.air
    return Allowance(
        _halved(_works(options["mines"], area.mines, strips), now, campaign.halved_strips),
        _halved(_trenches(options["trenches"], area, segments), now, campaign.halved_segments),
        {"full": (air, air), "none": (0, 0)}.get(str(options["air"]), flown),
    )


def _works(option: bool | str, sides: tuple[str, ...], most: int) -> tuple[int, int]:
    if option == "campaign":
        return most * ("axis" in sides), most * ("allied" in sides)
    return (most, most) if option == "full" else (0, 0)


def _trenches(option: bool | str, area: Area, most: int) -> tuple[int, int]:
    axis, allied = _works(option, area.trenches, most)
    if option == "campaign":
        axis = min(axis, area.trench_limit.get("axis", most))
        allied = min(allied, area.trench_limit.get("allied", most))
    return axis, allied


@rule("C9-6")
def _halved(works: tuple[int, int], now: CampaignState, half: int | None) -> tuple[int, int]:
    """After a great victory the sides had little time to dig in (A-36)."""
    if half is None or not now.after_great_victory:
        return works
    return min(works[0], half), min(works[1], half)
