"""The effects of the event markers (tables.toml, [[event]]); None when a marker is discarded."""

from __future__ import annotations

from collections.abc import Callable

from campagna.core.chance import Chance
from campagna.core.contract import Event
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import ControlChanged, Delayed, PointsScored, Removed
from campagna.games.lion_of_judah.flags import DEAD, GONE, HOLDING, NOT_DUE, NOWHERE
from campagna.games.lion_of_judah.frames import Choice, FreeMove
from campagna.games.lion_of_judah.maps import EVENTS
from campagna.games.lion_of_judah.rules.ethiopia.patriots import LEFT, ORDERED
from campagna.games.lion_of_judah.rules.events import placement
from campagna.games.lion_of_judah.rules.events.effects_in_force import effect
from campagna.games.lion_of_judah.rules.general import losses, prestige
from campagna.games.lion_of_judah.rules.resources import fuel, resource_points, resources
from campagna.games.lion_of_judah.state import InForce, Ledger, State
from campagna.games.lion_of_judah.world import Block

Effects = list[Event] | None
FOREVER = 99

THIS_TURN = frozenset({"A2", "B2", "B5", "B7", "C5", "C6", "D1", "D7", "D8"})
"""Events whose whole effect is read elsewhere while they are in force (see `effects_in_force`)."""


@rule("6.2-a", "6.2-b")
def apply(state: State, marker: str, chance: Chance) -> Effects:
    """Carry out an event at once."""
    if marker in THIS_TURN:
        return _last(state, marker, state.turn)
    return _EFFECTS[marker](state, effect(state, marker), chance)


def _last(state: State, marker: str, until: int, unit: int = NOWHERE, amount: int = 0) -> Effects:
    state.in_force.append(InForce(marker, until, unit, amount))
    state.maps.memos.touch(EVENTS)
    return []


def _score(state: State, marker: str, points: int, rule_id: str) -> list[Event]:
    if not points:
        return []
    state.ledger.append(Ledger(rule_id, marker, points))
    return [PointsScored(rule=rule_id, reason=marker, points=points)]


def _controls(state: State, side: int, hexes: list[str]) -> list[bool]:
    return [state.control[state.world.hex_index[h]] == side for h in hexes]


def _box(state: State, name: str, points: int) -> list[Event]:
    return resources.receive(state, state.theatre.box_index[name], points, "6.2-a")


# --- 1935-36, pool A ----------------------------------------------------------------------------------


def _gugsa(state: State, block: Block, chance: Chance) -> Effects:
    """A1: Gugsa and his people go over; two levies stand where they stood."""
    people = [u for u in state.on_map(OTHER) if state.counter(u).faction == block["remove_faction"]]
    if not any(state.counter(u).type == "leader" for u in people):
        return None
    names = state.names(people)
    hexes = {state.units[u].place for u in people}
    for unit in people:
        state.put(unit, GONE, steps=0, load=0)
        state.change(unit, flags=0)
    hexes.add(state.world.hex_index[block["otherwise_hex"]])
    placement.lay(state, placement.LEVY, block["place_levies"], sorted(hexes), "A1")
    return [Removed(rule="6.2-a", units=names, cause="A1")]


def _arms(state: State, block: Block, chance: Chance) -> Effects:
    """A3: resource points for leaders on the railway."""
    if any(_controls(state, ITALIAN, block["needs_ethiopian"])):
        return None
    resource_points.offer(state, resource_points.on_railway(state), block["ethiopian_rp"], "A3")
    return []


@rule("PB 13.6.5.1-c", "10.1.6")
def _league(state: State, block: Block, chance: Chance) -> Effects:
    """A4: points for every bomb too many, and sanctions in the next phase."""
    excess = max(0, state.bombing - block["vp_loss_above"])
    _last(state, "A4", state.turn + 1, amount=-block["italian_rp_next"])
    return _score(state, "A4", -excess, "PB 13.6.5.1-c")


def _recalled(state: State, block: Block, chance: Chance) -> Effects:
    """A5."""
    state.agenda.append(Choice(ITALIAN, "A5", tuple(block["choice"])))
    return []


