"""Every worked example as a script for `campagna try`: laid out, played with given dice, told."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from campagna.cli import main
from tests.games.afrika_korps.lay import FAR_AWAY

Order = dict[str, Any]
NO = "refused: "


def order(kind: str, **parts: Any) -> Order:
    """An order as a player writes it; words become lists of names."""
    lists = {"units", "path", "attackers", "defenders", "supplies", "rest", "prey"}
    return {"order": kind} | {k: v.split() if k in lists else v for k, v in parts.items()}


def attack(attackers: str, defenders: str, supplies: str = "") -> Order:
    return order("attack", attackers=attackers, defenders=defenders, supplies=supplies)


def move(units: str, path: str) -> Order:
    return order("move", units=units, path=path)


DONE = order("done")


@dataclass
class Example:
    """What a script lays out, the orders with what becomes of them, and where counters end."""

    places: dict[str, str]
    orders: list[tuple[Order, str]]
    """Each with an event it must cause, or with the rule that refuses it."""
    dice: list[int] = field(default_factory=list)
    side: str = "allied"
    phase: str = "combat"
    turn: int = 10
    ends: dict[str, str] = field(default_factory=dict)

    def script(self) -> dict[str, Any]:
        units = [
            {"id": name, "at": at}
            for at, names in (FAR_AWAY | self.places).items()
            for name in names.split()
        ]
        return {
            "game": "afrika-korps",
            "position": {
                "turn": self.turn,
                "side": self.side,
                "phase": self.phase,
                "units": units,
            },
            "dice": self.dice,
            "orders": [given for given, _ in self.orders],
        }


SIEGE = {"H25": "IT-ARIETE DE-21-3", "H26": "IT-FOLGORE", "G24": "IT-SAVONA", "J26": "DE-SUP-1"}
SEVEN = ["AU-7-1", "AU-7-2", "IN-4-5", "IN-4-7", "IN-4-11", "SA-1-1", "SA-1-2"]
RING = {"Q38": "SA-1-1", "P40": "SA-1-2", "S43": "SA-1-3", "T41": "SA-1-5"}

EXAMPLES: dict[str, Example] = {
    "E1": Example(
        {"R41": "UK-7-7", "R40": "IT-SAVONA", "R43": "AL-SUP-1"},
        [
            (attack("UK-7-7", "IT-SAVONA"), NO + "14.6"),
            (attack("UK-7-7", "IT-SAVONA", "AL-SUP-1"), "supply-expended"),
        ],
        dice=[1],
        ends={"IT-SAVONA": "dead"},
    ),
    "E2": Example(
        {
            "K18": "IT-PAVIA",
            "K17": " ".join(SEVEN[:3]),
            "J18": " ".join(SEVEN[3:6]),
            "L18": SEVEN[6],
            "K15": "AL-SUP-1",
        },
        [
            (attack(" ".join(SEVEN), "IT-PAVIA", "AL-SUP-1"), "exchanged"),
            (order("lose", units=" ".join(SEVEN[:5])), NO + "7.5d"),
            (order("lose", units=" ".join(SEVEN)), NO + "7.5d"),
            (order("lose", units=" ".join(SEVEN[:6])), "eliminated"),
        ],
        dice=[2],
        ends={"IT-PAVIA": "dead", SEVEN[6]: "L18"},
    ),
    "E3": Example(
        {
            "R41": "IT-TRIESTE",
            "R40": " ".join(SEVEN[:2]),
            "Q40": " ".join(SEVEN[2:4]),
            "R43": "DE-SUP-1",
        },
        [
            (attack("IT-TRIESTE", " ".join(SEVEN[:4]), "DE-SUP-1"), "exchanged"),
            (order("lose", units=" ".join(SEVEN[1:4])), "eliminated"),
        ],
        dice=[2],
        side="axis",
        ends={"IT-TRIESTE": "dead", SEVEN[0]: "R40"},
    ),
    "E4": Example(
        {"R39": "DE-21-5", "R40": "AU-7-2", "R35": "DE-SUP-1"},
        [
            (
                order(
                    "declare-victory", attackers="DE-21-5", defenders="AU-7-2", supplies="DE-SUP-1"
                ),
                "victory-declared",
            ),
            (move("DE-21-5", "R38"), NO + "9.2b"),
            (move("DE-SUP-1", "R36 R37 R38 R39 R40 R41 R42 R43"), "moved"),
            (DONE, "phase-began"),
            (attack("DE-21-5", "AU-7-2", "DE-SUP-1"), "battle-won"),
        ],
        side="axis",
        phase="movement",
        ends={"AU-7-2": "dead"},
    ),
    "E5": Example(
        {
            "R46": "DE-SUP-1",
            "R40": "DE-15-115",
            "R41": "SA-1-1",
            "R39": "UK-1-22 UK-32",
            "R42": "DE-21-104 IT-BRESCIA",
        },
        [
            (
                order(
                    "declare-victory",
                    attackers="DE-21-104 IT-BRESCIA",
                    defenders="SA-1-1",
                    supplies="DE-SUP-1",
                ),
                NO + "9.5",
            ),
            (DONE, "eliminated"),
            (attack("DE-21-104 IT-BRESCIA", "SA-1-1", "DE-SUP-1"), "battle-rolled"),
            (order("retreat", unit="SA-1-1", path="Q40 P40"), "retreated"),
        ],
        dice=[4],
        side="axis",
        phase="movement",
        ends={"DE-15-115": "dead", "SA-1-1": "P40"},
    ),
    "E6": Example(
        {
            "R40": "UK-22GDS",
            "R41": "UK-1-22 AU-9-24",
            "R39": "DE-21-5 DE-21-104",
            "Q40": "DE-21-3",
            "R35": "DE-SUP-1",
        },
        [
            (attack("DE-21-3", "UK-1-22 AU-9-24"), "battle-rolled"),
            (order("retreat", unit="DE-21-3", path="P39 O39"), "retreated"),
            (attack("DE-21-5 DE-21-104", "UK-22GDS", "DE-SUP-1"), "battle-rolled"),
        ],
        dice=[1, 1],
        side="axis",
        ends={"UK-22GDS": "dead", "DE-21-3": "O39"},
    ),
    "E7": Example(
        {
            "K35": "UK-7-4",
            "K36": "AU-7-1",
            "L35": "DE-90-200",
            "K37": "DE-21-104 DE-90-361",
            "K40": "DE-SUP-1",
        },
        [
            (attack("DE-90-200", "UK-7-4"), "battle-rolled"),
            (attack("DE-21-104 DE-90-361", "AU-7-1", "DE-SUP-1"), "battle-rolled"),
        ],
        dice=[2, 1],
        side="axis",
        ends={"DE-90-200": "dead", "AU-7-1": "dead"},
    ),
    "E8": Example(
        {
            "R40": "NZ-2",
            "R42": "UK-1-2 UK-1-22",
            "R39": "IT-ARIETE",
            "R41": "IT-FOLGORE",
            "R36": "DE-SUP-1",
        },
        [
            (DONE, "eliminated"),
            (attack("IT-ARIETE", "NZ-2", "DE-SUP-1"), "battle-rolled"),
            (order("retreat", unit="NZ-2", path="R41 S42"), "retreated"),
        ],
        dice=[5],
        side="axis",
        phase="movement",
        ends={"IT-FOLGORE": "dead", "NZ-2": "S42"},
    ),
    "E9": Example(
        {
            "R40": "IT-SAVONA",
            "Q42": "IT-BOLOGNA",
            "S43": "IT-PAVIA",
            "R41": "AU-9-20",
            "R39": "UK-1-2 UK-1-22",
            "S41": "UK-32",
            "R35": "AL-SUP-1",
            "U44": "AL-SUP-2",
        },
        [
            (DONE, "eliminated"),
            (attack("UK-1-2 UK-1-22 UK-32", "IT-SAVONA", "AL-SUP-1"), NO + "14.6"),
            (attack("UK-1-2 UK-1-22 UK-32", "IT-SAVONA", "AL-SUP-1 AL-SUP-2"), "battle-rolled"),
            (order("retreat", unit="IT-SAVONA", path="Q40 P40"), "retreated"),
        ],
        dice=[4],
        phase="movement",
        ends={"AU-9-20": "dead", "IT-SAVONA": "P40"},
    ),
    "E10": Example(
        {"R40": "DE-15-8 DE-SUP-1", "R41": "SA-2-4", "R39": "UK-32"},
        [
            (order("capture", unit="SA-2-4", supply="DE-SUP-1"), ""),
            (DONE, "supply-captured"),
            (DONE, ""),
            (attack("UK-32 SA-2-4", "DE-15-8"), NO + "11.8a"),
            (attack("UK-32", "DE-15-8"), "battle-rolled"),
        ],
        dice=[2],
        ends={"UK-32": "dead", "DE-SUP-1": "pool"},
    ),
    "E11": Example(
        {"K43": "AU-9-20"},
        [
            (
                move(
                    "AU-9-20",
                    "J43 I43 I44 I45 I46 J47 I47 I48 J49 K50 K51 K52 J52 J53 J54 J55",
                ),
                "moved",
            )
        ],
        phase="movement",
        ends={"AU-9-20": "J55"},
    ),
    "E12": Example(
        {"G22": "DE-21-5", "G24": "DE-15-8"},
        [
            (move("DE-15-8", "H24 H25 H26"), NO + "18.5"),
            (move("DE-15-8", "H24 I25 I26 J27 I27 I28 H28 H29 I30"), "moved"),
            (move("DE-21-5", "H23 H24 H25 H26 H27"), "moved"),
        ],
        side="axis",
        phase="movement",
        ends={"DE-15-8": "I30", "DE-21-5": "H27"},
    ),
    "E13": Example(
        {"I25": "AU-9-20 AU-9-24"},
        [(move("AU-9-20", "I26 H26"), "moved"), (move("AU-9-24", "I26 J27 I26 H26"), "moved")],
        phase="movement",
        ends={"AU-9-20": "H26", "AU-9-24": "H26"},
    ),
    "E14": Example(
        {
            "R41": "DE-15-115",
            "R43": "DE-SUP-1",
            "R40": "SUB-ARM-1",
            "aside": "UK-2-SG UK-7-7",
        },
        [
            (attack("DE-15-115", "SUB-ARM-1", "DE-SUP-1"), "exchanged"),
            (order("lose", units="SUB-ARM-1", rest="UK-7-7"), NO + "7.5d"),
            (order("lose", units="SUB-ARM-1", rest="UK-2-SG"), "broken-down"),
        ],
        dice=[2],
        side="axis",
        turn=35,
        ends={"UK-2-SG": "R40", "SUB-ARM-1": "pool"},
    ),
    "E15": Example(
        {"G25": "AU-7-1 UK-7-7 AL-SUP-1", **SIEGE},
        [
            (attack("IT-ARIETE DE-21-3", "AU-7-1", "DE-SUP-1"), "battle-rolled"),
            (DONE, NO + "23.1b"),
            (attack("IT-FOLGORE", "UK-7-7"), "battle-rolled"),
        ],
        dice=[3, 1],
        side="axis",
        ends={"AU-7-1": "dead", "IT-FOLGORE": "dead", "AL-SUP-1": "G25"},
    ),
    "E16": Example(
        {"G25": "UK-7-7 AL-SUP-1", "J62": "UK-50-69", **(SIEGE | {"H26": "IT-BOLOGNA"})},
        [(order("embark", units="AL-SUP-1"), "went-to-sea"), (DONE, "")],
        phase="movement",
        ends={"AL-SUP-1": "sea"},
    ),
    "E17": Example(
        {"R40": "DE-15-33", "P42": "DE-SUP-1", **RING},
        [
            (move("DE-15-33", "R41 R42"), "moved"),
            (DONE, "phase-began"),
            (attack("DE-15-33", "SA-1-3", "DE-SUP-1"), "battle-rolled"),
            (order("retreat", unit="DE-15-33", path="R41 R40"), "isolated"),
        ],
        dice=[4],
        side="axis",
        phase="movement",
        ends={"DE-15-33": "R40", "DE-SUP-1": "pool"},
    ),
    "E18": Example(
        {"W3": "IT-BOLOGNA", "W6": "DE-SUP-1", "L59": "IN-4-5"},
        [
            (order("roll-supply"), "supply-rolled"),
            (order("land-supply", port="W3"), "landed"),
        ],
        dice=[3],
        side="axis",
        phase="supply",
        turn=2,
        ends={"DE-SUP-2": "W3"},
    ),
    "E19": Example(
        {
            "R41": "IT-SAVONA",
            "R43": "IT-BOLOGNA",
            "R40": "UK-7-4",
            "S43": "UK-7-7",
            "R44": "UK-1-2",
            "P46": "FR-1",
            "Q45": "AL-SUP-1",
            "R37": "AL-SUP-2",
        },
        [
            (attack("FR-1", "IT-BOLOGNA", "AL-SUP-1"), NO + "8.5"),
            (attack("UK-7-4", "IT-SAVONA", "AL-SUP-2"), "battle-rolled"),
            (attack("UK-7-7 UK-1-2", "IT-BOLOGNA", "AL-SUP-1"), "battle-rolled"),
        ],
        dice=[1, 1],
        ends={"IT-SAVONA": "dead", "IT-BOLOGNA": "dead"},
    ),
}


def test_every_example_of_the_book_is_here() -> None:
    assert list(EXAMPLES) == [f"E{n}" for n in range(1, 20)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_can_be_tried(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = EXAMPLES[name]
    file = tmp_path / f"{name}.json"
    file.write_text(json.dumps(example.script()), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["try", str(file), "--json"])
    assert left.value.code == 0
    told = json.loads(capsys.readouterr().out)
    for (given, expected), tried in zip(example.orders, told["steps"], strict=True):
        if expected.startswith(NO):
            assert not tried["accepted"], given
            assert tried["rule"] == expected.removeprefix(NO), tried
        else:
            assert tried["accepted"], tried
            assert not expected or expected in {e["event"] for e in tried["events"]}, tried
    assert told["dice_left"] == []
    at = {unit["id"]: unit.get("at", "pool") for unit in told["position"]["units"]}
    for counter, end in example.ends.items():
        assert at.get(counter, "pool") == end, counter
