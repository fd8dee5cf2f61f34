"""2.3.5 The tribes of Ethiopian warriors and guerrillas, for the optional rule of friction (12.7).

The tribe stands on the side of the counter that shows its factor: as long as that lies face down,
nobody knows it, whatever number the counter has. So tribes are dealt inside each pool of factors.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from campagna.core.chance import Chance
from campagna.core.editions import Options
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.state import State

PURPOSE = "hidden tribes"


@rule("2.3.5-a", "2.3.5-b")
def are_dealt(options: Options) -> bool:
    """Whether tribes matter and are dealt; the first edition read them from the counter's number."""
    return bool(options["tribal_friction"]) and options.fixed("tribes-face-down")


def of(state: State, unit: int) -> str:
    if state.tribes is UNSET:
        return state.counter(unit).tribe
    return state.tribes[unit]


def known(state: State, unit: int) -> bool:
    """Whether players know the tribe of a unit that they see."""
    return state.tribes is UNSET or not state.units[unit].flags & HIDDEN


def pools(state: State) -> list[Sequence[int]]:
    """The counters of this war among which tribes are dealt."""
    found = state.world.pools.values()
    return [units for units in found if state.counter(units[0]).part == state.part]


@rule("2.3.5-a", "2.3.5-b")
def deal(state: State, chance: Chance, given: Mapping[int, str]) -> bool:
    """Deal the tribes of every pool but those given; False if more are given than there are."""
    if not are_dealt(state.options):
        state.tribes = UNSET
        return True
    tribes = [counter.tribe for counter in state.world.counters]
    for units in pools(state):
        left = Tally(state.counter(u).tribe for u in units)
        left.subtract(given[u] for u in units if u in given)
        if min(left.values()) < 0:
            return False
        open_ = sorted(left.elements())
        for unit in units:
            tribes[unit] = given[unit] if unit in given else _take(open_, chance)
    state.tribes = tuple(tribes)
    return True


def _take(tribes: list[str], chance: Chance) -> str:
    alike = len({*tribes}) == 1
    return tribes.pop(0 if alike else chance.pick(len(tribes), PURPOSE))


@rule("2.3.5-a", "PB 14.6.4.1-b", "PB 13.6.4.2")
def mix(state: State, units: Sequence[int], chance: Chance) -> None:
    """Counters off the map are face down again: their tribes are mixed like their factors."""
    if state.tribes is UNSET:
        return
    tribes = list(state.tribes)
    left = [tribes[u] for u in units]
    for unit in units:
        tribes[unit] = _take(left, chance)
    state.tribes = tuple(tribes)
