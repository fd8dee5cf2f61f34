"""10.1.3 Air support of a combat: commitment, the table, superiority, return."""

from __future__ import annotations

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Event, Note, Refusal
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN
from campagna.games.lion_of_judah.field_events import AirCommitted, AirRolled
from campagna.games.lion_of_judah.frames import Battle, Stage
from campagna.games.lion_of_judah.orders import CommitAir
from campagna.games.lion_of_judah.rules.air_hq import airfields
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general.names import own_marker
from campagna.games.lion_of_judah.rules.resources import fuel
from campagna.games.lion_of_judah.rules.resources.prices import flight_notes
from campagna.games.lion_of_judah.state import AirStatus, State
from campagna.games.lion_of_judah.world import S1940

NO_EFFECT, SHIFT, SUPERIORITY = "NE", "shift", "superiority"


def committing_side(battle: Battle) -> int:
    """12.4-3: the attacker commits first, then the defender."""
    return battle.side if battle.stage == Stage.ATTACKER_AIR else 1 - battle.side


def can_support(state: State, side: int, hex_: int) -> tuple[int, ...]:
    """Markers of a side that may fly to a combat in a hex."""
    return tuple(airfields.fliers(state, side, hex_))


def _battle(state: State) -> Battle:
    frame = state.agenda[-1]
    assert isinstance(frame, Battle)
    return frame


@rule("10.1.3-a", "12.4-3")
def judge_commit_air(state: State, battle: Battle, order: CommitAir) -> Refusal | tuple[int, ...]:
    side = committing_side(battle)
    markers: list[int] = []
    for name in order.markers:
        marker = own_marker(state, name, side)
        if isinstance(marker, Refusal):
            return marker
        if marker in markers:
            return Refusal("10.1.2", "marker-named-twice", {"marker": name})
        refusal = airfields.refuse_mission(state, marker, battle.target)
        if refusal is not None:
            return refusal
        markers.append(marker)
    price = len(markers) * fuel.air_price(state, side)
    if not fuel.affordable(state, price):
        return Refusal("PB 14.6.1.1", "no-fuel-for-all", {"count": state.fuel})
    return tuple(markers)


@rule("10.1.3-a", "12.4-3")
def carry_out_commit_air(
    state: State, battle: Battle, plan: tuple[int, ...], chance: Chance
) -> list[Event]:
    """Markers take off and are noted in the combat on top of the agenda."""
    events, flying = list[Event](), list[int]()
    side = committing_side(battle)
    for marker in plan:
        event, flies = airfields.take_off(state, marker, battle.target, AirStatus.FLYING, chance)
        events += event
        if flies:
            flying.append(marker)
    if flying:
        names = tuple(state.world.air[m].id for m in flying)
        events.append(AirCommitted(rule="10.1.3-a", side=state.side_name(side), markers=names))
    wing = tuple(flying)
    wings = (wing, battle.air[1]) if side == battle.side else (battle.air[0], wing)
    state.agenda[-1] = msgspec.structs.replace(battle, air=wings)
    return events


def notes(state: State, battle: Battle, markers: tuple[int, ...]) -> tuple[Note, ...]:
    """What a commitment costs whatever the dice say."""
    if markers:
        return flight_notes(state, markers)
    ready = len(airfields.ready(state, committing_side(battle)))
    return (Note("no-aircraft", {"left": ready}),)


def _wing(state: State, battle: Battle) -> tuple[tuple[str, ...], int]:
    """The markers in range, and how many of them the fuel lets fly."""
    side = committing_side(battle)
    names = tuple(state.world.air[m].id for m in can_support(state, side, battle.target))
    price = fuel.air_price(state, side)
    return names, len(names) if not price else min(len(names), state.fuel // price)


def offer_commit_air(state: State, battle: Battle) -> tuple[Offer, ...]:
    """Some of the markers in range, or none."""
    names, most = _wing(state, battle)
    return (Pick("commit-air", "markers", names, many=True, least=0, most=most, tone="main"),)


def commitments(state: State, battle: Battle) -> list[CommitAir]:
    """Nobody flies, or any of the markers in range: one of each number, the first ones."""
    names, most = _wing(state, battle)
    singles = [CommitAir((name,)) for name in names] if most else []
    return [CommitAir(), *singles, *(CommitAir(tuple(names[:n])) for n in range(2, most + 1))]


@rule("10.1.3-a", "10.1.3-b", "A-33", "12.4-4")
def roll_support(state: State, chance: Chance) -> list[Event]:
    """After both have committed each marker rolls; those without effect are committed at once."""
    battle, events = _battle(state), list[Event]()
    results: list[tuple[str, ...]] = []
    for i, side in enumerate((battle.side, 1 - battle.side)):
        rolled = []
        for marker in battle.air[i]:
            modifier = support_drm(state, side, battle.target)
            die = chance.roll(6, "air support")
            result = support_result(state, die + modifier)
            if result == NO_EFFECT:
                state.change_air(marker, status=AirStatus.COMMITTED)
            rolled.append(result)
            events.append(
                AirRolled(
                    rule="10.1.3-a",
                    side=state.side_name(side),
                    marker=state.world.air[marker].id,
                    die=die,
                    modifier=modifier,
                    result=result,
                )
            )
        results.append(tuple(rolled))
    attacker, defender = columns(state, results[0], results[1])
    state.agenda[-1] = msgspec.structs.replace(
        battle, air_results=(results[0], results[1]), air_shift=attacker - defender
    )
    return events


@rule("10.1.3-a")
def support_drm(state: State, side: int, target: int) -> int:
    """The modifiers of the air support table."""
    table, drm = state.world.tables["air_support"], effects_in_force.air_drm(state, side)
    if state.world.mountain[target]:
        drm += table["into_mountain_or_amba"]
    if state.part == S1940 and side == ITALIAN and state.turn >= 8:
        drm += table["italian_from_turn_8_of_1940"]
    return int(drm)


def support_result(state: State, modified: int) -> str:
    """NE, shift or superiority; beyond the ends of the table the nearest row counts."""
    rows = state.world.tables["air_support"]["die"]
    return str(rows[max(1, min(modified, len(rows))) - 1])


@rule("10.1.3-b", "10.1.3-c", "A-11")
def columns(state: State, mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[int, int]:
    """The columns each side gains: superiority takes one from the enemy, two count at most."""
    most = state.world.tables["combat"]["air_shifts_max"]
    gains = [sum(r != NO_EFFECT for r in wing) for wing in (mine, theirs)]
    supremacy = [wing.count(SUPERIORITY) for wing in (mine, theirs)]
    net = [min(most, max(0, gains[i] - supremacy[1 - i])) for i in (0, 1)]
    return net[0], net[1]


@rule("10.1.4-a", "A-25", "A-33")
def return_markers(state: State, chance: Chance) -> list[Event]:
    """When the combat is over the markers that had an effect roll for their return."""
    events: list[Event] = []
    for wing in _battle(state).air:
        for marker in wing:
            if state.air[marker].status == AirStatus.FLYING:
                events += airfields.roll_return(state, marker, chance)
    return events


def end_of_turn(state: State, chance: Chance) -> list[Event]:
    """5.2-E-IV."""
    return airfields.end_turn(state, chance)
