"""Counters and markers as SVG, judged by what is in the drawing."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from campagna.hexes.drawing import (
    NATIONS,
    CounterFace,
    DrawingError,
    State,
    draw_counter,
    draw_marker,
    draw_stack,
)
from campagna.hexes.drawing.markers import MARKERS
from campagna.hexes.drawing.signs import FREE_SIGNS, SIGNS
from tests.hexes.drawn_boards import SVG, texts

PANZER = CounterFace(
    nation="german",
    symbol="armour",
    factors="4-10",
    size="regiment",
    left="25",
    right="7",
    band="#c8a02a",
    steps=(1, 2),
    name="Panzer-Regiment 25 & Stab",
)


def faced(*states: State) -> CounterFace:
    return CounterFace(nation="soviet", factors="4-5-6", size="division", states=frozenset(states))


@pytest.mark.parametrize("size", [28, 64])
def test_every_sign_is_well_formed_and_unlike_the_others(size: int) -> None:
    signs = {*SIGNS, *FREE_SIGNS}
    faces = [CounterFace(nation="italian", symbol=sign, factors="2-3") for sign in sorted(signs)]
    drawings = [draw_counter(face, size=size) for face in faces]
    for drawing in drawings:
        ET.fromstring(drawing)
    assert len(set(drawings)) == len(signs)


def test_a_counter_prints_what_its_face_says() -> None:
    svg = draw_counter(PANZER)
    assert texts(svg) == ["III", "25", "7", "4-10"]
    assert ET.fromstring(svg).attrib["aria-label"] == "Panzer-Regiment 25 & Stab"
    assert PANZER.band in svg


def test_the_small_face_keeps_sign_and_factors_only() -> None:
    assert texts(draw_counter(PANZER, size=28)) == ["4-10"]


def test_steps_are_dots_filled_while_they_last() -> None:
    dots = [e for e in ET.fromstring(draw_counter(PANZER)) if e.tag == f"{SVG}circle"]
    assert [d.attrib["fill"] == "none" for d in dots] == [False, True]


def test_each_state_changes_the_drawing() -> None:
    drawings = {draw_counter(faced(state)) for state in State} | {draw_counter(faced())}
    assert len(drawings) == len(State) + 1


def test_states_combine_without_depending_on_their_order() -> None:
    both = draw_counter(faced(State.UNSUPPLIED, State.DISRUPTED))
    assert both == draw_counter(faced(State.DISRUPTED, State.UNSUPPLIED))
    badges = [e for e in ET.fromstring(both).iter(f"{SVG}circle") if e.attrib["r"] == "10.5"]
    assert len(badges) == 2


def test_an_unknown_counter_betrays_nothing_but_its_side() -> None:
    strong = CounterFace(
        nation="soviet",
        symbol="armour",
        factors="9-9",
        left="1",
        band="#123456",
        steps=(2, 3),
        name="1st Guards",
        states=frozenset({State.UNKNOWN}),
    )
    weak = CounterFace(nation="soviet", states=frozenset({State.UNKNOWN}))
    for size in (28, 64):
        assert draw_counter(strong, size=size) == draw_counter(weak, size=size)
        assert draw_stack([strong], size=size) == draw_stack([weak], size=size)


def test_an_untried_counter_without_factors_asks() -> None:
    assert texts(draw_counter(CounterFace(nation="soviet", states=frozenset({State.UNTRIED})))) == [
        "?"
    ]


def test_a_stack_shows_three_counters_and_counts_the_rest() -> None:
    assert texts(draw_stack([PANZER] * 3, size=28)) == ["4-10"] * 3
    assert texts(draw_stack([PANZER] * 5, size=28)) == ["4-10"] * 3 + ["5"]


def test_counters_refuse_what_they_do_not_know() -> None:
    with pytest.raises(DrawingError, match="dragoon"):
        draw_counter(CounterFace(nation="german", symbol="dragoon"))
    with pytest.raises(DrawingError, match="martian"):
        draw_counter(CounterFace(nation="martian"))
    with pytest.raises(DrawingError, match="flag"):
        draw_marker("flag")


def brightness(colour: str) -> float:
    """Relative luminance of the web guidelines."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("nation", sorted(NATIONS))
def test_factors_are_readable_on_every_face(nation: str) -> None:
    n = NATIONS[nation]
    light, dark = sorted((brightness(n.face), brightness(n.ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 7


@pytest.mark.parametrize("kind", sorted(MARKERS))
def test_markers_are_well_formed_in_both_languages(kind: str) -> None:
    for language in ("it", "en"):
        ET.fromstring(draw_marker(kind, text="5 & 6", language=language))
    assert texts(draw_marker("turn", text="5", language="en")) == ["TURN", "5"]
