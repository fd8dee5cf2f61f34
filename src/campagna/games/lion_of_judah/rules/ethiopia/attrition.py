"""PB 13.6.3 Hunger among the Ethiopian armies, the victims of bombs, and levies that go home."""

from __future__ import annotations

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER
from campagna.games.lion_of_judah.events import LevyLeft
from campagna.games.lion_of_judah.field_events import AttritionRolled
from campagna.games.lion_of_judah.flags import HIDDEN, HOLDING
from campagna.games.lion_of_judah.frames import Attrition
from campagna.games.lion_of_judah.orders import Remove
from campagna.games.lion_of_judah.rules.general import losses
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_unit
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935


@rule("5.2-E-V", "PB 13.6.3")
def end_of_turn(state: State, chance: Chance) -> list[Event]:
    """Hungry armies, then levies without an Italian division near by."""
    if state.part != S1935:
        return []
    return _hunger(state, chance) + _levies(state, chance)


@rule("PB 13.6.3")
def _hunger(state: State, chance: Chance) -> list[Event]:
    """One roll for each hex with many fighters."""
    table = state.world.tables["ethiopian_attrition"]
    events: list[Event] = []
    for hex_ in sorted({state.units[u].place for u in state.on_map(OTHER)}):
        mouths = len(state.combat_units(hex_))
        if mouths < table["from_units"]:
            continue
        town = state.world.settlement[hex_]
        spared = table["in_settlement_n_minus" if town else "loss_up_to_n_minus"]
        die = chance.roll(6, "attrition")
        lost = die <= mouths - spared and bool(_starving(state, hex_))
        name = state.hex_name(hex_)
        events.append(AttritionRolled(rule="PB 13.6.3", hex=name, units=mouths, die=die, lost=lost))
        if lost:
            state.agenda.append(Attrition(OTHER, hex_))
    return events


def _starving(state: State, hex_: int) -> list[int]:
    """The Guard is never the unit lost."""
    return [u for u in state.combat_units(hex_) if state.counter(u).type == "warrior"]


@rule("PB 13.6.9-c")
def _levies(state: State, chance: Chance) -> list[Event]:
    """Each levy far from every Italian division rolls, and leaves on the number of the data."""
    table = state.world.tables["bribery"]
    divisions = [
        state.units[u].place for u in state.on_map(ITALIAN) if state.counter(u).size == "division"
    ]
    measure = state.world.board.grid.distance
    events: list[Event] = []
    for levy in state.on_map(ITALIAN):
        if state.counter(levy).type != "tribal_levy":
            continue
        place = state.units[levy].place
        if any(measure(place, d) <= table["levy_needs_division_within"] for d in divisions):
            continue
        die = chance.roll(6, "levy")
        if die >= table["levy_leaves_on"]:
            name, at = state.name(levy), state.hex_name(place)
            state.put(levy, HOLDING, steps=0, spent=0)
            state.change(levy, flags=HIDDEN)
            events.append(LevyLeft(rule="PB 13.6.9-c", unit=name, hex=at, die=die))
    return events


# --- the unit that pays -------------------------------------------------------------------------------


@rule("PB 13.6.3", "PB 13.6.5.1-a")
def candidates(state: State, frame: Attrition) -> list[int]:
    """Warriors for hunger, any fighter of the hex for bombs."""
    if frame.cause == "attrition":
        return _starving(state, frame.hex)
    return list(state.combat_units(frame.hex))


def judge_remove(state: State, frame: Attrition, order: Remove) -> Refusal | int:
    unit = own_unit(state, order.unit, OTHER, "PB 13.6.3")
    if isinstance(unit, Refusal):
        return unit
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if state.units[unit].place != hex_:
        return Refusal("PB 13.6.3", "not-there", {"unit": order.unit, "hex": order.hex})
    if hex_ != frame.hex or unit not in candidates(state, frame):
        return Refusal("PB 13.6.3", "not-the-victim", {"unit": order.unit, "hex": order.hex})
    return unit


def carry_out_remove(state: State, frame: Attrition, plan: int, chance: Chance) -> list[Event]:
    state.agenda.pop()
    rule_id = "PB 13.6.3" if frame.cause == "attrition" else "PB 13.6.5.1-a"
    return losses.lose_step(state, plan, frame.cause, rule_id)


def ask_attrition(state: State, frame: Attrition) -> Step:
    facts: dict[str, Fact] = {"turn": state.turn, "hex": state.hex_name(frame.hex)}
    return Step(state.side_name(frame.side), "attrition", "PB 13.6.3", facts)


def settle_attrition(state: State, frame: Attrition, chance: Chance) -> Settled:
    """A hex with one candidate leaves no choice, one without none at all."""
    found = candidates(state, frame)
    if len(found) > 1:
        return [], True
    if not found:
        state.agenda.pop()
        return [], False
    return carry_out_remove(state, frame, found[0], chance), False


def removals(state: State, frame: Attrition) -> list[Remove]:
    at = state.hex_name(frame.hex)
    return [Remove(state.name(u), at) for u in candidates(state, frame)]


def offer_remove(state: State, frame: Attrition) -> tuple[Offer, ...]:
    at = (state.hex_name(frame.hex),)
    found = dict.fromkeys(state.names(candidates(state, frame)), at)
    return (Place("remove", found),) if found else ()


REMOVE_STARVING = Reply(Remove, "PB 13.6.3", judge_remove, carry_out_remove, offer=offer_remove)
