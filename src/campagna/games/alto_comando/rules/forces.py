"""Gathering the forces of a battle (SET-1): area, cards, attachments, the Tiger, British tanks.

`proceed` carries out everything nobody decides and stops at the first decision; when the forces
are complete it hands over to the set-up on the table.
"""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import BadPosition, Event, Fact, Forecast, Refusal, Step
from campagna.core.decision import Decision, certain
from campagna.core.offers import Batch, Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import Campaign, battle_area, campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState, Cards
from campagna.games.alto_comando.events import (
    BattleCalled,
    BattleForfeited,
    CardsChosen,
    CardsDrawn,
    CardsRevealed,
    GarrisonJoined,
)
from campagna.games.alto_comando.orders import ChooseArea, ChooseCards
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import aftermath, attachments, battle_start, cards, terrain
from campagna.games.alto_comando.rules.campaign import (
    BattleReport,
    area_is_open,
    area_of,
    may_assault,
)
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BATTLE, NOBODY, SIDES


def plan(state: State) -> Campaign:
    """The campaign that is played, its options applied."""
    return campaign_of(state.setup.scenario, state.options)


def now(state: State) -> CampaignState:
    assert state.campaign is not None
    return state.campaign


def is_opening(state: State) -> bool:
    """The first battle of a campaign, which Tunisia fights on terms of its own (C7-6, C7-9)."""
    return state.setup.scenario != BATTLE and now(state).battle == 1


# --- the beginning ------------------------------------------------------------------------------


@rule("CAM-3", "SET-1")
def begin(state: State, chance: Chance) -> list[Event]:
    """The first battle of a campaign, or the only one."""
    campaign = plan(state)
    if state.setup.scenario == BATTLE:
        front, assault = battle_area(campaign, str(state.options["area"]))
        state.campaign = CampaignState(front, assault=assault, area_chosen=True)
    else:
        state.campaign = CampaignState(campaign.start)
    return proceed(state, chance)


def complete(state: State) -> None:
    """A position may leave the campaign out: then its first battle is fought as it was begun."""
    campaign = plan(state)
    if state.campaign is None:
        state.campaign = CampaignState(
            campaign.start, area_chosen=True, chosen=((), ()), revealed=True, tanks_mixed=True
        )
    check(campaign, state.campaign)


def check(campaign: Campaign, given: CampaignState) -> None:
    """Whether a campaign could stand like this. Raises `BadPosition`."""
    if not 0 <= given.front < len(campaign.areas):
        raise BadPosition(f"campaign {campaign.number} has {len(campaign.areas)} areas")
    if given.assault and campaign.side_area is None:
        raise BadPosition(f"campaign {campaign.number} has no area beside its row")
    if given.battle < 1:
        raise BadPosition("battles are counted from 1")
    extra = set() if campaign.add_on is None else {campaign.add_on.id}
    named = {card for card, _ in given.out} - extra
    named |= {card for side in (AXIS, ALLIED) for card in given.hand(side)} - {cards.HIDDEN}
    unknown = sorted(card for card in named if campaign.card(card) is None)
    if unknown:
        raise BadPosition(f"no card '{unknown[0]}' in campaign {campaign.number}")


def proceed(state: State, chance: Chance) -> list[Event]:
    """Go on until somebody has to decide or the forces are complete.

    A battle for which a side finds no formation is not fought, so the loop may go on to the next.
    """
    events: list[Event] = []
    while state.phase == Phase.FORCES:
        if terrain.must_lay(state):
            return events + terrain.begin(state)
        events += _gather(state, chance)
        if not now(state).revealed:
            return events
        missing = tuple(side for side in (AXIS, ALLIED) if not _formations_of(state, side))
        if missing:
            events += _forfeit(state, missing)
            continue
        events += attachments.settle(state)
        if attachments.pending(state) is None:
            events += battle_start.begin_setup(state, chance)
        return events
    return events


def _gather(state: State, chance: Chance) -> list[Event]:
    """Area and cards, as far as nobody has to decide."""
    events: list[Event] = []
    if not now(state).area_chosen:
        if may_assault(plan(state), now(state)):
            return events
        events += _call_battle(state, assault=False)
    if not now(state).revealed:
        events += _deal_before_the_choice(state, chance)
        _choose_where_nothing_is_to_choose(state)
        if None not in now(state).chosen:
            events += _reveal_and_draw(state, chance)
    return events


def _forfeit(state: State, missing: tuple[int, ...]) -> list[Event]:
    """Without formations there is no battle: a great victory of the other side, or a draw (A-31)."""
    event = BattleForfeited(rule="A-31", sides=tuple(SIDES[side] for side in missing))
    if len(missing) == 1:
        report = BattleReport(1 - missing[0], "great_victory")
        return [event, *aftermath.after_battle(state, report)]
    return [event, *aftermath.after_battle(state, BattleReport(NOBODY, "draw"))]


