"""What is good play in Alto Comando, valued in victory points from the Axis view.

In words: points scored and the level they give; bases that have an enemy within range to fire at, and
bases that stand where enemies could fire at them next turn, twice as bad outside the command of
their headquarters; headquarters and supply bases kept behind the line; units that wait to be replaced;
at Beda Fomm the way to the edge. Weights are those of the design study.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campagna.core.contract import Order, Text
from campagna.games.alto_comando.losses import points_of
from campagna.games.alto_comando.orders import Done
from campagna.games.alto_comando.state import ESCAPED, FIRED, SCATTERED, TABLE, Phase, State
from campagna.games.alto_comando.world import ALLIED, AXIS, BEDA_FOMM
from campagna.plane.ground import Edge, beyond

COMMAND = 300
"""Millimetres within which a headquarters commands, as this judgement takes it."""
WON = 60.0
LEVEL_STEPS = (5, 10)
"""Differences of points at which the level changes (VIC-4..6)."""
MOST_THREATS = 3
SIDEWAYS = (Edge.EAST, Edge.WEST)


class Judgement:
    knobs: Mapping[str, Text] = {
        "result": {"it": "la vittoria", "en": "the victory"},
        "points": {"it": "punti vittoria", "en": "victory points"},
        "level": {"it": "livello della vittoria", "en": "level of the victory"},
        "fire": {"it": "bersagli a tiro", "en": "targets in range"},
        "threat": {"it": "basi sotto tiro", "en": "bases under threat"},
        "command": {"it": "basi sotto comando", "en": "bases in command"},
        "rear": {
            "it": "comandi e rifornimenti al riparo",
            "en": "headquarters and supplies sheltered",
        },
        "salvo": {"it": "basi che hanno sparato", "en": "bases that have fired"},
        "box": {"it": "basi da rimpiazzare", "en": "bases to be replaced"},
        "escape": {"it": "sfondamento a Beda Fomm", "en": "breakout at Beda Fomm"},
    }
    planned = frozenset({"deploy", "replace", "clear", "move", "air", "trench-fire", "fire"})
    passing: tuple[Order, ...] = (Done(),)
    tries = 10

    def __init__(self, game: Any) -> None:
        self.game = game

    def terms(self, state: State) -> dict[str, float]:
        if state.result is not None:
            winner = state.result.winner
            great = 1.5 if "great" in state.result.level else 1.0
            gain = WON * great
            return {"result": gain if winner == AXIS else -gain if winner == ALLIED else 0.0}
        if state.campaign is not None and state.phase == Phase.FORCES:
            won = state.campaign.won
            return {"points": 12.0 * (won[AXIS] - won[ALLIED])}
        difference = float(points_of(state, AXIS) - points_of(state, ALLIED))
        sides = [_Side(state, AXIS), _Side(state, ALLIED)]
        fire, threat = [0.0, 0.0], [0.0, 0.0]
        for me in (AXIS, ALLIED):
            fire[me], threat[me] = _contact(sides[me], sides[1 - me])
        found = {
            "points": difference,
            "level": _level(difference),
            "fire": fire[AXIS] - fire[ALLIED],
            "threat": threat[ALLIED] - threat[AXIS],
            "command": sides[AXIS].command() - sides[ALLIED].command(),
            "rear": _rear(sides[AXIS], sides[ALLIED]) - _rear(sides[ALLIED], sides[AXIS]),
            "salvo": 0.05 * (sides[AXIS].fired - sides[ALLIED].fired),
            "box": 0.5 * (sides[ALLIED].waiting - sides[AXIS].waiting),
        }
        if state.field.id == BEDA_FOMM:
            found["escape"] = _escape(state, sides[AXIS])
        return found


def _level(difference: float) -> float:
    """A little more where a point more changes the level."""
    return sum(
        1.5 * max(-1.0, min(1.0, (abs(difference) - step + 1) / 2)) * (1 if difference > 0 else -1)
        for step in LEVEL_STEPS
        if abs(difference) > step - 2
    )


class _Side:
    """The bases of a side on the table: place, reach of fire, what they can threaten next turn."""

    def __init__(self, state: State, side: int) -> None:
        self.bases: list[tuple[int, int, int, int, int, int]] = []
        """x, y, range, range and move, worth in fifths of a point, group."""
        self.rear: list[tuple[int, int, float]] = []
        self.hqs: dict[int, tuple[int, int]] = {}
        self.waiting = 0
        self.fired = 0
        """A shot costs nothing: whoever can fire should."""
        for b in state.roster.of_side[side]:
            base, unit = state.bases[b], state.unit(b)
            if base.where == SCATTERED:
                self.waiting += 1
            if base.where != TABLE:
                continue
            self.fired += bool(base.flags & FIRED)
            line = unit.line
            if unit.is_hq:
                self.hqs[unit.group] = (base.x, base.y)
                self.rear.append((base.x, base.y, 2.0))
            elif unit.is_supply:
                self.rear.append((base.x, base.y, 5.0))
            else:
                reach = line.range_ + line.move if line.range_ else 0
                self.bases.append((base.x, base.y, line.range_, reach, line.save, unit.group))

    def commanded(self, x: int, y: int, group: int) -> bool:
        hq = self.hqs.get(group)
        return hq is not None and (hq[0] - x) ** 2 + (hq[1] - y) ** 2 <= COMMAND * COMMAND

    def command(self) -> float:
        return sum(0.25 for x, y, _, _, _, g in self.bases if self.commanded(x, y, g))


def _contact(me: _Side, foe: _Side) -> tuple[float, float]:
    """Own bases with a target in range; own bases that enemies can move up to and fire at."""
    fire = threat = 0.0
    for x, y, range_, reach, save, group in me.bases:
        near, dangers = 1 << 40, 0
        for ex, ey, _, ereach, _, _ in foe.bases:
            gap = (ex - x) ** 2 + (ey - y) ** 2
            near = min(near, gap)
            if gap <= ereach * ereach:
                dangers += 1
        if near <= range_ * range_:
            fire += 0.3
        elif near <= (2 * reach) ** 2:
            # On the way to a target: the closer the better, but less than having one.
            fire += 0.15 * (1 - near / (2 * reach) ** 2)
        if dangers:
            price = 0.25 if me.commanded(x, y, group) else 0.8
            threat += price * min(dangers, MOST_THREATS) / MOST_THREATS * (0.7 if save else 1.0)
    return fire, threat


def _rear(me: _Side, foe: _Side) -> float:
    """Headquarters and supply bases out of the enemy's reach."""
    total = 0.0
    for x, y, worth in me.rear:
        safe = all((ex - x) ** 2 + (ey - y) ** 2 > r * r for ex, ey, _, r, _, _ in foe.bases)
        total += 0.25 * worth if safe else 0.0
    return total


def _escape(state: State, axis: _Side) -> float:
    """Bases that got away, and the way the others still have to the edge they must reach."""
    away = sum(1 for b in state.roster.of_side[AXIS] if state.bases[b].where == ESCAPED)
    edge = state.field.escape
    if edge is None:
        return 6.0 * away
    x0, y0, x1, y1 = beyond(state.field.land, edge)
    far = sum(
        abs(x - (x0 + x1) // 2) if edge in SIDEWAYS else abs(y - (y0 + y1) // 2)
        for x, y, *_ in axis.bases
    )
    return 6.0 * away - far / 500
