"""Object of the game: exits, losses, the railway, the levels of victory (VIC-1 to VIC-7)."""

from __future__ import annotations

from campagna.core.contract import Event, Outcome
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import GameEnded
from campagna.games.kasserine.rules.logistics import supplied_at_the_end
from campagna.games.kasserine.rules.zones import fighters
from campagna.games.kasserine.state import DEAD, EXITED, Phase, State
from campagna.games.kasserine.world import ALLIED, AXIS, SIDES, World


def worth(state: State, unit: int) -> int:
    """Attack and defence factor of the face that lies up."""
    face = state.face(unit)
    return face.attack + face.defence


@rule("VIC-1")
def exit_points(state: State) -> int:
    """What the Axis has brought out by the roads to Tebessa and Le Kef, both together."""
    units = state.units
    return sum([worth(state, u) for u in state.world.fighters if units[u].place == EXITED])


def points_needed(world: World) -> int:
    """Points off the map with which the Axis has won (VIC-1)."""
    return int(world.tables["victory"]["exit_points"])


def loss_limit(world: World) -> int:
    """Points that the Axis may lose without losing the game (VIC-2 to VIC-5)."""
    return int(world.tables["victory"]["loss_limit"])


@rule("VIC-6", "CAL-18")
def axis_losses(state: State) -> int:
    """Full less present value of every Axis combat unit.

    Who never came onto the map still lies on its full face; who left unharmed keeps its face.
    """
    total = 0
    for unit in state.world.fighters:
        if state.owner(unit) == AXIS:
            full = state.counter(unit).faces[0]
            present = 0 if state.place(unit) == DEAD else worth(state, unit)
            total += full.attack + full.defence - present
    return total


@rule("VIC-2", "VIC-3", "VIC-4", "VIC-7")
def beyond_the_railway(state: State) -> list[int]:
    """Supplied Allied combat units south of El Borma - Sousse, reconnaissance not counted (A35)."""
    world = state.world
    reached = supplied_at_the_end(state, ALLIED)
    return [
        u
        for u in fighters(state, ALLIED)
        if not world.recon[u] and world.south[state.place(u)] and reached[state.place(u)]
    ]


@rule("VIC-2", "VIC-3", "VIC-4", "VIC-5")
def level_at_the_end(state: State, units: int, losses: int) -> str:
    """The level for so many Allied units beyond the railway and so many points lost by the Axis."""
    chart = state.world.tables["victory"]
    if losses <= loss_limit(state.world):
        return "german_partial" if units <= chart["german_partial_at_most"] else "draw"
    return "allied_total" if units >= chart["allied_total_from"] else "allied_partial"


def level_now(state: State) -> str:
    """How the game stands, or stood when it ended."""
    if state.level:
        return state.level
    if has_broken_out(state):
        return "german_total"
    return level_at_the_end(state, len(beyond_the_railway(state)), axis_losses(state))


@rule("VIC-1")
def has_broken_out(state: State) -> bool:
    return exit_points(state) >= points_needed(state.world)


def end_game(state: State, rule_id: str) -> list[Event]:
    state.level = level_now(state)
    state.phase = Phase.OVER
    state.agenda = []
    state.combats = []
    return [GameEnded(rule=rule_id, level=state.level, winner=_winner(state))]


def _winner(state: State) -> str:
    levels = state.world.tables["victory"]["levels"]
    return str(next(row["side"] for row in levels if row["id"] == state.level))


def outcome(state: State) -> Outcome | None:
    if not state.level:
        return None
    points = {"exited": exit_points(state), "axis_losses": axis_losses(state)}
    points["beyond_railway"] = len(beyond_the_railway(state))
    winner = _winner(state)
    return Outcome(winner if winner in SIDES else None, state.level, points)
