"""What the deciding side may order while the table is set up: works and placement."""

from __future__ import annotations

from typing import Any

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import deployment, fieldworks, orders
from campagna.games.alto_comando.opening import placing_now
from campagna.games.alto_comando.turn_offers import TurnOffers, drawn
from campagna.games.alto_comando.world import AXIS, BEDA_FOMM
from campagna.plane.bases import Point, Rect

TRENCH, UPRIGHT, ACROSS = "trench", "minefield-upright", "minefield-across"
"""What can be surveyed before the battle: a segment, a strip north to south, one west to east."""


class WorksOffers(TurnOffers):
    """Minefields and trenches (SET-2)."""

    def sample(self, chance: Chance) -> Order:
        """All at once on the first turn to lay, then the end of the step."""
        state = self.state
        strips, segments = fieldworks.left_to_lay(state)
        laid = [s.rect for s in state.strips]
        dug = [s.at for s in state.segments]
        new_strips = self._strips(chance.pick(strips + 1, "strips"), laid, chance)
        count = chance.pick(segments + 1, "segments")
        new_segments = self._segments(count, dug, laid + new_strips, chance)
        if not new_strips and not new_segments:
            return orders.Done()
        return orders.Fortify(tuple(new_strips), tuple(new_segments))

    def _strips(self, count: int, laid: list[Rect], chance: Chance) -> list[Rect]:
        found: list[Rect] = []
        for _ in range(count):
            free = fieldworks.strip_places(self.state, laid + found)
            if not free:
                break
            found.append(free[chance.pick(len(free), "strip")])
        return found

    def _segments(
        self, count: int, dug: list[Point], laid: list[Rect], chance: Chance
    ) -> list[Point]:
        free = fieldworks.segment_places(self.state, dug, laid)
        found: list[Point] = []
        while free and len(found) < count:
            # Cells of one grid never overlap each other, so the rest stays free.
            found.append(free.pop(chance.pick(len(free), "segment")))
        return found

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        """For a trench the places of its centre, for a strip those of its north-west corner."""
        strips, segments = fieldworks.left_to_lay(self.state)
        if path:
            return None
        if piece == TRENCH and segments:
            return drawn(piece, fieldworks.segment_centres(self.state), segments, "TRE-1")
        if piece in (UPRIGHT, ACROSS) and strips:
            corners = fieldworks.strip_corners(self.state, piece == UPRIGHT)
            return drawn(piece, corners, strips, "MIN-1")
        return None

    def listing(self) -> dict[str, Any]:
        strips, segments = fieldworks.left_to_lay(self.state)
        return {"fortify": {"strips": strips, "segments": segments}, "done": True, "concede": True}


class DeployOffers(TurnOffers):
    """Places for the bases of this step (SET-3, SET-5)."""

    def sample(self, chance: Chance) -> Order:
        """The designated division first, then the others formation by formation."""
        state = self.state
        waiting = deployment.unplaced(state)
        column = state.field.id == BEDA_FOMM and state.side == AXIS
        if column and not deployment.nobody_placed(state):
            return orders.Done()
        if not column and not deployment.is_met(state, state.side):
            fresh = [f for f in deployment.candidates(state) if self._untouched(f)]
            if fresh:
                return self._designate(fresh[chance.pick(len(fresh), "division")], chance)
            if deployment.refuse_done(state) is not None and not waiting:
                return orders.StartOver()
        if not waiting:
            return orders.Done()
        formations = sorted({state.unit(b).formation for b in waiting})
        chosen = formations[chance.pick(len(formations), "formation")]
        members = [b for b in waiting if state.unit(b).formation == chosen]
        if column:
            members = members[: 1 + chance.pick(len(members), "column")]
        return self._scatter(members, chance)

    def _untouched(self, formation: int) -> bool:
        waiting = deployment.unplaced(self.state)
        return all(
            b in waiting for b, u in enumerate(self.state.roster.units) if u.formation == formation
        )

    def _designate(self, formation: int, chance: Chance) -> Order:
        """A formation in both Defence zones: loosely where there is room, else packed."""
        state = self.state
        members = [b for b, u in enumerate(state.roster.units) if u.formation == formation]
        friends = [state.at(b) for b in state.table_of(state.side)]
        places = self._loosely(formation, members, friends, chance)
        if places is None:
            places = deployment.packing(state, formation, friends)
        assert places is not None
        return orders.Deploy(state.names(members), tuple(places))

    def _loosely(
        self, formation: int, members: list[int], friends: list[Point], chance: Chance
    ) -> list[Point] | None:
        state, areas = self.state, self.state.field.designated
        if areas is None or not deployment.is_roomy(state, formation):
            return None
        area = areas[state.side]
        zones = [deployment.common(z, area) for z in state.field.defence_zones(state.side)]
        taken, found = list(friends), list[Point]()
        for number, base in enumerate(members):
            where = zones[number] if number < len(zones) else area
            room = deployment.standing_places(state, base, taken, where)
            if not room:
                return None
            found.append(room[chance.pick(len(room), "place")])
            taken.append(found[-1])
        return found

    def _scatter(self, members: list[int], chance: Chance) -> Order:
        """Anywhere in the own zones, each base the nearer to the enemy of two random places."""
        state = self.state
        area = deployment.area_of(state, state.side)
        taken = [state.at(b) for b in state.table_of(state.side)]
        placed: list[int] = []
        places: list[Point] = []
        for base in members:
            room = deployment.standing_places(state, base, taken, area)
            if room:
                looks = [room[chance.pick(len(room), "place")] for _ in range(2)]
                places.append(min(looks, key=lambda p: abs(p[0] - state.field.central_line)))
                placed.append(base)
                taken.append(places[-1])
        if not placed:
            return orders.Done()
        return orders.Deploy(state.names(placed), tuple(places))

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        state, base = self.state, self.state.find(piece)
        if path or base not in placing_now(state):
            return None
        friends = [state.at(b) for b in state.table_of(state.side) if b != base]
        area = deployment.area_of(state, state.side)
        room = deployment.standing_places(state, base, friends, area)
        return drawn(piece, room, 0, "SET-3")

    def listing(self) -> dict[str, Any]:
        state = self.state
        return {
            "deploy": list(state.names(deployment.unplaced(state))),
            "placed": list(state.names(b for b in placing_now(state) if state.on_table(b))),
            "done": deployment.refuse_done(state) is None,
            "concede": True,
        }