def _rivalry(state: State, block: Block, chance: Chance) -> Effects:
    """A6."""
    names = [n for n in block["block_leader"] if state.units[state.world.slots[n]].place >= 0]
    if not names:
        return None
    state.agenda.append(Choice(ITALIAN, "A6", tuple(names)))
    return []


def _unrest(state: State, block: Block, chance: Chance) -> Effects:
    """A7: a warrior of Imru at random; his rating falls."""
    people = [u for u in state.on_map(OTHER) if state.counter(u).faction == block["lose_random"]]
    if not people:
        return None
    _last(state, "A7", state.turn)
    warriors = [u for u in people if state.world.combat[u]]
    if not warriors:
        return []
    victim = warriors[chance.pick(len(warriors), "unrest")]
    return losses.eliminate(state, victim, "event", "6.2-a")


def _suez(state: State, block: Block, chance: Chance) -> Effects:
    """A8: next turn's reinforcements are late unless the Italian pays for them now."""
    late = [u for u in state.theatre.units if _expected(state, u)]
    if not late:
        return None
    for unit in late:
        state.change(unit, due=state.units[unit].due + block["delay_next"])
    names = state.names(late)
    state.agenda.append(Choice(ITALIAN, "A8", names, len(names)))
    return [Delayed(rule="7.2-b", units=names, reason="event")]


def _expected(state: State, unit: int) -> bool:
    """An Italian reinforcement of next turn; units at sea came with an earlier turn."""
    u = state.units[unit]
    late = u.place == NOT_DUE and u.due == state.turn + 1
    return state.own(unit) == ITALIAN and late and state.counter(unit).turn == u.due


# --- 1935-36, pool B ----------------------------------------------------------------------------------


def _azebo(state: State, block: Block, chance: Chance) -> Effects:
    """B1."""
    hexes = state.world.hexes(block["hexes"])
    placement.lay(state, placement.LEVY, block["place_levies"], hexes, "B1")
    return []


def _red_cross(state: State, block: Block, chance: Chance) -> Effects:
    """B3: bombs of the previous turn cost a point."""
    bombed = state.bombed_turn and state.bombed_turn == state.turn - 1
    return _score(state, "B3", block["vp"], "PB 13.6.5.1-c") if bombed else None


def _emperor(state: State, block: Block, chance: Chance) -> Effects:
    """B4: the Negus may march at once; his rating rises."""
    negus = state.world.slots[block["free_move"]]
    if state.units[negus].place < 0:
        return None
    _last(state, "B4", state.turn)
    state.agenda.append(FreeMove(OTHER, (negus,), 2 * block["mp"]))
    return []


def _hoare_laval(state: State, block: Block, chance: Chance) -> Effects:
    """B6."""
    if all(_controls(state, ITALIAN, block["if_italian"])):
        return _score(state, "B6", block["vp"], "6.2-a")
    negus = state.world.slots[block["otherwise_rp"]["leader"]]
    if state.units[negus].place < 0:
        return None
    resource_points.offer(state, [negus], block["otherwise_rp"]["rp"], "B6")
    return []


def _vehib(state: State, block: Block, chance: Chance) -> Effects:
    """B8."""
    return _last(state, "B8", FOREVER)


# --- 1940-41, pool C ----------------------------------------------------------------------------------


def _runner(state: State, block: Block, chance: Chance) -> Effects:
    """C1."""
    if not all(_controls(state, ITALIAN, block["if_italian"])):
        return None
    return fuel.change(state, block["fuel"]) + _box(state, "asmara", block["rp"]["asmara"])


def _armistice(state: State, block: Block, chance: Chance) -> Effects:
    """C2."""
    return prestige.change(state, block["prestige"]) + _box(state, "addis", block["rp"]["addis"])


def _radio(state: State, block: Block, chance: Chance) -> Effects:
    """C3."""
    held = any(_controls(state, ITALIAN, block["if_italian_any"]))
    return prestige.change(state, block["prestige" if held else "otherwise_prestige"])


def _gojjam(state: State, block: Block, chance: Chance) -> Effects:
    """C4."""
    hexes = state.world.hexes(block["hexes"])
    placement.lay(state, placement.GUERRILLA, block["guerrillas"], hexes, "C4")
    return []


