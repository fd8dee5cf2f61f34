"""After a battle: shattered divisions, the front, the end of the campaign (CAM-4 to CAM-6).

The verdict itself is in `campaign`; here it becomes events, and the table is cleared for the next
battle or the game ends.
"""

from __future__ import annotations

from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import Campaign, campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import (
    CampaignEnded,
    CardExcluded,
    CardRested,
    CardReturned,
    CommanderReplaced,
    FrontHeld,
    FrontMoved,
)
from campagna.games.alto_comando.rules import battle_start
from campagna.games.alto_comando.rules.campaign import (
    FOR_GOOD,
    BattleReport,
    Verdict,
    returned,
    verdict,
)
from campagna.games.alto_comando.state import Phase, Result, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BATTLE, NOBODY, SIDES

CAMPAIGN_LEVELS = {AXIS: "axis_campaign", ALLIED: "allied_campaign", NOBODY: "undecided"}


def after_battle(state: State, report: BattleReport) -> list[Event]:
    """A single battle ends the game; a campaign moves its front and goes on, or ends."""
    before = state.campaign
    assert before is not None
    if state.setup.scenario == BATTLE:
        _end_campaign(state, Result(report.winner, report.level, report.points))
        return []
    campaign = campaign_of(state.setup.scenario, state.options)
    found = verdict(campaign, before, report, to_the_gate=_to_the_gate(state))
    events = _campaign_events(campaign, before, found)
    winner, reason, rule_id = found.winner, found.reason, "CAM-5"
    if winner is None and _nobody_left(campaign, found.state):
        winner, reason, rule_id = NOBODY, "no-divisions-left", "A-54"
    if winner is None:
        battle_start.clear_table(state)
        state.campaign = found.state
        state.phase = Phase.FORCES
        return events
    state.campaign = found.state
    _end_campaign(state, Result(winner, CAMPAIGN_LEVELS[winner], found.state.won))
    name = SIDES[winner] if winner != NOBODY else ""
    ended = CampaignEnded(rule=rule_id, winner=name, reason=reason, battles=before.battle)
    return [*events, ended]


@rule("CAM-4", "C3-5", "C4-6")
def _to_the_gate(state: State) -> bool:
    """How far a British victory at Tobruk throws the Axis back: the book knows one way only (A-28)."""
    options = state.options
    return not options.fixed("tobruk-repulse") or options.get("tobruk_repulse") == "to_the_gate"


def _end_campaign(state: State, result: Result) -> None:
    state.result = result
    state.phase = Phase.OVER


@rule("CAM-4", "CAM-6", "C9-3", "C9-4")
def _campaign_events(campaign: Campaign, before: CampaignState, found: Verdict) -> list[Event]:
    events: list[Event] = [
        CardExcluded(rule="CAM-6", card=card)
        if last == FOR_GOOD
        else CardRested(rule="C9-4", card=card, battle=last)
        for card, last in found.excluded
    ]
    if found.winner is None:
        events += [CardReturned(rule="C9-4", card=card) for card in returned(before, found.state)]
        area = campaign.areas[found.state.front].id
        if found.moved:
            events.append(FrontMoved(rule="CAM-4", area=area, areas=abs(found.moved)))
        else:
            events.append(FrontHeld(rule="CAM-4", area=area))
    if campaign.id == "c9" and found.state.commander > before.commander:
        name = campaign.commanders[found.state.commander % len(campaign.commanders)]
        events.append(CommanderReplaced(rule="C9-3", name=name))
    return events


@rule("A-54")
def _nobody_left(campaign: Campaign, now: CampaignState) -> bool:
    """Neither side has a division that could ever take the field: the campaign cannot go on.

    A garrison does not take the field (A-28).
    """
    gone = {card for card, last in now.out if last == FOR_GOOD}
    return all(
        card.id in gone or not card.formations or card in campaign.garrison
        for side in (AXIS, ALLIED)
        for card in campaign.cards(side)
    )
