"""The commands with a whole game behind them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Campagna

GAME = "panzergruppe-guderian"


def script(**parts: Any) -> str:
    position = {
        "turn": 3,
        "phase": "german-combat",
        "units": [
            {"id": "G-10Pz-SR69", "at": "1014"},
            {"id": "S-1", "at": "1015", "symbol": "rifle"},
        ],
    }
    return json.dumps({"game": GAME, "position": position, **parts})


def attack(unit: str, target: str, **more: str) -> dict[str, Any]:
    return {"order": "attack", "units": [unit], "targets": [target], **more}


def test_simulated_games_end_and_their_records_verify(campagna: Campagna, tmp_path: Path) -> None:
    tally = campagna(
        "simulate", GAME, "--seats", "recruit,recruit", "--games", "3", "--seed", "1",
        "--workers", "2", "--records", tmp_path, "--json",
    ).json  # fmt: skip
    assert (tally["finished"], tally["errors"]) == (3, 0)
    proofs = campagna("verify", tmp_path, "--json").json
    assert [p["ok"] and p["finished"] for p in proofs] == [True] * 3
    assert sum(p["orders"] for p in proofs) == tally["orders"]


def test_every_event_of_a_game_can_be_told_in_both_languages(
    campagna: Campagna, tmp_path: Path
) -> None:
    campagna("simulate", GAME, "--seats", "recruit,recruit", "--games", "1", "--records", tmp_path)
    (record,) = tmp_path.iterdir()
    for language in ("it", "en"):
        said = campagna("replay", record, "--lang", language)
        assert said.code == 0
        assert len(said.out.splitlines()) > 1_000


def test_mistaken_orders_are_refused_with_a_rule_and_exit_2(campagna: Campagna) -> None:
    orders = [
        attack("S-1", "1014"),
        attack("G-nope", "1015"),
        attack("G-10Pz-SR69", "9999"),
        attack("G-10Pz-SR69", "1015", side="soviet"),
    ]
    said = campagna("try", "-", "--json", typed=script(orders=orders))
    assert said.code == 2
    assert "orders[0]" in said.err
    steps = said.json["steps"]
    assert [s["accepted"] for s in steps] == [False] * 4
    assert all(s["rule"] and s["reason"] for s in steps)
    assert "german" in steps[3]["reason"]


def test_a_forecast_adds_up(campagna: Campagna) -> None:
    said = campagna("forecast", "-", "--json", typed=script(orders=[attack("G-10Pz-SR69", "1015")]))
    assert said.code == 0
    assert sum(line["probability"] for line in said.json["lines"]) == pytest.approx(1)


@pytest.mark.parametrize(
    "position",
    [
        {"units": [{"id": "G-nope", "at": "1014"}]},
        {"units": [{"id": "G-10Pz-SR69", "at": "9999"}]},
        {
            "phase": "soviet-move",
            "units": [{"id": "S-1", "at": "waiting", "symbol": "rifle", "entry": "nowhere"}],
        },
        {"turn": 13},
        {"phase": "lunch"},
        {"unit": []},
        {
            "agenda": [
                {"type": "suffer", "side": 9, "units": [999], "count": 2, "may_retreat": True}
            ]
        },
    ],
)
def test_a_position_that_makes_no_sense_is_explained(
    campagna: Campagna, position: dict[str, Any]
) -> None:
    said = campagna("try", "-", typed=script(position=position))
    assert said.code == 2
    assert "position" in said.err
    assert len(said.err.splitlines()) == 1


def test_a_person_against_the_recruit(campagna: Campagna, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    said = campagna(
        "play", GAME, "--seats", "human,recruit", "--seed", "2", "--record", record, "--lang", "it",
        typed="1\nundo\n1\nlook\nquit\n",
    )  # fmt: skip
    assert said.code == 0
    assert "[5.0a]" in said.out
    (proof,) = campagna("verify", record, "--json").json
    assert (proof["orders"], proof["finished"]) == (1, False)


def test_the_map_is_drawn(campagna: Campagna, tmp_path: Path) -> None:
    said = campagna("map", GAME, "-o", tmp_path / "map.svg", "--json")
    assert said.json["hexes"] == 1829
