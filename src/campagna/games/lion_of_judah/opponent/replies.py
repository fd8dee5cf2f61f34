"""Opponent: answers to what waits on the agenda: support, losses, advances, events, placements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campagna.core.contract import Order
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.frames import (
    Advancing,
    Attrition,
    Battle,
    Choice,
    Excess,
    FollowUp,
    FreeMove,
    Gain,
    Place,
    Refuge,
    Stage,
    Suffer,
)
from campagna.games.lion_of_judah.opponent.battle_value import NO_SHIFT, Shifts, air_shifts, expect
from campagna.games.lion_of_judah.opponent.battles import WEIGHTS as BATTLE_WEIGHTS
from campagna.games.lion_of_judah.opponent.battles import Battles
from campagna.games.lion_of_judah.opponent.map_reading import MapReading
from campagna.games.lion_of_judah.orders import (
    Advance,
    Answer,
    CommitAir,
    CommitHq,
    Done,
    Flee,
    GivePoints,
    Remove,
    TakeLosses,
)
from campagna.games.lion_of_judah.rules.air_hq import air_support, hq_support
from campagna.games.lion_of_judah.rules.combat import odds, step_losses
from campagna.games.lion_of_judah.rules.ethiopia import attrition
from campagna.games.lion_of_judah.rules.ethiopia.leaders import is_negus
from campagna.games.lion_of_judah.rules.events import event_choices, placement
from campagna.games.lion_of_judah.rules.general import stacking
from campagna.games.lion_of_judah.rules.resources import resource_points
from campagna.games.lion_of_judah.rules.resources.supply import in_supply_at
from campagna.games.lion_of_judah.rules.sequence.sequence import decider
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import HOME


class ReplyWeights(Weights, frozen=True):
    """What flights cost."""

    flight: float
    support_at_the_end: float
    scarce_point: float
    refuge_fear: float
    negus_first: float
    point_held: float
    most_near: float
    post_fear: float
    post_radius: int
    defended_prize: float
    per_hex_away: float
    enemy_near: int
    rich_box: int
    early_enough: int
    loss_borne: float
    prize_guarded: float


WEIGHTS = load_weights(HOME, "replies", ReplyWeights)

LATE_MARKER = 1 / 6
"""On the last turn every sixth marker that flew costs a point (10.1.4-b)."""


def reply(state: State, style: Mapping[str, float]) -> Iterator[Advice]:
    """The answer to the frame on top of the agenda."""
    return iter((_reply(state, MapReading(state, decider(state), style)),))


def _reply(state: State, reading: MapReading) -> Advice:
    frame = state.agenda[-1]
    match frame:
        case Battle():
            if frame.stage in (Stage.ATTACKER_AIR, Stage.DEFENDER_AIR):
                return _fly(reading, frame)
            return _support(reading, frame)
        case Suffer():
            return _suffer(reading, frame)
        case Advancing():
            return _advance(reading, frame)
        case FollowUp():
            return next(Battles(reading).battles())
        case Excess():
            orders = stacking.excess_orders(state, frame.side)
            return _cheapest(reading, orders)
        case Attrition():
            return _cheapest(reading, attrition.removals(state, frame))
        case Refuge():
            return _refuge(reading, frame)
        case Gain():
            return _gain(reading, frame)
        case Place():
            return _place(reading, frame)
        case Choice():
            return _choose(reading, frame)
        case FreeMove():
            return Done(), 0.0, "done", {}


# --- support ----------------------------------------------------------------------------------------


def _value(reading: MapReading, frame: Battle, shift: int, by_air: Shifts) -> float:
    """What the battle is worth to the deciding side with these columns more for the attacker."""
    state = reading.state
    attackers = MapReading(state, frame.side, reading.style)
    stakes = Battles(attackers).stakes(frame.attackers, frame.target)
    found = expect(
        state,
        frame.side,
        frame.attack,
        frame.defence,
        odds.total_shift(frame) + shift,
        frame.drm,
        stakes,
        by_air,
        known=True,
    )
    return found.gain if reading.side == frame.side else -found.gain


def _fly(reading: MapReading, frame: Battle) -> Advice:
    """As many markers as gain more than they cost."""
    state, side = reading.state, reading.side
    able = air_support.can_support(state, side, frame.target)
    price = WEIGHTS.flight + (LATE_MARKER if reading.turns_left == 1 else 0.0)
    sign = 1 if side == frame.side else -1
    enough = 2 if state.part == 0 else 3
    best, chosen = 0.0, 0
    base = _value(reading, frame, 0, NO_SHIFT)
    for n in range(1, min(len(able), enough) + 1):
        shifts = tuple((sign * s, p) for s, p in air_shifts(state, side, frame.target, n))
        gain = _value(reading, frame, 0, shifts) - base - n * price
        if gain > best:
            best, chosen = gain, n
    names = tuple(state.world.air[m].id for m in able[:chosen])
    order = CommitAir(names)
    if chosen and not isinstance(air_support.judge_commit_air(state, frame, order), tuple):
        order, chosen = CommitAir(), 0
    if not chosen:
        return CommitAir(), 0.0, "no-support", {}
    return order, best, "fly", {"count": chosen, "gain": f"{best:+.1f}"}


def _support(reading: MapReading, frame: Battle) -> Advice:
    """HQs or leaders as long as a column is worth the resource point."""
    state, side = reading.state, reading.side
    sign = 1 if side == frame.side else -1
    base = _value(reading, frame, 0, NO_SHIFT)
    best: tuple[float, CommitHq, int] = (0.0, CommitHq(), 0)
    values: dict[int, float] = {}
    for order in hq_support.commitments(state, frame):
        shifts = len(order.support)
        if shifts not in values:
            values[shifts] = _value(reading, frame, sign * shifts, NO_SHIFT) - base
        gain = values[shifts] - _price(reading, order)
        if gain > best[0] + 1e-9:
            best = (gain, order, shifts)
    gain, order, shifts = best
    if not shifts:
        return CommitHq(), 0.0, "no-support", {}
    return order, gain, "support", {"count": shifts, "gain": f"{gain:+.1f}"}


def _price(reading: MapReading, order: CommitHq) -> float:
    """Points are dearer where few are left, and worth nothing after the last turn."""
    if reading.turns_left == 1:
        return WEIGHTS.support_at_the_end * len(order.support)
    state, total = reading.state, 0.0
    for _, box in order.support:
        held = state.boxes[state.theatre.box_index[box]] if box else 2
        total += BATTLE_WEIGHTS.resource_point * (WEIGHTS.scarce_point if held <= 2 else 1.0)
    return total


# --- losses and advances ----------------------------------------------------------------------------


def _suffer(reading: MapReading, frame: Suffer) -> Advice:
    state = reading.state
    units = step_losses.alive(state, frame)
    ranked = sorted(units, key=lambda u: (reading.step_worth(u), -state.units[u].steps, u))
    victims = step_losses.spread(state, frame, ranked)
    return TakeLosses(state.names(victims)), 0.0, "lose", {"units": state.names(victims)}


def _cheapest(reading: MapReading, orders: Sequence[Order]) -> Advice:
    state = reading.state

    def worth(order: Order) -> tuple[float, str]:
        assert isinstance(order, Remove)
        return reading.step_worth(state.find(order.unit)), order.unit

    return min(orders, key=worth), 0.0, "remove", {}


def _advance(reading: MapReading, frame: Advancing) -> Advice:
    """All that is useful in the new hex; one cheap unit where supply does not follow."""
    state = reading.state
    able = sorted(frame.units, key=lambda u: (reading.step_worth(u), u))
    supplied = [u for u in able if in_supply_at(state, u, frame.target, able)]
    wanted = supplied[::-1] if supplied and reading.side == ITALIAN else able[:1]
    if reading.side != ITALIAN and reading.prize_worth(frame.target) > 0:
        wanted = able[::-1]
    if not wanted:
        wanted = able[:1]
    going: list[int] = []
    for u in wanted:
        if going and _guards(reading, u, going):
            continue
        if stacking.fits(state, frame.side, frame.target, [*going, u]):
            going.append(u)
    going = going or able[:1]
    hex_ = state.hex_name(frame.target)
    return Advance(state.names(going)), 0.0, "advance", {"hex": hex_}


def _guards(reading: MapReading, unit: int, going: list[int]) -> bool:
    """Whether a unit is the last that covers an HQ, a base or a prize where it stands."""
    state, place = reading.state, reading.state.units[unit].place
    rest = [u for u in state.combat_units(place) if u != unit and u not in going]
    if rest:
        return False
    others = [u for u in state.stack(place) if not state.world.combat[u]]
    covered = [u for u in others if state.units[u].carrier != unit]
    return bool(covered) or reading.prizes.get(place, 0.0) > 0


# --- events and placements --------------------------------------------------------------------------


def _refuge(reading: MapReading, frame: Refuge) -> Advice:
    """Where most friends are, far from the enemy."""
    state = reading.state
    best = max(frame.hexes, key=lambda h: (_company(reading, h), -h))
    return Flee(state.hex_name(best)), 0.0, "flee", {"hex": state.hex_name(best)}


def _company(reading: MapReading, hex_: int) -> float:
    fear = reading.strength_near(hex_, 1 - reading.side, 2)
    return len(reading.state.stack(hex_)) - WEIGHTS.refuge_fear * fear


def _gain(reading: MapReading, frame: Gain) -> Advice:
    """To the Negus while he has few, else to the leader closest to the enemy."""
    state = reading.state
    orders = [GivePoints(state.name(u)) for u in resource_points.able(state, frame)]

    def wanted(order: GivePoints) -> tuple[float, str]:
        unit = state.find(order.leader)
        u = state.units[unit]
        near = reading.strength_near(u.place, 1 - reading.side, 3)
        negus = WEIGHTS.negus_first if is_negus(state, unit) else 0.0
        has = WEIGHTS.point_held * u.load
        return -(min(near, WEIGHTS.most_near) + negus - has), order.leader

    best = min(orders, key=wanted)
    return best, 0.0, "give", {"unit": best.leader}


def _place(reading: MapReading, frame: Place) -> Advice:
    """Next to a place worth points that nobody holds, out of reach of strong enemies."""
    state = reading.state
    orders = placement.placements(state, frame)
    if not orders:
        return Done(), 0.0, "done", {}
    index = state.world.hex_index
    best = max(orders, key=lambda o: (_post(reading, index[o.hex]), o.hex))
    return best, 0.1, "place", {"hex": best.hex}


def _post(reading: MapReading, hex_: int) -> float:
    state = reading.state
    distance = state.world.board.grid.distance
    enemy = state.maps.armed[1 - reading.side]
    total = -WEIGHTS.post_fear * reading.strength_near(hex_, 1 - reading.side, 1)
    for prize, points in reading.open_prizes().items():
        away = distance(hex_, prize)
        if away <= WEIGHTS.post_radius:
            share = WEIGHTS.defended_prize if enemy[prize] else 1.0
            total += points * share * WEIGHTS.per_hex_away**away
    return total


def _choose(reading: MapReading, frame: Choice) -> Advice:
    state = reading.state
    orders = [Answer(a) for a in event_choices.answers(state, frame)]
    if not orders:
        return Done(), 0.0, "done", {}
    best = max(orders, key=lambda o: (_liking(reading, frame, o.answer), o.answer))
    if _liking(reading, frame, best.answer) < 0 and event_choices.may_decline(frame):
        return Done(), 0.0, "done", {}
    return best, 0.1, "choose", {"answer": best.answer.split(maxsplit=1)[0]}


def _liking(reading: MapReading, frame: Choice, answer: str) -> float:
    """How much an answer to an event is wanted; below 0: rather none."""
    state = reading.state
    word = answer.split(maxsplit=1)[0]
    unit = state.find(word)
    if frame.event == "A4":
        return float(state.boxes[state.theatre.box_index[word]])
    if frame.event == "A5":
        return 1.0 if "rp" in answer or "north" in answer else 0.0
    if frame.event == "A6" and unit >= 0 and state.units[unit].place >= 0:
        return reading.strength_near(state.units[unit].place, ITALIAN, WEIGHTS.enemy_near)
    if frame.event == "A8":
        box = answer.rsplit(maxsplit=1)[-1]
        rich = state.boxes[state.theatre.box_index[box]] >= WEIGHTS.rich_box
        division = state.counter(unit).halves == 2 and reading.turns_left >= WEIGHTS.early_enough
        return 1.0 if rich and division else -1.0
    if frame.event == "D3" and unit >= 0:
        return (
            WEIGHTS.loss_borne
            - reading.step_worth(unit)
            - WEIGHTS.prize_guarded * reading.prizes.get(state.units[unit].place, 0.0)
        )
    return reading.attack(unit) if unit >= 0 else 0.0
