"""Opponent: the table as a planner sees it, measured once: who reaches, sees and threatens whom.

Distances are those of the rules, edge to edge. Worth is in victory points: what the loss of a base would
bring its enemy, the chance that it is never replaced included.
"""

from __future__ import annotations

import msgspec

from campagna.core.weights import Weights, load_weights
from campagna.games.alto_comando.rules.cover import is_sheltered
from campagna.games.alto_comando.rules.losses import (
    NEVER,
    Weapon,
    command_radius,
    in_command,
    is_alone,
    save_needed,
)
from campagna.games.alto_comando.state import SCATTERED, SHAKEN, TABLE, State
from campagna.games.alto_comando.world import BEDA_FOMM, HOME, NOBODY
from campagna.plane.bases import SIDE, Point
from campagna.plane.kernels import flat, gaps


class Worth(Weights, frozen=True):
    shooter: float
    long_range: int
    gun: float
    turns: float
    shaken_headquarters: float
    headquarters: float
    waited_for: float


class Strength(Weights, frozen=True):
    """How a base counts in a fight, by its kind."""

    other: float
    hq: float
    recon: float
    tank: float
    cruiser: float
    tiger: float
    art: float
    at88: float
    foot: float
    para: float


WEIGHTS = load_weights(HOME, "map_reading", Worth)
STRENGTHS = load_weights(HOME, "strength", Strength)
STRENGTH: dict[str, float] = msgspec.structs.asdict(STRENGTHS)


def turns_left(state: State) -> float:
    """Turns still to come after this one, the late ones by their chances."""
    table = state.world.tables["turns"]
    if state.field.id == BEDA_FOMM:
        return float(table["most"] - state.turn)
    end = table["end_die"]
    goes_on = 1 - len(end["ends_on"]) / 6
    # To the percent: the chance that each of the late turns is played at all (TRN-2).
    late = {turn: round(goes_on**k, 2) for k, turn in enumerate(end["turns"], 1)}
    sure = max(0, int(table["least"]) - state.turn)
    played = late.get(state.turn, 1.0)
    return sure + sum(p / played for turn, p in late.items() if turn > state.turn)


def reaches(ax: int, ay: int, bx: int, by: int, far: int) -> bool:
    """Whether two bases are at most so far apart."""
    dx, dy = abs(ax - bx) - SIDE, abs(ay - by) - SIDE
    if dx > far or dy > far:
        return False
    if dx <= 0 or dy <= 0:
        return True
    return dx * dx + dy * dy <= far * far


class Piece:
    """A base on the table, as it counts for the plan."""

    __slots__ = (
        "at88",
        "base",
        "bit",
        "commanded",
        "group",
        "is_hq",
        "is_supply",
        "lobs",
        "loss",
        "loss88",
        "mobile",
        "move",
        "range_",
        "reach",
        "spotting",
        "strength",
        "vehicle",
        "worth",
        "x",
        "y",
    )

    def __init__(self, state: State, base: int, bit: int) -> None:
        unit, b = state.unit(base), state.bases[base]
        line = unit.line
        classes = state.world.tables["classes"]
        shaken = bool(b.flags & SHAKEN)
        self.base, self.bit = base, 1 << bit
        self.x, self.y = b.x, b.y
        self.group = unit.group
        self.is_hq, self.is_supply = unit.is_hq, unit.is_supply
        self.move = 0 if shaken else line.move
        self.mobile = self.move > 0
        self.range_ = line.range_
        self.spotting = 0 if unit.is_supply else line.spotting
        self.reach = line.range_ + line.move if line.range_ else 0
        self.lobs = self.range_ > self.spotting
        self.at88 = line.kind in classes["fires_as_88"]
        self.vehicle = line.kind in classes["no_save_against_88"]
        needed = save_needed(state, base, Weapon()) if is_sheltered(state, base) else line.save
        hit = (7 - int(state.world.tables["to_hit"]["value"])) / 6
        self.loss = hit * (1 - max(0, NEVER - needed) / 6)
        self.loss88 = hit if self.vehicle else self.loss
        self.strength = STRENGTH.get(line.kind, STRENGTHS.other) if line.range_ else 0.0
        self.worth = 0.0
        self.commanded = False

    def lost_to(self, firer: Piece) -> float:
        """The chance that one shot of this firer takes the base off the table."""
        return self.loss88 if firer.at88 else self.loss


