"""Whole turns with fixed dice, told in words: python -m tests.games.afrika_korps.told_turn writes them.

Each file in `turns/` says what every order did, which counters it changed, and how the sides stand after
it. A change of the rules shows up in its diff as a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from campagna.core.chance import ScriptedChance
from campagna.core.contract import Order, digest
from campagna.core.messages import load_messages
from campagna.games.afrika_korps.orders import (
    Attack,
    Declare,
    Destroy,
    Done,
    Embark,
    Land,
    LandSupply,
    Move,
    Retreat,
    RollSupply,
)
from campagna.games.afrika_korps.rules.combat.zones import fighters
from campagna.games.afrika_korps.rules.supply.captures import supplies_on_map
from campagna.games.afrika_korps.state import State, Unit
from campagna.games.afrika_korps.table.position import BOX_NAMES, FLAG_NAMES
from campagna.games.afrika_korps.world import SIDES
from tests.games.afrika_korps.lay import GAME, lay, path

HOME = Path(__file__).parent / "turns"
MESSAGES = load_messages(GAME.home)


class Turn(msgspec.Struct, frozen=True):
    """A position, the orders of both sides, and the dice they meet."""

    title: str
    side: str
    phase: str
    turn: int
    places: dict[str, str]
    orders: tuple[Order, ...]
    dice: tuple[int, ...] = ()
    pool: tuple[int, int] = (0, 0)
    """Replacement factors saved up."""

    def begin(self) -> State:
        return lay(
            self.side,
            self.phase,
            turn=self.turn,
            far=False,
            fields={"pool": self.pool},
            **self.places,
        )


def told(turn: Turn) -> str:
    return "\n".join([*_lines(turn), ""])


def _lines(turn: Turn) -> Iterator[str]:
    state, chance = turn.begin(), ScriptedChance(turn.dice)
    yield f"{turn.title}. Turn {turn.turn}, dice {' '.join(map(str, turn.dice))}"
    yield f"  {_standing(state)}"
    for number, order in enumerate(turn.orders, 1):
        step = GAME.step(state)
        assert step is not None, f"the game is over before order {number}"
        before = list(state.units)
        events = GAME.play(state, order, chance)
        assert GAME.violations(state) == []
        yield ""
        yield f"{number}. {step.side}, {step.decision}: {_order(order)}"
        for event in events:
            yield f"   {event.rule:>9}  {MESSAGES.event(event, 'en')}"
        for unit, (old, new) in enumerate(zip(before, state.units, strict=True)):
            if old != new:
                yield f"   {'':>9}  {state.name(unit)}: {_where(state, old)} -> {_where(state, new)}"
        yield f"   {'':>9}  {_standing(state)}"
    assert not chance.dice, f"dice that nobody rolled: {chance.dice}"


def _order(order: Order) -> str:
    fields = msgspec.to_builtins(order)
    words = [str(fields.pop("order"))]
    for name, value in fields.items():
        if value:
            words.append(f"{name} {' '.join(value) if isinstance(value, tuple) else value}")
    return ", ".join(words)


def _where(state: State, unit: Unit) -> str:
    """Place, marks and factors spent, as a position names them."""
    place = state.hex_name(unit.place) if unit.place >= 0 else BOX_NAMES[unit.place]
    marks = [name for name, bit in FLAG_NAMES.items() if unit.flags & bit]
    if unit.spent or unit.road:
        marks.append(f"spent {unit.spent}+{unit.road}")
    if unit.count:
        marks.append(f"isolated for {unit.count}")
    return " ".join([place, *marks])


def _standing(state: State) -> str:
    sides = [
        f"{name} {len(fighters(state, side))} units, {len(supplies_on_map(state, side))} supplies, "
        f"{state.pool[side]} factors"
        for side, name in enumerate(SIDES)
    ]
    step = GAME.step(state)
    asked = "over" if step is None else f"{step.side} {step.decision}"
    return f"= {'; '.join(sides)}; next {asked}; mark {digest(state).hex()[:8]}"


# --- the turns ----------------------------------------------------------------------------------------


GAZALA = Turn(
    "An offensive and the answer to it",
    "axis",
    "supply",
    24,
    {
        "W3": "IT-BOLOGNA",
        "R39": "DE-21-5",
        "R37": "DE-SUP-1",
        "R34": "DE-15-8 DE-ROMMEL",
        "S35": "DE-15-115 IT-ARIETE DE-SUP-2",
        "R40": "AU-7-2 AL-SUP-1",
        "R46": "AL-SUP-2",
        "U40": "UK-22GDS UK-7-7",
        "J62": "UK-7-4 AL-SUP-3",
        "G25": "AU-9-20 AL-SUP-4",
        "dead": "DE-21-104 AU-9-24",
    },
    (
        RollSupply(),
        LandSupply("W3"),
        Land(("DE-21-104",), "W3"),
        Done(),
        Declare(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)),
        Done(),
        Move(("DE-15-8", "DE-ROMMEL"), path("R35 R36")),
        Move(("DE-15-8",), path("R37 R38 R39 R40 R41 R42 R43 R44 R45")),
        Destroy("AL-SUP-2"),
        Move(("DE-15-115", "IT-ARIETE"), path("S36 S37 T38 T39")),
        Move(("DE-SUP-2",), path("S36 S37 S38")),
        Done(),
        Attack(("DE-21-5",), ("AU-7-2",), ("DE-SUP-1",)),
        Attack(("DE-15-115", "IT-ARIETE"), ("UK-22GDS", "UK-7-7"), ("DE-SUP-2",)),
        Retreat("UK-22GDS", path("U41 U42")),
        Retreat("UK-7-7", path("U41 U42")),
        Done(),
        LandSupply("J62"),
        Land(("AU-9-24",), "J62"),
        Done(),
        Move(("UK-7-7",), path("T42 S42 R41 R42 R43")),
        Done(),
        Move(("UK-7-4", "AL-SUP-3"), path("K62 K61 K60 K59 K58 J57 J56 J55 J54 J53")),
        Embark(("AU-9-20", "AL-SUP-4")),
        Done(),
        Attack(("UK-7-7",), ("DE-15-8",)),
        Retreat("UK-7-7", path("R42 S42")),
        Done(),
    ),
    (5, 3, 3),
    (3, 2),
)
TURNS = {"gazala": GAZALA}


def main() -> None:
    HOME.mkdir(exist_ok=True)
    for name, turn in TURNS.items():
        (HOME / f"{name}.txt").write_text(told(turn), encoding="utf-8")


if __name__ == "__main__":
    main()
