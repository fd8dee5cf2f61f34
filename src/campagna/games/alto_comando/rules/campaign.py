"""Campaigns: the front on its row of areas, the divisions left out, the end (CAM-3 to CAM-6).

Nothing here knows the table or the bases.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import Area, Campaign
from campagna.games.alto_comando.campaign_state import CampaignState, Cards
from campagna.games.alto_comando.world import ALLIED, AXIS, NOBODY, SIDES

FOR_GOOD = 0
"""The last battle a card misses, when it never comes back."""

AREAS = {"draw": 0, "victory": 1, "great_victory": 2}


class BattleReport(msgspec.Struct, frozen=True):
    """What a campaign wants to know of a battle that is over."""

    winner: int
    """The side, or NOBODY."""
    level: str
    points: tuple[int, int] = (0, 0)
    bases: Mapping[str, int] = {}
    """How many bases each formation brought."""
    destroyed: Mapping[str, int] = {}
    """Bases destroyed, the Scattered of the end included (VIC-8)."""
    destroyed_in_play: Mapping[str, int] = {}


class Verdict(msgspec.Struct, frozen=True):
    """What a battle does to the campaign; `winner` is set when it is over."""

    state: CampaignState
    moved: int
    """Areas the front moved, towards the end of the row if positive."""
    winner: int | None = None
    reason: str = ""
    excluded: tuple[tuple[str, int], ...] = ()


# --- where the battle is ------------------------------------------------------------------------


def area_of(campaign: Campaign, now: CampaignState) -> Area:
    """The area in which the battle is fought."""
    if now.assault:
        assert campaign.side_area is not None
        return campaign.side_area.area
    return campaign.areas[now.front]


@rule("C3-5", "C4-6")
def may_assault(campaign: Campaign, now: CampaignState) -> bool:
    """The Axis may enter Tobruk while the front has passed the area next to it (A-28)."""
    if campaign.side_area is None:
        return False
    beyond = (now.front - campaign.index(campaign.side_area.needed)) * campaign.advance
    return beyond > 0


def area_is_open(campaign: Campaign, now: CampaignState) -> bool:
    """Whether somebody still has to say where the battle is fought."""
    return campaign.side_area is not None and not now.area_chosen


# --- after a battle -----------------------------------------------------------------------------


def verdict(
    campaign: Campaign, now: CampaignState, report: BattleReport, *, to_the_gate: bool = True
) -> Verdict:
    """Shattered divisions go out, the front moves, and the campaign may be over.

    `to_the_gate`: a British victory at Tobruk throws the front back to the area next to it, and not
    as far from where it is as any victory does (A-28).
    """
    excluded = shattered(campaign, now, report)
    won = now.won
    if report.winner != NOBODY:
        won = (won[AXIS] + (report.winner == AXIS), won[ALLIED] + (report.winner == ALLIED))
    great = report.level == "great_victory"
    following = msgspec.structs.replace(
        CampaignState(now.front, now.battle + 1),
        out=_still_out(now, now.battle + 1) + excluded,
        won=won,
        after_great_victory=great,
        commander=now.commander + (great and report.winner == AXIS),
    )
    if now.assault and (to_the_gate or report.winner == AXIS):
        return _after_assault(campaign, now, report, following, excluded)
    front = now.front + _push(campaign, report)
    if 0 <= front < len(campaign.areas):
        after = msgspec.structs.replace(following, front=front)
        return Verdict(after, front - now.front, excluded=excluded)
    return Verdict(following, 0, report.winner, "beyond-the-last-area", excluded)


@rule("CAM-4", "CAM-5", "C3-4")
def _push(campaign: Campaign, report: BattleReport) -> int:
    """A victory pushes the loser back one area, a great victory two, a draw none (A-27)."""
    if report.winner == NOBODY:
        return 0
    areas = AREAS[report.level] * campaign.advance
    return areas if report.winner == AXIS else -areas


@rule("C3-4", "C3-5", "C4-6")
def _after_assault(
    campaign: Campaign,
    now: CampaignState,
    report: BattleReport,
    following: CampaignState,
    excluded: tuple[tuple[str, int], ...],
) -> Verdict:
    """Tobruk taken wins the campaign; a British victory throws the front back (A-28)."""
    side = campaign.side_area
    assert side is not None
    if report.winner == AXIS:
        return Verdict(following, 0, AXIS, "tobruk-taken", excluded)
    if report.winner == NOBODY:
        return Verdict(following, 0, excluded=excluded)
    great = report.level == "great_victory"
    front = campaign.index(side.great_victory_front if great else side.victory_front)
    after = msgspec.structs.replace(following, front=front)
    return Verdict(after, front - now.front, excluded=excluded)


@rule("CAM-6", "C6-5", "C9-4")
def shattered(
    campaign: Campaign, now: CampaignState, report: BattleReport
) -> tuple[tuple[str, int], ...]:
    """Cards that lost too many bases, each with the last battle it misses (A-30).

    The Tiger is no card but obeys the same rule: one base of one (A-34).
    """
    terms = campaign.exclusion
    lost = report.destroyed if terms.scattered_at_end_count else report.destroyed_in_play
    last = FOR_GOOD if terms.battles == "all_later" else now.battle + 1
    found: list[tuple[str, int]] = []
    for side in (AXIS, ALLIED):
        if SIDES[side] not in terms.sides:
            continue
        for card, formations in _fielded(campaign, now, side, report):
            bases = sum(report.bases[f] for f in formations)
            destroyed = sum(lost.get(f, 0) for f in formations)
            if 2 * destroyed > bases or (
                terms.destroyed == "half_or_more" and 2 * destroyed == bases
            ):
                found.append((card, last))
    return tuple(found)


def _fielded(
    campaign: Campaign, now: CampaignState, side: int, report: BattleReport
) -> list[tuple[str, tuple[str, ...]]]:
    """The cards of a side that stood on the table, and the Tiger, with their formations."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for id_ in now.hand(side):
        card = campaign.card(id_)
        assert card is not None
        if card.formations and set(card.formation_ids()) <= set(report.bases):
            found.append((id_, card.formation_ids()))
    extra = campaign.add_on
    if extra is not None and side == AXIS and extra.id in report.bases:
        found.append((extra.id, (extra.id,)))
    return found


@rule("C9-4")
def _still_out(now: CampaignState, battle: int) -> tuple[tuple[str, int], ...]:
    return tuple((c, last) for c, last in now.out if last == FOR_GOOD or last >= battle)


def returned(before: CampaignState, after: CampaignState) -> Cards:
    """Cards that are back in the deck."""
    still = {card for card, _ in after.out}
    return tuple(card for card, _ in before.out if card not in still)
