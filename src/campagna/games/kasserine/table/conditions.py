"""What holds now and is easily overlooked: weather, pause, aircraft, nights, the aims in figures."""

from __future__ import annotations

from collections.abc import Iterator

from campagna.core.conditions import condition, level, words
from campagna.core.messages import load_messages
from campagna.core.rulebook import rule
from campagna.core.tabletop import Condition
from campagna.games.kasserine.rules import attack, victory
from campagna.games.kasserine.rules.logistics import moves_freely
from campagna.games.kasserine.rules.zones import fighters
from campagna.games.kasserine.state import SUPPLIED, Phase, State
from campagna.games.kasserine.world import ALLIED, AXIS, HOME, SIDES


def conditions(state: State) -> Iterator[Condition]:
    if state.phase < Phase.LOGISTICS:
        return
    yield from _weather(state)
    for side in (AXIS, ALLIED):
        yield from _means(state, side)
    yield from _dangers(state)
    yield from _aims(state)


@rule("WX-2", "WX-5", "CAL-5")
def _weather(state: State) -> Iterator[Condition]:
    loss = state.world.tables["weather"]["movement_loss"][state.weather]
    yield condition(HOME, "weather", "now", "WX-2", weather=state.weather, loss=loss)
    if state.paused:
        yield condition(HOME, "pause", "now", "CAL-5", grave=True)


@rule("AIR-8", "NGT-3")
def _means(state: State, side: int) -> Iterator[Condition]:
    planes, nights = attack.aircraft_left(state, side), attack.nights_left(state, side)
    yield condition(HOME, "aircraft", "means", "AIR-8", side=SIDES[side], count=planes)
    yield condition(HOME, "nights", "means", "NGT-3", side=SIDES[side], count=nights)


@rule("LOG-1")
def _dangers(state: State) -> Iterator[Condition]:
    """Of the side whose turn it is: supply is looked at in its logistics phase."""
    if state.phase == Phase.LOGISTICS:
        return
    cut = [
        u
        for u in fighters(state, state.side)
        if not state.units[u].flags & SUPPLIED and not moves_freely(state, u)
    ]
    if cut:
        side = SIDES[state.side]
        yield condition(
            HOME, "unsupplied", "danger", "LOG-1", side=side, grave=True, count=len(cut)
        )


@rule("VIC-1", "VIC-2", "VIC-3", "VIC-4", "VIC-5")
def _aims(state: State) -> Iterator[Condition]:
    chart = state.world.tables["victory"]
    now = victory.level_now(state)
    names = load_messages(HOME).tables["level"]
    lost, most = victory.axis_losses(state), victory.loss_limit(state.world)
    beyond = len(victory.beyond_the_railway(state))
    yield condition(HOME, "losses", "now", "VIC-6", side=SIDES[AXIS], points=lost, most=most)
    yield condition(HOME, "beyond", "now", "VIC-2", side=SIDES[ALLIED], count=beyond)
    facts = {
        "german_total": ("VIC-1", chart["exit_points"]),
        "german_partial": ("VIC-2", chart["german_partial_at_most"]),
        "draw": ("VIC-5", chart["german_partial_at_most"] + 1),
        "allied_partial": ("VIC-3", chart["allied_total_from"] - 1),
        "allied_total": ("VIC-4", chart["allied_total_from"]),
    }
    for id_, (rule_id, count) in facts.items():
        value = words(HOME, f"takes-{id_}".replace("_", "-"), count=count, most=most)
        yield level(dict(names[id_]), rule_id, value, reached=id_ == now)
