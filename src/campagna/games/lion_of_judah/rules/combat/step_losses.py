"""12.11 Step losses: who suffers them, within the restrictions."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import Offer, Pick
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.frames import Suffer
from campagna.games.lion_of_judah.orders import TakeLosses
from campagna.games.lion_of_judah.rules.general import losses, strength
from campagna.games.lion_of_judah.rules.general.names import own_units
from campagna.games.lion_of_judah.state import State

RULES = {"combat": "12.11-b", "ambush": "11.5.3-d", "bombing": "PB 13.6.5.1-a"}


def alive(state: State, frame: Suffer) -> tuple[int, ...]:
    return tuple(u for u in frame.units if state.units[u].place >= 0)


def owed(state: State, frame: Suffer) -> int:
    """Steps to lose: losses beyond all steps are ignored (A-23)."""
    return min(frame.count, sum(state.units[u].steps for u in alive(state, frame)))


@rule("12.11-d", "2.3.7-c", "A-04")
def first_victims(state: State, frame: Suffer) -> tuple[int, ...]:
    """Who may take the first loss: an attacker with factor 0 only if all have it."""
    units = alive(state, frame)
    if not frame.attacking:
        return units
    strong = tuple(u for u in units if strength.attack(state, u) > 0)
    return strong or units


@rule("12.11-a", "12.11-b", "12.11-c", "12.11-d", "A-23", "A-24")
def judge_losses(state: State, frame: Suffer, order: TakeLosses) -> Refusal | tuple[int, ...]:
    named = own_units(state, dict.fromkeys(order.units), frame.side, "12.11-b")
    if isinstance(named, Refusal):
        return named
    units = alive(state, frame)
    for unit in named:
        if unit not in units:
            return Refusal("12.11-b", "not-involved", {"unit": state.name(unit)})
    count = owed(state, frame)
    facts: dict[str, Fact] = {"count": count}
    if len(order.units) != count:
        return Refusal("12.11-a", "wrong-number-of-losses", facts)
    victims = tuple(state.find(name) for name in order.units)
    if victims and victims[0] not in first_victims(state, frame):
        return Refusal("12.11-d", "zero-attack-first", {"unit": order.units[0]})
    return victims if shared(state, units, victims) else _unfair(state, units, victims)


@rule("12.11-b", "12.11-c")
def _unfair(state: State, units: Sequence[int], victims: Sequence[int]) -> Refusal:
    """Who loses more steps than it has, or too many before another."""
    tally = Tally(victims)
    for unit in tally:
        steps = state.units[unit].steps
        if tally[unit] > steps:
            name = state.name(unit)
            return Refusal("12.11-b", "more-than-its-steps", {"unit": name, "count": steps})
    most = max(tally, key=lambda u: tally[u])
    spared = min((u for u in units if tally[u] < state.units[u].steps), key=lambda u: tally[u])
    facts: dict[str, Fact] = {"unit": state.name(most), "other": state.name(spared)}
    return Refusal("12.11-c", "losses-not-shared", facts)


@rule("12.11-c", "A-23")
def shared(state: State, units: Sequence[int], victims: Sequence[int]) -> bool:
    """No unit loses a second step before every other has lost one."""
    tally = Tally(victims)
    most = max(tally.values(), default=0)
    due = min(most - 1, 1)
    if not state.options.fixed("losses-after-the-first"):
        due = most - 1  # round after round
    for unit in units:
        steps = state.units[unit].steps
        if tally[unit] > steps or tally[unit] < min(due, steps):
            return False
    return True


@rule("12.11-a", "2.3.9-b")
def carry_out_losses(
    state: State, frame: Suffer, victims: tuple[int, ...], chance: Chance
) -> list[Event]:
    state.agenda.pop()
    events: list[Event] = []
    for unit in victims:
        if state.units[unit].place >= 0:
            events += losses.lose_step(state, unit, frame.cause, RULES.get(frame.cause, "12.11-b"))
    return events


def forced(state: State, frame: Suffer) -> tuple[int, ...] | None:
    """The losses if there is nothing to choose, else None."""
    units = alive(state, frame)
    count = owed(state, frame)
    if count == sum(state.units[u].steps for u in units):
        return tuple(u for u in units for _ in range(state.units[u].steps))
    return units * count if len(units) == 1 else None


def spread(state: State, frame: Suffer, order: Sequence[int]) -> tuple[int, ...]:
    """Losses laid out in rounds, in the given order of preference."""
    first = first_victims(state, frame)
    count = owed(state, frame)
    ranked = list(order)
    if first and ranked[0] not in first:
        head = next(u for u in ranked if u in first)
        ranked = [head, *(u for u in ranked if u != head)]
    taken: Tally[int] = Tally()
    victims: list[int] = []
    while len(victims) < count:
        for unit in ranked:
            if len(victims) < count and taken[unit] < state.units[unit].steps:
                taken[unit] += 1
                victims.append(unit)
    return tuple(victims)


def ask_losses(state: State, frame: Suffer) -> Step:
    units = state.names(alive(state, frame))
    facts: dict[str, Fact] = {"turn": state.turn, "count": owed(state, frame), "units": units}
    rule_id = RULES.get(frame.cause, "12.11-b")
    return Step(state.side_name(frame.side), "losses", rule_id, facts)


def settle_losses(state: State, frame: Suffer, chance: Chance) -> Settled:
    victims = forced(state, frame)
    if victims is None:
        return [], True
    return carry_out_losses(state, frame, victims, chance), False


def offer_losses(state: State, frame: Suffer) -> tuple[Offer, ...]:
    """Each unit once before anybody twice; units without factor need the judge."""
    units, count = alive(state, frame), owed(state, frame)
    names = state.names(units)
    twice = count > len(units)
    in_rounds = not state.options.fixed("losses-after-the-first") and count > len(units) + 1
    exact = not in_rounds and first_victims(state, frame) == units
    offer = Pick(
        "take-losses",
        "units",
        names,
        many=True,
        least=count,
        most=count,
        times={state.name(u): state.units[u].steps for u in units} if twice else {},
        first=names if twice else (),
        exact=exact,
        suggest=() if exact else ({"units": state.names(spread(state, frame, units))},),
        tone="main",
    )
    return (offer,)


TAKE_LOSSES = Reply(TakeLosses, "12.11-b", judge_losses, carry_out_losses, offer=offer_losses)
