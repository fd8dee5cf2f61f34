"""Exact forecasts of a combat: before it is declared, and while aircraft and HQs are committed.

An attack is forecast from what the attacker sees: where units or their factors are unknown the odds
are a distribution over all they may be (`forecast_sums`). Air and HQs are choices still to be made:
the results are those without them, and the sums give the table of every column.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from campagna.core.contract import Fact, Forecast, ForecastLine, Note
from campagna.core.rulebook import rule
from campagna.games.lion_of_judah.flags import HIDDEN
from campagna.games.lion_of_judah.frames import Battle, Stage, Support
from campagna.games.lion_of_judah.rules.air_hq import air_support, hq_support
from campagna.games.lion_of_judah.rules.combat import combat, forecast_sums, odds
from campagna.games.lion_of_judah.rules.combat.combat import AttackPlan
from campagna.games.lion_of_judah.rules.combat.forecast_sums import NOBODY
from campagna.games.lion_of_judah.rules.combat.reckoning import reckoned
from campagna.games.lion_of_judah.rules.combat.terms import DIE, Term, added, counted
from campagna.games.lion_of_judah.rules.combat.visibility import visible
from campagna.games.lion_of_judah.rules.events import effects_in_force
from campagna.games.lion_of_judah.rules.general import strength, tribes
from campagna.games.lion_of_judah.rules.general.rolled import UNDEFENDED
from campagna.games.lion_of_judah.state import State

SIX = Fraction(1, 6)
SUPPORT_FOLLOWS = Note("support-follows")
Chances = dict[str, Fraction]
Columns = dict[int, Fraction]


# --- results in order -------------------------------------------------------------------------------


def line(result: str, chance: Fraction) -> ForecastLine:
    if result == UNDEFENDED:
        return ForecastLine(result, float(chance), {}, "nobody")
    (mine, theirs), again = combat.read_result(result)
    found: dict[str, Fact] = {"attacker_steps": mine, "defender_steps": theirs}
    if again:
        found["follow_up"] = "True"
    pays = "both" if mine and theirs else "attacker" if mine else "defender" if theirs else "nobody"
    return ForecastLine(result, float(chance), found, pays)


def _badness(result: str) -> tuple[int, bool, int]:
    """For the attacker: the balance of steps, then the attack that may follow, then his own steps."""
    if result == UNDEFENDED:
        return -99, False, 0
    (mine, theirs), again = combat.read_result(result)
    return mine - theirs, not again, mine


def lines(chances: Mapping[str, Fraction]) -> tuple[ForecastLine, ...]:
    """From the best for the attacker to the worst."""
    return tuple(line(r, chances[r]) for r in sorted(chances, key=_badness) if chances[r])


def _results(state: State, side: int, columns: Columns, drm: int) -> Chances:
    """What the attacker's table gives when the column itself has chances."""
    crt = state.theatre.crt[side]
    found: Chances = {}
    for column, chance in columns.items():
        for die in range(1, 7):
            result = crt.result(column, odds.row(die, drm))
            found[result] = found.get(result, Fraction(0)) + chance * SIX
    return found


def _tables(state: State, side: int, drm: int) -> dict[str, dict[str, float]]:
    """For every column of the attacker's table, the chance of each result."""
    crt = state.theatre.crt[side]
    return {
        name: {
            x.result: x.probability for x in lines(_results(state, side, {at: Fraction(1)}, drm))
        }
        for at, name in enumerate(crt.columns)
    }


def _named(state: State, side: int, columns: Columns) -> dict[str, float]:
    names = state.theatre.crt[side].columns
    return {names[at]: float(chance) for at, chance in sorted(columns.items())}


# --- an attack to be declared -----------------------------------------------------------------------


