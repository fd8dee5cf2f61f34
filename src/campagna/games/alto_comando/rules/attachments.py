"""Formations without headquarters, the Tiger, and the mix of British tanks (DIV-14, 17, 21).

A formation without HQ may join one with HQ of its side for the battle: it then belongs to that
division for spotting, command, replacement and clearing (A-23).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Refusal, Step
from campagna.core.decision import Decision, certain
from campagna.core.offers import Offer, Pick, Say
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_data import AddOn, campaign_of
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.events import (
    Attached,
    StayedAlone,
    TanksMixed,
    TigerLeftOut,
)
from campagna.games.alto_comando.orders import Attach, TankMix
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules.campaign import area_is_open, area_of
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import ALLIED, AXIS, SIDES, Template


class Loose(msgspec.Struct, frozen=True):
    """A formation that waits for a host, and the hosts it may have."""

    formation: str
    side: int
    hosts: tuple[str, ...]
    tiger: bool = False


def _campaign_state(state: State) -> CampaignState:
    assert state.campaign is not None
    return state.campaign


def _template(state: State, formation: Formation) -> Template:
    return state.world.templates[formation.template]


@rule("DIV-21")
def _tiger(state: State) -> AddOn | None:
    """The Tiger, unless there is none in this battle or it has been lost (A-34)."""
    campaign, now = campaign_of(state.setup.scenario, state.options), _campaign_state(state)
    extra = campaign.add_on
    if extra is None or now.is_out(extra.id):
        return None
    if not extra.area:
        return extra
    options = state.options
    here = options.fixed("tunisia-tiger") and options["tunisia_tiger"]
    return extra if here and area_of(campaign, now).id == extra.area else None


# --- who needs a host ---------------------------------------------------------------------------


@rule("DIV-14")
def _hosts(state: State, side: int) -> tuple[str, ...]:
    return tuple(f.id for f in state.formations if f.side == side and _template(state, f).has_hq)


@rule("DIV-14", "DIV-21")
def _loose(state: State) -> list[Loose]:
    """Formations still to be decided on, the Axis first, the Tiger after its other formations."""
    decided = _campaign_state(state).attached
    found: list[Loose] = []
    for side in (AXIS, ALLIED):
        for f in state.formations:
            if f.side == side and f.id not in decided and not _template(state, f).has_hq:
                found.append(Loose(f.id, side, _hosts(state, side)))
        extra = _tiger(state) if side == AXIS else None
        if extra is not None and extra.id not in decided:
            armour = tuple(f.id for f in state.formations if _template(state, f).german_armour)
            found.append(Loose(extra.id, side, armour, tiger=True))
    return found


def settle(state: State) -> list[Event]:
    """Formations for which there is no host stay alone, without anybody being asked."""
    events: list[Event] = []
    for loose in _loose(state):
        if not loose.hosts:
            events += _decide(state, loose, "", announced=not loose.tiger)
    if not _campaign_state(state).tanks_mixed and not mixable(state):
        state.campaign = msgspec.structs.replace(_campaign_state(state), tanks_mixed=True)
    return events


def pending(state: State) -> Loose | str | None:
    """The next formation to decide on, "tank-mix", or None when all is decided."""
    loose = _loose(state)
    if loose:
        return loose[0]
    return None if _campaign_state(state).tanks_mixed else "tank-mix"


def step(state: State) -> Step:
    waiting = pending(state)
    if isinstance(waiting, Loose):
        facts: dict[str, Fact] = {"formation": waiting.formation, "hosts": waiting.hosts}
        if waiting.tiger:
            return Step(SIDES[waiting.side], "attach-tiger", "DIV-21", facts)
        return Step(SIDES[waiting.side], "attach", "DIV-14", facts)
    return Step("allied", "tank-mix", "DIV-17", {"count": len(mixable(state))})


# --- attaching ----------------------------------------------------------------------------------


class AttachPlan(NamedTuple):
    loose: Loose
    host: str


@rule("DIV-14", "DIV-21")
def judge_attach(state: State, order: Attach) -> Refusal | AttachPlan:
    waiting = pending(state)
    assert isinstance(waiting, Loose)
    rule_id = "DIV-21" if waiting.tiger else "DIV-14"
    known = {f.id: f for f in state.formations}
    if order.formation != waiting.formation:
        if order.formation not in known:
            return Refusal(rule_id, "unknown-unit", {"unit": order.formation})
        return Refusal(rule_id, "another-formation-first", {"formation": waiting.formation})
    if not order.host or order.host in waiting.hosts:
        return AttachPlan(waiting, order.host)
    host = known.get(order.host)
    facts = {"formation": order.formation, "host": order.host}
    if host is None:
        return Refusal(rule_id, "unknown-unit", {"unit": order.host})
    if host.side != waiting.side:
        return Refusal(rule_id, "not-your-unit", {"unit": order.host})
    if waiting.tiger:
        return Refusal("DIV-21", "not-german-armour", facts)
    return Refusal("DIV-14", "host-without-hq", facts)


def carry_out_attach(state: State, plan: AttachPlan, chance: Chance) -> list[Event]:
    return _decide(state, plan.loose, plan.host, announced=True)


def forecast_attach(state: State, plan: AttachPlan) -> Forecast:
    return certain(step(state).rule)


@rule("DIV-14", "DIV-21")
def _decide(state: State, loose: Loose, host: str, *, announced: bool) -> list[Event]:
    state.campaign = msgspec.structs.replace(
        _campaign_state(state), attached=(*_campaign_state(state).attached, loose.formation)
    )
    if loose.tiger:
        extra = _tiger(state)
        assert extra is not None
        if host:
            tiger = Formation(extra.id, extra.id, extra.template, AXIS, host)
            state.formations = (*state.formations, tiger)
            return [Attached(rule="DIV-21", formation=extra.id, host=host)]
        return [TigerLeftOut(rule="DIV-21", formation=extra.id)] if announced else []
    if not host:
        return [StayedAlone(rule="DIV-14", formation=loose.formation)]
    state.formations = tuple(
        msgspec.structs.replace(f, host=host) if f.id == loose.formation else f
        for f in state.formations
    )
    return [Attached(rule="DIV-14", formation=loose.formation, host=host)]


# --- British tanks ------------------------------------------------------------------------------


@rule("DIV-17")
def mixable(state: State) -> tuple[str, ...]:
    """British tank bases, each of which may be an infantry tank or a cruiser (A-24)."""
    return tuple(
        f"{f.id}.{key}"
        for f in state.formations
        if _template(state, f).cruiser_choice
        for key, kind in _template(state, f).members()
        if kind == "tank"
    )


@rule("DIV-17")
def judge_mix(state: State, order: TankMix) -> Refusal | tuple[str, ...]:
    """The cruisers, in the order of the formations."""
    tanks = mixable(state)
    for unit in order.cruisers:
        if unit not in tanks:
            return _not_a_tank(state, unit)
    if len(set(order.cruisers)) < len(order.cruisers):
        return Refusal("DIV-17", "unit-named-twice", {"units": order.cruisers})
    return tuple(unit for unit in tanks if unit in order.cruisers)


def _not_a_tank(state: State, unit: str) -> Refusal:
    for f in state.formations:
        if unit in {f"{f.id}.{key}" for key, _ in _template(state, f).members()}:
            if f.side == ALLIED:
                return Refusal("DIV-17", "no-british-tank", {"unit": unit})
            return Refusal("DIV-17", "not-your-unit", {"unit": unit})
    return Refusal("DIV-17", "unknown-unit", {"unit": unit})


def carry_out_mix(state: State, cruisers: tuple[str, ...], chance: Chance) -> list[Event]:
    state.campaign = msgspec.structs.replace(
        _campaign_state(state), cruisers=cruisers, tanks_mixed=True
    )
    return [TanksMixed(rule="DIV-17", cruisers=cruisers)]


# --- decisions ----------------------------------------------------------------------------------


def _cards_are_shown(state: State) -> bool:
    """Area and cards are decided: what is left are hosts and tanks."""
    campaign = campaign_of(state.setup.scenario, state.options)
    return _campaign_state(state).revealed and not area_is_open(campaign, _campaign_state(state))


def asks_for_host(state: State) -> bool:
    return _cards_are_shown(state) and isinstance(pending(state), Loose)


def asks_for_mix(state: State) -> bool:
    return _cards_are_shown(state) and not isinstance(pending(state), Loose)


def offer_hosts(state: State) -> tuple[Offer, ...]:
    """A host, or none."""
    waiting = pending(state)
    assert isinstance(waiting, Loose)
    formation = {"formation": waiting.formation}
    alone = Say("attach", fixed={**formation, "host": ""}, tone="decline")
    if not waiting.hosts:
        return (alone,)
    return Pick("attach", "host", waiting.hosts, fixed=formation, tone="main"), alone


def offer_mixes(state: State) -> tuple[Offer, ...]:
    tanks = mixable(state)
    return (Pick("tank-mix", "cruisers", tanks, many=True, least=0, most=len(tanks), tone="main"),)


ATTACH = Decision(
    Attach,
    "DIV-14",
    judge_attach,
    carry_out_attach,
    forecast_attach,
    offer=offer_hosts,
    when=asks_for_host,
)
TANK_MIX = Decision(
    TankMix, "DIV-17", judge_mix, carry_out_mix, offer=offer_mixes, when=asks_for_mix
)
