"""Opponent: the decisions outside the manoeuvre: area, cards, hosts, tanks, replacements, engineers."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campagna.core.contract import Fact
from campagna.core.evaluator import Advice
from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.orders import (
    Attach,
    Bridge,
    ChooseArea,
    ChooseCards,
    Clear,
    Done,
    Replace,
    TankMix,
)
from campagna.games.alto_comando.rules import attachments, forces, headquarters, minefields
from campagna.games.alto_comando.rules.losses import hq_of
from campagna.games.alto_comando.state import SCATTERED, State
from campagna.games.alto_comando.world import HOME
from campagna.plane.bases import Point, contact_places
from campagna.plane.kernels import flat, gaps


class Replies(Weights, frozen=True):
    armoured_host: float
    host_size: int
    safe: int
    nobody_near: int
    unknown_kind: float
    engineers: float


class Force(Weights, frozen=True):
    """What a base is thought to add to a force, by its kind: a motorised base is the measure."""

    hq: float
    recon: float
    camel: float
    tank: float
    cruiser: float
    light_tank: float
    tiger: float
    motor: float
    foot: float
    para: float
    art: float
    at88: float


WEIGHTS = load_weights(HOME, "replies", Replies)
STRENGTH: dict[str, float] = msgspec.structs.asdict(load_weights(HOME, "force", Force))


# --- forces -----------------------------------------------------------------------------------------


def muster_orders(state: State) -> Advice:
    """One decision of the gathering of the forces."""
    areas = forces.areas_to_choose(state)
    if areas:
        # A draw there costs nothing and a victory ends the campaign, which the front never does at once.
        return ChooseArea(areas[1]), 1.0, "assault", {"area": areas[1]}
    if not forces.now(state).revealed:
        return _cards(state)
    waiting = attachments.pending(state)
    if isinstance(waiting, attachments.Loose):
        host = max(waiting.hosts, key=lambda h: (_kinship(state, h), h), default="")
        return Attach(waiting.formation, host), 1.0, "attach", {"host": host}
    cruisers = attachments.mixable(state)
    return TankMix(cruisers), 0.0, "cruisers", {"count": len(cruisers)}


def _cards(state: State) -> Advice:
    """The strongest cards that may be taken; of several armies the one whose best cards are strongest."""
    choice = forces.choosing(state)
    hands = []
    for group, count in zip(choice.groups, choice.counts, strict=True):
        ranked = sorted(group, key=lambda card: (-card_strength(state, card), card))[:count]
        hands.append((sum(card_strength(state, c) for c in ranked), tuple(ranked)))
    total, hand = max(hands)
    return ChooseCards(hand), total, "cards", {"cards": hand, "strength": f"{total:.1f}"}


def card_strength(state: State, card: str) -> float:
    found = forces.plan(state).card(card)
    templates = state.world.templates
    names = () if found is None else found.formations
    return sum(_strength(templates[t].counts) for t in names)


def _strength(counts: tuple[tuple[str, int], ...]) -> float:
    return sum(STRENGTH.get(kind, 0.0) * count for kind, count in counts)


def _kinship(state: State, formation: str) -> float:
    """Armour joins armour; otherwise the smaller division, whose headquarters has room to command."""
    template = next(f.template for f in state.formations if f.id == formation)
    counts = dict(state.world.templates[template].counts)
    armoured = WEIGHTS.armoured_host * (counts.get("tank", 0) > 0)
    return armoured - sum(counts.values()) / WEIGHTS.host_size


# --- the turn ---------------------------------------------------------------------------------------


def replacement(state: State) -> Advice:
    """The best Scattered unit back beside the headquarters that is farthest from the enemy."""
    enemies = state.table_of(1 - state.side)
    foes = flat([state.at(b) for b in enemies if state.unit(b).line.range_])

    def distance(at: Point) -> int:
        return min(gaps(flat([at]), foes), default=WEIGHTS.nobody_near)

    best: tuple[float, int] | None = None
    for base in headquarters.replaceable(state):
        unit = state.unit(base)
        hq = hq_of(state, base)
        if not state.on_table(hq):
            continue
        safe = min(1.0, distance(state.at(hq)) / WEIGHTS.safe)
        gain = STRENGTH.get(unit.kind, WEIGHTS.unknown_kind) + safe
        if (best is None or gain > best[0]) and headquarters.places_for(state, base):
            best = (gain, base)
    if best is None:
        return Done(), 0.0, "done", {}
    base = best[1]
    places = headquarters.places_for(state, base)
    hq = hq_of(state, base)
    free = [p for p in contact_places(state.at(hq)) if p in places] or [places[0]]
    at = max(free, key=lambda p: (distance(p), p))
    boxed = sum(state.bases[b].where == SCATTERED for b in state.roster.of_side[state.side])
    facts: dict[str, Fact] = {"unit": state.name(base), "boxed": boxed}
    return Replace(state.name(base), at), best[0], "replace", facts


def engineers(state: State) -> Iterator[Advice]:
    """Enemy minefields and rivers are worth a die; the own mines stay where they are."""
    for base in state.roster.of_side[state.side]:
        name = state.name(base)
        for strip in minefields.clearable(state, base):
            if state.strips[strip].side != state.side:
                facts: dict[str, Fact] = {"unit": name, "percent": 33}
                yield Clear(name, strip), WEIGHTS.engineers, "clear", facts
        for river in minefields.bridgeable(state, base):
            facts = {"unit": name, "percent": 33}
            yield Bridge(name, river), WEIGHTS.engineers, "bridge", facts
    yield Done(), 0.0, "done", {}
