"""A whole state that agrees with what a viewer sees: for seats that search and for what-ifs."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

import msgspec

from campagna.core.chance import Chance
from campagna.core.contract import Setup
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.counters import ITALIAN, OTHER, PARTS
from campagna.games.lion_of_judah.frames import Excess
from campagna.games.lion_of_judah.rules.combat import unseen
from campagna.games.lion_of_judah.rules.combat.unseen import Sight
from campagna.games.lion_of_judah.rules.combat.visibility import kind_of
from campagna.games.lion_of_judah.rules.resources import supply
from campagna.games.lion_of_judah.state import PHASE_NAMES, State
from campagna.games.lion_of_judah.table.position import (
    SOMEWHERE,
    Position,
    UnitPosition,
)
from campagna.games.lion_of_judah.table.position_reader import build
from campagna.games.lion_of_judah.world import World


@rule("12.3-a", "12.3-c", "PB 14.6.5", "PB 13.6.5.1-b")
def imagine(
    world: World,
    setup: Setup,
    options: Options,
    seen: Position,
    chance: Chance,
    excess: tuple[str, ...] = (),
) -> State:
    """Hidden units dealt to the hexes where somebody unknown stands, hidden factors shuffled.

    `excess`: hexes that were found over the stacking limit, if somebody is asked about them now.
    """
    places: dict[str, str] = {}
    tops: set[str] = set()
    for side in dict.fromkeys(slot.side for slot in seen.hidden):
        known = _sight(world, options, seen, side)
        if excess and seen.agenda[-1] == Excess(own_side(side)):
            known.limited, known.excess = True, frozenset(world.hexes(excess))
        for kind in known.slots:
            dealt = unseen.drawn(unseen.deal(known, kind), chance)
            places |= {world.counters[u].id: world.hex_ids[h] for u, h in dealt.items()}
            if kind != unseen.GUERRILLA:
                tops |= {world.counters[u].id for u in _crowned(known, dealt, chance)}
    units = [
        _placed(seen, u, places[u.id], top=u.id in tops) if u.at == SOMEWHERE else u
        for u in seen.units
    ]
    units = _shuffled_factors(world, units, chance)
    whole = msgspec.structs.replace(seen, units=tuple(units), hidden=())
    return build(world, setup, options, whole, chance)


def _placed(seen: Position, unit: UnitPosition, hex_: str, *, top: bool) -> UnitPosition:
    """A unit that nobody sees, in a hex where one stands; gas is for everybody in the hex."""
    flags = (*unit.state, "top") if top else unit.state
    if hex_ in seen.gassed:
        flags = (*flags, "gassed")
    return msgspec.structs.replace(unit, at=hex_, state=flags)


@rule("PB 13.6.6.1")
def share_minor_source(state: State, chance: Chance) -> None:
    """Only the Italian knows whom the minor source serves: any two of those who need it."""
    needy = supply.minor_needy(state)
    places = supply.minor_places(state)
    if len(needy) > places:
        state.minor_users = sorted(unseen.shuffled(needy, chance)[:places])


def own_side(name: str) -> int:
    return ITALIAN if name == "italian" else OTHER


def _sight(world: World, options: Options, seen: Position, side: str) -> Sight:
    """What the position tells of the stacks of one side."""
    late = unseen.limit_is_late(PHASE_NAMES.index(seen.phase), options)
    found = Sight(world.parts[PARTS.index(seen.part)], limited=not late)
    for slot in seen.hidden:
        if slot.side == side:
            hexes = found.slots.setdefault(slot.kind, {})
            hexes[world.hex_index[slot.hex]] = slot.count
    own = own_side(side)
    for given in seen.units:
        unit = world.slots[given.id]
        if world.unit_sides[unit] != own:
            continue
        if given.at == SOMEWHERE:
            found.unseen.setdefault(kind_of(world.counters[unit]), []).append(unit)
            if "fought" in given.state:
                found.fought.add(unit)
        elif given.at in world.hex_index:
            hex_ = world.hex_index[given.at]
            found.seen.setdefault(hex_, []).append(unit)
            if "top" in given.state:
                found.tops.add(hex_)
    return found


def _crowned(known: Sight, dealt: dict[int, int], chance: Chance) -> Iterator[int]:
    """The tops of the stacks of which nothing is seen: anybody who has not fought."""
    fresh: dict[int, list[int]] = {}
    for unit, hex_ in dealt.items():
        if hex_ not in known.tops and unit not in known.fought:
            fresh.setdefault(hex_, []).append(unit)
    for units in fresh.values():
        yield units[chance.pick(len(units), "imagine")]


def _shuffled_factors(
    world: World, units: list[UnitPosition], chance: Chance
) -> list[UnitPosition]:
    """What is left of each pool goes to the units whose factor is face down."""
    by_id = {u.id: i for i, u in enumerate(units)}
    for pool, members in world.pools.items():
        names = [world.counters[m].id for m in members]
        if names[0] not in by_id:
            continue
        left = Tally(world.tables["factor_pools"][pool])
        unknown = [n for n in names if "hidden" in units[by_id[n]].state]
        left.subtract(units[by_id[n]].value for n in names if n not in unknown)
        values = unseen.shuffled(sorted(left.elements()), chance)
        for name, value in zip(unknown, values, strict=True):
            i = by_id[name]
            units[i] = msgspec.structs.replace(units[i], value=value)
    return units
