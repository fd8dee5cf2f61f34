"""8 Stacking: divisions and half divisions, Ethiopian armies, one HQ, factions and guerrillas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import OTHER, Counter
from campagna.games.lion_of_judah.events import Overstacked
from campagna.games.lion_of_judah.frames import Excess
from campagna.games.lion_of_judah.orders import Remove
from campagna.games.lion_of_judah.rules.general import losses
from campagna.games.lion_of_judah.rules.general.names import one_hex, own_unit
from campagna.games.lion_of_judah.rules.general.offering import by_subject
from campagna.games.lion_of_judah.state import State
from campagna.games.lion_of_judah.world import S1935, Part, World

IMPERIAL = "imperial"


@rule("8.2-b", "8.2-d", "A-19")
def limit(state: State, hex_: int) -> int:
    """Half divisions that may stand in a hex, or attack into it from one side."""
    return limit_of(state.world, hex_)


def limit_of(world: World, hex_: int) -> int:
    table = world.tables["stacking"]
    extra = table["extra"] if world.roomy[hex_] else 0
    return int(table["limit"] + extra)


def counts_heads(state: State, side: int) -> bool:
    """The Ethiopian of 1935-36 counts units, everybody else half divisions (8.2-a, 8.2-b)."""
    return side == OTHER and state.part == S1935


@rule("8.2-a", "8.2-c", "PB 13.6.2.1")
def size(state: State, side: int, units: Iterable[int]) -> int:
    counters = state.world.counters
    if counts_heads(state, side):
        return sum(1 for _ in units)
    return sum(counters[u].halves for u in units)


def capacity(state: State, side: int, hex_: int) -> int:
    if counts_heads(state, side):
        return int(state.world.tables["stacking"]["ethiopian_1935"])
    return limit(state, hex_)


def fits(state: State, side: int, hex_: int, units: Sequence[int]) -> bool:
    """Whether units of a side may stand in a hex with those already there."""
    return refuse_stack(state, side, hex_, units) is None


def holds_more(state: State, side: int, hex_: int, units: Sequence[int]) -> bool:
    """Whether a hex could take units like these besides all that stand there."""
    own = state.world.unit_sides
    there = [u for u in state.stack(hex_) if own[u] == side]
    return _refuse_mix(state, side, hex_, [*there, *units]) is None


@rule("8.1-a", "8.2-a", "8.2-b", "8.2-c", "8.3", "PB 13.6.1-a", "PB 13.6.1-b", "PB 14.6.4.1-d")
def refuse_stack(state: State, side: int, hex_: int, units: Sequence[int]) -> Refusal | None:
    """Why units may not end in a hex: the limit, a second HQ, factions, guerrillas."""
    own = state.world.unit_sides
    there = [u for u in state.stack(hex_) if own[u] == side and u not in units]
    return _refuse_mix(state, side, hex_, [*there, *units])


@rule("8.1-a", "11.1-b")
def refuse_arrival(state: State, side: int, hex_: int, units: Sequence[int]) -> Refusal | None:
    """Why units may not come into a hex in the administrative phase.

    Its limit is checked at the end of the phase; only who may never stand together is kept apart.
    """
    if not state.options.fixed("stacking-at-the-end"):
        return refuse_stack(state, side, hex_, units)
    own = state.world.unit_sides
    there = [u for u in state.stack(hex_) if own[u] == side and u not in units]
    return _refuse_company(state, side, hex_, [*there, *units])


def may_arrive(state: State, side: int, hex_: int, units: Sequence[int]) -> bool:
    return refuse_arrival(state, side, hex_, units) is None


def _refuse_mix(state: State, side: int, hex_: int, together: list[int]) -> Refusal | None:
    counters = state.world.counters
    if size(state, side, together) > capacity(state, side, hex_):
        return _full(state, side, hex_, together)
    if sum(counters[u].type == "hq" for u in together) > 1:
        return Refusal("8.2-c", "second-hq", {"hex": state.hex_name(hex_)})
    return _refuse_company(state, side, hex_, together)


def _full(state: State, side: int, hex_: int, together: list[int]) -> Refusal:
    heads = counts_heads(state, side)
    facts: dict[str, Fact] = {
        "hex": state.hex_name(hex_),
        "count": size(state, side, together),
        "most": capacity(state, side, hex_),
    }
    if heads:
        return Refusal("8.2-a", "no-room-for-heads", facts)
    return Refusal("8.2-b", "no-room", facts)


def _refuse_company(state: State, side: int, hex_: int, together: list[int]) -> Refusal | None:
    """Factions and guerrillas that may not stand together, however few they are."""
    counters = state.world.counters
    facts: dict[str, Fact] = {"hex": state.hex_name(hex_)}
    if side == OTHER and state.part == S1935:
        if not factions_agree(counters[u].faction for u in together):
            return Refusal("PB 13.6.1-b", "other-faction", facts)
    elif side == OTHER and _guerrillas_mixed(state, together):
        return Refusal("PB 14.6.4.1-d", "guerrillas-apart", facts)
    return None


@rule("PB 13.6.1-b", "8.1-b")
def factions_agree(factions: Iterable[str]) -> bool:
    """One faction, or one with the imperial units."""
    return len(set(factions) - {IMPERIAL}) <= 1


@rule("PB 14.6.4.1-d", "PB 14.6.4.2")
def _guerrillas_mixed(state: State, units: Iterable[int]) -> bool:
    """Guerrillas beside Allied regulars other than Gideon Force, Mission 101 and the Emperor."""
    counters = state.world.counters
    guerrillas = regulars = False
    for u in units:
        if state.world.guerrilla[u]:
            guerrillas = True
        elif not befriends(state.theatre, counters[u]):
            regulars = True
    return guerrillas and regulars


def befriends(part: Part, counter: Counter) -> bool:
    """Whether one who is no guerrilla may stack with guerrillas."""
    return counter.id in part.scenario["guerrillas"]["stack_with"]


# --- excess -----------------------------------------------------------------------------------------


@rule("8.1-a", "8.3")
def overstacked(state: State, side: int) -> list[int]:
    """Hexes in which a side stands over the limit."""
    own = state.world.unit_sides
    return [
        h
        for h, stack in sorted(state.maps.stacks.items())
        if own[stack[0]] == side and len(stack) > 1 and _refuse_mix(state, side, h, list(stack))
    ]


def removable(state: State, hex_: int) -> list[int]:
    """Units whose elimination helps: those that count, or the second HQ."""
    stack = state.stack(hex_)
    side = state.own(stack[0])
    refusal = _refuse_mix(state, side, hex_, list(stack))
    if refusal is not None and refusal.reason == "second-hq":
        return [u for u in stack if state.counter(u).type == "hq"]
    if counts_heads(state, side):
        return [u for u in stack if state.counter(u).type != "leader"] or list(stack)
    return [u for u in stack if state.counter(u).halves]


@rule("8.3")
def judge_remove(state: State, frame: Excess, order: Remove) -> Refusal | int:
    """The owner eliminates a unit of an overstacked hex."""
    unit = own_unit(state, order.unit, frame.side, "8.3")
    if isinstance(unit, Refusal):
        return unit
    hex_ = one_hex(state, order.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if state.units[unit].place != hex_:
        return Refusal("8.3", "not-there", {"unit": order.unit, "hex": order.hex})
    if hex_ not in overstacked(state, frame.side) or unit not in removable(state, hex_):
        return Refusal("8.3", "not-in-excess", {"unit": order.unit, "hex": order.hex})
    return unit


def carry_out_remove(state: State, frame: Excess, unit: int, chance: Chance) -> list[Event]:
    return losses.eliminate(state, unit, "stacking", "8.3")


def excess_orders(state: State, side: int) -> list[Remove]:
    return [
        Remove(state.name(u), state.hex_name(h))
        for h in overstacked(state, side)
        for u in removable(state, h)
    ]


def check(state: State) -> list[Event]:
    """Lay the frames of a stacking check; nothing happens if nobody stands in excess."""
    events: list[Event] = []
    for side in (1, 0):
        hexes = overstacked(state, side)
        if hexes:
            state.agenda.append(Excess(side))
            names = tuple(state.hex_name(h) for h in hexes)
            events.insert(0, Overstacked(rule="8.3", side=state.side_name(side), hexes=names))
    return events


def ask_excess(state: State, frame: Excess) -> Step:
    hexes = tuple(state.hex_name(h) for h in overstacked(state, frame.side))
    facts: dict[str, Fact] = {"turn": state.turn, "hexes": hexes}
    return Step(state.side_name(frame.side), "excess", "8.3", facts)


def settle_excess(state: State, frame: Excess, chance: Chance) -> Settled:
    if overstacked(state, frame.side):
        return [], True
    state.agenda.pop()
    return [], False


def offer_remove(state: State, frame: Excess) -> tuple[Offer, ...]:
    found = by_subject((o.unit, o.hex) for o in excess_orders(state, frame.side))
    return (Place("remove", found),) if found else ()


REMOVE_EXCESS = Reply(Remove, "8.3", judge_remove, carry_out_remove, offer=offer_remove)
