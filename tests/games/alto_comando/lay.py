"""Short positions of Alto Comando for the tests by rule.

    state = table({"A1.tank1": "500 500", "G1.motor1": "600 500", "G1.hq": "700 500 shaken"}, phase="fire")
    events = play(state, Fire("A1.tank1", "G1.motor1"), dice=[5, 2])

A base is named by its formation and its key (kind, numbered if the division has several). Formations
A1, A2 ... are Axis, G1, G2 ... Allied; their templates are given by `formations`, a Panzer division and
a British armoured division unless said. Bases that are not named wait in reserve, supply bases that
are not named do not exist. A base is given by words: its centre, or `scattered`, `destroyed`,
`escaped`, and flags (moved, fired, shaken, recovered).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from campagna.core.chance import Chance, ScriptedChance, SeededChance
from campagna.core.contract import LANGUAGES, Event, Order, Refusal, Setup
from campagna.core.messages import load_messages
from campagna.games.alto_comando.campaign_state import CampaignState
from campagna.games.alto_comando.game import AltoComando
from campagna.games.alto_comando.roster import Formation
from campagna.games.alto_comando.rules import battle_start, forces
from campagna.games.alto_comando.rules.losses import points_of
from campagna.games.alto_comando.state import (
    DESTROYED,
    FLAG_NAMES,
    PHASE_NAMES,
    RESERVE,
    SHAKEN,
    WHERE_NAMES,
    Base,
    Derived,
    Phase,
    Segment,
    State,
    Strip,
    Tally,
)
from campagna.games.alto_comando.world import ALLIED, AXIS, SIDES, Element
from campagna.plane.bases import Point, Rect

GAME = AltoComando()
MESSAGES = load_messages(GAME.home)
TEMPLATES = {"A": "gen.de.panzer", "G": "gen.gb.armoured"}

E = TypeVar("E", bound=Event)


def table(
    units: Mapping[str, str],
    *,
    phase: str = "move",
    active: str = "axis",
    turn: int = 3,
    scenario: str = "battle",
    formations: Mapping[str, str] | None = None,
    hosts: Mapping[str, str] | None = None,
    cruisers: tuple[str, ...] = (),
    options: Mapping[str, bool | str] | None = None,
    terrain: Iterable[tuple[str, Sequence[Point]]] = (),
    strips: Mapping[str, Sequence[Rect]] | None = None,
    segments: Mapping[str, Sequence[Point]] | None = None,
    air: tuple[int, int] = (3, 3),
) -> State:
    """A battle in the middle of a turn, with these bases, this terrain and these works."""
    setup = Setup(scenario, dict(options or {}))
    state = battle_start.empty_state(GAME.world, setup, GAME.options(setup))
    names = sorted({name.split(".")[0] for name in units if not name.startswith("supply.")})
    state.formations = _formations(names, formations or {}, hosts or {})
    if scenario != "beda_fomm":
        state.campaign = CampaignState(0, area_chosen=True, revealed=True, cruisers=cruisers)
    battle_start.muster(state)
    elements = tuple(Element(kind, tuple(polygon)) for kind, polygon in terrain)
    state.derived = Derived(state.roster, state.field, elements)
    state.bases = [
        Base(where=DESTROYED if unit.is_supply else RESERVE) for unit in state.roster.units
    ]
    for name, words in units.items():
        _place(state, state.find(name), words)
    for number, side in enumerate(SIDES):
        state.strips += [Strip(number, rect) for rect in (strips or {}).get(side, ())]
        state.segments += [Segment(number, at) for at in (segments or {}).get(side, ())]
    state.air = list(air)
    state.turn, state.active = turn, SIDES.index(active)
    state.phase = Phase(PHASE_NAMES.index(phase))
    state.side = 1 - state.active if phase == "trench-fire" else state.active
    return state


def _formations(
    names: Iterable[str], templates: Mapping[str, str], hosts: Mapping[str, str]
) -> tuple[Formation, ...]:
    return tuple(
        Formation(
            name,
            name,
            templates.get(name, TEMPLATES[name[0]]),
            AXIS if name.startswith("A") else ALLIED,
            hosts.get(name, ""),
        )
        for name in names
    )


def _place(state: State, base: int, words: str) -> None:
    assert base >= 0, f"no base for '{words}'"
    given = words.split()
    flags = sum(FLAG_NAMES[word] for word in given if word in FLAG_NAMES)
    numbers = [int(word) for word in given if word.lstrip("-").isdigit()]
    side = 1 - state.unit(base).side
    if numbers:
        x, y = numbers
        state.put(base, (x, y), flags)
        scattered = bool(flags & SHAKEN)
    else:
        where = next(WHERE_NAMES.index(word) for word in given if word in WHERE_NAMES)
        state.remove(base, where, flags)
        scattered = "scattered" in given
    if scattered:
        tally = state.tallies[side]
        state.tallies[side] = Tally(tally.scattered + 1, tally.destroyed, tally.supplies)


# --- orders -----------------------------------------------------------------------------------------


def play(state: State, *orders: Order, dice: Sequence[int] = ()) -> list[Event]:
    """Play the orders with the given dice; every die must be used, every event can be told."""
    chance = ScriptedChance(dice)
    events = [event for order in orders for event in GAME.play(state, order, chance)]
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"
    for event in events:
        for language in LANGUAGES:
            assert MESSAGES.event(event, language)
    return events


def refused(state: State, order: Order) -> Refusal:
    """The refusal of an order that must not be allowed; it can be said in every language."""
    refusal = GAME.refusal(state, order)
    assert refusal is not None, f"allowed: {order}"
    for language in LANGUAGES:
        assert MESSAGES.refusal(refusal, language)
    return refusal


def why(state: State, order: Order) -> tuple[str, str]:
    """Rule and reason of a refusal."""
    refusal = refused(state, order)
    return refusal.rule, refusal.reason


def allowed(state: State, order: Order) -> bool:
    return GAME.refusal(state, order) is None


def events_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = events_of(events, kind)
    return found


# --- looking at a state -----------------------------------------------------------------------------


def where(state: State, name: str) -> str:
    """The place of a base: its centre, the box it is in, or `scattered` for a shaken headquarters."""
    base = state.bases[state.find(name)]
    if base.flags & SHAKEN:
        return "scattered"
    return "ok" if WHERE_NAMES[base.where] == "table" else WHERE_NAMES[base.where]


def at(state: State, name: str) -> Point:
    return state.at(state.find(name))


def points(state: State) -> tuple[int, int]:
    return points_of(state, AXIS), points_of(state, ALLIED)


def decision(state: State) -> tuple[str, str]:
    """Who must decide what."""
    step = GAME.step(state)
    return ("", "over") if step is None else (step.side, step.decision)


# --- campaigns --------------------------------------------------------------------------------------


def start(scenario: str, seed: int = 1, **options: bool | str) -> State:
    return GAME.start(Setup(scenario, dict(options)), SeededChance(seed))


def begin(scenario: str, chance: Chance, **fields: Any) -> tuple[State, list[Event]]:
    """A campaign that begins, or goes on, with these fields of its state."""
    state = start(scenario)
    campaign = forces.plan(state)
    battle_start.clear_table(state)
    state.phase = Phase.FORCES
    state.campaign = CampaignState(**({"front": campaign.start} | fields))
    return state, forces.proceed(state, chance)


def hand(state: State, side: int) -> tuple[str, ...]:
    """The cards of a side in the present battle."""
    assert state.campaign is not None
    return state.campaign.hand(side)


def templates(state: State, side: int) -> list[str]:
    return [f.template for f in state.formations if f.side == side]
