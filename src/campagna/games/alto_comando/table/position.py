"""Positions: the readable form of a state, for what-ifs, views and tests.

A position may be partial: bases that it does not name wait in reserve, supply bases stand at their
posts. Only the choice of cards is ever hidden, until both sides have made it (D-2).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import UNSET

from campagna.core.contract import BadPosition, Setup
from campagna.core.editions import Options
from campagna.core.numbered import Count
from campagna.core.rulebook import rule
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start, forces, terrain
from campagna.games.alto_comando.rules.geometry import broken_invariants, sane
from campagna.games.alto_comando.state import (
    FLAG_NAMES,
    PHASE_NAMES,
    TABLE,
    WHERE_NAMES,
    Base,
    Phase,
    Result,
    Segment,
    Span,
    State,
    Strip,
    Tally,
)
from campagna.games.alto_comando.world import BEDA_FOMM, NOBODY, SIDES, Element, World
from campagna.plane.bases import Point
from campagna.plane.shapes import hull


class BasePosition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    id: str
    at: Point | None = None
    """The centre of the base; none for a base that is not on the table."""
    where: str = "table"
    state: tuple[str, ...] = ()


class Position(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    phase: str = "move"
    side: str = "axis"
    """Who decides."""
    active: str = "axis"
    """The Moving Player."""
    turn: Count = 1
    campaign: CampaignState | None = None
    result: Result | None = None
    formations: tuple[Formation, ...] = ()
    mustered: bool = True
    """False while the forces are gathered: the formations have no bases yet."""
    cruisers: tuple[str, ...] = ()
    bases: tuple[BasePosition, ...] = ()
    placing: Count = 0
    turned: bool = False
    strips: tuple[Strip, ...] = ()
    segments: tuple[Segment, ...] = ()
    spans: tuple[Span, ...] = ()
    replaced: bool = False
    engineers: tuple[str, ...] = ()
    pontoniers: tuple[str, ...] = ()
    air: tuple[Count, Count] = (0, 0)
    markers: tuple[str, ...] = ()
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    terrain: tuple[Element, ...] | None = None
    """What the players laid, with the option `terrain` = laid; none before they begin."""
    laying: tuple[str, ...] = ()
    """The sides that still lay terrain, the one whose turn it is first."""


# --- from a state -----------------------------------------------------------------------------------


def describe(state: State) -> Position:
    groups = state.roster.groups
    return Position(
        phase=PHASE_NAMES[state.phase],
        side=SIDES[state.side],
        active=SIDES[state.active],
        turn=state.turn,
        campaign=state.campaign,
        result=state.result,
        formations=state.formations,
        mustered=bool(state.bases),
        cruisers=state.cruisers,
        bases=tuple([_describe_base(state.name(i), b) for i, b in enumerate(state.bases)]),
        placing=state.placing,
        turned=state.turned,
        strips=tuple(state.strips),
        segments=tuple(state.segments),
        spans=tuple(state.spans),
        replaced=state.replaced,
        engineers=tuple(groups[g].id for g in state.engineers),
        pontoniers=tuple(groups[g].id for g in state.pontoniers),
        air=(state.air[0], state.air[1]),
        markers=state.names(state.markers),
        tallies=(state.tallies[0], state.tallies[1]),
        terrain=None if state.terrain is UNSET else state.terrain,
        laying=tuple(SIDES[side] for side in terrain.sides_laying(state)),
    )


@lru_cache(maxsize=8192)
def _describe_base(name: str, b: Base) -> BasePosition:
    """Kept: most bases stand as they stood in the last view."""
    return BasePosition(
        id=name,
        at=b.at if b.where == TABLE else None,
        where=WHERE_NAMES[b.where],
        state=tuple(name for name, flag in FLAG_NAMES.items() if b.flags & flag),
    )


# --- to a state -------------------------------------------------------------------------------------


def arrange(world: World, setup: Setup, options: Options, given: object) -> State:
    """A state from a position. Raises `BadPosition` for what cannot stand on a table."""
    position = msgspec.convert(given, Position) if not isinstance(given, Position) else given
    state = restored(world, setup, options, position)
    broken = broken_invariants(state)
    if broken:
        raise BadPosition("; ".join(broken))
    return state


def restored(world: World, setup: Setup, options: Options, position: Position) -> State:
    """The state as the position tells it, measured by nobody."""
    state = battle_start.empty_state(world, setup, options)
    state.phase = _index("phase", position.phase, PHASE_NAMES)
    state.side = _index("side", position.side, SIDES)
    state.active = _index("side", position.active, SIDES)
    state.turn = position.turn
    state.campaign = position.campaign
    state.result = position.result
    state.formations = position.formations
    state.turned = position.turned
    _lay_terrain(state, position)
    if setup.scenario != BEDA_FOMM:
        forces.complete(state)
    elif position.campaign is not None:
        raise BadPosition("Beda Fomm is no battle of a campaign")
    unknown = [f.template for f in position.formations if f.template not in world.templates]
    if unknown:
        raise BadPosition(f"no division '{unknown[0]}' in the lists")
    if position.formations and position.mustered:
        battle_start.muster(state)
        state.cruisers = position.cruisers
        battle_start.derive(state)
        _put_bases(state, position)
    elif state.phase not in (Phase.FORCES, Phase.OVER):
        raise BadPosition("a battle needs formations")
    _put_works(state, position)
    return state


@rule("TER-1", "TER-2")
def _lay_terrain(state: State, position: Position) -> None:
    """Elements of any convex shape, as people build them; the list of pieces binds orders only."""
    if position.terrain is None:
        return
    if state.options["terrain"] != terrain.LAID:
        raise BadPosition("terrain in a position needs the option 'terrain' = laid")
    most = state.world.most_elements
    if len(position.terrain) > most:
        raise BadPosition(f"at most {most} elements of terrain (TER-2)")
    kinds = sorted({piece.kind for piece in terrain.pieces(state).values()})
    for element in position.terrain:
        if element.kind not in kinds:
            raise BadPosition(f"no terrain '{element.kind}'; there are: {', '.join(kinds)}")
        corners = element.polygon
        if not sane(corners) or len(corners) < 3 or sorted(hull(corners)) != sorted(corners):
            raise BadPosition(f"'{element.kind}' must be a convex polygon in millimetres")
    state.terrain = position.terrain
    if position.laying:
        state.laying = tuple(_index("side", side, SIDES) for side in position.laying)
    battle_start.derive(state)


def _put_bases(state: State, position: Position) -> None:
    named: set[str] = set()
    for given in position.bases:
        if given.id in named:
            raise BadPosition(f"{given.id} is named twice")
        named.add(given.id)
        base = state.find(given.id)
        if base == NOBODY:
            raise BadPosition(f"no base '{given.id}' in this battle")
        where = _index("box", given.where, WHERE_NAMES)
        if (where == TABLE) != (given.at is not None) or (given.at and not sane([given.at])):
            raise BadPosition(f"base '{given.id}' on the table needs a place, elsewhere none")
        flags = 0
        for name in given.state:
            if name not in FLAG_NAMES:
                raise BadPosition(f"no state '{name}'; there are: {', '.join(FLAG_NAMES)}")
            flags |= FLAG_NAMES[name]
        x, y = given.at or (0, 0)
        state.bases[base] = Base(x, y, where, flags)


def _put_works(state: State, position: Position) -> None:
    groups = {group.id: g for g, group in enumerate(state.roster.groups)}
    state.placing = position.placing
    state.strips = list(position.strips)
    state.segments = list(position.segments)
    state.spans = list(position.spans)
    state.replaced = position.replaced
    state.air = list(position.air)
    state.tallies = list(position.tallies)
    try:
        state.engineers = [groups[g] for g in position.engineers]
        state.pontoniers = [groups[g] for g in position.pontoniers]
        state.markers = [state.roster.index[name] for name in position.markers]
    except KeyError as problem:
        raise BadPosition(f"nobody is called {problem} in this battle") from None
    state.derived.works_changed()


def _index(kind: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise BadPosition(f"no {kind} '{name}'; there are: {', '.join(names)}")
    return names.index(name)