def attack(state: State, plan: AttackPlan) -> Forecast:
    """The results if nobody commits aircraft or HQs."""
    defenders = [u for u in state.stack(plan.target) if state.stacks_visibly(u)]
    bare = _bare(state, plan, defenders)
    # The tribes of hidden defenders are not known: they must not change what is told (2.3.5).
    seen = _bare(state, plan, [u for u in defenders if visible(state, u)])
    modifiers = counted(odds.die_terms(state, seen, known=True))
    drm = added(modifiers, DIE)
    sums: dict[str, object] = {"tables": _tables(state, state.side, drm)}
    if not defenders:
        return Forecast("12.13", lines({UNDEFENDED: Fraction(1)}), sums, account=reckoned(sums))
    crossing = [
        u for u in plan.units if odds.crosses_river(state, state.units[u].place, plan.target)
    ]
    mine = forecast_sums.attack_totals(state, plan.units, crossing)
    theirs = forecast_sums.defence_totals(state, defenders, plan.target)
    fixed = [t for t in odds.fixed_terms(state, bare) if t.what != "river"]
    over = int(state.world.tables["combat"]["river_shift"])
    ratios, columns, empty = _meetings(state, mine, theirs, added(fixed), over)
    river = sum((p for (_, crosses), p in mine.items() if crosses), Fraction(0))
    shifts = [*counted(fixed), *([Term("river", over, "12.8.1")] if river else [])]
    sums = {
        **_account(state, plan, defenders, mine, theirs),
        "odds": {name: float(ratios[name]) for name in sorted(ratios, key=_height)},
        "columns": _named(state, state.side, columns),
        "shifts": {"terrain": 0} | {t.what: t.value for t in shifts},
        "terms": _rows((*shifts, *modifiers), river),
        **sums,
    }
    chances = _results(state, state.side, columns, drm) | {UNDEFENDED: empty}
    notes = (SUPPORT_FOLLOWS, *_doubts(state, plan.units, defenders))
    return Forecast("12.5", lines(chances), sums, notes, account=reckoned(sums))


def _bare(state: State, plan: AttackPlan, defenders: Sequence[int]) -> Battle:
    """The combat as it would be declared; hidden units show their stripes (12.3-a)."""
    origins = tuple(state.units[u].place for u in plan.units)
    target, known = plan.target, tuple(defenders)
    return Battle(state.side, plan.units, origins, target, known, Stage.ATTACKER_AIR)


def _meetings(
    state: State,
    mine: Mapping[tuple[int, bool], Fraction],
    theirs: Mapping[int, Fraction],
    shift: int,
    over: int,
) -> tuple[Chances, Columns, Fraction]:
    """The ratio and the column of every pair of totals, and the chance to meet nobody."""
    ratios: Chances = {}
    columns: Columns = {}
    for (attack_, crosses), p in mine.items():
        for defence, q in theirs.items():
            if defence == NOBODY:
                continue
            name = odds.odds_name(*_reduced(attack_, defence))
            ratios[name] = ratios.get(name, Fraction(0)) + p * q
            shifted = shift + (over if crosses else 0)
            at = odds.column(state, state.side, attack_, defence, shifted)
            columns[at] = columns.get(at, Fraction(0)) + p * q
    return ratios, columns, theirs.get(NOBODY, Fraction(0))


def _reduced(attack_: int, defence: int) -> tuple[int, int]:
    """Totals of zero are told as such, whatever stands on the other side (A-41)."""
    if not attack_ or not defence:
        return min(attack_, 1), min(defence, 1)
    return attack_, defence


def _height(ratio: str) -> float:
    mine, theirs = map(int, ratio.split(":"))
    return mine / theirs if theirs else float("inf")


def _rows(terms: Iterable[Term], river: Fraction = Fraction(1)) -> list[dict[str, object]]:
    """Terms as the table shows them; the river with its chance where it is not certain."""
    rows: list[dict[str, object]] = [msgspec.structs.asdict(t) for t in terms]
    for row in rows:
        if row["what"] == "river" and river < 1:
            row["probability"] = float(river)
    return rows


@rule("12.7-c", "2.3.5-a")
def _doubts(state: State, attackers: Iterable[int], defenders: Iterable[int]) -> tuple[Note, ...]:
    """Of hidden defenders and of counters face down nobody can tell whether their tribes quarrel."""
    hidden = any(not visible(state, u) for u in defenders)
    hidden = hidden or any(not tribes.known(state, u) for u in (*attackers, *defenders))
    return (Note("friction-unknown"),) if hidden and state.options["tribal_friction"] else ()