class Prices:
    """What a base is worth to its enemy."""

    def __init__(self, state: State) -> None:
        self.state = state
        points = state.world.tables["victory_points"]
        self.destroyed, self.scattered = float(points["destroyed"]), float(points["scattered"])
        self.supply = float(points["supply_base"])
        self.left = turns_left(state)
        self.shooter = WEIGHTS.shooter * min(1.0, self.left / WEIGHTS.turns)
        """What a base is worth beyond its points: it fires no more."""
        self.boxed = [
            sum(state.bases[b].where == SCATTERED for b in state.roster.of_side[s]) for s in (0, 1)
        ]

    def piece(self, base: int) -> Piece:
        """A single base with its worth, for those who ask about a few only."""
        state = self.state
        piece = Piece(state, base, 0)
        piece.commanded = piece.is_hq or in_command(state, base)
        piece.worth = self.worth_at(piece, state.unit(base).side, piece.commanded)
        return piece

    def scattered_worth(self, side: int) -> float:
        """Points for a base that is Scattered: one now, two more if its turn to return never comes."""
        never = min(1.0, (self.boxed[side] + 1) / (self.left + 1.0))
        return self.scattered + (self.destroyed - self.scattered) * never

    def worth_at(self, piece: Piece, side: int, commanded: bool) -> float:
        if piece.is_supply:
            return self.supply
        if piece.is_hq:
            return self._hq_worth(piece)
        points = self.scattered_worth(side) if commanded else self.destroyed
        often = WEIGHTS.gun if piece.range_ > WEIGHTS.long_range else 1.0
        return points + self.shooter * often

    def _hq_worth(self, piece: Piece) -> float:
        """A headquarters falls back; alone it is lost, and its boxed units with it (HQ-7, VIC-7)."""
        state = self.state
        members = state.roster.groups[piece.group].members
        boxed = sum(state.bases[b].where == SCATTERED for b in members)
        if is_alone(state, piece.base):
            return self.destroyed + (self.destroyed - self.scattered) * boxed
        if state.bases[piece.base].flags & SHAKEN:
            return WEIGHTS.shaken_headquarters
        return self.scattered + WEIGHTS.headquarters + WEIGHTS.waited_for * min(1, boxed)


class MapReading(Prices):
    """Both sides as pieces, with the worth of each where it stands."""

    def __init__(self, state: State, side: int) -> None:
        super().__init__(state)
        self.side = side
        self.own = self._pieces(side)
        self.foes = self._pieces(1 - side)
        self.foes_at = flat([(f.x, f.y) for f in self.foes])
        """Where the enemies stand, as the kernels take it."""
        between, count = gaps(flat([(p.x, p.y) for p in self.own]), self.foes_at), len(self.foes)
        self.gaps = {p.base: between[i * count : (i + 1) * count] for i, p in enumerate(self.own)}
        """From each own base to every enemy, in the order of the enemies."""
        self.radius: dict[int, int] = {}
        self.hqs: dict[int, Piece] = {}
        for pieces in (self.own, self.foes):
            for p in pieces:
                if p.is_hq:
                    self.hqs[p.group] = p
                    self.radius[p.group] = command_radius(state, p.base)
        for pieces, of in ((self.own, side), (self.foes, 1 - side)):
            for p in pieces:
                p.commanded = self.in_command(p, p.x, p.y)
                p.worth = self.worth_at(p, of, p.commanded)

    def _pieces(self, side: int) -> list[Piece]:
        state = self.state
        on = [b for b in state.roster.of_side[side] if state.bases[b].where == TABLE]
        return [Piece(state, b, i) for i, b in enumerate(on)]

    def in_command(self, piece: Piece, x: int, y: int, hq: Point | None = None) -> bool:
        """Whether the base would be under command here, its headquarters being where it is or said."""
        if piece.is_hq:
            return True
        head = self.hqs.get(piece.group)
        if head is None or piece.group == NOBODY:
            return False
        hx, hy = (head.x, head.y) if hq is None else hq
        return reaches(x, y, hx, hy, self.radius[piece.group])
