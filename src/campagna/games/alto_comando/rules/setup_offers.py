"""What the deciding side may order while the table is set up: works and placement."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Order
from campagna.core.tabletop import Spot, Survey
from campagna.games.alto_comando import orders
from campagna.games.alto_comando.rules import deployment, fieldworks
from campagna.games.alto_comando.rules.battle_start import placing_now
from campagna.games.alto_comando.rules.turn_offers import TurnOffers, drawn, shuffled
from campagna.games.alto_comando.world import AXIS, BEDA_FOMM
from campagna.plane.bases import Point, Rect, overlap
from campagna.plane.region import Region
from campagna.plane.works import STRIP_DEPTH, STRIP_LENGTH

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
        most = chance.pick(strips + 1, "strips")
        new_strips: list[Rect] = []
        for rect in shuffled(fieldworks.strip_grid(state), chance) if most else ():
            if fieldworks.can_lay(state, rect, laid):
                laid.append(rect)
                new_strips.append(rect)
                if len(new_strips) == most:
                    break
        most = chance.pick(segments + 1, "segments")
        new_segments: list[Point] = []
        for at in shuffled(fieldworks.segment_grid(state), chance) if most else ():
            if fieldworks.can_dig(state, at, dug, laid):
                dug.append(at)
                new_segments.append(at)
                if len(new_segments) == most:
                    break
        if not new_strips and not new_segments:
            return orders.Done()
        return orders.Fortify(tuple(new_strips), tuple(new_segments))

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

    def listing(self) -> dict[str, object]:
        strips, segments = fieldworks.left_to_lay(self.state)
        left = {"strips": strips, "segments": segments, "strip": (STRIP_LENGTH, STRIP_DEPTH)}
        return {"fortify": left, "done": True, "concede": True}


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
            designated = self._designated(waiting, chance)
            if designated is not None:
                return designated
            if not waiting and deployment.refuse_done(state) is not None:
                return orders.StartOver()
        if not waiting:
            return orders.Done()
        formations = sorted({state.unit(b).formation for b in waiting})
        chosen = formations[chance.pick(len(formations), "formation")]
        members = [b for b in waiting if state.unit(b).formation == chosen]
        if column:
            members = members[: 1 + chance.pick(len(members), "column")]
        return self._scatter(members, chance)

    def _designated(self, waiting: list[int], chance: Chance) -> Order | None:
        """A whole formation in both Defence zones: loosely where there is room, else packed."""
        state = self.state
        friends = [state.at(b) for b in state.table_of(state.side)]
        for formation in shuffled(sorted({state.unit(b).formation for b in waiting}), chance):
            members = [b for b, u in enumerate(state.roster.units) if u.formation == formation]
            if len(members) < 2 or not set(members) <= set(waiting):
                continue
            places = self._loosely(formation, members, friends, chance)
            if places is None:
                places = deployment.packing(state, formation, friends)
            if places is not None:
                return orders.Deploy(state.names(members), tuple(places))
        return None

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
        taken = [state.at(b) for b in state.table_of(state.side)]
        placed: list[int] = []
        places: list[Point] = []
        rooms: dict[bool, Region] = {}
        for base in members:
            at = self._place(base, taken, places, rooms, chance)
            if at is not None:
                places.append(at)
                placed.append(base)
        if not placed:
            return orders.Done()
        return orders.Deploy(state.names(placed), tuple(places))

    def _place(
        self,
        base: int,
        taken: list[Point],
        new: list[Point],
        rooms: dict[bool, Region],
        chance: Chance,
    ) -> Point | None:
        """A place among the free ones known so far; if two looks find it taken they are asked again."""
        state = self.state
        infantry = state.unit(base).is_infantry
        for afresh in (infantry not in rooms, True):
            if afresh:
                area = deployment.area_of(state, state.side)
                rooms[infantry] = deployment.standing_places(state, base, taken + new, area)
            room = rooms[infantry]
            if not room:
                continue
            looks = [room[chance.pick(len(room), "place")] for _ in range(2)]
            free = [p for p in looks if not any(overlap(p, q) for q in new)]
            if free:
                return min(free, key=lambda p: abs(p[0] - state.field.central_line))
        return None

    def survey(self, piece: str, path: tuple[Spot, ...]) -> Survey | None:
        state, base = self.state, self.state.find(piece)
        if path or base not in placing_now(state):
            return None
        friends = [state.at(b) for b in state.table_of(state.side) if b != base]
        area = deployment.area_of(state, state.side)
        room = deployment.standing_places(state, base, friends, area)
        return drawn(piece, room, 0, "SET-3")

    def listing(self) -> dict[str, object]:
        state = self.state
        return {
            "deploy": list(state.names(deployment.unplaced(state))),
            "placed": list(state.names(b for b in placing_now(state) if state.on_table(b))),
            "done": deployment.refuse_done(state) is None,
            "concede": True,
        }
