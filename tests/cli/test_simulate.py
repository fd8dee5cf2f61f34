"""`campagna simulate`, with the records it keeps, `verify` and `replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Campagna, Said
from tests.cli.duel import Duel, State


def simulated(campagna: Campagna, *more: str | Path) -> Said:
    return campagna("simulate", "duel", "--seats", "recruit,recruit", "--seed", "7", *more)


def test_json_has_what_programs_rely_on(campagna: Campagna) -> None:
    said = simulated(campagna, "--games", "12", "--json")
    assert said.code == 0
    tally = said.json
    assert (tally["games"], tally["finished"], tally["errors"]) == (12, 12, 0)
    assert tally["orders"] > 12
    assert tally["seconds"] > 0
    assert sum(tally["results"]["levels"].values()) == 12
    assert sum(tally["results"]["winners"].values()) == 12
    assert tally["shortest"] <= tally["orders"] / 12 <= tally["longest"]


def test_in_words(campagna: Campagna) -> None:
    said = simulated(campagna, "--games", "12", "--lang", "it")
    assert "primo sangue" in said.out
    last = said.out.splitlines()[-1]
    assert last.startswith("12 partite, 12 finite, 0 errori, ")
    assert "ordini/s" in last


def test_seats_and_options_are_checked_before_anything_is_written(
    campagna: Campagna, tmp_path: Path
) -> None:
    records = tmp_path / "records"
    for more in (
        ("--seats", "recruit,general"),
        ("--seats", "recruit"),
        ("--scenario", "moor"),
        ("--option", "sabre=maybe"),
    ):
        said = simulated(campagna, *more, "--records", records)
        assert said.code == 2
        assert not records.exists()
    said = campagna("simulate", "duel", "--seats", "recruit,marshal", "--lang", "it")
    assert "nessun posto 'marshal'; ci sono: recruit" in said.err
    said = campagna("simulate", "duel", "--seats", "recruit,general", "--lang", "it")
    assert "duel non ha un avversario che pensa" in said.err


def test_options_reach_the_record(campagna: Campagna, tmp_path: Path) -> None:
    simulated(
        campagna, "--games", "1", "--records", tmp_path, "--option", "sabre=on",
        "--option", "light=noon",
    )  # fmt: skip
    said = campagna("replay", tmp_path / "duel-7-00000.jsonl", "--json")
    assert said.json["setup"] == {"scenario": "meadow", "options": {"sabre": True, "light": "noon"}}


def test_records_need_a_folder(campagna: Campagna, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    said = simulated(campagna, "--records", file)
    assert said.code == 2
    assert str(file) in said.err
    assert file.read_text() == "mine"


def test_a_failing_game_is_told_and_the_others_go_on(
    campagna: Campagna, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = Duel.outcome

    def broken(game: Duel, state: State) -> object:
        if state.guard == {"red": 1, "blue": 1}:
            raise KeyError("lost glove")
        return outcome(game, state)

    monkeypatch.setattr(Duel, "outcome", broken)
    said = simulated(campagna, "--games", "100", "--json")
    assert said.code == 1
    assert 0 < said.json["errors"] < 20
    assert said.json["finished"] + said.json["errors"] == 100
    failure = said.json["failures"][0]
    assert "KeyError: 'lost glove' (test_simulate.py:" in failure["error"]
    words = simulated(campagna, "--games", "100").out
    assert f"game {failure['game']} (seed {failure['seed']})" in words


def test_every_record_verifies(campagna: Campagna, tmp_path: Path) -> None:
    said = simulated(campagna, "--games", "6", "--records", tmp_path / "new" / "records")
    assert said.code == 0
    assert "records in" in said.out
    files = sorted((tmp_path / "new" / "records").iterdir())
    assert len(files) == 6
    proofs = campagna("verify", *files, "--json").json
    assert [p["ok"] for p in proofs] == [True] * 6
    assert {p["dice"] for p in proofs} == {"seed"}
    assert all(p["finished"] for p in proofs)
    assert "6 records verified" in campagna("verify", tmp_path / "new" / "records").out


def test_records_do_not_change_the_games(campagna: Campagna, tmp_path: Path) -> None:
    fast = simulated(campagna, "--games", "20", "--json").json
    kept = simulated(campagna, "--games", "20", "--json", "--records", tmp_path).json
    two = simulated(campagna, "--games", "20", "--json", "--workers", "2").json
    for key in ("finished", "orders", "results", "shortest", "longest"):
        assert fast[key] == kept[key] == two[key]


@pytest.fixture
def record(campagna: Campagna, tmp_path: Path) -> Path:
    simulated(campagna, "--games", "1", "--records", tmp_path)
    return tmp_path / "duel-7-00000.jsonl"


def test_replay_tells_the_game(campagna: Campagna, record: Path) -> None:
    whole = campagna("replay", record, "--json").json
    assert whole["played"] == whole["orders"] == len(whole["steps"])
    assert whole["outcome"]["level"] in {"first-blood", "honours-even"}
    two = campagna("replay", record, "--to", "2", "--json").json
    assert two["steps"] == whole["steps"][:2]
    assert two["outcome"] is None
    assert two["step"]["decision"] == "act"
    start = campagna("replay", record, "--to", "0")
    assert start.code == 0
    assert "turn: 1" in start.out
    assert "Game over" in campagna("replay", record).out


def test_replay_past_the_end_is_refused(campagna: Campagna, record: Path) -> None:
    said = campagna("replay", record, "--to", "999")
    assert said.code == 2
    assert "only" in said.err


def damaged(lines: list[str]) -> dict[str, str]:
    """Ways to spoil a record, by name."""
    first_die = next(i for i, line in enumerate(lines) if '6,"shot"' in line)
    die = lines[first_die]
    spoiled = die.replace('[[0,6,"shot"]]', '[[5,6,"shot"]]')
    if spoiled == die:
        spoiled = die.replace(die[die.index("[[") : die.index("]]")], '[[0,6,"shot"')
    seven = die.replace(die[die.index("[[") : die.index("]]")], '[[6,6,"shot"')

    def instead(number: int, line: str) -> str:
        return "\n".join([*lines[:number], line, *lines[number + 1 :], ""])

    return {
        "empty": "",
        "cut in a line": "\n".join(lines)[:-20],
        "cut after a line": "\n".join(lines[:-1]) + "\n",
        "cut after five": "\n".join(lines[:5]) + "\n",
        "newline lost": "\n".join(lines),
        "order left out": "\n".join([*lines[:2], *lines[3:], ""]),
        "die changed": instead(first_die, spoiled),
        "seven on a die": instead(first_die, seven),
        "wrong side": instead(1, lines[1].replace('"side":"red"', '"side":"blue"')),
        "no order": instead(1, lines[1].replace('"order":"', '"order":"x')),
        "illegal order": instead(1, lines[1].replace(lines[1][lines[1].index('{"order"') :].split("}")[0],
                                                     '{"order":"aim","aim":9')),
        "other game": instead(0, lines[0].replace('"duel"', '"whist"')),
        "other rules": instead(0, lines[0].replace('"rules":"1"', '"rules":"0"')),
        "other scenario": instead(0, lines[0].replace('"meadow"', '"moor"')),
        "other seed": instead(0, lines[0].replace('"seed":', '"seed":1')),
        "not JSON": "a letter to the editor\n",
        "other outcome": instead(len(lines) - 1, lines[-1].replace('"level":"', '"level":"not-')),
    }  # fmt: skip


CASES = (
    "empty", "cut in a line", "cut after a line", "cut after five", "newline lost", "order left out",
    "die changed", "seven on a die", "wrong side", "no order", "illegal order", "other game",
    "other rules", "other scenario", "other seed", "not JSON", "other outcome",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_damaged_record_is_found_out(campagna: Campagna, record: Path, case: str) -> None:
    good = record.read_text()
    spoiled = damaged(good.splitlines())
    assert set(spoiled) == set(CASES)
    assert spoiled[case] != good
    record.write_text(spoiled[case])
    said = campagna("verify", record)
    assert said.code == 2
    assert said.err.startswith(f"campagna: {record}: ")
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    if case not in {"other seed", "other outcome"}:  # a replay does not ask for these
        assert campagna("replay", record).code == 2


def test_a_record_of_bytes_is_found_out(campagna: Campagna, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"red", b"r\xffd", 1))
    assert "UTF-8" in campagna("verify", record).err
    assert campagna("replay", record).code == 2


def test_one_bad_record_does_not_hide_the_others(campagna: Campagna, tmp_path: Path) -> None:
    simulated(campagna, "--games", "3", "--records", tmp_path)
    (tmp_path / "duel-7-00001.jsonl").write_text("spoiled\n")
    said = campagna("verify", tmp_path, "--json")
    assert said.code == 2
    assert [p["ok"] for p in said.json] == [True, False, True]
    assert "duel-7-00001" in said.err


def test_a_folder_without_records(campagna: Campagna, tmp_path: Path) -> None:
    assert campagna("verify", tmp_path).code == 2
