"""What an order may lead to, with exact chances, before any die is rolled (FIR-6, SAV-1, MIN, AIR)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from campagna.core.contract import Event, Fact, Forecast, ForecastLine, Note, Order
from campagna.games.alto_comando import air, campaign_events, events, fire, orders, victory
from campagna.games.alto_comando.losses import NEVER, Weapon, fail, fate, points_of, save_needed
from campagna.games.alto_comando.minefields import CrossPlan
from campagna.games.alto_comando.sequence import PHASE_RULES
from campagna.games.alto_comando.state import Phase, State
from campagna.games.alto_comando.world import BATTLE, BEDA_FOMM

SIXTH = Fraction(1, 6)


def forecast(state: State, order: Order, plan: Any) -> Forecast:
    """The forecast of an allowed order, given the plan its judge made."""
    match order:
        case orders.Fire():
            return _fire(state, plan)
        case orders.Cross():
            return _crossing(state, plan)
        case orders.Clear():
            return _attempt(
                "MIN-6", "cleared", state.world.tables["minefield"]["clearing_succeeds_on"]
            )
        case orders.Bridge():
            bridge = state.world.tables["western_front"]["bridge"]
            return _attempt("WF-5a", "built", bridge["succeeds_on"])
        case orders.AirAttack():
            return _air(state, plan)
        case orders.Concede():
            return _conceding(state)
    return Forecast(PHASE_RULES[Phase(state.phase)], (ForecastLine("done", 1.0),))


def _line(result: str, chance: Fraction, **outcomes: Fact) -> ForecastLine:
    return ForecastLine(result, float(chance), outcomes)


def _at_least(needed: int) -> Fraction:
    """The chance of this die or a higher one."""
    return min(Fraction(1), max(Fraction(0), (7 - needed) * SIXTH))


def _told(lines: list[ForecastLine]) -> tuple[ForecastLine, ...]:
    return tuple(line for line in lines if line.probability > 0)


# --- giving up ------------------------------------------------------------------------------------------


def _conceding(state: State) -> Forecast:
    """Who wins the battle, and what becomes of the campaign."""
    found = [note for event in victory.conceded(state, state.side) for note in _lost_by(event)]
    if state.setup.scenario in (BATTLE, BEDA_FOMM):
        found.append(Note("match-ends", grave=True))
    return Forecast("VIC-6", (ForecastLine("done", 1.0),), notes=tuple(found))


def _lost_by(event: Event) -> list[Note]:
    match event:
        case events.BattleEnded(winner=winner, level=level):
            return [Note("battle-given-up", {"winner": winner, "level": level}, grave=True)]
        case events.BreakoutEnded(winner=winner):
            return [Note("breakout-given-up", {"winner": winner}, grave=True)]
        case campaign_events.FrontMoved(area=area, areas=areas):
            return [Note("front-lost", {"area": area, "areas": areas}, grave=True)]
        case campaign_events.CardExcluded(card=card):
            return [Note("card-lost", {"card": card})]
        case campaign_events.CardRested(card=card, battle=battle):
            return [Note("card-misses", {"card": card, "battle": battle})]
        case campaign_events.CampaignEnded(winner=winner):
            return [Note("campaign-lost", {"winner": winner}, grave=True)]
    return []


# --- losses ---------------------------------------------------------------------------------------------


def loss_points(state: State, target: int) -> int:
    """The points that the failed save of this base would bring, its whole division's end included."""
    twin = state.copy()
    side = 1 - state.unit(target).side
    fail(twin, target)
    return points_of(twin, side) - points_of(state, side)


def _hit(state: State, target: int, weapon: Weapon, chance: Fraction) -> list[ForecastLine]:
    """What follows from a hit that has this chance: lost in the way the place decides, or saved."""
    needed = save_needed(state, target, weapon)
    saved = Fraction(0) if needed == NEVER else _at_least(needed)
    return [
        _line(fate(state, target), chance * (1 - saved), points=loss_points(state, target)),
        _line("saved", chance * saved),
    ]


def _fire(state: State, plan: fire.FirePlan) -> Forecast:
    needed = fire.to_hit(state, plan.firer, plan.target)
    weapon = fire.weapon_of(state, plan.firer)
    hit = _at_least(needed)
    save = save_needed(state, plan.target, weapon)
    saved = Fraction(0) if save == NEVER else _at_least(save)
    lines = [*_hit(state, plan.target, weapon, hit), _line("miss", 1 - hit)]
    sums = {
        "hit": {"rule": "FIR-6", "needed": needed, "probability": float(hit)},
        "save": {
            "rule": "SAV-6" if save == NEVER else "SAV-1",
            "needed": save,
            "probability": float(saved),
        },
        "loss": {
            "rule": "SAV-3",
            "result": fate(state, plan.target),
            "probability": float(hit * (1 - saved)),
        },
    }
    return Forecast("FIR-6", _told(lines), sums)


# --- mines, engineers, aircraft -------------------------------------------------------------------------


def _crossing(state: State, plan: CrossPlan) -> Forecast:
    die = state.world.tables["minefield"]["crossing_die"]
    twin = state.copy()
    twin.put(plan.base, plan.path[-1] if plan.path else state.at(plan.base))
    points = loss_points(twin, plan.base)
    lines = [
        _line("across", die.count("across") * SIXTH),
        _line("stop", die.count("stop") * SIXTH),
        _line(fate(twin, plan.base), die.count("blown") * SIXTH, points=points),
    ]
    return Forecast("MIN-2", _told(lines))


def _attempt(rule_id: str, result: str, faces: list[int]) -> Forecast:
    chance = len(faces) * SIXTH
    return Forecast(rule_id, _told([_line(result, chance), _line("nothing", 1 - chance)]))


def _air(state: State, target: int) -> Forecast:
    """Placing a marker rolls no die; the sums tell what its attack would do if it came at once."""
    die = state.world.tables["air"]["die"]
    struck = die.count("save") * SIXTH
    needed = save_needed(state, target, Weapon())
    lost = die.count("lost_near_hq") * SIXTH if air.near_enemy_hq(state, target) else Fraction(0)
    sums = {
        "hit": {"rule": "AIR-2", "probability": float(struck)},
        "save": {"rule": "SAV-1", "needed": needed, "probability": float(_at_least(needed))},
        "loss": {
            "rule": "SAV-3",
            "result": fate(state, target),
            "probability": float(struck * (1 - _at_least(needed))),
        },
        "attack-lost": {"rule": "AIR-4", "probability": float(lost)},
    }
    return Forecast("AIR-1", (ForecastLine("marked", 1.0),), sums)