def _germans(state: State, block: Block, chance: Chance) -> Effects:
    """C7: the German company comes in where the Italian holds a port or the capital."""
    unit = state.world.slots[block["place"]]
    if state.units[unit].place != HOLDING:
        return None
    state.agenda.append(Choice(ITALIAN, "C7", tuple(block["hexes"])))
    return []


def _wavell(state: State, block: Block, chance: Chance) -> Effects:
    """C8."""
    return _last(state, "C8", state.turn + 1)


def _mobilisation(state: State, block: Block, chance: Chance) -> Effects:
    """C9."""
    state.agenda.append(Choice(ITALIAN, "C9", (), block["free_steps"]))
    return []


# --- 1940-41, pool D ----------------------------------------------------------------------------------


@rule("PB 14.4.2")
def _egypt(state: State, block: Block, chance: Chance) -> Effects:
    """D2: the 4th Indian Division leaves in the next phase."""
    if state.withdrawal == LEFT or state.units[state.world.slots[block["withdraw"]]].place == DEAD:
        return None
    state.withdrawal = state.withdrawal or ORDERED
    return _box(state, "sudan", block["rp"]["sudan"])


def _ascari(state: State, block: Block, chance: Chance) -> Effects:
    """D3."""
    state.agenda.append(Choice(ITALIAN, "D3", (), block["lose_steps"]))
    return prestige.change(state, block["prestige"])


@rule("PB 14.5.3")
def _djibouti(state: State, block: Block, chance: Chance) -> Effects:
    """D4: French Somaliland opens as Allied ground."""
    state.french_open = True
    state.maps.memos.touch(EVENTS)
    for hex_ in state.world.regions([block["open"]]):
        state.take_control(hex_, OTHER)
    port = state.world.hex_index["2011"]
    side = state.side_name(OTHER)
    opened = ControlChanged(rule="PB 14.5.3", hex=state.hex_name(port), side=side)
    return [opened, *_box(state, "aden", block["rp"]["aden"])]


def _debre_markos(state: State, block: Block, chance: Chance) -> Effects:
    """D5: guerrillas gather around the Emperor, or Gideon Force; never without the Emperor."""
    if state.first_part is not None and state.first_part.negus_eliminated:
        return None
    near = [state.world.slots[n] for n in block["near"]]
    places = [state.units[u].place for u in near]
    if not any(p >= 0 and state.world.ethiopia[p] for p in places):
        return None
    centre = next(p for p in places if p >= 0)
    around = set(state.world.around(centre, block["within"]))
    hexes = [h for h in placement.guerrilla_hexes(state) if h in around]
    placement.lay(state, placement.GUERRILLA, block["guerrillas"], hexes, "D5")
    return []


def _scuttled(state: State, block: Block, chance: Chance) -> Effects:
    """D6: Massawa will be worth less to its captor."""
    if state.world.hex_index[block["hex"]] in state.lost:
        return None
    return _last(state, "D6", FOREVER, amount=block["vp_change"])


def _rains(state: State, block: Block, chance: Chance) -> Effects:
    """D9."""
    return _last(state, "D9", state.turn) if state.turn >= block["from_turn"] else None


def _convoy(state: State, block: Block, chance: Chance) -> Effects:
    """D10."""
    if not all(_controls(state, OTHER, block["if_allied"])):
        return None
    events: list[Event] = []
    for box in resources.side_boxes(state, OTHER):
        events += resources.receive(state, box, block["rp_all"], "6.2-a")
    return events


_EFFECTS: dict[str, Callable[[State, Block, Chance], Effects]] = {
    "A1": _gugsa,
    "A3": _arms,
    "A4": _league,
    "A5": _recalled,
    "A6": _rivalry,
    "A7": _unrest,
    "A8": _suez,
    "B1": _azebo,
    "B3": _red_cross,
    "B4": _emperor,
    "B6": _hoare_laval,
    "B8": _vehib,
    "C1": _runner,
    "C2": _armistice,
    "C3": _radio,
    "C4": _gojjam,
    "C7": _germans,
    "C8": _wavell,
    "C9": _mobilisation,
    "D2": _egypt,
    "D3": _ascari,
    "D4": _djibouti,
    "D5": _debre_markos,
    "D6": _scuttled,
    "D9": _rains,
    "D10": _convoy,
}
