"""The plan of attack: combats, aircraft, night attacks (ATT-1 to ATT-16, AIR-1 to AIR-8, NGT-1 to NGT-5)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from campagna.core import offers
from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Forecast, Note, Refusal
from campagna.core.decision import Decision, certain
from campagna.core.offers import Extra, Fields, Offer, Some, Toggle
from campagna.core.rulebook import rule
from campagna.games.kasserine.events import AirSupport, AttackPlanned, NightAttack
from campagna.games.kasserine.frames import Combat
from campagna.games.kasserine.orders import Attack
from campagna.games.kasserine.rules import obligations
from campagna.games.kasserine.rules.eligibility import refuse_attacker
from campagna.games.kasserine.rules.forecast import account, reckoned
from campagna.games.kasserine.rules.line_facts import explained
from campagna.games.kasserine.rules.obligations import attacked, busy, refuse_leftovers
from campagna.games.kasserine.rules.pause import refuse_target
from campagna.games.kasserine.rules.zones import held
from campagna.games.kasserine.state import State
from campagna.games.kasserine.world import SIDES, URF
from campagna.hexes.naming import hexes, own_units, unit_and_hex


@rule("ATT-5", "ATT-6", "ATT-8", "ATT-12", "ATT-13", "NGT-4")
def judge_attack(state: State, order: Attack) -> Refusal | Combat:
    """One combat of the plan: every attacker next to every attacked hex, each hex as a whole."""
    attackers = own_units(state, order.attackers, state.side, "ATT-6")
    if isinstance(attackers, Refusal):
        return attackers
    targets = hexes(state, order.hexes, "ATT-8")
    if isinstance(targets, Refusal):
        return targets
    refusal = (
        _refuse_night(state)
        or _refuse_attackers(state, attackers)
        or _refuse_targets(state, attackers, targets)
    )
    if refusal is not None:
        return refusal
    defenders = [u for h in targets for u in state.fighters_at(h, 1 - state.side)]
    refusal = _refuse_taking(state, targets, order.destroy)
    if refusal is not None:
        return refusal
    planes = _judge_aircraft(state, attackers, targets, order.aircraft)
    if isinstance(planes, Refusal):
        return planes
    combat = Combat(
        tuple(attackers), tuple(defenders), tuple(targets), tuple(planes), order.destroy
    )
    return refuse_leftovers(state, attackers, targets) or combat


@rule("ATT-11", "CMD-6")
def _refuse_attackers(state: State, attackers: Sequence[int]) -> Refusal | None:
    taken = busy(state)
    for unit in attackers:
        if state.place(unit) < 0:
            return Refusal("ATT-6", "not-on-map", {"unit": state.name(unit)})
        if unit in taken:
            return Refusal("ATT-11", "attacks-already", {"unit": state.name(unit)})
        refusal = refuse_attacker(state, unit)
        if refusal is not None:
            return explained(state, unit, refusal)
    return None


@rule("ATT-8", "ATT-11", "CAL-8 (b)")
def _refuse_targets(
    state: State, attackers: Sequence[int], targets: Sequence[int]
) -> Refusal | None:
    enemy, taken = held(state, 1 - state.side), attacked(state)
    for n, hex_ in enumerate(targets):
        facts: dict[str, Fact] = {"hex": state.hex_name(hex_)}
        if hex_ in targets[:n]:
            return Refusal("ATT-8", "hex-twice", facts)
        if not enemy[hex_]:
            return Refusal("ATT-8", "no-enemy-there", facts)
        if hex_ in taken:
            return Refusal("ATT-11", "attacked-already", facts)
        for unit in attackers:
            if hex_ not in state.world.near[state.place(unit)]:
                facts |= {**unit_and_hex(state, unit), "target": state.hex_name(hex_)}
                return Refusal("ATT-8", "attacker-not-adjacent", facts)
            refusal = refuse_target(state, unit, hex_)
            if refusal is not None:
                return refusal
    return None


@rule("ATT-15", "LOG-16")
def _refuse_taking(state: State, targets: Sequence[int], destroy: bool) -> Refusal | None:
    """Commands and supplies without a defender are an attack of their own, one hex at a time."""
    bare = [h for h in targets if not state.fighters_at(h, 1 - state.side)]
    if bare and len(targets) > 1:
        return Refusal("ATT-15", "taking-alone", {"hex": state.hex_name(bare[0])})
    stores = any(state.world.kind[u] == URF for h in bare for u in state.stack(h))
    facts: dict[str, Fact] = {"hex": state.hex_name(targets[0])}
    if destroy and not stores:
        return Refusal("ATT-15", "nothing-to-destroy", facts)
    if stores and not destroy and not state.options["supply_capture"]:
        return Refusal("LOG-16", "capture-not-allowed", facts)
    return None


# --- night --------------------------------------------------------------------------------------------


@rule("NGT-1", "NGT-3")
def nights_left(state: State, side: int) -> int:
    """Night attacks that a side may still make, per side or in all (A13)."""
    limit = int(state.world.tables["night"]["attacks"])
    if state.options["night_attacks"] == "in_all":
        return limit - len(state.nights[0]) - len(state.nights[1])
    return limit - len(state.nights[side])


@rule("NGT-1", "NGT-3")
def attacks_allowed(state: State) -> bool:
    """By day always; at night with a night attack declared, or one left to declare."""
    if not state.night or state.move in state.nights[state.side]:
        return True
    return nights_left(state, state.side) > 0


def _refuse_night(state: State) -> Refusal | None:
    return None if attacks_allowed(state) else Refusal("NGT-3", "no-night-attack-left")


# --- air support --------------------------------------------------------------------------------------


@rule("AIR-8", "CAL-4")
def aircraft_left(state: State, side: int) -> int:
    """Aircraft still free on this date, over its two day moves."""
    date = state.world.date
    used = sum(date[m] == date[state.move] for m in state.aircraft[side])
    return int(state.world.tables["air"]["per_day"][SIDES[side]]) - used


@rule("AIR-3 (b)", "AIR-4 (c)", "AIR-5 (d)", "AIR-8", "WX-6")
def refuse_air(state: State, attackers: Sequence[int]) -> Refusal | None:
    """Why this attack may have no air support at all."""
    if state.night:
        return Refusal("AIR-5 (d)", "air-at-night")
    if not state.world.tables["weather"]["air_support"][state.weather]:
        return Refusal("AIR-4 (c)", "air-in-storm")
    if not any(state.units[u].control for u in attackers):
        return Refusal("AIR-3 (b)", "air-uncommanded", {"units": state.names(attackers)})
    if aircraft_left(state, state.side) < 1:
        return Refusal("AIR-8", "no-aircraft-left", {"left": aircraft_left(state, state.side)})
    return None


@rule("AIR-1", "AIR-2 (a)", "AIR-6", "AIR-7", "AIR-8")
def _judge_aircraft(
    state: State, attackers: Sequence[int], targets: Sequence[int], names: Sequence[str]
) -> Refusal | list[int]:
    """At most one aircraft on each attacked hex; only an attack over the ground has any (A11)."""
    if not names:
        return []
    over = hexes(state, names, "AIR-6")
    if isinstance(over, Refusal):
        return over
    for n, hex_ in enumerate(over):
        facts: dict[str, Fact] = {"hex": state.hex_name(hex_)}
        if hex_ not in targets:
            return Refusal("AIR-2 (a)", "air-without-combat", facts)
        if not state.fighters_at(hex_, 1 - state.side):
            return Refusal("AIR-2 (a)", "air-without-combat", facts)
        if hex_ in over[:n]:
            return Refusal("AIR-6", "second-aircraft", facts)
    refusal = refuse_air(state, attackers)
    if refusal is not None:
        return refusal
    if len(over) > aircraft_left(state, state.side):
        return Refusal("AIR-8", "no-aircraft-left", {"left": aircraft_left(state, state.side)})
    return over


# --- carrying it out ----------------------------------------------------------------------------------


@rule("NGT-3", "AIR-8", "CAL-4")
def carry_out_attack(state: State, combat: Combat, chance: Chance) -> list[Event]:
    return _enter_in_plan(state, combat)


@rule("NGT-3", "AIR-8", "CAL-4")
def _enter_in_plan(state: State, combat: Combat) -> list[Event]:
    """The combat joins the plan; aircraft and night attacks are written on the calendar."""
    side, name = state.side, SIDES[state.side]
    events: list[Event] = []
    if state.night and state.move not in state.nights[side]:
        state.nights[side].append(state.move)
        events.append(NightAttack(rule="NGT-3", side=name, left=nights_left(state, side)))
    state.combats.append(combat)
    events.append(
        AttackPlanned(
            rule="ATT-6",
            attackers=state.names(combat.attackers),
            hexes=state.hex_names(combat.hexes),
            aircraft=state.hex_names(combat.aircraft),
        )
    )
    if combat.aircraft:
        state.aircraft[side] += [state.move] * len(combat.aircraft)
        left = aircraft_left(state, side)
        count = len(combat.aircraft)
        events.append(AirSupport(rule="AIR-6", side=name, aircraft=count, left=left))
    return events


# --- forecast -----------------------------------------------------------------------------------------


def forecast_attack(state: State, combat: Combat) -> Forecast:
    """The odds as the plan would have them now."""
    sums = account(state, combat) if combat.defenders else {}
    lines = certain("ATT-6").lines
    odds = reckoned(state, combat) if combat.defenders else None
    notes = tuple(_used_up(state, combat))
    return Forecast("ATT-6", lines, sums, notes, account=odds, settled=True)


@rule("NGT-3", "AIR-8")
def _used_up(state: State, combat: Combat) -> Iterator[Note]:
    """What the plan takes from the calendar: one of the few night attacks, aircraft of the day."""
    for event in _enter_in_plan(state.copy(), combat):
        match event:
            case NightAttack(left=left):
                of = int(state.world.tables["night"]["attacks"])
                yield Note("night-attack-used", {"left": left, "of": of}, grave=True)
            case AirSupport(aircraft=count, left=left):
                yield Note("aircraft-used", {"count": count, "left": left})


# --- what is offered ----------------------------------------------------------------------------------


def offer_attacks(state: State) -> tuple[Offer, ...]:
    """Every enemy hex with who may attack it; the combats that the rules ask for are suggested.

    Where supplies may not be kept, to take them is an offer of its own: they are destroyed.
    """
    choice = obligations.options(state) if attacks_allowed(state) else {}
    stores = [h for h in choice if _bare_stores(state, h)]
    lost = () if state.options["supply_capture"] else stores
    kept = {h: units for h, units in sorted(choice.items()) if h not in lost}
    extras = _aircraft(state, kept)
    if stores and not lost:
        extras += (Toggle("destroy"),)
    found = [_offer(state, kept, {}, extras)] if kept else []
    if lost:
        found.append(_offer(state, {h: choice[h] for h in sorted(lost)}, {"destroy": True}, ()))
    return tuple(found)


def _offer(
    state: State, choice: dict[int, list[int]], fixed: Fields, extras: tuple[Extra, ...]
) -> offers.Attack:
    targets = {state.hex_name(h): state.names(units) for h, units in choice.items()}
    reach = Tally(u for units in choice.values() for u in units)
    enemies = {state.hex_name(h): state.names(state.fighters_at(h, 1 - state.side)) for h in choice}
    return offers.Attack(
        "attack",
        targets,
        units="attackers",
        target="hexes",
        # At least two: the field takes several hexes even where no unit reaches more than one.
        most_targets=max(2, *reach.values()),
        defenders=enemies,
        tone="main",
        exact=False,
        fixed=fixed,
        suggest=tuple(
            {"attackers": state.names(units), "hexes": state.hex_names(hexes_), **fixed}
            for units, hexes_ in obligations.proposals(state)
            if set(hexes_) <= choice.keys()
        ),
        extras=extras,
    )


def _bare_stores(state: State, hex_: int) -> bool:
    """Supplies that no combat unit defends."""
    kind = state.world.kind
    return not state.fighters_at(hex_, 1 - state.side) and any(
        kind[u] == URF for u in state.stack(hex_)
    )


def _aircraft(state: State, choice: dict[int, list[int]]) -> tuple[Extra, ...]:
    """Air support, if some attack of those still possible may have it."""
    over = [h for h in choice if state.fighters_at(h, 1 - state.side)]
    units = {u for h in over for u in choice[h]}
    if not over or refuse_air(state, sorted(units)) is not None:
        return ()
    most = aircraft_left(state, state.side)
    return (Some("aircraft", state.hex_names(over), most=most, along="hexes"),)


ATTACK = Decision(
    Attack, "ATT-6", judge_attack, carry_out_attack, forecast_attack, offer=offer_attacks
)
