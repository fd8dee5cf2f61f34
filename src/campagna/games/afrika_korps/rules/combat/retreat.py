"""7.6 Retreats, led by the winner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import comb

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import LONGEST_LIST, Offer, Pick, Routes, Say, Way, Ways
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import ConsentGiven, Retreated, SupplyCaptured
from campagna.games.afrika_korps.frames import NOT_ASKED, Following, Retreating
from campagna.games.afrika_korps.orders import Consent, Retreat, Sacrifice
from campagna.games.afrika_korps.rules.combat import losses
from campagna.games.afrika_korps.rules.combat.zones import Mask, shut_by
from campagna.games.afrika_korps.rules.movement.step_causes import (
    refuse_ground,
    refuse_unprinted,
)
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import SHELTERED, State
from campagna.games.afrika_korps.world import SIDES
from campagna.hexes.naming import hexes, own_units

Path = tuple[int, int]


@rule("7.6a", "7.6b", "7.6.1a", "10.1", "23.7")
def safe_paths(state: State, start: int, side: int, shut: Mask | None = None) -> list[Path]:
    """The ways of two hexes that a unit survives: no enemy, no enemy zone, no hex twice.

    A unit may go through full stacks; whether it finds room at the end is asked elsewhere. `shut`
    are the deadly hexes, if not those of the board as it stands.
    """
    near = state.world.near
    if shut is None:
        shut = shut_by(state, 1 - side)
    return [
        (a, b) for a in near[start] if not shut[a] for b in near[a] if b != start and not shut[b]
    ]


@rule("11.7e")
def paths(state: State, frame: Retreating, unit: int) -> list[Path]:
    """Safe ways of one unit; into a fortress only by consent, or where nothing else is left."""
    found = safe_paths(state, state.place(unit), frame.side)
    if frame.consent != 1:
        outside = [p for p in found if not state.world.fortress[p[1]]]
        return outside or found
    return found


def room(state: State, hex_: int, side: int, leaving: Collection[int]) -> int:
    """How many more combat units may end there; those still to retreat do not count."""
    staying = [u for u in state.fighters_at(hex_, side) if u not in leaving]
    return max(0, state.world.stack_limit - len(staying))


@rule("7.6.1b", "7.6.2")
def seat(state: State, frame: Retreating, units: Sequence[int]) -> dict[int, int]:
    """End hexes for as many of these units as possible: a matching of units to free places (A21)."""
    places: dict[int, int] = {}
    ends = {u: sorted({b for _, b in paths(state, frame, u)}) for u in units}
    seated: dict[int, list[int]] = {}

    def try_seat(unit: int, seen: set[int]) -> bool:
        for end in ends[unit]:
            if end in seen:
                continue
            seen.add(end)
            here = seated.setdefault(end, [])
            if len(here) < room(state, end, frame.side, frame.units):
                here.append(unit)
                return True
            for other in list(here):
                if try_seat(other, seen):
                    here.remove(other)
                    here.append(unit)
                    return True
        return False

    for unit in units:
        try_seat(unit, set())
    for end, group in seated.items():
        for unit in group:
            places[unit] = end
    return places


@rule("11.7e")
def asks_consent(state: State, frame: Retreating) -> bool:
    """Whether a way into a fortress exists beside others, and the loser has not been asked."""
    if frame.consent != NOT_ASKED:
        return False
    fortress = state.world.fortress
    for unit in frame.units:
        into = {bool(fortress[b]) for _, b in safe_paths(state, state.place(unit), frame.side)}
        if len(into) == 2:
            return True
    return False


@rule("7.6.1c")
def choices_of_loss(state: State, frame: Retreating) -> list[tuple[int, ...]]:
    """The smallest sets of retreating units that can be lost so that all others find room."""
    able = [u for u in frame.units if paths(state, frame, u)]
    excess = len(able) - len(seat(state, frame, able))
    if not excess:
        return []
    return [
        lost
        for lost in combinations(able, excess)
        if len(seat(state, frame, [u for u in able if u not in lost])) == len(able) - excess
    ]


@rule("7.6.2", "7.6.1b")
def open_paths(state: State, frame: Retreating, unit: int) -> list[Path]:
    """The ways the winner may choose for a unit so that all the others still find room."""
    others = [u for u in frame.units if u != unit]
    allowed: dict[int, bool] = {}
    found = []
    for path in paths(state, frame, unit):
        end = path[1]
        if end not in allowed:
            allowed[end] = room(state, end, frame.side, frame.units) > 0 and _others_fit(
                state, frame, unit, end, others
            )
        if allowed[end]:
            found.append(path)
    return found


def _others_fit(state: State, frame: Retreating, unit: int, end: int, others: list[int]) -> bool:
    start = state.place(unit)
    rest = Retreating(frame.side, tuple(others), frame.consent)
    state.put(unit, end)
    fits = len(seat(state, rest, others)) == len(others)
    state.put(unit, start)
    return fits


# --- the judges -------------------------------------------------------------------------------------


@rule("7.5b", "7.5e", "7.6.2", "10.1")
def judge_retreat(state: State, frame: Retreating, order: Retreat) -> Refusal | tuple[int, Path]:
    units = own_units(state, [order.unit], frame.side, "7.6a")
    if isinstance(units, Refusal):
        return units
    if units[0] not in frame.units:
        return Refusal("7.6a", "not-retreating", {"unit": order.unit})
    path = hexes(state, order.path, "7.6a")
    if isinstance(path, Refusal):
        return refuse_unprinted(state, order.path) or path
    if len(path) != state.world.tables["combat"]["retreat"]:
        return Refusal("7.6a", "two-hexes", {"unit": order.unit})
    way = (path[0], path[1])
    if way not in open_paths(state, frame, units[0]):
        facts: dict[str, Fact] = {"unit": order.unit, "path": order.path}
        if way in safe_paths(state, state.place(units[0]), frame.side):
            blocked = state.world.fortress[way[1]] and frame.consent != 1
            return Refusal("11.7e" if blocked else "7.6.1b", "no-room-there", facts)
        return refuse_ground(state, units[0], path) or Refusal("7.6.2", "deadly-retreat", facts)
    return units[0], way


def judge_consent(state: State, frame: Retreating, order: Consent) -> Refusal | bool:
    return order.agree


def judge_sacrifice(state: State, frame: Retreating, order: Sacrifice) -> Refusal | tuple[int, ...]:
    units = own_units(state, order.units, frame.side, "7.6.1c")
    if isinstance(units, Refusal):
        return units
    lost = tuple(sorted(units))
    choices = choices_of_loss(state, frame)
    if lost not in [tuple(sorted(c)) for c in choices]:
        return Refusal(
            "7.6.1c", "wrong-sacrifice", {"units": order.units, "count": len(choices[0])}
        )
    return lost


# --- carrying it out --------------------------------------------------------------------------------


def _drop(state: State, frame: Retreating, gone: Collection[int]) -> Retreating:
    rest = Retreating(frame.side, tuple(u for u in frame.units if u not in gone), frame.consent)
    state.agenda[-1] = rest
    return rest


@rule("7.6.1a", "23.7")
def lose_trapped(state: State, frame: Retreating) -> tuple[Retreating, list[Event]]:
    """Units without any way back are eliminated."""
    lost = [u for u in frame.units if not safe_paths(state, state.place(u), frame.side)]
    if not lost:
        return frame, []
    frame = _drop(state, frame, lost)
    return frame, losses.eliminate(state, lost, "retreat", "7.6.1a")


def carry_out_consent(state: State, frame: Retreating, agree: bool, chance: Chance) -> list[Event]:
    state.agenda[-1] = Retreating(frame.side, frame.units, int(agree))
    return [ConsentGiven(rule="11.7e", side=SIDES[frame.side], agree=agree)]


def sacrifice(state: State, frame: Retreating, lost: Sequence[int]) -> list[Event]:
    _drop(state, frame, lost)
    return losses.eliminate(state, lost, "retreat", "7.6.1c")


@rule("7.5b", "7.5e", "15.2.2a", "15.2.2b", "11.7b")
def lead_back(state: State, frame: Retreating, unit: int, path: Path) -> list[Event]:
    """Move one unit back; it takes lone enemy supplies on its way."""
    _drop(state, frame, [unit])
    start = state.place(unit)
    state.put(unit, path[1])
    if state.world.fortress[path[1]]:
        state.flag(unit, SHELTERED)
    names = tuple(state.hex_name(h) for h in (start, *path))
    events: list[Event] = [Retreated(rule="7.6a", unit=state.name(unit), path=names)]
    events += captures.sweep(state, frame.side, path, "15.2.2a", combat=True)
    taken = [state.world.index[e.captured] for e in events if isinstance(e, SupplyCaptured)]
    passed = tuple(s for s in taken if state.place(s) == path[0])
    if passed:
        state.agenda.append(Following(frame.side, passed, path[1]))
    return events


# --- the decisions ----------------------------------------------------------------------------------


def ask_retreat(state: State, frame: Retreating) -> Step:
    """The loser is asked for his consent and his losses, the winner for the ways."""
    facts: dict[str, Fact] = {"turn": state.turn, "units": state.names(frame.units)}
    if asks_consent(state, frame):
        return Step(SIDES[frame.side], "consent", "11.7e", facts)
    if choices_of_loss(state, frame):
        return Step(SIDES[frame.side], "sacrifice", "7.6.1c", facts)
    return Step(SIDES[1 - frame.side], "retreat", "7.6a", facts)


def settle_retreat(state: State, frame: Retreating, chance: Chance) -> Settled:
    frame, events = lose_trapped(state, frame)
    if not frame.units:
        state.agenda.pop()
        return events, False
    if events:
        return events, False
    if asks_consent(state, frame):
        return [], True
    choices = choices_of_loss(state, frame)
    if choices:
        return (sacrifice(state, frame, choices[0]), False) if len(choices) == 1 else ([], True)
    if len(frame.units) == 1:
        ways = open_paths(state, frame, frame.units[0])
        if len(ways) == 1:
            if captures.ask_owner(state, _prizes(state, frame, ways[0])):
                return [], False
            return lead_back(state, frame, frame.units[0], ways[0]), False
    return [], True


@rule("15.2.2a", "15.2.2c")
def _prizes(state: State, frame: Retreating, path: Path) -> list[int]:
    """Supplies of the winner that a unit led back this way takes."""
    return captures.prizes(state, frame.side, path, combat=True)


def asks_losses(state: State, frame: Retreating) -> bool:
    return not asks_consent(state, frame) and bool(choices_of_loss(state, frame))


def asks_ways(state: State, frame: Retreating) -> bool:
    return not asks_consent(state, frame) and not choices_of_loss(state, frame)


def carry_out_retreat(
    state: State, frame: Retreating, plan: tuple[int, Path], chance: Chance
) -> list[Event]:
    unit, path = plan
    order = Retreat(state.name(unit), tuple(state.hex_name(h) for h in path))
    if captures.ask_owner(state, _prizes(state, frame, path), order):
        return []
    return lead_back(state, frame, unit, path)


def carry_out_sacrifice(
    state: State, frame: Retreating, lost: tuple[int, ...], chance: Chance
) -> list[Event]:
    return sacrifice(state, frame, lost)


def offer_retreats(state: State, frame: Retreating) -> tuple[Offer, ...]:
    """Units of one hex may go the same ways."""
    groups = []
    for hex_ in dict.fromkeys(state.place(u) for u in frame.units):
        units = [u for u in frame.units if state.place(u) == hex_]
        ways = tuple(
            Way(tuple(state.hex_name(h) for h in path))
            for path in open_paths(state, frame, units[0])
        )
        if ways:
            groups.append(Ways(state.names(units), ways))
    return (Routes("retreat", tuple(groups), tone="main"),)


def offer_consent(state: State, frame: Retreating) -> tuple[Offer, ...]:
    agree = Say("consent", fixed={"agree": True}, tone="main")
    return agree, Say("consent", fixed={"agree": False}, tone="decline")


def offer_losses(state: State, frame: Retreating) -> tuple[Offer, ...]:
    """So many of those that can be lost; not always is every choice of them possible."""
    choices = choices_of_loss(state, frame)
    able = [u for u in frame.units if any(u in c for c in choices)]
    count = len(choices[0])
    exact = len(choices) == comb(len(able), count)
    suggest = () if exact else tuple({"units": state.names(c)} for c in choices[:LONGEST_LIST])
    return (
        Pick(
            "sacrifice",
            "units",
            state.names(able),
            many=True,
            least=count,
            most=count,
            exact=exact,
            suggest=suggest,
            tone="main",
        ),
    )


RETREAT = Reply(
    Retreat, "7.6a", judge_retreat, carry_out_retreat, offer=offer_retreats, when=asks_ways
)
CONSENT = Reply(
    Consent, "11.7e", judge_consent, carry_out_consent, offer=offer_consent, when=asks_consent
)
SACRIFICE = Reply(
    Sacrifice,
    "7.6.1c",
    judge_sacrifice,
    carry_out_sacrifice,
    offer=offer_losses,
    when=asks_losses,
)
