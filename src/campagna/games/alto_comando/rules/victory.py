"""The end of a battle: late conversions, points, level (VIC-4..8)."""

from __future__ import annotations

from collections import Counter

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Forecast, Note
from campagna.core.decision import Decision, certain
from campagna.core.offers import Offer, Say
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando.orders import Concede
from campagna.games.alto_comando.rules import aftermath, beda_fomm
from campagna.games.alto_comando.rules.campaign import BattleReport
from campagna.games.alto_comando.rules.losses import (
    destroy,
    is_alone,
    is_shaken,
    points_of,
    score_destroyed,
)
from campagna.games.alto_comando.state import CONVERTED, DESTROYED, SCATTERED, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BATTLE, BEDA_FOMM, NOBODY, SIDES


@rule("VIC-4", "VIC-5", "VIC-6")
def level_of(state: State, difference: int) -> str:
    """Below 5 a draw, up to 9 a victory, from 10 on a great victory (A-16)."""
    levels = state.world.tables["level"]
    return str([block["id"] for block in levels if difference >= block["least"]][-1])


def lead_needed(state: State) -> int:
    """The difference of points from which on a battle is no draw."""
    return min(int(b["least"]) for b in state.world.tables["level"] if b["id"] != "draw")


def standing(state: State) -> tuple[int, str]:
    """Who leads, and what the points would give now."""
    axis, allied = points_of(state, AXIS), points_of(state, ALLIED)
    level = level_of(state, abs(axis - allied))
    if level == "draw":
        return NOBODY, level
    return (AXIS if axis > allied else ALLIED), level


@rule("VIC-8", "HQ-7")
def convert_scattered(state: State) -> list[Event]:
    """Whoever is still Scattered when the day is over is Destroyed; headquarters perhaps only if alone."""
    found: list[Event] = []
    alone = [
        b
        for b, unit in enumerate(state.roster.units)
        if unit.is_hq and _is_scattered(state, b) and is_alone(state, b)
    ]
    for hq in alone:
        found += destroy(state, hq, CONVERTED)
    spared = not _headquarters_too(state)
    for base, unit in enumerate(state.roster.units):
        if _is_scattered(state, base) and not (unit.is_hq and spared):
            state.remove(base, DESTROYED, CONVERTED)
            points = score_destroyed(state, base, True)
            found.append(ev.Destroyed(rule="VIC-8", unit=unit.id, points=points))
    return found


def _is_scattered(state: State, base: int) -> bool:
    return is_shaken(state, base) or state.bases[base].where == SCATTERED


@rule("VIC-8")
def _headquarters_too(state: State) -> bool:
    """Whether the end of the day destroys headquarters that are not alone: the book excepts nobody."""
    if not state.options.fixed("scattered-hq-at-end"):
        return False
    return state.options["scattered_hq_at_end"] == "destroyed"


def end_battle(state: State) -> list[Event]:
    """The day is over: convert, count, and tell the campaign."""
    if state.field.id == BEDA_FOMM:
        return beda_fomm.turns_over(state)
    found = convert_scattered(state)
    winner, level = standing(state)
    return found + _conclude(state, winner, level)


def _conclude(state: State, winner: int, level: str) -> list[Event]:
    report = report_of(state, winner, level)
    return [_ended(report), *aftermath.after_battle(state, report)]


def _ended(report: BattleReport) -> ev.BattleEnded:
    return ev.BattleEnded(
        rule={"draw": "VIC-4", "victory": "VIC-5", "great_victory": "VIC-6"}[report.level],
        level=report.level,
        winner=SIDES[report.winner] if report.winner != NOBODY else "",
        axis=report.points[AXIS],
        allied=report.points[ALLIED],
    )


def report_of(state: State, winner: int, level: str) -> BattleReport:
    """What the campaign wants to know: the losses of every formation, in play and in all."""
    bases: Counter[str] = Counter()
    destroyed: Counter[str] = Counter()
    in_play: Counter[str] = Counter()
    for base, unit in enumerate(state.roster.units):
        if unit.is_supply:
            continue
        formation = state.formations[unit.formation].id
        bases[formation] += 1
        if state.bases[base].where == DESTROYED:
            destroyed[formation] += 1
            in_play[formation] += not state.bases[base].flags & CONVERTED
    points = points_of(state, AXIS), points_of(state, ALLIED)
    return BattleReport(winner, level, points, dict(bases), dict(destroyed), dict(in_play))


# --- giving up ------------------------------------------------------------------------------------------


def judge_concede(state: State, order: Concede) -> None:
    """A battle may be given up at any time once the forces stand."""


def carry_out_concede(state: State, plan: None, chance: Chance) -> list[Event]:
    """To give a battle up is a great victory of the other side."""
    side = state.side
    event = ev.Conceded(rule="VIC-6", side=SIDES[side])
    if state.field.id == BEDA_FOMM:
        return [event, *beda_fomm.concede(state, side)]
    level = str(state.world.tables["conceding"]["level"])
    return [event, *convert_scattered(state), *_conclude(state, 1 - side, level)]


def forecast_concede(state: State, plan: None) -> Forecast:
    """Who wins the battle, and what becomes of the campaign."""
    found = [note for event in _conceded(state) for note in _lost_by(event)]
    if state.setup.scenario in (BATTLE, BEDA_FOMM):
        found.append(Note("match-ends", grave=True))
    return msgspec.structs.replace(certain("VIC-6"), notes=tuple(found))


def _conceded(state: State) -> list[Event]:
    """What giving up would bring: the end of the battle, of the campaign, or where its front goes."""
    twin = state.copy()
    if twin.field.id == BEDA_FOMM:
        return beda_fomm.concede(twin, twin.side)
    level = str(twin.world.tables["conceding"]["level"])
    convert_scattered(twin)
    return _conclude(twin, 1 - twin.side, level)


def _lost_by(event: Event) -> list[Note]:
    match event:
        case ev.BattleEnded(winner=winner, level=level):
            return [Note("battle-given-up", {"winner": winner, "level": level}, grave=True)]
        case ev.BreakoutEnded(winner=winner):
            return [Note("breakout-given-up", {"winner": winner}, grave=True)]
        case ev.FrontMoved(area=area, areas=areas):
            return [Note("front-lost", {"area": area, "areas": areas}, grave=True)]
        case ev.CardExcluded(card=card):
            return [Note("card-lost", {"card": card})]
        case ev.CardRested(card=card, battle=battle):
            return [Note("card-misses", {"card": card, "battle": battle})]
        case ev.CampaignEnded(winner=winner):
            return [Note("campaign-lost", {"winner": winner}, grave=True)]
    return []


def offer_concede(state: State) -> tuple[Offer, ...]:
    return (Say("concede", tone="grave"),)


CONCEDE = Decision(
    Concede, "VIC-6", judge_concede, carry_out_concede, forecast_concede, offer=offer_concede
)