# --- the account of both sides ----------------------------------------------------------------------


def _account(
    state: State,
    plan: AttackPlan,
    defenders: Sequence[int],
    mine: Mapping[tuple[int, bool], Fraction],
    theirs: Mapping[int, Fraction],
) -> dict[str, object]:
    """Each unit's share as players check it; a total only where it is certain."""
    seen = [u for u in defenders if visible(state, u)]
    defence = _shares(state, seen, 1)
    found: dict[str, object] = {"attack": _shares(state, plan.units, 0), "defence": defence}
    if len(seen) < len(defenders):
        found["unknown"] = len(defenders) - len(seen)
        row = {"what": "unseen", "count": found["unknown"], "value": "?", "rule": "12.3-a"}
        defence.append(row)
    if forecast_sums.source_is_short(state, defenders, plan.target):
        defence.append({"what": "minor-source", "value": "?", "rule": "PB 13.6.6.1"})
    totals = {total for total, _ in mine}
    if len(totals) == 1:
        found["attack_total"] = totals.pop()
    if len(theirs) == 1 and NOBODY not in theirs:
        found["defence_total"] = next(iter(theirs))
    return found


def _shares(state: State, units: Iterable[int], factor: int) -> list[dict[str, object]]:
    """`factor`: 0 of attackers, 1 of defenders, who are halved as far as the attacker can know."""
    is_halved = strength.seems_halved if factor else strength.is_halved
    is_gassed = strength.seems_gassed if factor else strength.is_gassed
    rows: list[dict[str, object]] = []
    halved: dict[int, int] = {}
    for unit in units:
        face_down = state.units[unit].flags & HIDDEN
        points = strength.factors(state, unit)[factor]
        rows.append(
            {"unit": state.name(unit), "value": "?" if face_down else points, "rule": "12.5"}
        )
        if is_halved(state, unit):
            halved[unit] = 0 if face_down else points
    if halved:
        gassed = [is_gassed(state, u) for u in halved]
        rows.append(_halving(sum(halved.values()), gassed))
    return rows


def _halving(points: int, gassed: Sequence[bool]) -> dict[str, object]:
    """Gas and lack of supply halve the factors together, upwards (12.6)."""
    what = "gassed" if all(gassed) else "halved" if any(gassed) else "unsupplied"
    value = strength.half(points) - points
    return {"what": what, "value": value, "rule": "PB 13.6.5.1-b" if all(gassed) else "12.6-a"}


# --- air and HQs in a declared combat ---------------------------------------------------------------


def with_aircraft(state: State, battle: Battle, markers: Sequence[int]) -> Forecast:
    """The roll with these aircraft and nothing after them; the sums tell every other net shift."""
    base = odds.total_shift(battle) - battle.air_shift
    terms = [*odds.fixed_terms(state, battle), *odds.committed_terms(battle)]
    found = _commitment(state, battle, base, _air_shifts(state, battle, markers), terms)
    return _with_notes(found, air_support.notes(state, battle, tuple(markers)))


def with_support(state: State, battle: Battle, plan: tuple[Support, ...]) -> Forecast:
    """The roll with these HQs and none after them."""
    count = sum(s.shifts for s in plan)
    support = Term("support", count, "12.4-5")
    if battle.stage != Stage.ATTACKER_HQ:
        support = Term("enemy_support", -count, "12.4-5")
    base = odds.total_shift(battle) - battle.air_shift + support.value
    terms = [*odds.fixed_terms(state, battle), *odds.committed_terms(battle), support]
    found = _commitment(state, battle, base, {battle.air_shift: Fraction(1)}, terms)
    without = base - support.value + battle.air_shift
    unused = _unused(state, battle, without, support.value)
    return _with_notes(found, (*hq_support.notes(state, plan), *unused))


