"""What the table shows, and that it shows nothing the viewer may not know."""

from __future__ import annotations

import pytest

from campagna.core.chance import SeededChance
from campagna.core.contract import LANGUAGES, SPECTATOR
from campagna.core.messages import load_messages
from campagna.core.tabletop import Piece, Tabletop
from two_fords.orders import Attack, Move
from two_fords.state import State
from two_fords.table.tabletop import tabletop
from two_fords_lay import GAME, SETUP, lay, play

ARMIES = ("N1 0302 3", "N2 0303 0 up", "N3 lost 2 up", "S1 0505 1", "S2 0604 2 up", "S3 lost 3 up")


def shown(state: State, viewer: str) -> Tabletop:
    return tabletop(GAME.view(state, viewer))


def piece(table: Tabletop, id_: str) -> Piece:
    return next(p for p in table.pieces if p.id == id_)


@pytest.mark.rule("1.2")
def test_a_counter_that_the_viewer_does_not_know_is_a_question_mark() -> None:
    state = lay(*ARMIES[:2])
    mine, theirs = piece(shown(state, "north"), "N1"), piece(shown(state, "south"), "N1")
    assert (mine.factors, mine.states) == ("3", ("face-down",))
    assert (theirs.factors, theirs.states) == ("?", ("unknown", "face-down"))
    decoy = piece(shown(state, "south"), "N2")
    assert (decoy.factors, decoy.states) == ("0", ("decoy",))


def test_counters_off_the_map_lie_in_boxes() -> None:
    table = shown(lay(*ARMIES), "north")
    boxes = {box.id for box in table.boxes}
    assert piece(table, "N3").at == "north-lost"
    assert piece(table, "S4").at == "south-reserve"
    assert {p.at for p in table.pieces} - boxes == {"0302", "0303", "0505", "0604"}


@pytest.mark.rule("5.1")
def test_zones_are_layers() -> None:
    layers = {layer.id: layer for layer in shown(lay("N1 0203 3"), "south").layers}
    zone = layers["zone-north"]
    assert set(zone.hexes) == {"0103", "0202", "0303", "0204"}, "over the ford, not over the stream"
    assert zone.rule == "5.1"


@pytest.mark.rule("8.1", "8.2")
def test_points_are_counted_as_far_as_the_viewer_knows() -> None:
    state = lay("N1 0302 3", "S3 lost 1 up", "S1 0505 0", "N2 lost 2 up")
    north, south = shown(state, "north").scores
    assert (north.points, [line[1] for line in north.lines], north.left) == (3, [2, 1], ())
    assert (south.points, [line[1] for line in south.left]) == (2, [2])
    assert shown(state, "north").level == "narrow"
    north, south = shown(state, "south").scores
    assert (north.points, [line[1] for line in north.left]) == (1, [2])
    assert (south.points, south.left) == (2, ()), "its own decoy holds no village"


def test_villages_are_aims_with_their_holders() -> None:
    table = shown(lay("N1 0302 3"), SPECTATOR)
    assert {(aim.at, aim.side) for aim in table.aims} == {("0302", "north"), ("0505", "")}
    assert {marker.at for marker in table.markers} == {"0302", "0505"}


def test_the_track_names_turn_and_phase() -> None:
    track = shown(lay("N1 0302 3", side="south", phase="attack", turn=4), "north").track
    assert (track.turn, len(track.labels)) == (4, 6)
    assert track.phases[track.phase]["en"] == "South fights"


@pytest.mark.rule("2.1", "6.7")
def test_obligations_name_rule_and_counters() -> None:
    start = GAME.start(SETUP, SeededChance(1))
    ((text, rule, units),) = shown(start, "north").obligations
    assert (text["en"], rule, units) == ("To be deployed", "2.1", ("N1", "N2", "N3", "N4"))
    retreating = lay("N1 0203 3", "S1 0204 1", phase="attack", retreat="S1")
    ((_, rule, units),) = shown(retreating, "south").obligations
    assert (rule, units) == ("6.7", ("S1",))
    assert shown(lay("N1 0203 3"), "north").obligations == ()


def test_who_has_moved_or_fought_shows_it() -> None:
    state = lay("N1 0303 3", "N2 0602 1")
    play(state, Move("N1", ("0302",)))
    assert "moved" in piece(shown(state, "south"), "N1").states
    assert "moved" not in piece(shown(state, "south"), "N2").states
    fighting = lay("N1 0203 3", "S1 0204 1 up", phase="attack")
    play(fighting, Attack(("N1",), "0204"), dice=(2,))
    assert piece(shown(fighting, "north"), "N1").states == ("fought",)
    assert "attacked" in piece(shown(fighting, "north"), "S1").states


def test_every_state_of_a_counter_has_words() -> None:
    messages = load_messages(GAME.home)
    for state in ("unknown", "decoy", "face-down", "scouted", "moved", "fought", "attacked"):
        for language in LANGUAGES:
            assert messages.tables["word"][state][language]
