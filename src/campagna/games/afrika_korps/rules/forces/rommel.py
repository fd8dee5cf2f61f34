"""22 Rommel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply
from campagna.core.offers import Offer, Place
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import RommelDisplaced
from campagna.games.afrika_korps.frames import Displaced
from campagna.games.afrika_korps.orders import PlaceRommel
from campagna.games.afrika_korps.rules.combat.zones import either, fighters, held, without, zone
from campagna.games.afrika_korps.state import NOWHERE, State
from campagna.games.afrika_korps.world import ALLIED, AXIS, SIDES
from campagna.hexes.kernels import FAR


@rule("22.1a", "22.1b")
def bonus(state: State, trail: Sequence[int], path: Sequence[int]) -> int:
    """Extra factors of a unit with this trail: the steps in a row it shares with Rommel's path.

    Two at most, one for a single shared step (A10); each unit has one trail a turn, so one bonus.
    """
    most: int = state.world.tables["rommel"]["bonus"]
    if len(trail) < 2 or len(path) < 2:
        return 0
    steps: dict[tuple[int, int], list[int]] = {}
    for i, step in enumerate(pairwise(path)):
        steps.setdefault(step, []).append(i)
    best = 0
    runs: dict[int, int] = {}
    for step in pairwise(trail):
        runs = {i: runs.get(i - 1, 0) + 1 for i in steps.get(step, ())}
        best = max(best, *runs.values(), 0)
    return min(most, best)


@rule("22.4b", "22.4a", "7.6.3")
def is_exposed(state: State) -> bool:
    """In an Allied zone, or in the hands of Allied units, without a combat unit of his own."""
    here = state.place(state.world.rommel)
    if here < 0 or state.fighters_at(here, AXIS):
        return False
    return bool(zone(state, ALLIED)[here]) or bool(state.fighters_at(here, ALLIED))


@rule("22.4c", "22.4d")
def is_cut_off(state: State, supplied: bytes | bytearray) -> bool:
    """Isolated alone, with no Axis combat unit in the same pocket (A22)."""
    here = state.place(state.world.rommel)
    if here < 0 or supplied[here] or state.fighters_at(here, AXIS):
        return False
    return not _nearest(state, here, strict=True)


@rule("22.4d")
def is_shut_in(state: State, supplied: bytes | bytearray) -> bool:
    """Isolated in one pocket with an Axis combat unit: he stays there with it."""
    here = state.place(state.world.rommel)
    if here < 0 or supplied[here]:
        return False
    return bool(state.fighters_at(here, AXIS) or _nearest(state, here, strict=True))


@rule("22.4.2a")
def _nearest(state: State, here: int, *, strict: bool) -> list[int]:
    """Hexes of the nearest Axis combat units, over ground free of Allied units and zones."""
    world = state.world
    own = world.board.mask(state.place(u) for u in fighters(state, AXIS))
    enemy, danger = held(state, ALLIED), zone(state, ALLIED)
    ways = [(either(enemy, without(danger, own)), danger)]
    if not strict:
        ways += [(bytes(enemy), world.nothing), (world.nothing, world.nothing)]
    for forbid, stop in ways:
        far = world.field.flood(world.walls, forbid, stop, [here], 254)
        reached = [(far[h], h) for h in range(world.size) if own[h] and far[h] != FAR]
        if reached:
            least = min(reached)[0]
            return [h for d, h in reached if d == least]
    return []


@rule("22.4b", "22.4.2a", "22.4.2b")
def displace(state: State) -> list[Event]:
    """Move Rommel to the nearest Axis combat unit, or ask the Axis which of several."""
    here = state.place(state.world.rommel)
    nearest = _nearest(state, here, strict=False)
    if len(nearest) > 1:
        state.agenda.append(Displaced(AXIS, tuple(nearest)))
        return []
    return [join(state, nearest[0])] if nearest else []


@rule("22.4a", "23.4.2")
def come_ashore(state: State) -> list[Event]:
    """Too long at sea: Rommel cannot be lost, and joins the combat unit nearest to a port of his (A37)."""
    distance = state.world.board.grid.distance
    ports = state.world.ports[AXIS]
    places = sorted({state.place(u) for u in fighters(state, AXIS)})
    far = {h: min(distance(h, p) for p in ports) for h in places}
    nearest = [h for h in places if far[h] == min(far.values())]
    if len(nearest) > 1:
        state.agenda.append(Displaced(AXIS, tuple(nearest)))
        return []
    return [join(state, nearest[0])] if nearest else []


def check(state: State) -> list[Event]:
    """After anything that may have left Rommel alone in an Allied zone."""
    if any(isinstance(f, Displaced) for f in state.agenda) or not is_exposed(state):
        return []
    return displace(state)


def join(state: State, hex_: int) -> Event:
    rommel = state.world.rommel
    here = state.place(rommel)
    state.put(rommel, hex_)
    if state.side == AXIS and state.rommel_path:
        state.rommel_path += [NOWHERE, hex_]
    left = state.hex_name(here) if here >= 0 else "sea"
    return RommelDisplaced(rule="22.4b", hex=left, to=state.hex_name(hex_))


@rule("22.4.2b")
def judge_place(state: State, frame: Displaced, order: PlaceRommel) -> Refusal | int:
    hex_ = state.world.hex_index.get(order.hex)
    if hex_ is None:
        return Refusal("22.4.2b", "unknown-hex", {"hex": order.hex})
    if hex_ not in frame.hexes:
        names = tuple(state.hex_name(h) for h in frame.hexes)
        return Refusal("22.4.2b", "not-nearest", {"hex": order.hex, "hexes": names})
    return hex_


def ask_place(state: State, frame: Displaced) -> Step:
    hexes = tuple(state.hex_name(h) for h in frame.hexes)
    facts: dict[str, Fact] = {"turn": state.turn, "hexes": hexes}
    return Step(SIDES[frame.side], "place-rommel", "22.4.2b", facts)


def carry_out_place(state: State, frame: Displaced, hex_: int, chance: Chance) -> list[Event]:
    state.agenda.pop()
    return [join(state, hex_)]


def offer_places(state: State, frame: Displaced) -> tuple[Offer, ...]:
    hexes = tuple(state.hex_name(h) for h in frame.hexes)
    return (Place("place-rommel", {}, subject="", places=hexes, tone="main"),)


PLACE_ROMMEL = Reply(PlaceRommel, "22.4.2b", judge_place, carry_out_place, offer=offer_places)