def _unused(state: State, battle: Battle, shift: int, more: int) -> tuple[Note, ...]:
    """Columns that are paid for beyond an end of the table. The attacker's may still meet the defender's."""
    at = _column(state, battle, shift + more)
    count = abs(more) - abs(at - _column(state, battle, shift))
    if count <= 0:
        return ()
    last = battle.stage != Stage.ATTACKER_HQ
    name = state.theatre.crt[battle.side].columns[at]
    key = "support-lost" if last else "support-spare"
    return (Note(key, {"count": count, "column": name}, grave=last and count == abs(more)),)


def _with_notes(found: Forecast, notes: tuple[Note, ...]) -> Forecast:
    return msgspec.structs.replace(found, notes=(*found.notes, *notes))


def _commitment(
    state: State,
    battle: Battle,
    base: int,
    shifts: Mapping[int, Fraction],
    terms: Iterable[Term],
) -> Forecast:
    """`base`: the columns but for those by air, `shifts`: the chances of these."""
    columns: Columns = {}
    for shift, chance in shifts.items():
        at = _column(state, battle, base + shift)
        columns[at] = columns.get(at, Fraction(0)) + chance
    sums = {
        "attack": battle.attack,
        "defence": battle.defence,
        "odds": odds.odds_name(battle.attack, battle.defence),
        "columns": _named(state, battle.side, columns),
        "terms": _rows((*counted(terms), *counted(odds.die_terms(state, battle)))),
        "fixed": battle.fixed_shift,
        "drm": battle.drm,
        "by_shift": {str(s): _by_shift(state, battle, base + s) for s in range(-4, 5)},
        "tables": _tables(state, battle.side, battle.drm),
    }
    results = lines(_results(state, battle.side, columns, battle.drm))
    notes = () if battle.stage == Stage.DEFENDER_HQ else (SUPPORT_FOLLOWS,)
    roller = state.side_name(battle.side)
    return Forecast("12.4-7", results, sums, notes, roller, reckoned(sums))


def _column(state: State, battle: Battle, shift: int) -> int:
    return odds.column(state, battle.side, battle.attack, battle.defence, shift)


def _by_shift(state: State, battle: Battle, shift: int) -> dict[str, float]:
    columns = {_column(state, battle, shift): Fraction(1)}
    return {
        x.result: x.probability for x in lines(_results(state, battle.side, columns, battle.drm))
    }


def _air_shifts(state: State, battle: Battle, markers: Sequence[int]) -> dict[int, Fraction]:
    """The net columns that the markers in the air so far can bring, with their chances."""
    attacking = battle.stage == Stage.ATTACKER_AIR
    side, other = battle.side, 1 - battle.side
    if attacking:
        ours = _sorties(state, side, battle.target, len(markers), takes_off=True)
        others = _sorties(state, other, battle.target, 0)
    else:
        ours = _sorties(state, side, battle.target, len(battle.air[0]))
        others = _sorties(state, other, battle.target, len(markers), takes_off=True)
    found: dict[int, Fraction] = {}
    for mine, p in ours.items():
        for theirs, q in others.items():
            gained, lost = air_support.columns(state, mine, theirs)
            found[gained - lost] = found.get(gained - lost, Fraction(0)) + p * q
    return found


def _sorties(
    state: State, side: int, target: int, count: int, *, takes_off: bool = False
) -> dict[tuple[str, ...], Fraction]:
    """What so many markers may roll; before take-off the rains may keep them down (B5)."""
    drm = air_support.support_drm(state, side, target)
    each = Tally(air_support.support_result(state, die + drm) for die in range(1, 7))
    one = {result: n * SIX for result, n in each.items()}
    down = grounded(state, side) if takes_off else Fraction(0)
    one = {result: p * (1 - down) for result, p in one.items()}
    one[air_support.NO_EFFECT] = one.get(air_support.NO_EFFECT, Fraction(0)) + down
    found: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        more: dict[tuple[str, ...], Fraction] = {}
        for rolled, p in found.items():
            for result, q in one.items():
                key = tuple(sorted((*rolled, result)))
                more[key] = more.get(key, Fraction(0)) + p * q
        found = more
    return found


def grounded(state: State, side: int) -> Fraction:
    """The chance that a marker cannot take off."""
    needed = effects_in_force.flying_weather(state, side)
    return max(0, needed - 1) * SIX
