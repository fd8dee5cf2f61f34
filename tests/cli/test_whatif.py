"""`campagna try` and `campagna forecast`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Campagna

GUARDS = {"duellists": [{"id": "red", "guard": 4}, {"id": "blue", "guard": 4}]}


def script(**parts: Any) -> str:
    return json.dumps({"game": "duel", "position": GUARDS, **parts})


def test_each_order_is_reported_and_the_script_goes_on_after_a_refusal(campagna: Campagna) -> None:
    orders = [
        {"order": "aim", "aim": 2},
        {"order": "aim", "aim": 1},
        {"order": "shoot"},
        {"order": "shoot"},
    ]
    said = campagna("try", "-", "--json", typed=script(dice=[3, 4], orders=orders))
    assert said.code == 0
    assert set(said.json) >= {"steps", "position", "step", "offers"}
    steps = said.json["steps"]
    assert [s["accepted"] for s in steps] == [True, False, True, True]
    assert [s["order"] for s in steps] == orders
    assert (steps[1]["rule"], steps[1]["reason"]) == ("2.3", "Red has aimed already")
    assert steps[1]["events"] == []
    assert steps[2]["rule"] is None
    assert steps[2]["events"] == [
        {"event": "shot", "rule": "2.1", "side": "red", "die": 3, "hit": True},
        {"event": "guard-shown", "rule": "1.2", "side": "blue", "guard": 4},
    ]
    assert said.json["position"]["duellists"] == [
        {"id": "red", "guard": 4, "hits": 0, "shots": 0},
        {"id": "blue", "guard": 4, "hits": 1, "shots": 0},
    ]
    assert said.json["step"]["side"] == "red"
    assert said.json["offers"][-1] == {"shape": "say", "order": "load"}


def test_an_order_of_the_wrong_side_is_refused_by_the_rule_of_the_step(campagna: Campagna) -> None:
    orders = [{"side": "blue", "order": "shoot"}, {"side": "red", "order": "shoot"}]
    said = campagna("try", "-", "--json", typed=script(dice=[6], orders=orders))
    wrong, right = said.json["steps"]
    assert (wrong["accepted"], wrong["rule"]) == (False, "1.1")
    assert "red" in wrong["reason"]
    assert right["accepted"]


def test_orders_after_the_end_are_refused(campagna: Campagna) -> None:
    position = {"duellists": [{"id": "blue", "guard": 1, "hits": 2}]}
    orders = [{"order": "shoot"}, {"order": "load"}]
    said = campagna("try", "-", "--json", typed=script(position=position, dice=[6], orders=orders))
    assert [s["accepted"] for s in said.json["steps"]] == [True, False]
    assert said.json["steps"][1]["reason"] == "the game is over"
    assert said.json["step"] is None
    assert said.json["offers"] is None
    assert said.json["outcome"]["winner"] == "red"


def test_without_a_position_the_game_starts_as_usual(campagna: Campagna) -> None:
    for text in ('{"game": "duel"}', '{"game": "duel", "position": null}'):
        said = campagna("try", "-", "--json", typed=text)
        assert said.json["position"]["turn"] == 1
        assert said.json["steps"] == []


def test_draws_can_be_given(campagna: Campagna) -> None:
    said = campagna("try", "-", "--json", typed='{"game": "duel", "draws": [5, 0]}')
    assert [d["guard"] for d in said.json["position"]["duellists"]] == [6, 1]


def test_the_final_position_is_a_position(campagna: Campagna) -> None:
    first = campagna("try", "-", "--json", typed=script(dice=[1], orders=[{"order": "shoot"}])).json
    again = campagna("try", "-", "--json", typed=script(position=first["position"])).json
    assert again["position"] == first["position"]
    assert again["step"] == first["step"]


def test_scenario_and_options_are_used(campagna: Campagna) -> None:
    assert campagna("try", "-", typed=script(scenario="cloister")).code == 0
    said = campagna("try", "-", typed=script(scenario="cloister", options={"sabre": True}))
    assert said.code == 2
    assert "sabre" in said.err


def test_in_words(campagna: Campagna, tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(script(dice=[6, 2], orders=[{"order": "shoot"}, {"order": "aim", "aim": 7}]))
    said = campagna("try", file, "--lang", "it")
    assert said.code == 0
    assert "Il rosso tira 6: colpito True [2.1]" in said.out
    assert "rifiutato: mira da 1 a 3, non 7 [2.3]" in said.out
    assert "turno 1: che cosa fa? [1.1]" in said.out
    assert "Dadi non usati: 2" in said.out


def test_forecast_as_json_and_as_a_table(campagna: Campagna) -> None:
    text = script(orders=[{"order": "shoot"}])
    said = campagna("forecast", "-", "--json", typed=text).json
    assert said["rule"] == "2.1"
    assert [line["result"] for line in said["lines"]] == ["hit", "miss"]
    assert said["lines"][0]["percent"] == pytest.approx(41.6667)
    assert sum(line["probability"] for line in said["lines"]) == pytest.approx(1)
    table = campagna("forecast", "-", typed=text)
    assert table.code == 0
    assert "41.67%" in table.out
    assert "58.33%" in table.out


def test_only_an_order_that_is_allowed_has_a_forecast(campagna: Campagna) -> None:
    none = campagna("forecast", "-", typed=script())
    refused = campagna("forecast", "-", typed=script(orders=[{"order": "aim", "aim": 9}]))
    other = campagna("forecast", "-", typed=script(orders=[{"order": "load", "side": "blue"}]))
    assert [none.code, refused.code, other.code] == [2, 2, 2]
    assert '"orders"' in none.err
    assert "aim from 1 to 3, not 9 [2.3]" in refused.err
    assert "red does" in other.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"game": "duel",\n  "dice": [1, 2,,]}', "line 2, column 17"),
        (b"", "line 1, column 1"),
        (b'{"game": "\xff"}', "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"game": "duel", "dice": [NaN]}', "malformed"),
        (b'{"dice": []}', "missing field `game`"),
        (b"[]", "script"),
        (b'{"game": "whist"}', "duel"),
        (b'{"game": "duel", "dices": [1]}', "unknown field `dices`"),
        (b'{"game": "duel", "dice": ["one"]}', "script.dice[0]: Expected `int`"),
        (b'{"game": "duel", "scenario": "moor"}', "meadow, cloister"),
        (b'{"game": "duel", "options": {"rain": true}}', "sabre, light"),
        (b'{"game": "duel", "options": {"light": "dusk"}}', "dawn, noon"),
        (b'{"game": "duel", "position": {"trun": 1}}', "position: unknown field `trun`"),
        (b'{"game": "duel", "position": {"turn": "1"}}', "position.turn: Expected `int`"),
        (
            b'{"game": "duel", "position": {"duellists": [{"id": "red", "hat": 1}]}}',
            "position.duellists[0]: unknown field `hat`; its fields are: id, guard, hits, shots",
        ),
        (b'{"game": "duel", "position": {"duellists": [{"id": "green"}]}}', "no duellist 'green'"),
        (b'{"game": "duel", "orders": [{"order": "fly"}]}', "aim, shoot, load"),
        (b'{"game": "duel", "orders": [{}]}', "orders[0].order: no order null"),
        (b'{"game": "duel", "orders": ["shoot"]}', "orders[0]: Expected `object`"),
        (
            b'{"game": "duel", "orders": [{"order": "aim", "am": 1}]}',
            "orders[0]: unknown field `am`",
        ),
        (b'{"game": "duel", "orders": [{"order": "aim", "aim": null}]}', "orders[0].aim"),
        (b'{"game": "duel", "orders": [{"order": "load", "side": "green"}]}', "red, blue"),
        (b'{"game": "duel", "orders": [{"order": "load"}, {"order": "shoot"}]}', "orders[1]"),
        (b'{"game": "duel", "orders": [{"order": "shoot"}], "dice": [7]}', "from 1 to 6"),
        (b'{"game": "duel", "draws": [6]}', "position: draw 6"),
        (b'{"game": "duel", "dice": [' + b"9" * 5000 + b"]}", "script.json: "),
    ],
)
def test_a_bad_script_is_explained(
    campagna: Campagna, tmp_path: Path, text: bytes, expected: str
) -> None:
    file = tmp_path / "script.json"
    file.write_bytes(text)
    said = campagna("try", file)
    assert said.code == 2
    assert expected in said.err
    assert said.out == ""
    assert len(said.err.splitlines()) <= 2


def test_a_byte_order_mark_is_forgiven(campagna: Campagna) -> None:
    assert campagna("try", "-", typed=b"\xef\xbb\xbf" + script().encode()).code == 0
