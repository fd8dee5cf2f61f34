"""7.5 Results of combat: eliminations, exchanges, and what a finished battle leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from campagna.core.chance import Chance
from campagna.core.contract import Event, Fact, Refusal, Step
from campagna.core.decision import Reply, Settled
from campagna.core.offers import LONGEST_LIST, Extra, Offer, Pick, Some
from campagna.core.rulebook import rule
from campagna.games.afrika_korps.events import Exchanged
from campagna.games.afrika_korps.frames import Advancing, Battle, Exchange, Hauling, Retreating
from campagna.games.afrika_korps.orders import Lose
from campagna.games.afrika_korps.rules.combat import losses
from campagna.games.afrika_korps.rules.combat.strength import attack_of, defence_of, defence_sum
from campagna.games.afrika_korps.rules.combat.zones import zone
from campagna.games.afrika_korps.rules.forces import substitutes
from campagna.games.afrika_korps.rules.supply import captures
from campagna.games.afrika_korps.state import ASIDE, HELD, SHELTERED, USED, State
from campagna.games.afrika_korps.world import ALLIED, SIDES
from campagna.hexes.naming import own_units

BEST_FIRST = ("DE", "DR", "EX", "AR", "AE")
"""The results of combat from the best for the attacker to the worst."""
PAYERS = {"DE": "defender", "DR": "defender", "EX": "both", "AR": "attacker", "AE": "attacker"}


@rule("11.7b", "11.7c")
def bystanders(state: State, battle: Battle) -> list[int]:
    """Units that fled into a fortress under attack: they suffer without having defended."""
    return [
        u
        for h in battle.posts
        for u in state.fighters_at(h, 1 - battle.side)
        if state.flagged(u, SHELTERED) and u not in battle.defenders
    ]


@rule("7.5a", "7.5b", "7.5c", "7.5e", "7.5f")
def apply_result(state: State, battle: Battle) -> list[Event]:
    """Carry out what needs no choice; leave the rest on the agenda, above the battle."""
    attackers = state.on_map(battle.attackers)
    defenders = [*state.on_map(battle.defenders), *bystanders(state, battle)]
    match battle.result:
        case "AE":
            return losses.eliminate(state, attackers, "combat", "7.5a")
        case "DE":
            return losses.eliminate(state, defenders, "combat", "7.5f")
        case "AR":
            state.agenda.append(Retreating(battle.side, tuple(attackers)))
            return []
        case "DR":
            state.agenda.append(Retreating(1 - battle.side, tuple(defenders)))
            return []
    return _exchange(state, battle)


@rule("7.5c", "7.5d", "10.2")
def _exchange(state: State, battle: Battle) -> list[Event]:
    """The weaker side loses everything, the stronger at least as many factors; equals lose all (A16)."""
    attack = attack_of(state, battle.attackers)
    defence = defence_sum(state, battle.defenders)
    events: list[Event] = [Exchanged(rule="7.5c", attack=attack, defence=defence)]
    if attack <= defence:
        events += losses.eliminate(state, battle.attackers, "exchange", "7.5c")
    if defence <= attack:
        events += losses.eliminate(state, battle.defenders, "exchange", "7.5c")
    if attack < defence:
        state.agenda.append(Exchange(1 - battle.side, battle.defenders, attack, False))
    elif defence < attack:
        state.agenda.append(Exchange(battle.side, battle.attackers, defence, True))
    return events


def worth(state: State, frame: Exchange, unit: int) -> int:
    return state.world.attack[unit] if frame.attacking else defence_of(state, unit)


@rule("7.5d")
def pays(state: State, frame: Exchange, units: Sequence[int]) -> bool:
    return _settles([worth(state, frame, u) for u in units], frame.debt)


@rule("7.5d")
def _settles(values: Sequence[int], debt: int) -> bool:
    """Enough for the debt, and nobody superfluous."""
    total = sum(values)
    return total >= debt > total - min(values, default=0)


@rule("7.5d")
def payments(state: State, frame: Exchange) -> list[tuple[int, ...]]:
    """Every set of units that pays the debt, substitutes unbroken; small sets first."""
    values = [worth(state, frame, u) for u in frame.units]
    found: list[tuple[int, ...]] = []
    open_: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while open_:
        # Sets that do not pay yet, all of one size, in order; each grows by a later unit.
        larger = []
        for group, total in open_:
            for k in range(group[-1] + 1 if group else 0, len(values)):
                grown, paid = (*group, k), total + values[k]
                if paid < frame.debt:
                    larger.append((grown, paid))
                elif _settles([values[i] for i in grown], frame.debt):
                    found.append(grown)
        open_ = larger
    return [tuple(frame.units[k] for k in group) for group in found]


@rule("7.5d", "21.3")
def judge_lose(state: State, frame: Exchange, order: Lose) -> Refusal | tuple[list[int], Parts]:
    units = own_units(state, order.units, frame.side, "7.5d")
    if isinstance(units, Refusal):
        return units
    for unit in units:
        if unit not in frame.units:
            return Refusal("7.5d", "not-involved", {"unit": state.name(unit)})
    if order.rest:
        return _judge_rest(state, frame, units, order)
    if not pays(state, frame, units):
        facts: dict[str, Fact] = {
            "units": order.units,
            "factors": sum(worth(state, frame, u) for u in units),
            "debt": frame.debt,
        }
        return Refusal("7.5d", "wrong-payment", facts)
    return units, {}


Parts = dict[int, list[int]]
"""For each substitute given for an exchange the counters that are left of it (21.3)."""


@rule("21.3", "21.4a", "21.4b", "21.5")
def _judge_rest(
    state: State, frame: Exchange, units: list[int], order: Lose
) -> Refusal | tuple[list[int], Parts]:
    """Substitutes are broken down to pay; `rest` is what remains of them."""
    broken = [u for u in units if state.counter(u).substitute]
    rest = own_units(state, order.rest, frame.side, "21.3")
    if isinstance(rest, Refusal):
        return rest
    if not broken or frame.side != ALLIED:
        return Refusal("21.3", "no-substitute-lost", {"units": order.units})
    refusal: Refusal | None = None
    for owners in product(broken, repeat=len(rest)):
        parts: Parts = {b: [] for b in broken}
        for owner, part in zip(owners, rest, strict=True):
            parts[owner].append(part)
        refusal = _refuse_breaking(state, frame, units, parts, order)
        if refusal is None:
            return units, parts
    assert refusal is not None
    return refusal


def _refuse_breaking(
    state: State, frame: Exchange, units: list[int], parts: Parts, order: Lose
) -> Refusal | None:
    for counter, rest in parts.items():
        place = state.place(counter)
        others = [u for u in state.fighters_at(place, ALLIED) if u not in units]
        beside = [
            p for c, ps in parts.items() if c != counter and state.place(c) == place for p in ps
        ]
        refusal = substitutes.refuse_parts(state, counter, rest, len(others) + len(beside))
        if refusal is not None:
            return refusal
    values = state.world.attack if frame.attacking else state.world.defence
    given = {}
    for unit in units:
        full = worth(state, frame, unit)
        kept = sum(values[p] for p in parts.get(unit, ())) * (full // values[unit])
        given[unit] = full - kept
    paid = sum(given.values())
    if paid < frame.debt or any(paid - g >= frame.debt or g <= 0 for g in given.values()):
        facts: dict[str, Fact] = {"units": order.units, "factors": paid, "debt": frame.debt}
        return Refusal("7.5d", "wrong-payment", facts)
    return None


@rule("7.5d", "21.3")
def pay(state: State, units: list[int], parts: Parts) -> list[Event]:
    state.agenda.pop()
    events: list[Event] = []
    lost = list(units)
    for broken, rest in parts.items():
        if rest:
            gone = [p for p in state.units[broken].parts if p not in rest]
            events += substitutes.break_down(state, broken, rest)
            lost.remove(broken)
            losses.lose_parts(state, gone)
    return events + losses.eliminate(state, lost, "exchange", "7.5d")


def ask_exchange(state: State, frame: Exchange) -> Step:
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "units": state.names(frame.units),
        "debt": frame.debt,
    }
    return Step(SIDES[frame.side], "exchange", "7.5d", facts)


def settle_exchange(state: State, frame: Exchange, chance: Chance) -> Settled:
    """The only way to pay is taken, unless a substitute could be broken down."""
    ways = payments(state, frame)
    breakable = any(state.counter(u).substitute for u in frame.units)
    if len(ways) != 1 or breakable:
        return [], True
    return pay(state, list(ways[0]), {}), False


def carry_out_lose(
    state: State, frame: Exchange, plan: tuple[list[int], Parts], chance: Chance
) -> list[Event]:
    units, parts = plan
    return pay(state, units, parts)


def ways_to_pay(state: State, frame: Exchange) -> list[Lose]:
    """Whole units, and substitutes that leave up to three counters behind."""
    found = [Lose(state.names(group)) for group in payments(state, frame)]
    aside = [u for u in state.world.fighters[ALLIED] if state.place(u) == ASIDE]
    for counter in (u for u in frame.units if state.counter(u).substitute):
        others = [u for u in frame.units if u != counter]
        groups = [(counter, *g) for n in range(2) for g in combinations(others, n)]
        parts = [p for n in range(1, 4) for p in combinations(aside[:6], n)]
        for some in parts:
            for group in groups:
                order = Lose(state.names(group), state.names(some))
                if not isinstance(judge_lose(state, frame, order), Refusal):
                    found.append(order)
    return found


@rule("7.5d", "21.3")
def offer_payments(state: State, frame: Exchange) -> tuple[Offer, ...]:
    """Units worth the debt, nobody superfluous; what a substitute leaves behind counts against it."""
    broken = [u for u in frame.units if state.counter(u).substitute]
    aside = [u for u in state.world.fighters[ALLIED] if state.place(u) == ASIDE]
    rest = [u for u in aside if any(substitutes.fits_type(state, b, u) for b in broken)]
    extras: tuple[Extra, ...] = (Some("rest", state.names(rest)),) if rest else ()
    paid = [{"units": state.names(group)} for group in payments(state, frame)[:LONGEST_LIST]]
    return (
        Pick(
            "lose",
            "units",
            state.names(frame.units),
            many=True,
            most=len(frame.units),
            weights={state.name(u): worth(state, frame, u) for u in frame.units},
            sum=frame.debt,
            exact=False,
            suggest=tuple(paid),
            extras=extras,
            tone="main",
        ),
    )


LOSE = Reply(Lose, "7.5d", judge_lose, carry_out_lose, offer=offer_payments)


# --- afterwards -------------------------------------------------------------------------------------


@rule("15.2.3c", "16.3")
def _capture_supplies(state: State, battle: Battle, survivors: Sequence[int]) -> list[Event]:
    """Lone supplies of a fortress fall to attackers who were neither eliminated nor led back."""
    events: list[Event] = []
    for supply in _captured_by_the_fall(state, battle, survivors):
        place = state.place(supply)
        events.append(captures.capture(state, supply, HELD, "15.2.3c"))
        near = [a for a in survivors if place in state.world.near[state.place(a)]]
        state.inroads += [(a, place) for a in near]
    return events


@rule("15.2.3c")
def _captured_by_the_fall(state: State, battle: Battle, survivors: Sequence[int]) -> list[int]:
    near = {h for a in survivors for h in state.world.near[state.place(a)]}
    return [s for s in battle.prey if state.place(s) in near and captures.is_lone(state, s)]


def _survivors(state: State, battle: Battle) -> list[int]:
    """Attackers who were neither eliminated nor led back."""
    return [a for a in state.on_map(battle.attackers) if battle.result != "AR"]


@rule("11.7c")
def _lost_bystanders(state: State, battle: Battle) -> list[int]:
    """Units that fled into the fortress go with the last of its defenders in an exchange."""
    if battle.result != "EX" or state.on_map(battle.defenders):
        return []
    return bystanders(state, battle)


@rule("15.3.2.1a", "15.3.2.1b", "15.2.2c")
def left_behind(state: State, battle: Battle) -> list[int]:
    """Supplies whose escort is gone, within the grasp of the attackers who are left."""
    side, survivors = battle.side, _survivors(state, battle)
    found: list[int] = []
    for hex_ in emptied(state, battle):
        adjacent = any(hex_ in state.world.near[state.place(a)] for a in survivors)
        if adjacent or zone(state, side)[hex_]:
            found += captures.supplies_at(state, hex_, 1 - side)
    return [s for s in found if not state.flagged(s, USED)]


def emptied(state: State, battle: Battle) -> list[int]:
    """Hexes of the battle where no defender is left, those who are lost with it not counted."""
    lost = set(_lost_bystanders(state, battle))
    return [h for h in battle.posts if lost.issuperset(state.fighters_at(h, 1 - battle.side))]


@rule("11.7c", "15.4 (=15.3.2)", "15.3.2.1a", "15.3.2.1b", "15.2.2c", "15.4.1", "16.1")
def finish(state: State, battle: Battle) -> list[Event]:
    """Supplies left behind are taken, then they may be moved and the attackers may advance."""
    state.spared = []
    side, survivors = battle.side, _survivors(state, battle)
    lost = _lost_bystanders(state, battle)
    events = losses.eliminate(state, lost, "combat", "11.7c")
    taken = []
    for supply in left_behind(state, battle):
        event = captures.capture(state, supply, HELD, "15.3.2.1a")
        events.append(event)
        taken.append(state.world.index[event.captured])
    events += _capture_supplies(state, battle, survivors)
    open_ = {h: survivors for h in emptied(state, battle) if state.world.doubled[h]}
    for unit, hex_ in state.inroads:
        if unit in survivors and not state.fighters_at(hex_, 1 - side):
            open_.setdefault(hex_, [unit])
    state.inroads = [(u, h) for u, h in state.inroads if u not in battle.attackers]
    for hex_, units in sorted(open_.items(), reverse=True):
        if units:
            state.agenda.append(Advancing(side, tuple(units), (hex_,)))
    if taken:
        state.agenda.append(Hauling(side, tuple(taken), battle.defenders))
    return events


@rule("15.5")
def settle_battle(state: State, frame: Battle, chance: Chance) -> Settled:
    prey = _captured_by_the_fall(state, frame, _survivors(state, frame))
    if captures.ask_owner(state, [*left_behind(state, frame), *prey]):
        return [], False
    state.agenda.pop()
    return finish(state, frame), False
