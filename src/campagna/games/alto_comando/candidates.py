"""Judgement: places where a base might go, each with whom it could fire at and who could strike it there.

Directions of the compass, rings round enemies at the own range and just beyond their reach. Everything
is measured once; plans only weigh it.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin

from campagna.games.alto_comando.approach import Approach
from campagna.games.alto_comando.geometry import ground_of
from campagna.games.alto_comando.survey import Piece, Survey, gap, reaches
from campagna.plane.bases import HALF, SIDE, Point

DIRECTIONS = [(cos(k * pi / 6), sin(k * pi / 6)) for k in range(12)]
RING_FOES = 4
"""Round how many of the nearest enemies rings are drawn."""
SIDEWAYS = (0.0, 0.6, -0.6)
"""Angles, in radians, at which a ring is entered besides the straight way."""
FOLLOW = 90
"""How far a headquarters is trusted to come after its division."""
QUIET = 650
"""Beyond this distance from all enemies only the direction of a move matters."""
FAR = 1500
"""Distance at which an enemy attracts nobody any more."""


class Place:
    """A place for one base, with what it means there."""

    __slots__ = ("aims", "at", "command", "danger", "pull", "sees", "target", "threats", "x", "y")

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y
        self.at: Point = (x, y)
        self.threats = 0
        """Enemies that could come and fire at it, as bits."""
        self.danger = 0.0
        """The chance to be lost there if a third of them do."""
        self.sees = 0
        """Enemies in its sight, as bits."""
        self.aims = 0
        """Enemies in its range, as bits."""
        self.target: Piece | None = None
        """The enemy it would fire at by the rule of the nearest."""
        self.command = 0
        """0 under command, 1 if its headquarters comes after it, 2 out of command."""
        self.pull = 0.0
        """How much nearer to what attracts it, in points."""


class Candidates:
    """The places of all bases of a side, found when first asked for."""

    def __init__(self, survey: Survey, raid: float) -> None:
        self.survey = survey
        self.raid = raid
        self.approach = Approach(survey)
        self._places: dict[int, list[Place]] = {}
        self._legal: dict[tuple[int, Point], bool] = {}
        land = survey.state.field.land
        self.land = land[0] + HALF, land[1] + HALF, land[2] - HALF, land[3] - HALF

    def of(self, piece: Piece) -> list[Place]:
        """The first place is where the base stands now."""
        found = self._places.get(piece.base)
        if found is None:
            found = self._places[piece.base] = self._measured(piece)
        return found

    def legal(self, piece: Piece, place: Place) -> bool:
        """Whether one straight leg leads there, whoever of the friends stands there."""
        key = (piece.base, place.at)
        known = self._legal.get(key)
        if known is None:
            known = self._legal[key] = self._is_legal(piece, place)
        return known

    def _is_legal(self, piece: Piece, place: Place) -> bool:
        if place.x == piece.x and place.y == piece.y:
            return True
        state = self.survey.state
        unit = state.unit(piece.base)
        ground = ground_of(state, unit.side, unit.is_infantry)
        return ground.move_breach([(piece.x, piece.y), place.at], piece.move) is None

    # --- measuring ------------------------------------------------------------------------------

    def _measured(self, piece: Piece) -> list[Place]:
        foes = self.survey.foes
        x, y = piece.x, piece.y
        gaps = [(gap(x, y, f.x, f.y), f) for f in foes]
        near = [f for far, f in gaps if f.reach and far <= piece.move + f.reach]
        sight = piece.move + max(piece.range_, piece.spotting)
        aims = [f for far, f in gaps if far <= sight]
        gaps.sort(key=lambda g: (g[0], g[1].base))
        nearest = [f for _, f in gaps[:RING_FOES]]
        goal = self._goal(piece, gaps)
        if gaps and gaps[0][0] > piece.move + QUIET:
            nearest = []
        places = [Place(px, py) for px, py in self._points(piece, nearest)]
        self._measure_command(piece, places)
        for place in places:
            if near:
                self._measure_danger(piece, place, near)
            if aims:
                self._measure_aims(piece, place, aims)
            if goal is not None:
                far = gap(place.x, place.y, goal.x, goal.y)
                if goal.is_supply:
                    far = self.approach.distance(goal, place.x, place.y)
                place.pull = goal.worth * (1 - far / FAR)
        return places

    def _goal(self, piece: Piece, gaps: list[tuple[int, Piece]]) -> Piece | None:
        """What attracts the base most: worth, and less the farther it is."""
        best, found = 0.0, None
        for far, f in gaps:
            weight = f.worth
            if f.is_supply:
                # Only the fast go round the flank for it.
                weight *= self.raid if piece.move > 150 else 0.4 * self.raid
                far = self.approach.distance(f, piece.x, piece.y)
            pull = weight * (1 - far / FAR)
            if pull > best:
                best, found = pull, f
        return found

    def _measure_command(self, piece: Piece, places: list[Place]) -> None:
        if piece.is_hq or piece.is_supply:
            return
        head = self.survey.hqs.get(piece.group)
        radius = self.survey.radius.get(piece.group, 0)
        slack = FOLLOW if head is not None and head.mobile else 0
        for place in places:
            if head is None:
                place.command = 2
            elif not reaches(place.x, place.y, head.x, head.y, radius):
                near = reaches(place.x, place.y, head.x, head.y, radius + slack)
                place.command = 1 if near else 2

    def _measure_danger(self, piece: Piece, place: Place, near: list[Piece]) -> None:
        x, y = place.x, place.y
        safe = 1.0
        for f in near:
            dx, dy = abs(x - f.x) - SIDE, abs(y - f.y) - SIDE
            reach = f.reach
            if dx <= reach and dy <= reach:
                if dx > 0 and dy > 0 and dx * dx + dy * dy > reach * reach:
                    continue
                place.threats |= f.bit
                safe *= 1 - piece.lost_to(f) / 3
        place.danger = 1 - safe

    def _measure_aims(self, piece: Piece, place: Place, aims: list[Piece]) -> None:
        x, y = place.x, place.y
        range2, sight2 = piece.range_**2, piece.spotting**2
        best = range2 + 1
        for f in aims:
            dx, dy = abs(x - f.x) - SIDE, abs(y - f.y) - SIDE
            far = (dx * dx if dx > 0 else 0) + (dy * dy if dy > 0 else 0)
            if far <= sight2:
                place.sees |= f.bit
            if far <= range2:
                place.aims |= f.bit
                if far < best:
                    best, place.target = far, f

    # --- finding --------------------------------------------------------------------------------

    def _points(self, piece: Piece, nearest: list[Piece]) -> list[Point]:
        """Distinct places on the land within one straight leg."""
        x, y, move = piece.x, piece.y, piece.move
        found: dict[Point, None] = {(x, y): None}
        if not move:
            return list(found)
        for cx, cy in DIRECTIONS:
            found[x + int(move * cx), y + int(move * cy)] = None
        if nearest:
            for cx, cy in DIRECTIONS[::2]:
                found[x + int(move * cx) // 2, y + int(move * cy) // 2] = None
        for f in nearest:
            for at in self._rings(piece, f):
                found[at] = None
        left, top, right, bottom = self.land
        return [p for p in found if left <= p[0] <= right and top <= p[1] <= bottom]

    def _rings(self, piece: Piece, foe: Piece) -> list[Point]:
        """On the way from the enemy to the base: at its own range, and out of the enemy's reach."""
        dx, dy = piece.x - foe.x, piece.y - foe.y
        away = hypot(dx, dy)
        if away == 0:
            return []
        found = []
        rings = {piece.range_, 3 * piece.range_ // 5, piece.spotting, foe.reach + 1}
        for ring in sorted(rings):
            if ring <= 1:
                continue
            for turn in SIDEWAYS:
                ux = (dx * cos(turn) - dy * sin(turn)) / away
                uy = (dx * sin(turn) + dy * cos(turn)) / away
                at = (foe.x + int(ux * (ring + SIDE)), foe.y + int(uy * (ring + SIDE)))
                if (at[0] - piece.x) ** 2 + (at[1] - piece.y) ** 2 <= piece.move**2:
                    found.append(at)
        return found
