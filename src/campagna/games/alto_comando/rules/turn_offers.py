"""What the deciding side may order in the phases of a turn, factorised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.core.decision import Answer
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules import (
    air,
    beda_fomm,
    fire,
    headquarters,
    leg_regions,
    minefields,
    movement,
)
from campagna.games.alto_comando.rules.geometry import rivers, sane
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import AXIS, NOBODY
from campagna.plane.region import Region

T = TypeVar("T")

REST = 12
"""One in so many random orders of a phase is to end it."""


class TurnOffers:
    """What all phases have in common: the judges of their answers say what is covered."""

    def __init__(self, state: State, answers: Sequence[Answer[State, object]]) -> None:
        self.state = state
        self.answers = answers

    def covers(self, order: Order) -> bool:
        return any(
            answer.kind is type(order) and answer.refusal(self.state, None, order) is None
            for answer in self.answers
        )

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        """Nobody asks for a place in this phase."""
        return None


def drawn(piece: str, region: Region, left: int, rule_id: str) -> Survey | None:
    """A region as the table draws it."""
    if not region:
        return None
    rings = tuple(tuple(c for corner in ring for c in corner) for ring in region.outline())
    return Survey(piece, rings, left, rule_id)


def shuffled(things: Sequence[T], chance: Chance) -> Iterator[T]:
    """The things in random order, drawn one by one as they are asked for."""
    rest = list(things)
    while rest:
        yield rest.pop(chance.pick(len(rest), "choice"))


class ReplaceOffers(TurnOffers):
    """One Scattered unit beside its headquarters, or none (SEQ-1)."""

    def sample(self, chance: Chance) -> Order:
        if chance.pick(REST, "rest") == 0:
            return orders.Done()
        for base in shuffled(headquarters.replaceable(self.state), chance):
            places = headquarters.places_for(self.state, base)
            if places:
                at = places[chance.pick(len(places), "place")]
                return orders.Replace(self.state.name(base), at)
        return orders.Done()

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        base = self.state.find(piece)
        if path or base == NOBODY or base not in headquarters.replaceable(self.state):
            return None
        return drawn(piece, headquarters.places_for(self.state, base), 0, "HQ-10")

    def listing(self) -> dict[str, object]:
        units = headquarters.replaceable(self.state)
        return {"replace": list(self.state.names(units)), "done": True, "concede": True}


class EngineerOffers(TurnOffers):
    """Clearing strips and bridging rivers (SEQ-2, WF-5a)."""

    def _tries(self) -> list[orders.Clear | orders.Bridge]:
        state = self.state
        found: list[orders.Clear | orders.Bridge] = []
        for base in state.roster.of_side[state.side]:
            name = state.name(base)
            found += [orders.Clear(name, s) for s in minefields.clearable(state, base)]
            found += [orders.Bridge(name, r) for r in minefields.bridgeable(state, base)]
        return found

    def sample(self, chance: Chance) -> Order:
        tries = self._tries()
        if not tries or chance.pick(REST, "rest") == 0:
            return orders.Done()
        return tries[chance.pick(len(tries), "attempt")]

    def listing(self) -> dict[str, object]:
        tries = self._tries()
        return {
            "clear": [
                {"unit": t.unit, "strip": t.strip} for t in tries if isinstance(t, orders.Clear)
            ],
            "bridge": [
                {"unit": t.unit, "river": t.river} for t in tries if isinstance(t, orders.Bridge)
            ],
            "done": True,
            "concede": True,
        }


class MoveOffers(TurnOffers):
    """Moves, crossings, leaving and entering the table (SEQ-3)."""

    def __init__(self, state: State, answers: Sequence[Answer[State, object]]) -> None:
        super().__init__(state, answers)
        self.works = bool(state.strips) or bool(rivers(state))
        # A column that has to break out hardly rests, and looks for the way out more than others flee.
        self.breaks_out = state.field.escape is not None and state.side == AXIS

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if chance.pick(REST * 8 if self.breaks_out else REST, "rest") == 0:
            return orders.Done()
        waiting = beda_fomm.may_enter(state)
        for base in shuffled([*movement.movers(state), *waiting], chance):
            if base in waiting:
                entry = beda_fomm.enter_sample(state, base, chance)
                if entry is not None:
                    return entry
                continue
            order = self._order_for(base, chance)
            if order is not None:
                return order
        return orders.Done()

    def _order_for(self, base: int, chance: Chance) -> Order | None:
        """First what kind of move, then where; a kind without a way gives place to a plain move."""
        state, name, start = self.state, self.state.name(base), self.state.at(base)
        kind = chance.pick(16, "kind of move")
        exits = movement.exits(state, base)
        if exits and (kind == 0 or (kind >= 8 and self.breaks_out)):
            edge = exits[chance.pick(len(exits), "edge") if kind == 0 else 0]
            left = leg_regions.random_exit(state, base, start, edge, chance)
            if left is not None:
                return orders.Leave(name, left, edge.value)
        if 1 <= kind <= 8 and state.strips:
            crossing = leg_regions.random_crossing(state, base, start, chance)
            if crossing is not None:
                return orders.Cross(name, *crossing)
        path: leg_regions.Path | None = None
        if 9 <= kind <= 11 and state.unit(base).is_infantry and self.works:
            path = leg_regions.random_approach(state, base, start, chance)
        path = path or leg_regions.random_path(state, base, start, chance)
        return None if path is None else orders.Move(name, path)

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        state, base = self.state, self.state.find(piece)
        if base == NOBODY or not sane(path):
            return None
        if base in beda_fomm.may_enter(state) and path:
            region, left = leg_regions.next_ends(state, base, path[0], path[1:])
            return drawn(piece, region, left, "BF-3")
        if state.unit(base).side != state.side or not movement.may_move(state, base):
            return None
        region, left = leg_regions.next_ends(state, base, state.at(base), path)
        return drawn(piece, region, left, "MOV-6")

    def _crossings(self) -> dict[str, list[list[int]]]:
        """Landings of the bases that touch a minefield already."""
        state = self.state
        if not state.strips:
            return {}
        found = {b: leg_regions.landings(state, b, ()) for b in movement.movers(state)}
        return {state.name(b): [list(p) for p in places] for b, places in found.items() if places}

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "move": {
                state.name(b): {
                    "allowance": state.unit(b).line.move,
                    "exits": [e.value for e in movement.exits(state, b)],
                }
                for b in movement.movers(state)
            },
            "cross": self._crossings(),
            "enter": {
                name: {"y": beda_fomm.entry_line(state)}
                for name in state.names(beda_fomm.may_enter(state))
            },
            "done": True,
            "concede": True,
        }


class AirOffers(TurnOffers):
    """Markers on spotted enemies (AIR-1)."""

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if chance.pick(REST, "rest") == 0:
            return orders.Done()
        for target in shuffled(state.table_of(1 - state.active), chance):
            if air.may_be_attacked(state, target):
                return orders.AirAttack(state.name(target))
        return orders.Done()

    def listing(self) -> dict[str, object]:
        return {
            "air": list(self.state.names(air.targets(self.state))),
            "done": True,
            "concede": True,
        }


class FireOffers(TurnOffers):
    """Shots, one base at a time (SEQ-4, SEQ-5)."""

    def sample(self, chance: Chance) -> Order:
        state = self.state
        if chance.pick(REST, "rest") == 0:
            return orders.Done()
        for base in shuffled(fire.gunners(state), chance):
            found = fire.targets(state, base)
            if found:
                target = found[chance.pick(len(found), "target")]
                return orders.Fire(state.name(base), state.name(target))
        return orders.Done()

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "fire": [
                {"unit": state.name(b), "target": state.name(t)}
                for b in fire.gunners(state)
                for t in fire.targets(state, b)
            ],
            "done": True,
            "concede": True,
        }
