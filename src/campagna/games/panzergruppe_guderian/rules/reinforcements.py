"""14.0 Reinforcements and 16.0 their schedule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision, certain
from campagna.core.offers import Amount, Offer
from campagna.core.rulebook import rule
from campagna.games.panzergruppe_guderian.events import (
    Drawn,
    FrontCalled,
    ProvisionalLost,
    ProvisionalRolled,
)
from campagna.games.panzergruppe_guderian.frames import Owed
from campagna.games.panzergruppe_guderian.orders import CallFront
from campagna.games.panzergruppe_guderian.rules import victory
from campagna.games.panzergruppe_guderian.rules.untried import draw, left_to_draw, put_back
from campagna.games.panzergruppe_guderian.rules.zones import zone
from campagna.games.panzergruppe_guderian.state import (
    GERMAN_MECH_MOVE,
    GONE,
    NOT_DUE,
    NOWHERE,
    SOVIET_MOVE,
    WAITING,
    WITHDRAWN,
    State,
)
from campagna.games.panzergruppe_guderian.world import ARMOR, GERMAN, RIFLE, SIDES

FRONT = "swf"


# --- arrival --------------------------------------------------------------------------------------


@rule("14.GEN-1", "14.3a", "14.3c", "16.1a", "16.1b", "16.2")
def call_up(state: State, side: int, chance: Chance) -> list[Event]:
    """Put the reinforcements of this turn before their entry hexes; they may be delayed at will."""
    if side == GERMAN:
        for block in state.world.due("german", state.turn):
            for name in block["units"].split():
                state.put(state.find(name), WAITING, entry=block["where"])
        return []
    owed, state.owed = list(state.owed), ()
    for block in state.world.due("soviet", state.turn):
        owed.append(Owed(block["where"], RIFLE, block["rifle"]))
        owed.append(Owed(block["where"], ARMOR, block["armor"]))
        if block["leader"]:
            state.put(state.find(block["leader"]), WAITING, entry=block["where"])
    events: list[Event] = []
    for debt in owed:
        events += _pay(state, debt, chance)
    return events


@rule("12.4b", "14.14", "14.3a")
def _pay(state: State, debt: Owed, chance: Chance) -> list[Event]:
    """Draw the divisions due at an entry; what the pools lack stays owed (AMB-49)."""
    count = min(debt.count, left_to_draw(state, debt.pool))
    if count < debt.count:
        state.owed = (*state.owed, Owed(debt.entry, debt.pool, debt.count - count))
    if not count:
        return []
    units = [draw(state, debt.pool, chance, entry=debt.entry) for _ in range(count)]
    return [Drawn(rule="14.GEN-4", units=state.names(units), entry=debt.entry)]


@rule("14.11", "14.GEN-1", "16.1b")
def roll_provisional(state: State, chance: Chance) -> list[Event]:
    """One die each turn: an untried rifle division at the entry of that number (AMB-48)."""
    die = chance.roll(6, "provisional reinforcement")
    entry = state.world.scenario["provisional"]["entry"][die - 1]
    if not left_to_draw(state, RIFLE):
        return [ProvisionalRolled(rule="14.11", die=die, entry=entry)]
    state.provisional = draw(state, RIFLE, chance, entry=entry)
    name = state.name(state.provisional)
    return [ProvisionalRolled(rule="14.11", die=die, entry=entry, unit=name)]


@rule("14.13")
def lose_provisional(state: State) -> list[Event]:
    """A provisional division that did not come in is lost."""
    unit, state.provisional = state.provisional, NOWHERE
    if unit == NOWHERE:
        return []
    name = state.name(unit)
    put_back(state, unit)
    return [ProvisionalLost(rule="14.13", unit=name)]


@rule("14.13", "14.21a")
def note_entry(state: State, units: Sequence[int]) -> None:
    """These units come in now: said while they still wait at their entry."""
    if state.provisional in units:
        state.provisional = NOWHERE
    if state.units[units[0]].entry == FRONT and state.options.fixed("front-entry-limit"):
        state.front_entered = _front_entered(state) + len(units)
        # Those who still wait may have to stay out.
        state.maps.movers = None


def _front_entered(state: State) -> int:
    return 0 if state.front_entered is UNSET else state.front_entered


@rule("14.21a")
def front_room(state: State) -> int:
    """How many divisions of the South-Western Front may still come in this turn."""
    front = state.world.scenario["south_western_front"]
    if not state.options.fixed("front-entry-limit"):
        return int(front["total"])
    return int(front["per_turn"]) - _front_entered(state)


@rule("14.21a")
def refuse_front(state: State, units: Sequence[int]) -> Refusal | None:
    """Why so many divisions of the South-Western Front may not come in together."""
    room = front_room(state)
    if state.units[units[0]].entry != FRONT or len(units) <= room:
        return None
    front = state.world.scenario["south_western_front"]
    facts: dict[str, Fact] = {
        "unit": state.name(units[0]),
        "count": int(front["per_turn"]),
        "left": room,
    }
    return Refusal("14.21a", "front-entry-limit", facts)


# --- where ----------------------------------------------------------------------------------------


@rule("14.3c", "4.2 B1", "10.4c", "12.4a", "14.21a")
def refuse_entry(state: State, unit: int) -> Refusal | None:
    """Why a unit that is off the map may not come in now."""
    u = state.units[unit]
    facts = {"unit": state.name(unit)}
    if u.place in GONE:
        return Refusal("12.4a", "eliminated", facts)
    if u.place == WITHDRAWN:
        return Refusal("10.4c", "leader-away", facts)
    if u.place == NOT_DUE:
        return Refusal("14.3c", "not-due", facts)
    if state.phase == GERMAN_MECH_MOVE:
        return Refusal("4.2 B1", "entry-in-first-move", facts)
    return refuse_front(state, [unit])


@rule("14.3a", "14.3b", "14.22", "14.12", "10.4c")
def entry_hexes(state: State, unit: int) -> list[int]:
    """The hexes by which a waiting unit may come in: those of its entry without enemy units."""
    side = state.side(unit)
    enemy = state.maps.held[1 - side]
    area = area_hexes(state, state.units[unit].entry)
    found = state.world.field.clear_of(enemy, area)
    if unit == state.provisional and _shut(state, area):
        found += _detour(state, area)
    return found


@rule("14.3b")
def area_hexes(state: State, entry: str) -> tuple[int, ...]:
    hexes = state.world.entry_hexes(entry) if entry else ()
    if entry == "B" and state.options["area_b_includes_0111"]:
        return tuple(sorted((*hexes, state.world.hex_index["0111"])))
    return hexes


def _shut(state: State, area: Iterable[int]) -> bool:
    """Every hex of the entry is German-occupied or in a German zone."""
    danger = zone(state, GERMAN)
    return all(state.maps.held[GERMAN][h] or danger[h] for h in area)


@rule("14.12")
def _detour(state: State, area: Iterable[int]) -> list[int]:
    """The nearest hex without Germans along the map edge towards the east (AMB-23)."""
    grid = state.world.board.grid
    names = [grid.ids[h] for h in area]
    row = names[0][2:]
    column = max(int(n[:2]) for n in names)
    edge = [f"{c:02d}{row}" for c in range(column + 1, 60)]
    rows = range(2, 32) if row == "01" else range(30, 0, -1)
    edge += [f"59{r:02d}" for r in rows]
    for name in edge:
        h = state.world.hex_index[name]
        if not state.maps.held[GERMAN][h] and not state.world.lake[h]:
            return [h]
    return []


@rule("14.3a")
def refuse_entry_hex(state: State, unit: int, hex_: int) -> Refusal | None:
    if hex_ in entry_hexes(state, unit):
        return None
    facts = {
        "unit": state.name(unit),
        "hex": state.world.hex_ids[hex_],
        "entry": state.units[unit].entry,
    }
    if state.maps.held[1 - state.side(unit)][hex_]:
        return Refusal("6.21", "enemy-there", {**facts, "from": facts["entry"]})
    return Refusal("14.3a", "wrong-entry", facts)


# --- the South-Western Front ------------------------------------------------------------------------


def front_left(state: State) -> int:
    """How many divisions the Soviet player may still call this turn."""
    front = state.world.scenario["south_western_front"]
    if state.phase != SOVIET_MOVE or state.turn < front["from_turn"]:
        return 0
    left = min(front["per_turn"] - state.front_turn, front["total"] - state.front_total)
    return min(int(left), left_to_draw(state, RIFLE))


@rule("14.21a", "14.21b", "14.14", "14.24")
def judge_front(state: State, order: CallFront) -> Refusal | int:
    """How many divisions come."""
    front = state.world.scenario["south_western_front"]
    if state.turn < front["from_turn"]:
        return Refusal("14.21a", "front-too-early", {"turn": front["from_turn"]})
    if order.divisions < 1:
        return Refusal("14.21a", "front-none")
    if order.divisions > front["per_turn"] - state.front_turn:
        return Refusal("14.21a", "front-turn-limit", {"count": front["per_turn"]})
    if order.divisions > front["total"] - state.front_total:
        return Refusal("14.21a", "front-game-limit", {"count": front["total"]})
    if order.divisions > left_to_draw(state, RIFLE):
        return Refusal("14.14", "no-counters", {"count": left_to_draw(state, RIFLE)})
    return order.divisions


@rule("14.21a", "14.22", "14.23", "14.24")
def carry_out_front(state: State, divisions: int, chance: Chance) -> list[Event]:
    units = [draw(state, RIFLE, chance, entry=FRONT) for _ in range(divisions)]
    before = victory.front_points(state)
    state.front_turn += divisions
    state.front_total += divisions
    gained = victory.front_points(state) - before
    return [FrontCalled(rule="14.23", units=state.names(units), points=gained)]


@rule("14.23")
def forecast_front(state: State, divisions: int) -> Forecast:
    """The points that the call gives away, and how many divisions are left to call."""
    twin = state.copy()
    twin.front_turn += divisions
    twin.front_total += divisions
    points = victory.front_points(twin) - victory.front_points(state)
    notes = (
        Note("front-gives-points", {"side": SIDES[GERMAN], "points": points}, grave=True),
        Note("front-left", {"left": front_left(twin)}),
    )
    return replace(certain("14.21a"), notes=notes)


def offer_front(state: State) -> tuple[Offer, ...]:
    """Every division called gives the German points (14.23): nobody should call one by mistake."""
    most = front_left(state)
    return (Amount("call-front", "divisions", 1, most, tone="grave"),) if most else ()


CALL_FRONT = Decision(
    CallFront, "14.21a", judge_front, carry_out_front, forecast_front, offer=offer_front
)
