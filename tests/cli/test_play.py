"""`campagna play`: the table in the terminal, driven through a pipe."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Campagna, Said

AIM = '{"order": "aim", "aim": 2}\n'
SHOOT = '{"order": "shoot"}\n'
LOAD = '{"order": "load"}\n'


def lines(said: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_prompt_choices_and_events_in_words(campagna: Campagna) -> None:
    said = campagna("play", "duel", "--seed", "3", "--lang", "it", typed=AIM)
    assert said.code == 0
    assert "il rosso: turno 1: che cosa fa? [1.1]" in said.out
    assert '   1  aim: 1  {"order":"aim","aim":1}' in said.out
    assert "Il rosso mira [2.3]" in said.out


def test_a_number_gives_the_offered_order(campagna: Campagna) -> None:
    said = lines(campagna("play", "duel", "--json", typed="2\n"))
    assert said[0]["ask"]["choices"][1] == {"order": "aim", "aim": 2}
    assert said[1]["played"]["order"] == {"order": "aim", "aim": 2}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("9\n", "choices go from 1 to 5"),
        ("9" * 5000 + "\n", "choices go from 1 to 5"),
        ('{"order":' + "[" * 100_000 + "\n", "nested too deeply"),
        ("save a\0b\n", "cannot write"),
        ("0\n", "choices go from 1 to 5"),
        ("shoot\n", "'shoot'? a number of the list"),
        ('{"order": "aim", "aim": 4}\n', "refused: aim from 1 to 3, not 4 [2.3]"),
        ('{"order": "aim", "am": 1}\n', "unknown field `am`; its fields are: aim"),
        ('{"order": "fly"}\n', "aim, shoot, load"),
        ('{"order"\n', "truncated"),
        ("save\n", "the name is missing"),
        ("save /no/such/folder/x\n", "cannot write /no/such/folder/x"),
        ("undo\n", "no way back"),
        ("help\n", "save FILE"),
        ("\xff\xfe\n", "a number of the list"),
    ],
)
def test_what_cannot_be_done_is_explained_and_asked_again(
    campagna: Campagna, typed: str, expected: str
) -> None:
    said = campagna("play", "duel", typed=typed.encode("latin-1") + LOAD.encode())
    assert said.code == 0
    assert expected in said.out
    assert "Red loads" in said.out


def test_undo_takes_back_what_is_harmless_only(campagna: Campagna) -> None:
    said = lines(campagna("play", "duel", "--json", typed=f"{AIM}undo\n{AIM}{SHOOT}undo\n"))
    names = [next(iter(line)) for line in said]
    assert names == ["ask", "played", "ask", "ask", "played", "ask", "played", "ask", "note"]
    assert said[3] == said[0]


def test_more_offers_and_look(campagna: Campagna) -> None:
    said = lines(campagna("play", "duel", "--json", typed="more\noffers\nlook\nquit\n"))
    assert [next(iter(line)) for line in said] == ["ask", "ask", "offers", "view"]
    assert [offer["order"] for offer in said[2]["offers"]] == ["aim", "shoot", "load"]
    assert said[2]["offers"] == said[1]["ask"]["offers"]
    red, blue = said[3]["view"]["position"]["duellists"]
    assert red["guard"] is not None
    assert blue["guard"] is None
    words = campagna("play", "duel", typed="offers\nlook\n").out
    assert '"shape": "pick"' in words
    assert "guard" in words


def test_a_bot_answers_and_keeps_its_secrets(campagna: Campagna) -> None:
    typed = "1\n" * 60
    said = lines(
        campagna("play", "duel", "--seats", "human,recruit", "--seed", "5", "--json", typed=typed)
    )
    blue = [line["played"] for line in said if line.get("played", {}).get("side") == "blue"]
    assert blue
    assert all(move["order"] is None for move in blue)
    aims = [e for move in blue for e in move["events"] if e["event"] == "took-aim"]
    assert aims
    assert all("aim" not in event for event in aims)
    assert "over" in said[-1]


def test_the_end_is_told_in_words(campagna: Campagna) -> None:
    said = campagna("play", "duel", "--seats", "recruit,recruit", "--seed", "1", "--lang", "it")
    assert said.code == 0
    assert "Partita finita: vince il " in said.out
    assert ": primo sangue (il rosso " in said.out


def test_the_record_of_a_whole_game_proves_its_sealed_dice(
    campagna: Campagna, tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    campagna("play", "duel", "--seats", "recruit,human", "--record", record, typed="1\n" * 60)
    (proof,) = campagna("verify", record, "--json").json
    assert (proof["dice"], proof["finished"]) == ("sealed", True)
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("seed", [(), ("--seed", "9")])
def test_a_game_that_was_left_can_be_taken_up_again(
    campagna: Campagna, tmp_path: Path, seed: tuple[str, ...]
) -> None:
    record = tmp_path / "game.jsonl"
    campagna("play", "duel", *seed, "--option", "light=noon", "--record", record, typed=SHOOT + AIM)
    (proof,) = campagna("verify", record, "--json").json
    assert (proof["orders"], proof["finished"]) == (2, False)
    again = lines(campagna("play", "duel", "--resume", record, "--json", typed=SHOOT + "quit\n"))
    assert again[0]["ask"]["step"]["side"] == "blue"
    assert again[1]["played"]["order"] == {"order": "shoot"}
    (proof,) = campagna("verify", record, "--json").json
    assert proof["orders"] == 3
    campagna("play", "duel", "--resume", record, typed="1\n" * 60)
    (proof,) = campagna("verify", record, "--json").json
    assert (proof["dice"], proof["finished"]) == ("seed" if seed else "sealed", True)
    assert list(tmp_path.iterdir()) == [record]


def test_the_secret_of_an_unfinished_game_is_only_for_its_owner(
    campagna: Campagna, tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    said = campagna("play", "duel", typed=f"{SHOOT}save {record}\nquit\n")
    assert f"saved in {record}" in said.out
    secret = tmp_path / "game.jsonl.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert secret.read_text() not in record.read_text()
    secret.unlink()
    said = campagna("play", "duel", "--resume", record)
    assert said.code == 2
    assert str(secret) in said.err


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"duel"', '"whist"', "record of whist"),
        ('"rules":"1"', '"rules":"0"', "edition 0"),
        ('"seed":9', '"seed":8', "set-up was changed"),
        ('{"order":"shoot"}', '{"order":"load"}', "order 1 was changed"),
        ('{"order":"shoot"}', '{"order":"aim","aim":8}', "order 1 was changed"),
        ('{"order":"shoot"}', '{"order":"fly"}', "order 1 was changed"),
    ],
)
def test_a_changed_record_is_not_taken_up(
    campagna: Campagna, tmp_path: Path, old: str, new: str, expected: str
) -> None:
    record = tmp_path / "game.jsonl"
    campagna("play", "duel", "--seed", "9", "--record", record, typed=SHOOT + AIM)
    spoiled = record.read_text().replace(old, new)
    record.write_text(spoiled)
    said = campagna("play", "duel", "--resume", record, typed=LOAD)
    assert said.code == 2
    assert expected in said.err
    assert record.read_text() == spoiled


def test_a_game_in_progress_keeps_its_set_up(campagna: Campagna, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    campagna("play", "duel", "--record", record, typed=SHOOT)
    said = campagna("play", "duel", "--resume", record, "--option", "sabre=on")
    assert said.code == 2
    assert "--resume keeps" in said.err
