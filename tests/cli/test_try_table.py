"""`campagna try` as a referee's tool: where it stops, what it expects, what it says of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Campagna

LION: dict[str, Any] = {
    "game": "lion-of-judah",
    "scenario": "s1935",
    "position": {
        "turn": 3,
        "phase": "combat",
        "units": [
            {"id": "it_Sb", "at": "1306"},
            {"id": "et_kassa_1", "at": "1307", "state": ["hidden"], "value": 2},
        ],
    },
    "dice": [4],
    "orders": [{"order": "attack", "units": ["it_Sb"], "target": "1307"}],
}
PANZER: dict[str, Any] = {
    "game": "panzergruppe-guderian",
    "position": {
        "turn": 3,
        "phase": "german-move",
        "units": [
            {"id": "G-10Pz-PzR7", "at": "1012"},
            {"id": "S-1", "at": "1015", "counter": "SR01"},
        ],
    },
    "orders": [
        {"order": "move", "units": ["G-10Pz-PzR7"], "path": ["1013"]},
        {"order": "done"},
        {"order": "done"},
    ],
}


def tried(campagna: Campagna, script: dict[str, Any], **parts: Any) -> Any:
    said = campagna("try", "-", "--json", typed=json.dumps({**script, **parts}))
    assert said.code == 0, said.err
    return said.json


def test_until_a_phase_play_goes_no_further_by_itself(campagna: Campagna) -> None:
    on = tried(campagna, LION)
    assert (on["position"]["turn"], on["position"]["phase"]) == (4, "replacements")
    held = tried(campagna, LION, until="combat")
    assert (held["position"]["turn"], held["position"]["phase"]) == (3, "combat")
    assert {e["event"] for e in held["steps"][0]["events"]}.isdisjoint(
        {"turn-began", "phase-began"}
    )


@pytest.mark.parametrize(
    ("hex_", "stands_in"), [("1014", "german-combat"), ("1013", "german-mech-move")]
)
def test_when_the_phase_has_come_the_rest_is_not_played(
    campagna: Campagna, hex_: str, stands_in: str
) -> None:
    """Where nobody touches an enemy the combat phase comes and goes by itself."""
    move = {"order": "move", "units": ["G-10Pz-PzR7"], "path": ["1013", "1014"][: int(hex_) - 1012]}
    done = {"order": "done"}
    said = tried(campagna, PANZER, until="german-combat", orders=[move, done, done])
    assert said["position"]["phase"] == stands_in
    assert (len(said["steps"]), said["orders_left"]) == (2, 1)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_more_orders_than_asked_for(campagna: Campagna, number: int) -> None:
    said = tried(campagna, PANZER, stop_after=number)
    assert (len(said["steps"]), said["orders_left"]) == (number, 3 - number)


def test_a_phase_that_there_is_not(campagna: Campagna) -> None:
    said = campagna("try", "-", "--lang", "it", typed=json.dumps({**PANZER, "until": "supper"}))
    assert said.code == 2
    assert "non c'è la fase 'supper'" in said.err
    assert "german-combat" in said.err


def test_what_is_expected_and_does_not_happen_fails(campagna: Campagna) -> None:
    expect = [{"events": [{"event": "moved", "units": ["G-10Pz-PzR7"]}]}, {"rule": "6.22a"}]
    said = campagna("try", "-", "--json", typed=json.dumps({**PANZER, "expect": expect}))
    assert said.code == 2
    assert [u["where"] for u in said.json["unmet"]] == ["expect[1].rule"]
    assert tried(campagna, PANZER, expect=expect[:1])["unmet"] == []


def test_orders_that_are_judged_and_not_played(campagna: Campagna) -> None:
    into_zone = {"order": "move", "units": ["G-10Pz-PzR7"], "path": ["1013", "1014"]}
    through = {**into_zone, "path": ["1013", "1014", "1114"]}
    given = {"orders": [], "legal": [into_zone], "refused": [{"order": through, "rule": "6.22a"}]}
    said = tried(campagna, PANZER, **given)
    assert {"id": "G-10Pz-PzR7", "at": "1012"}.items() <= next(
        unit for unit in said["position"]["units"] if unit["id"] == "G-10Pz-PzR7"
    ).items()
    wrong = {**PANZER, **given, "legal": [through]}
    said = campagna("try", "-", "--json", typed=json.dumps(wrong))
    assert said.code == 2
    assert said.json["unmet"] == [{"where": "legal[0].rule", "expected": None, "found": "6.22a"}]


def test_what_laying_out_corrects_is_step_0(campagna: Campagna) -> None:
    units = [{"id": "G-10Pz-PzR7", "at": "1012", "state": ["unsupplied"]}]
    script = {
        **PANZER,
        "orders": [],
        "position": {"turn": 3, "phase": "german-move", "units": units},
    }
    said = tried(campagna, script)
    assert said["corrections"] == [
        {"field": "units.state", "given": ["unsupplied"], "became": [], "unit": "G-10Pz-PzR7"}
    ]
    text = campagna("try", "-", "--lang", "en", typed=json.dumps(script)).out
    assert text.startswith("0. 7/10 Panzer, units.state")


def test_the_text_shows_the_map_by_hex_and_counts_the_rest(campagna: Campagna) -> None:
    text = campagna("try", "-", "--lang", "en", typed=json.dumps(LION | {"until": "combat"})).out
    assert "  1306  Italian: Sabauda infantry division 2-4-4 (2/4 steps)" in text
    assert "Holding box (Italian): 6" in text
    assert "river" in text
    assert "12.8.1" in text
    assert "it_Gv" not in text
    assert len(text.splitlines()) < 60


def test_what_waits_is_told_by_name(campagna: Campagna) -> None:
    script = {
        **PANZER,
        "position": {**PANZER["position"], "phase": "german-combat"},
        "dice": [4],
        "orders": [{"order": "attack", "units": ["G-10Pz-PzR7"], "targets": ["1015"]}],
    }
    script["position"]["units"] = [
        {"id": "G-10Pz-PzR7", "at": "1014"},
        {"id": "S-1", "at": "1015", "counter": "SR01"},
    ]
    said = tried(campagna, script)
    battle = said["named"]["agenda"][0]
    assert (battle["side"], battle["attackers"], battle["targets"]) == (
        "german",
        ["G-10Pz-PzR7"],
        ["1015"],
    )
    again = tried(campagna, {**script, "orders": [], "dice": []}, position=said["named"])
    assert again["position"] == said["position"]
    assert [score["side"] for score in said["scores"]] == ["soviet", "german"]


def test_a_mistake_that_the_script_expects_is_none(campagna: Campagna) -> None:
    orders = [{"order": "move", "units": ["S-1"], "path": ["1014"]}]
    wrong = {**PANZER, "orders": orders}
    assert campagna("try", "-", typed=json.dumps(wrong)).code == 2
    rule = campagna("try", "-", "--json", typed=json.dumps(wrong)).json["steps"][0]["rule"]
    assert tried(campagna, wrong, expect=[{"rule": rule}])["unmet"] == []


def test_an_order_after_the_end_is_not_as_expected(campagna: Campagna) -> None:
    script = {
        "game": "duel",
        "position": {"duellists": [{"id": "blue", "guard": 1, "hits": 2}]},
        "dice": [6],
        "orders": [{"order": "shoot"}, {"order": "load"}],
        "expect": [{}, {}],
    }
    said = campagna("try", "-", "--json", typed=json.dumps(script))
    assert [unmet["where"] for unmet in said.json["unmet"]] == ["expect[1]"]
