"""`campagna ladder` and `campagna balance`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Campagna

GUDERIAN = "panzergruppe-guderian"


def test_a_ladder_in_words_and_for_programs(campagna: Campagna, tmp_path: Path) -> None:
    more = ("--games", "2", "--seed", "3", "--resume", tmp_path / "l.jsonl")
    said = campagna("ladder", GUDERIAN, "--seats", "recruit,captain", *more, "--json")
    assert said.code == 0
    assert set(said.json["scores"]) == {"recruit", "captain"}
    assert said.json["scores"]["captain"] == 1.0
    assert said.json["seed"] == 3
    assert said.json["pairings"][0]["score"]["games"] == 2
    words = campagna("ladder", GUDERIAN, "--seats", "recruit,captain", *more, "--lang", "it")
    assert "come Sovietico" in words.out
    assert "2 partite, 0 errori, seme 3" in words.out
    other = campagna("ladder", GUDERIAN, "--seats", "recruit,captain", "--seed", "4", *more[4:])
    assert other.code == 2
    assert "another run" in other.err


def test_a_ladder_with_an_unknown_seat_is_refused(campagna: Campagna) -> None:
    said = campagna("ladder", "duel", "--seats", "recruit,marshal", "--games", "2")
    assert said.code == 2
    assert "no seat 'marshal'" in said.err


def test_a_balance_writes_its_table(campagna: Campagna, tmp_path: Path) -> None:
    said = campagna(
        "balance",
        "duel",
        "--seat",
        "recruit",
        "--games",
        "6",
        "--vary",
        "--out",
        tmp_path,
        "--json",
    )
    assert said.code == 0
    assert (tmp_path / "duel-balance.csv").read_text().startswith("case,kind,name")
    assert str(tmp_path / "duel-balance.csv") in said.json["files"]
    words = campagna("balance", "duel", "--seat", "recruit", "--games", "6", "--lang", "it")
    assert "primo sangue" in words.out
