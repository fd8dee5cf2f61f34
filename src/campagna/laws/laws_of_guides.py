"""A guide speaks of what its game has, and whoever does what it says comes to its end."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campagna.core.contract import LANGUAGES
from campagna.core.guide import (
    Asked,
    Chosen,
    Condition,
    Guide,
    GuideStep,
    Offered,
    PointHexes,
    PointUnits,
    Standing,
    load_guide,
)
from campagna.core.messages import load_messages
from campagna.core.rulebook import load_rulebook
from campagna.core.table_game import TableGame
from campagna.laws.guided_play import GuidedPlay
from campagna.laws.random_walk import RandomWalk

Named = tuple[str, str, str]
"""Where a name stands, what it is the name of, and the name."""


def guides_name_what_the_game_has(walk: RandomWalk) -> None:
    game = walk.game
    guide = load_guide(game.home)
    if guide is None:
        return
    words = load_messages(game.home).tables
    board = getattr(game, "board", None)
    kinds = msgspec.inspect.multi_type_info([game.order_type])[0]
    known: dict[str, set[str]] = {
        "side": set(game.scenarios[0].sides),
        "decision": set(words["prompt"]),
        "order": {str(kind.tag) for kind in _structs(kinds)},
        "unit": set(words.get("unit", {})),
        "hex": set(board.grid.ids) if board is not None else set(),
        "rule": {rule.id for rule in load_rulebook(game.home).rule},
    }
    unknown = [named for named in _names(guide) if named[2] not in known[named[1]]]
    assert not unknown, f"the game has none of these: {unknown}"


def guides_speak_both_languages(walk: RandomWalk) -> None:
    guide = load_guide(walk.game.home)
    for step in guide.step if guide else ():
        for text in (step.todo, step.why):
            assert set(text) == set(LANGUAGES), step.id
            assert text["it"] != text["en"], step.id


def guides_lead_to_their_end(walk: RandomWalk) -> None:
    """Played by the engine alone, in the scenario that newcomers begin with."""
    game, case = walk.game, walk.case
    guide = load_guide(game.home)
    first = case.scenario == game.scenarios[0].id and not case.flipped
    if guide is None or not first or not isinstance(game, TableGame):
        return
    GuidedPlay(game, guide, case.seed).run()


def _structs(info: msgspec.inspect.Type) -> Iterator[msgspec.inspect.StructType]:
    for kind in info.types if isinstance(info, msgspec.inspect.UnionType) else (info,):
        assert isinstance(kind, msgspec.inspect.StructType)
        yield kind


def _names(guide: Guide) -> Iterator[Named]:
    yield "guide", "side", guide.side
    for decision in guide.sequence:
        yield "sequence", "decision", decision
    for step in guide.step:
        for kind, name in (*_step_names(step), *_pointed(step)):
            yield step.id, kind, name
        for condition in step.conditions():
            for kind, name in _condition_names(condition):
                yield step.id, kind, name


def _step_names(step: GuideStep) -> Iterator[tuple[str, str]]:
    if step.rule:
        yield "rule", step.rule
    for order in step.orders:
        yield "order", order


def _pointed(step: GuideStep) -> Iterator[tuple[str, str]]:
    if isinstance(step.point, PointHexes):
        for hex_ in step.point.hexes:
            yield "hex", hex_
    if isinstance(step.point, PointUnits):
        for unit in step.point.units:
            yield "unit", unit


def _condition_names(condition: Condition) -> Iterator[tuple[str, str]]:
    match condition:
        case Asked():
            for decision in (*condition.decisions, *condition.but):
                yield "decision", decision
        case Offered():
            yield "order", condition.order
        case Standing():
            for hex_ in condition.at:
                yield "hex", hex_
            for unit in condition.but:
                yield "unit", unit
            if condition.side:
                yield "side", condition.side
        case Chosen():
            for unit in condition.units:
                yield "unit", unit
        case _:
            return
