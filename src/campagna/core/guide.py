"""The guided first turn of a game: `data/guide.toml`.

A guide is a list of steps for one side. A step says what to do and why, points at something on the
table, and waits. What it waits for is said in conditions that any table can check without knowing
the game: which decision is asked, what was ordered, who stands where, what the player has chosen.
Names of units, hexes, orders and decisions are those of the game and stand in its data only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from campagna.core.contract import LANGUAGES, Text
from campagna.core.prepared import prepared


class BadGuide(ValueError):
    """What is wrong with a guide, and in which step."""


# --- conditions ---------------------------------------------------------------------------------------


class _Condition(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="is", forbid_unknown_fields=True
):
    pass


class Asked(_Condition, frozen=True, tag="asked"):
    """A decision is open: one of these, or any; never one of `but`."""

    decisions: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    of: Literal["own", "other", "any"] = "own"
    """Who must decide: the side of the guide, another one, or either."""


class Reached(_Condition, frozen=True, tag="reached"):
    """The decision that is open stands in `sequence` at this one or after it."""

    decision: str


class TurnPassed(_Condition, frozen=True, tag="turn-passed"):
    """A later turn than this one is played."""

    turn: int


class Ordered(_Condition, frozen=True, tag="ordered"):
    """Something was ordered since the step began."""


class Offered(_Condition, frozen=True, tag="offered"):
    """An order of this kind may be given now."""

    order: str


class Standing(_Condition, frozen=True, tag="standing"):
    """So many units stand in these hexes, or anywhere on the map."""

    at: tuple[str, ...] = ()
    side: str = ""
    """Whose units count; without it, everybody's."""
    but: tuple[str, ...] = ()
    """Units that do not count."""
    at_least: int = 0
    at_most: int | None = None


class Chosen(_Condition, frozen=True, tag="chosen"):
    """So many units are chosen, these among them."""

    units: tuple[str, ...] = ()
    at_least: int = 1
    at_most: int | None = None


class Aimed(_Condition, frozen=True, tag="aimed"):
    """A place to go to is chosen."""


class Targeted(_Condition, frozen=True, tag="targeted"):
    """An enemy to attack is chosen."""


Layer = Literal["zones", "supply", "command", "numbers"]
"""What can be laid over a map of hexes."""


class LayerShown(_Condition, frozen=True, tag="layer-shown"):
    """The player has switched this layer on."""

    layer: Layer


Condition = (
    Asked
    | Reached
    | TurnPassed
    | Ordered
    | Offered
    | Standing
    | Chosen
    | Aimed
    | Targeted
    | LayerShown
)


# --- what a step points at ----------------------------------------------------------------------------


class _Pointer(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="at", forbid_unknown_fields=True
):
    pass


class PointHexes(_Pointer, frozen=True, tag="hexes"):
    hexes: tuple[str, ...]


class PointUnits(_Pointer, frozen=True, tag="units"):
    """The hexes where these units stand now."""

    units: tuple[str, ...]


class PointTargets(_Pointer, frozen=True, tag="targets"):
    """The hexes that may be attacked now."""


class PointPanel(_Pointer, frozen=True, tag="panel"):
    """The panel beside the map, or the units that can be chosen in it."""

    part: Literal["whole", "units"] = "whole"


class PointButton(_Pointer, frozen=True, tag="button"):
    """`give`: gives the order that is put together; `end`: ends the phase; `rest`: lets the table
    do what is left, as a set-up."""

    button: Literal["give", "end", "rest"]


class PointLayer(_Pointer, frozen=True, tag="layer"):
    """The switch of a layer."""

    layer: Layer


Pointer = PointHexes | PointUnits | PointTargets | PointPanel | PointButton | PointLayer


# --- the guide ----------------------------------------------------------------------------------------


class GuideStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step without `when` and `done` is read, and left with a button."""

    id: str
    todo: Text
    """What to do, in a sentence."""
    why: Text
    """Why: the rule in plain words."""
    rule: str = ""
    point: Pointer | None = None
    orders: tuple[str, ...] = ()
    """The kinds of order that the step asks for."""
    when: tuple[Condition, ...] = ()
    """The step is passed over, or left, unless all of these hold."""
    done: tuple[Condition, ...] = ()
    """One of these is enough to go on."""
    needs: tuple[Condition, ...] = ()
    """What the step before brought about: if it is taken back, that step comes again."""

    def conditions(self) -> tuple[Condition, ...]:
        return (*self.when, *self.done, *self.needs)


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: str
    """The side that is guided; a seat of another side has no guide."""
    sequence: tuple[str, ...] = ()
    """Decisions in the order in which they come, for `reached`."""
    step: tuple[GuideStep, ...]


def guide_path(home: Path) -> Path:
    return home / "data" / "guide.toml"


@cache
def load_guide(home: Path) -> Guide | None:
    """None for a game without the file. Raises `BadGuide` where the file is not a guide."""
    path = guide_path(home)
    if not path.exists():
        return None
    try:
        guide = msgspec.toml.decode(path.read_bytes(), type=prepared(Guide))
    except msgspec.DecodeError as problem:
        raise BadGuide(f"{path}: {problem}") from None
    wrong = next(_problems(guide), None)
    if wrong is not None:
        raise BadGuide(f"{path}: {wrong}")
    return guide


def _problems(guide: Guide) -> Iterator[str]:
    if not guide.step:
        yield "there are no steps"
    for id_, times in Counter(step.id for step in guide.step).items():
        if times > 1:
            yield f"step '{id_}': {times} steps have this id"
    if guide.step and guide.step[0].needs:
        yield f"step '{guide.step[0].id}': there is no step before it whose work it could need"
    for step in guide.step:
        for problem in (*_missing_words(step), *_misplaced(step, guide.sequence)):
            yield f"step '{step.id}': {problem}"


def _missing_words(step: GuideStep) -> Iterator[str]:
    for name, text in (("todo", step.todo), ("why", step.why)):
        for language in LANGUAGES:
            if not text.get(language, "").strip():
                yield f"{name} has no words in '{language}'"
        for language in sorted(set(text) - set(LANGUAGES)):
            yield f"{name} has words in '{language}', which no table speaks"


def _misplaced(step: GuideStep, sequence: tuple[str, ...]) -> Iterator[str]:
    for condition in step.conditions():
        if isinstance(condition, Reached) and condition.decision not in sequence:
            yield f"'{condition.decision}' does not stand in the sequence"
        if isinstance(condition, Standing | Chosen):
            most = condition.at_most
            if most is not None and most < condition.at_least:
                yield f"at most {most} and at least {condition.at_least} are never both true"
