"""The messages that the client is tested with are those that the server sends."""

from __future__ import annotations

from pathlib import Path

import pytest

from campagna.games.registry import BUILT_IN
from tests.server.following import applied, same
from tests.server.frames import cards, guides, kept, recorded


@pytest.mark.parametrize("slug", BUILT_IN)
def test_the_recorded_frames_are_what_the_server_says(slug: str, tmp_path: Path) -> None:
    said = recorded(slug, tmp_path)
    assert said == kept(slug), "run python -m tests.server.frames"


@pytest.mark.parametrize("slug", BUILT_IN)
def test_the_recorded_updates_lead_to_the_recorded_end(slug: str) -> None:
    frames = kept(slug)
    shown = frames["first"]
    for message in frames["heard"]:
        if message["type"] == "update":
            shown = applied(shown, message)
    assert same(shown, {**frames["last"], "seats": shown["seats"]})


def test_the_recorded_games_are_what_the_server_says(tmp_path: Path) -> None:
    assert cards(tmp_path) == kept("games"), "run python -m tests.server.frames"


def test_the_recorded_guides_are_what_the_server_says(tmp_path: Path) -> None:
    assert guides(tmp_path) == kept("guides"), "run python -m tests.server.frames"
