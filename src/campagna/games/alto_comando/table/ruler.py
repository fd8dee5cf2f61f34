"""The ruler: any measuring is allowed at any time (MOV-5). What it compares the chapters of fire, command
and movement know; here they are only asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt

from campagna.core.contract import LANGUAGES, Fact, Text
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.ruler import Mark, Measurement, Reading
from campagna.games.alto_comando.rules.cover import spotting_radius
from campagna.games.alto_comando.rules.fire import in_range, spots, spotted_by_group, targets
from campagna.games.alto_comando.rules.geometry import line_is_clear, sane
from campagna.games.alto_comando.rules.leg_rules import farthest
from campagna.games.alto_comando.rules.losses import command_radius, hq_of, in_command
from campagna.games.alto_comando.state import State
from campagna.games.alto_comando.world import HOME, NOBODY
from campagna.plane.bases import KEEP_OUT, Point, gap2, point_in_rect
from campagna.plane.legs import leg_cost


@rule("MOV-5", "G-3", "G-4")
def measure(state: State, a: Mark, b: Mark) -> Measurement | None:
    """Between the edges of two bases; a place alone counts as a base that would stand there."""
    state = state.copy()
    one, other = _laid(state, a), _laid(state, b)
    if one is None or other is None:
        return None
    (first, p), (second, q) = one, other
    square = gap2(p, q)
    distance = isqrt(square - 1) + 1 if square else 0
    return Measurement(distance, (p, q), tuple(_readings(state, first, p, second, q)), "MOV-5")


def _laid(state: State, mark: Mark) -> tuple[int, Point] | None:
    """The base at this end of the ruler, NOBODY for a place, and where; it is put there for the moment."""
    base = state.find(mark.unit) if mark.unit else NOBODY
    if mark.at is not None and not (sane([mark.at]) and point_in_rect(mark.at, _whole(state))):
        return None
    if base == NOBODY:
        return None if mark.unit or mark.at is None else (NOBODY, mark.at)
    if mark.at is not None:
        state.put(base, mark.at)
    return (base, state.at(base)) if state.on_table(base) else None


def _whole(state: State) -> tuple[int, int, int, int]:
    return 0, 0, *state.field.size


def _readings(state: State, a: int, p: Point, b: int, q: Point) -> Iterator[Reading]:
    yield _sight_line(state, p, q)
    if a == NOBODY and b == NOBODY:
        return
    if NOBODY in (a, b):
        base, at, there = (a, p, q) if b == NOBODY else (b, q, p)
        yield from _to_a_place(state, base, at, there)
    elif state.unit(a).side != state.unit(b).side:
        yield from _fire(state, a, b)
        yield from _fire(state, b, a)
        yield _exclusion(p, q)
    else:
        yield from _command(state, a, b)


@rule("G-14", "FIR-10")
def _sight_line(state: State, p: Point, q: Point) -> Reading:
    clear = line_is_clear(state, p, q)
    return _reading("sight", "FIR-10", clear, "clear" if clear else "barred")


@rule("FIR-2", "FIR-3", "FIR-4", "FIR-7")
def _fire(state: State, a: int, b: int) -> Iterator[Reading]:
    """What one base may do to an enemy by its range, by what it and its division see, and by the choice
    of targets."""
    unit, who = state.unit(a), state.name(a)
    if not unit.line.range_:
        return
    reach, radius = unit.line.range_, spotting_radius(state, a, state.at(b))
    seen, aimed = spotted_by_group(state, unit.group, b), b in targets(state, a)
    yield _reading("range", "FIR-2", b in in_range(state, a), "within", unit=who, radius=reach)
    yield _reading("spotting", "FIR-3", spots(state, a, b), "within", unit=who, radius=radius)
    yield _reading("seen", "FIR-4", seen, "yes" if seen else "no", unit=who)
    yield _reading("aimed", "FIR-7", aimed, "yes" if aimed else "no", unit=who)


@rule("MOV-2")
def _exclusion(p: Point, q: Point) -> Reading:
    kept = gap2(p, q) >= KEEP_OUT * KEEP_OUT
    return _reading("exclusion", "MOV-2", kept, "least", radius=KEEP_OUT)


@rule("SAV-3", "HQ-15")
def _command(state: State, a: int, b: int) -> Iterator[Reading]:
    """Only between a base and the headquarters of its own division."""
    for base, hq in ((a, b), (b, a)):
        if base != hq and hq_of(state, base) == hq:
            radius = command_radius(state, hq)
            yield _reading("command", "HQ-15", in_command(state, base), "within", radius=radius)


@rule("MOV-6", "SAV-3")
def _to_a_place(state: State, base: int, at: Point, there: Point) -> Iterator[Reading]:
    """A straight move there, and whether the base would be in command."""
    if not state.unit(base).line.move:
        return
    allowance, cost = farthest(state, base, at), leg_cost(at, there)
    yield _reading("move", "MOV-6", cost <= allowance, "of", cost=cost, radius=allowance)
    hq = hq_of(state, base)
    if hq not in (NOBODY, base) and state.on_table(hq):
        state.put(base, there)
        held = in_command(state, base)
        yield _reading("held", "HQ-15", held, "within", radius=command_radius(state, hq))
        state.put(base, at)


def _reading(title: str, rule_id: str, holds: bool, value: str, **facts: Fact) -> Reading:
    return Reading(_words(title, facts), _words(value, facts), holds, rule_id)


def _words(key: str, facts: Mapping[str, Fact]) -> Text:
    messages = load_messages(HOME)
    return {language: messages.text("ruler", key, language, facts) for language in LANGUAGES}