def _formations_of(state: State, side: int) -> list[Formation]:
    return [f for f in state.formations if f.side == side]


# --- the area -----------------------------------------------------------------------------------


def _call_battle(state: State, *, assault: bool) -> list[Event]:
    state.campaign = msgspec.structs.replace(now(state), assault=assault, area_chosen=True)
    area = area_of(plan(state), now(state)).id
    return [BattleCalled(rule="CAM-3", battle=now(state).battle, area=area)]


@rule("C3-5", "C4-6", "CAM-3")
def _refuse_area(state: State, order: ChooseArea) -> Refusal | None:
    """Tobruk is entered by who holds the area next to it; any other battle is at the front."""
    campaign = plan(state)
    front = campaign.areas[now(state).front].id
    beside = campaign.side_area
    tobruk = beside is not None and order.area == beside.area.id
    if beside is not None and tobruk and not may_assault(campaign, now(state)):
        facts = {"area": order.area, "needed": beside.needed, "front": front}
        return Refusal(_rule_of_the_gate(campaign), "gate-not-held", facts)
    if not area_is_open(campaign, now(state)):
        return Refusal(step(state).rule, "not-now")
    if tobruk or order.area == front:
        return None
    if order.area in {area.id for area in campaign.areas}:
        return Refusal("CAM-3", "not-the-front", {"area": order.area, "front": front})
    return Refusal("CAM-3", "unknown-hex", {"hex": order.area})


def _rule_of_the_gate(campaign: Campaign) -> str:
    return "C3-5" if campaign.number == 3 else "C4-6"


# --- the cards ----------------------------------------------------------------------------------


@rule("C4-4", "C9-10")
def _deal_before_the_choice(state: State, chance: Chance) -> list[Event]:
    """The garrison of Tobruk, or the two cards of the beginners' draft."""
    campaign, events = plan(state), list[Event]()
    held = now(state).drawn
    present = cards.garrison(campaign, now(state))
    if present and not held[ALLIED]:
        state.campaign = cards.with_drawn(now(state), ALLIED, present)
        events.append(GarrisonJoined(rule="C4-4", cards=present))
    if campaign.draw_first and held == ((), ()):
        for side in (AXIS, ALLIED):
            events += _draw(state, side, campaign.draw_first, chance, "C9-10")
    return events


@rule("C7-6")
def _choose_where_nothing_is_to_choose(state: State) -> None:
    """The Americans at Kasserine are fixed; a single possible choice asks nobody."""
    campaign = plan(state)
    for side in (AXIS, ALLIED):
        if now(state).chosen[side] is not None:
            continue
        if side == ALLIED and campaign.first_battle and is_opening(state):
            state.campaign = cards.with_chosen(now(state), side, campaign.first_battle)
            continue
        possible = cards.choice(campaign, now(state), state.options, side)
        if possible.ways() == 1:
            only = possible.groups[0][: possible.counts[0]]
            state.campaign = cards.with_chosen(now(state), side, only)


@rule("CAM-1", "CAM-2")
def _reveal_and_draw(state: State, chance: Chance) -> list[Event]:
    """Both have chosen: the cards are shown, the others drawn, the formations come together."""
    campaign, events = plan(state), list[Event]()
    state.campaign = msgspec.structs.replace(now(state), revealed=True)
    for side in (AXIS, ALLIED):
        chosen = now(state).chosen[side] or ()
        if chosen:
            events.append(CardsRevealed(rule="CAM-1", side=SIDES[side], cards=chosen))
    for side in (AXIS, ALLIED):
        count = cards.draws(campaign, now(state), state.options, side)
        if count:
            events += _draw(state, side, count, chance, "CAM-1")
    state.formations = tuple(f for side in (AXIS, ALLIED) for f in _formations_in_hand(state, side))
    return events


def _draw(state: State, side: int, count: int, chance: Chance, rule_id: str) -> list[Event]:
    before = now(state).drawn[side]
    state.campaign = cards.draw(plan(state), now(state), side, count, chance)
    drawn = now(state).drawn[side][len(before) :]
    return [CardsDrawn(rule=rule_id, side=SIDES[side], cards=drawn)]


@rule("CAM-2")
def _formations_in_hand(state: State, side: int) -> list[Formation]:
    """One formation for a card, two for a double card, none for one that brings nothing."""
    found: list[Formation] = []
    for id_ in now(state).hand(side):
        card = plan(state).card(id_)
        assert card is not None
        for formation, template in zip(card.formation_ids(), card.formations, strict=True):
            found.append(Formation(formation, id_, template, side))
    return found


