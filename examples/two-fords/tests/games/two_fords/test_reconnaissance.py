"""Chapter 7."""

from __future__ import annotations

import pytest

from campagna.core.contract import SPECTATOR
from two_fords.events import Looked, LookNoticed
from two_fords.orders import Attack, Look
from two_fords_lay import GAME, lay, play, refused


@pytest.mark.rule("7.1")
def test_even_a_decoy_looks_instead_of_attacking() -> None:
    state = lay("N1 0203 0", "N2 0104 2", "S1 0204 2", phase="attack")
    events = play(state, Look("N1", "0204"))
    assert [e.strength for e in events if isinstance(e, Looked)] == [2]
    assert refused(state, Look("N1", "0204")) == ("7.1", "already-known")
    play(state, Attack(("N2",), "0204"), dice=[2])
    assert refused(state, Look("N2", "0204")) == ("7.1", "already-known")


@pytest.mark.rule("7.1")
def test_one_looks_at_a_face_down_enemy_in_ones_zone_once() -> None:
    state = lay("N1 0203 1", "S1 0204 2", "S2 0304 1", "S3 0202 3 up", phase="attack")
    assert refused(state, Look("N1", "0205")) == ("7.1", "no-enemy")
    assert refused(state, Look("N1", "0304")) == ("6.1", "not-in-zone")
    assert refused(state, Look("N1", "0202")) == ("7.1", "already-known")
    play(state, Look("N1", "0204"))
    assert refused(state, Attack(("N1",), "0202")) == ("6.1", "already-acted")


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    ("viewer", "knows"), [("north", True), ("south", False), (SPECTATOR, False)]
)
def test_only_the_side_that_looks_learns_the_strength(viewer: str, knows: bool) -> None:
    state = lay("N1 0203 1", "S1 0204 2", phase="attack")
    events = play(state, Look("N1", "0204"))
    seen = [GAME.witness(event, viewer) for event in events]
    expected = events if knows else [LookNoticed("7.2", "N1", "0204")]
    assert seen == expected


@pytest.mark.rule("1.2", "7.1")
def test_what_was_seen_stays_known_to_that_side_and_secret_from_the_spectator() -> None:
    state = lay("N1 0203 1", "S1 0204 2", phase="attack")
    play(state, Look("N1", "0204"))
    strength = {
        viewer: next(c.strength for c in GAME.view(state, viewer).position.units if c.id == "S1")
        for viewer in ("north", SPECTATOR)
    }
    assert strength == {"north": 2, SPECTATOR: None}
