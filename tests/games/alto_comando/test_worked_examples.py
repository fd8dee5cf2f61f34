"""The worked examples of the digest: given bases and dice, an action, what must come of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from campagna.core.chance import ScriptedChance
from campagna.core.contract import Event, Order
from campagna.core.decision import Answer
from campagna.games.alto_comando.orders import (
    AirAttack,
    Clear,
    Cross,
    Fire,
    Leave,
    Move,
    Replace,
)
from campagna.games.alto_comando.rules import air, headquarters
from campagna.games.alto_comando.rules.air import AIR_ATTACK
from campagna.games.alto_comando.rules.fire import FIRE, targets
from campagna.games.alto_comando.rules.headquarters import REPLACE
from campagna.games.alto_comando.rules.minefields import CLEAR, CROSS
from campagna.games.alto_comando.rules.movement import LEAVE, MOVE
from campagna.games.alto_comando.state import ESCAPED, State
from campagna.games.alto_comando.world import SIDES
from tests.games.alto_comando.lay import GAME, at, points, table, where

FILE = Path(__file__).parent / "worked_examples.json"
EXAMPLES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["examples"]
PHASES = {
    "P1_REPLACE": "replace",
    "P2_CLEAR": "clear",
    "P3_MOVE": "move",
    "P4_TRENCH_FIRE": "trench-fire",
    "P5_FIRE": "fire",
}
DECISIONS: tuple[Answer[State, object], ...] = (
    MOVE, LEAVE, CROSS, CLEAR, REPLACE, AIR_ATTACK, FIRE,
)  # fmt: skip
ROSTERS = (
    "gen.de.panzer", "gen.it.infantry", "gen.it.folgore", "gen.gb.armoured", "tun.de.tiger501",
    "tun.gb.armoured", "bf.it", "bf.gb",
)  # fmt: skip


class Scene:
    """One example on the table, with its short names and the real ones."""

    def __init__(self, example: dict[str, Any]) -> None:
        self.example = example
        self.names: dict[str, str] = {}
        self.units: dict[str, str] = {}
        self.cruisers: list[str] = []
        self.templates = {
            formation: self._template(formation)
            for formation in {row[1] for row in example["bases"] if row[3] != "supply"}
        }
        for row in example["bases"]:
            self._name(row)
        self.state = self._table()
        if example["phase"] == "P1_REPLACE":
            headquarters.recover(self.state)

    def _template(self, formation: str) -> str:
        """A division that has every kind that the example wants of it."""
        rows = [row for row in self.example["bases"] if row[1] == formation]
        wanted = {"tank" if row[3] == "cruiser" else row[3] for row in rows}
        for id_ in ROSTERS:
            template = GAME.world.templates[id_]
            if (
                template.list_ == self.example["list"]
                and template.nationality == rows[0][2]
                and wanted <= {kind for kind, _ in template.counts}
            ):
                return id_
        raise AssertionError(f"no division for {wanted}")

    def _name(self, row: list[Any]) -> None:
        short, formation, _, kind, x, y, state = row
        if kind == "supply":
            full = f"supply.{formation.lower()}.2"
        else:
            kind = "tank" if kind == "cruiser" else kind
            template = GAME.world.templates[self.templates[formation]]
            taken = set(self.names.values())
            full = next(
                name
                for key, k in template.members()
                if k == kind and (name := f"{formation}.{key}") not in taken
            )
        self.names[short] = full
        if row[3] == "cruiser":
            self.cruisers.append(full)
        if x is None:
            self.units[full] = state
        else:
            self.units[full] = f"{x} {y}" + (" shaken" if state == "scattered" else "")

    def _table(self) -> State:
        example = self.example
        terrain = [("woods", p) for p in example.get("woods", ())]
        terrain += [("hill", p) for p in example.get("hills", ())]
        works = {
            kind: {side.lower(): given for side, given in example.get(kind, {}).items()}
            for kind in ("strips", "segments")
        }
        return table(
            self.units,
            phase="air" if example["action"]["type"] == "air" else PHASES[example["phase"]],
            active=example["active"].lower(),
            scenario="beda_fomm" if example["table"] == "beda_fomm" else "battle",
            formations=self.templates,
            cruisers=tuple(self.cruisers),
            options=example["options"],
            terrain=[(kind, [(x, y) for x, y in polygon]) for kind, polygon in terrain],
            strips={s: [tuple(r) for r in rects] for s, rects in works["strips"].items()},
            segments={s: [tuple(p) for p in places] for s, places in works["segments"].items()},
        )

    # --- actions --------------------------------------------------------------------------------

    def order(self, action: dict[str, Any]) -> Order:
        unit = self.names.get(action.get("unit", ""), "")
        path = tuple((x, y) for x, y in action.get("path", ()))
        match action["type"]:
            case "move" if action.get("cross"):
                return Cross(unit, path, self._landing(path[-1]))
            case "move":
                return Move(unit, path)
            case "exit":
                own = "north" if self.example["table"] == "beda_fomm" else "west"
                return Leave(unit, path, action.get("edge", own))
            case "fire":
                return Fire(unit, self.names[action["target"]])
            case "air":
                return AirAttack(self.names[action["target"]])
            case "replace":
                x, y = action["at"]
                return Replace(unit, (x, y))
            case "clear":
                rects = [list(s.rect) for s in self.state.strips]
                return Clear(unit, rects.index(action["strip"]))
        raise AssertionError(action)

    def _landing(self, contact: tuple[int, int]) -> tuple[int, int]:
        """Straight across the strip, touching its other long side."""
        return contact[0] - 60, contact[1]


def carry_out(state: State, order: Order, chance: ScriptedChance) -> list[Event]:
    """What the order does by itself, before the sequence of play goes on."""
    decision = next(d for d in DECISIONS if d.kind is type(order))
    events = decision.play(state, None, order, chance)
    return events if decision is not AIR_ATTACK else [*events, *air.resolve(state, chance)]


def check(scene: Scene, expect: dict[str, Any], before: tuple[int, int]) -> None:
    state = scene.state
    for short, wanted in expect.get("states", {}).items():
        found = where(state, scene.names[short])
        assert found == {"out": "escaped"}.get(wanted, wanted), short
    for short, place in expect.get("positions", {}).items():
        assert list(at(state, scene.names[short])) == place, short
    if "vp" in expect:
        gained = [now - then for now, then in zip(points(state), before, strict=True)]
        assert gained == [expect["vp"].get(side.upper(), 0) for side in SIDES]
    if "strips_left" in expect:
        assert len(state.strips) == expect["strips_left"]
    if "exited" in expect:
        assert sum(base.where == ESCAPED for base in state.bases) == expect["exited"]
    if "air_left_next_turn" in expect:
        side = SIDES.index(scene.example["active"].lower())
        assert state.air[side] == expect["air_left_next_turn"]


RULES = pytest.mark.rule(
    "AIR-2",
    "AIR-4",
    "AIR-5",
    "AIR-6",
    "BF-13",
    "BF-17",
    "BF-5",
    "DIV-22",
    "FIR-2",
    "FIR-3",
    "FIR-4",
    "FIR-6",
    "FIR-7",
    "FIR-8",
    "FIR-9",
    "G-10",
    "G-11",
    "G-12",
    "G-14",
    "G-15",
    "G-16",
    "G-18",
    "G-20",
    "G-7",
    "G-8",
    "G-9",
    "HQ-10",
    "HQ-11",
    "HQ-12",
    "HQ-14",
    "HQ-15",
    "HQ-2",
    "HQ-7",
    "HQ-8",
    "HQ-9",
    "ITA-1",
    "ITA-2",
    "ITP-1",
    "ITP-2",
    "ITP-4",
    "MIN-2",
    "MIN-3",
    "MIN-4",
    "MIN-5",
    "MIN-6",
    "MOV-1",
    "MOV-2",
    "MOV-3",
    "MOV-6",
    "SAV-1",
    "SAV-3",
    "SAV-5",
    "SAV-6",
    "TER-3",
    "TER-4",
    "TER-5",
    "TRE-2",
    "TRE-3",
    "TRE-4",
    "TRE-7",
    "VIC-1",
    "VIC-2",
    "VIC-3",
    "VIC-7",
    "WF-1b",
    "WF-1c",
    "WF-8",
)


def test_every_rule_of_the_examples_is_marked() -> None:
    wanted = {rule for example in EXAMPLES for rule in example["rules"].split(",")}
    assert {rule for rule in wanted if not rule.startswith("A-")} == set(RULES.args)


@RULES
@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_worked_example(example: dict[str, Any]) -> None:
    scene = Scene(example)
    action, expect, dice = example["action"], example["expect"], list(example["dice"])
    before = points(scene.state)
    if action["type"] == "targets":
        firer = scene.state.find(scene.names[action["unit"]])
        found = {scene.state.name(t) for t in targets(scene.state, firer)}
        assert found == {scene.names[t] for t in expect["targets"]}
        return
    actions = action["actions"] if action["type"] == "sequence" else [action]
    legal = expect.get("legal", True)
    verdicts = legal if isinstance(legal, list) else [legal]
    chance = ScriptedChance(dice)
    for one, wanted in zip(actions, verdicts, strict=True):
        order = scene.order(one)
        refusal = GAME.refusal(scene.state, order)
        assert (refusal is None) == wanted, refusal
        if refusal is None:
            events = carry_out(scene.state, order, chance)
            if "cost" in expect:
                costs = [e.cost for e in events if hasattr(e, "cost")]
                crossed = 60 if isinstance(order, Cross) else 0
                assert not costs or costs[0] + crossed == expect["cost"]
    check(scene, expect, before)
    if "dice_used" in expect:
        assert len(dice) - len(chance.dice) == expect["dice_used"]