# --- who decides --------------------------------------------------------------------------------


def _choosing(state: State) -> int:
    """The side that has to choose cards; the Axis chooses first."""
    return AXIS if now(state).chosen[AXIS] is None else ALLIED


def choosing(state: State) -> cards.Choice:
    return cards.choice(plan(state), now(state), state.options, _choosing(state))


def areas_to_choose(state: State) -> tuple[str, ...]:
    """The front, and Tobruk if it may be entered, while the Axis has to say where it fights."""
    campaign = plan(state)
    if campaign.side_area is None or not area_is_open(campaign, now(state)):
        return ()
    front = campaign.areas[now(state).front].id
    return (front, campaign.side_area.area.id) if may_assault(campaign, now(state)) else (front,)


def step(state: State) -> Step:
    campaign = plan(state)
    facts: dict[str, Fact] = {"battle": now(state).battle}
    if areas := areas_to_choose(state):
        facts |= {"area": areas[0], "side_area": areas[-1]}
        return Step("axis", "choose-area", _rule_of_the_gate(campaign), facts)
    if not now(state).revealed:
        choice = choosing(state)
        facts |= {"area": area_of(campaign, now(state)).id, "count": max(choice.counts)}
        if choice.side == ALLIED and campaign.armies:
            return Step("allied", "choose-army", "C7-7", facts)
        return Step(SIDES[choice.side], "choose-cards", "CAM-1", facts)
    return attachments.step(state)


# --- choosing the area --------------------------------------------------------------------------


def judge_area(state: State, order: ChooseArea) -> Refusal | bool:
    """Whether the side area is assaulted."""
    refusal = _refuse_area(state, order)
    if refusal is not None:
        return refusal
    side_area = plan(state).side_area
    return side_area is not None and order.area == side_area.area.id


def carry_out_area(state: State, assault: bool, chance: Chance) -> list[Event]:
    return _call_battle(state, assault=assault)


def forecast_area(state: State, assault: bool) -> Forecast:
    return certain(step(state).rule)


def offer_areas(state: State) -> tuple[Offer, ...]:
    areas = areas_to_choose(state)
    return (Pick("choose-area", "area", areas, tone="main"),) if areas else ()


CHOOSE_AREA = Decision(
    ChooseArea, "CAM-3", judge_area, carry_out_area, forecast_area, offer=offer_areas
)


# --- choosing cards -----------------------------------------------------------------------------


def asks_for_cards(state: State) -> bool:
    return not now(state).revealed and not areas_to_choose(state)


def judge_cards(state: State, order: ChooseCards) -> Refusal | Cards:
    refusal = cards.refuse_choice(
        plan(state), now(state), state.options, _choosing(state), order.cards
    )
    return order.cards if refusal is None else refusal


def carry_out_cards(state: State, chosen: Cards, chance: Chance) -> list[Event]:
    side = _choosing(state)
    state.campaign = cards.with_chosen(now(state), side, chosen)
    return [CardsChosen(rule="CAM-1", side=SIDES[side], count=len(chosen), cards=chosen)]


@rule("CAM-1", "CAM-2")
def forecast_cards(state: State, chosen: Cards) -> Forecast:
    """The chance of every card to be among those drawn after the choice.

    The other side's choice is not known before the cards are shown, so only the own deck counts.
    """
    campaign, side = plan(state), _choosing(state)
    after = cards.with_chosen(now(state), side, chosen)
    deck = [card.id for card in cards.in_deck(campaign, after, side)]
    count = cards.draws(campaign, after, state.options, side)
    chance = {card: count / len(deck) for card in deck} if count else {}
    sums = {"side": SIDES[side], "drawn": count, "deck": len(deck), "chance": chance}
    return msgspec.structs.replace(certain(step(state).rule), sums=sums)


def offer_cards(state: State) -> tuple[Offer, ...]:
    """So many cards of the deck; where there are several armies, an offer for each of them."""
    choice = choosing(state)
    return tuple(
        Pick("choose-cards", "cards", (), batches=(Batch(group, count),), tone="main")
        for group, count in zip(choice.groups, choice.counts, strict=True)
    )


CHOOSE_CARDS = Decision(
    ChooseCards,
    "CAM-1",
    judge_cards,
    carry_out_cards,
    forecast_cards,
    offer=offer_cards,
    when=asks_for_cards,
)


# --- what the other side is told ----------------------------------------------------------------


def witness(event: Event, viewer: str) -> Event:
    """A choice is told to the other side without its cards."""
    if isinstance(event, CardsChosen) and event.side != viewer:
        return msgspec.structs.replace(event, cards=())
    return event
