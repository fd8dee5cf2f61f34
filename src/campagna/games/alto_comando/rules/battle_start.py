"""The beginning of a battle: the table is cleared, bases mustered, terrain laid (SET-1, TER-2)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from campagna.core.chance import Chance
from campagna.core.contract import Event, Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.alto_comando import events as ev
from campagna.games.alto_comando.roster import Posts, build_roster, supply_posts
from campagna.games.alto_comando.rules.geometry import HARD, SOFT
from campagna.games.alto_comando.rules.works_available import allowance
from campagna.games.alto_comando.state import TABLE, Base, Derived, Phase, State, Tally
from campagna.games.alto_comando.world import (
    ALLIED,
    AXIS,
    BEDA_FOMM,
    SIDES,
    Element,
    Field,
    World,
)

OFF: Mapping[str, bool | str] = {
    "sea": False,
    "table": BEDA_FOMM,
    "extra_supply": False,
    "terrain": "open_desert",
    "italian_problems": False,
    "western_front": False,
    "setup_15cm": "designated",
    "vp_scatter_then_destroyed": "upgrade",
    "urban_supply_from_air": False,
    "scattered_italian_hq": "30cm",
    "scattered_hq_at_end": "destroyed",
}
"""What options mean where they are not offered (BF-1)."""

EUROPEAN = (*SOFT, *HARD, "river")
"""Terrain that only the western-front rules know."""


def empty_state(world: World, setup: Setup, options: Options) -> State:
    state = State(setup)
    attach(state, world, options)
    return state


def attach(state: State, world: World, options: Options) -> None:
    """Hang on a state what is derived from it: world, options, roster, terrain."""
    state.world = world
    state.options = Options({**OFF, **options}, options.fixes)
    derive(state)


def derive(state: State) -> None:
    """Roster, field and terrain of the present battle; before it is mustered nobody is on the list."""
    field = field_of(state)
    formations = state.formations if state.bases else ()
    posts = _posts(state, field) if state.bases else ((), ())
    list_ = state.world.templates[formations[0].template].list_ if formations else "general"
    roster = build_roster(list_, formations, state.cruisers, posts)
    state.derived = Derived(roster, field, elements_of(state, field))


def _posts(state: State, field: Field) -> Posts:
    return supply_posts(field, bool(state.options["extra_supply"]))


@rule("TAB-7", "TAB-8", "TAB-9")
def field_of(state: State) -> Field:
    return state.world.fields[str(state.options["table"])]


@rule("TER-1", "TER-2", "WF-1a", "WF-3", "WF-5a")
def elements_of(state: State, field: Field) -> tuple[Element, ...]:
    """The terrain in force: what was laid or chosen, turned or not; the reduced table is open desert."""
    if field.id == "reduced":
        return ()
    if state.terrain is UNSET:
        # Nothing was laid by the players: a ready layout, or none yet.
        elements = state.world.layouts.get(str(state.options["terrain"]), ())
    else:
        elements = state.terrain
    if not state.options["western_front"]:
        elements = tuple(e for e in elements if e.kind not in EUROPEAN)
    return state.world.turned(elements) if state.turned else elements


# --- beginning ------------------------------------------------------------------------------------------


def clear_table(state: State) -> None:
    """Nothing is left of the last battle."""
    state.formations = ()
    state.cruisers = ()
    state.bases = []
    state.placing = 0
    state.turned = False
    state.terrain, state.laying = UNSET, UNSET
    state.strips, state.segments, state.spans = [], [], []
    state.turn = state.active = 0
    state.replaced = False
    state.engineers, state.pontoniers, state.markers = [], [], []
    state.air = [0, 0]
    state.tallies = [Tally(), Tally()]
    derive(state)


@rule("SET-1", "SET-7", "TAB-10")
def muster(state: State) -> None:
    """The bases of the formations in reserve, the supply bases at their posts."""
    if state.campaign is not None:
        state.cruisers = state.campaign.cruisers
    posts = _posts(state, field_of(state))
    tents = [Base(x, y, TABLE) for side in (AXIS, ALLIED) for x, y in posts[side]]
    count = sum(state.world.templates[f.template].size for f in state.formations)
    state.bases = [*[Base()] * count, *tents]
    derive(state)


@rule("SET-1", "SET-2", "TER-2", "AIR-1", "CAM-7")
def begin_setup(state: State, chance: Chance) -> list[Event]:
    """The forces are known: roll for the terrain and go on to the works, or to the placement."""
    muster(state)
    found: list[Event] = []
    if state.derived.elements:
        die = chance.roll(6, "terrain")
        state.turned = state.world.orientation_die[die - 1] == "turned"
        derive(state)
        found.append(ev.TerrainTurned(rule="TER-2", die=die, turned=state.turned))
    granted = allowance(state)
    state.air = list(granted.air)
    return found + next_works(state, first=True)


@rule("SET-2")
def next_works(state: State, first: bool = False) -> list[Event]:
    """The British lay their works, then the Axis; whoever has none to lay is passed over."""
    granted = allowance(state)
    for side in (ALLIED, AXIS) if first else (AXIS,) if state.side == ALLIED else ():
        if granted.strips[side] or granted.segments[side]:
            state.phase, state.side = Phase.WORKS, side
            return [ev.PhaseBegan(rule="SET-2", phase="works", side=SIDES[side])]
    state.phase, state.placing = Phase.DEPLOY, -1
    return next_placement(state)


# --- the order of placement -----------------------------------------------------------------------------

PLACEMENT = ("italian", "allied", "german")
BEDA_PLACEMENT = ("allied", "italian")


def placement(state: State) -> tuple[str, ...]:
    return BEDA_PLACEMENT if state.field.id == BEDA_FOMM else PLACEMENT


@rule("SET-3", "BF-2")
def placed_in(state: State, step: str) -> list[int]:
    """The bases that a step of the placement is about."""
    units = state.roster.units
    if step == "allied":
        return [b for b in state.roster.of_side[ALLIED] if not units[b].is_supply]
    return [
        b
        for b in state.roster.of_side[AXIS]
        if not units[b].is_supply and (units[b].nationality == "it") == (step == "italian")
    ]


def placing_now(state: State) -> list[int]:
    return placed_in(state, placement(state)[state.placing])


@rule("SET-3")
def next_placement(state: State) -> list[Event]:
    """Italians, then the Allies, last the Germans; a step without bases is passed over.

    With nobody left to place the index stands behind the last step and no event is told.
    """
    steps = placement(state)
    state.placing += 1
    while state.placing < len(steps):
        step = steps[state.placing]
        if placed_in(state, step):
            state.side = ALLIED if step == "allied" else AXIS
            return [ev.PhaseBegan(rule="SET-3", phase="deploy", side=SIDES[state.side])]
        state.placing += 1
    return []


def all_placed(state: State) -> bool:
    return state.placing >= len(placement(state))


def last_step_of(state: State, side: int) -> str:
    """The step after which a side's set-up is judged (SET-5)."""
    own = ("allied",) if side == ALLIED else ("italian", "german")
    return [s for s in placement(state) if s in own and placed_in(state, s)][-1]
